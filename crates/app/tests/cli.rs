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

#[test]
fn serve_prints_its_address_and_ends_when_told() {
    use std::io::BufRead as _;
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain name");
    let mut child = command(&["serve", "--listen", "127.0.0.1:0", "--data", data])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.starts_with("Daeguk 대국 ") && line.contains(": http://127.0.0.1:"), "{line}");
    let told = std::process::Command::new("kill").arg(child.id().to_string()).status();
    assert!(told.expect("kill").success());
    assert!(child.wait().expect("it ends").success());
    assert!(folder.path().join("daeguk.db").exists());
}

#[test]
fn serve_says_what_it_cannot_do() {
    assert_runs!(
        ["serve", "--listen", "nowhere"],
        ["serve", "--database", "ftp://example.org"],
        ["serve", "--data", "/dev/null/x"],
        ["serve", "--public-url", "example.org"],
    );
}

#[test]
fn help() {
    assert_runs!(["--help"], ["-h"], ["--version"]);
}

#[test]
fn help_of_commands() {
    assert_runs!(
        ["serve", "--help"],
        ["games", "--help"],
        ["state", "--help"],
        ["legal", "--help"],
        ["show", "--help"],
        ["perft", "--help"],
        ["bench", "--help"],
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
