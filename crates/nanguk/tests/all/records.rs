//! The `.ngn` format: exact, many games a file, errors with lines.

use game::{Entry, Match, Record, choices};
use nanguk::{NGN, Position, Rules, Start};

fn write(record: &Record) -> String {
    let bytes = (NGN.write.expect("it is written"))(record).expect("a record of this game");
    String::from_utf8(bytes).expect("UTF-8")
}

fn read_one(text: &str) -> Result<Record, String> {
    let mut games = NGN.read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).map_err(|error| error.to_string())
}

fn played(choice: &str, actions: &str) -> Record {
    let (rules, start) = choices::parse::<Rules, Start>(choice).expect("known choices");
    let mut game = Match::<Position>::start(rules, &start).expect("a start");
    for action in actions.split(' ') {
        game.act(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    game.record()
}

#[test]
fn a_record_survives_with_headers_clocks_and_notes() {
    let mut record = played("base;terrain=example", "d2-d4 d7-d5 e2-e4 resign");
    record.set_header("Event", "A \"friendly\" game \\ on\ntwo lines");
    record.set_header("Blue", "이순신");
    record.entries[0].clock_ms = Some(581_250);
    record.entries[1].clock_ms = Some(3_600_000);
    record.entries[1].notes =
        vec!["a {strange} \\ note".into(), "[%clk 0:00:01]".into(), String::new(), "둘째\n줄".into()];
    record.entries[2].notes = vec!["[%clk 1:00:00]".into(), " spaces ".into()];
    let text = write(&record);
    assert_eq!(read_one(&text), Ok(record));
    assert!(text.contains("{[%clk 0:09:41.250]}"), "{text}");
}

#[test]
fn turns_have_numbers() {
    let record = played("base;turn_blocks=2", "+a1,b1 +a8 +b8 +c1,d1");
    let text = write(&record);
    assert!(text.contains("\n1. +a1 +b1 2. +a8 +b8 3. +c1 +d1\n*\n"), "{text}");
    assert_eq!(read_one(&text), Ok(record));
}

#[test]
fn whole_turns_and_other_spellings_are_read() {
    let record = played("base;turn_blocks=2", "+a1,b1 +a8 +b8");
    let mut text = write(&record);
    text = text.replace("+a1 +b1", "+b1,a1 {both}").replace("2. ", "");
    let again = read_one(&text).expect("a record");
    let deeds: Vec<&str> = again.deeds().collect();
    assert_eq!(deeds, ["+b1", "+a1", "+a8", "+b8"]);
    assert_eq!(again.entries[1].notes, ["both"]);
}

#[test]
fn a_broken_game_does_not_hide_the_others() {
    let good = write(&played("sea;terrain=myeongnyang", "d2-d3"));
    let bad = good.replace("d2-d3", "d2-d5");
    let file = format!("{good}{bad}{good}");
    let games = NGN.read(file.as_bytes());
    assert_eq!(games.len(), 3);
    assert!(games[0].is_ok() && games[2].is_ok());
    let error = games[1].as_ref().expect_err("d2-d5 is no move");
    let line = 1 + file[..file.find("d2-d5").expect("it is there")].matches('\n').count();
    assert_eq!((error.line as usize, error.refusal.code), (line, "E_PATTERN"));
}

#[test]
fn mistakes_have_lines() {
    let good = write(&played("base;terrain=plain", "d2-d4 d7-d5"));
    for (from, to, line, code) in [
        ("[Game \"nanguk\"]", "[Game \"janggi\"]", 1, "E_RECORD"),
        ("[Rules \"base\"]", "[Rules \"war\"]", 2, "E_OPTION"),
        ("[Rules \"base\"]", "[Rules base]", 2, "E_RECORD"),
        ("b B 0:0", "b B 0", 3, "E_STATE"),
        ("1. d2-d4", "{lost} 1. d2-d4", 6, "E_RECORD"),
        ("d7-d5", "d7-d5 {endless", 6, "E_RECORD"),
        ("d7-d5", "\nd7-d4", 7, "E_PATTERN"),
        ("\n*\n", "\nb+K\n", 7, "E_RECORD"),
        ("\n*\n", "\n* d4-d5\n", 7, "E_RECORD"),
    ] {
        let text = good.replace(from, to);
        assert_ne!(text, good, "{from}");
        let error = NGN.read(text.as_bytes()).remove(0).expect_err(to);
        assert_eq!(error.refusal.code, code, "{to}: {error}");
        assert_eq!(error.line, line, "{to}: {error}");
    }
}

#[test]
fn headers_that_the_format_needs_itself_are_refused() {
    let mut record = played("base;terrain=plain", "d2-d4");
    for name in ["Rules", "Start", "Result", "Game", "Two words", ""] {
        record.headers = vec![(name.to_owned(), "x".to_owned())];
        let refused = (NGN.write.expect("it is written"))(&record);
        assert_eq!(refused.map_err(|refusal| refusal.code), Err("E_RECORD"), "{name}");
    }
    record.headers.clear();
    record.entries.push(Entry::new("d4-d5"));
    assert!((NGN.write.expect("it is written"))(&record).is_err(), "an illegal game is not written");
}

#[test]
fn nothing_is_no_game() {
    assert!(NGN.read(b"").is_empty());
    assert!(NGN.read(b"\n\n  \n").is_empty());
}

/// A clock is what we write; anything else that looks like one is a note.
#[test]
fn clocks_that_no_clock_shows_are_notes() {
    let record = played("base;terrain=plain", "d2-d4");
    let text = write(&record);
    let most = u64::MAX;
    for clock in
        [format!("0:{most}:00"), format!("0:00:{most}"), format!("{most}:00:00"), "0:9:41".into(), "1:60:00".into()]
    {
        let noted = format!("[%clk {clock}]");
        let again = read_one(&text.replace("d2-d4", &format!("d2-d4 {{{noted}}}"))).expect("a record");
        assert_eq!((again.entries[0].clock_ms, &again.entries[0].notes), (None, &vec![noted]));
    }
}
