//! Games that people bring and keep, from the file to the last export.

use std::fmt::Write as _;

use serde_json::{Value, json};
use server::{Rate, Rates};

use crate::helpers::{Guest, House, Response};

const GIB: &[u8] = include_bytes!("../../../janggi/tests/data/sample.gib");
const GIB_UTF8: &[u8] = include_bytes!("../../../janggi/tests/data/sample-utf8.gib");
const JGN: &[u8] = include_bytes!("../../../janggi/tests/data/sample.jgn");
const PASSWORD: &str = "포를 넘는 포는 없다";

/// Brings a file.
async fn bring(guest: &Guest, name: &str, bytes: &[u8]) -> Response {
    let path = format!("/api/library?name={name}");
    guest.send_bytes("POST", &path, &[("Content-Type", "application/octet-stream")], bytes).await
}

pub(crate) async fn brought(guest: &Guest, name: &str, bytes: &[u8]) -> Value {
    let answer = bring(guest, name, bytes).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

async fn found(guest: &Guest, query: &str) -> Value {
    let answer = guest.get(&format!("/api/library?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|id| id.as_str().expect("an id").to_owned()).collect()
}

/// A request that succeeds, for every route of the library.
pub(crate) async fn example(house: &House, method: &str, path: &str) -> Response {
    let guest = house.guest().await;
    let added = ids(&brought(&guest, "a.jgn", JGN).await["added"]);
    let path = path.replace("{id}", &added[0]).replace("{format}", "gib");
    match (method, path.as_str()) {
        ("post", _) => bring(&guest, "b.gib", GIB).await,
        ("get", "/api/library/export") => guest.get("/api/library/export?kind=janggi").await,
        _ => guest.send(&method.to_uppercase(), &path, &[], None).await,
    }
}

#[tokio::test]
async fn a_file_is_kept_once_and_found_by_players_day_and_setup() {
    let house = House::open().await;
    let guest = house.guest().await;
    let first = brought(&guest, "sample.gib", GIB).await;
    let count = ids(&first["added"]).len();
    assert!(count > 1, "{first}");
    assert_eq!((&first["kind"], &first["known"]), (&json!("janggi"), &json!(0)));
    let again = brought(&guest, "sample-utf8.gib", GIB_UTF8).await;
    assert_eq!((&again["added"], &again["known"]), (&json!([]), &json!(count)), "the same games in another encoding");
    let all = found(&guest, "").await;
    assert_eq!(all["count"], json!(count));
    let game = all["games"].as_array().expect("games").iter().find(|game| game["title"] != "").expect("a title");
    let name = game["title"].as_str().expect("text").split(" – ").next().expect("a name").to_owned();
    let by_name = found(&guest, &format!("find={}", encoded(&name))).await;
    assert!(by_name["count"].as_i64() >= Some(1), "{name}: {by_name}");
    assert!(by_name["games"].to_string().contains(&name));
    assert_eq!(found(&guest, "find=nobody%25").await["count"], 0, "no letter stands for others");
    assert_eq!(found(&guest, "kind=yonin").await["count"], 0);
    let dated = all["games"].as_array().expect("games").iter().find(|game| game["day"] != "");
    if let Some(day) = dated.and_then(|game| game["day"].as_str()) {
        assert!(found(&guest, &format!("day={}", &day[..4])).await["count"].as_i64() >= Some(1));
    }
    let setup = game["setup"].as_str().expect("text").to_owned();
    let cho = setup.split(';').next().expect("a part");
    assert!(found(&guest, &format!("setup={}", encoded(cho))).await["count"].as_i64() >= Some(1), "{setup}");
    assert_eq!(found(&guest, "setup=cho%3Dnone").await["count"], 0);
    assert_eq!(found(&house.guest().await, "").await["count"], 0, "nobody else sees them");
}

/// As an address writes it.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        let _ = write!(encoded, "%{byte:02X}");
        encoded
    })
}

#[tokio::test]
async fn a_game_is_opened_taken_along_and_thrown_away() {
    let house = House::open().await;
    let (guest, other) = (house.guest().await, house.guest().await);
    let added = ids(&brought(&guest, "sample.jgn", JGN).await["added"]);
    let path = format!("/api/library/{}", added[0]);
    let game = guest.get(&path).await.json();
    assert_eq!(game["acts"].as_array().map(Vec::len), game["deeds"].as_u64().map(|deeds| deeds as usize));
    let question = json!({ "kind": "janggi", "rules": game["rules"], "state": game["state"], "acts": game["acts"] });
    assert_eq!(guest.post("/api/positions", &question).await.status, 200, "it can be stepped through");
    for (format, word) in [("jgn", "[Event"), ("uci", "position"), ("san", "[Variant")] {
        let record = guest.get(&format!("{path}/record.{format}")).await;
        assert!(record.status == 200 && record.text().contains(word), "{format}: {}", record.text());
    }
    assert_eq!(guest.get(&format!("{path}/record.pgn")).await.code(), "E_FORMAT");
    assert_eq!(other.get(&path).await.code(), "E_LIBRARY");
    assert_eq!(other.delete(&path).await.code(), "E_LIBRARY");
    assert_eq!(house.stranger().get(&path).await.code(), "E_LIBRARY");

    let export = guest.get("/api/library/export?kind=janggi").await;
    assert!(export.header("content-disposition").is_some_and(|name| name.contains("library-janggi.jgn")));
    let back = brought(&other, "library.jgn", &export.body).await;
    assert_eq!(
        ids(&back["added"]).len(),
        added.len(),
        "what was taken along can be brought again: {}",
        back["refused"]
    );
    assert_eq!(guest.get("/api/library/export?kind=chess").await.code(), "E_KIND");

    assert_eq!(guest.delete(&path).await.status, 204);
    assert_eq!(guest.get(&path).await.code(), "E_LIBRARY");
    assert_eq!(found(&guest, "").await["count"], json!(added.len() - 1));
    assert_eq!(guest.delete("/api/library").await.status, 204);
    assert_eq!(found(&guest, "").await["count"], 0);
    assert_eq!(found(&other, "").await["count"], json!(added.len()), "others keep theirs");
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused_by_line_and_changes_nothing() {
    let house = House::open().await;
    let guest = house.guest().await;
    let text = "position startpos moves a4b4\nposition startpos moves a4a3\n\nnonsense\n";
    let answer = brought(&guest, "games.uci", text.as_bytes()).await;
    assert_eq!(ids(&answer["added"]).len(), 1);
    let refused: Vec<_> =
        answer["refused"].as_array().expect("a list").iter().map(|each| (&each["line"], &each["code"])).collect();
    assert_eq!(refused, [(&json!(2), &json!("E_BACKWARD")), (&json!(4), &json!("E_RECORD"))]);

    let big = bring(&guest, "big.gib", &vec![b'x'; 1024 * 1024 + 1]).await;
    assert_eq!((big.status, big.code().as_str()), (413, "E_SIZE"));
    let whole = bring(&guest, "whole.gib", &vec![b'x'; 1024 * 1024]).await;
    assert_eq!(whole.status, 200, "{}", whole.text());
    let typed = guest.send("POST", "/api/library", &[("Content-Type", "text/plain")], Some("x".to_owned())).await;
    assert_eq!(typed.code(), "E_TYPE");
    let packed = [("Content-Type", "application/octet-stream"), ("Content-Encoding", "gzip")];
    let packed = guest.send_bytes("POST", "/api/library", &packed, &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0]).await;
    assert_eq!(ids(&packed.json()["added"]).len(), 0, "nothing is unpacked: {}", packed.text());
    let zeros = b"position startpos moves a4b4\0 # rules kja\n[Event \"\0\"]";
    assert_eq!(bring(&guest, "zeros", zeros).await.status, 200);
    for query in ["find=%00", "find=%F0%9F%92%A9%27%3B--", "day=%25%25", "setup=%3B%3B%3B%3B", "from=4000000000"] {
        found(&guest, query).await;
    }
    let long = guest.get(&format!("/api/library?find={}", "x".repeat(300))).await;
    assert_eq!(long.code(), "E_MESSAGE");
    assert_eq!(found(&guest, "").await["count"], 1);
}

#[tokio::test]
async fn files_have_a_rate_and_libraries_an_end() {
    let house = House::with(|config| {
        config.rates = Rates::unlimited();
        config.rates.doors.imports = Rate { count: 2, seconds: 100_000 };
    })
    .await;
    let guest = house.guest().await;
    // As if it had been filled before.
    house
        .sql(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
            INSERT INTO library (id, person, kind, digest, title, record, added_ms)
            SELECT 'id' || i, (SELECT id FROM person LIMIT 1), 'janggi', 'digest' || i, '', '', 0 FROM n",
        )
        .await;
    let text = "position startpos moves a4b4\nposition startpos moves c4d4\nposition startpos moves e4d4\n";
    let answer = brought(&guest, "games.uci", text.as_bytes()).await;
    assert_eq!(ids(&answer["added"]).len(), 1, "one place was left");
    assert_eq!(answer["refused"][0]["code"], "E_FULL");
    assert_eq!(found(&guest, "").await["count"], 5000);
    assert_eq!(bring(&guest, "a.uci", b"").await.status, 200);
    let third = bring(&house.guest().await, "a.uci", b"").await;
    assert_eq!((third.status, third.code().as_str()), (429, "E_RATE"), "of one network");
}

#[tokio::test]
async fn whoever_signs_in_brings_the_library_along() {
    let house = House::open().await;
    let mut member = house.guest().await;
    member.sign_up("hana", PASSWORD).await;
    brought(&member, "a.uci", b"position startpos moves a4b4\n").await;
    let mut guest = house.guest().await;
    brought(&guest, "a.uci", b"position startpos moves a4b4\nposition startpos moves c4d4\n").await;
    let wish = json!({ "name": "hana", "password": PASSWORD, "bring": true });
    let answer = guest.post("/api/session", &wish).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    guest.took(&answer);
    assert_eq!(found(&guest, "").await["count"], 2, "what both had is there once");
    let export = guest.get("/api/me/export").await.text();
    assert_eq!(export.matches("\"type\":\"volume\"").count(), 2);
}
