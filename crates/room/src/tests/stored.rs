//! Games that were stored by earlier releases come back, row by row as they were written.

use super::*;

const PLAN: &str = r#"{"kind":"janggi","choices":"kja","position":null,"choose":true,"given":[null,null],"chairs":[{"person":{"guest":"h30000000000","name":"민수"}},"open"],"control":{"main_ms":60000,"increment_ms":1000,"byoyomi_ms":0,"periods":0,"turn_ms":0,"total_ms":0}}"#;
const START: &str = r#"{"type":"start","rules":"kja","start":"rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1"}"#;
const CHO: &str = "h30000000000";
const HAN: &str = "i30000000000";

/// When, whose message with which id, and the event.
const ROWS: [(i64, &str, &str, &str); 11] = [
    (0, HAN, "h1", r#"{"type":"sit","seat":1,"chair":{"person":{"guest":"i30000000000","name":"영희"}}}"#),
    (0, HAN, "h2", r#"{"type":"chose","seat":1,"value":"inner"}"#),
    (0, "", "", r#"{"type":"chose","seat":0,"value":"outer"}"#),
    (0, CHO, "c1", START),
    (5000, CHO, "c2", r#"{"type":"act","deeds":[[0,"a4b4"]]}"#),
    (9000, HAN, "h3", r#"{"type":"act","deeds":[[1,"a7b7"]],"thought_ms":3000}"#),
    (9000, HAN, "h4", r#"{"type":"offer","seat":1,"what":"takeback"}"#),
    (9000, "", "", r#"{"type":"accept","seat":0,"what":"takeback"}"#),
    (9000, CHO, "c3", r#"{"type":"takeback","to":1}"#),
    (12_000, HAN, "h5", r#"{"type":"act","deeds":[[1,"b10c8"]]}"#),
    (12_000, CHO, "c4", r#"{"type":"leave","seat":0,"why":"resigned"}"#),
];

fn stored() -> StoredGame {
    let row = |(at_ms, guest, ack, body): (i64, &str, &str, &str)| StoredEvent {
        at_ms,
        guest: guest.to_owned(),
        ack: ack.to_owned(),
        body: body.to_owned(),
    };
    StoredGame { plan: PLAN.to_owned(), created_ms: 0, events: ROWS.map(row).to_vec() }
}

#[test]
fn a_game_of_an_earlier_release_is_the_game_that_was_left() {
    let sitting = Sitting::restored(Home.new_game(), &stored(), &|at_ms| at_ms).expect("rows of ours");
    let own = sitting.seats_of(CHO.parse().expect("an id"));
    let (presence, stamp) = (Presence::default(), Stamp { at_ms: 12_000, uptime_ms: 12_000 });
    let looker = Looker {
        own: &own,
        invited: &[],
        presence: &presence,
        faces: &Faces::default(),
        stamp,
        drawn: &Drawn::default(),
    };
    let state: Value = serde_json::from_str(&sitting.state_text(&looker)).expect("JSON");
    assert_eq!(state["v"], 11);
    assert_eq!(state["result"]["text"], "han resign");
    assert_eq!(state["seats"][1]["name"], "영희");
    let deeds = serde_json::json!([
        { "seat": 0, "text": "a4b4", "clock_ms": 60_000, "at_ms": 5000 },
        { "seat": 1, "text": "b10c8", "clock_ms": 58_000, "at_ms": 12_000 },
        { "seat": 0, "text": "resign:cho", "clock_ms": 61_000, "at_ms": 12_000 },
    ]);
    assert_eq!(state["deeds"], deeds);
    assert_eq!(sitting.journal.acknowledged(HAN.parse().expect("an id"), "h4"), Some(7));
}

#[test]
fn a_plan_is_written_as_it_was_read() {
    let plan: Plan = serde_json::from_str(PLAN).expect("a plan of ours");
    assert_eq!(serde_json::to_string(&plan).expect("plain data"), PLAN);
}

#[test]
fn a_row_that_is_not_ours_is_told_and_harms_nobody() {
    for body in ["", "{}", r#"{"type":"fly"}"#, r#"{"type":"sit","seat":9,"chair":"open"}"#] {
        let mut stored = stored();
        stored.events[6].body = body.to_owned();
        assert!(Sitting::restored(Home.new_game(), &stored, &|at_ms| at_ms).is_err(), "{body}");
    }
}
