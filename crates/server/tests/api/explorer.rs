//! How games began: collections that are brought, one's own games, those of the house.

use serde_json::{Value, json};
use server::Rates;

use crate::helpers::{Guest, House, PATIENCE, Response, hot_seat};
use crate::library::brought;

const FILE: [(&str, &str); 1] = [("Content-Type", "application/octet-stream")];
const GAMES: &str = "position startpos moves a4b4 a7b7 # rules kja result cho resign
position startpos moves i4h4 i7h7 # rules kja result han resign
position startpos moves a4b4 i7h7 # rules kja
position startpos moves c4c5 # rules kja result cho resign
";

async fn house() -> House {
    House::with(|config| config.rates = Rates::unlimited()).await
}

async fn collect(guest: &Guest, name: &str, text: &[u8]) -> Response {
    guest.send_bytes("POST", &format!("/api/records?name={name}"), &FILE, text).await
}

async fn explored(guest: &Guest, query: &str) -> Value {
    let answer = guest.get(&format!("/api/explorer?kind=janggi&{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// Asks until everything is counted.
async fn counted(guest: &Guest, query: &str) -> Value {
    let asking = async {
        loop {
            let answer = explored(guest, query).await;
            if answer["behind"] == false {
                return answer;
            }
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.expect("counted in the end")
}

fn moves(answer: &Value) -> Vec<(String, i64)> {
    let moves = answer["moves"].as_array().expect("moves");
    moves
        .iter()
        .map(|each| (each["act"].as_str().expect("an act").to_owned(), each["n"].as_i64().expect("a number")))
        .collect()
}

fn is(answer: &Value, wanted: &[(&str, i64)]) -> bool {
    moves(answer).iter().map(|(act, n)| (act.as_str(), *n)).eq(wanted.iter().copied())
}

#[tokio::test]
async fn a_collection_tells_what_was_played_and_what_came_of_it() {
    let house = house().await;
    let guest = house.guest().await;
    let made = collect(&guest, "club.uci", format!("{GAMES}nonsense\n{GAMES}").as_bytes()).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let made = made.json();
    assert_eq!((&made["games"], &made["refused"][0]["line"]), (&json!(4), &json!(5)), "{made}");
    let id = made["collection"].as_str().expect("an id");
    let first = explored(&guest, &format!("collection={id}")).await;
    assert!(is(&first, &[("a4b4", 3), ("c4c5", 1)]), "{first}");
    assert_eq!((&first["moves"][0]["known"], &first["moves"][0]["w"]), (&json!(2), &json!([1, 1])));
    assert_eq!(first["setups"], json!([{ "setup": "cho=inner;han=inner", "n": 4, "known": 3, "w": [2, 1] }]));
    let second = explored(&guest, &format!("collection={id}&acts=i4h4")).await;
    assert!(is(&second, &[("i7h7", 2), ("a7b7", 1)]), "on the other wing: {second}");
    let listed = guest.get("/api/collections?kind=janggi").await.json();
    let names: Vec<_> = listed["collections"].as_array().expect("a list").iter().map(|each| &each["name"]).collect();
    assert_eq!(names, ["", "", "club"]);

    let other = house.guest().await;
    let foreign = other.get(&format!("/api/explorer?kind=janggi&collection={id}")).await;
    assert_eq!(foreign.code(), "E_COLLECTION", "it is somebody else's");
    assert_eq!(guest.get(&format!("/api/explorer?kind=yonin&collection={id}")).await.code(), "E_COLLECTION");
}

#[tokio::test]
async fn what_cannot_be_asked_or_counted_is_refused() {
    let house = house().await;
    let guest = house.guest().await;
    for (query, code) in [
        ("kind=chess", "E_KIND"),
        ("kind=janggi&collection=none", "E_COLLECTION"),
        ("kind=janggi&acts=a4a3", "E_BACKWARD"),
        ("kind=janggi&state=nonsense", "E_STATE"),
        ("kind=janggi&rules=nonsense", "E_OPTION"),
    ] {
        assert_eq!(guest.get(&format!("/api/explorer?{query}")).await.code(), code, "{query}");
    }
    assert_eq!(house.stranger().get("/api/explorer?kind=janggi&collection=own").await.code(), "E_COLLECTION");
    let big = collect(&guest, "big.uci", &vec![b'x'; 8 * 1024 * 1024 + 1]).await;
    assert_eq!((big.status, big.code().as_str()), (413, "E_SIZE"));
    let text = json!({ "kind": "janggi", "text": "x".repeat(70_000) });
    assert_eq!(guest.post("/api/records", &text).await.code(), "E_SIZE", "a text is no file");
    let none = collect(&guest, "none.uci", b"nonsense").await.json();
    assert_eq!((&none["games"], &none["collection"]), (&json!(0), &Value::Null));
    for number in 0..20 {
        let text = format!("position startpos moves a4b4 # {number}\nposition startpos moves c4c5\n");
        assert_eq!(collect(&guest, &format!("{number}.uci"), text.as_bytes()).await.status, 200);
    }
    assert_eq!(collect(&guest, "one-more.uci", GAMES.as_bytes()).await.code(), "E_FULL");
}

#[tokio::test]
async fn ones_own_games_and_library_are_counted_and_counted_anew() {
    let house = house().await;
    let guest = house.guest().await;
    let added = brought(&guest, "a.uci", GAMES.as_bytes()).await["added"].clone();
    let own = counted(&guest, "collection=own").await;
    assert!(is(&own, &[("a4b4", 3), ("c4c5", 1)]), "{own}");
    let id = guest.game(&hot_seat()).await;
    guest.say(&id, &json!({ "t": "act", "n": 0, "d": "e4e5" })).await;
    guest.say(&id, &json!({ "t": "act", "n": 1, "d": "e7e6" })).await;
    guest.say(&id, &json!({ "t": "resign", "seat": 1 })).await;
    let own = counted(&guest, "collection=own").await;
    assert!(is(&own, &[("a4b4", 3), ("c4c5", 1), ("e4e5", 1)]), "{own}");
    assert!(counted(&house.guest().await, "collection=own").await["moves"].as_array().is_some_and(Vec::is_empty));
    assert!(
        counted(&guest, "").await["moves"].as_array().is_some_and(Vec::is_empty),
        "a game by link is nobody's business"
    );
    guest.delete(&format!("/api/library/{}", added[3].as_str().expect("an id"))).await;
    let own = counted(&guest, "collection=own").await;
    assert!(is(&own, &[("a4b4", 3), ("e4e5", 1)]), "{own}");
}

#[tokio::test]
async fn games_of_strangers_are_counted_for_everybody() {
    let house = house().await;
    let people = [house.guest().await, house.guest().await];
    let wish = json!({ "kind": "janggi", "preset": "seed1", "clock": { "main_ms": 600_000 } });
    let mut id = String::new();
    for guest in &people {
        let found = guest.post("/api/lobby/match", &wish).await.json();
        found["id"].as_str().expect("an id").clone_into(&mut id);
    }
    for n in 0..2 {
        for guest in &people {
            let state = guest.state(&id).await;
            if state["deeds"].as_array().map(Vec::len) == Some(n) && state["turn"] == state["you"][0] {
                let act = if n == 0 { "a4b4" } else { "a7b7" };
                assert_eq!(guest.say(&id, &json!({ "t": "act", "n": n, "d": act })).await.status, 200);
            }
        }
    }
    assert_eq!(people[0].say(&id, &json!({ "t": "resign" })).await.status, 200);
    let told = counted(&house.stranger(), "collection=house").await;
    assert!(is(&told, &[("a4b4", 1)]), "{told}");
    assert_eq!(told["games"], 1);
    assert_eq!(counted(&house.stranger(), "").await["games"], 1, "nothing counts twice");
}
