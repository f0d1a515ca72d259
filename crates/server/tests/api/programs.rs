//! Programs in the house: the stream, tokens, and accounts that are programs.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::helpers::{Guest, Heard, House, PATIENCE, Response, Socket, hot_seat};
use crate::lobby::{find, listener, member, wish};

/// A token of a member for these things; its secret.
pub(crate) async fn token(member: &Guest, scopes: &[&str]) -> String {
    let made = member.post("/api/me/tokens", &json!({ "label": "시험", "scopes": scopes })).await;
    assert_eq!(made.status, 201, "{}", made.text());
    // There is room for twenty.
    let (id, secret) = (made.json()["id"].clone(), made.json()["token"].clone());
    let listed = member.get("/api/me/tokens").await.json();
    if let Some(old) = listed["tokens"].as_array().expect("a list").get(10).filter(|old| old["id"] != id) {
        member.delete(&format!("/api/me/tokens/{}", old["id"].as_str().expect("an id"))).await;
    }
    secret.as_str().expect("a secret").to_owned()
}

/// Asks as a program does.
async fn ask(house: &House, secret: &str, method: &str, path: &str, body: Option<&Value>) -> Response {
    let bearer = format!("Bearer {secret}");
    let headers = [("Authorization", bearer.as_str())];
    house.stranger().send(method, path, &headers, body.map(Value::to_string)).await
}

/// A stream of lines that goes on.
pub(crate) struct Lines {
    stream: BufReader<TcpStream>,
    head: Response,
    /// What of the last chunk has not been read yet.
    rest: String,
}

impl Lines {
    pub(crate) async fn open(guest: &Guest, topics: &str, headers: &[(&str, &str)]) -> Self {
        let mut stream = BufReader::new(TcpStream::connect(guest.address).await.expect("a connection"));
        let mut lines = vec![format!("Host: {}", guest.address)];
        lines.extend(guest.token.iter().map(|token| format!("Cookie: daeguk={token}")));
        lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
        let text = format!("GET /api/stream?topics={topics} HTTP/1.1\r\n{}\r\n\r\n", lines.join("\r\n"));
        stream.write_all(text.as_bytes()).await.expect("sent");
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            tokio::time::timeout(PATIENCE, stream.read_line(&mut line)).await.expect("in time").expect("a head");
            match line.trim_end() {
                "" => break,
                line => head.push(line.to_owned()),
            }
        }
        let status = head[0].split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let pair =
            |line: &String| line.split_once(": ").map(|(key, value)| (key.to_ascii_lowercase(), value.to_owned()));
        let head = Response { status, headers: head.iter().filter_map(pair).collect(), body: Vec::new() };
        Self { stream, head, rest: String::new() }
    }

    /// The next line; nothing if the stream has ended as it should.
    async fn line(&mut self) -> Option<String> {
        while !self.rest.contains('\n') {
            let mut size = String::new();
            let reading = self.stream.read_line(&mut size);
            tokio::time::timeout(PATIENCE, reading).await.expect("something in time").expect("a chunk");
            let size = usize::from_str_radix(size.trim_end(), 16).expect("a size");
            if size == 0 {
                return None;
            }
            let mut chunk = vec![0; size + 2];
            self.stream.read_exact(&mut chunk).await.expect("a whole chunk");
            self.rest.push_str(std::str::from_utf8(&chunk[..size]).expect("UTF-8"));
        }
        let (line, rest) = self.rest.split_once('\n').map(|(line, rest)| (line.to_owned(), rest.to_owned()))?;
        self.rest = rest;
        Some(line)
    }

    /// The next line that says something.
    pub(crate) async fn told(&mut self) -> Option<Value> {
        loop {
            let line = self.line().await?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).expect("JSON"));
            }
        }
    }
}

/// How a stream begins.
pub(crate) async fn stream_head(guest: &Guest, topics: &str) -> Response {
    Lines::open(guest, topics, &[]).await.head
}

async fn heard(socket: &mut Socket) -> Value {
    loop {
        match socket.hear().await {
            Heard::Json(value) => return value,
            Heard::Closed(code) => panic!("closed with {code:?}"),
            Heard::Pong => {}
        }
    }
}

#[tokio::test]
async fn the_stream_tells_what_the_socket_tells() {
    let house = House::open().await;
    let (hana, duri) = (member(&house, "hana").await, member(&house, "duri").await);
    let mut socket = listener(&duri, &["me", "lobby", "live"]).await;
    let mut lines = Lines::open(&duri, "me,lobby,live,me", &[("Accept-Encoding", "gzip")]).await;
    assert_eq!((lines.head.status, lines.head.header("content-encoding")), (200, None), "it is told at once");
    for list in ["lobby", "live"] {
        let (one, other) = (heard(&mut socket).await, lines.told().await.expect("a list"));
        assert_eq!((&one, &one["t"]), (&other, &json!(list)));
    }
    let both = async |socket: &mut Socket, lines: &mut Lines, t: &str| {
        let (one, other) = (heard(socket).await, lines.told().await.expect("news"));
        assert_eq!((&one, &one["t"]), (&other, &json!(t)));
        one
    };
    let table = find(&hana, &wish("janggi")).await;
    assert_eq!(both(&mut socket, &mut lines, "table").await["d"]["seats"][0]["person"], "member");
    let mut challenge = wish("nanguk");
    challenge["seats"] = json!([{ "type": "me" }, { "type": "person", "name": "duri" }]);
    let game = hana.game(&challenge).await;
    assert_eq!(both(&mut socket, &mut lines, "me").await["d"], json!({ "game": game, "from": "hana" }));
    assert_eq!(hana.say(&table, &json!({ "t": "close", "a": "c" })).await.status, 200);
    assert_eq!(both(&mut socket, &mut lines, "gone").await["d"]["id"], json!(table));
}

#[tokio::test]
async fn a_stream_beats_has_its_limits_and_ends_with_the_session() {
    let house = House::with(|config| {
        config.rates.sockets = 2;
        config.waits.beat = Duration::from_millis(20);
    })
    .await;
    let duri = member(&house, "duri").await;
    let mut lines = Lines::open(&duri, "me", &[]).await;
    for _ in 0..3 {
        assert_eq!(lines.line().await.as_deref(), Some(""), "whoever listens hears that we are here");
    }
    let other = Lines::open(&duri, "lobby", &[]).await;
    assert_eq!(duri.get("/api/stream?topics=live").await.code(), "E_FULL");
    drop(other);
    for nonsense in ["", "?topics=", "?topics=me,", "?topics=everything", "?topics=%00", "?topics=Me"] {
        let refused = duri.get(&format!("/api/stream{nonsense}")).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "E_MESSAGE"), "{nonsense}");
    }
    assert_eq!(duri.delete("/api/session").await.status, 204);
    assert_eq!(lines.told().await, Some(json!({ "t": "bye", "code": "E_SESSION" })));
    assert_eq!(lines.line().await, None);
    let freed = async { while house.counter("sockets").await != Some(0) {} };
    tokio::time::timeout(PATIENCE, freed).await.expect("nothing is left open");
}

#[tokio::test]
async fn a_stream_ends_with_the_house() {
    let mut house = House::open().await;
    let mut lines = Lines::open(&house.guest().await, "live", &[]).await;
    assert_eq!(lines.told().await.expect("a list")["t"], "live");
    house.close().await;
    assert_eq!(lines.told().await, Some(json!({ "t": "bye", "code": "E_ENDING" })));
}

#[tokio::test]
async fn a_token_is_told_once_and_good_until_it_is_revoked() {
    let house = House::open().await;
    let hana = member(&house, "hana").await;
    let made = hana.post("/api/me/tokens", &json!({ "label": " 내 봇 ", "scopes": ["play", "read"], "days": 7 })).await;
    let made = made.json();
    let secret = made["token"].as_str().expect("a secret").to_owned();
    assert!(secret.starts_with("dgk_") && secret.len() == 47, "{secret}");
    assert_eq!((&made["label"], &made["scopes"]), (&json!("내 봇"), &json!(["read", "play"])));
    assert_eq!(
        made["expires_ms"].as_i64().zip(made["created_ms"].as_i64()).map(|(end, start)| end - start),
        Some(604_800_000)
    );
    let listed = hana.get("/api/me/tokens").await;
    assert_eq!(listed.json()["tokens"][0]["id"], made["id"]);
    for column in ["hash", "id", "label"] {
        assert_eq!(house.mentions("token", column, &secret[4..]).await, 0);
    }
    assert!(!listed.text().contains(&secret[4..]) && !hana.get("/api/me/export").await.text().contains(&secret[4..]));
    let me = ask(&house, &secret, "GET", "/api/me", None).await;
    assert_eq!((&me.json()["name"], me.header("set-cookie")), (&json!("hana"), None));
    house.until_sql("SELECT count(*) FROM token WHERE used_ms > 0", 1).await;

    let (bearer, stranger) = (format!("Bearer {secret}"), house.stranger());
    let mut lines = Lines::open(&stranger, "me", &[("Authorization", &bearer)]).await;
    assert_eq!((lines.head.status, lines.line().await.as_deref()), (200, Some("")));
    let game = hana.game(&hot_seat()).await;
    let mut socket = upgraded(&house, &secret, &format!("/api/games/{game}/socket")).await;
    socket.until_version(1).await;
    assert_eq!(socket.act("1", "a4b4").await["t"], "ack");
    let id = made["id"].as_str().expect("an id");
    assert_eq!(member(&house, "duri").await.delete(&format!("/api/me/tokens/{id}")).await.code(), "E_ROUTE");
    assert_eq!(hana.delete(&format!("/api/me/tokens/{id}")).await.status, 204);
    assert_eq!(lines.told().await, Some(json!({ "t": "bye", "code": "E_SESSION" })));
    assert_eq!(socket.closed().await, Some(1008));
    assert_eq!(ask(&house, &secret, "GET", "/api/me", None).await.code(), "E_SESSION");
    assert_eq!(hana.get("/api/me").await.json()["name"], "hana", "the browser stays");
}

async fn upgraded(house: &House, secret: &str, path: &str) -> Socket {
    let program = Guest { address: house.address, token: None };
    program.upgrade_with(path, &[("authorization", &format!("Bearer {secret}"))]).await.expect("a socket")
}

#[tokio::test]
async fn a_token_does_only_what_it_is_good_for() {
    let house = House::open().await;
    let hana = member(&house, "hana").await;
    let game = hana.game(&hot_seat()).await;
    let reader = token(&hana, &["read"]).await;
    let act = json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" });
    let path = format!("/api/games/{game}/messages");
    assert_eq!(ask(&house, &reader, "POST", &path, Some(&act)).await.code(), "E_SCOPE");
    let mut socket = upgraded(&house, &reader, &format!("/api/games/{game}/socket")).await;
    socket.until_version(1).await;
    assert_eq!(socket.ask(act.clone()).await["code"], "E_SCOPE", "nor through a socket");
    let player = token(&hana, &["play"]).await;
    assert_eq!(ask(&house, &player, "POST", &path, Some(&act)).await.status, 200);
    assert_eq!(ask(&house, &player, "GET", "/api/games", None).await.code(), "E_SCOPE");
    assert_eq!(ask(&house, &player, "POST", "/api/games", Some(&hot_seat())).await.code(), "E_SCOPE");
    let maker = token(&hana, &["challenge"]).await;
    assert_eq!(ask(&house, &maker, "POST", "/api/games", Some(&hot_seat())).await.status, 201);
    // A cookie that comes along is not looked at.
    let (bearer, zero) = (format!("Bearer {reader}"), format!("Bearer dgk_{}", "0".repeat(43)));
    let both = hana.send("POST", &path, &[("Authorization", bearer.as_str())], Some(act.to_string())).await;
    assert_eq!(both.code(), "E_SCOPE");
    for nobody in [zero.as_str(), "Bearer dgk_", "Bearer dgk_가나다"] {
        let refused = hana.send("GET", "/api/me", &[("Authorization", nobody)], None).await;
        assert_eq!((refused.status, refused.code().as_str()), (401, "E_SESSION"), "{nobody}");
    }
}

#[tokio::test]
async fn a_program_speaks_only_if_its_token_is_good_for_that() {
    let house = House::open().await;
    let hana = member(&house, "hana").await;
    let game = hana.game(&hot_seat()).await;
    let (path, say) = (format!("/api/games/{game}/messages"), json!({ "t": "say", "a": "1", "preset": "hello" }));
    let player = token(&hana, &["read", "play"]).await;
    assert_eq!(ask(&house, &player, "POST", &path, Some(&say)).await.code(), "E_SCOPE");
    let mut socket = upgraded(&house, &player, &format!("/api/games/{game}/socket")).await;
    socket.until_version(1).await;
    assert_eq!(socket.ask(say.clone()).await["code"], "E_SCOPE", "nor through a socket");
    let speaker = token(&hana, &["play", "chat"]).await;
    assert_eq!(ask(&house, &speaker, "POST", &path, Some(&say)).await.status, 200);
}

#[tokio::test]
async fn tokens_are_made_with_the_password_and_within_limits() {
    let house = House::open().await;
    let mut hana = member(&house, "hana").await;
    let good = json!({ "label": "봇", "scopes": ["read"] });
    let with = |key: &str, value: Value| {
        let mut wish = good.clone();
        wish[key] = value;
        wish
    };
    for wrong in [
        with("label", json!("")),
        with("label", json!(" ")),
        with("label", json!("가".repeat(41))),
        with("label", json!("a\u{7}b")),
        with("scopes", json!([])),
        with("scopes", json!(["host"])),
        with("days", json!(0)),
        with("days", json!(366)),
        with("days", json!(-1)),
        with("id", json!("x")),
    ] {
        assert_eq!(hana.post("/api/me/tokens", &wrong).await.code(), "E_MESSAGE", "{wrong}");
    }
    assert_eq!(house.guest().await.post("/api/me/tokens", &good).await.code(), "E_ACCOUNT");
    for _ in 0..20 {
        assert_eq!(hana.post("/api/me/tokens", &good).await.status, 201);
    }
    assert_eq!(hana.post("/api/me/tokens", &good).await.code(), "E_FULL");
    house.sql("UPDATE token SET expires_ms = 1").await;
    assert_eq!(hana.get("/api/me/tokens").await.json()["tokens"], json!([]), "their time is over");
    let secret = token(&hana, &["read"]).await;
    house.until_sql("SELECT count(*) FROM token", 1).await;
    house.sql("UPDATE session SET sudo_ms = 0").await;
    assert_eq!(hana.post("/api/me/tokens", &good).await.code(), "E_SUDO");
    assert_eq!(hana.post("/api/me/bot", &json!({})).await.code(), "E_SUDO");
    let (password, next) = ("포를 넘는 포는 없다", "차 떼고 포 떼고 장기");
    let changed = hana.put("/api/me/password", &json!({ "password": password, "next": next })).await;
    hana.took(&changed);
    assert_eq!(
        ask(&house, &secret, "GET", "/api/me", None).await.code(),
        "E_SESSION",
        "another password, other tokens"
    );
    let expired = token(&hana, &["read"]).await;
    let mut lines = Lines::open(&house.stranger(), "me", &[("Authorization", &format!("Bearer {expired}"))]).await;
    assert_eq!(lines.head.status, 200);
    house.sql("UPDATE token SET expires_ms = 1").await;
    assert_eq!(ask(&house, &expired, "GET", "/api/me", None).await.code(), "E_SESSION");
    house.errand(server::Errand::Ban { name: "hana".to_owned(), days: None }).await.expect("done");
    while lines.told().await.expect("a line")["t"] != "bye" {}
}

#[tokio::test]
async fn many_tokens_of_one_network_are_too_many() {
    let house = House::with(|config| config.rates.doors.tokens = server::Rate { count: 2, seconds: 100_000 }).await;
    let (hana, duri) = (member(&house, "hana").await, member(&house, "duri").await);
    let wish = json!({ "label": "봇", "scopes": ["read"] });
    assert_eq!(hana.post("/api/me/tokens", &wish).await.status, 201);
    assert_eq!(duri.post("/api/me/tokens", &wish).await.status, 201);
    assert_eq!(hana.post("/api/me/tokens", &wish).await.code(), "E_RATE");
}

/// A bot of its own, with a token that is good for everything.
async fn bot(house: &House, name: &str) -> (Guest, String) {
    let account = member(house, name).await;
    assert_eq!(account.post("/api/me/bot", &json!({})).await.status, 204);
    let secret = token(&account, &["read", "play", "challenge"]).await;
    (account, secret)
}

#[tokio::test]
async fn an_account_without_games_becomes_a_bot_for_good() {
    let house = House::open().await;
    let hana = member(&house, "hana").await;
    hana.game(&hot_seat()).await;
    assert_eq!(hana.post("/api/me/bot", &json!({})).await.code(), "E_BOT", "who has played is a person");
    assert_eq!(house.guest().await.post("/api/me/bot", &json!({})).await.code(), "E_ACCOUNT");
    let mut host = member(&house, "boss").await;
    house.sql("UPDATE person SET role = 'host' WHERE name = 'boss'").await;
    assert_eq!(host.post("/api/me/bot", &json!({})).await.code(), "E_ROLE");

    let (mut robot, _) = bot(&house, "robot").await;
    assert_eq!(robot.post("/api/me/bot", &json!({})).await.code(), "E_BOT");
    assert_eq!(robot.get("/api/me").await.json()["kind"], "bot");
    assert_eq!(hana.get("/api/people/robot").await.json()["kind"], "bot");
    assert_eq!(robot.put("/api/me", &json!({ "name": "robota" })).await.json()["kind"], "bot");
    robot.took(&robot.delete("/api/session").await);
    let mut guest = house.guest().await;
    guest.game(&hot_seat()).await;
    let password = "포를 넘는 포는 없다";
    let wish = json!({ "name": "robota", "password": password, "bring": true });
    let back = guest.post("/api/session", &wish).await;
    assert_eq!((back.status, &back.json()["brought"]), (200, &json!(0)), "a person's games stay a person's");
    guest.took(&back);
    assert_eq!(guest.get("/api/me").await.json()["kind"], "bot");
    assert_eq!(hana.put("/api/people/robota/follow", &json!({})).await.status, 204);
    let made = house.errand(server::Errand::Host("robota".to_owned())).await;
    assert_eq!(made, Err("`robota` is a bot".to_owned()));
    let again = host.sign_in("boss", password).await;
    assert_eq!(again.status, 200);
}

#[tokio::test]
async fn a_bot_is_challenged_plays_over_http_and_is_marked_everywhere() {
    let house = House::open().await;
    let hana = member(&house, "hana").await;
    let (_, secret) = bot(&house, "robot").await;
    let mut lines = Lines::open(&house.stranger(), "me", &[("Authorization", &format!("Bearer {secret}"))]).await;
    lines.line().await.expect("it listens");
    let mut challenge = wish("janggi");
    challenge["seats"] = json!([{ "type": "me" }, { "type": "person", "name": "robot" }]);
    let game = hana.game(&challenge).await;
    let called = async |lines: &mut Lines, why: &str| {
        let told = lines.told().await.expect("a call");
        assert_eq!((&told["e"], &told["d"]["game"]), (&json!(why), &json!(game)));
    };
    called(&mut lines, "challenge").await;
    let say = async |message: Value| {
        let said = ask(&house, &secret, "POST", &format!("/api/games/{game}/messages"), Some(&message)).await;
        assert_eq!(said.status, 200, "{}", said.text());
    };
    say(json!({ "t": "sit", "a": "s", "seat": 1 })).await;
    called(&mut lines, "seated").await;
    assert_eq!(hana.state(&game).await["seats"][1]["person"], "bot");
    say(json!({ "t": "choose", "a": "c", "d": "inner" })).await;
    hana.say(&game, &json!({ "t": "choose", "a": "c", "d": "inner" })).await;
    let state = hana.state(&game).await;
    assert_eq!(
        (&state["rated"], &state["why"], &state["pool"]),
        (&json!(false), &json!("computer"), &json!("janggi/std/slow"))
    );
    hana.say(&game, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    called(&mut lines, "turn").await;
    say(json!({ "t": "act", "a": "2", "n": 1, "d": "a7b7" })).await;
    // Sent again, because the answer got lost.
    say(json!({ "t": "act", "a": "2", "n": 1, "d": "a7b7" })).await;
    assert_eq!(hana.state(&game).await["deeds"].as_array().map(Vec::len), Some(2));
    hana.say(&game, &json!({ "t": "offer", "a": "o", "d": "draw" })).await;
    called(&mut lines, "offer").await;
    say(json!({ "t": "decline", "a": "d", "d": "draw" })).await;
    hana.say(&game, &json!({ "t": "resign", "a": "r" })).await;
    called(&mut lines, "over").await;
    let listed = hana.get("/api/games").await.json();
    assert_eq!(listed["games"][0]["seats"][1]["person"], "bot");
}

#[tokio::test]
async fn whoever_is_to_choose_an_opening_is_called() {
    let house = House::open().await;
    let (hana, duri) = (member(&house, "hana").await, member(&house, "duri").await);
    let mut challenge = wish("janggi");
    challenge["seats"] = json!([{ "type": "me" }, { "type": "person", "name": "duri" }]);
    let game = hana.game(&challenge).await;
    let mut lines = Lines::open(&hana, "me", &[]).await;
    lines.line().await.expect("it listens");
    duri.say(&game, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
    assert_eq!(lines.told().await.expect("a call")["e"], "seated");
    duri.say(&game, &json!({ "t": "choose", "a": "c", "d": "inner" })).await;
    assert_eq!(lines.told().await.expect("a call")["e"], "turn");
}

#[tokio::test]
async fn bots_do_not_sit_where_two_play_for_points() {
    let house = House::open().await;
    let hana = member(&house, "hana").await;
    let (robot, _) = bot(&house, "robot").await;
    let mut rated = wish("janggi");
    rated["rated"] = json!(true);
    let table = find(&hana, &rated).await;
    let refused = robot.say(&table, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
    assert_eq!((refused.status, refused.code().as_str()), (400, "E_RATED"));
    assert_ne!(find(&robot, &rated).await, table);
    let own = find(&robot, &rated).await;
    assert_eq!(robot.state(&own).await["members"], false, "a table of its own is not for points");
    let seen = hana.get("/api/lobby").await.json();
    let seats =
        seen["tables"].as_array().expect("tables").iter().find(|seen| seen["id"] == json!(own)).expect("listed");
    assert_eq!(seats["seats"][0]["person"], "bot");
    let four = json!({ "kind": "yonin", "rated": true, "clock": rated["clock"], "listed": true,
        "seats": [{ "type": "me" }, { "type": "open" }, { "type": "open" }, { "type": "open" }] });
    let four = hana.game(&four).await;
    assert_eq!(
        robot.say(&four, &json!({ "t": "sit", "a": "s", "seat": 1 })).await.status,
        200,
        "four people are not needed"
    );
}
