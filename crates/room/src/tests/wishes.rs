//! What a viewer is told to be able to do is what would be heeded, and nothing else.

use super::histories::Evening;
use super::*;

/// Every message that stands for a word of `can`. Before play begins, leaving is getting up.
fn messages(word: &str, seats: usize, deeds: usize) -> Vec<String> {
    let named = |t: &str| (0..seats).map(|seat| format!(r#"{{"t":"{t}","seat":{seat}}}"#)).collect();
    match word {
        "hint" => vec![format!(r#"{{"t":"hint","n":{deeds}}}"#)],
        "sit" | "stand" | "resign" | "leave" => named(word),
        what => vec![format!(r#"{{"t":"offer","d":"{what}"}}"#)],
    }
}

/// Whether a copy of the table would heed one of these messages.
fn would_heed(hall: &Hall, who: &Guest, texts: &[String]) -> bool {
    texts.iter().any(|text| {
        let mut copy = hall.restored();
        let message = Message::read(text).expect("a message");
        copy.heed(who.person(), &message, hall.stamp(), &Home).is_ok()
    })
}

fn check(hall: &Hall, who: &Guest, seats: usize, label: &str) {
    let state = hall.see(who);
    let can = state["can"].as_array().expect("words").clone();
    let before = matches!(state["phase"].as_str(), Some("waiting" | "opening"));
    for word in ["sit", "stand", "resign", "leave", "draw", "takeback", "rematch", "hint"] {
        let listed = can.contains(&(if before && word == "leave" { "stand" } else { word }).into());
        assert_eq!(
            would_heed(hall, who, &messages(word, seats, hall.sitting.deeds())),
            listed,
            "{label}: {word} of {can:?} in {state}"
        );
    }
}

#[test]
fn what_can_be_done_is_listed_and_what_is_listed_can_be_done() {
    for seed in 0..30 {
        let mut evening = Evening::new(seed);
        for step in 0..40 {
            evening.go_on(step);
            if step % 8 == 7 {
                for who in [&evening.people[..], &[guest()]].concat() {
                    check(&evening.hall, &who, evening.people.len(), &format!("seed {seed}, step {step}"));
                }
            }
        }
    }
}

#[test]
fn off_turn_nobody_resigns_in_yonin_shogi() {
    let me_guest = guest();
    let mut seats = vec![SeatWish::Computer { level: "easy".to_owned() }; 3];
    seats.push(me());
    let kinds = GameWish { kind: "yonin".to_owned(), preset: Some("standard".to_owned()), ..wish(seats) };
    let hall = Hall::new(kinds, &me_guest);
    assert_eq!(hall.see(&me_guest)["can"], serde_json::json!([]));
}

#[test]
fn help_is_for_one_person_alone_and_is_counted() {
    let alone = guest();
    let refused = Plan::new(GameWish { help: true, ..wish(vec![me(), SeatWish::Open]) }, alone.person(), &Home);
    assert_eq!(refused.map(|_| ()).map_err(|refused| refused.code), Err("E_HELP"));
    let mut hall = Hall::new(GameWish { help: true, ..wish(vec![me(), me()]) }, &alone);
    assert!(!hall.plan.rated, "what was helped does not count");
    check(&hall, &alone, 2, "helped");
    assert!(hall.see(&alone)["can"].as_array().is_some_and(|can| can.contains(&"hint".into())));
    assert_eq!(hall.say(&alone, r#"{"t":"hint","a":"1","n":1}"#), Err("E_STALE"));
    assert_eq!(hall.say(&guest(), r#"{"t":"hint","a":"2","n":0}"#), Err("E_SEAT"));
    assert!(hall.say(&alone, r#"{"t":"hint","a":"3","n":0}"#).is_ok());
    assert_eq!(hall.say(&alone, r#"{"t":"weigh","a":"4","n":0,"d":"a1a9"}"#), Err("E_BLOCKED"));
    assert!(hall.say(&alone, r#"{"t":"act","a":"5","n":0,"d":"a4a5"}"#).is_ok());
    assert!(hall.say(&alone, r#"{"t":"threats","a":"6","n":1}"#).is_ok());
    let state = hall.see(&alone);
    assert_eq!((state["hints"].clone(), state["deeds"].as_array().map(Vec::len)), (serde_json::json!([1, 0]), Some(1)));
    hall.sitting = hall.restored();
    assert_eq!(hall.see(&alone)["hints"], serde_json::json!([1, 0]), "what was shown is not forgotten");
    let mut plain = Hall::new(wish(vec![me(), me()]), &alone);
    assert_eq!(plain.say(&alone, r#"{"t":"hint","a":"1","n":0}"#), Err("E_HELP"));
    assert_eq!(plain.see(&alone).get("hints"), None);
}
