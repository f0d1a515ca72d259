//! The command line as scripts rely on it: snapshots of the real binary.

mod binary;

use std::io::Read as _;
use std::process::Stdio;

use binary::{command, transcript};

/// Kings alone, with a chariot for Cho.
const ENDGAME: &str = "4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1";

/// Several runs in one snapshot.
macro_rules! assert_runs {
    ($([$($word:expr),* $(,)?]),+ $(,)?) => {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!([$(transcript(&[$($word),*])),+].join("\n\n"))
        })
    };
}

/// A server of the test's own, and the line that it has printed.
fn serving(data: &str) -> (std::process::Child, String) {
    use std::io::BufRead as _;
    let mut child = command(&["serve", "--listen", "127.0.0.1:0", "--data", data])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    (child, line)
}

fn end(mut child: std::process::Child) {
    let told = std::process::Command::new("kill").arg(child.id().to_string()).status();
    assert!(told.expect("kill").success());
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn serve_prints_its_address_and_ends_when_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, line) = serving(folder.path().to_str().expect("a plain name"));
    assert!(line.starts_with("Daeguk 대국 ") && line.contains(": http://127.0.0.1:"), "{line}");
    end(child);
    assert!(folder.path().join("daeguk.db").exists());
}

/// The shell lowers the soft limit before; every connection is a file.
#[test]
#[cfg(target_os = "linux")]
fn serve_opens_as_many_files_as_the_system_lets_it() {
    use std::io::BufRead as _;
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = std::process::Command::new("sh")
        .args(["-c", "ulimit -Sn 256; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\""])
        .arg(env!("CARGO_BIN_EXE_daeguk"))
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).expect("limits");
    let files = limits.lines().find(|line| line.starts_with("Max open files")).expect("a line").to_owned();
    child.kill().expect("killed");
    child.wait().expect("it ends");
    let numbers: Vec<_> = files.split_whitespace().filter(|word| word.parse::<u64>().is_ok()).collect();
    assert_eq!(numbers[0], numbers[1], "soft and hard: {files}");
}

#[test]
fn serve_has_its_data_to_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("games");
    let name = data.to_str().expect("a plain name");
    let (child, _) = serving(name);
    let second = transcript(&["serve", "--listen", "127.0.0.1:0", "--data", name]);
    let told = format!("{name}/daeguk.db is in use by another process; one server at a time may have it");
    assert!(second.contains(&told) && second.contains("exit status 2"), "{second}");
    end(child);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&data).expect("made").permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "for its owner alone");
    }
}

#[test]
fn serve_says_that_its_data_is_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a plain name");
    let (child, _) = serving(name);
    end(child);
    let file = folder.path().join("daeguk.db");
    let mut bytes = std::fs::read(&file).expect("a database");
    bytes[..100].fill(0x5a);
    std::fs::write(&file, bytes).expect("written");
    let damaged = transcript(&["serve", "--listen", "127.0.0.1:0", "--data", name]);
    let told = format!("the database {name}/daeguk.db is damaged, or is no database");
    assert!(damaged.contains(&told) && damaged.contains("exit status 2"), "{damaged}");
}

#[test]
fn serve_says_what_it_cannot_do() {
    assert_runs!(
        ["serve", "--listen", "nowhere"],
        ["serve", "--database", "ftp://example.org"],
        ["serve", "--data", "/dev/null/x"],
        ["serve", "--public-url", "example.org"],
        ["serve", "--proxy", "everybody"],
        ["serve", "--metrics", "nowhere"],
    );
}

/// The first host needs no password that anybody could know: who has the machine gets an address that is good once.
#[test]
fn people_are_looked_after_beside_a_running_server_and_without_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a name");
    let ticket = |line: &str| line.strip_prefix("/ticket#").is_some_and(|token| token.len() == 32);
    let told = transcript(&["people", "host", "민수", "--data", name]);
    assert!(told.lines().any(ticket), "{told}");
    let (child, _) = serving(name);
    let told = transcript(&["people", "host", "민수", "--data", name]);
    assert!(told.lines().any(ticket), "{told}");
    let told = transcript(&["people", "reset", "영희", "--data", name]);
    assert!(told.contains("there is no member called `영희`") && told.contains("exit status 2"), "{told}");
    let told = transcript(&["people", "host", "admin", "--data", name]);
    assert!(told.contains("`admin` cannot be the name of a member"), "{told}");
    end(child);
}

#[test]
fn a_collection_is_made_beside_a_running_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a name");
    let (child, _) = serving(name);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/club.jgn");
    for added in ["1 games added, 1 refused", "0 games added, 1 refused"] {
        let told = transcript(&["collection", "add", "club", file, "--data", name]);
        assert!(told.contains(added) && told.contains("exit status 0"), "{told}");
    }
    let told = transcript(&["collection", "list", "--data", name]);
    assert!(told.contains("club\tjanggi\t1"), "{told}");
    let told = transcript(&["collection", "remove", "club", "--data", name]);
    assert!(told.contains("exit status 0"), "{told}");
    let told = transcript(&["collection", "remove", "club", "--data", name]);
    assert!(told.contains("there is no collection called `club`") && told.contains("exit status 2"), "{told}");
    end(child);
}

#[test]
fn the_books_are_copied_checked_and_put_back() {
    let [house, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let [house, other] = [&house, &other].map(|folder| folder.path().to_str().expect("a name"));
    let copy = format!("{other}/copy.db");
    let (child, _) = serving(house);
    let told = transcript(&["backup", &copy, "--data", house]);
    assert!(told.contains("exit status 0"), "{told}");
    let told = transcript(&["restore", &copy, "--data", house, "--replace"]);
    assert!(told.contains("in use") && told.contains("exit status 2"), "{told}");
    end(child);
    let told = transcript(&["restore", &copy, "--data", house, "--replace"]);
    assert!(told.contains("the former database is") && told.contains("exit status 0"), "{told}");
    let told = transcript(&["check", "--data", house]);
    assert!(
        told.contains("0 games, 0 events, 0 cards, 0 studies, 0 problems\nhash of all games: 0")
            && told.contains("exit status 0"),
        "{told}"
    );
    let told = transcript(&["move-house", "--data", house, "--to", &format!("sqlite://{other}/new.db?mode=rwc")]);
    assert!(told.contains("every table as it was") && told.contains("exit status 0"), "{told}");
}

#[test]
fn help() {
    assert_runs!(["--help"], ["-h"], ["--version"]);
}

#[test]
fn help_of_commands() {
    assert_runs!(
        ["serve", "--help"],
        ["worker", "--help"],
        ["people", "--help"],
        ["people", "host", "--help"],
        ["people", "ban", "--help"],
        ["collection", "--help"],
        ["collection", "add", "--help"],
        ["backup", "--help"],
        ["restore", "--help"],
        ["check", "--help"],
        ["move-house", "--help"],
        ["games", "--help"],
        ["state", "--help"],
        ["legal", "--help"],
        ["show", "--help"],
        ["perft", "--help"],
        ["bench", "--help"],
        ["best", "--help"],
        ["uci", "--help"],
        ["match", "--help"],
        ["lab", "--help"],
        ["lab", "match", "--help"],
        ["lab", "datagen", "--help"],
        ["lab", "tune", "--help"],
        ["replay", "--help"],
        ["convert", "--help"],
        ["completions", "--help"],
    );
}

#[test]
fn games() {
    assert_runs!(["games"]);
}

#[test]
fn games_json() {
    assert_runs!(["games", "--json"]);
}

#[test]
fn state() {
    assert_runs!(
        ["state", "janggi"],
        ["state", "janggi", "a4a5", "a7a6"],
        ["state", "janggi", "--", "71-61", "41兵51"],
        ["state", "janggi", "--rules", "kja;cho=outer;han=left"],
        ["state", "janggi", "--state", ENDGAME, "d1e1", "e10e10"],
        ["state", "janggi", "--rules", "traditional", "--state", ENDGAME, "d1e1", "e10e10"],
        ["state", "janggi", "e2e2", "e9e9"],
        ["state", "janggi", "resign"],
    );
}

#[test]
fn refusals() {
    assert_runs!(
        ["state", "janggi", "a4a5", "a7a8"],
        ["state", "janggi", "b3b7"],
        ["state", "janggi", "b1d2"],
        ["state", "janggi", "a1a4"],
        ["state", "janggi", "a7a6"],
        ["state", "janggi", "zz"],
        ["state", "janggi", ""],
        ["state", "janggi", "--rules", "seed1", "e2e2"],
        ["state", "janggi", "e2e2", "e9e9", "a4a5"],
        ["legal", "janggi", "--state", ENDGAME, "h1h2", "e10e9", "d1d5"],
    );
}

#[test]
fn bad_usage() {
    assert_runs!(
        ["state"],
        ["state", "checkers"],
        ["state", "janggi", "--state", "9/9/9 w"],
        ["state", "janggi", "--state", "4k4/9/9/9/9/9/9/9/9/4X4 w - - 0 1"],
        ["state", "janggi", "--state", ""],
        ["state", "janggi", "--rules", "house-rules"],
        ["state", "janggi", "--rules", "kja;pass=sometimes"],
        ["state", "janggi", "--rules", "kja;speed=fast"],
        ["perft", "janggi"],
        ["perft", "janggi", "many"],
        ["perft", "janggi", "1000"],
        ["replay", "no-such-file.gib"],
        ["convert", "no-such-file.gib"],
        ["dance"],
    );
}

#[test]
fn legal() {
    assert_runs!(["legal", "janggi"], ["legal", "janggi", "--state", ENDGAME], ["legal", "janggi", "e2e2", "e9e9"]);
}

#[test]
fn show() {
    assert_runs!(["show", "janggi"], ["show", "janggi", "a4a5", "a7a6"]);
}

#[test]
fn perft() {
    assert_runs!(
        ["perft", "janggi", "0"],
        ["perft", "janggi", "3"],
        ["perft", "janggi", "--rules", "fsf-janggi", "--state", ENDGAME, "--divide", "2"],
    );
}

const MATE_IN_ONE: &str = "4k4/R8/9/9/9/9/9/9/9/3K3R1 w - - 0 1";

/// The choice alone on the last line; before it thoughts, whose numbers change with the engine.
#[test]
fn best() {
    for limit in [["--nodes", "3000"], ["--level", "18k"], ["--level", "3단"], ["--ms", "100"]] {
        let script = transcript(&["best", "janggi", "--state", MATE_IN_ONE, limit[0], limit[1]]);
        assert!(script.contains(" score win-in-1 nodes "), "{script}");
        assert!(script.ends_with("\nh1h10\n--- exit status 0"), "{script}");
    }
    let thought = transcript(&["best", "janggi", "--nodes", "200"]);
    assert_eq!(thought, transcript(&["best", "janggi", "--nodes", "200"]), "the same question, the same answer");
    for game in ["nanguk", "tigers", "yonin"] {
        let script = transcript(&["best", game, "--nodes", "20"]);
        assert!(script.ends_with("--- exit status 0"), "{script}");
    }
}

#[test]
fn best_refuses() {
    assert_runs!(
        ["best"],
        ["best", "janggi", "--level", "30k"],
        ["best", "janggi", "--level", "3k", "--nodes", "5"],
        ["best", "janggi", "--nodes", "0"],
        ["best", "janggi", "a1a9"],
        ["best", "janggi", "e2e2", "e9e9"],
    );
}

#[test]
fn matches_refuse() {
    assert_runs!(
        ["match", "--engine1", "daeguk:level=40k"],
        ["match", "--limit", "speed=3"],
        ["match", "--rules", "checkers"],
        ["match", "--openings", "no-such-file.epd"],
        ["match", "--engine2", "no-such-engine"],
        ["match", "--sprt", "5"],
        ["match", "--games", "0"],
        ["lab", "tune", "--out", "x.rs"],
        ["lab", "tune", "--out", "x.rs", "no-such.data"],
    );
}

/// A short match of our engine against itself: everything but the result is fixed.
#[test]
fn a_match_is_played_and_saved() {
    let file = std::env::temp_dir().join(format!("daeguk-match-{}.jgn", std::process::id()));
    let path = file.to_string_lossy().into_owned();
    let mut words = vec!["match", "--engine1", "daeguk:nodes=60", "--engine2", "daeguk:level=16k", "--games", "2"];
    if has_records() {
        words.extend(["--save", path.as_str()]);
    }
    let output = command(&words).output().expect("the binary runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let names: Vec<_> = out.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["engines", "games", "won", "pairs", "score", "elo", "los", "ends", "faults"], "{out}{err}");
    assert!(out.contains("games 2\n") && out.ends_with("faults 0 - 0\n"), "{out}");
    assert_eq!(err.lines().count(), 2, "a line a game: {err}");
    if has_records() {
        let replayed = transcript(&["replay", &path]);
        assert!(replayed.contains("\n2 games, 2 legal, 0 refused\n"), "{replayed}");
        std::fs::remove_file(&file).expect("it was written");
    }
}

/// Data from a few short games, interrupted by nothing, then too little to tune on.
#[test]
fn the_lab_makes_data() {
    let file = std::env::temp_dir().join(format!("daeguk-lab-{}.data", std::process::id()));
    let path = file.to_string_lossy().into_owned();
    let words = ["lab", "datagen", "--out", &path, "--games", "2", "--nodes", "50"];
    let first = transcript(&words);
    assert!(first.contains("\n2 of 2 games, ") && first.ends_with("--- exit status 0"), "{first}");
    assert_eq!(transcript(&words), first, "what is there is not made again");
    let other = transcript(&["lab", "datagen", "--out", &path, "--games", "2", "--nodes", "51"]);
    assert!(other.contains("was made with other settings") && other.ends_with("--- exit status 2"), "{other}");
    let tuned = transcript(&["lab", "tune", "--out", "unused.rs", &path]);
    assert!(tuned.contains("not enough to tune on") && tuned.ends_with("--- exit status 2"), "{tuned}");
    std::fs::remove_file(&file).expect("it was written");
}

/// The protocol through the real binary: the end of input ends it, whatever it is doing.
#[test]
fn uci_speaks_on_its_streams() {
    use std::io::Write as _;
    let mut child = command(&["uci"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("it was piped");
    input.write_all(b"isready\nposition startpos moves a4b4\ngo infinite\n").expect("it listens");
    drop(input);
    let mut text = String::new();
    child.stdout.take().expect("it was piped").read_to_string(&mut text).expect("it is text");
    assert!(text.starts_with("readyok\n") && text.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// Whether the game reads records at all.
fn has_records() -> bool {
    engine::catalog::find("janggi").is_some_and(|game| !game.about().formats.is_empty())
}

#[test]
fn replay() {
    if has_records() {
        assert_runs!(["replay", "club.gib"], ["replay", "club.jgn", "club.gib"]);
    }
}

#[test]
fn convert() {
    if has_records() {
        assert_runs!(
            ["convert", "club.gib", "--to", "jgn"],
            ["convert", "club.jgn", "--to", "uci"],
            ["convert", "club.jgn", "--to", "sgf"],
        );
    }
}

#[test]
fn completions_know_the_commands_and_the_games() {
    let script = transcript(&["completions", "bash"]);
    assert!(script.contains("perft") && script.contains("janggi"), "{script}");
    assert!(script.ends_with("--- exit status 0"));
}

/// The reader leaves after a few bytes, as `daeguk … | head -1` does.
#[test]
fn a_broken_pipe_is_a_quiet_success() {
    for words in [&["games"][..], &["--help"], &["completions", "bash"], &["legal", "janggi"]] {
        let mut child = command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
        drop(child.stdout.take());
        let mut complaint = String::new();
        child.stderr.take().expect("it was piped").read_to_string(&mut complaint).expect("it is text");
        assert_eq!((child.wait().expect("it ends").code(), complaint.as_str()), (Some(0), ""), "{words:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_bad_usage() {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let garbage = std::ffi::OsStr::from_bytes(b"\xff\xfe");
        let output = command(&["state", "janggi"]).arg(garbage).output().expect("the binary runs");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}

#[test]
fn lab_matches_say_what_they_cannot_do() {
    assert_runs!(
        ["lab", "match"],
        ["lab", "match", "--game", "checkers"],
        ["lab", "match", "--game", "tigers", "--one", "champion"],
        ["lab", "match", "--game", "tigers", "--one", "net"],
        ["lab", "match", "--game", "tigers", "--rules", "base;speed=fast"],
        ["lab", "match", "--game", "tigers", "--sprt", "10"],
    );
}

/// All of the summary but the lines about time is the same every time.
#[test]
fn lab_matches_are_summed_up() {
    let words = ["--one", "greedy", "--two", "random", "--nodes", "50", "--games", "4", "--sprt", "0,30"];
    let text = transcript(&[&["lab", "match", "--game", "tigers", "--rules", "base"], &words[..]].concat());
    let stable: Vec<_> = text.lines().filter(|line| !line.starts_with("thoughts of")).collect();
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(stable.join("\n")) });
}
