//! What a viewer is told to be able to do is what would be heeded, and nothing else.

use super::histories::Evening;
use super::*;

/// Every message that stands for a word of `can`. Before play begins, leaving is getting up.
fn messages(word: &str, seats: usize) -> Vec<String> {
    let named = |t: &str| (0..seats).map(|seat| format!(r#"{{"t":"{t}","seat":{seat}}}"#)).collect();
    match word {
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
    for word in ["sit", "stand", "resign", "leave", "draw", "takeback", "rematch"] {
        let listed = can.contains(&(if before && word == "leave" { "stand" } else { word }).into());
        assert_eq!(would_heed(hall, who, &messages(word, seats)), listed, "{label}: {word} of {can:?} in {state}");
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
