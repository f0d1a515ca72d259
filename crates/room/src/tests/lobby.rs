//! Tables for strangers: they fill up, are dealt, closed, called off, and played on for who leaves.

use super::*;

/// Ten minutes a seat: slow.
const SLOW: Control =
    Control { main_ms: 600_000, increment_ms: 10_000, byoyomi_ms: 0, periods: 0, turn_ms: 0, total_ms: 0 };
/// Three days a turn.
const DAYS: Control =
    Control { main_ms: 0, increment_ms: 0, byoyomi_ms: 0, periods: 0, turn_ms: 3 * 86_400_000, total_ms: 0 };
const DAY_MS: i64 = 86_400_000;

fn listed(clock: Control) -> GameWish {
    GameWish { listed: true, rated: false, clock: Some(clock), ..wish(vec![me(), SeatWish::Open]) }
}

fn four() -> GameWish {
    let seats = vec![me(), SeatWish::Open, SeatWish::Open, SeatWish::Open];
    GameWish {
        kind: "yonin".to_owned(),
        preset: Some("standard".to_owned()),
        stand_in: Some("easy".to_owned()),
        choose: true,
        ..GameWish { seats, ..listed(SLOW) }
    }
}

impl Hall {
    /// What happens by itself until then.
    fn wait_until(&mut self, now_ms: i64) {
        self.now_ms = now_ms;
        while let Some(event) = self.sitting.fallen(self.stamp()) {
            let stamp = self.stamp();
            self.sitting.happen(&event, stamp).expect("it fits");
            let mut events = vec![event];
            events.extend(self.sitting.follow(stamp, &Home).expect("it follows"));
            self.keep(&events, None);
        }
    }

    fn sit(&mut self, who: &Guest, seat: usize) -> Result<u32, &'static str> {
        self.say(who, &format!(r#"{{"t":"sit","seat":{seat}}}"#))
    }

    fn can(&self, who: &Guest) -> Vec<String> {
        serde_json::from_value(self.see(who)["can"].clone()).expect("words")
    }

    /// Lets whoever has the turn act, so often.
    fn play_on(&mut self, people: &[&Guest], times: usize) {
        for _ in 0..times {
            let turn = self.sitting.turn().expect("it goes on");
            let who = people.iter().find(|who| self.sitting.seats_of(who.id).contains(&turn)).expect("a person's turn");
            let action = self.sitting.table().expect("a game").legal().into_iter().next().expect("an action");
            self.act(who, &action).expect("legal");
        }
    }
}

#[test]
fn seats_are_dealt_when_the_last_is_taken_and_the_game_begins_only_then() {
    let (one, two) = (guest(), guest());
    let mut hall = Hall::new(GameWish { rated: true, ..listed(SLOW) }, &one);
    assert_eq!((hall.sitting.phase(), hall.sitting.version()), (Phase::Waiting, 0));
    assert_eq!(hall.see(&one)["shuffle"], true, "who plays for points does not choose a side");
    assert!(hall.sitting.is_in_lobby());
    assert_eq!(hall.sit(&one, 1), Err("E_TABLE"), "one seat each");
    hall.sit(&two, 1).expect("a seat");
    assert_eq!(hall.sitting.phase(), Phase::Playing);
    assert!(!hall.sitting.is_in_lobby());
    assert_eq!(hall.see(&one)["you"], serde_json::json!([1]), "one seat on");
    assert_eq!(hall.see(&two)["you"], serde_json::json!([0]));
    hall.check(&[&one, &two]);
}

#[test]
fn who_gets_up_after_the_deal_lets_the_seats_be_dealt_anew() {
    let (one, two, three) = (guest(), guest(), guest());
    let mut hall = Hall::new(GameWish { choose: true, shuffle: true, ..listed(SLOW) }, &one);
    hall.sit(&two, 1).expect("a seat");
    assert_eq!(hall.sitting.phase(), Phase::Opening);
    hall.say(&one, r#"{"t":"choose","d":"inner"}"#).expect("Han is first");
    hall.say(&two, r#"{"t":"stand"}"#).expect("not begun yet");
    hall.sit(&three, 0).expect("a seat");
    assert_eq!(hall.see(&one)["you"], serde_json::json!([0]));
    assert_eq!(hall.see(&one)["opening"]["choices"], serde_json::json!({ "0": null, "1": null }));
    hall.check(&[&one, &two, &three]);
}

#[test]
fn a_table_is_closed_by_its_maker_when_it_is_empty_and_when_nobody_comes() {
    let (one, two) = (guest(), guest());
    let mut hall = Hall::new(listed(SLOW), &one);
    assert_eq!(hall.can(&one), ["stand", "close"]);
    assert_eq!(hall.say(&two, r#"{"t":"close"}"#), Err("E_CLOSE"));
    hall.say(&one, r#"{"t":"close"}"#).expect("one's own table");
    let state = hall.see(&two);
    assert_eq!(
        (&state["phase"], &state["stopped"], &state["can"]),
        (&"over".into(), &"closed".into(), &serde_json::json!([]))
    );
    assert_eq!(hall.sit(&two, 1), Err("E_OVER"));
    assert_eq!(hall.say(&one, r#"{"t":"close"}"#), Err("E_OVER"));
    hall.check(&[&one, &two]);

    let mut hall = Hall::new(listed(SLOW), &one);
    hall.say(&one, r#"{"t":"stand"}"#).expect("a seat");
    assert_eq!(hall.see(&one)["stopped"], "closed", "nobody sits there any more");

    for (clock, closes_ms) in [(SLOW, DAY_MS), (DAYS, 14 * DAY_MS)] {
        let mut hall = Hall::new(listed(clock), &one);
        assert_eq!(hall.sitting.deadline(), Some(closes_ms));
        hall.wait_until(closes_ms - 1);
        assert_eq!(hall.sitting.phase(), Phase::Waiting);
        hall.wait_until(closes_ms);
        assert_eq!(hall.see(&one)["stopped"], "closed");
        hall.check(&[&one]);
    }
    let plain = Hall::new(GameWish { listed: false, ..listed(SLOW) }, &one);
    assert_eq!(plain.sitting.deadline(), None, "a link is good for ever");
}

#[test]
fn a_seat_that_is_kept_is_for_one_person_only() {
    let (one, two, stranger) = (guest(), guest(), guest());
    let asked = || SeatWish::Invited(two.id);
    let challenge = GameWish { listed: false, ..GameWish { seats: vec![me(), asked()], ..listed(SLOW) } };
    let mut hall = Hall::new(challenge.clone(), &one);
    let seat = &hall.see(&stranger)["seats"][1];
    assert_eq!((&seat["type"], &seat["you"]), (&"invited".into(), &false.into()));
    assert_eq!(hall.sit(&stranger, 1), Err("E_TAKEN"));
    assert_eq!(hall.say(&stranger, r#"{"t":"turn_down"}"#), Err("E_SEAT"));
    assert_eq!(hall.can(&stranger), [""; 0]);
    assert_eq!(hall.can_of_invited(&two), ["sit", "turn_down"]);
    hall.sit(&two, 1).expect("it is kept for her");
    assert_eq!(hall.sitting.phase(), Phase::Playing);
    hall.check(&[&one, &two]);

    let mut hall = Hall::new(challenge.clone(), &one);
    hall.say(&two, r#"{"t":"turn_down"}"#).expect("hers to say");
    assert_eq!(hall.see(&one)["stopped"], "closed", "a challenge is over");
    let mut hall = Hall::new(GameWish { listed: true, ..challenge }, &one);
    hall.say(&two, r#"{"t":"turn_down"}"#).expect("hers to say");
    hall.sit(&stranger, 1).expect("in the lobby the seat is anybody's then");
    hall.check(&[&one, &two, &stranger]);
}

impl Hall {
    /// Exactly what is told to somebody for whom seats are kept.
    fn can_of_invited(&self, who: &Guest) -> Vec<String> {
        let (presence, invited) = (Presence::default(), self.sitting.kept_for(who.id));
        let faces = Faces::from([(who.id, Face::Member("영희".to_owned()))]);
        let looker = Looker {
            own: &[],
            invited: &invited,
            presence: &presence,
            faces: &faces,
            stamp: self.stamp(),
            drawn: &Drawn::default(),
        };
        let state: Value = serde_json::from_str(&self.sitting.state_text(&looker)).expect("JSON");
        let seat = &state["seats"][1];
        assert_eq!((&seat["you"], &seat["name"]), (&true.into(), &"영희".into()));
        serde_json::from_value(state["can"].clone()).expect("words")
    }
}

#[test]
fn a_game_is_called_off_until_everybody_has_acted() {
    let (one, two, stranger) = (guest(), guest(), guest());
    let mut hall = Hall::new(GameWish { listed: false, ..listed(SLOW) }, &one);
    assert_eq!(hall.say(&one, r#"{"t":"abort"}"#), Err("E_ABORT"), "nobody else is there");
    hall.sit(&two, 1).expect("a seat");
    assert_eq!(hall.say(&stranger, r#"{"t":"abort"}"#), Err("E_SEAT"));
    hall.play_on(&[&one, &two], 1);
    let mut off = Hall { sitting: hall.restored(), plan: hall.plan.clone(), rows: hall.rows.clone(), now_ms: 0 };
    assert!(off.can(&two).contains(&"abort".to_owned()));
    off.say(&two, r#"{"t":"abort"}"#).expect("Han has not acted");
    let state = off.see(&one);
    assert_eq!((&state["stopped"], &state["result"], &state["turn"]), (&"aborted".into(), &Value::Null, &Value::Null));
    assert_eq!(state["clock"]["running"], Value::Null);
    assert!(off.sitting.ending(off.stamp()).is_none(), "it is no result");
    assert_eq!(off.act(&two, "a7b7"), Err("E_OVER"));
    off.check(&[&one, &two]);

    hall.play_on(&[&one, &two], 1);
    assert_eq!(hall.say(&one, r#"{"t":"abort"}"#), Err("E_ABORT"));
    assert!(!hall.can(&one).contains(&"abort".to_owned()));
}

#[test]
fn strangers_wait_a_minute_for_a_first_turn_and_friends_as_long_as_the_clock_allows() {
    let (one, two) = (guest(), guest());
    let fast = Control { main_ms: 180_000, increment_ms: 2000, ..SLOW };
    for (clock, wait_ms) in [(fast, 30_000), (SLOW, 60_000)] {
        let mut hall = Hall::new(listed(clock), &one);
        hall.now_ms = 5000;
        hall.sit(&two, 1).expect("a seat");
        hall.now_ms = 20_000;
        hall.say(&two, r#"{"t":"offer","d":"draw"}"#).expect("an offer changes nothing about it");
        hall.wait_until(5000 + wait_ms - 1);
        hall.play_on(&[&one, &two], 1);
        let second_ms = hall.now_ms + wait_ms;
        assert_eq!(hall.sitting.deadline(), Some(second_ms), "the other's first turn");
        hall.wait_until(second_ms);
        assert_eq!(hall.see(&one)["stopped"], "aborted");
        hall.check(&[&one, &two]);
    }
    for wish in [listed(DAYS), GameWish { listed: false, ..listed(SLOW) }] {
        let mut hall = Hall::new(wish, &one);
        hall.sit(&two, 1).expect("a seat");
        assert_eq!(hall.sitting.deadline(), None, "no clock runs before the first deed");
    }
}

#[test]
fn who_is_late_with_an_opening_gets_the_usual_one() {
    let (one, two) = (guest(), guest());
    let mut hall = Hall::new(GameWish { choose: true, ..listed(SLOW) }, &one);
    hall.sit(&two, 1).expect("a seat");
    hall.wait_until(60_000);
    assert_eq!(hall.see(&one)["opening"]["choices"], serde_json::json!({ "0": null, "1": "inner" }));
    hall.wait_until(120_000);
    assert_eq!(hall.sitting.phase(), Phase::Playing);
    hall.check(&[&one, &two]);
}

#[test]
fn the_computer_plays_on_for_who_leaves_a_table_for_four() {
    let people = [guest(), guest(), guest(), guest()];
    let everybody: Vec<_> = people.iter().collect();
    let mut hall = Hall::new(four(), &people[0]);
    for (seat, who) in people.iter().enumerate().skip(1) {
        assert_eq!(hall.sitting.phase(), Phase::Waiting);
        hall.sit(who, seat).expect("a seat");
    }
    hall.play_on(&everybody, 4);
    assert!(hall.can(&people[2]).contains(&"leave".to_owned()), "also while it is another's turn");
    hall.say(&people[2], r#"{"t":"leave"}"#).expect("gone");
    let seat = &hall.see(&people[0])["seats"][2];
    assert_eq!((&seat["type"], &seat["level"]), (&"computer".into(), &"easy".into()));
    assert!(hall.sitting.has_computers());
    assert_eq!(hall.sitting.deeds(), 4, "nothing was done on the board");
    // A flag that falls for good is a leaving as well.
    hall.play_on(&everybody, 1);
    hall.wait_until(hall.sitting.deadline().expect("a clock runs"));
    assert_eq!(hall.see(&people[0])["seats"][1]["type"], "computer");
    let left: Vec<_> = hall.sitting.leavers.iter().map(|leaver| leaver.who).collect();
    assert_eq!(left, [people[2].id, people[1].id]);
    assert_eq!(hall.sitting.deadline(), None, "a computer's time is told");
    hall.check(&everybody);
    let next = hall.sitting.next_plan();
    assert_eq!(next.chairs.iter().filter(|chair| **chair == Chair::Open).count(), 2, "they are not taken along");
}

#[test]
fn who_has_left_is_behind_all_who_stayed() {
    let people = [guest(), guest(), guest(), guest()];
    let everybody: Vec<_> = people.iter().collect();
    let mut hall = Hall::new(four(), &people[0]);
    for (seat, who) in people.iter().enumerate().skip(1) {
        hall.sit(who, seat).expect("a seat");
    }
    hall.play_on(&everybody, 4);
    hall.say(&people[3], r#"{"t":"leave"}"#).expect("gone");
    hall.say(&people[1], r#"{"t":"leave"}"#).expect("gone");
    hall.say(&people[0], r#"{"t":"leave"}"#).expect("gone");
    while hall.sitting.turn() != Some(game::Seat::new(2)) {
        let action = hall.sitting.table().expect("a game").legal().into_iter().next().expect("an action");
        let stamp = hall.stamp();
        let event = hall.sitting.play(&action, None, stamp).expect("legal");
        hall.keep(&[event], None);
    }
    assert!(hall.can(&people[2]).contains(&"leave".to_owned()));
    hall.say(&people[2], r#"{"t":"leave"}"#).expect("the last person leaves for good");
    assert_eq!(hall.sitting.computer(game::Seat::new(2)), None, "there is nobody to play on for");
    while hall.sitting.phase() == Phase::Playing {
        let turn = hall.sitting.turn().expect("it goes on");
        let event = Event::Leave { seat: turn.index() as u8, why: Why::Resigned };
        let stamp = hall.stamp();
        hall.sitting.happen(&event, stamp).expect("it fits");
        hall.keep(&[event], None);
    }
    let ending = hall.sitting.ending(hall.stamp()).expect("everybody had acted");
    let place = |who: &Guest| {
        let seated = ending.seats.iter().find(|seated| seated.who == Rater::Person(who.id)).expect("rated");
        seated.place
    };
    let places: Vec<_> = everybody.iter().map(|who| place(who)).collect();
    let expected: Vec<_> = [2, 3, 1, 4].into_iter().map(|place| ratings::Place::new(place).expect("a place")).collect();
    assert_eq!(places, expected, "the first to leave is last");
}

#[test]
fn nonsense_for_the_lobby_is_refused() {
    let who = guest();
    let refused = |wish: GameWish| Plan::new(wish, who.person(), &Home).expect_err("nonsense").code;
    assert_eq!(refused(GameWish { clock: None, ..listed(SLOW) }), "E_TABLE");
    assert_eq!(refused(GameWish { seats: vec![me(), me()], ..listed(SLOW) }), "E_TABLE");
    assert_eq!(refused(GameWish { stand_in: Some("easy".to_owned()), ..listed(SLOW) }), "E_TABLE");
    assert_eq!(refused(GameWish { stand_in: Some("divine".to_owned()), ..four() }), "E_LEVEL");
    let nobody = SeatWish::Person { name: "없다".to_owned() };
    assert_eq!(refused(GameWish { seats: vec![me(), nobody], ..wish(Vec::new()) }), "E_PERSON");
    assert!(serde_json::from_str::<Range>("[1800,1300]").is_err());
    let range: Range = serde_json::from_str("[1300,1800]").expect("a range");
    assert!(range.has(1300) && range.has(1800) && !range.has(1801) && !range.has(1299));
}
