//! Game records (§34).

use game::{Entry, Match, Position as _, Record, RecordError, Seat};
use tigers::{Position, Rules, Start};

fn read(text: &str) -> Vec<Result<Record, RecordError>> {
    Position::FORMATS[0].read(text.as_bytes())
}

fn write(record: &Record) -> String {
    let bytes = (Position::FORMATS[0].write.expect("writable"))(record).expect("a record");
    String::from_utf8(bytes).expect("text")
}

fn game() -> Match<Position> {
    Match::start(Rules::default(), &Start::default()).expect("the game starts")
}

#[test]
fn a_record_is_what_the_rule_book_shows() {
    let mut game = game();
    for deed in ["GYm5", "end", "zym22", "timeoutB", "resignB"] {
        game.act(deed).unwrap_or_else(|refusal| panic!("{deed}: {refusal}"));
    }
    let mut record = game.record();
    record.set_header("date", "2026-02-02");
    record.set_header("playerA", "관우");
    let text = write(&record);
    assert_eq!(
        text,
        "format: FTG1\ndate: 2026-02-02\nplayerA: 관우\nmode: base\nfirst: A\n\
         start: FTG1:b GY@0:10,ZF@1:6,ZY@2:8,HZ@3:6,MC@4:4 gy@29:10,zf@28:6,zy@27:8,hz@26:6,mc@25:4 A3 - - 0-0 1.0 *\n\
         1. GYm5 end\n2. zym22 end ;timeout\n3. resignB\nresult: A+surrender\n"
    );
    assert_eq!(read(&text), [Ok(record)]);
}

#[test]
fn notes_and_clocks_survive() {
    let mut game = game();
    for deed in ["GYm5", "end", "timeoutB", "ZYm7"] {
        game.act(deed).expect(deed);
    }
    let mut record = game.record();
    record.entries[0] = Entry { clock_ms: Some(59_000), notes: vec!["bold".to_owned()], ..record.entries[0].clone() };
    record.entries[2].notes = vec!["asleep".to_owned(), "again; really".to_owned()];
    record.entries[3].clock_ms = Some(1);
    assert_eq!(read(&write(&record)), [Ok(record)]);
}

#[test]
fn open_markers_are_in_the_record() {
    let rules = Rules { markers: tigers::Markers::Open, ..Rules::of(tigers::Mode::Full) };
    let record = Match::<Position>::start(rules, &Start::default()).expect("the game starts").record();
    assert!(write(&record).contains("\nmarkers: open\n"));
    assert_eq!(read(&write(&record)), [Ok(record)]);
}

#[test]
fn a_file_holds_many_games() {
    let text = format!(
        "{}\n{}",
        include_str!("../data/golden-base.ftg"),
        include_str!("../data/golden-full.ftg").replace("3. ZYm7-8-13", "3. ZYm7-8-18")
    );
    let games = read(&text);
    assert_eq!(games.len(), 2);
    assert!(games[0].is_ok());
    let error = games[1].as_ref().expect_err("18 is not next to 8");
    assert_eq!((error.line, error.refusal.code), (21, "NOT_ADJACENT"));
}

#[test]
fn claims_are_checked() {
    let text = include_str!("../data/golden-base.ftg");
    let wrong_result = read(&text.replace("result: A+knock", "result: B+knock"));
    assert_eq!(wrong_result[0].as_ref().expect_err("A won").line, 15);
    let wrong_final = read(&text.replace("final: FTG1:b GY@30", "final: FTG1:b GY@31"));
    assert_eq!(wrong_final[0].as_ref().expect_err("Guan Yu is on 30").line, 16);
    let wrong_turn = read(&text.replace("\n7. ", "\n8. "));
    assert_eq!(wrong_turn[0].as_ref().expect_err("turn 7").line, 8);
    assert!(read("GYm5\n")[0].is_err());
    assert!(read("").is_empty());
}

#[test]
fn time_belongs_to_whoever_is_to_move() {
    let mut game = game();
    game.act("end ;timeout").expect("A's clock");
    assert_eq!(game.turn(), Some(Seat::SECOND));
}
