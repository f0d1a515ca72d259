//! A sitting from wishes to events, with time made by hand.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use game::clock::Control;
use serde_json::Value;

use crate::host::{Host, Person, Stamp};
use crate::ids::{GameId, PersonId};
use crate::log::{self, StoredEvent, StoredGame};
use crate::*;

/// Gives every game and every person another name.
fn drawn() -> [u8; 16] {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    u128::from(COUNT.fetch_add(1, Ordering::Relaxed)).to_le_bytes()
}

struct Home;

impl Host for Home {
    fn new_game(&self) -> GameId {
        GameId::drawn(drawn())
    }

    fn name(&self, wished: &str) -> Option<String> {
        (wished.len() <= 60).then(|| wished.to_owned())
    }

    /// Everybody moves one seat on.
    fn shuffled(&self, count: usize) -> Vec<u8> {
        (1..count as u8).chain([0]).collect()
    }

    fn levels(&self, _: &str) -> Vec<&'static str> {
        vec!["easy"]
    }
}

#[derive(Clone)]
struct Guest {
    id: PersonId,
}

impl Guest {
    const fn person(&self) -> Person<'static> {
        Person { id: self.id, name: "민수" }
    }
}

fn guest() -> Guest {
    Guest { id: PersonId::drawn(drawn()) }
}

fn me() -> SeatWish {
    SeatWish::Me { name: None }
}

fn wish(seats: Vec<SeatWish>) -> GameWish {
    GameWish {
        kind: "janggi".to_owned(),
        preset: Some("kja".to_owned()),
        options: BTreeMap::new(),
        start: BTreeMap::new(),
        position: None,
        choose: false,
        seats,
        clock: None,
        rated: true,
        listed: false,
        shuffle: false,
        range: None,
        members: false,
        stand_in: None,
        help: false,
    }
}

/// A table whose events are kept as the store would keep them.
struct Hall {
    sitting: Sitting,
    plan: Plan,
    rows: Vec<StoredEvent>,
    now_ms: i64,
}

impl Hall {
    fn new(wish: GameWish, by: &Guest) -> Self {
        let plan = Plan::new(wish, by.person(), &Home).expect("a plan");
        let stamp = Stamp { at_ms: 0, uptime_ms: 0 };
        let (sitting, events) = Sitting::begun(Home.new_game(), plan.clone(), stamp, &Home).expect("a table");
        let mut hall = Self { sitting, plan, rows: Vec::new(), now_ms: 0 };
        hall.keep(&events, None);
        hall
    }

    fn stamp(&self) -> Stamp {
        self.sitting.lived(Stamp { at_ms: self.now_ms, uptime_ms: self.now_ms })
    }

    fn keep(&mut self, events: &[Event], receipt: Option<(&Guest, &str)>) {
        let receipt = receipt.map(|(guest, ack)| (guest.id, ack));
        self.rows.extend(log::rows(events, self.stamp(), receipt).expect("plain data"));
    }

    fn say(&mut self, who: &Guest, text: &str) -> Result<u32, &'static str> {
        let message = Message::read(text).expect("a message");
        let heeded = self.sitting.heed(who.person(), &message, self.stamp(), &Home);
        match heeded.map_err(|refused| refused.code)? {
            Heeded::Already { version } => Ok(version),
            Heeded::Now(events) => {
                self.keep(&events, Some((who, &message.a)));
                Ok(self.sitting.version())
            }
        }
    }

    fn act(&mut self, who: &Guest, action: &str) -> Result<u32, &'static str> {
        let n = self.sitting.deeds();
        self.say(who, &format!(r#"{{"t":"act","n":{n},"d":"{action}"}}"#))
    }

    fn see(&self, who: &Guest) -> Value {
        let own = self.sitting.seats_of(who.id);
        let presence = Presence::default();
        let looker = Looker {
            own: &own,
            invited: &[],
            presence: &presence,
            faces: &Faces::default(),
            stamp: self.stamp(),
            drawn: &Drawn::default(),
        };
        serde_json::from_str(&self.sitting.state_text(&looker)).expect("JSON")
    }

    /// The same table, read from the store.
    fn restored(&self) -> Sitting {
        let plan = serde_json::to_string(&self.plan).expect("plain data");
        let stored = StoredGame { plan, created_ms: 0, events: self.rows.clone() };
        Sitting::restored(self.sitting.id(), &stored, &|at_ms| at_ms).expect("our own rows")
    }

    /// Whatever happens, the store leads to the same table.
    fn check(&self, viewers: &[&Guest]) {
        let restored = self.restored();
        let other = Self { sitting: restored, plan: self.plan.clone(), rows: Vec::new(), now_ms: self.now_ms };
        for viewer in viewers {
            assert_eq!(other.see(viewer), self.see(viewer));
        }
    }
}

#[test]
fn one_person_plays_both_sides() {
    let me_guest = guest();
    let mut hall = Hall::new(wish(vec![me(), me()]), &me_guest);
    assert_eq!(hall.sitting.phase(), Phase::Playing);
    assert_eq!(hall.act(&me_guest, "a4b4"), Ok(2));
    assert_eq!(hall.act(&me_guest, "a7b7"), Ok(3));
    let state = hall.see(&me_guest);
    assert_eq!(state["you"], serde_json::json!([0, 1]));
    assert_eq!(state["as"], 0);
    assert_eq!(state["deeds"][1]["text"], "a7b7");
    assert_eq!(state["can"], serde_json::json!(["resign", "leave", "draw", "takeback"]));
    hall.check(&[&me_guest]);
}

#[test]
fn wrong_seat_wrong_turn_stale_and_illegal_actions_change_nothing() {
    let (cho, han, stranger) = (guest(), guest(), guest());
    let mut hall = Hall::new(wish(vec![me(), SeatWish::Open]), &cho);
    assert_eq!(hall.act(&cho, "a4b4"), Err("E_WAITING"));
    hall.say(&han, r#"{"t":"sit","a":"1","seat":1,"name":"영희"}"#).expect("a seat");
    assert_eq!(hall.say(&stranger, r#"{"t":"sit","a":"1","seat":1}"#), Err("E_TAKEN"));
    let before = hall.see(&cho);
    for (who, text, code) in [
        (&stranger, r#"{"t":"act","n":0,"d":"a4b4"}"#, "E_SEAT"),
        (&han, r#"{"t":"act","n":0,"d":"a7b7"}"#, "E_TURN"),
        (&cho, r#"{"t":"act","n":1,"d":"a4b4"}"#, "E_STALE"),
        (&cho, r#"{"t":"act","n":0,"d":"b3b6"}"#, "E_NO_SCREEN"),
        (&cho, r#"{"t":"act","n":0,"d":"resign:han"}"#, "E_SYNTAX"),
        (&cho, r#"{"t":"act","n":0,"d":"timeout:han"}"#, "E_SYNTAX"),
        (&cho, r#"{"t":"act","n":0,"d":"agree"}"#, "E_SYNTAX"),
        (&cho, r#"{"t":"resign","seat":1}"#, "E_SEAT"),
        (&stranger, r#"{"t":"resign"}"#, "E_SEAT"),
        (&cho, r#"{"t":"accept","d":"draw"}"#, "E_OFFER"),
        (&cho, r#"{"t":"offer","d":"takeback"}"#, "E_OFFER"),
        (&cho, r#"{"t":"offer","d":"rematch"}"#, "E_OFFER"),
        (&cho, r#"{"t":"choose","d":"inner"}"#, "E_OPENING"),
    ] {
        assert_eq!(hall.say(who, text), Err(code), "{text}");
    }
    assert_eq!(hall.see(&cho), before);
}

#[test]
fn a_message_sent_again_is_acknowledged_and_done_once() {
    let me_guest = guest();
    let mut hall = Hall::new(wish(vec![me(), me()]), &me_guest);
    let text = r#"{"t":"act","a":"x-1","n":0,"d":"a4b4"}"#;
    assert_eq!(hall.say(&me_guest, text), Ok(2));
    hall.act(&me_guest, "a7b7").expect("legal");
    assert_eq!(hall.say(&me_guest, text), Ok(2), "its old version");
    let without_id = r#"{"t":"act","n":0,"d":"a4b4"}"#;
    assert_eq!(hall.say(&me_guest, without_id), Ok(3), "known by its number");
    assert_eq!(hall.say(&me_guest, r#"{"t":"act","n":0,"d":"c4b4"}"#), Err("E_STALE"));
    assert_eq!(hall.sitting.deeds(), 2);
    hall.sitting = hall.restored();
    assert_eq!(hall.say(&me_guest, text), Ok(2), "also after a restart");
}

#[test]
fn han_chooses_its_set_up_first_and_everybody_sees_it() {
    let (cho, han) = (guest(), guest());
    let mut hall = Hall::new(GameWish { choose: true, ..wish(vec![me(), SeatWish::Open]) }, &cho);
    hall.say(&han, r#"{"t":"sit","seat":1}"#).expect("a seat");
    assert_eq!(hall.sitting.phase(), Phase::Opening);
    let opening = &hall.see(&han)["opening"];
    assert_eq!(opening["pending"], serde_json::json!([1]));
    assert_eq!(opening["offered"]["1"], serde_json::json!(["inner", "outer", "left", "right"]));
    assert_eq!(hall.see(&cho)["opening"]["offered"], serde_json::json!({}));
    assert_eq!(hall.say(&cho, r#"{"t":"choose","d":"inner"}"#), Err("E_OPENING"));
    assert_eq!(hall.say(&han, r#"{"t":"choose","d":"mobile"}"#), Err("E_SETUP"));
    assert_eq!(hall.say(&han, r#"{"t":"choose","d":"inner;pass=never"}"#), Err("E_OPTION"));
    hall.say(&han, r#"{"t":"choose","d":"left"}"#).expect("offered");
    hall.say(&han, r#"{"t":"stand"}"#).expect("not begun yet");
    assert_eq!(hall.sitting.phase(), Phase::Waiting);
    hall.say(&han, r#"{"t":"sit","seat":1}"#).expect("a seat");
    hall.say(&han, r#"{"t":"choose","d":"outer"}"#).expect("offered");
    assert_eq!(hall.see(&cho)["opening"]["choices"], serde_json::json!({ "0": null, "1": "outer" }));
    hall.say(&cho, r#"{"t":"choose","d":"left"}"#).expect("offered");
    assert_eq!(hall.sitting.phase(), Phase::Playing);
    let placed = |state: &Value, at: &str| {
        let pieces = state["pieces"].as_array().expect("pieces").clone();
        pieces.into_iter().find(|piece| piece["at"] == at).map(|piece| piece["piece"].clone())
    };
    assert_eq!(placed(&hall.see(&cho)["view"], "b10"), Some("b".into()), "outer: the elephant stands outside");
    hall.check(&[&cho, &han]);
}

#[test]
fn offers_need_everybody_and_end_in_time() {
    let (cho, han) = (guest(), guest());
    let mut hall = Hall::new(wish(vec![me(), SeatWish::Open]), &cho);
    hall.say(&han, r#"{"t":"sit","seat":1}"#).expect("a seat");
    hall.say(&cho, r#"{"t":"offer","d":"draw"}"#).expect("an offer");
    assert_eq!(hall.say(&cho, r#"{"t":"accept","d":"draw"}"#), Err("E_OFFER"), "not one's own");
    hall.act(&cho, "a4b4").expect("legal");
    assert_eq!(hall.see(&han)["offers"], serde_json::json!([{ "what": "draw", "by": 0, "accepted": [0] }]));
    hall.act(&han, "a7b7").expect("legal");
    assert_eq!(hall.see(&han)["offers"], serde_json::json!([]), "the offerer's next turn has begun");

    hall.say(&cho, r#"{"t":"offer","d":"takeback"}"#).expect("an offer");
    hall.say(&han, r#"{"t":"decline","d":"takeback"}"#).expect("declined");
    assert_eq!(hall.sitting.deeds(), 2);
    hall.act(&cho, "c4d4").expect("legal");
    hall.act(&han, "c7d7").expect("legal");
    hall.say(&cho, r#"{"t":"offer","d":"takeback"}"#).expect("an offer");
    hall.say(&han, r#"{"t":"accept","d":"takeback"}"#).expect("accepted");
    assert_eq!(hall.sitting.deeds(), 2, "Cho's last action and all after it");
    hall.check(&[&cho, &han]);

    hall.say(&cho, r#"{"t":"offer","d":"draw"}"#).expect("an offer");
    hall.say(&han, r#"{"t":"offer","d":"draw"}"#).expect("offering back is accepting");
    assert_eq!(hall.sitting.phase(), Phase::Over);
    assert_eq!(hall.see(&cho)["result"]["reason"], "agreement");
    assert_eq!(hall.act(&cho, "a4b4"), Err("E_OVER"));

    hall.say(&han, r#"{"t":"offer","d":"rematch"}"#).expect("an offer");
    hall.say(&cho, r#"{"t":"accept","d":"rematch"}"#).expect("accepted");
    assert!(hall.see(&cho)["rematch"].is_string());
    hall.check(&[&cho, &han]);
}

#[test]
fn against_the_computer_an_action_is_taken_back_at_once() {
    let me_guest = guest();
    let mut hall = Hall::new(wish(vec![me(), SeatWish::Computer { level: "easy".to_owned() }]), &me_guest);
    hall.act(&me_guest, "a4b4").expect("legal");
    let stamp = hall.stamp();
    let event = hall.sitting.play("a7b7", None, stamp).expect("legal");
    hall.keep(&[event], None);
    assert_eq!(hall.see(&me_guest)["can"], serde_json::json!(["resign", "leave", "takeback"]));
    hall.say(&me_guest, r#"{"t":"offer","d":"takeback"}"#).expect("at once");
    assert_eq!(hall.sitting.deeds(), 0);
    hall.check(&[&me_guest]);
}

#[test]
fn clocks_run_from_the_first_deed_and_the_flag_decides() {
    let me_guest = guest();
    let control = Control { main_ms: 10_000, ..Control::default() };
    let mut hall = Hall::new(GameWish { clock: Some(control), ..wish(vec![me(), me()]) }, &me_guest);
    hall.now_ms = 60_000;
    assert_eq!(hall.sitting.deadline(), None, "the first action is free");
    hall.act(&me_guest, "a4b4").expect("legal");
    assert_eq!(hall.sitting.deadline(), Some(70_000));
    hall.now_ms = 64_000;
    hall.act(&me_guest, "a7b7").expect("legal");
    let state = hall.see(&me_guest);
    assert_eq!(state["deeds"][1]["clock_ms"], 6000);
    assert_eq!(state["clock"]["running"], 0);
    assert_eq!(state["clock"]["seats"][1]["main_ms"], 6000);
    hall.now_ms = 65_000;
    hall.say(&me_guest, r#"{"t":"offer","d":"takeback"}"#).expect("at once");
    assert_eq!(hall.sitting.deadline(), Some(75_000), "the turn that was taken back cost nothing");
    hall.now_ms = 75_000;
    let fall = hall.sitting.fallen(hall.stamp()).expect("fallen");
    let stamp = hall.stamp();
    hall.sitting.happen(&fall, stamp).expect("the rules know it");
    hall.keep(&[fall], None);
    assert_eq!(hall.see(&me_guest)["result"]["text"], "cho time");
    assert_eq!(hall.sitting.deadline(), None);
    hall.check(&[&me_guest]);
}

#[test]
fn time_in_which_nobody_served_a_table_is_charged_to_nobody() {
    let me_guest = guest();
    let control = Control { main_ms: 10_000, ..Control::default() };
    let mut hall = Hall::new(GameWish { clock: Some(control), ..wish(vec![me(), me()]) }, &me_guest);
    hall.act(&me_guest, "a4b4").expect("legal");
    hall.now_ms = 4_000;
    for (pause_ms, until_ms) in [(60_000, 64_000), (7_000, 72_000)] {
        hall.now_ms = until_ms;
        let (stamp, pause) = (hall.stamp(), Event::Pause { ms: pause_ms });
        hall.sitting.happen(&pause, stamp).expect("always");
        hall.keep(&[pause], None);
        hall.check(&[&me_guest]);
    }
    assert!(hall.sitting.was_paused());
    assert_eq!((hall.sitting.paused_ms(), hall.sitting.served_ms(), hall.sitting.changed_ms()), (67_000, 72_000, 0));
    assert_eq!(hall.see(&me_guest)["clock"]["seats"][1]["main_ms"], 5_000, "72 s less 67");
    assert_eq!(hall.sitting.deadline(), Some(10_000), "on its own clock");
    hall.act(&me_guest, "a7b7").expect("legal");
    assert_eq!(hall.see(&me_guest)["deeds"][1]["clock_ms"], 5_000);
    assert!(!hall.sitting.was_paused());
    hall.check(&[&me_guest]);
    fall(&mut hall, 82_000);
    assert_eq!(hall.see(&me_guest)["result"]["text"], "han time");
    hall.check(&[&me_guest]);
}

/// Lets the flag fall at a time, as the owner of the game would.
fn fall(hall: &mut Hall, at_ms: i64) {
    hall.now_ms = at_ms;
    let stamp = hall.stamp();
    let fall = hall.sitting.fallen(stamp).expect("fallen");
    hall.sitting.happen(&fall, stamp).expect("the rules know it");
    hall.keep(&[fall], None);
}

#[test]
fn what_a_fallen_flag_means_is_the_games_own_rule() {
    let me_guest = guest();
    let control = Control { turn_ms: 60_000, ..Control::default() };
    let kind = |kind: &str, preset: &str, seats: usize| GameWish {
        kind: kind.to_owned(),
        preset: Some(preset.to_owned()),
        clock: Some(control),
        ..wish(vec![me(); seats])
    };
    let mut tigers = Hall::new(kind("tigers", "base", 2), &me_guest);
    tigers.act(&me_guest, "ZYm7").expect("legal");
    assert_eq!(tigers.see(&me_guest)["turn"], 0, "two actions are left");
    fall(&mut tigers, 60_000);
    let state = tigers.see(&me_guest);
    assert_eq!((&state["turn"], &state["result"]), (&1.into(), &Value::Null), "only the turn is over");
    assert_eq!(tigers.sitting.deadline(), Some(120_000), "the next turn has its own limit");
    tigers.check(&[&me_guest]);

    let mut yonin = Hall::new(kind("yonin", "standard", 4), &me_guest);
    let first = yonin.see(&me_guest)["legal"][0].as_str().expect("an action").to_owned();
    yonin.act(&me_guest, &first).expect("legal");
    let late = yonin.see(&me_guest)["turn"].clone();
    fall(&mut yonin, 60_000);
    let state = yonin.see(&me_guest);
    assert_eq!((&state["phase"], &state["result"]), (&"playing".into(), &Value::Null), "three play on");
    assert_ne!(state["turn"], late, "one is out");
    yonin.check(&[&me_guest]);
}

#[test]
fn who_leaves_for_good_forfeits_and_before_the_start_only_gets_up() {
    let (cho, han) = (guest(), guest());
    let mut hall = Hall::new(wish(vec![me(), SeatWish::Open]), &cho);
    hall.say(&cho, r#"{"t":"leave"}"#).expect("before the start");
    assert_eq!(hall.see(&cho)["seats"][0]["type"], "open");
    hall.say(&cho, r#"{"t":"sit","seat":0}"#).expect("free");
    hall.say(&han, r#"{"t":"sit","seat":1}"#).expect("free");
    assert_eq!(hall.say(&guest(), r#"{"t":"leave"}"#), Err("E_SEAT"));
    hall.say(&han, r#"{"t":"leave"}"#).expect("its own seat, out of turn");
    assert_eq!(hall.see(&cho)["result"]["winner"], 0);
    assert_eq!(hall.say(&cho, r#"{"t":"leave"}"#), Err("E_OVER"));
    hall.check(&[&cho, &han]);
}

#[test]
fn the_total_time_ends_the_game_by_counting() {
    let me_guest = guest();
    let control = Control { total_ms: 5000, ..Control::default() };
    let mut hall = Hall::new(GameWish { clock: Some(control), ..wish(vec![me(), me()]) }, &me_guest);
    hall.act(&me_guest, "a4b4").expect("legal");
    hall.now_ms = 5000;
    let stamp = hall.stamp();
    let fall = hall.sitting.fallen(stamp).expect("fallen");
    assert_eq!(fall, Event::Time);
    hall.sitting.happen(&fall, stamp).expect("the rules know it");
    assert_eq!(hall.see(&me_guest)["result"]["reason"], "agreement");
}

#[test]
fn a_viewer_who_applies_every_event_or_only_the_last_sees_the_same() {
    let me_guest = guest();
    let mut hall = Hall::new(wish(vec![me(), me()]), &me_guest);
    let mut known = vec![hall.see(&me_guest)];
    for round in 0..12 {
        if round == 7 {
            hall.say(&me_guest, r#"{"t":"offer","d":"takeback"}"#).expect("at once");
        } else {
            let legal = hall.see(&me_guest)["legal"][round].as_str().expect("legal").to_owned();
            hall.act(&me_guest, &legal).expect("legal");
        }
        known.push(hall.see(&me_guest));
    }
    let own = hall.sitting.seats_of(me_guest.id);
    let presence = Presence::default();
    let last = hall.see(&me_guest);
    for mut state in known {
        let since = u32::try_from(state["v"].as_u64().expect("a version")).expect("small");
        let looker = Looker {
            own: &own,
            invited: &[],
            presence: &presence,
            faces: &Faces::default(),
            stamp: hall.stamp(),
            drawn: &Drawn::default(),
        };
        if let Some(message) = hall.sitting.message_since(since, &looker) {
            apply(&mut state, &serde_json::from_str(&message).expect("JSON"));
        }
        assert_eq!(state, last, "since {since}");
    }
}

/// The rule of section 6.
fn apply(state: &mut Value, event: &Value) {
    for (key, value) in event["d"].as_object().expect("fields") {
        state[key] = value.clone();
    }
    if let Some(deeds) = event.get("deeds") {
        let list = state["deeds"].as_array_mut().expect("deeds");
        list.truncate(usize::try_from(deeds["from"].as_u64().expect("a number")).expect("small"));
        list.extend(deeds["add"].as_array().expect("deeds").iter().cloned());
    }
    state["v"] = event["v"].clone();
}

#[test]
fn a_computer_is_charged_what_it_has_thought_and_comes_back_so() {
    let me_first = vec![me(), SeatWish::Computer { level: "easy".to_owned() }];
    let control = Control { main_ms: 10_000, ..Control::default() };
    let who = guest();
    let mut hall = Hall::new(GameWish { clock: Some(control), ..wish(me_first) }, &who);
    hall.act(&who, "a4b4").expect("legal");
    hall.now_ms = 60_000;
    assert_eq!((hall.sitting.deadline(), hall.sitting.fallen(hall.stamp())), (None, None), "it waits");
    assert!(hall.sitting.fallen_after(10_000, hall.stamp()).is_some(), "but it may not think for ever");
    let event = hall.sitting.play("a7b7", Some(1500), hall.stamp()).expect("legal");
    hall.keep(&[event], None);
    let main_ms = |hall: &Hall| hall.see(&who)["clock"]["seats"][1]["main_ms"].clone();
    assert_eq!(main_ms(&hall), 8500);
    assert_eq!(hall.sitting.deadline(), Some(70_000), "a person's clock runs by itself");
    hall.check(&[&who]);
    // Actions without a word about thinking are from before: what has passed is charged.
    hall.act(&who, "b4a4").expect("legal");
    hall.now_ms = 63_000;
    let event = hall.sitting.play("b7a7", None, hall.stamp()).expect("legal");
    hall.keep(&[event], None);
    assert_eq!(main_ms(&hall), 5500);
    hall.check(&[&who]);
}

mod days;
mod explaining;
mod flags;
mod histories;
mod lengths;
mod lobby;
mod offers;
mod plans;
mod sides;
mod stored;
mod wishes;
