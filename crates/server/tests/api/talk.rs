//! What is said at tables: who hears it, who may say what, how much, and that no game notices.

use serde_json::{Value, json};
use server::{ChatPolicy, Config, GuestPolicy, Rate};

use crate::helpers::{Guest, House, Socket, janggi};

const PASSWORD: &str = "포를 넘는 포는 없다";

pub(crate) async fn member(house: &House, name: &str) -> Guest {
    let mut guest = house.guest().await;
    guest.sign_up(name, PASSWORD).await;
    guest
}

/// Two at a table, in the middle of a game.
pub(crate) async fn table(one: &Guest, other: &Guest) -> String {
    let game = one.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    assert_eq!(other.say(&game, &json!({ "t": "sit", "a": "1", "seat": 1 })).await.status, 200);
    game
}

/// A socket that has the state, so that it hears whatever is said from now on.
pub(crate) async fn listening(guest: &Guest, game: &str) -> Socket {
    let mut socket = guest.socket(game).await;
    socket.until(|socket| !socket.state.is_null()).await;
    socket
}

/// What was said to a socket, by number: presets and texts.
fn heard(socket: &Socket) -> Vec<String> {
    let said = |line: &Value| {
        let words = line.get("preset").or_else(|| line.get("text")).and_then(Value::as_str);
        words.expect("words").to_owned()
    };
    let mut all = Vec::new();
    for other in &socket.others {
        match other["t"].as_str() {
            Some("said") => all.push(said(&other["d"])),
            Some("lines") => all.extend(other["d"]["lines"].as_array().expect("lines").iter().map(said)),
            _ => {}
        }
    }
    all
}

async fn until_heard(socket: &mut Socket, words: &str) {
    socket.until(|socket| heard(socket).iter().any(|said| said == words)).await;
}

async fn say(socket: &mut Socket, ack: &str, text: &str) -> Value {
    socket.ask(json!({ "t": "say", "a": ack, "d": text })).await
}

async fn code_of(socket: &mut Socket, ack: &str, words: Value) -> Value {
    let mut message = json!({ "t": "say", "a": ack });
    message.as_object_mut().expect("fields").extend(words.as_object().expect("fields").clone());
    socket.ask(message).await["code"].clone()
}

#[tokio::test]
async fn everybody_hears_players_and_guests_have_presets() {
    let house = House::open().await;
    let (one, guest) = (member(&house, "hana").await, house.guest().await);
    let game = table(&one, &guest).await;
    let before = one.state(&game).await;
    let (mut own, mut other) = (listening(&one, &game).await, listening(&guest, &game).await);
    let mut watcher = listening(&house.stranger(), &game).await;
    assert_eq!(say(&mut own, "1", " 잘\u{202e} 부탁\u{200b}드립니다 ").await["t"], "ack");
    let answer = other.ask(json!({ "t": "say", "a": "1", "preset": "luck" })).await;
    assert_eq!((&answer["t"], &answer["v"]), (&json!("ack"), &before["v"]));
    for socket in [&mut own, &mut other, &mut watcher] {
        until_heard(socket, "luck").await;
        assert_eq!(heard(socket), ["잘 부탁드립니다", "luck"]);
    }
    let line = other.others.iter().find(|told| told["t"] == "said").expect("a line")["d"].clone();
    let told = (&line["n"], &line["room"], &line["seat"], &line["name"], &line["person"]);
    assert_eq!(told, (&json!(1), &json!("seats"), &json!(0), &json!("hana"), &json!("member")));
    assert_eq!(code_of(&mut other, "2", json!({ "d": "자유롭게" })).await, "E_CHAT", "a guest writes no texts");
    assert_eq!(code_of(&mut watcher, "1", json!({ "preset": "hello" })).await, "E_SESSION", "nobody in particular");
    assert_eq!(one.state(&game).await["v"], before["v"], "no game notices");
    house.until_sql("SELECT count(*) FROM line", 2).await;
    house.until_sql("SELECT count(*) FROM event WHERE body LIKE '%부탁%' OR body LIKE '%luck%'", 0).await;
}

#[tokio::test]
async fn what_is_no_line_is_refused_and_changes_nothing() {
    let house = House::open().await;
    let (one, two) = (member(&house, "hana").await, house.guest().await);
    let game = table(&one, &two).await;
    let mut own = listening(&one, &game).await;
    let bad = [
        json!({}),
        json!({ "d": "" }),
        json!({ "d": "\u{200b}\u{202e}" }),
        json!({ "d": "가".repeat(201) }),
        json!({ "d": 7 }),
        json!({ "preset": "curse" }),
        json!({ "preset": "hello", "d": "hello" }),
    ];
    for (number, words) in bad.into_iter().enumerate() {
        assert_eq!(code_of(&mut own, &number.to_string(), words.clone()).await, "E_MESSAGE", "{words}");
    }
    let none = one.say("000000000000", &json!({ "t": "say", "a": "1", "preset": "hello" })).await;
    assert_eq!(none.code(), "E_GAME");
    assert_eq!(
        one.say(&game, &json!({ "t": "say", "a": "1", "preset": "hello" })).await.status,
        200,
        "also without a socket"
    );
    until_heard(&mut own, "hello").await;
    house.until_sql("SELECT count(*) FROM line", 1).await;
}

#[tokio::test]
async fn players_do_not_hear_watchers_before_the_end() {
    let house = House::open().await;
    let (one, two, watcher) = (member(&house, "hana").await, house.guest().await, member(&house, "duri").await);
    let game = table(&one, &two).await;
    let mut player = listening(&one, &game).await;
    let mut watching = listening(&watcher, &game).await;
    assert_eq!(say(&mut watching, "1", "차를 잡을 수 있는데").await["t"], "ack");
    assert_eq!(say(&mut player, "1", "어렵네요").await["t"], "ack");
    until_heard(&mut watching, "어렵네요").await;
    until_heard(&mut player, "어렵네요").await;
    assert_eq!(heard(&watching), ["차를 잡을 수 있는데", "어렵네요"]);
    assert_eq!(heard(&player), ["어렵네요"]);
    let mut again = listening(&one, &game).await;
    until_heard(&mut again, "어렵네요").await;
    assert_eq!(heard(&again), ["어렵네요"], "nor after coming back");
    assert_eq!(two.say(&game, &json!({ "t": "resign", "a": "2" })).await.status, 200);
    for socket in [&mut player, &mut again] {
        until_heard(socket, "차를 잡을 수 있는데").await;
    }
    assert_eq!(say(&mut watching, "2", "수고하셨습니다").await["t"], "ack");
    until_heard(&mut player, "수고하셨습니다").await;
    let mut late = listening(&one, &game).await;
    until_heard(&mut late, "수고하셨습니다").await;
    assert_eq!(heard(&late), ["차를 잡을 수 있는데", "어렵네요", "수고하셨습니다"]);
}

#[tokio::test]
async fn whoever_comes_back_is_told_the_latest_lines() {
    let house = House::open().await;
    let (one, two) = (member(&house, "hana").await, house.guest().await);
    let game = table(&one, &two).await;
    house
        .sql(
            "INSERT INTO line (game, n, room, person, preset, said, at_ms, hidden)
            WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < 70)
            SELECT game.id, k.n, 'seats', person.id, '', 'line ' || k.n, 4000000000000, 0
            FROM k, game, person WHERE person.name = 'hana'",
        )
        .await;
    let house = house.reopened().await;
    let [one, two] = [one, two].map(|guest| Guest { address: house.address, ..guest });
    let mut socket = listening(&two, &game).await;
    until_heard(&mut socket, "line 70").await;
    let lines = heard(&socket);
    assert_eq!((lines.len(), lines[0].as_str(), lines[49].as_str()), (50, "line 21", "line 70"));
    let mut own = listening(&one, &game).await;
    say(&mut own, "1", "이어서").await;
    until_heard(&mut socket, "이어서").await;
    let last = socket.others.iter().rfind(|told| told["t"] == "said").expect("a line");
    assert_eq!(last["d"]["n"], 71);
}

#[tokio::test]
async fn whoever_says_too_much_or_the_same_again_is_not_heard() {
    let house = House::open().await;
    let (one, two) = (member(&house, "hana").await, house.guest().await);
    let game = table(&one, &two).await;
    let (mut own, mut other) = (listening(&one, &game).await, listening(&two, &game).await);
    assert_eq!(say(&mut own, "1", "안녕하세요").await["t"], "ack");
    assert_eq!(say(&mut own, "1", "안녕하세요").await["t"], "ack", "the same message is said once");
    assert_eq!(code_of(&mut own, "2", json!({ "d": "안녕하세요!!" })).await, "E_REPEAT");
    for (ack, text) in [("3", "날씨가 좋네요"), ("4", "점심은 드셨나요"), ("5", "저는 국수를 먹었습니다")]
    {
        assert_eq!(say(&mut own, ack, text).await["t"], "ack", "{text}");
    }
    assert_eq!(code_of(&mut own, "6", json!({ "d": "맛있었어요" })).await, "E_RATE");
    let refused = one.say(&game, &json!({ "t": "say", "a": "7", "preset": "bye" })).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "E_RATE"));
    assert!(refused.json()["retry_ms"].as_u64().is_some_and(|retry| (1..=10_000).contains(&retry)));
    assert_eq!(other.ask(json!({ "t": "say", "a": "1", "preset": "thanks" })).await["t"], "ack", "others go on");
    assert_eq!(own.act("8", "a4b4").await["t"], "ack", "and so does the game");
    until_heard(&mut other, "thanks").await;
    assert_eq!(heard(&other), ["안녕하세요", "날씨가 좋네요", "점심은 드셨나요", "저는 국수를 먹었습니다", "thanks"]);
}

#[tokio::test]
async fn many_guests_of_one_network_do_not_flood_together() {
    let house = House::with(|config| config.rates.network.lines = Rate { count: 3, seconds: 100_000 }).await;
    let one = house.guest().await;
    let game = table(&one, &house.guest().await).await;
    let mut codes = Vec::new();
    for _ in 0..5 {
        let watcher = house.guest().await;
        codes.push(watcher.say(&game, &json!({ "t": "say", "a": "1", "preset": "hello" })).await.status);
    }
    assert_eq!(codes, [200, 200, 200, 429, 429]);
}

#[tokio::test]
async fn the_house_decides_who_says_what() {
    type Change = fn(&mut Config);
    let cases: [(Change, [&str; 4]); 4] = [
        (|config| config.chat = ChatPolicy::Off, ["E_CHAT"; 4]),
        (|config| config.chat = ChatPolicy::Presets, ["", "E_CHAT", "", "E_CHAT"]),
        (|config| config.chat = ChatPolicy::Members, ["", "", "", "E_CHAT"]),
        (|config| config.guests = GuestPolicy::Watch, ["", "", "E_ACCOUNT", "E_ACCOUNT"]),
    ];
    for (change, wanted) in cases {
        let house = House::with(change).await;
        let one = member(&house, "hana").await;
        let game = table(&one, &member(&house, "duri").await).await;
        let guest = house.guest().await;
        let mut codes = Vec::new();
        for speaker in [&one, &guest] {
            codes.push(speaker.say(&game, &json!({ "t": "say", "a": "1", "preset": "hello" })).await.code());
            codes.push(speaker.say(&game, &json!({ "t": "say", "a": "2", "d": "안녕하세요" })).await.code());
        }
        assert_eq!(codes, wanted);
        let chat = house.stranger().get("/api/catalog").await.json()["chat"].clone();
        assert!(["off", "presets", "members"].contains(&chat.as_str().expect("a word")));
    }
}

#[tokio::test]
async fn whom_one_has_blocked_one_does_not_hear() {
    let house = House::open().await;
    let (one, two, three) = (member(&house, "hana").await, member(&house, "duri").await, member(&house, "sena").await);
    let game = table(&one, &two).await;
    assert_eq!(two.put("/api/people/hana/block", &json!({})).await.status, 204);
    let (mut own, mut blocker) = (listening(&one, &game).await, listening(&two, &game).await);
    let mut watcher = listening(&three, &game).await;
    assert_eq!(say(&mut own, "1", "들리시나요").await["t"], "ack", "who is blocked is not told");
    assert_eq!(say(&mut blocker, "1", "조용하네요").await["t"], "ack");
    for socket in [&mut own, &mut watcher] {
        until_heard(socket, "조용하네요").await;
        assert_eq!(heard(socket), ["들리시나요", "조용하네요"]);
    }
    until_heard(&mut blocker, "조용하네요").await;
    assert_eq!(heard(&blocker), ["조용하네요"]);
    let mut again = listening(&two, &game).await;
    until_heard(&mut again, "조용하네요").await;
    assert_eq!(heard(&again), ["조용하네요"], "nor later");
    assert_eq!(two.delete("/api/people/hana/block").await.status, 204);
    let mut anew = listening(&two, &game).await;
    until_heard(&mut anew, "들리시나요").await;
}

#[tokio::test]
async fn what_was_said_is_kept_ninety_days_and_goes_with_the_account() {
    let house = House::open().await;
    let (one, two) = (member(&house, "hana").await, house.guest().await);
    let game = table(&one, &two).await;
    for (ack, text) in [("1", "옛날 말"), ("2", "요즘 말")] {
        assert_eq!(one.say(&game, &json!({ "t": "say", "a": ack, "d": text })).await.status, 200);
    }
    let copy = one.get("/api/me/export").await.text();
    assert!(copy.contains(r#""type":"line""#) && copy.contains("옛날 말"), "{copy}");
    house.sql("UPDATE line SET at_ms = at_ms - 7776001000 WHERE said = '옛날 말'").await;
    house.sql("UPDATE line SET at_ms = at_ms - 7775000000 WHERE said = '요즘 말'").await;
    let house = house.reopened().await;
    house.until_sql("SELECT count(*) FROM line", 1).await;
    house.until_sql("SELECT count(*) FROM line WHERE said = '요즘 말'", 1).await;
    let one = Guest { address: house.address, ..one };
    assert_eq!(one.delete("/api/me").await.status, 204);
    house.sql("UPDATE ticket SET created_ms = 0 WHERE kind = 'erase'").await;
    let house = house.reopened().await;
    house.until_sql("SELECT count(*) FROM line", 0).await;
}

#[tokio::test]
async fn a_program_speaks_only_with_a_token_that_is_good_for_it() {
    let house = House::open().await;
    let one = member(&house, "hana").await;
    let game = table(&one, &house.guest().await).await;
    for (scopes, code) in [(&["play"][..], "E_SCOPE"), (&["play", "chat"][..], "")] {
        let bearer = format!("Bearer {}", crate::programs::token(&one, scopes).await);
        let (path, line) = (format!("/api/games/{game}/messages"), json!({ "t": "say", "a": "1", "d": "삐리리" }));
        let headers = [("Authorization", bearer.as_str())];
        let answer = house.stranger().send("POST", &path, &headers, Some(line.to_string())).await;
        assert_eq!(answer.code(), code, "{scopes:?}");
    }
    house.until_sql("SELECT count(*) FROM line", 1).await;
}
