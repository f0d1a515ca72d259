//! Games over days, by a clock that is put forward: nobody sits in front of them, nobody loses anything by that.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Config, Wall};

use crate::helpers::{Guest, House, janggi};
use crate::lobby::{find, listener, member, told};
use crate::ratings::{members, played, until_all_are_rated};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// Every game of the house, with a rule set and how many play it.
const KINDS: [(&str, &str, usize); 4] =
    [("janggi", "kja", 2), ("nanguk", "base", 2), ("tigers", "base", 2), ("yonin", "standard", 4)];

/// A house by a clock of the test's own, whose games leave memory at once.
fn by(wall: &Wall) -> impl FnOnce(&mut Config) + use<> {
    let wall = wall.clone();
    |config| {
        config.wall = wall;
        config.room_idle = Duration::from_millis(20);
        config.sweep = Duration::from_millis(20);
    }
}

fn turns_of(days: i64) -> Value {
    json!({ "turn_ms": days * DAY_MS })
}

/// A table by a link at which everybody has sat down.
async fn table(people: &[Guest], wish: &Value) -> String {
    let game = people[0].game(wish).await;
    for (seat, who) in people.iter().enumerate().skip(1) {
        let sat = who.say(&game, &json!({ "t": "sit", "a": format!("s{seat}"), "seat": seat })).await;
        assert_eq!(sat.status, 200, "{}", sat.text());
    }
    game
}

fn wish(kind: &str, preset: &str, seats: usize, clock: &Value) -> Value {
    let seats: Vec<Value> = (0..seats).map(|n| json!({ "type": if n == 0 { "me" } else { "open" } })).collect();
    json!({ "kind": kind, "preset": preset, "choose": false, "seats": seats, "clock": clock })
}

/// A janggi table of two.
async fn two_at(one: &Guest, other: &Guest, clock: &Value) -> String {
    table(&[one.clone(), other.clone()], &wish("janggi", "kja", 2, clock)).await
}

fn deeds(state: &Value) -> usize {
    state["deeds"].as_array().map_or(0, Vec::len)
}

/// Whoever is to act does the first thing that the rules allow; who that was.
async fn act(people: &[Guest], game: &str) -> usize {
    let turn = people[0].state(game).await["turn"].as_u64().expect("it goes on");
    let turn = usize::try_from(turn).expect("small");
    let state = people[turn].state(game).await;
    let legal = state["legal"].as_array().expect("actions");
    let action = legal.iter().find(|action| **action == "end").unwrap_or(&legal[0]);
    let message = json!({ "t": "act", "a": format!("a{}", deeds(&state)), "n": deeds(&state), "d": action });
    let done = people[turn].say(game, &message).await;
    assert_eq!(done.status, 200, "{}", done.text());
    turn
}

/// The same until it is another's turn.
async fn whole_turn(people: &[Guest], game: &str) {
    let turn = act(people, game).await;
    while people[0].state(game).await["turn"] == turn {
        act(people, game).await;
    }
}

/// The games that wait for somebody, the next first.
pub(crate) async fn inbox(guest: &Guest) -> Vec<Value> {
    let told = guest.get("/api/inbox").await;
    assert_eq!(told.status, 200, "{}", told.text());
    told.json()["games"].as_array().expect("a list").clone()
}

async fn waiting(guest: &Guest) -> Vec<String> {
    inbox(guest).await.iter().map(|game| game["id"].as_str().expect("an id").to_owned()).collect()
}

/// What is left of the turn.
fn left(state: &Value) -> i64 {
    state["clock"]["turn_ms"].as_i64().expect("a clock runs")
}

/// Three days of play, with a restart and a longer outage on the second.
async fn three_days(kind: &str, preset: &str, seats: usize) {
    let wall = Wall::default();
    let mut house = House::with(by(&wall)).await;
    let mut people = Vec::new();
    for _ in 0..seats {
        people.push(house.guest().await);
    }
    let game = table(&people, &wish(kind, preset, seats, &turns_of(3))).await;
    act(&people, &game).await;
    for day in 0..3 {
        for _ in 0..2 * seats {
            wall.pass(2 * HOUR_MS);
            whole_turn(&people, &game).await;
        }
        wall.pass(DAY_MS - 4 * HOUR_MS * i64::try_from(seats).expect("few"));
        if day != 1 {
            continue;
        }
        let (before, began) = (people[0].state(&game).await, Instant::now());
        let due = due(&people, &game).await;
        house.close().await;
        wall.pass_unlived(5 * DAY_MS);
        house = house.reopened_with(by(&wall)).await;
        for who in &mut people {
            who.address = house.address;
        }
        let after = people[0].state(&game).await;
        let spent = i64::try_from(began.elapsed().as_millis()).expect("short");
        assert_eq!((&after["deeds"], &after["turn"]), (&before["deeds"], &before["turn"]), "{kind}: no move is lost");
        assert!(left(&before) - left(&after) <= spent + 100, "{kind}: {} of {}", left(&after), left(&before));
        let later = self::due(&people, &game).await;
        assert!((later - due - 5 * DAY_MS).abs() <= spent + 100, "{kind}: what was due is due as much later");
    }
    let state = people[0].state(&game).await;
    assert_eq!(state["phase"], "playing", "{kind}: {}", state["result"]);
    assert_eq!(state["tempo"], "days");
}

/// When the time of whoever is to act runs out, as the inbox says.
async fn due(people: &[Guest], game: &str) -> i64 {
    let turn = people[0].state(game).await["turn"].as_u64().expect("it goes on");
    let told = inbox(&people[usize::try_from(turn).expect("small")]).await;
    told.iter().find(|line| line["id"] == game).expect("it waits")["due_ms"].as_i64().expect("a time")
}

#[tokio::test]
async fn a_game_of_every_kind_goes_on_over_three_days_a_restart_and_an_outage() {
    for (kind, preset, seats) in KINDS {
        three_days(kind, preset, seats).await;
    }
}

#[tokio::test]
async fn a_three_day_game_that_nobody_attends_is_lost_on_time_and_not_before() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let (mut one, mut other) = (house.guest().await, house.guest().await);
    let game = two_at(&one, &other, &turns_of(3)).await;
    assert_eq!(inbox(&one).await[0]["due_ms"], Value::Null, "the first action is free");
    act(&[one.clone(), other.clone()], &game).await;
    wall.pass(3 * DAY_MS - HOUR_MS);
    house.until_sql("SELECT count(*) FROM pending WHERE due_ms > 0", 1).await;
    let line = &inbox(&other).await[0];
    assert_eq!((&line["id"], &line["phase"]), (&json!(game), &json!("playing")));
    // The house is away for a week: that is nobody's time.
    let mut house = house;
    house.close().await;
    wall.pass_unlived(7 * DAY_MS);
    let house = house.reopened_with(by(&wall)).await;
    (one.address, other.address) = (house.address, house.address);
    assert_eq!(waiting(&other).await, std::slice::from_ref(&game));
    let mut bell = listener(&one, &["me", "live"]).await;
    told_live(&mut bell).await;
    wall.pass(HOUR_MS);
    assert_eq!(told(&mut bell, "me").await["e"], "over", "nobody has asked for the game");
    house.until_sql("SELECT count(*) FROM pending", 0).await;
    assert_eq!(one.state(&game).await["result"]["text"], "cho time");
    assert!(waiting(&other).await.is_empty());
    let late = other.say(&game, &json!({ "t": "act", "a": "late", "n": 1, "d": "a7b7" })).await;
    assert_eq!(late.code(), "E_OVER");
}

/// Whatever was sent before has been heard when this has been answered.
async fn told_live(bell: &mut crate::helpers::Socket) {
    assert_eq!(told(bell, "live").await["d"]["tables"], json!([]));
}

#[tokio::test]
async fn a_bank_of_days_gains_a_day_with_every_turn() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let people = [house.guest().await, house.guest().await];
    let bank = json!({ "main_ms": 7 * DAY_MS, "increment_ms": DAY_MS });
    let game = two_at(&people[0], &people[1], &bank).await;
    act(&people, &game).await;
    wall.pass(2 * DAY_MS);
    act(&people, &game).await;
    let state = people[0].state(&game).await;
    let left = state["clock"]["seats"][1]["main_ms"].as_i64().expect("a number");
    assert!((left - 6 * DAY_MS).abs() < 60_000, "{left}");
    assert_eq!(state["tempo"], "days");
    for days in [1, 2, 3, 5, 7, 14] {
        let game = people[0].game(&wish("janggi", "kja", 2, &turns_of(days))).await;
        assert_eq!(people[0].state(&game).await["tempo"], "days");
    }
}

#[tokio::test]
async fn the_inbox_has_what_is_due_next_first_and_stays_true() {
    let house = House::with(by(&Wall::default())).await;
    let people = [house.guest().await, house.guest().await];
    let [one, other] = &people;
    let mut games = Vec::new();
    for days in [7, 1, 3, 2] {
        let game = two_at(one, other, &turns_of(days)).await;
        act(&people, &game).await;
        games.push(game);
    }
    let live = two_at(one, other, &json!({ "main_ms": 600_000 })).await;
    act(&people, &live).await;
    let unbegun = two_at(other, one, &turns_of(1)).await;
    let [seven, day, three, two] = &games[..] else { panic!("four") };
    assert_eq!(waiting(other).await, [day, two, three, seven, &unbegun, &live].map(Clone::clone));
    assert_eq!(other.get("/api/me").await.json()["pending"], 6);
    assert!(waiting(one).await.is_empty());
    // A game ends, one is called off, one goes on.
    assert_eq!(other.say(day, &json!({ "t": "resign", "a": "r" })).await.status, 200);
    assert_eq!(one.say(two, &json!({ "t": "abort", "a": "x" })).await.status, 200);
    act(&people, three).await;
    assert_eq!(waiting(other).await, [seven, &unbegun, &live].map(Clone::clone));
    assert_eq!(waiting(one).await, std::slice::from_ref(three));
    // A guest's games are the member's who signs in.
    let mut heir = house.guest().await;
    heir.sign_up("jisoo", "포를 넘는 포는 없다").await;
    heir.delete("/api/session").await;
    let mut guest = one.clone();
    let signed =
        guest.post("/api/session", &json!({ "name": "jisoo", "password": "포를 넘는 포는 없다", "bring": true })).await;
    assert_eq!(signed.status, 200, "{}", signed.text());
    guest.took(&signed);
    assert_eq!(waiting(&guest).await, std::slice::from_ref(three));
    house.until_sql("SELECT count(DISTINCT person) FROM pending", 2).await;
    assert!(inbox(&house.stranger()).await.is_empty());
}

#[tokio::test]
async fn whoever_is_elsewhere_is_told_of_the_turn_once() {
    let house = House::with(by(&Wall::default())).await;
    let people = [house.guest().await, house.guest().await];
    let game = two_at(&people[0], &people[1], &turns_of(1)).await;
    let mut bell = listener(&people[1], &["me", "live"]).await;
    told_live(&mut bell).await;
    act(&people, &game).await;
    let rung = told(&mut bell, "me").await;
    assert_eq!(rung, json!({ "t": "me", "e": "turn", "d": { "game": game, "from": "" } }));
    people[0].say(&game, &json!({ "t": "offer", "a": "o", "d": "takeback" })).await;
    let rung = told(&mut bell, "me").await;
    assert_eq!((&rung["e"], &rung["d"]["game"]), (&json!("offer"), &json!(game)), "an offer is told as what it is");
    let next = two_at(&people[0], &people[1], &turns_of(1)).await;
    assert_eq!(told(&mut bell, "me").await["d"]["game"], json!(next), "and not as a turn");
}

#[tokio::test]
async fn an_opening_and_a_challenge_wait_as_well_and_end_by_themselves() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let (hana, duri) = (member(&house, "hana").await, member(&house, "duri").await);
    let mut challenge = wish("janggi", "kja", 2, &turns_of(1));
    challenge["choose"] = json!(true);
    challenge["seats"][1] = json!({ "type": "person", "name": "duri" });
    let game = hana.game(&challenge).await;
    let told = &inbox(&duri).await[0];
    assert_eq!(
        (&told["id"], &told["phase"], &told["seats"][0]["name"]),
        (&json!(game), &json!("waiting"), &json!("hana"))
    );
    assert!(told["due_ms"].is_i64() && waiting(&hana).await.is_empty());
    assert_eq!(duri.say(&game, &json!({ "t": "sit", "a": "s", "seat": 1 })).await.status, 200);
    assert_eq!(inbox(&duri).await[0]["phase"], "opening", "Han chooses first");
    duri.say(&game, &json!({ "t": "choose", "a": "c", "d": "inner" })).await;
    assert_eq!((waiting(&duri).await.len(), waiting(&hana).await.len()), (0, 1));
    let second = hana.game(&challenge).await;
    assert_eq!(waiting(&duri).await, std::slice::from_ref(&second));
    assert_eq!(duri.say(&second, &json!({ "t": "turn_down", "a": "t" })).await.status, 200);
    assert!(waiting(&duri).await.is_empty());
    let third = hana.game(&challenge).await;
    wall.pass(14 * DAY_MS);
    house.until_sql("SELECT count(*) FROM pending", 1).await;
    assert_eq!(hana.state(&third).await["stopped"], "closed");
}

#[tokio::test]
async fn live_moves_write_events_and_nothing_else() {
    let house = House::open().await;
    let people = [house.guest().await, house.guest().await];
    let live = two_at(&people[0], &people[1], &json!({ "main_ms": 600_000 })).await;
    house.until_sql("SELECT version FROM card", 2).await;
    for _ in 0..3 {
        act(&people, &live).await;
    }
    house.until_sql("SELECT version FROM card", 2).await;
    house.until_sql("SELECT count(*) FROM pending", 0).await;
    house.until_sql("SELECT count(*) FROM event", 5).await;
    let days = two_at(&people[0], &people[1], &turns_of(1)).await;
    for _ in 0..3 {
        act(&people, &days).await;
    }
    house.until_sql("SELECT version FROM card WHERE tempo = 'days'", 5).await;
    house
        .until_sql(
            "SELECT count(*) FROM pending JOIN card ON card.game = pending.game AND card.due_ms = pending.due_ms",
            1,
        )
        .await;
}

#[tokio::test]
async fn a_computer_plays_on_although_nobody_is_there() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let mut people = Vec::new();
    for _ in 0..4 {
        people.push(house.guest().await);
    }
    let mut wish = wish("yonin", "standard", 4, &turns_of(2));
    wish["stand_in"] = json!("easy");
    let game = table(&people, &wish).await;
    let first = act(&people, &game).await;
    let gone = people[0].state(&game).await["turn"].as_u64().expect("it goes on");
    wall.pass(2 * DAY_MS);
    // The one whose time ran out is replaced, the computer acts, and the next is awaited.
    let next = (usize::try_from(gone).expect("small") + 1) % 4;
    let arrives = async {
        while waiting(&people[next]).await != std::slice::from_ref(&game) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::helpers::PATIENCE, arrives).await.expect("the next one's turn");
    let state = people[first].state(&game).await;
    assert_eq!(state["seats"][usize::try_from(gone).expect("small")]["type"], "computer");
    assert_eq!(deeds(&state), 2);
}

#[tokio::test]
async fn games_over_days_count_in_a_pool_of_their_own() {
    let house = House::with(by(&Wall::default())).await;
    let people = members(&house, 2).await;
    for (kind, family) in [("janggi", "std"), ("nanguk", "base"), ("tigers", "base"), ("yonin", "singles")] {
        let wish = json!({ "kind": kind, "clock": turns_of(1), "rated": true });
        let game = find(&people[0], &wish).await;
        let tables = people[1].get("/api/lobby").await.json()["tables"].clone();
        let table = tables.as_array().expect("a list").iter().find(|table| table["id"] == game).expect("it is listed");
        assert_eq!((&table["pool"], &table["rated"]), (&json!(format!("{kind}/{family}/days")), &json!(true)));
        assert_eq!(find(&people[1], &wish).await, game, "one finds the other");
    }
    let mut wish = wish("janggi", "kja", 2, &turns_of(3));
    wish["choose"] = json!(true);
    played(&people[0], &people[1], &wish).await;
    until_all_are_rated(house.url()).await;
    let profile = house.stranger().get("/api/people/playera").await.json();
    assert_eq!(profile["ratings"][0]["pool"], "janggi/std/days", "{profile}");
}

/// One against the computer of the house, which is no business of anybody else's.
#[tokio::test]
async fn alone_against_a_computer_ones_turn_waits_too() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let guest = house.guest().await;
    let mut wish = janggi(&json!([{ "type": "me" }, { "type": "computer", "level": "easy" }]));
    wish["clock"] = turns_of(1);
    let game = guest.game(&wish).await;
    guest.say(&game, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    house.until_sql("SELECT count(*) FROM pending WHERE person <> ''", 1).await;
    assert_eq!(waiting(&guest).await, std::slice::from_ref(&game));
    wall.pass(DAY_MS);
    house.until_sql("SELECT count(*) FROM pending", 0).await;
    assert_eq!(guest.state(&game).await["result"]["text"], "han time");
}
