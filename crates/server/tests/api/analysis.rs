//! The analysis socket: lines, limits, reviews; and records that people bring.

use serde_json::{Value, json};

use crate::helpers::{Guest, Heard, House, Socket, hot_seat};

async fn analysis(guest: &Guest) -> Socket {
    guest.upgrade("/api/analysis/socket", Some(&format!("http://{}", guest.address))).await.expect("a socket")
}

/// Listens until a message of that kind comes.
async fn next(socket: &mut Socket, kind: &str) -> Value {
    loop {
        match socket.hear().await {
            Heard::Json(value) if value["t"] == kind => return value,
            Heard::Closed(code) => panic!("closed with {code:?}"),
            Heard::Json(_) | Heard::Pong => {}
        }
    }
}

/// Listens until a question is answered for good.
async fn done(socket: &mut Socket) -> Value {
    loop {
        let lines = next(socket, "lines").await;
        if lines["done"] == true {
            return lines;
        }
    }
}

#[tokio::test]
async fn a_position_of_every_game_has_lines_and_expectations() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut socket = analysis(&guest).await;
    for game in engine::catalog::games() {
        let about = game.about();
        socket.send(&json!({ "t": "look", "a": about.kind, "kind": about.kind, "lines": 2, "nodes": 500 })).await;
        let lines = done(&mut socket).await;
        assert_eq!((&lines["a"], &lines["seat"]), (&json!(about.kind), &json!(0)));
        let found = lines["lines"].as_array().expect("lines");
        assert_eq!(found.len(), 2, "{lines}");
        assert!(!found[0]["acts"].as_array().expect("acts").is_empty(), "{lines}");
        let shares: f64 = lines["w"].as_array().expect("shares").iter().filter_map(Value::as_f64).sum();
        let whole = 50.0 * about.seats.len() as f64;
        assert!((shares - whole).abs() < 0.5, "{}: {shares} of {whole}", about.kind);
    }
}

#[tokio::test]
async fn a_new_question_stops_the_last_and_a_wish_ends_it() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut socket = analysis(&guest).await;
    let long = |ack: &str| json!({ "t": "look", "a": ack, "kind": "yonin", "nodes": 4_000_000, "ms": 8000 });
    socket.send(&long("one")).await;
    next(&mut socket, "lines").await;
    socket.send(&json!({ "t": "look", "a": "two", "kind": "janggi", "nodes": 200 })).await;
    assert_eq!(done(&mut socket).await["a"], "two", "the first is never done");
    socket.send(&long("three")).await;
    next(&mut socket, "lines").await;
    socket.send(&json!({ "t": "stop", "a": "three" })).await;
    assert_eq!(next(&mut socket, "stopped").await["a"], "three");
    socket.send(&json!({ "t": "look", "a": "four", "kind": "janggi", "nodes": 200 })).await;
    assert_eq!(done(&mut socket).await["a"], "four");
}

#[tokio::test]
async fn what_cannot_be_looked_at_is_refused_with_the_rule() {
    let house = House::open().await;
    let mut socket = analysis(&house.guest().await).await;
    for (question, code) in [
        (json!({ "t": "look", "a": "x", "kind": "tiddlywinks" }), "E_KIND"),
        (json!({ "t": "look", "a": "x", "kind": "janggi", "acts": ["a4a3"] }), "E_BACKWARD"),
        (json!({ "t": "dance", "a": "x" }), "E_MESSAGE"),
    ] {
        socket.send(&question).await;
        let refused = next(&mut socket, "refused").await;
        assert_eq!(refused["code"], code, "{question}: {refused}");
    }
    socket.send(&json!({ "t": "threat", "a": "y", "kind": "janggi", "nodes": 200 })).await;
    let threat = done(&mut socket).await;
    assert_eq!(threat["seat"], 1, "what the other side would do");
}

#[tokio::test]
async fn sockets_are_limited_and_foreign_pages_refused() {
    let house = House::open().await;
    let guest = house.guest().await;
    let own = format!("http://{}", guest.address);
    let first = analysis(&guest).await;
    let _second = analysis(&guest).await;
    assert_eq!(guest.upgrade("/api/analysis/socket", Some(&own)).await.err(), Some(503));
    drop(first);
    assert_eq!(guest.upgrade("/api/analysis/socket", Some("http://elsewhere.example")).await.err(), Some(403));
}

#[tokio::test]
async fn a_review_tells_every_turn_and_the_accuracy() {
    let house = House::open().await;
    let mut socket = analysis(&house.guest().await).await;
    let acts = ["a4b4", "a7b7", "b4b5", "b7b6", "b5b6"];
    socket.send(&json!({ "t": "review", "a": "r", "kind": "janggi", "acts": acts })).await;
    for n in 0..acts.len() {
        let turn = next(&mut socket, "turn").await;
        assert_eq!((&turn["n"], &turn["of"], &turn["seat"]), (&json!(n), &json!(5), &json!(n % 2)), "{turn}");
        assert!(turn["w"].as_array().is_some_and(|shares| shares.len() == 2), "{turn}");
    }
    let reviewed = next(&mut socket, "reviewed").await;
    assert!(reviewed["accuracy"][0].as_f64().is_some_and(|share| (0.0..=100.0).contains(&share)), "{reviewed}");
}

#[tokio::test]
async fn a_game_is_judged_alike_whatever_was_looked_at_before() {
    let house = House::open().await;
    let mut socket = analysis(&house.guest().await).await;
    let mut told: Vec<Vec<Value>> = Vec::new();
    for nodes in [200, 20_000] {
        socket.send(&json!({ "t": "look", "a": "l", "kind": "janggi", "nodes": nodes })).await;
        done(&mut socket).await;
        let acts = ["a4b4", "a7b7", "b4b5", "b7b6", "b5b6", "b10c8"];
        socket.send(&json!({ "t": "review", "a": "r", "kind": "janggi", "acts": acts, "nodes": 400 })).await;
        let mut turns = Vec::new();
        for _ in acts {
            turns.push(next(&mut socket, "turn").await);
        }
        next(&mut socket, "reviewed").await;
        told.push(turns);
    }
    assert_eq!(told[0], told[1]);
}

#[tokio::test]
async fn a_record_comes_back_as_acts_that_lead_to_the_same_position() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    for (n, act) in ["a4b4", "a7b7", "b1c3"].iter().enumerate() {
        guest.say(&id, &json!({ "t": "act", "a": n.to_string(), "n": n, "d": act })).await;
    }
    guest.say(&id, &json!({ "t": "resign", "a": "r", "seat": 0 })).await;
    let text = guest.get(&format!("/api/games/{id}/record.jgn")).await.text();
    let body = json!({ "kind": "janggi", "text": text });
    let read = guest.send("POST", "/api/records", &[], Some(body.to_string())).await.json();
    let game = &read["games"][0];
    let question = json!({ "kind": "janggi", "rules": game["rules"], "state": game["state"], "acts": game["acts"] });
    let sight = guest.send("POST", "/api/positions", &[], Some(question.to_string())).await.json();
    assert_eq!(sight["told"].as_array().map(Vec::len), Some(4), "{sight}");
    assert!(sight["result"].is_string(), "{sight}");
    let broken = "[대회명 \"동네\"]\n[초차림 \"마상마상\"]\n[한차림 \"마상마상\"]\n\n1. 71졸72 2. 11차99\n";
    let body = json!({ "kind": "janggi", "text": broken });
    let read = guest.send("POST", "/api/records", &[], Some(body.to_string())).await.json();
    assert_eq!(
        read["refused"][0]["line"], 5,
        "where it is broken, and not that another format begins otherwise: {read}"
    );
    let junk = json!({ "kind": "janggi", "text": "what is this" });
    let read = guest.send("POST", "/api/records", &[], Some(junk.to_string())).await.json();
    assert_eq!(read["games"], json!([]));
}
