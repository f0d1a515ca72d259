//! Strangers who find each other, through the lobby alone.

use std::time::Duration;

use serde_json::{Value, json};
use server::LobbyWaits;

use crate::helpers::{Guest, Heard, House, Socket};

const PASSWORD: &str = "포를 넘는 포는 없다";

pub(crate) fn wish(kind: &str) -> Value {
    json!({ "kind": kind, "clock": { "main_ms": 600_000, "byoyomi_ms": 30_000, "periods": 3 } })
}

pub(crate) async fn find(guest: &Guest, wish: &Value) -> String {
    let found = guest.post("/api/lobby/match", wish).await;
    assert_eq!(found.status, 200, "{}", found.text());
    found.json()["id"].as_str().expect("an id").to_owned()
}

async fn lobby(guest: &Guest) -> Vec<String> {
    let told = guest.get("/api/lobby").await.json();
    let tables = told["tables"].as_array().expect("a list").clone();
    tables.iter().map(|table| table["id"].as_str().expect("an id").to_owned()).collect()
}

pub(crate) async fn member(house: &House, name: &str) -> Guest {
    let mut guest = house.guest().await;
    guest.sign_up(name, PASSWORD).await;
    guest
}

pub(crate) async fn listener(guest: &Guest, topics: &[&str]) -> Socket {
    let origin = format!("http://{}", guest.address);
    let mut socket = guest.upgrade("/api/socket", Some(&origin)).await.expect("a socket");
    for topic in topics {
        socket.send(&json!({ "t": "watch", "d": topic })).await;
    }
    socket
}

/// Listens until something of that sort is told.
pub(crate) async fn told(socket: &mut Socket, t: &str) -> Value {
    loop {
        match socket.hear().await {
            Heard::Json(value) if value["t"] == t => return value,
            Heard::Closed(code) => panic!("closed with {code:?}"),
            Heard::Json(_) | Heard::Pong => {}
        }
    }
}

#[tokio::test]
async fn two_strangers_who_press_one_button_sit_at_one_table() {
    let house = House::open().await;
    let (one, two) = (house.guest().await, house.guest().await);
    let mut bell = listener(&one, &["me", "lobby", "live"]).await;
    assert_eq!(told(&mut bell, "lobby").await["d"]["tables"], json!([]));
    let table = find(&one, &wish("janggi")).await;
    let seen = told(&mut bell, "table").await;
    assert_eq!((&seen["d"]["id"], &seen["d"]["free"]), (&json!(table), &json!(1)));
    assert_eq!(find(&one, &wish("janggi")).await, table, "one goes on waiting");
    assert_eq!(lobby(&two).await, std::slice::from_ref(&table));
    assert_ne!(find(&house.guest().await, &wish("nanguk")).await, table, "that is another game");
    assert_eq!(find(&two, &wish("janggi")).await, table);
    assert_eq!(two.state(&table).await["phase"], "opening");
    assert!(!lobby(&two).await.contains(&table), "a full table is not in the lobby");
    let gone = async { while told(&mut bell, "gone").await["d"]["id"] != json!(table) {} };
    gone.await;
    assert_ne!(find(&house.guest().await, &wish("janggi")).await, table);
}

#[tokio::test]
async fn many_who_come_at_once_are_paired_and_nobody_sits_alone() {
    let house = House::open().await;
    let mut finding = Vec::new();
    for _ in 0..10 {
        let guest = house.guest().await;
        finding.push(tokio::spawn(async move { (find(&guest, &wish("janggi")).await, guest) }));
    }
    let mut tables = Vec::new();
    for found in finding {
        tables.push(found.await.expect("no panic").0);
    }
    tables.sort();
    assert!(tables.chunks(2).all(|pair| pair[0] == pair[1]), "{tables:?}");
    assert!(lobby(&house.stranger()).await.is_empty());
}

#[tokio::test]
async fn a_table_for_four_fills_up_and_everybody_is_called() {
    let house = House::open().await;
    let people = [house.guest().await, house.guest().await, house.guest().await, house.guest().await];
    let mut bell = listener(&people[0], &["me", "live"]).await;
    assert_eq!(told(&mut bell, "live").await["d"]["tables"], json!([]));
    let table = find(&people[0], &wish("yonin")).await;
    for who in &people[1..] {
        assert_eq!(find(who, &wish("yonin")).await, table);
    }
    let called = told(&mut bell, "me").await;
    assert_eq!((&called["e"], &called["d"]["game"]), (&json!("seated"), &json!(table)));
    assert_eq!(people[3].state(&table).await["phase"], "playing");
    let live = house.stranger().get("/api/live").await.json();
    assert_eq!(live["tables"][0]["id"], json!(table));
}

#[tokio::test]
async fn a_table_is_hidden_and_closed_when_its_maker_stays_away() {
    let long = Duration::from_hours(1);
    let house = House::with(|config| config.lobby = LobbyWaits { hidden: Duration::ZERO, closed: long }).await;
    let one = house.guest().await;
    let table = find(&one, &wish("janggi")).await;
    assert!(lobby(&one).await.is_empty(), "nobody is there");
    let _socket = one.socket(&table).await;
    let mut watch = listener(&house.guest().await, &["lobby"]).await;
    if told(&mut watch, "lobby").await["d"]["tables"] == json!([]) {
        assert_eq!(told(&mut watch, "table").await["d"]["id"], json!(table), "its maker has come");
    }
    let house =
        House::with(|config| config.lobby = LobbyWaits { hidden: Duration::ZERO, closed: Duration::ZERO }).await;
    let one = house.guest().await;
    let table = find(&one, &wish("janggi")).await;
    let mut stranger = house.guest().await.socket(&table).await;
    stranger.until(|socket| socket.state["stopped"] == "closed").await;
}

#[tokio::test]
async fn a_table_stands_in_the_lobby_again_after_a_restart() {
    let house = House::open().await;
    let one = house.guest().await;
    let table = find(&one, &wish("janggi")).await;
    let house = house.reopened().await;
    let mut watch = listener(&house.guest().await, &["lobby"]).await;
    if told(&mut watch, "lobby").await["d"]["tables"] == json!([]) {
        assert_eq!(told(&mut watch, "table").await["d"]["id"], json!(table));
    }
    let two = house.guest().await;
    assert_eq!(find(&two, &wish("janggi")).await, table);
}

#[tokio::test]
async fn who_plays_for_points_meets_members_only_and_nobody_blocked() {
    let house = House::open().await;
    let (hana, duri) = (member(&house, "hana").await, member(&house, "duri").await);
    let mut rated = wish("janggi");
    rated["rated"] = json!(true);
    let table = find(&hana, &rated).await;
    let sit = json!({ "t": "sit", "seat": 1 });
    let guest = house.guest().await;
    assert_eq!(guest.say(&table, &sit).await.code(), "E_ACCOUNT");
    assert_ne!(find(&guest, &rated).await, table, "guests do not play for points");
    assert_eq!(duri.put("/api/people/hana/block", &json!({})).await.status, 204);
    assert_eq!(duri.say(&table, &sit).await.code(), "E_BLOCK");
    assert_ne!(find(&duri, &rated).await, table);
    assert_eq!(duri.delete("/api/people/hana/block").await.status, 204);
    assert_eq!(member(&house, "sena").await.say(&table, &sit).await.status, 200);
    let state = hana.state(&table).await;
    assert_eq!((&state["shuffle"], &state["phase"]), (&json!(true), &json!("opening")));
}

#[tokio::test]
async fn a_range_keeps_others_away() {
    let house = House::open().await;
    let (hana, duri) = (member(&house, "hana").await, member(&house, "duri").await);
    let mut strong = wish("janggi");
    strong["range"] = json!([1800, 2400]);
    let table = find(&hana, &strong).await;
    assert_eq!(duri.say(&table, &json!({ "t": "sit", "seat": 1 })).await.code(), "E_RANGE");
    assert_ne!(find(&duri, &wish("janggi")).await, table);
    strong["range"] = json!([2400, 1800]);
    assert_eq!(hana.post("/api/lobby/match", &strong).await.status, 400);
}

#[tokio::test]
async fn a_challenge_rings_and_is_accepted_or_turned_down() {
    let house = House::open().await;
    let (hana, duri) = (member(&house, "hana").await, member(&house, "duri").await);
    let mut bell = listener(&duri, &["me", "live"]).await;
    told(&mut bell, "live").await;
    let mut challenge = wish("janggi");
    challenge["seats"] = json!([{ "type": "me" }, { "type": "person", "name": "duri" }]);
    let table = hana.game(&challenge).await;
    let rung = told(&mut bell, "me").await;
    assert_eq!(rung, json!({ "t": "me", "e": "challenge", "d": { "game": table, "from": "hana" } }));
    let seat = &duri.state(&table).await["seats"][1];
    assert_eq!((&seat["type"], &seat["name"], &seat["you"]), (&json!("invited"), &json!("duri"), &json!(true)));
    assert_eq!(house.guest().await.say(&table, &json!({ "t": "sit", "seat": 1 })).await.code(), "E_TAKEN");
    assert_eq!(duri.say(&table, &json!({ "t": "sit", "seat": 1 })).await.status, 200);
    let again = hana.game(&challenge).await;
    assert_eq!(duri.say(&again, &json!({ "t": "turn_down" })).await.status, 200);
    assert_eq!(hana.state(&again).await["stopped"], "closed");
    challenge["seats"][1]["name"] = json!("nobody");
    assert_eq!(hana.post("/api/games", &challenge).await.code(), "E_PERSON");
    assert_eq!(duri.put("/api/people/hana/block", &json!({})).await.status, 204);
    challenge["seats"][1]["name"] = json!("duri");
    assert_eq!(hana.post("/api/games", &challenge).await.code(), "E_BLOCK");
}

#[tokio::test]
async fn the_house_socket_takes_no_nonsense_and_ends_with_its_session() {
    let house = House::open().await;
    let mut duri = member(&house, "duri").await;
    let mut socket = listener(&duri, &["me"]).await;
    socket.send(&json!({ "t": "watch", "d": "everything" })).await;
    assert_eq!(told(&mut socket, "refused").await["code"], "E_MESSAGE");
    socket.send_text("p").await;
    assert!(matches!(socket.hear().await, Heard::Pong));
    let signed_out = duri.delete("/api/session").await;
    duri.took(&signed_out);
    assert_eq!(socket.closed().await, Some(1008));
    let mut binary = listener(&house.guest().await, &[]).await;
    binary.send_text("no JSON").await;
    assert_eq!(binary.closed().await, Some(1007));
    let foreign = house.guest().await.upgrade("/api/socket", Some("http://evil.example")).await;
    assert_eq!(foreign.err(), Some(403));
}
