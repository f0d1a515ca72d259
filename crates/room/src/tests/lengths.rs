//! How long a game may be, and what loading one costs.

use super::*;

fn says(hall: &Hall, who: &Guest, word: &str) -> bool {
    hall.see(who)["can"].as_array().expect("words").contains(&word.into())
}

#[test]
fn a_game_has_a_most_deeds_and_can_still_be_ended() {
    let me_guest = guest();
    let options = BTreeMap::from([("ply".to_owned(), "9999".to_owned()), ("quiet".to_owned(), "9999".to_owned())]);
    let kinds = GameWish { kind: "tigers".to_owned(), preset: Some("base".to_owned()), options, ..wish(vec![me(); 2]) };
    let mut hall = Hall::new(kinds, &me_guest);
    for _ in 0..5000 {
        hall.act(&me_guest, "end").expect("legal");
    }
    // The rules may have ended it, else it waits for someone to do so.
    let refused = hall.act(&me_guest, "end");
    assert!(matches!(refused, Err("E_LENGTH" | "E_OVER")), "{refused:?}");
    if hall.sitting.phase() == Phase::Playing {
        hall.say(&me_guest, r#"{"t":"resign"}"#).expect("always");
    }
    assert_eq!(hall.sitting.phase(), Phase::Over);
    assert_eq!(hall.restored().deeds(), hall.sitting.deeds());
}

#[test]
fn a_game_has_a_most_events() {
    let (host, other) = (guest(), guest());
    let seats = vec![me(), SeatWish::Open, SeatWish::Open, SeatWish::Open];
    let kinds = GameWish { kind: "yonin".to_owned(), preset: Some("standard".to_owned()), ..wish(seats) };
    let mut hall = Hall::new(kinds, &host);
    let sit = r#"{"t":"sit","seat":1}"#;
    let refused = (0..30_000).find_map(|turn| {
        hall.say(&other, if turn % 2 == 0 { sit } else { r#"{"t":"stand"}"# }).err().map(|code| (turn, code))
    });
    let (turn, code) = refused.expect("a limit");
    assert_eq!((hall.sitting.version(), code), (20_000, "E_LENGTH"), "after {turn}");
    assert!(!says(&hall, &host, "stand"), "it would be refused");
}
