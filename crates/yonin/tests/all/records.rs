//! Records in the game's own format (§12).

use game::{Entry, Record, RecordError};
use yonin::{START, YSR};

fn read(text: &str) -> Vec<Result<Record, RecordError>> {
    YSR.read(text.as_bytes())
}

fn write(record: &Record) -> String {
    let write = YSR.write.expect("the format is written");
    String::from_utf8(write(record).expect("a record of the game")).expect("text")
}

#[track_caller]
fn error(text: &str) -> String {
    let games = read(text);
    games[0].as_ref().map_or_else(|error| format!("{} {}", error.line, error.refusal.code), |_| "none".to_owned())
}

#[test]
fn a_record_is_three_lines() {
    let text = "options federation cap=2\nposition startpos moves 5g5f 7e6e\nresult impasse 1:s 1:w 1:n 1:e\n";
    let record = read(text).remove(0).expect("a game");
    assert_eq!(record.rules, "federation;cap=2");
    assert_eq!(record.start, START);
    assert_eq!(record.deeds().collect::<Vec<_>>(), ["5g5f", "7e6e"]);
    assert_eq!(write(&record), text);
}

#[test]
fn other_starts_are_written_out() {
    let text = "options standard first=w\nposition startpos moves w:7e6e\n";
    let record = read(text).remove(0).expect("a game");
    let state = START.replace(" s ", " w ");
    assert_eq!(write(&record), format!("options standard\nposition ysfen {state} moves 7e6e\n"));
    assert_eq!(read(&write(&record)), [Ok(record)]);
}

#[test]
fn a_missing_result_is_found_by_replaying() {
    let record = read("options doubles\nposition startpos moves resign\n").remove(0).expect("a game");
    assert_eq!(record.result.as_deref(), Some("team:we 1:w 1:e 2:s 2:n"));
}

#[test]
fn blank_lines_separate_games_and_a_broken_one_hides_no_other() {
    let text = "\n\noptions standard\nposition startpos\n\noptions standard\nposition startpos moves 5g5z\n\n \noptions sdin\nposition startpos moves 5g5f\n";
    let games = read(text);
    assert_eq!(games.len(), 3);
    assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 2);
    let error = games[1].as_ref().expect_err("a wrong move");
    assert_eq!((error.line, error.refusal.code), (7, "E_SYNTAX"));
    assert!(error.refusal.detail.starts_with("deed 1, 5g5z: "), "{error}");
}

#[test]
fn errors_name_their_line() {
    assert_eq!(error("position startpos"), "1 E_SYNTAX");
    assert_eq!(error("options standard"), "1 E_SYNTAX");
    assert_eq!(error("options nobody\nposition startpos"), "1 E_OPTION");
    assert_eq!(error("options standard fate=odd\nposition startpos"), "1 E_OPTION");
    assert_eq!(error("options standard\nposition elsewhere"), "2 E_SYNTAX");
    assert_eq!(error("options standard\nposition startpos 5g5f"), "2 E_SYNTAX");
    assert_eq!(error("options standard\nposition ysfen 9/9 s - - - 1"), "2 E_STATE");
    assert_eq!(error("options standard\nposition startpos moves 5g5f 5g5f"), "2 E_EMPTY");
    assert_eq!(error("options standard\nposition startpos\nresult win:s 1:s 2:e 3:n 4:w"), "3 E_RESULT");
    assert_eq!(error("options standard\nposition startpos moves resign\nresult\n"), "3 E_SYNTAX");
    assert_eq!(
        error("options doubles\nposition startpos moves resign\nresult team:we 1:w 1:e 2:s 2:n\nmore"),
        "4 E_SYNTAX"
    );
    assert_eq!(error("options standard\n# note 1 nothing yet\nposition startpos"), "2 E_SYNTAX");
    assert_eq!(error("options standard\nposition startpos moves 5g5f\n# clock 1 soon"), "3 E_SYNTAX");
    assert_eq!(read("").len(), 0);
}

#[test]
fn headers_clocks_and_notes_survive() {
    let mut record = read("options standard\nposition startpos moves 5g5f timeout\n").remove(0).expect("a game");
    record.set_header("Event", "Spring \\ Cup\n二日目 ");
    record.set_header("Played by nobody", "");
    record.entries[1] = Entry {
        deed: "timeout".to_owned(),
        clock_ms: Some(0),
        notes: vec!["two\nlines".to_owned(), String::new(), " blanks \t".to_owned()],
    };
    assert_eq!(read(&write(&record)), [Ok(record.clone())]);
}
