//! What attackers try.

use futures_util::SinkExt as _;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message;

use crate::helpers::{House, hot_seat, janggi};

#[tokio::test]
async fn only_our_own_pages_open_sockets() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let path = format!("/api/games/{id}/socket");
    let own = format!("http://{}", house.address);
    let foreign = ["http://evil.example", "null", "http://127.0.0.1", &format!("{own}.evil.example"), "file://"];
    for origin in foreign {
        assert_eq!(guest.upgrade(&path, Some(origin)).await.err(), Some(403), "{origin}");
    }
    assert_eq!(guest.upgrade(&path, None).await.err(), Some(403), "a cookie without a page");
    assert!(guest.upgrade(&path, Some(&own)).await.is_ok());
    assert!(house.stranger().upgrade(&path, None).await.is_ok(), "a program that watches");
    assert_eq!(guest.upgrade("/api/games/000000000000/socket", Some(&own)).await.err(), Some(404));
}

#[tokio::test]
async fn foreign_pages_change_nothing() {
    let house = House::open().await;
    let guest = house.guest().await;
    let evil = [("Origin", "http://evil.example")];
    let refused = guest.send("POST", "/api/games", &evil, Some(hot_seat().to_string())).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "E_ORIGIN"));
    let form = [("Content-Type", "text/plain")];
    let refused = guest.send("POST", "/api/games", &form, Some(hot_seat().to_string())).await;
    assert_eq!((refused.status, refused.code().as_str()), (415, "E_TYPE"));
}

/// Whose games a request with these cookies sees.
async fn known_by(house: &House, cookies: &str) -> serde_json::Value {
    house.stranger().send("GET", "/api/me", &[("Cookie", cookies)], None).await.json()["id"].clone()
}

#[tokio::test]
async fn a_planted_cookie_does_not_shadow_the_real_one() {
    let house = House::open().await;
    let guest = house.guest().await;
    let (own, id) = (guest.token.clone().expect("a token"), guest.get("/api/me").await.json()["id"].clone());
    let planted = "0".repeat(64);
    assert_eq!(known_by(&house, &format!("daeguk={planted}; daeguk={own}")).await, id);
    assert_eq!(known_by(&house, &format!("daeguk=; daeguk={own}; daeguk={planted}")).await, id);
}

#[tokio::test]
async fn under_https_only_a_cookie_that_no_neighbor_can_set_counts() {
    let house = House::with(|config| config.public_origin = Some("https://play.example".to_owned())).await;
    let cookie = |response: &crate::helpers::Response| {
        let cookie = response.header("set-cookie").expect("a cookie").to_owned();
        assert!(cookie.starts_with("__Host-daeguk=") && cookie.contains("; Secure"), "{cookie}");
        cookie.split(';').next().expect("a pair").to_owned()
    };
    let (first, second) = (house.stranger().get("/api/me").await, house.stranger().get("/api/me").await);
    let (own, other) = (cookie(&first), cookie(&second).replace("__Host-", ""));
    assert_eq!(known_by(&house, &format!("{other}; {own}")).await, first.json()["id"], "whatever a neighbor plants");
    let old = house.stranger().send("GET", "/api/me", &[("Cookie", &other)], None).await;
    assert_eq!(old.json()["id"], second.json()["id"], "a cookie from before is still good");
    assert_eq!(cookie(&old).replace("__Host-", ""), other, "and gets the better name");
}

#[tokio::test]
async fn big_broken_and_binary_frames_close_the_socket_with_their_code() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let deep = format!("{}{}", "[".repeat(4000), "]".repeat(4000));
    let frames = [
        (Message::text("x".repeat(8193)), 1009),
        (Message::text("x".repeat(1 << 20)), 1009),
        (Message::text("not JSON"), 1007),
        (Message::text(deep), 1007),
        (Message::binary(vec![1, 2, 3]), 1003),
    ];
    for (frame, code) in frames {
        let mut socket = guest.socket(&id).await;
        socket.until_version(1).await;
        let _ = socket.stream.send(frame).await;
        assert_eq!(socket.closed().await, Some(code));
    }
    let mut socket = guest.socket(&id).await;
    socket.until_version(1).await;
    let unknown = socket.ask(json!({ "t": "fly", "a": "f1" })).await;
    assert_eq!(unknown["code"], "E_MESSAGE", "from a newer client, perhaps");
    assert_eq!(socket.act("1", "a4b4").await["t"], "ack", "the game goes on");
}

#[tokio::test]
async fn a_frame_that_is_not_utf_8_closes_the_socket() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let mut stream = tokio::net::TcpStream::connect(house.address).await.expect("a connection");
    let request = format!(
        "GET /api/games/{id}/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        house.address
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut bytes = vec![0; 4096];
    let count = stream.read(&mut bytes).await.expect("an answer");
    assert!(bytes[..count].starts_with(b"HTTP/1.1 101"));
    // A masked text frame of two bytes that are no UTF-8; the mask is zero.
    stream.write_all(&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]).await.expect("sent");
    let mut rest = Vec::new();
    let _ =
        tokio::time::timeout(crate::helpers::PATIENCE, stream.read_to_end(&mut rest)).await.expect("closed in time");
    let close = rest.windows(4).find(|window| window[0] == 0x88).expect("a close frame");
    assert_eq!(u16::from_be_bytes([close[2], close[3]]), 1007);
}

#[tokio::test]
async fn a_flood_closes_1008_and_others_play_on() {
    // Nothing is forgiven while a slow machine runs the test.
    let slow = server::Rate { count: 100, seconds: 100_000 };
    let house = House::with(|config| config.rates.messages = slow).await;
    let (flooder, other) = (house.guest().await, house.guest().await);
    let (id, peaceful) = (flooder.game(&hot_seat()).await, other.game(&hot_seat()).await);
    let mut flood = flooder.socket(&id).await;
    flood.until_version(1).await;
    // Most of them are still on their way when the socket is closed; the reason must not be lost for that.
    for n in 0..2000 {
        flood.send(&json!({ "t": "act", "a": format!("f{n}"), "n": 0, "d": "a1a1" })).await;
    }
    assert_eq!(flood.closed().await, Some(1008));
    let mut socket = other.socket(&peaceful).await;
    socket.until_version(1).await;
    assert_eq!(socket.act("1", "a4b4").await["t"], "ack");
    for _ in 0..200 {
        socket.send_text("p").await;
    }
    assert_eq!(socket.act("2", "a7b7").await["t"], "ack", "heartbeats are free");
    let refused = flooder.say(&id, &json!({ "t": "act", "a": "x", "n": 0, "d": "a4b4" })).await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
}

#[tokio::test]
async fn too_many_games_and_requests_are_refused_with_a_time_to_wait() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut refused = None;
    for _ in 0..25 {
        let response = guest.post("/api/games", &hot_seat()).await;
        refused = (response.status == 429).then_some(response).or(refused);
    }
    let refused = refused.expect("one too many");
    assert_eq!(refused.code(), "E_RATE");
    assert!(refused.json()["retry_ms"].as_u64().is_some());
}

#[tokio::test]
async fn too_many_sockets_of_one_guest_are_refused() {
    let house = House::with(|config| config.rates.sockets = 3).await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let path = format!("/api/games/{id}/socket");
    let own = format!("http://{}", house.address);
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(guest.upgrade(&path, Some(&own)).await.expect("a socket"));
    }
    assert_eq!(guest.upgrade(&path, Some(&own)).await.err(), Some(503));
    drop(open);
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert!(guest.upgrade(&path, Some(&own)).await.is_ok());
}

#[tokio::test]
async fn a_body_that_is_too_big_is_refused() {
    let house = House::open().await;
    let guest = house.guest().await;
    let big = format!("{{\"kind\":\"{}\"}}", "x".repeat(100_000));
    let refused = guest.send("POST", "/api/games", &[], Some(big)).await;
    assert_eq!((refused.status, refused.code().as_str()), (413, "E_SIZE"));
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    assert_eq!(guest.send("POST", "/api/games", &[], Some(deep)).await.status, 400);
}

#[tokio::test]
async fn a_thousand_wrong_messages_leave_the_game_as_it_was() {
    let house = House::with(|config| config.rates = server::Rates::unlimited()).await;
    let (cho, han) = (house.guest().await, house.guest().await);
    let id = cho.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    han.say(&id, &json!({ "t": "sit", "a": "1", "seat": 1 })).await;
    let before = cho.state(&id).await;
    let mut socket = han.socket(&id).await;
    socket.until_version(2).await;
    let legal = cho.state(&id).await["legal"].as_array().expect("actions").clone();
    for n in 0..1000_usize {
        let ack = format!("w{n}");
        let message = match n % 5 {
            0 => json!({ "t": "act", "a": ack, "n": 0, "d": legal[n % legal.len()] }),
            1 => json!({ "t": "act", "a": ack, "n": n, "d": "a7b7" }),
            2 => json!({ "t": "act", "a": ack, "n": 0, "d": format!("{n}\u{0}가") }),
            3 => json!({ "t": "resign", "a": ack, "seat": 0 }),
            _ => json!({ "t": "accept", "a": ack, "d": "draw" }),
        };
        let answer = socket.ask(message).await;
        assert_eq!(answer["t"], "refused");
    }
    let mut after = cho.state(&id).await;
    after["seats"] = before["seats"].clone();
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_token_is_not_guessed_and_a_game_is_not_enumerated() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let mut forged = guest.clone();
    forged.token = Some("0".repeat(64));
    let refused = forged.say(&id, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    assert_eq!(refused.code(), "E_SEAT");
    for id in ["", "1", "../../etc/passwd", "000000000000", "%00", "가나다라마바사아자차카타"] {
        let response = guest.get(&format!("/api/games/{}", id.replace('가', "%EA%B0%80").escape_default())).await;
        assert!(matches!(response.status, 400 | 404), "{id}: {}", response.status);
    }
}

#[tokio::test]
async fn slow_headers_and_bodies_are_not_waited_for_for_ever() {
    let short = std::time::Duration::from_millis(300);
    let house = House::with(|config| (config.waits.headers, config.waits.request) = (short, short)).await;
    let mut stream = tokio::net::TcpStream::connect(house.address).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.expect("sent");
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(crate::helpers::PATIENCE, stream.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "closed within the time for headers");
    let text = "POST /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n\
                Content-Length: 9\r\n\r\n{";
    let stream = tokio::net::TcpStream::connect(house.address).await.expect("a connection");
    let refused = crate::helpers::exchange(stream, text).await.expect("an answer");
    assert_eq!((refused.status, refused.code().as_str()), (503, "E_SLOW"));
}

/// It asks and asks and never reads the answers, until no buffer takes any more.
#[tokio::test]
async fn a_client_that_reads_nothing_is_let_go() {
    let house = House::with(|config| {
        config.rates = server::Rates::unlimited();
        config.waits.write = std::time::Duration::from_millis(300);
    })
    .await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let stream = socket.connect(house.address).await.expect("a connection");
    let own = format!("http://{}", house.address);
    let mut deaf = guest.upgrade_over(stream, &format!("/api/games/{id}/socket"), Some(&own)).await.expect("a socket");
    let mut live = guest.socket(&id).await;
    live.until_version(1).await;
    assert_eq!(house.counter("sockets").await, Some(2));
    let asking = async { while deaf.stream.send(Message::text(r#"{"t":"sync"}"#)).await.is_ok() {} };
    tokio::time::timeout(crate::helpers::PATIENCE, asking).await.expect("the server hangs up");
    while house.counter("sockets").await != Some(1) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(live.act("1", "a4b4").await["t"], "ack", "others play on");
    let mut again = guest.socket_since(&id, Some(1)).await;
    again.state = json!({ "v": 1, "deeds": [] });
    again.until_version(2).await;
    assert_eq!(again.state["view"], live.state["view"], "and it can come back");
}
