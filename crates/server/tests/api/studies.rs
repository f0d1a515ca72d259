//! Lines of play with notes, kept by link.

use serde_json::{Value, json};
use server::{Rate, Rates};

use crate::helpers::{Guest, House, Response};

const PASSWORD: &str = "포를 넘는 포는 없다";

fn study(title: &str) -> Value {
    json!({ "kind": "janggi", "rules": "kja", "state": null, "title": title, "nodes": [
        { "up": 0, "act": "a4b4", "note": "차길", "sign": "!" },
        { "up": 1, "act": "a7b7" },
        { "up": 0, "act": "c4d4", "w": [51.5, 48.5], "arrows": [["c4", "d4"]] },
    ] })
}

async fn added(guest: &Guest, study: &Value) -> String {
    let answer = guest.post("/api/studies", study).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let told = answer.json();
    assert_eq!(told["version"], 1);
    told["id"].as_str().expect("an id").to_owned()
}

async fn change(guest: &Guest, id: &str, version: i64, study: &Value) -> Response {
    let body = json!({ "version": version, "study": study }).to_string();
    guest.send("PUT", &format!("/api/studies/{id}"), &[("Content-Type", "application/json")], Some(body)).await
}

async fn titles(guest: &Guest) -> Vec<String> {
    let answer = guest.get("/api/studies").await.json();
    let title = |line: &Value| line["title"].as_str().expect("text").to_owned();
    answer["studies"].as_array().expect("a list").iter().map(title).collect()
}

/// A request that succeeds, for every route of studies.
pub(crate) async fn example(house: &House, method: &str, path: &str) -> Response {
    let guest = house.guest().await;
    let id = added(&guest, &study("보기")).await;
    match method {
        "post" => guest.post(path, &study("다른 것")).await,
        "put" => change(&guest, &id, 1, &study("새것")).await,
        _ => guest.send(&method.to_uppercase(), &path.replace("{id}", &id), &[], None).await,
    }
}

#[tokio::test]
async fn who_has_the_link_reads_and_who_made_it_writes() {
    let house = House::open().await;
    let (guest, other) = (house.guest().await, house.guest().await);
    let id = added(&guest, &study("첫째")).await;
    let path = format!("/api/studies/{id}");
    for reader in [&other, &house.stranger()] {
        let sight = reader.get(&path).await.json();
        assert_eq!((&sight["yours"], &sight["version"]), (&json!(false), &json!(1)));
        assert_eq!((&sight["study"]["title"], &sight["study"]["nodes"][0]["note"]), (&json!("첫째"), &json!("차길")));
        assert_eq!(change(reader, &id, 1, &study("남의 것")).await.code(), "E_ROLE");
        assert_eq!(reader.delete(&path).await.code(), "E_ROLE");
        assert!(titles(reader).await.is_empty(), "nobody else has it in a list");
    }
    assert_eq!(guest.get(&path).await.json()["yours"], true);
    assert_eq!(change(&guest, &id, 1, &study("둘째")).await.json()["version"], 2);
    let late = change(&guest, &id, 1, &study("셋째")).await;
    assert_eq!((late.status, late.code().as_str()), (409, "E_CHANGED"));
    let newer = &late.json()["newer"];
    assert_eq!((&newer["version"], &newer["study"]["title"]), (&json!(2), &json!("둘째")), "the newer one is told");
    assert_eq!(change(&guest, &id, 2, &study("셋째")).await.json()["version"], 3);
    assert_eq!(titles(&guest).await, ["셋째"]);
    let house = house.reopened().await;
    let guest = Guest { address: house.address, ..guest };
    assert_eq!(guest.get(&path).await.json()["study"]["title"], "셋째", "a restart loses nothing");
    assert_eq!(guest.delete(&path).await.status, 204);
    assert_eq!(guest.get(&path).await.code(), "E_STUDY");
    assert_eq!(change(&guest, &id, 3, &study("넷째")).await.code(), "E_STUDY");
}

#[tokio::test]
async fn two_writers_at_once_lose_nothing_of_each_other() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = added(&guest, &study("처음")).await;
    let (one, other) = (study("하나"), study("둘"));
    let (first, second) = tokio::join!(change(&guest, &id, 1, &one), change(&guest, &id, 1, &other));
    let mut codes = [first.status, second.status];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409], "one of them hears of the other");
}

#[tokio::test]
async fn what_cannot_be_played_or_kept_is_refused() {
    let house = House::with(|config| config.rates = Rates::unlimited()).await;
    let guest = house.guest().await;
    let with = |change: fn(&mut Value)| {
        let mut study = study("보기");
        change(&mut study);
        study
    };
    let wrong = [
        (with(|study| study["nodes"][1]["act"] = json!("a4a9")), "E_EMPTY"),
        (with(|study| study["nodes"][1]["up"] = json!(7)), "E_MESSAGE"),
        (with(|study| study["nodes"][0]["sign"] = json!("#")), "E_MESSAGE"),
        (with(|study| study["nodes"][0]["up"] = json!(-1)), "E_MESSAGE"),
        (with(|study| study["kind"] = json!("chess")), "E_KIND"),
        (with(|study| study["state"] = json!("9/9")), "E_STATE"),
        (with(|study| study["rules"] = json!("kja;pass=sometimes")), "E_OPTION"),
        (with(|study| study["secret"] = json!(1)), "E_MESSAGE"),
        (with(|study| study["title"] = json!("\u{0}")), "E_MESSAGE"),
        (json!([]), "E_MESSAGE"),
        (json!({}), "E_MESSAGE"),
    ];
    for (study, code) in wrong {
        assert_eq!(guest.post("/api/studies", &study).await.code(), code, "{study}");
    }
    let long = with(|study| {
        let node = |index: usize| json!({ "up": index, "act": if index.is_multiple_of(4) { "a4b4" } else { "" }, "note": "긴 말".repeat(100) });
        study["nodes"] = (0..100).map(node).collect();
    });
    assert_eq!(guest.post("/api/studies", &long).await.code(), "E_SIZE", "more than 64 kB");
    let huge = with(|study| study["note"] = json!("x".repeat(200_000)));
    assert_eq!(guest.post("/api/studies", &huge).await.code(), "E_SIZE");
    for garbage in ["", "{", "nonsense", "{\"kind\":7}", "\u{feff}[]"] {
        let json = [("Content-Type", "application/json")];
        assert_eq!(guest.send("POST", "/api/studies", &json, Some(garbage.to_owned())).await.code(), "E_MESSAGE");
    }
    for id in ["nothing", "%00", "'; DROP TABLE study; --"] {
        let answer = guest.get(&format!("/api/studies/{}", id.replace(' ', "%20").replace('\'', "%27"))).await;
        assert!(answer.status == 404 || answer.status == 400, "{id}: {}", answer.text());
    }
    assert!(titles(&guest).await.is_empty());
}

#[tokio::test]
async fn studies_have_a_rate_and_an_end() {
    let house = House::with(|config| {
        config.rates = Rates::unlimited();
        config.rates.doors.studies = Rate { count: 2, seconds: 100_000 };
    })
    .await;
    let guest = house.guest().await;
    house
        .sql(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
            INSERT INTO study (id, person, kind, title, body, nodes, version, changed_ms)
            SELECT 'id' || i, (SELECT id FROM person LIMIT 1), 'janggi', '', '{}', 0, 1, 0 FROM n",
        )
        .await;
    added(&guest, &study("마지막")).await;
    assert_eq!(guest.post("/api/studies", &study("하나 더")).await.code(), "E_FULL");
    assert_eq!(titles(&guest).await.len(), 200);
    let third = house.guest().await.post("/api/studies", &study("셋")).await;
    assert_eq!((third.status, third.code().as_str()), (429, "E_RATE"), "of one network");
}

#[tokio::test]
async fn studies_come_along_and_go_with_their_owner() {
    let house = House::open().await;
    let mut member = house.guest().await;
    member.sign_up("hana", PASSWORD).await;
    added(&member, &study("회원의 것")).await;
    let mut guest = house.guest().await;
    let id = added(&guest, &study("손님의 것")).await;
    let answer = guest.post("/api/session", &json!({ "name": "hana", "password": PASSWORD, "bring": true })).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    guest.took(&answer);
    assert_eq!(titles(&guest).await.len(), 2);
    let export = guest.get("/api/me/export").await.text();
    assert_eq!(export.matches("\"type\":\"study\"").count(), 2);
    assert!(export.contains("차길"), "with what is in them");
    assert_eq!(guest.delete("/api/me").await.status, 204);
    // As if the time had come.
    house.sql("UPDATE ticket SET created_ms = 1 WHERE kind = 'erase'").await;
    let house = house.reopened().await;
    house.until_sql("SELECT count(*) FROM study", 0).await;
    assert_eq!(house.stranger().get(&format!("/api/studies/{id}")).await.code(), "E_STUDY");
}
