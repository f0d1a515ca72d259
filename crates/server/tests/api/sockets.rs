//! Sockets: versions, resync, acknowledgments, spectators, presence.

use serde_json::{Value, json};

use crate::helpers::{Guest, House, Socket, hot_seat, janggi};

/// Two people at a table, each with a socket.
async fn two(house: &House) -> (String, (Guest, Socket), (Guest, Socket)) {
    let (cho, han) = (house.guest().await, house.guest().await);
    let id = cho.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    han.say(&id, &json!({ "t": "sit", "a": "1", "seat": 1 })).await;
    let (mut first, mut second) = (cho.socket(&id).await, han.socket(&id).await);
    first.until_version(2).await;
    second.until_version(2).await;
    (id, (cho, first), (han, second))
}

#[tokio::test]
async fn a_move_is_acknowledged_and_told_to_everybody() {
    let house = House::open().await;
    let (id, (_, mut cho), (_, mut han)) = two(&house).await;
    let mut watcher = house.stranger().socket(&id).await;
    watcher.until_version(2).await;
    assert_eq!(cho.act("x1", "a4b4").await, json!({ "t": "ack", "a": "x1", "v": 3 }));
    han.until_version(3).await;
    watcher.until_version(3).await;
    assert_eq!(han.state["deeds"][0]["text"], "a4b4");
    assert!(han.legal().contains(&"a7b7".to_owned()));
    assert!(cho.legal().is_empty() && watcher.legal().is_empty());
    let refused = watcher.ask(json!({ "t": "act", "a": "w", "n": 1, "d": "a7b7" })).await;
    assert_eq!(refused["code"], "E_SEAT");
    for (socket, seat) in [(&cho, json!(0)), (&han, json!(1)), (&watcher, Value::Null)] {
        assert_eq!(socket.state["as"], seat);
    }
}

#[tokio::test]
async fn how_long_it_took_to_store_and_to_tell_is_counted() {
    let house = House::open().await;
    let (_, (_, mut cho), _) = two(&house).await;
    let before = house.counter("tell_seconds_count").await.expect("a histogram");
    assert_eq!(cho.act("x1", "a4b4").await["v"], 3);
    // The owner counts once it has told everybody, so the next answer comes after that.
    cho.ask(json!({ "t": "explain", "a": "x2", "n": 1, "d": "a7b7" })).await;
    assert_eq!(house.counter("tell_seconds_count").await, Some(before + 1));
    for name in ["store_seconds_count", "room_queue_count", "commit_batches_count"] {
        assert!(house.counter(name).await > Some(0), "{name}");
    }
}

#[tokio::test]
async fn a_question_about_an_action_is_answered_and_nothing_is_done() {
    let house = House::open().await;
    let (id, (guest, mut cho), (_, mut han)) = two(&house).await;
    let forbidden = cho.ask(json!({ "t": "explain", "a": "q1", "n": 0, "d": "a4a3" })).await;
    let refused = cho.ask(json!({ "t": "act", "a": "q2", "n": 0, "d": "a4a3" })).await;
    assert_eq!((&forbidden["t"], &refused["t"]), (&json!("explained"), &json!("refused")));
    assert_eq!((&forbidden["code"], &forbidden["detail"]), (&refused["code"], &refused["detail"]));
    let legal = cho.ask(json!({ "t": "explain", "a": "q3", "n": 0, "d": "a4b4" })).await;
    assert_eq!(legal, json!({ "t": "explained", "a": "q3", "v": 2 }));
    let early = han.ask(json!({ "t": "explain", "a": "q4", "n": 0, "d": "a7b7" })).await;
    assert_eq!(early["code"], "E_TURN");
    let posted = guest.say(&id, &json!({ "t": "explain", "a": "q5", "n": 0, "d": "a4a3" })).await;
    assert_eq!((posted.status, posted.code()), (422, forbidden["code"].as_str().expect("a code").to_owned()));
    assert_eq!(guest.state(&id).await["v"], 2, "nothing has happened");
    assert_eq!(cho.act("q1", "a4b4").await["v"], 3, "the id of a question acknowledges nothing");
}

#[tokio::test]
async fn the_same_frame_on_two_sockets_is_done_once() {
    let house = House::open().await;
    let (id, (guest, mut cho), _) = two(&house).await;
    let mut other = guest.socket(&id).await;
    other.until_version(2).await;
    let message = json!({ "t": "act", "a": "x1", "n": 0, "d": "a4b4" });
    for socket in [&mut cho, &mut other] {
        for _ in 0..3 {
            assert_eq!(socket.ask(message.clone()).await["v"], 3);
        }
    }
    assert_eq!(guest.state(&id).await["deeds"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn whoever_missed_events_ends_up_with_the_same_state() {
    let house = House::with(|config| config.rates = server::Rates::unlimited()).await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let mut live = guest.socket(&id).await;
    live.until_version(1).await;
    let mut known: Vec<Value> = vec![live.state.clone()];
    for round in 0..140 {
        if round % 3 == 2 {
            let answer = live.ask(json!({ "t": "offer", "a": format!("t{round}"), "d": "takeback" })).await;
            live.until_version(answer["v"].as_u64().expect("a version")).await;
        } else {
            let legal = live.legal();
            let Some(action) = legal.get(round * 7 % legal.len().max(1)) else { break };
            live.act(&format!("m{round}"), action).await;
        }
        known.push(live.state.clone());
    }
    let without_presence = |state: &Value| {
        let mut state = state.clone();
        state["seats"] = Value::Null;
        state["watchers"] = Value::Null;
        state
    };
    let last = live.state["v"].as_u64().expect("a version");
    assert!(last > 130);
    for state in known {
        let since = state["v"].as_u64().expect("a version");
        let mut late = guest.socket_since(&id, Some(since)).await;
        late.state = state;
        late.until_version(last).await;
        assert_eq!(without_presence(&late.state), without_presence(&live.state), "since {since}");
    }
    let mut ahead = guest.socket_since(&id, Some(last + 5)).await;
    ahead.until_version(last).await;
}

#[tokio::test]
async fn sync_tells_what_was_missed_or_everything() {
    let house = House::open().await;
    let (_, (_, mut cho), _) = two(&house).await;
    cho.act("1", "a4b4").await;
    let whole = cho.state.clone();
    cho.state["v"] = json!(2);
    cho.state["deeds"] = json!([]);
    cho.send(&json!({ "t": "sync", "v": 2 })).await;
    cho.until_version(3).await;
    assert_eq!(cho.state["deeds"], whole["deeds"]);
    cho.state = Value::Null;
    cho.send(&json!({ "t": "sync" })).await;
    cho.until_version(3).await;
    assert_eq!(cho.state["view"], whole["view"]);
}

#[tokio::test]
async fn presence_is_told() {
    let house = House::open().await;
    let (id, (_, mut cho), (_, han)) = two(&house).await;
    let is = |seats: Value, watchers: u64| {
        move |socket: &Socket| {
            let last = socket.others.iter().rfind(|other| other["t"] == "here");
            last.is_some_and(|here| here["d"]["seats"] == seats && here["d"]["watchers"] == watchers)
        }
    };
    cho.until(is(json!([true, true]), 0)).await;
    let watcher = house.stranger().socket(&id).await;
    cho.until(is(json!([true, true]), 1)).await;
    drop(watcher);
    drop(han);
    cho.until(is(json!([true, false]), 0)).await;
}

#[tokio::test]
async fn who_sits_down_or_gets_up_sees_with_other_eyes_at_once() {
    let house = House::open().await;
    let (cho, han) = (house.guest().await, house.guest().await);
    let id = cho.game(&janggi(&json!([{ "type": "open" }, { "type": "open" }]))).await;
    let (mut first, mut second) = (cho.socket(&id).await, han.socket(&id).await);
    for (socket, seat) in [(&mut first, 0), (&mut second, 1)] {
        socket.until_version(0).await;
        assert_eq!(socket.state["you"], json!([]));
        let sat = socket.ask(json!({ "t": "sit", "a": "s", "seat": seat })).await;
        socket.until_version(sat["v"].as_u64().expect("a version")).await;
        assert_eq!((&socket.state["you"], &socket.state["as"]), (&json!([seat]), &json!(seat)));
        if seat == 0 {
            let stood = socket.ask(json!({ "t": "stand", "a": "u" })).await;
            socket.until_version(stood["v"].as_u64().expect("a version")).await;
            assert_eq!((&socket.state["you"], &socket.state["as"]), (&json!([]), &Value::Null));
            socket.ask(json!({ "t": "sit", "a": "t", "seat": seat })).await;
        }
    }
    first.until(|socket| socket.state["phase"] == "playing").await;
    assert_eq!(first.act("x", "a4b4").await["t"], "ack", "its own seat again");
}

/// Everybody opens the same link at once.
#[tokio::test]
async fn a_crowd_drops_nobody_and_is_told_of_in_few_words() {
    const CROWD: usize = 400;
    let house = House::with(|config| config.rates = server::Rates::unlimited()).await;
    let (id, (_, mut cho), (_, mut han)) = two(&house).await;
    let began = std::time::Instant::now();
    let come = (0..CROWD).map(|_| {
        let (stranger, id) = (house.stranger(), id.clone());
        tokio::spawn(async move { stranger.socket(&id).await })
    });
    let come: Vec<_> = come.collect();
    let mut crowd = Vec::new();
    for socket in come {
        crowd.push(socket.await.expect("let in"));
    }
    let is_full = |socket: &Socket| {
        let last = socket.others.iter().rfind(|other| other["t"] == "here");
        last.is_some_and(|here| here["d"]["watchers"] == CROWD)
    };
    cho.until(is_full).await;
    let most = usize::try_from(began.elapsed().as_secs()).expect("small") + 4;
    let told = cho.others.iter().filter(|other| other["t"] == "here").count();
    assert!(told <= most, "told {told} times who is here");
    let acted = cho.act("x1", "a4b4").await;
    let version = acted["v"].as_u64().expect("a version");
    han.until_version(version).await;
    for socket in &mut crowd {
        socket.until_version(version).await;
    }
}

#[tokio::test]
async fn a_game_goes_on_after_an_orderly_restart() {
    let house = House::open().await;
    let (id, (mut guest, mut cho), _) = two(&house).await;
    cho.act("1", "a4b4").await;
    let known = cho.state["v"].as_u64();
    let listener = tokio::spawn(async move {
        let code = cho.closed().await;
        (cho.others.iter().any(|other| other["t"] == "bye"), code)
    });
    let house = house.reopened().await;
    assert_eq!(listener.await.expect("heard"), (true, Some(1001)));
    guest.address = house.address;
    let mut again = guest.socket_since(&id, known).await;
    let resent = json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" });
    assert_eq!(again.ask(resent).await["v"], 3, "acknowledged as before");
    again.send(&json!({ "t": "sync" })).await;
    again.until_version(3).await;
    assert_eq!(again.state["deeds"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn games_leave_memory_and_come_back() {
    let house = House::with(|config| config.room_idle = std::time::Duration::from_millis(50)).await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    for n in 0..6 {
        let legal = guest.state(&id).await["legal"][0].clone();
        let acted = guest.say(&id, &json!({ "t": "act", "a": format!("{n}"), "n": n, "d": legal })).await;
        assert_eq!(acted.status, 200, "{}", acted.text());
        tokio::time::sleep(std::time::Duration::from_millis(if n % 2 == 0 { 120 } else { 51 })).await;
    }
    let metrics = house.metrics().await;
    assert!(metrics.contains("daeguk_rooms 0") || metrics.contains("daeguk_rooms 1"), "{metrics}");
    assert_eq!(guest.state(&id).await["deeds"].as_array().map(Vec::len), Some(6));
}

#[tokio::test]
async fn the_heartbeat_is_answered() {
    let house = House::open().await;
    let (_, (_, mut cho), _) = two(&house).await;
    cho.send_text("p").await;
    loop {
        match cho.hear().await {
            crate::helpers::Heard::Pong => break,
            crate::helpers::Heard::Json(_) => {}
            crate::helpers::Heard::Closed(code) => panic!("closed with {code:?}"),
        }
    }
}
