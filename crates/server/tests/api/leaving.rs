//! Whoever leaves strangers again and again sits down with none for a while; by a clock that is put forward.

use serde_json::{Value, json};
use server::{Config, Wall};

use crate::helpers::{Guest, House, Response};
use crate::lobby::{find, member};

const MINUTE_MS: i64 = 60_000;

fn by(wall: &Wall) -> impl FnOnce(&mut Config) + use<> {
    let wall = wall.clone();
    |config| config.wall = wall
}

/// Live, without anything to choose before the first action.
fn wish() -> Value {
    json!({ "kind": "yonin", "clock": { "main_ms": 600_000, "increment_ms": 10_000 } })
}

/// Two strangers at a table for two, in their order.
async fn sat_down(one: &Guest, other: &Guest) -> String {
    let seats = json!([{ "type": "me" }, { "type": "open" }]);
    let clock = json!({ "main_ms": 600_000, "increment_ms": 10_000 });
    let wish =
        json!({ "kind": "janggi", "choose": false, "rated": false, "listed": true, "seats": seats, "clock": clock });
    let game = one.game(&wish).await;
    let sat = other.say(&game, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
    assert_eq!(sat.status, 200, "{}", sat.text());
    game
}

async fn act(who: &Guest, game: &str) {
    let state = who.state(game).await;
    let n = state["deeds"].as_array().map_or(0, Vec::len);
    let done = who.say(game, &json!({ "t": "act", "a": format!("a{n}"), "n": n, "d": state["legal"][0] })).await;
    assert_eq!(done.status, 200, "{}", done.text());
}

/// Sits down and calls the game off.
async fn leaves(one: &Guest, other: &Guest) {
    let game = sat_down(one, other).await;
    assert_eq!(other.say(&game, &json!({ "t": "abort", "a": "x" })).await.status, 200);
}

async fn asks(who: &Guest) -> Response {
    who.post("/api/lobby/match", &wish()).await
}

fn minutes_left(refused: &Response) -> i64 {
    assert_eq!((refused.status, refused.code().as_str()), (403, "E_LEAVER"), "{}", refused.text());
    let (told, header) = (refused.json(), refused.header("retry-after").expect("a header").to_owned());
    let left_ms = told["retry_ms"].as_i64().expect("a number");
    assert!((header.parse::<i64>().expect("seconds") * 1000 - left_ms).abs() <= 1000);
    assert!(told["until_ms"].is_i64());
    (left_ms + MINUTE_MS - 1) / MINUTE_MS
}

#[tokio::test]
async fn the_third_game_that_is_left_costs_ten_minutes_and_the_next_twenty() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let (mut one, mut other) = (house.guest().await, house.guest().await);
    for _ in 0..2 {
        leaves(&one, &other).await;
    }
    let waits = sat_down(&one, &other).await;
    act(&one, &waits).await;
    assert_eq!(asks(&other).await.status, 200, "two of ten are forgiven");
    assert_eq!(other.say(&waits, &json!({ "t": "abort", "a": "x" })).await.status, 200);
    assert_eq!(minutes_left(&asks(&other).await), 10);
    assert_eq!(asks(&one).await.status, 200, "who was left may look for somebody else");

    // No way leads around it, and nothing else is refused.
    let table = find(&one, &wish()).await;
    let sits = other.say(&table, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
    assert_eq!(minutes_left(&sits), 10);
    let mut socket = other.socket(&table).await;
    let refused = socket.ask(json!({ "t": "sit", "a": "s2", "seat": 1 })).await;
    assert_eq!((&refused["code"], refused["until_ms"].is_i64()), (&json!("E_LEAVER"), true));
    let mut listed = json!({ "kind": "janggi", "listed": true, "clock": { "main_ms": 600_000 },
        "seats": [{ "type": "me" }, { "type": "open" }] });
    assert_eq!(minutes_left(&other.post("/api/games", &listed).await), 10);
    listed["listed"] = json!(false);
    assert_eq!(other.post("/api/games", &listed).await.status, 201, "friends may be asked");

    // It is in the books.
    drop(socket);
    let house = house.reopened_with(by(&wall)).await;
    (one.address, other.address) = (house.address, house.address);
    assert_eq!(minutes_left(&asks(&other).await), 10);
    wall.pass(10 * MINUTE_MS);
    assert_eq!(asks(&other).await.status, 200);
    leaves(&one, &other).await;
    assert_eq!(minutes_left(&asks(&other).await), 20);
}

#[tokio::test]
async fn who_does_not_come_has_left_and_who_loses_at_the_table_has_not() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let (one, other) = (house.guest().await, house.guest().await);
    // Late with the first turn: the game is called off, and it is nobody else's fault.
    let game = sat_down(&one, &other).await;
    act(&one, &game).await;
    wall.pass(MINUTE_MS + 1);
    assert_eq!(one.state(&game).await["stopped"], "aborted");
    house.until_sql("SELECT count(*) FROM attended WHERE gone = 1", 1).await;
    house.until_sql("SELECT count(*) FROM attended", 1).await;
    // Both have acted; the time of one runs out who is not there.
    let game = sat_down(&one, &other).await;
    act(&one, &game).await;
    act(&other, &game).await;
    act(&one, &game).await;
    wall.pass(11 * MINUTE_MS);
    assert_eq!(house.stranger().state(&game).await["phase"], "over");
    house.until_sql("SELECT count(*) FROM attended WHERE gone = 1", 2).await;
    house.until_sql("SELECT count(*) FROM attended", 3).await;
    // The same in front of the board is a lost game, and so is giving up.
    for last in ["time", "resign"] {
        let game = sat_down(&one, &other).await;
        act(&one, &game).await;
        act(&other, &game).await;
        act(&one, &game).await;
        let _socket = other.socket(&game).await;
        if last == "time" {
            wall.pass(11 * MINUTE_MS);
            assert_eq!(one.state(&game).await["phase"], "over");
        } else {
            assert_eq!(other.say(&game, &json!({ "t": "resign", "a": "r" })).await.status, 200);
        }
    }
    house.until_sql("SELECT count(*) FROM attended WHERE gone = 1", 2).await;
    house.until_sql("SELECT count(*) FROM attended", 7).await;
    assert_eq!(asks(&other).await.status, 200);
}

#[tokio::test]
async fn nobody_has_left_a_house_that_was_down() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let (mut one, other) = (house.guest().await, house.guest().await);
    let game = sat_down(&one, &other).await;
    act(&one, &game).await;
    let mut house = house;
    house.close().await;
    wall.pass_unlived(10 * MINUTE_MS);
    let house = house.reopened_with(by(&wall)).await;
    one.address = house.address;
    assert_eq!(one.state(&game).await["phase"], "playing", "that was nobody's time");
    wall.pass(2 * MINUTE_MS);
    assert_eq!(one.state(&game).await["stopped"], "aborted");
    house.until_sql("SELECT count(*) FROM attended", 0).await;
}

#[tokio::test]
async fn a_table_waits_for_its_maker_while_the_machine_sleeps() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let (one, other) = (house.guest().await, house.guest().await);
    let table = find(&one, &wish()).await;
    wall.pass_unlived(20 * MINUTE_MS);
    for _ in 0..2 {
        assert_eq!(other.state(&table).await["phase"], "waiting");
    }
    wall.pass(10 * MINUTE_MS);
    // It looks after whoever asks has been answered.
    other.state(&table).await;
    assert_eq!(other.state(&table).await["stopped"], "closed");
}

#[tokio::test]
async fn a_guest_who_signs_in_takes_it_along() {
    let wall = Wall::default();
    let house = House::with(by(&wall)).await;
    let one = house.guest().await;
    let hana = member(&house, "hana").await;
    hana.delete("/api/session").await;
    let mut guest = house.guest().await;
    for _ in 0..3 {
        leaves(&one, &guest).await;
    }
    let password = "포를 넘는 포는 없다";
    let signed = guest.post("/api/session", &json!({ "name": "hana", "password": password, "bring": true })).await;
    assert_eq!(signed.status, 200, "{}", signed.text());
    guest.took(&signed);
    assert_eq!(minutes_left(&asks(&guest).await), 10);
}
