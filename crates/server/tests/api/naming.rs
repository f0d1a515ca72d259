//! Names are looked up by who somebody is: no game keeps a member's, another one shows everywhere, and nobody sits under one that is not theirs.

use serde_json::{Value, json};

use crate::helpers::{Guest, House, hot_seat, janggi};

const PASSWORD: &str = "포를 넘는 포는 없다";

fn for_two() -> Value {
    janggi(&json!([{ "type": "me" }, { "type": "open" }]))
}

/// What somebody sees of the first seat at a table.
async fn first_seat(viewer: &Guest, game: &str) -> (Value, Value) {
    let seat = viewer.state(game).await["seats"][0].clone();
    (seat["name"].clone(), seat["person"].clone())
}

#[tokio::test]
async fn another_name_shows_everywhere_and_no_game_holds_it() {
    let mut house = House::open().await;
    let (mut one, mut other) = (house.guest().await, house.guest().await);
    one.put("/api/me", &json!({ "name": "손님이름" })).await;
    let game = one.game(&for_two()).await;
    let mut socket = other.socket(&game).await;
    socket.until(|socket| socket.state["seats"][0]["name"] == "손님이름").await;
    assert_eq!(socket.state["seats"][0]["person"], "guest");
    one.sign_up("bada", PASSWORD).await;
    socket.until(|socket| socket.state["seats"][0]["name"] == "bada").await;
    assert_eq!(socket.state["seats"][0]["person"], "member");
    other.sign_up("haneul", PASSWORD).await;
    other.say(&game, &json!({ "t": "sit", "a": "1", "seat": 1 })).await;
    one.say(&game, &json!({ "t": "act", "a": "2", "n": 0, "d": "a4b4" })).await;
    other.say(&game, &json!({ "t": "act", "a": "3", "n": 1, "d": "a7b7" })).await;
    other.say(&game, &json!({ "t": "resign", "a": "4" })).await;
    assert_eq!(one.put("/api/me", &json!({ "name": "sori" })).await.status, 200);
    socket.until(|socket| socket.state["seats"][0]["name"] == "sori").await;
    assert_eq!(other.get("/api/games").await.json()["games"][0]["seats"][0]["name"], "sori");
    let played = other.get("/api/people/haneul/games").await.json();
    assert_eq!((&played["games"][0]["seats"][0]["name"], &played["games"][0]["you"]), (&json!("sori"), &json!([1])));
    assert!(other.get(&format!("/api/games/{game}/record.jgn")).await.text().contains("sori"));
    for text in [
        "SELECT count(*) FROM game WHERE plan LIKE '%bada%' OR plan LIKE '%sori%' OR plan LIKE '%haneul%'",
        "SELECT count(*) FROM event WHERE body LIKE '%bada%' OR body LIKE '%sori%' OR body LIKE '%haneul%'",
        "SELECT count(*) FROM card WHERE summary LIKE '%bada%' OR summary LIKE '%sori%' OR summary LIKE '%haneul%'",
    ] {
        house.until_sql(text, 0).await;
    }
    house = house.reopened().await;
    assert_eq!(first_seat(&house.stranger(), &game).await, (json!("sori"), json!("member")));
}

#[tokio::test]
async fn who_has_left_has_no_name_any_more() {
    let house = House::open().await;
    let mut one = house.guest().await;
    one.put("/api/me", &json!({ "name": "손님이름" })).await;
    let game = one.game(&for_two()).await;
    one.sign_up("bada", PASSWORD).await;
    let mut socket = house.guest().await.socket(&game).await;
    socket.until(|socket| socket.state["seats"][0]["name"] == "bada").await;
    assert_eq!(one.delete("/api/me").await.status, 204);
    socket.until(|socket| socket.state["seats"][0]["person"] == "closed").await;
    assert_eq!(socket.state["seats"][0]["name"], "", "not even the label of the guest");
}

#[tokio::test]
async fn labels_are_free_on_one_screen_and_nowhere_else() {
    let house = House::open().await;
    let mut one = house.guest().await;
    one.sign_up("bada", PASSWORD).await;
    let labels = janggi(&json!([{ "type": "me", "name": "아빠" }, { "type": "me", "name": "딸" }]));
    for guest in [&one, &house.guest().await] {
        let game = guest.game(&labels).await;
        let seats = guest.state(&game).await["seats"].clone();
        assert_eq!((&seats[0]["name"], &seats[1]["name"]), (&json!("아빠"), &json!("딸")));
        let listed = guest.get("/api/games").await.json()["games"][0]["seats"].clone();
        assert_eq!((&listed[0]["name"], &listed[1]["name"]), (&json!("아빠"), &json!("딸")));
    }
    let alone = janggi(&json!([{ "type": "me", "name": "Bada" }, { "type": "open" }]));
    assert_eq!(house.guest().await.post("/api/games", &alone).await.code(), "E_NAMETAKEN");
    let alone = janggi(&json!([{ "type": "me", "name": "다른이름" }, { "type": "open" }]));
    let game = one.game(&alone).await;
    assert_eq!(first_seat(&one, &game).await, (json!("bada"), json!("member")), "a member has a name");
    let mut sitting = one.socket(&house.guest().await.game(&for_two()).await).await;
    assert_eq!(sitting.ask(json!({ "t": "sit", "a": "1", "seat": 1, "name": "다른이름" })).await["t"], "ack");
    sitting.until(|socket| socket.state["seats"][1]["name"] == "bada").await;
    assert_eq!(one.state(&one.game(&hot_seat()).await).await["seats"][0]["name"], "bada");
}
