//! Accounts: getting one, keeping it, losing nothing by it.

use std::time::Duration;

use serde_json::json;
use server::{AccountPolicy, DoorRates, Errand, GuestPolicy, Rates};

use crate::crash::Process;
use crate::helpers::{Guest, House, hot_seat, janggi};

const PASSWORD: &str = "포를 넘는 포는 없다";
const NEXT: &str = "차 떼고 포 떼고 장기";

/// Every place of the database in which a name could be.
const TEXTS: [(&str, &str); 26] = [
    ("person", "name"),
    ("person", "name_key"),
    ("person", "about"),
    ("credential", "id"),
    ("credential", "data"),
    ("session", "browser"),
    ("ticket", "data"),
    ("token", "label"),
    ("relation", "other"),
    ("game", "plan"),
    ("event", "body"),
    ("card", "summary"),
    ("result", "seats"),
    ("rating", "person"),
    ("change", "person"),
    ("line", "said"),
    ("report", "said"),
    ("action", "why"),
    ("meet", "name"),
    ("meet", "plan"),
    ("pairing", "seats"),
    ("library", "title"),
    ("library", "record"),
    ("study", "title"),
    ("study", "body"),
    ("progress", "lesson"),
];

async fn member(house: &House, name: &str) -> Guest {
    let mut guest = house.guest().await;
    guest.sign_up(name, PASSWORD).await;
    guest
}

#[tokio::test]
async fn a_guest_becomes_a_member_in_the_middle_of_a_game() {
    let house = House::open().await;
    let mut guest = house.guest().await;
    let id = guest.get("/api/me").await.json()["id"].clone();
    let game = guest.game(&hot_seat()).await;
    let mut socket = guest.socket(&game).await;
    socket.until(|socket| socket.state["v"].is_u64()).await;
    let before = guest.clone();
    guest.sign_up("민수", PASSWORD).await;
    assert_ne!(guest.token, before.token, "the token is another");
    let me = guest.get("/api/me").await.json();
    assert_eq!((&me["id"], &me["name"], &me["kind"]), (&id, &json!("민수"), &json!("member")));
    assert_eq!(guest.state(&game).await["you"], json!([0, 1]), "the same seats");
    assert_eq!(before.state(&game).await["you"], json!([]), "the old token is nobody's");
    assert_eq!(socket.act("1", "a4b4").await["t"], "ack", "and the open socket goes on");
    let house = house.reopened().await;
    guest.address = house.address;
    assert_eq!(guest.state(&game).await["you"], json!([0, 1]));
    assert_eq!(guest.get("/api/games").await.json()["games"][0]["id"], json!(game));
}

#[tokio::test]
async fn names_are_unique_by_their_looks() {
    let house = House::open().await;
    member(&house, "modern").await;
    let guest = house.guest().await;
    let code = async |name: &str| {
        let wish = json!({ "name": name, "password": PASSWORD });
        guest.post("/api/account", &wish).await.code()
    };
    for alike in ["modern", "MODERN", "rnodern"] {
        assert_eq!(code(alike).await, "E_NAMETAKEN", "{alike}");
    }
    for bad in ["a", "admin", "ADMIN", "7단", "관리자", "a.b", "a b", "-a", "a__b", "p\u{430}y", "a\u{202e}b"] {
        assert_eq!(code(bad).await, "E_NAME", "{bad}");
    }
    let label = guest.put("/api/me", &json!({ "name": "rnodern" })).await;
    assert_eq!(label.code(), "E_NAMETAKEN", "nor may a guest go by it");
    let game = house.guest().await.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    let sit = |name: &str| json!({ "t": "sit", "a": "1", "seat": 1, "name": name });
    assert_eq!(guest.say(&game, &sit("Modern")).await.code(), "E_NAMETAKEN");
    assert_eq!(guest.say(&game, &sit("Modern Art")).await.status, 200);
}

#[tokio::test]
async fn old_tokens_are_worth_nothing_after_each_step() {
    let house = House::open().await;
    let mut guest = house.guest().await;
    let mut former = vec![guest.clone()];
    let recovery = guest.sign_up("영희", PASSWORD).await;
    former.push(guest.clone());
    let changed = guest.put("/api/me/password", &json!({ "password": PASSWORD, "next": NEXT })).await;
    assert_eq!(changed.status, 204, "{}", changed.text());
    guest.took(&changed);
    former.push(guest.clone());
    assert_eq!(guest.sign_in("영희", NEXT).await.status, 200);
    former.push(guest.clone());
    let recovered = guest.post("/api/recovery", &json!({ "name": "영희", "code": recovery, "next": PASSWORD })).await;
    assert_eq!(recovered.status, 200, "{}", recovered.text());
    guest.took(&recovered);
    let again = guest.post("/api/recovery", &json!({ "name": "영희", "code": recovery, "next": NEXT })).await;
    assert_eq!((again.status, again.code().as_str()), (401, "E_LOGIN"), "a code is good once");
    former.push(guest.clone());
    assert_eq!(guest.delete("/api/session").await.status, 204);
    for (step, old) in former.iter().enumerate() {
        let refused = old.get("/api/me/sessions").await;
        assert_eq!((refused.status, refused.code().as_str()), (401, "E_SESSION"), "step {step}");
        let bearer = format!("Bearer {}", old.token.as_deref().unwrap_or_default());
        let program = house.stranger().send("GET", "/api/me", &[("Authorization", &bearer)], None).await;
        assert_eq!((program.status, program.code().as_str()), (401, "E_SESSION"), "step {step}");
    }
    assert_eq!(house.guest().await.sign_in("영희", PASSWORD).await.status, 200, "the last password is the right one");
}

#[tokio::test]
async fn a_revoked_device_is_cut_off_at_once() {
    let house = House::open().await;
    let one = member(&house, "철수").await;
    let mut other = house.guest().await;
    assert_eq!(other.sign_in("철수", PASSWORD).await.status, 200);
    let game = one.game(&hot_seat()).await;
    let (mut stays, mut goes) = (one.socket(&game).await, other.socket(&game).await);
    let origin = format!("http://{}", other.address);
    let mut studies = other.upgrade("/api/analysis/socket", Some(&origin)).await.expect("a socket");
    let devices = one.get("/api/me/sessions").await.json();
    let devices = devices["sessions"].as_array().expect("a list");
    assert_eq!(devices.len(), 2);
    let there = devices.iter().find(|device| device["here"] == false).expect("the other");
    let path = format!("/api/me/sessions/{}", there["n"].as_str().expect("a text"));
    assert_eq!(one.delete(&path).await.status, 204);
    let closed = tokio::time::timeout(Duration::from_secs(1), goes.closed()).await;
    assert_eq!(closed.expect("within a second"), Some(1008));
    assert!(goes.others.iter().any(|said| said["t"] == "bye" && said["code"] == "E_SESSION"));
    let closed = tokio::time::timeout(Duration::from_secs(1), studies.closed()).await;
    assert_eq!(closed.expect("within a second, too"), Some(1008));
    assert_eq!(other.get("/api/me/sessions").await.code(), "E_SESSION");
    assert_eq!(stays.act("1", "a4b4").await["t"], "ack");
    assert_eq!(one.delete(&path).await.status, 404, "it is gone");
}

#[tokio::test]
async fn nobody_learns_whether_a_name_or_a_secret_was_wrong() {
    let house = House::open().await;
    member(&house, "지민").await;
    let stranger = house.stranger();
    let ask = async |path: &str, body: serde_json::Value| {
        let refused = stranger.post(path, &body).await;
        (refused.status, refused.text())
    };
    let wrong = ask("/api/session", json!({ "name": "지민", "password": NEXT })).await;
    assert_eq!(wrong, ask("/api/session", json!({ "name": "아무도", "password": NEXT })).await);
    assert_eq!(wrong.0, 401);
    let code = "K7QM-2XF9-K7QM-2XF9";
    let wrong = ask("/api/recovery", json!({ "name": "지민", "code": code, "next": NEXT })).await;
    assert_eq!(wrong, ask("/api/recovery", json!({ "name": "아무도", "code": code, "next": NEXT })).await);
    assert_eq!(wrong.0, 401);
}

#[tokio::test]
async fn the_sixth_try_is_refused_and_other_names_are_not() {
    let house = House::with(|config| config.rates = Rates { doors: DoorRates::default(), ..config.rates }).await;
    let mut right = member(&house, "지우").await;
    for _ in 0..5 {
        let wrong = house.stranger().post("/api/session", &json!({ "name": "지우", "password": NEXT })).await;
        assert_eq!(wrong.code(), "E_LOGIN");
    }
    let refused = right.sign_in("지우", PASSWORD).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "E_RATE"), "even if it is right");
    let other = house.stranger().post("/api/session", &json!({ "name": "하늘", "password": NEXT })).await;
    assert_eq!(other.code(), "E_LOGIN");
    let mut codes = Vec::new();
    for n in 0..6 {
        let wish = json!({ "name": format!("사람{n}"), "password": "short" });
        codes.push(house.guest().await.post("/api/account", &wish).await.code());
    }
    assert_eq!(codes.last().map(String::as_str), Some("E_RATE"), "{codes:?}");
}

#[tokio::test]
async fn what_is_dangerous_needs_the_password_again() {
    let house = House::open().await;
    let mut one = member(&house, "수진").await;
    assert_eq!(one.post("/api/me/recovery", &json!({})).await.status, 200, "it was given a moment ago");
    // As if it had been given long ago.
    house.sql("UPDATE session SET sudo_ms = 1").await;
    assert_eq!(one.post("/api/me/recovery", &json!({})).await.code(), "E_SUDO");
    assert_eq!(one.delete("/api/me").await.code(), "E_SUDO");
    assert_eq!(one.post("/api/me/sudo", &json!({ "password": NEXT })).await.code(), "E_LOGIN");
    assert_eq!(one.post("/api/me/sudo", &json!({ "password": PASSWORD })).await.status, 204);
    assert_eq!(one.delete("/api/me").await.status, 204);
    assert_eq!(one.sign_in("수진", PASSWORD).await.code(), "E_LOGIN", "the account is closed");
}

#[tokio::test]
async fn a_house_may_have_no_accounts_or_only_invited_ones() {
    let wish = json!({ "name": "손님하나", "password": PASSWORD });
    let closed = House::with(|config| config.accounts = AccountPolicy::Off).await;
    assert_eq!(closed.guest().await.post("/api/account", &wish).await.code(), "E_ACCOUNT");
    let club = House::with(|config| config.accounts = AccountPolicy::Invite).await;
    assert_eq!(club.guest().await.post("/api/account", &wish).await.code(), "E_ACCOUNT");
    let forged = json!({ "name": "손님하나", "password": PASSWORD, "ticket": "0".repeat(32) });
    let refused = club.guest().await.post("/api/account", &forged).await;
    assert_eq!((refused.status, refused.code().as_str()), (410, "E_TICKET"));
    let watched = House::with(|config| config.guests = GuestPolicy::Watch).await;
    let guest = watched.guest().await;
    assert_eq!(guest.post("/api/games", &hot_seat()).await.code(), "E_ACCOUNT");
    let host = member(&watched, "주인").await;
    let game = host.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    assert_eq!(guest.say(&game, &json!({ "t": "sit", "a": "1", "seat": 1 })).await.code(), "E_ACCOUNT");
    assert_eq!(guest.state(&game).await["you"], json!([]), "watching is free");
}

#[tokio::test]
async fn a_host_invites_and_helps_and_nobody_else_does() {
    let house = House::with(|config| config.accounts = AccountPolicy::Open).await;
    let host = member(&house, "방장").await;
    let member = member(&house, "은지").await;
    house.sql("UPDATE person SET role = 'host' WHERE name = '방장'").await;
    for kind in ["invite", "reset"] {
        let wish = json!({ "kind": kind, "name": "은지" });
        assert_eq!(member.post("/api/host/tickets", &wish).await.code(), "E_ROLE");
        assert_eq!(house.guest().await.post("/api/host/tickets", &wish).await.code(), "E_ACCOUNT");
    }
    let issued = host.post("/api/host/tickets", &json!({ "kind": "reset", "name": "은지" })).await.json();
    let ticket = issued["ticket"].as_str().expect("a ticket");
    let mut lost = house.guest().await;
    let seen = lost.post("/api/tickets", &json!({ "ticket": ticket })).await.json();
    assert_eq!(seen, json!({ "kind": "reset", "name": "은지" }));
    let back = lost.post("/api/tickets", &json!({ "ticket": ticket, "next": NEXT })).await;
    assert_eq!(back.status, 200, "{}", back.text());
    lost.took(&back);
    assert_eq!(lost.get("/api/me").await.json()["name"], "은지");
    assert_eq!(lost.post("/api/tickets", &json!({ "ticket": ticket, "next": NEXT })).await.code(), "E_TICKET");
    assert_eq!(member.get("/api/me/sessions").await.code(), "E_SESSION", "all other sessions have ended");
    assert_eq!(host.post("/api/host/tickets", &json!({ "kind": "reset", "name": "없음" })).await.code(), "E_PERSON");
    let invited = host.post("/api/host/tickets", &json!({ "kind": "invite" })).await.json();
    let wish = json!({ "name": "새사람", "password": PASSWORD, "ticket": invited["ticket"] });
    assert_eq!(house.guest().await.post("/api/account", &wish).await.status, 201);
    let wish = json!({ "name": "또한명", "password": PASSWORD, "ticket": invited["ticket"] });
    assert_eq!(house.guest().await.post("/api/account", &wish).await.code(), "E_TICKET", "an invitation is for one");
    assert_eq!(host.delete("/api/me").await.code(), "E_ROLE", "the last host stays");
}

#[tokio::test]
async fn a_member_takes_another_name_once_in_a_while() {
    let house = House::open().await;
    let one = member(&house, "옛이름").await;
    assert_eq!(one.put("/api/me", &json!({ "name": "새이름" })).await.json()["name"], "새이름");
    let refused = one.put("/api/me", &json!({ "name": "더새이름" })).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "E_RATE"));
    let wish = json!({ "name": "옛이름", "password": PASSWORD });
    assert_eq!(house.guest().await.post("/api/account", &wish).await.code(), "E_NAMETAKEN", "it stays reserved");
}

#[tokio::test]
async fn own_data_is_told_without_secrets_and_erased_without_a_trace() {
    let mut house = House::open().await;
    let mut guest = house.guest().await;
    guest.put("/api/me", &json!({ "name": "가온누리" })).await;
    let game = guest.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    guest.sign_up("가온누리", PASSWORD).await;
    let other = house.guest().await;
    other.say(&game, &json!({ "t": "sit", "a": "1", "seat": 1, "name": "다른사람" })).await;
    let copy = guest.get("/api/me/export").await;
    assert_eq!(copy.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<serde_json::Value> =
        copy.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(kinds, ["person", "session", "game"]);
    assert_eq!((&lines[2]["id"], &lines[2]["kind"]), (&json!(game), &json!("janggi")));
    for secret in ["argon2", "hash", "다른사람", guest.token.as_deref().expect("a token")] {
        assert!(!copy.text().contains(secret), "{secret}");
    }
    assert_eq!(guest.delete("/api/me").await.status, 204);
    // As if the time had come.
    house.sql("UPDATE ticket SET created_ms = 1 WHERE kind = 'erase'").await;
    house = house.reopened().await;
    house.until_sql("SELECT count(*) FROM person WHERE name = '가온누리'", 0).await;
    house.until_sql("SELECT count(*) FROM credential", 0).await;
    for (table, column) in TEXTS {
        assert_eq!(house.mentions(table, column, "가온누리").await, 0, "{table}.{column}");
    }
    let stranger = house.stranger();
    let seats = stranger.state(&game).await["seats"].clone();
    assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!(""), &json!("다른사람")));
}

#[tokio::test]
async fn passwords_are_only_taken_where_nobody_listens() {
    let house = House::with(|config| {
        config.proxies = server::AddressRange::LOOPBACK.to_vec();
        config.public_origin = Some("http://play.example.org".to_owned());
    })
    .await;
    let wish = json!({ "name": "누구", "password": PASSWORD }).to_string();
    let ask = async |from: &str| {
        house.stranger().send("POST", "/api/session", &[("X-Forwarded-For", from)], Some(wish.clone())).await.code()
    };
    assert_eq!(ask("203.0.113.9").await, "E_PLAIN");
    assert_eq!(ask("192.168.0.7").await, "E_LOGIN");
    let secure = House::with(|config| {
        config.proxies = server::AddressRange::LOOPBACK.to_vec();
        config.public_origin = Some("https://play.example.org".to_owned());
    })
    .await;
    let answer =
        secure.stranger().send("POST", "/api/session", &[("X-Forwarded-For", "203.0.113.9")], Some(wish)).await;
    assert_eq!(answer.code(), "E_LOGIN");
    assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
}

#[tokio::test]
async fn whoever_has_the_machine_makes_the_first_host_and_shuts_people_out() {
    let house = House::with(|config| config.accounts = AccountPolicy::Invite).await;
    let address = house.errand(Errand::Host("방장".to_owned())).await.expect("an address").remove(0);
    let ticket = address.strip_prefix("/ticket#").expect("a ticket");
    let seen = house.stranger().post("/api/tickets", &json!({ "ticket": ticket })).await.json();
    assert_eq!(seen, json!({ "kind": "host", "name": "방장" }));
    let mut host = house.guest().await;
    let made = host.post("/api/account", &json!({ "name": "방장", "password": PASSWORD, "ticket": ticket })).await;
    assert_eq!(made.status, 201, "{}", made.text());
    host.took(&made);
    assert_eq!(host.get("/api/me").await.json()["role"], "host");
    let refused = house.errand(Errand::Ban { name: "방장".to_owned(), days: None }).await;
    assert_eq!(refused, Err("`방장` is the only host".to_owned()));
    let invited = host.post("/api/host/tickets", &json!({ "kind": "invite" })).await.json();
    let mut member = house.guest().await;
    let wish = json!({ "name": "말썽", "password": PASSWORD, "ticket": invited["ticket"] });
    member.took(&member.post("/api/account", &wish).await);
    let listed = house.errand(Errand::List).await.expect("a list");
    assert_eq!(listed, ["말썽\tmember", "방장\thost"]);
    let ban = |days| Errand::Ban { name: "말썽".to_owned(), days };
    assert_eq!(house.errand(ban(None)).await, Ok(Vec::new()));
    assert_eq!(member.get("/api/me/sessions").await.code(), "E_SESSION");
    assert_eq!(member.sign_in("말썽", PASSWORD).await.code(), "E_BANNED");
    assert_eq!(house.errand(ban(Some(0))).await, Ok(Vec::new()));
    assert_eq!(member.sign_in("말썽", PASSWORD).await.status, 200);
    let reset = house.errand(Errand::Reset("말썽".to_owned())).await.expect("an address").remove(0);
    let ticket = reset.strip_prefix("/ticket#").expect("a ticket");
    let back = house.stranger().post("/api/tickets", &json!({ "ticket": ticket, "next": NEXT })).await;
    assert_eq!(back.status, 200, "{}", back.text());
    assert_eq!(house.errand(Errand::Host("말썽".to_owned())).await, Ok(Vec::new()));
    member.sign_in("말썽", NEXT).await;
    assert_eq!(member.get("/api/me").await.json()["role"], "host");
}

#[tokio::test]
async fn whoever_signs_in_brings_the_guests_games_along() {
    let house = House::open().await;
    let one = member(&house, "다솜").await;
    let own = one.game(&hot_seat()).await;
    let mut guest = house.guest().await;
    let games =
        [guest.game(&hot_seat()).await, guest.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await];
    guest.put("/api/lessons", &json!({ "stars": { "janggi": { "soldier": [3] } } })).await;
    let wish = json!({ "name": "다솜", "password": PASSWORD, "bring": true });
    let answer = guest.post("/api/session", &wish).await;
    assert_eq!(answer.json()["brought"], 2, "{}", answer.text());
    guest.took(&answer);
    for game in &games {
        assert_eq!(guest.state(game).await["you"][0], 0, "the seat is the member's");
        assert_eq!(one.state(game).await["you"][0], 0, "on every device");
    }
    let listed = one.get("/api/games").await.json();
    let listed: Vec<&str> =
        listed["games"].as_array().expect("games").iter().filter_map(|game| game["id"].as_str()).collect();
    assert!(listed.len() == 3 && [&own, &games[0], &games[1]].iter().all(|game| listed.contains(&game.as_str())));
    assert_eq!(one.get("/api/lessons").await.json()["games"][0]["lessons"][0]["stars"][0], 3);
    assert_eq!(guest.say(&games[0], &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await.status, 200);
    let mut again = house.guest().await;
    assert_eq!(again.sign_in("다솜", PASSWORD).await.json()["brought"], 0, "there is nothing to bring");
}

/// A process is killed in the middle of bringing games along, over and over: the next one goes on, and every game has the
/// seat once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bringing_games_along_survives_kill_9() {
    const GAMES: usize = 12;
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Process::start(folder.path());
    let mut one = Guest { address: process.address, token: None };
    one.took(&one.get("/api/me").await);
    one.sign_up("한결", PASSWORD).await;
    for round in 0..20_u64 {
        let mut guest = Guest { address: process.address, token: None };
        guest.took(&guest.get("/api/me").await);
        let mut games = Vec::new();
        for _ in 0..GAMES {
            games.push(guest.game(&hot_seat()).await);
        }
        let wish = json!({ "name": "한결", "password": PASSWORD, "bring": true });
        let signing_in = tokio::spawn({
            let guest = guest.clone();
            async move { guest.try_post("/api/session", &wish).await }
        });
        tokio::time::sleep(Duration::from_millis(40 + round * 8)).await;
        process.signal("KILL");
        let answered = signing_in.await.expect("no panic");
        // It lets go of its data once it is gone for good.
        drop(process);
        process = Process::start(folder.path());
        (one.address, guest.address) = (process.address, process.address);
        // Signing in ends the guest's session: from then on the games are the member's, soon.
        let has_signed_in = guest.state(&games[0]).await["you"] == json!([]);
        assert!(has_signed_in || answered.is_none(), "what was answered has happened");
        let whose = if has_signed_in { &one } else { &guest };
        for game in &games {
            whose.until_seated(game).await;
        }
    }
}
