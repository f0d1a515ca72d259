//! What one network can take from the others, however many guests it has: its own share and no more.

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use server::{AddressRange, Rate, Rates};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::helpers::{House, PATIENCE, connect_from, hot_seat, janggi};

/// So many, and never again while the test runs.
const fn only(count: u32) -> Rate {
    Rate { count, seconds: 1_000_000 }
}

#[tokio::test]
async fn a_network_that_holds_its_connections_open_locks_nobody_out() {
    let house = House::with(|config| config.rates.connections = 100).await;
    let mut held = Vec::new();
    for _ in 0..150 {
        held.push(TcpStream::connect(house.address).await.expect("the system takes it"));
    }
    let other = house.stranger().get_from(2, "/healthz").await.expect("another network is served");
    assert_eq!(other.status, 200);
    assert!(house.stranger().get_from(1, "/healthz").await.is_none(), "the flooder has had its share");
}

#[tokio::test]
async fn a_connection_that_became_a_socket_still_counts() {
    let house = House::with(|config| config.rates.connections = 40).await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let (path, own) = (format!("/api/games/{id}/socket"), format!("http://{}", house.address));
    // Only the one that asks for the number is left of those so far.
    while house.counter("connections").await != Some(1) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut open = Vec::new();
    for _ in 0..10 {
        let mut socket = guest.upgrade(&path, Some(&own)).await.expect("a socket");
        socket.until_version(1).await;
        open.push(socket);
    }
    assert!(house.stranger().get_from(1, "/healthz").await.is_none(), "a quarter of all");
    assert!(house.stranger().get_from(2, "/healthz").await.is_some());
    drop(open);
    while house.stranger().get_from(1, "/healthz").await.is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn sockets_are_counted_by_network_whoever_opens_them() {
    let house = House::with(|config| config.rates.network.sockets = 5).await;
    let owner = house.guest().await;
    let id = owner.game(&hot_seat()).await;
    let (path, own) = (format!("/api/games/{id}/socket"), format!("http://{}", house.address));
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(house.guest().await.upgrade(&path, Some(&own)).await.expect("a socket"));
    }
    assert_eq!(house.guest().await.upgrade(&path, Some(&own)).await.err(), Some(503));
    assert_eq!(house.stranger().upgrade(&path, None).await.err(), Some(503));
    let elsewhere = connect_from(2, house.address).await;
    assert!(owner.upgrade_over(elsewhere, &path, Some(&own)).await.is_ok(), "another network");
}

#[tokio::test]
async fn new_guests_are_counted_by_64_and_only_a_named_proxy_tells_for_whom_it_asks() {
    let from = async |house: &House, address: &str| {
        house.stranger().send("GET", "/api/me", &[("X-Forwarded-For", address)], None).await.status
    };
    let house = House::with(|config| {
        config.rates.guests = only(3);
        config.proxies = AddressRange::LOOPBACK.to_vec();
    })
    .await;
    for n in 0..3 {
        assert_eq!(from(&house, &format!("2001:db8:1:2::{n}")).await, 200);
    }
    assert_eq!(from(&house, "2001:db8:1:2:9999::1").await, 429, "the same /64");
    assert_eq!(from(&house, "2001:db8:1:3::1").await, 200, "its neighbor");
    assert_eq!(from(&house, "6.6.6.6, 2001:db8:1:2::7").await, 429, "what the client itself has written");

    let house = House::with(|config| config.rates.guests = only(3)).await;
    let statuses = [from(&house, "10.0.0.1").await, from(&house, "10.0.0.2").await, from(&house, "10.0.0.3").await];
    assert_eq!((statuses, from(&house, "10.0.0.4").await), ([200; 3], 429), "nobody is named");
}

#[tokio::test]
async fn a_network_is_refused_before_anybody_is_looked_up() {
    let house = House::with(|config| config.rates.network.requests = only(10)).await;
    let mut statuses = Vec::new();
    for n in 0..15 {
        let mut forger = house.stranger();
        forger.token = Some(format!("{n:064}"));
        statuses.push(forger.get("/api/games").await.status);
    }
    assert_eq!(statuses[..10], [200; 10]);
    assert_eq!(statuses[10..], [429; 5]);
    assert_eq!(house.stranger().get_from(2, "/api/games").await.map(|response| response.status), Some(200));
    assert_eq!(house.stranger().get("/").await.status, 200, "files are counted for themselves");
    let house = House::with(|config| config.rates.network.files = only(2)).await;
    let files = [house.stranger().get("/").await.status, house.stranger().get("/").await.status];
    assert_eq!((files, house.stranger().get("/").await.status), ([200; 2], 429));
}

#[tokio::test]
async fn tables_and_rematches_are_counted_together() {
    let house = House::with(|config| config.rates.network.games = only(4)).await;
    let wish = janggi(&json!([{ "type": "me" }, { "type": "computer", "level": "easy" }]));
    let mut over = Vec::new();
    for _ in 0..3 {
        let guest = house.guest().await;
        let id = guest.game(&wish).await;
        guest.say(&id, &json!({ "t": "resign", "a": "1" })).await;
        over.push((guest, id));
    }
    let rematch = |ack: &str| json!({ "t": "offer", "a": ack, "d": "rematch" });
    assert_eq!(over[0].0.say(&over[0].1, &rematch("2")).await.status, 200, "the fourth");
    let refused = over[1].0.say(&over[1].1, &rematch("2")).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "E_RATE"));
    let mut socket = over[2].0.socket(&over[2].1).await;
    socket.until_version(1).await;
    assert_eq!(socket.ask(rematch("3")).await["code"], "E_RATE");
    assert_eq!(socket.state["rematch"], Value::Null);
    assert_eq!(house.guest().await.post("/api/games", &wish).await.status, 429);
}

#[tokio::test]
async fn heartbeats_pings_and_parts_of_messages_are_counted_generously() {
    let house = House::with(|config| config.rates.frames = only(300)).await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    for frame in [Message::text("p"), Message::Ping(tokio_tungstenite::tungstenite::Bytes::new())] {
        let mut socket = guest.socket(&id).await;
        socket.until_version(1).await;
        for _ in 0..250 {
            let _ = socket.stream.send(frame.clone()).await;
        }
        let answer = socket.ask(json!({ "t": "fly", "a": "still there" })).await;
        assert_eq!(answer["code"], "E_MESSAGE");
        for _ in 0..100 {
            let _ = socket.stream.send(frame.clone()).await;
        }
        assert_eq!(socket.closed().await, Some(1008));
    }
    let mut socket = guest.socket(&id).await;
    socket.until_version(1).await;
    // The beginning of a text, then parts with nothing in them; the mask is zero.
    let stream = socket.stream.get_mut();
    stream.write_all(&[0x01, 0x81, 0, 0, 0, 0, b'{']).await.expect("sent");
    let _ = stream.write_all(&[0x00, 0x80, 0, 0, 0, 0].repeat(1000)).await;
    assert_eq!(socket.closed().await, Some(1008));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_pictures_is_painted_once_and_games_go_on() {
    let house = House::with(|config| {
        config.rates = Rates::unlimited();
        // However slow the machine is that runs the test.
        config.waits.request = PATIENCE;
    })
    .await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let mut socket = guest.socket(&id).await;
    socket.until_version(1).await;
    let ask = |path: String| {
        let guest = guest.clone();
        tokio::spawn(async move { guest.get(&path).await })
    };
    let asked: Vec<_> = (0..59).map(|_| ask(format!("/api/games/{id}/board.png?n=0&size=9999"))).collect();
    assert_eq!(socket.act("1", "a4b4").await["t"], "ack", "a move in the middle of it");
    let elsewhere = guest.get_from(2, &format!("/api/games/{id}/board.png?size=200")).await;
    assert_eq!(elsewhere.map(|picture| picture.status), Some(200), "and a picture for another network");
    let mut shown = 0;
    for picture in asked {
        let picture = tokio::time::timeout(PATIENCE, picture).await.expect("in time").expect("no panic");
        if picture.status == 200 {
            assert_eq!(&picture.body[16..20], 1024_u32.to_be_bytes(), "no wider than that");
            shown += 1;
        } else {
            assert_eq!((picture.status, picture.code().as_str()), (503, "E_FULL"));
        }
    }
    assert!(shown >= 30, "{shown} of a network's share");
    let painted = house.counter("pictures_total").await.expect("a number");
    assert!(
        (2..=3).contains(&painted),
        "{painted} were painted: one of 59 or, by two hands at once, two; and the other"
    );
}
