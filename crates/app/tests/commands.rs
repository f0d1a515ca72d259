//! The commands through the library, with a toy game: what they promise for any game.

mod toy;

use std::path::PathBuf;

use app::{Console, Exit, House};
use game::rng::SplitMix;

/// What a command said, and how it left.
#[derive(Debug)]
struct Said {
    out: String,
    err: String,
    exit: Exit,
}

fn daeguk(words: &[&str]) -> Said {
    on_console(words, false, false)
}

fn on_console(words: &[&str], colorful: bool, watched: bool) -> Said {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console { out: &mut out, err: &mut err, colorful, watched };
    let line = std::iter::once("daeguk").chain(words.iter().copied());
    let exit = app::run(line, House::new(toy::GAMES), &mut console);
    let text = |bytes| String::from_utf8(bytes).expect("commands speak UTF-8");
    Said { out: text(out), err: text(err), exit }
}

fn assert_said(words: &[&str], exit: Exit, out: &str, err: &str) {
    let said = daeguk(words);
    assert_eq!((said.out.as_str(), said.err.as_str(), said.exit), (out, err, exit), "{words:?}");
}

/// A file in a folder of its own test.
fn file(name: &str, content: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("commands");
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be made");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("temporary files can be written");
    path.into_os_string().into_string().expect("the path is plain text")
}

#[test]
fn state_prints_the_state_and_the_turn() {
    assert_said(&["state", "nim"], Exit::Done, "9 left\nturn left\n", "");
    assert_said(&["state", "nim", "3", "3"], Exit::Done, "3 left\nturn left\n", "");
    assert_said(&["state", "nim", "--rules", "slow;heap=5", "2"], Exit::Done, "3 right\nturn right\n", "");
    assert_said(&["state", "nim", "--state", "4 right", "3"], Exit::Done, "0 right\nresult left empty\n", "");
    assert_said(&["state", "nim", "resign"], Exit::Done, "9 left\nresult right resign\n", "");
}

#[test]
fn a_refused_action_leaves_the_state_before_it() {
    let reason = "E_TAKE: 4 cannot be taken\n";
    assert_said(&["state", "nim", "3", "4", "1"], Exit::Refused, "6 right\nturn right\n", reason);
    assert_said(&["legal", "nim", "3", "4", "1"], Exit::Refused, "1\n2\n3\n", reason);
    assert_said(&["show", "nim", "3", "4", "1"], Exit::Refused, "||||||\n", reason);
    assert_said(&["state", "nim", "x"], Exit::Refused, "9 left\nturn left\n", "E_SYNTAX: `x` is not a number\n");
    assert_said(&["state", "nim", ""], Exit::Refused, "9 left\nturn left\n", "E_SYNTAX: `` is not a number\n");
}

#[test]
fn actions_may_stand_behind_a_double_hyphen() {
    assert_said(&["state", "nim", "--", "2", "--"], Exit::Done, "7 left\nturn left\n", "");
    assert_said(
        &["state", "nim", "--", "--"],
        Exit::Refused,
        "9 left\nturn left\n",
        "E_PASS: a pass needs seven matches\n",
    );
    assert_said(&["legal", "nim", "--rules", "slow", "--", "2"], Exit::Done, "--\n1\n2\n", "");
}

#[test]
fn what_the_rules_force_is_carried_out_after_an_action_but_not_on_loading() {
    assert_said(&["state", "nim", "--state", "4 left", "3"], Exit::Done, "0 left\nresult right empty\n", "");
    assert_said(&["state", "nim", "--state", "4 left", "3", "1"], Exit::Done, "0 left\nresult right empty\n", "");
    assert_said(&["state", "nim", "--state", "1 left"], Exit::Done, "1 left\nturn left\n", "");
}

#[test]
fn a_finished_game_has_no_legal_action() {
    assert_said(&["legal", "nim", "--state", "0 left"], Exit::Done, "", "");
    assert_said(
        &["state", "nim", "--state", "0 left", "1"],
        Exit::Refused,
        "0 left\nresult right empty\n",
        "E_OVER: the game is over\n",
    );
}

#[test]
fn bad_usage_prints_nothing_on_standard_output() {
    let lines: &[&[&str]] = &[
        &["state"],
        &["state", "chess"],
        &["state", "nim", "--state", "many left"],
        &["state", "nim", "--rules", "quick"],
        &["state", "nim", "--rules", "most=9"],
        &["state", "nim", "--rules", "common;heap"],
        &["perft", "nim"],
        &["perft", "nim", "deep"],
        &["perft", "nim", "-1"],
        &["perft", "nim", "65"],
        &["bench", "chess"],
        &["replay"],
        &["replay", "no-such-file.nim"],
        &["replay", "."],
        &["convert", "no-such-file.nim", "--to", "nim"],
        &["completions", "tortoise"],
        &["dance"],
        &["--loud"],
    ];
    for words in lines {
        let said = daeguk(words);
        assert_eq!((said.out.as_str(), said.exit), ("", Exit::Misused), "{words:?}");
        assert!(!said.err.is_empty(), "{words:?}");
    }
    assert_said(
        &["state", "nim", "--state", "many left"],
        Exit::Misused,
        "",
        "E_STATE: `many left`: the first word is not a number\n",
    );
}

#[test]
fn perft_counts_and_divides() {
    assert_said(&["perft", "nim", "0"], Exit::Done, "1\n", "");
    assert_said(&["perft", "nim", "--divide", "0"], Exit::Done, "1\n", "");
    assert_said(&["perft", "nim", "1"], Exit::Done, "3\n", "");
    assert_said(&["perft", "nim", "2", "--divide"], Exit::Done, "1 3\n2 4\n3 3\n10\n", "");
    assert_said(&["perft", "nim", "--state", "2 left", "3"], Exit::Done, "0\n", "");
}

#[test]
fn a_watched_count_says_the_same_on_standard_output() {
    assert_eq!(on_console(&["perft", "nim", "3"], false, true).out, daeguk(&["perft", "nim", "3"]).out);
}

#[test]
fn bench_ends_with_its_checksum() {
    let said = daeguk(&["bench"]);
    let nodes = |words| daeguk(words).out.trim().parse::<u64>().expect("perft prints a number");
    let sum = nodes(&["perft", "nim", "4"]) + nodes(&["perft", "nim", "--rules", "slow", "--state", "20 left", "5"]);
    assert_eq!(said.out.lines().last(), Some(format!("Bench: {sum}").as_str()));
    assert_eq!(said.out.lines().count(), 7);
    assert!(said.out.contains("\nSearch: 0\n"), "nobody thinks about nim");
    assert_said(&["best", "nim"], Exit::Misused, "", "no engine plays nim yet\n");
    assert_eq!(daeguk(&["bench", "nim"]).exit, Exit::Done);
}

#[test]
fn show_paints_only_where_colors_are_wanted() {
    assert_eq!(daeguk(&["show", "nim"]).out, "|||||||||\n");
    assert_eq!(on_console(&["show", "nim"], true, false).out, "\x1b[1;36m|||||||||\x1b[0m\n");
}

#[test]
fn replay_reports_every_refused_game_and_counts() {
    let good = file("good.nim", "9 left: 3 3 3\n\n5 right: 2\n");
    let bad = file("bad.nim", "9 left: 3 3\n9 left: 4\n\nnonsense\n");
    assert_said(&["replay", &good], Exit::Done, "2 games, 2 legal, 0 refused\n", "");
    let report = format!(
        "{bad}:2: E_TAKE: 4 cannot be taken\n{bad}:4: E_SYNTAX: a colon is missing\n5 games, 3 legal, 2 refused\n"
    );
    assert_said(&["replay", &good, &bad], Exit::Refused, &report, "");
}

#[test]
fn the_content_tells_the_format_when_the_ending_does_not() {
    let unnamed = file("games.txt", "9 left: 3\n");
    assert_said(&["replay", &unnamed], Exit::Done, "1 games, 1 legal, 0 refused\n", "");
    let foreign = file("poem.txt", "an old pond\n");
    let reason = format!("{foreign} holds no record in a known format (known are .nim, .nimlog)\n");
    assert_said(&["replay", &unnamed, &foreign], Exit::Misused, "", &reason);
    let empty = file("empty.nim", "");
    assert_said(&["replay", &empty], Exit::Done, "0 games, 0 legal, 0 refused\n", "");
    let all_bad = file("all-bad.nim", "9 left: 5\n");
    assert_eq!(daeguk(&["replay", &all_bad]).exit, Exit::Refused);
}

#[test]
fn convert_writes_what_it_can_and_reports_the_rest() {
    let path = file("convert.nim", "9 left: 3 3\n9 left: 4\n9 left:\n5 right: 2\n");
    let report = format!("{path}:2: E_TAKE: 4 cannot be taken\n{path}:game 3: E_EMPTY: nothing was played\n");
    assert_said(&["convert", &path, "--to", "nim"], Exit::Refused, "9 left: 3 3\n5 right: 2\n", &report);
    assert_said(&["convert", &path, "--to", "pgn"], Exit::Misused, "", "nim has no format `pgn`; it writes nim\n");
    assert_said(
        &["convert", &path, "--to", "nimlog"],
        Exit::Misused,
        "",
        "`nimlog` is for reading only; nim writes nim\n",
    );
}

#[test]
fn games_are_listed_for_people_and_for_programs() {
    insta::assert_snapshot!(daeguk(&["games"]).out);
    insta::assert_snapshot!(daeguk(&["games", "--json"]).out);
}

#[test]
fn every_shell_gets_a_script_that_knows_the_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = daeguk(&["completions", shell]);
        assert_eq!(said.exit, Exit::Done);
        assert!(said.out.contains("perft"), "{shell}");
    }
    assert!(daeguk(&["completions", "bash"]).out.contains("nim"));
}

/// How many of the words, from the first, are commands.
const COMMANDS: usize = 10;
const WORDS: &[&str] = &[
    "state",
    "legal",
    "show",
    "perft",
    "bench",
    "best",
    "games",
    "replay",
    "convert",
    "completions",
    "nim",
    "nimm",
    "--rules",
    "--state",
    "--divide",
    "--json",
    "--to",
    "--",
    "-",
    "--help",
    "-h",
    "-V",
    "1",
    "3",
    "9 left",
    "slow",
    "heap=4",
    "most=4;;",
    ";",
    "=",
    "0",
    "-1",
    "99999999999999999999",
    "",
    " ",
    "\0",
    "한",
    "🂡",
    "--state=",
    "--rules==",
    "4294967295 left",
    "resign",
    "resign:",
    "timeout:nobody",
    "agree",
    "bash",
    "/",
    "\u{301}",
    "\x1b[31m",
    "%s",
    "*",
];

#[test]
fn nothing_that_is_typed_makes_a_panic() {
    let mut rng = SplitMix::new(2026);
    for _ in 0..1000 {
        // Without a command, as in `daeguk --`, the house would open.
        let command = WORDS[rng.below(COMMANDS)];
        let rest = (0..rng.below(6)).map(|_| WORDS[rng.below(WORDS.len())]);
        let words: Vec<&str> = std::iter::once(command).chain(rest).collect();
        let said = daeguk(&words);
        if said.exit == Exit::Misused {
            assert_eq!(said.out, "", "{words:?}");
        }
        assert_eq!(said.exit == Exit::Done, said.err.is_empty(), "{words:?}: {said:?}");
    }
}
