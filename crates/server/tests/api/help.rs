//! Help at the table: never against people, told to who asks alone, and counted.

use serde_json::{Value, json};

use crate::helpers::{Heard, House, Socket};

/// Cho mates at once.
const MATE: &str = "3k5/8R/9/9/9/9/9/9/4K4/R8 w - - 0 1";
/// Cho's chariot stands before a soldier of Han, with more pieces than any table knows.
const HANGING: &str = "3a1a3/4k4/9/9/p8/R8/9/9/4A4/3K1A3 w - - 0 1";

fn helped(position: &str) -> Value {
    json!({ "kind": "janggi", "position": position, "help": true, "seats": [{ "type": "me" }, { "type": "me" }] })
}

/// Listens until a question is answered.
async fn answered(socket: &mut Socket, message: Value) -> Value {
    let ack = message["a"].clone();
    socket.send(&message).await;
    loop {
        match socket.hear().await {
            Heard::Json(value) if value["a"] == ack => return value,
            Heard::Closed(code) => panic!("closed with {code:?}"),
            Heard::Json(_) | Heard::Pong => {}
        }
    }
}

#[tokio::test]
async fn a_hint_names_the_way_and_its_reason_and_counts_once_for_a_position() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&helped(MATE)).await;
    assert!(guest.state(&id).await["can"].as_array().expect("words").contains(&json!("hint")));
    let mut socket = guest.socket(&id).await;
    let first = answered(&mut socket, json!({ "t": "hint", "a": "1", "n": 0 })).await;
    assert_eq!((&first["t"], &first["end"]), (&json!("advice"), &json!(1)), "{first}");
    assert_eq!(first["why"], json!({ "reason": "misses", "plies": 1 }), "{first}");
    let again = answered(&mut socket, json!({ "t": "hint", "a": "2", "n": 0 })).await;
    assert_eq!(again["acts"], first["acts"]);
    assert_eq!(guest.state(&id).await["hints"], json!([1, 0]), "one position, one hint");
    let way = first["acts"][0].as_str().expect("an action").to_owned();
    assert_eq!(socket.act("3", &way).await["t"], "ack");
    let state = guest.state(&id).await;
    assert_eq!((&state["phase"], &state["hints"]), (&json!("over"), &json!([1, 0])), "the result says it");
    let house = house.reopened().await;
    assert_eq!(house.stranger().get(&format!("/api/games/{id}")).await.json()["hints"], json!([1, 0]));
}

#[tokio::test]
async fn a_blunder_is_weighed_and_a_threat_is_shown() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&helped(HANGING)).await;
    let mut socket = guest.socket(&id).await;
    let blunder = answered(&mut socket, json!({ "t": "weigh", "a": "1", "n": 0, "d": "d1d2" })).await;
    assert_eq!((&blunder["t"], &blunder["verdict"]), (&json!("weighed"), &json!("blunder")), "{blunder}");
    assert_eq!(blunder["why"], json!({ "reason": "hangs", "at": "a5", "by": "a6" }), "{blunder}");
    let sound = answered(&mut socket, json!({ "t": "weigh", "a": "2", "n": 0, "d": "a5a6" })).await;
    assert_eq!(sound["verdict"], Value::Null, "{sound}");
    let threat = answered(&mut socket, json!({ "t": "threats", "a": "3", "n": 0 })).await;
    assert_eq!((&threat["t"], &threat["acts"][0]), (&json!("threatened"), &json!("a6a5")), "{threat}");
    let refused = answered(&mut socket, json!({ "t": "weigh", "a": "4", "n": 0, "d": "a5b6" })).await;
    assert_eq!((&refused["t"], refused["code"].is_string()), (&json!("refused"), true), "{refused}");
    let state = guest.state(&id).await;
    assert_eq!(
        (&state["hints"], state["deeds"].as_array().map(Vec::len)),
        (&json!([0, 0]), Some(0)),
        "nothing is done"
    );
}

#[tokio::test]
async fn nobody_is_helped_against_people() {
    let house = House::open().await;
    let (host, other) = (house.guest().await, house.guest().await);
    let seats = json!([{ "type": "me" }, { "type": "open" }]);
    let wish = json!({ "kind": "janggi", "help": true, "seats": seats });
    let refused = host.post("/api/games", &wish).await;
    assert_eq!((refused.status, refused.code().as_str()), (400, "E_HELP"));
    let id = host.game(&json!({ "kind": "janggi", "choose": false, "seats": seats })).await;
    assert_eq!(other.say(&id, &json!({ "t": "sit", "a": "s", "seat": 1 })).await.status, 200);
    let mut socket = host.socket(&id).await;
    for message in [json!({ "t": "hint", "a": "1", "n": 0 }), json!({ "t": "threats", "a": "2", "n": 0 })] {
        assert_eq!(answered(&mut socket, message).await["code"], "E_HELP");
    }
    assert_eq!(host.state(&id).await.get("hints"), None);

    let alone = host.game(&helped(MATE)).await;
    let by_request = host.say(&alone, &json!({ "t": "hint", "a": "1", "n": 0 })).await;
    assert_eq!(by_request.code(), "E_HELP", "advice goes through a socket");
    let mut watcher = other.socket(&alone).await;
    assert_eq!(answered(&mut watcher, json!({ "t": "hint", "a": "1", "n": 0 })).await["code"], "E_SEAT");
}
