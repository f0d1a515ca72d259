//! Computers share the house: who waits for whom, and what that costs.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::{Brain, Decision, Task, Thought};
use serde_json::{Value, json};
use server::{Caps, Minds, Rates};

use crate::helpers::{Guest, House, PATIENCE, janggi};

/// Notes what computers are asked, and lets the slow ones go on when the test says so.
#[derive(Default)]
struct Notes {
    begun: AtomicUsize,
    stopped: AtomicUsize,
    made: AtomicUsize,
    open: AtomicBool,
    order: Mutex<Vec<&'static str>>,
}

impl Notes {
    async fn until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let waiting = async {
            while !holds(self) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, waiting).await.is_ok(), "{what}");
    }

    fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    fn order(&self) -> Vec<&'static str> {
        self.order.lock().expect("nobody panics").clone()
    }
}

/// What kind of player answers to a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Answers at once.
    Quick,
    /// Looks at its clock until the door is opened or it is told to stop.
    Slow,
    /// Never looks at its clock.
    Deaf,
}

struct Player {
    notes: Arc<Notes>,
    manner: Manner,
}

impl Brain for Player {
    fn think(&mut self, task: &Task<'_>, _: &mut dyn FnMut(&Thought)) -> Decision {
        let notes = &self.notes;
        notes.begun.fetch_add(1, Ordering::SeqCst);
        while self.manner != Manner::Quick && !notes.open.load(Ordering::SeqCst) {
            if self.manner == Manner::Slow && task.timer.stopped() {
                notes.stopped.fetch_add(1, Ordering::SeqCst);
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        notes.order.lock().expect("nobody panics").push(if self.manner == Manner::Quick { "quick" } else { "slow" });
        task.table.legal().into_iter().next().map_or(Decision::Resign, Decision::Act)
    }

    fn memory(&self) -> usize {
        1
    }
}

struct Players(Arc<Notes>);

impl Minds for Players {
    fn levels(&self, _: &str) -> Vec<&'static str> {
        vec!["quick", "slow", "deaf"]
    }

    fn brain(&self, _: &str, level: &str, _: u64) -> Option<Box<dyn Brain>> {
        let manners = HashMap::from([("quick", Manner::Quick), ("slow", Manner::Slow), ("deaf", Manner::Deaf)]);
        self.0.made.fetch_add(1, Ordering::SeqCst);
        Some(Box::new(Player { notes: Arc::clone(&self.0), manner: *manners.get(level)? }))
    }
}

async fn house(change: impl FnOnce(&mut server::Config)) -> (House, Arc<Notes>) {
    let notes = Arc::new(Notes::default());
    let minds = Arc::new(Players(Arc::clone(&notes)));
    let house = House::with(|config| {
        config.minds = minds;
        config.thinkers = 1;
        config.rates = Rates::unlimited();
        change(config);
    });
    (house.await, notes)
}

fn against(level: &str) -> Value {
    janggi(&json!([{ "type": "me" }, { "type": "computer", "level": level }]))
}

/// Plays the first legal action for whoever has the turn.
async fn step(guest: &Guest, id: &str, ack: &str) {
    let state = guest.state(id).await;
    let n = state["deeds"].as_array().map_or(0, Vec::len);
    let answer = guest.say(id, &json!({ "t": "act", "a": ack, "n": n, "d": state["legal"][0] })).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

async fn until_deeds(guest: &Guest, id: &str, count: usize) -> Value {
    loop {
        let state = guest.state(id).await;
        if state["deeds"].as_array().map_or(0, Vec::len) >= count || state["phase"] == "over" {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn an_offer_that_is_taken_back_does_not_make_the_computer_think_anew() {
    let (house, notes) = house(|_| {}).await;
    let (one, other) = (house.guest().await, house.guest().await);
    let computer = json!({ "type": "computer", "level": "deaf" });
    let seats = json!([{ "type": "me" }, { "type": "open" }, computer, computer]);
    let id = one.game(&json!({ "kind": "yonin", "choose": false, "seats": seats })).await;
    assert_eq!(other.say(&id, &json!({ "t": "sit", "a": "s", "seat": 1 })).await.status, 200);
    let _watching = one.socket(&id).await;
    step(&one, &id, "1").await;
    step(&other, &id, "1").await;
    notes.until("the computer thinks", |notes| notes.begun() == 1).await;
    for who in [&one, &other] {
        for wish in ["offer", "decline"] {
            let said = who.say(&id, &json!({ "t": wish, "a": wish, "d": "takeback" })).await;
            assert_eq!(said.status, 200, "{}", said.text());
        }
    }
    notes.open.store(true, Ordering::SeqCst);
    until_deeds(&one, &id, 4).await;
    assert_eq!(notes.begun(), 2, "one thought for each of the two computers");
}

#[tokio::test]
async fn a_table_that_everybody_has_left_stops_thinking_and_goes_on_when_someone_comes_back() {
    let (house, notes) = house(|_| {}).await;
    let guest = house.guest().await;
    let id = guest.game(&against("slow")).await;
    let mut socket = guest.socket(&id).await;
    socket.until(|socket| socket.state["phase"] == "playing").await;
    socket.act("1", "a4b4").await;
    notes.until("the computer thinks", |notes| notes.begun() == 1).await;
    drop(socket);
    notes.until("the thought is stopped", |notes| notes.stopped.load(Ordering::SeqCst) == 1).await;
    notes.open.store(true, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(notes.begun(), 1, "nobody is there to think for");
    let mut socket = guest.socket(&id).await;
    socket.until(|socket| socket.deeds() == 2).await;
    assert_eq!(notes.begun(), 2);
}

#[tokio::test]
async fn a_computer_that_waits_for_its_turn_to_think_does_not_lose_on_time() {
    let (house, notes) = house(|_| {}).await;
    let patient = house.guest().await;
    let blocker = patient.game(&against("deaf")).await;
    step(&patient, &blocker, "1").await;
    notes.until("the only thinker is busy", |notes| notes.begun() == 1).await;
    let mut wish = against("quick");
    wish["clock"] = json!({ "main_ms": 1000 });
    let id = patient.game(&wish).await;
    step(&patient, &id, "1").await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(patient.state(&id).await["phase"], "playing", "the computer has not even begun");
    notes.open.store(true, Ordering::SeqCst);
    let state = until_deeds(&patient, &id, 2).await;
    assert_eq!(state["phase"], "playing", "{}", state["result"]);
    let left = state["clock"]["seats"][1]["main_ms"].as_u64().expect("a clock");
    assert!(left > 100, "only what was thought is charged: {left}");
}

#[tokio::test]
async fn a_quick_answer_does_not_wait_for_somebody_elses_slow_ones() {
    let (house, notes) = house(|_| {}).await;
    let (greedy, modest) = (house.guest().await, house.guest().await);
    let mut sockets = Vec::new();
    for _ in 0..5 {
        let id = greedy.game(&against("slow")).await;
        let mut socket = greedy.socket(&id).await;
        socket.until(|socket| socket.state["phase"] == "playing").await;
        socket.act("1", "a4b4").await;
        sockets.push(socket);
    }
    notes.until("the only thinker is busy", |notes| notes.begun() == 1).await;
    // The greedy one must have had more than the other for a moment.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let id = modest.game(&against("quick")).await;
    for round in 0..3 {
        step(&modest, &id, &round.to_string()).await;
        until_deeds(&modest, &id, 2 * round + 2).await;
    }
    assert_eq!(notes.order(), ["quick"; 3], "none of the slow ones has ended");
    notes.open.store(true, Ordering::SeqCst);
    for socket in &mut sockets {
        socket.until(|socket| socket.deeds() == 2).await;
    }
    let made = notes.made.load(Ordering::SeqCst);
    assert_eq!((notes.begun(), made), (8, 6), "the quick one was kept between its thoughts, the slow ones begun once");
}

#[tokio::test]
async fn whoever_has_too_many_thoughts_is_refused_more_tables_and_loses_no_game() {
    let caps = Caps { person: 2, network: 100, total: 100 };
    let (house, notes) = house(|config| config.thoughts = caps).await;
    let (greedy, modest) = (house.guest().await, house.guest().await);
    let mut tables = Vec::new();
    for _ in 0..3 {
        let mut wish = against("deaf");
        wish["clock"] = json!({ "main_ms": 1000 });
        tables.push(greedy.game(&wish).await);
    }
    let mut sockets = Vec::new();
    for id in &tables {
        let mut socket = greedy.socket(id).await;
        socket.until(|socket| socket.state["phase"] == "playing").await;
        socket.act("1", "a4b4").await;
        sockets.push(socket);
    }
    let refused = greedy.post("/api/games", &against("quick")).await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "E_FULL"));
    assert_eq!(greedy.post("/api/games", &crate::helpers::hot_seat()).await.status, 201, "that needs no thought");
    let computer = json!({ "type": "computer", "level": "quick" });
    let seats = json!([{ "type": "me" }, { "type": "open" }, computer, computer]);
    let id = modest.game(&json!({ "kind": "yonin", "choose": false, "seats": seats })).await;
    let refused = greedy.say(&id, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "E_FULL"));
    notes.open.store(true, Ordering::SeqCst);
    for socket in &mut sockets {
        socket.until(|socket| socket.deeds() == 2).await;
        assert_eq!(socket.state["phase"], "playing", "{}", socket.state["result"]);
    }
    assert_eq!(greedy.say(&id, &json!({ "t": "sit", "a": "s", "seat": 1 })).await.status, 200);
}

#[tokio::test]
async fn who_plays_without_a_socket_is_thought_for_and_who_only_looks_in_is_not() {
    let (house, notes) = house(|_| {}).await;
    let (guest, stranger) = (house.guest().await, house.guest().await);
    let computer = json!({ "type": "computer", "level": "quick" });
    let id = guest.game(&janggi(&json!([computer, { "type": "me" }]))).await;
    stranger.state(&id).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(notes.begun(), 0, "nobody who plays is there");
    until_deeds(&guest, &id, 1).await;
    step(&guest, &id, "1").await;
    until_deeds(&guest, &id, 3).await;
}
