//! Seats that are exchanged once the ground lies.

use super::*;

const EXCHANGE: &str = r#"{"t":"sides","d":"exchange"}"#;
const KEEP: &str = r#"{"t":"sides","d":"keep"}"#;

/// Two people at nanguk on a plain, where Red may take Blue's seat.
fn two(clock: Option<Control>) -> (Hall, Guest, Guest) {
    let (blue, red) = (guest(), guest());
    let options = BTreeMap::from([("swap".to_owned(), "on".to_owned())]);
    let start = BTreeMap::from([("terrain".to_owned(), "plain".to_owned())]);
    let seats = vec![me(), SeatWish::Open];
    let asked =
        GameWish { kind: "nanguk".to_owned(), preset: Some("base".to_owned()), options, start, clock, ..wish(seats) };
    let mut hall = Hall::new(asked, &blue);
    hall.say(&red, r#"{"t":"sit","seat":1}"#).expect("a seat");
    (hall, blue, red)
}

fn first_of(hall: &Hall, who: &Guest) -> String {
    hall.see(who)["legal"][0].as_str().expect("an action").to_owned()
}

#[test]
fn who_moves_second_takes_the_first_move() {
    let (mut hall, blue, red) = two(None);
    for who in [&blue, &red] {
        let state = hall.see(who);
        assert_eq!((&state["turn"], &state["sides"], &state["legal"]), (&1.into(), &1.into(), &serde_json::json!([])));
    }
    assert!(hall.see(&red)["can"].as_array().expect("words").contains(&"sides".into()));
    assert!(!hall.see(&blue)["can"].as_array().expect("words").contains(&"sides".into()));
    assert_eq!(hall.act(&red, "e2-e3"), Err("E_SIDES"), "nobody moves before that");
    assert_eq!(hall.act(&blue, "e2-e3"), Err("E_TURN"));
    assert_eq!(hall.say(&blue, EXCHANGE), Err("E_SIDES"));
    hall.say(&red, EXCHANGE).expect("the rules have it");
    let state = hall.see(&red);
    assert_eq!((&state["you"], &state["turn"]), (&serde_json::json!([0]), &0.into()));
    assert!(state["sides"].is_null());
    assert_eq!(hall.say(&blue, EXCHANGE), Err("E_SIDES"), "once");
    let action = first_of(&hall, &red);
    hall.act(&red, &action).expect("the first move");
    hall.check(&[&blue, &red]);
}

#[test]
fn who_keeps_the_seat_moves_second() {
    let (mut hall, blue, red) = two(None);
    hall.say(&red, KEEP).expect("a choice");
    assert_eq!(hall.say(&red, EXCHANGE), Err("E_SIDES"));
    let action = first_of(&hall, &blue);
    hall.act(&blue, &action).expect("the first move");
    hall.check(&[&blue, &red]);
}

/// The same on ground that they have built.
fn builders(clock: Option<Control>) -> (Hall, Guest, Guest) {
    let (blue, red) = (guest(), guest());
    let options = BTreeMap::from([("swap".to_owned(), "on".to_owned())]);
    let seats = vec![me(), SeatWish::Open];
    let asked = GameWish { kind: "nanguk".to_owned(), preset: Some("base".to_owned()), options, clock, ..wish(seats) };
    let mut hall = Hall::new(asked, &blue);
    hall.say(&red, r#"{"t":"sit","seat":1}"#).expect("a seat");
    while hall.see(&blue)["sides"].is_null() {
        let who = if hall.see(&blue)["turn"] == 0 { &blue } else { &red };
        let action = first_of(&hall, who);
        hall.act(who, &action).expect("it is legal");
    }
    (hall, blue, red)
}

/// The clock of whoever decides runs, and the seats keep their clocks.
#[test]
fn deciding_takes_time() {
    let control = Control { main_ms: 60_000, ..Control::default() };
    let (mut hall, blue, red) = builders(Some(control));
    hall.now_ms += 20_000;
    hall.say(&red, EXCHANGE).expect("a choice");
    hall.now_ms += 5_000;
    let clock = &hall.see(&blue)["clock"];
    assert_eq!(
        (&clock["seats"][0]["main_ms"], &clock["seats"][1]["main_ms"]),
        (&55_000.into(), &40_000.into()),
        "{clock}"
    );
    hall.check(&[&blue, &red]);
}

#[test]
fn nobody_exchanges_with_themselves() {
    let own = guest();
    let options = BTreeMap::from([("swap".to_owned(), "on".to_owned())]);
    let start = BTreeMap::from([("terrain".to_owned(), "plain".to_owned())]);
    let asked = GameWish {
        kind: "nanguk".to_owned(),
        preset: Some("base".to_owned()),
        options,
        start,
        ..wish(vec![me(), me()])
    };
    let mut hall = Hall::new(asked, &own);
    assert!(hall.see(&own)["sides"].is_null());
    let action = first_of(&hall, &own);
    hall.act(&own, &action).expect("a move");
    assert_eq!(hall.say(&own, EXCHANGE), Err("E_SIDES"));
}
