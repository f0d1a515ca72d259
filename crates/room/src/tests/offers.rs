//! Who may offer what, how often, and who is asked.

use super::*;

/// Two people at janggi.
fn two() -> (Hall, Guest, Guest) {
    let (cho, han) = (guest(), guest());
    let mut hall = Hall::new(wish(vec![me(), SeatWish::Open]), &cho);
    hall.say(&han, r#"{"t":"sit","seat":1}"#).expect("a seat");
    (hall, cho, han)
}

fn offer(hall: &mut Hall, who: &Guest, what: &str) -> Result<u32, &'static str> {
    hall.say(who, &format!(r#"{{"t":"offer","d":"{what}"}}"#))
}

fn decline(hall: &mut Hall, who: &Guest, what: &str) {
    hall.say(who, &format!(r#"{{"t":"decline","d":"{what}"}}"#)).expect("an offer to decline");
}

/// Both do something, each time something else.
fn shuffle(hall: &mut Hall, cho: &Guest, han: &Guest, round: usize) {
    for who in [cho, han] {
        let action = hall.see(who)["legal"][5 * round].as_str().expect("an action").to_owned();
        hall.act(who, &action).expect("legal");
    }
}

#[test]
fn the_same_is_offered_once_between_two_actions_of_ones_own() {
    for what in ["draw", "takeback"] {
        let (mut hall, cho, han) = two();
        shuffle(&mut hall, &cho, &han, 0);
        offer(&mut hall, &cho, what).expect("the first");
        decline(&mut hall, &han, what);
        assert_eq!(offer(&mut hall, &cho, what), Err("E_OFFER"), "{what} again");
        assert!(!hall.see(&cho)["can"].as_array().expect("words").contains(&what.into()));
        shuffle(&mut hall, &cho, &han, 1);
        offer(&mut hall, &cho, what).expect("after an action of one's own");
        decline(&mut hall, &cho, what);
        assert_eq!(offer(&mut hall, &cho, what), Err("E_OFFER"), "a withdrawn {what} was an offer too");
        hall.check(&[&cho, &han]);
    }
}

#[test]
fn who_was_refused_five_times_asks_no_more() {
    let (mut hall, cho, han) = two();
    for round in 0..5 {
        shuffle(&mut hall, &cho, &han, round);
        offer(&mut hall, &cho, "draw").expect("not yet too often");
        decline(&mut hall, &han, "draw");
    }
    shuffle(&mut hall, &cho, &han, 5);
    assert_eq!(offer(&mut hall, &cho, "draw"), Err("E_OFFER"));
    assert!(offer(&mut hall, &han, "draw").is_ok(), "the other has not asked yet");
    hall.check(&[&cho, &han]);
}

#[test]
fn a_rematch_is_refused_at_most_five_times() {
    let (mut hall, cho, han) = two();
    hall.say(&cho, r#"{"t":"resign"}"#).expect("its own seat");
    for _ in 0..5 {
        offer(&mut hall, &cho, "rematch").expect("not yet too often");
        decline(&mut hall, &han, "rematch");
    }
    assert_eq!(offer(&mut hall, &cho, "rematch"), Err("E_OFFER"));
    hall.check(&[&cho, &han]);
}

/// Four people at yonin shogi.
fn four() -> (Hall, Vec<Guest>) {
    let people: Vec<_> = (0..4).map(|_| guest()).collect();
    let mut seats = vec![me()];
    seats.resize(4, SeatWish::Open);
    let kinds = GameWish { kind: "yonin".to_owned(), preset: Some("standard".to_owned()), ..wish(seats) };
    let mut hall = Hall::new(kinds, &people[0]);
    for (seat, who) in people.iter().enumerate().skip(1) {
        hall.say(who, &format!(r#"{{"t":"sit","seat":{seat}}}"#)).expect("a seat");
    }
    (hall, people)
}

fn mover(hall: &Hall) -> usize {
    hall.sitting.turn().expect("it goes on").index()
}

fn act_once(hall: &mut Hall, people: &[Guest]) -> usize {
    let seat = mover(hall);
    let action = hall.see(&people[seat])["legal"][0].as_str().expect("an action").to_owned();
    hall.act(&people[seat], &action).expect("legal");
    seat
}

#[test]
fn a_seat_that_is_out_is_not_asked_and_has_no_say() {
    let (mut hall, people) = four();
    let gone = mover(&hall);
    hall.say(&people[gone], r#"{"t":"resign"}"#).expect("its own turn");
    let asker = act_once(&mut hall, &people);
    assert_eq!(offer(&mut hall, &people[gone], "takeback"), Err("E_OFFER"), "it is out");
    offer(&mut hall, &people[asker], "takeback").expect("an offer");
    for word in ["accept", "decline"] {
        let said = hall.say(&people[gone], &format!(r#"{{"t":"{word}","d":"takeback"}}"#));
        assert_eq!(said, Err("E_OFFER"), "{word}");
    }
    let deeds = hall.sitting.deeds();
    for seat in (0..4).filter(|seat| *seat != gone && *seat != asker) {
        assert_eq!(hall.sitting.deeds(), deeds);
        hall.say(&people[seat], r#"{"t":"accept","d":"takeback"}"#).expect("it is asked");
    }
    assert_eq!(hall.sitting.deeds(), deeds - 1, "all who are in the game agreed");
    hall.check(&people.iter().collect::<Vec<_>>());
}

#[test]
fn who_has_left_for_good_does_not_stop_a_rematch() {
    let (mut hall, cho, han) = two();
    hall.say(&han, r#"{"t":"leave"}"#).expect("its own seat");
    assert_eq!(offer(&mut hall, &han, "rematch"), Err("E_OFFER"));
    assert_eq!(hall.see(&han)["can"], serde_json::json!([]));
    offer(&mut hall, &cho, "rematch").expect("at once");
    assert!(hall.see(&cho)["rematch"].is_string());
    hall.check(&[&cho, &han]);
}

const AMBUSH_AHEAD: &str = "FTG1:f GY@0:5{ST.UB.RE},ZF@1:3{PV.RM.CA},ZY@7:4{BT.CR.HT},HZ@3:3{RC.CT.FI},MC@4:2{IM.AM.TR} \
     gy@29:5{ST.UB.RE},zf@28:3{PV.RM.CA},zy@27:4{BT.CR.HT},hz@26:3{RC.CT.FI},mc@25:2{IM.am.TR} \
     A3 - - 0-0 1.0 * 13.0/13.0 12am";

fn against_the_computer(position: Option<&str>) -> GameWish {
    GameWish {
        kind: "tigers".to_owned(),
        preset: Some("full".to_owned()),
        position: position.map(str::to_owned),
        ..wish(vec![me(), SeatWish::Computer { level: "easy".to_owned() }])
    }
}

#[test]
fn what_is_hidden_is_not_learned_by_taking_back() {
    let me_guest = guest();
    let mut hall = Hall::new(against_the_computer(Some(AMBUSH_AHEAD)), &me_guest);
    let view = |hall: &Hall| hall.see(&me_guest)["view"].to_string();
    assert!(view(&hall).contains("QQ") || view(&hall).contains("qq"), "a marker lies there, its kind unknown");
    let step = hall.see(&me_guest)["legal"].as_array().expect("actions").iter().any(|action| action == "ZYm12");
    hall.act(&me_guest, if step { "ZYm12" } else { "ZYm6" }).expect("legal");
    assert!(!hall.see(&me_guest)["can"].as_array().expect("words").contains(&"takeback".into()));
    assert_eq!(offer(&mut hall, &me_guest, "takeback"), Err("E_OFFER"));
    hall.check(&[&me_guest]);
}

#[test]
fn where_nothing_is_hidden_the_computer_takes_back_at_once() {
    let me_guest = guest();
    let mut hall = Hall::new(against_the_computer(None), &me_guest);
    let action = hall.see(&me_guest)["legal"][0].as_str().expect("an action").to_owned();
    hall.act(&me_guest, &action).expect("legal");
    offer(&mut hall, &me_guest, "takeback").expect("at once");
    assert_eq!(hall.sitting.deeds(), 0);
}
