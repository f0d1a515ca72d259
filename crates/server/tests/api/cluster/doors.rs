//! Whichever door people come through, they are in one house.

use serde_json::json;
use server::{Application, Config};
use sqlx::Row as _;

use super::node::Node;
use super::{config, new_game, newcomer, node_config, number, run, state, until};
use crate::helpers::{Guest, Heard, beside, janggi};
use crate::ratings::enroll;
use crate::scratch::Scratch;

fn one_of_several(database: &str) -> Config {
    let mut config = config(database);
    node_config(&mut config);
    config
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_foreign_socket_is_forwarded() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let one = newcomer(nodes[0].address).await;
    let other = newcomer(nodes[1].address).await;
    let game = new_game(&one, &janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    let mut first = one.socket(&game).await;
    let mut second = other.socket(&game).await;
    second.until(|socket| socket.state["v"].is_u64()).await;
    assert_eq!(second.ask(json!({ "t": "sit", "a": "s", "seat": 1 })).await["t"], "ack");
    second.until(|socket| socket.state["phase"] == "playing").await;
    first.until(|socket| socket.state["phase"] == "playing").await;
    assert_eq!(first.act("1", "a4b4").await["t"], "ack");
    second.until(|socket| socket.deeds() == 1).await;
    assert_eq!(second.act("1", "a7b7").await["t"], "ack");
    first.until(|socket| socket.deeds() == 2).await;
    let done = other.say(&game, &json!({ "t": "offer", "a": "o", "d": "draw" })).await;
    assert!([200, 409].contains(&done.status), "{}", done.text());
    assert_eq!(number(&url, "SELECT count(DISTINCT node) FROM held WHERE node <> ''").await, 1, "one has it");
    for guest in [&one, &other] {
        let picture = guest.get(&format!("/api/games/{game}/board.svg")).await;
        assert_eq!(picture.status, 200);
        for name in ["content-security-policy", "cache-control", "x-request-id", "x-content-type-options"] {
            let said = picture.headers.iter().filter(|(key, _)| key == name).count();
            assert_eq!(said, 1, "{name} once, also of what was passed on");
        }
    }
    let foreign = other.upgrade(&format!("/api/games/{game}/socket"), Some("http://evil.example")).await;
    assert_eq!(foreign.err(), Some(403), "who forwards does not vouch for pages");
    nobody_comes_in_by_the_inner_door(&url, &one, &game).await;
}

/// The nodes' own addresses answer nobody who does not know the key.
async fn nobody_comes_in_by_the_inner_door(url: &str, guest: &Guest, game: &str) {
    let rows = sqlx::query("SELECT address FROM node").fetch_all(&mut beside(url).await).await.expect("nodes");
    assert_eq!(rows.len(), 2);
    for row in rows {
        let address: String = row.get(0);
        let inside = Guest { address: address.parse().expect("an address"), token: guest.token.clone() };
        for headers in [&[][..], &[("X-Daeguk-Cluster", "guess"), ("X-Daeguk-For", "10.0.0.1")][..]] {
            for path in [format!("/api/games/{game}"), "/api/me".to_owned(), "/healthz".to_owned()] {
                assert_eq!(inside.send("GET", &path, headers, None).await.status, 403, "{path}");
            }
            let note = json!({ "t": "moved", "game": game }).to_string();
            assert_eq!(inside.send("POST", "/cluster/notes", headers, Some(note)).await.status, 403);
        }
        let outside = guest.post("/cluster/notes", &json!({ "t": "sessions" })).await.status;
        assert!([404, 405].contains(&outside), "{outside}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_is_one_and_outlives_its_node() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let (one, mut other) = (newcomer(nodes[0].address).await, newcomer(nodes[1].address).await);
    let mut house = other.upgrade("/api/socket", Some(&format!("http://{}", other.address))).await.expect("a socket");
    house.send(&json!({ "t": "watch", "d": "lobby" })).await;
    house.send(&json!({ "t": "watch", "d": "me" })).await;
    house.until(|socket| socket.others.iter().any(|other| other["t"] == "lobby")).await;
    let clock = json!({ "main_ms": 600_000, "increment_ms": 5_000 });
    let wish = json!({ "kind": "janggi", "clock": clock });
    let made = one.post("/api/lobby/match", &wish).await.json()["id"].clone();
    house.until(|socket| socket.others.iter().any(|other| other["t"] == "table" && other["d"]["id"] == made)).await;
    for guest in [&one, &other] {
        assert_eq!(guest.get("/api/lobby").await.json()["tables"][0]["id"], made);
    }
    // Whoever leads dies with the table, and the next one has it.
    nodes[0].kill();
    let found = until(|| async {
        let answer = other.get("/api/lobby").await;
        (answer.status == 200 && answer.json()["tables"][0]["id"] == made).then_some(())
    });
    found.await;
    let matched = until(|| async {
        let answer = other.post("/api/lobby/match", &wish).await;
        (answer.status == 200).then(|| answer.json()["id"].clone())
    });
    assert_eq!(matched.await, made, "two who come through different doors find each other");
    nodes[0] = tokio::task::block_in_place(|| Node::start(&url));
    other.address = nodes[0].address;
    assert_eq!(state(&other, made.as_str().expect("an id")).await["phase"], "opening");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bell_is_heard_through_any_door() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    for node in 0..2 {
        let (one, other) = (newcomer(nodes[node].address).await, newcomer(nodes[1 - node].address).await);
        let mut house =
            other.upgrade("/api/socket", Some(&format!("http://{}", other.address))).await.expect("a socket");
        house.send(&json!({ "t": "watch", "d": "me" })).await;
        house.send_text("p").await;
        while !matches!(house.hear().await, Heard::Pong) {}
        let game = new_game(&one, &janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
        let mut socket = one.socket(&game).await;
        socket.until_version(0).await;
        let sat = other.say(&game, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
        assert_eq!(sat.status, 200, "{}", sat.text());
        house.until(|socket| socket.others.iter().any(|told| told["t"] == "me" && told["d"]["game"] == game)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_is_reported_wherever_the_game_is() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    for (node, name) in ["hana", "duri"].into_iter().enumerate() {
        let one = newcomer(nodes[node].address).await;
        enroll(&url, &one, name).await;
        let game = new_game(&one, &janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
        // The one who hears reports is one of them, and the game once there and once not.
        let owner = format!("(SELECT id FROM node ORDER BY id LIMIT 1 OFFSET {node})");
        run(&url, format!("UPDATE held SET node = {owner} WHERE game = '{game}'")).await;
        let other = newcomer(nodes[node].address).await;
        assert_eq!(other.say(&game, &json!({ "t": "sit", "a": "s", "seat": 1 })).await.status, 200);
        let reported = until(|| async {
            let answer = one.post("/api/reports", &json!({ "reason": "stall", "game": game, "seat": 1 })).await;
            (answer.status != 503).then_some(answer)
        });
        assert_eq!(reported.await.status, 204);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_alone_and_one_of_several_do_not_share_a_database() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let node = Node::start(&url);
    let refused = Application::build(config(&url)).await.err().expect("it is taken").to_string();
    assert!(refused.contains("in use") && refused.contains("--node-address"), "{refused}");
    drop(node);
    let alone = Application::build(config(&url)).await.expect("free again");
    let refused = Application::build(one_of_several(&url)).await.err().expect("it is taken").to_string();
    assert!(refused.contains("in use"), "{refused}");
    drop(alone);
    let folder = tempfile::tempdir().expect("a folder");
    let file = Config::in_folder(folder.path()).database;
    let refused = Application::build(one_of_several(&file)).await.err().expect("a file").to_string();
    assert!(refused.contains("PostgreSQL"), "{refused}");
}
