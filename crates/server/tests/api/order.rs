//! Keeping order: reports, and what guides and hosts may do. Every route is tried by everybody.

use serde_json::{Value, json};
use server::DoorRates;

use crate::helpers::{Guest, House};
use crate::ratings::{members, played, until_all_are_rated, wish};
use crate::talk::{listening, member, table};

/// What guides may do, too.
const GUIDES: [&str; 10] = [
    "get /api/host/reports",
    "get /api/host/reports/{id}",
    "post /api/host/reports/{id}",
    "get /api/host/people",
    "get /api/host/people/{name}",
    "get /api/host/actions",
    "get /api/host/settings",
    "post /api/host/mutes",
    "post /api/host/lines",
    "post /api/host/unrated",
];

async fn with_role(house: &House, name: &str, text: &'static str) -> Guest {
    let guest = member(house, name).await;
    house.sql(text).await;
    guest
}

async fn guide(house: &House) -> Guest {
    with_role(house, "gildong", "UPDATE person SET role = 'guide' WHERE name = 'gildong'").await
}

async fn host(house: &House) -> Guest {
    with_role(house, "jangin", "UPDATE person SET role = 'host' WHERE name = 'jangin'").await
}

/// The routes for those who keep order.
async fn routes(house: &House) -> Vec<(String, String)> {
    let document = house.stranger().get("/api/openapi.json").await.json();
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let methods = item.as_object().expect("methods").keys().filter(|key| *key != "parameters");
        routes.extend(methods.filter(|_| path.starts_with("/api/host/")).map(|method| (method.clone(), path.clone())));
    }
    routes
}

async fn code(guest: &Guest, method: &str, path: &str) -> String {
    let body = (method != "get").then(|| "{}".to_owned());
    guest.send(&method.to_uppercase(), &path.replace(['{', '}'], ""), &[], body).await.code()
}

#[tokio::test]
async fn every_route_asks_for_the_role_that_it_needs() {
    let house = House::with(|config| config.rates = server::Rates::unlimited()).await;
    let (nobody, guest, one) = (house.stranger(), house.guest().await, member(&house, "hana").await);
    let (guide, host) = (guide(&house).await, host(&house).await);
    let routes = routes(&house).await;
    assert!(routes.len() >= GUIDES.len() + 6, "{routes:?}");
    for (method, path) in &routes {
        let route = format!("{method} {path}");
        assert_eq!(code(&nobody, method, path).await, "E_SESSION", "{route}");
        assert_eq!(code(&guest, method, path).await, "E_ACCOUNT", "{route}");
        assert_eq!(code(&one, method, path).await, "E_ROLE", "{route}");
        assert_eq!(code(&guide, method, path).await == "E_ROLE", !GUIDES.contains(&route.as_str()), "{route}");
        assert_ne!(code(&host, method, path).await, "E_ROLE", "{route}");
    }
    house.sql("UPDATE session SET sudo_ms = 0").await;
    for (method, path) in &routes {
        let is_hosts = !GUIDES.contains(&format!("{method} {path}").as_str());
        assert_eq!(code(&host, method, path).await == "E_SUDO", is_hosts, "{method} {path}");
    }
}

#[tokio::test]
async fn somebody_is_reported_and_a_guide_sees_why() {
    let house = House::open().await;
    let (one, two, guide) = (member(&house, "hana").await, member(&house, "duri").await, guide(&house).await);
    let game = table(&one, &two).await;
    assert_eq!(two.say(&game, &json!({ "t": "say", "a": "1", "d": "나쁜 말" })).await.status, 200);
    let report = async |body: Value| one.post("/api/reports", &body).await;
    let line = json!({ "reason": "chat", "game": game, "line": 1, "said": "<b>욕설\u{202e}입니다</b>" });
    assert_eq!(report(line).await.status, 204);
    assert_eq!(report(json!({ "reason": "stall", "game": game, "seat": 1 })).await.status, 204);
    assert_eq!(report(json!({ "reason": "name", "name": "DURI" })).await.status, 204);
    let bad = [
        (json!({ "reason": "chat", "game": game, "line": 9 }), "E_LINE"),
        (json!({ "reason": "chat", "game": "000000000000", "line": 1 }), "E_LINE"),
        (json!({ "reason": "stall", "game": game, "seat": 0 }), "E_PERSON"),
        (json!({ "reason": "stall", "game": game, "seat": 7 }), "E_PERSON"),
        (json!({ "reason": "name", "name": "nobody" }), "E_PERSON"),
        (json!({ "reason": "name", "name": "hana" }), "E_PERSON"),
        (json!({ "reason": "other", "name": "duri" }), "E_MESSAGE"),
        (json!({ "reason": "other", "name": "duri", "said": "가".repeat(501) }), "E_MESSAGE"),
        (json!({ "reason": "rude", "name": "duri" }), "E_MESSAGE"),
        (json!({ "reason": "chat" }), "E_MESSAGE"),
        (json!({ "reason": "chat", "name": "duri", "line": 1 }), "E_MESSAGE"),
    ];
    for (body, code) in bad {
        assert_eq!(report(body.clone()).await.code(), code, "{body}");
    }
    let queue = guide.get("/api/host/reports").await.json();
    let reasons: Vec<_> = queue["reports"].as_array().expect("a list").iter().map(|report| &report["reason"]).collect();
    assert_eq!(reasons, ["name", "stall", "chat"]);
    let chat = &queue["reports"][2];
    assert_eq!((&chat["said"], &chat["line"]["text"]), (&json!("<b>욕설입니다</b>"), &json!("나쁜 말")));
    assert_eq!((&chat["about"]["name"], &chat["by"]["name"]), (&json!("duri"), &json!("hana")));
    let path = format!("/api/host/reports/{}", chat["id"].as_str().expect("an id"));
    assert_eq!(guide.get(&path).await.json()["lines"][0]["text"], "나쁜 말");
    assert_eq!(guide.post(&path, &json!({})).await.status, 204);
    assert_eq!(guide.get("/api/host/reports").await.json()["reports"].as_array().map(Vec::len), Some(2));
    let done = guide.get("/api/host/reports?done=1").await.json();
    assert_eq!((&done["reports"][0]["done_by"], &done["reports"][0]["reason"]), (&json!("gildong"), &json!("chat")));
    assert_eq!(guide.get("/api/host/reports/none").await.code(), "E_REPORT");
    assert!(one.get("/api/me/export").await.text().contains(r#""type":"report""#));
}

#[tokio::test]
async fn ten_reports_a_day_are_enough() {
    let house = House::with(|config| {
        config.rates.doors = DoorRates { accounts: config.rates.doors.accounts, ..DoorRates::default() }
    })
    .await;
    let (one, other) = (member(&house, "hana").await, house.guest().await);
    member(&house, "duri").await;
    let report = json!({ "reason": "name", "name": "duri" });
    let mut codes = Vec::new();
    for _ in 0..11 {
        codes.push(one.post("/api/reports", &report).await.code());
    }
    assert_eq!((codes[9].as_str(), codes[10].as_str()), ("", "E_RATE"));
    assert_eq!(other.post("/api/reports", &report).await.status, 204, "another person");
    house.until_sql("SELECT count(*) FROM report", 11).await;
}

#[tokio::test]
async fn who_is_muted_says_nothing_for_a_while() {
    let house = House::open().await;
    let (one, two) = (member(&house, "hana").await, house.guest().await);
    let (guide, host) = (guide(&house).await, host(&house).await);
    let game = table(&one, &two).await;
    let mut own = listening(&one, &game).await;
    let mute = |name: &str, hours: u32| json!({ "name": name, "hours": hours, "why": "욕설" });
    assert_eq!(guide.post("/api/host/mutes", &mute("hana", 169)).await.code(), "E_ROLE", "seven days at most");
    assert_eq!(guide.post("/api/host/mutes", &mute("jangin", 1)).await.code(), "E_ROLE", "nobody who keeps order");
    assert_eq!(guide.post("/api/host/mutes", &mute("nobody", 1)).await.code(), "E_PERSON");
    assert_eq!(
        guide.post("/api/host/mutes", &json!({ "name": "hana", "hours": 1, "why": " \u{200b} " })).await.code(),
        "E_MESSAGE"
    );
    house.until_sql("SELECT count(*) FROM action", 0).await;
    assert_eq!(guide.post("/api/host/mutes", &mute("hana", 168)).await.status, 204);
    let refused = own.ask(json!({ "t": "say", "a": "1", "preset": "hello" })).await;
    assert_eq!(refused["code"], "E_MUTED", "also through a socket that was open before");
    assert_eq!(own.act("2", "a4b4").await["t"], "ack", "the game goes on");
    assert_eq!(host.post("/api/host/mutes", &mute("hana", 0)).await.status, 204);
    assert_eq!(own.ask(json!({ "t": "say", "a": "3", "preset": "hello" })).await["t"], "ack");
    // A guest is found by the report.
    assert_eq!(one.post("/api/reports", &json!({ "reason": "stall", "game": game, "seat": 1 })).await.status, 204);
    let report = guide.get("/api/host/reports").await.json()["reports"][0]["id"].clone();
    assert_eq!(
        guide.post("/api/host/mutes", &json!({ "report": report, "hours": 24, "why": "도배" })).await.status,
        204
    );
    assert_eq!(two.say(&game, &json!({ "t": "say", "a": "1", "preset": "hello" })).await.code(), "E_MUTED");
    let log = guide.get("/api/host/actions").await.json();
    let entries: Vec<_> =
        log["actions"].as_array().expect("a list").iter().map(|entry| (&entry["what"], &entry["by"])).collect();
    assert_eq!(
        entries,
        [
            (&json!("mute"), &json!("gildong")),
            (&json!("unmute"), &json!("jangin")),
            (&json!("mute"), &json!("gildong"))
        ]
    );
}

#[tokio::test]
async fn a_hidden_line_is_out_of_sight_for_all_but_guides() {
    let house = House::open().await;
    let (one, two, guide) = (member(&house, "hana").await, member(&house, "duri").await, guide(&house).await);
    let game = table(&one, &two).await;
    let mut socket = listening(&two, &game).await;
    for (ack, text) in [("1", "나쁜 말"), ("2", "좋은 말씀")] {
        assert_eq!(one.say(&game, &json!({ "t": "say", "a": ack, "d": text })).await.status, 200);
    }
    let hide = |hidden: bool| json!({ "game": game, "n": 1, "hidden": hidden, "why": "욕설" });
    assert_eq!(guide.post("/api/host/lines", &hide(true)).await.status, 204);
    socket.until(|socket| socket.others.iter().any(|told| told["t"] == "unsaid" && told["d"]["n"] == 1)).await;
    let lines = async || {
        let mut fresh = listening(&two, &game).await;
        fresh.until(|socket| socket.others.iter().any(|told| told["t"] == "lines")).await;
        let told = fresh.others.iter().find(|told| told["t"] == "lines").expect("lines");
        told["d"]["lines"].as_array().expect("a list").len()
    };
    assert_eq!(lines().await, 1);
    assert_eq!(guide.get("/api/host/people/hana").await.json()["lines"][1]["hidden"], true);
    assert_eq!(guide.post("/api/host/lines", &hide(false)).await.status, 204);
    assert_eq!(lines().await, 2);
    assert_eq!(
        guide.post("/api/host/lines", &json!({ "game": game, "n": 9, "hidden": true, "why": "욕설" })).await.code(),
        "E_LINE"
    );
}

async fn rating(viewer: &Guest, name: &str) -> (Value, Value, Value, Value) {
    let profile = viewer.get(&format!("/api/people/{name}")).await.json();
    let score = &profile["ratings"][0];
    (score["rating"].clone(), score["deviation"].clone(), score["won"].clone(), score["lost"].clone())
}

#[tokio::test]
async fn a_game_that_is_taken_out_of_the_ratings_gives_its_points_back() {
    let house = House::open().await;
    let guide = guide(&house).await;
    let [one, other] = &members(&house, 2).await[..] else { panic!("two") };
    let game = played(one, other, &wish()).await;
    until_all_are_rated(house.url()).await;
    assert_eq!(rating(one, "playera").await, (json!(1662), json!(290), json!(1), json!(0)));
    let unrate = json!({ "game": game, "why": "둘이 짰습니다" });
    assert_eq!(guide.post("/api/host/unrated", &unrate).await.status, 204);
    assert_eq!(rating(one, "playera").await, (json!(1500), json!(290), json!(0), json!(0)), "deviations stay");
    assert_eq!(rating(one, "playerb").await, (json!(1500), json!(290), json!(0), json!(0)));
    assert_eq!(guide.post("/api/host/unrated", &unrate).await.code(), "E_CASUAL", "once");
    assert_eq!(one.get("/api/people/playera/games").await.json()["games"][0]["why"], "unrated");
    played(one, other, &wish()).await;
    until_all_are_rated(house.url()).await;
    assert_eq!(rating(one, "playera").await.2, 1, "what comes after counts");
}

#[tokio::test]
async fn what_was_lost_to_somebody_is_given_back_once() {
    let house = House::open().await;
    let host = host(&house).await;
    let [one, other, third] = &members(&house, 3).await[..] else { panic!("three") };
    for loser in [other, third] {
        played(one, loser, &wish()).await;
    }
    played(third, other, &wish()).await;
    until_all_are_rated(house.url()).await;
    let before = [rating(one, "playera").await, rating(one, "playerb").await, rating(one, "playerc").await];
    let refund = json!({ "name": "playera", "why": "부정한 도움" });
    assert_eq!(host.post("/api/host/refunds", &refund).await.json()["people"], 2);
    let after = [rating(one, "playera").await, rating(one, "playerb").await, rating(one, "playerc").await];
    assert_eq!(after[0], before[0], "whoever won keeps what is taken by a ban, if by anything");
    for (before, after) in before.iter().zip(&after).skip(1) {
        assert!(after.0.as_i64() > before.0.as_i64(), "{before:?} {after:?}");
        assert_eq!((&after.1, &after.2, &after.3), (&before.1, &before.2, &before.3), "only points");
    }
    assert!(after[1].0.as_i64() < Some(1500), "what was lost to others stays lost");
    assert_eq!(host.post("/api/host/refunds", &refund).await.json()["people"], 0);
    assert_eq!(
        [rating(one, "playera").await, rating(one, "playerb").await, rating(one, "playerc").await],
        after,
        "once"
    );
}

#[tokio::test]
async fn a_host_renames_closes_and_hands_out_roles() {
    let house = House::open().await;
    let (mut one, mut host) = (member(&house, "hana").await, host(&house).await);
    let ruled = async |host: &Guest, office: &str, body: Value| host.post(&format!("/api/host/{office}"), &body).await;
    let next = |next: &str| json!({ "name": "hana", "next": next, "why": "나쁜 이름" });
    assert_eq!(ruled(&host, "names", next("관리자")).await.code(), "E_NAME");
    assert_eq!(ruled(&host, "names", next("jangin")).await.code(), "E_NAMETAKEN");
    assert_eq!(ruled(&host, "names", next("duri")).await.status, 204);
    assert_eq!(one.get("/api/me").await.json()["name"], "duri");
    let role = |name: &str, role: &str| json!({ "name": name, "role": role, "why": "도와주세요" });
    assert_eq!(ruled(&host, "roles", role("jangin", "")).await.code(), "E_ROLE", "the last host stays");
    assert_eq!(ruled(&host, "closings", json!({ "name": "jangin", "why": "끝" })).await.code(), "E_ROLE");
    assert_eq!(ruled(&host, "roles", role("duri", "king")).await.code(), "E_MESSAGE");
    assert_eq!(ruled(&host, "roles", role("duri", "guide")).await.status, 204);
    assert_eq!(one.get("/api/me/sessions").await.code(), "E_SESSION", "who gets a role signs in again");
    one.sign_in("duri", "포를 넘는 포는 없다").await;
    assert_eq!(one.get("/api/host/reports").await.status, 200);
    assert_eq!(ruled(&one, "roles", role("jangin", "")).await.code(), "E_ROLE");
    assert_eq!(ruled(&host, "roles", role("duri", "host")).await.status, 204);
    one.sign_in("duri", "포를 넘는 포는 없다").await;
    assert_eq!(ruled(&one, "roles", role("jangin", "")).await.status, 204, "there are two");
    host.sign_in("jangin", "포를 넘는 포는 없다").await;
    assert_eq!(ruled(&host, "closings", json!({ "name": "duri", "why": "나" })).await.code(), "E_ROLE");
    assert_eq!(ruled(&one, "closings", json!({ "name": "jangin", "why": "본인이 원함" })).await.status, 204);
    assert_eq!(host.get("/api/me/sessions").await.code(), "E_SESSION");
    assert_eq!(one.get("/api/people/jangin").await.code(), "E_PERSON");
    let found = one.get("/api/host/people?find=DU").await.json();
    assert_eq!(found["people"][0]["name"], "duri");
    assert_eq!(one.get("/api/host/people?find=%25").await.json()["people"], json!([]), "no sign means everything");
    let what: Vec<_> = one.get("/api/host/actions").await.json()["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| entry["what"].clone())
        .collect();
    assert_eq!(what, ["close", "role_none", "role_host", "role_guide", "rename"]);
    let settings = one.get("/api/host/settings").await.json();
    assert_eq!(
        (&settings["accounts"], &settings["guests"], &settings["chat"]),
        (&json!("open"), &json!("play"), &json!("members"))
    );
}
