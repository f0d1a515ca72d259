//! Tables over days: for whom they wait, and until when.

use super::*;

const DAY_MS: i64 = 86_400_000;

/// A day for every turn.
fn days(seats: Vec<SeatWish>) -> GameWish {
    let clock = Control { turn_ms: DAY_MS.unsigned_abs(), ..Control::default() };
    GameWish { clock: Some(clock), ..wish(seats) }
}

fn of(who: &Guest, due_ms: i64) -> Awaited {
    Awaited { who: Some(who.id), due_ms }
}

fn first_of(hall: &Hall) -> String {
    hall.sitting.table().expect("a game").legal().into_iter().next().expect("an action")
}

#[test]
fn a_table_over_days_waits_for_whoever_is_to_act() {
    let (one, two) = (guest(), guest());
    let mut hall = Hall::new(days(vec![me(), SeatWish::Open]), &one);
    assert_eq!(hall.sitting.awaited(), [], "whoever has the link comes or does not");
    hall.say(&two, r#"{"t":"sit","seat":1}"#).expect("a seat");
    assert_eq!(hall.sitting.awaited(), [of(&one, 0)], "the first action is free");
    hall.now_ms = 5000;
    let action = first_of(&hall);
    hall.act(&one, &action).expect("legal");
    assert_eq!(hall.sitting.awaited(), [of(&two, 5000 + DAY_MS)]);
    hall.say(&two, r#"{"t":"resign"}"#).expect("given up");
    assert_eq!(hall.sitting.awaited(), []);
    hall.check(&[&one, &two]);
}

#[test]
fn both_are_awaited_who_choose_at_once_and_one_person_only_once() {
    let (one, two) = (guest(), guest());
    let tigers =
        |seats| GameWish { kind: "tigers".to_owned(), preset: Some("full".to_owned()), choose: true, ..days(seats) };
    let mut hall = Hall::new(tigers(vec![me(), SeatWish::Open]), &one);
    hall.say(&two, r#"{"t":"sit","seat":1}"#).expect("a seat");
    assert_eq!(hall.sitting.phase(), Phase::Opening);
    assert_eq!(hall.sitting.awaited(), [of(&one, 0), of(&two, 0)]);
    let alone = Hall::new(tigers(vec![me(), me()]), &one);
    assert_eq!(alone.sitting.awaited(), [of(&one, 0)]);
}

#[test]
fn whoever_is_asked_to_come_is_awaited_at_any_tempo() {
    let (one, two) = (guest(), guest());
    let fast = Control { main_ms: 180_000, ..Control::default() };
    for (clock, days) in [(fast, 1), (Control { turn_ms: DAY_MS.unsigned_abs(), ..Control::default() }, 14)] {
        let asked = GameWish { clock: Some(clock), ..wish(vec![me(), SeatWish::Invited(two.id)]) };
        let mut hall = Hall::new(asked, &one);
        assert_eq!(hall.sitting.awaited(), [of(&two, days * DAY_MS)]);
        hall.say(&two, r#"{"t":"sit","seat":1}"#).expect("it is kept for them");
        let live: Vec<Awaited> = if days == 1 { Vec::new() } else { vec![of(&one, 0)] };
        assert_eq!(hall.sitting.awaited(), live, "whoever plays live is there");
    }
}

#[test]
fn the_house_is_awaited_where_a_computer_is_to_act_for_people_who_come_back() {
    let one = guest();
    let mut hall = Hall::new(days(vec![me(), SeatWish::Computer { level: "easy".to_owned() }]), &one);
    hall.now_ms = 7000;
    let action = first_of(&hall);
    hall.act(&one, &action).expect("legal");
    assert_eq!(hall.sitting.awaited(), [Awaited { who: None, due_ms: 7000 }]);
    assert!(hall.sitting.goes_on_alone());
    let live = Hall::new(wish(vec![me(), SeatWish::Computer { level: "easy".to_owned() }]), &one);
    assert!(!live.sitting.goes_on_alone());
}
