//! Clocks in real time, short ones.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::helpers::{House, hot_seat, janggi};

fn with_clock(mut wish: Value, clock: &Value) -> Value {
    wish["clock"] = clock.clone();
    wish
}

#[tokio::test]
async fn the_flag_falls_by_itself_and_everybody_hears_it() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&with_clock(hot_seat(), &json!({ "main_ms": 1000 }))).await;
    let mut watcher = house.stranger().socket(&id).await;
    guest.say(&id, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    let began = Instant::now();
    watcher.until(|socket| socket.state["phase"] == "over").await;
    assert_eq!(watcher.state["result"]["text"], "cho time");
    assert!(began.elapsed() >= Duration::from_millis(900) && began.elapsed() < Duration::from_secs(10));
    let late = guest.say(&id, &json!({ "t": "act", "a": "2", "n": 1, "d": "a7b7" })).await;
    assert_eq!(late.status, 409);
}

#[tokio::test]
async fn a_late_move_loses_against_the_flag_even_if_nobody_was_there() {
    let house = House::with(|config| config.room_idle = Duration::from_millis(20)).await;
    let guest = house.guest().await;
    let id = guest.game(&with_clock(hot_seat(), &json!({ "byoyomi_ms": 1000, "periods": 1 }))).await;
    guest.say(&id, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    tokio::time::sleep(Duration::from_millis(1300)).await;
    let late = guest.say(&id, &json!({ "t": "act", "a": "2", "n": 1, "d": "a7b7" })).await;
    assert_eq!(late.code(), "E_OVER");
    assert_eq!(guest.state(&id).await["result"]["text"], "cho time");
}

#[tokio::test]
async fn nobody_loses_time_while_the_server_is_down() {
    let house = House::open().await;
    let mut guest = house.guest().await;
    let id = guest.game(&with_clock(hot_seat(), &json!({ "main_ms": 60_000 }))).await;
    guest.say(&id, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    let mut house = house;
    house.close().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let house = house.reopened().await;
    guest.address = house.address;
    let clock = guest.state(&id).await["clock"].clone();
    let left = clock["seats"][1]["main_ms"].as_u64().expect("a number");
    assert!(left > 59_000, "{clock}");
    assert_eq!(clock["running"], 1);
}

#[tokio::test]
async fn the_computer_plays_within_its_clock() {
    let house = House::open().await;
    let guest = house.guest().await;
    let seats = json!([{ "type": "me" }, { "type": "computer", "level": "easy" }]);
    let id = guest.game(&with_clock(janggi(&seats), &json!({ "main_ms": 60_000, "increment_ms": 1000 }))).await;
    let mut socket = guest.socket(&id).await;
    socket.until_version(1).await;
    socket.act("1", "a4b4").await;
    socket.until(|socket| socket.deeds() == 2).await;
    assert!(socket.state["deeds"][1]["clock_ms"].as_u64() > Some(60_000), "with its increment");
    assert_eq!(socket.state["clock"]["running"], 0);
}

#[tokio::test]
async fn a_clock_that_is_too_short_for_anybody_is_refused() {
    let house = House::open().await;
    let guest = house.guest().await;
    for clock in [
        json!({ "turn_ms": 1 }),
        json!({ "main_ms": 999 }),
        json!({ "byoyomi_ms": 10, "periods": 3 }),
        json!({ "total_ms": 1 }),
        json!({ "main_ms": 60_000, "increment_ms": 1 }),
    ] {
        let refused = guest.post("/api/games", &with_clock(hot_seat(), &clock)).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "E_CLOCK"), "{clock}");
    }
}

/// Nobody is there: the flags that fall are few, and the game comes to an end.
#[tokio::test]
async fn a_game_that_nobody_attends_ends_after_a_few_flags() {
    let house = House::open().await;
    let guest = house.guest().await;
    let seats = json!([{ "type": "me" }, { "type": "me" }]);
    let wish =
        json!({ "kind": "tigers", "preset": "base", "choose": false, "seats": seats, "clock": { "turn_ms": 1000 } });
    let id = guest.game(&wish).await;
    let mut watcher = house.stranger().socket(&id).await;
    guest.say(&id, &json!({ "t": "act", "a": "1", "n": 0, "d": "end" })).await;
    watcher.until(|socket| socket.state["phase"] == "over").await;
    assert_eq!(watcher.state["result"]["reason"], "forfeit");
    assert_eq!(watcher.deeds(), 6, "an action, and five turns that passed");
}
