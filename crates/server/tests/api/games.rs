//! Making games and playing them, without and with a socket.

use serde_json::{Value, json};

use crate::helpers::{Guest, House, hot_seat, janggi};

#[tokio::test]
async fn the_catalog_offers_every_game_with_its_choices() {
    let house = House::open().await;
    let catalog = house.stranger().get("/api/catalog").await.json();
    assert_eq!(catalog["protocol"], 1);
    for game in engine::catalog::games() {
        let about = game.about();
        let games = catalog["games"].as_array().expect("games");
        let told = games.iter().find(|told| told["kind"] == about.kind).expect("every game");
        assert_eq!(told["seats"].as_array().map(Vec::len), Some(about.seats.len()));
        assert_eq!(told["presets"][0]["name"], about.presets[0].name);
        assert_eq!(told["presets"][0]["options"].as_object().map(serde_json::Map::len), Some(about.options.len()));
        assert_eq!(told["levels"], json!(["beginner", "easy"]));
    }
}

#[tokio::test]
async fn every_game_is_made_and_played_by_the_computer_alone_to_some_length() {
    let house = House::open().await;
    for game in engine::catalog::games() {
        let about = game.about();
        let guest = house.guest().await;
        let mut seats = vec![json!({ "type": "me" })];
        seats.resize(about.seats.len(), json!({ "type": "computer", "level": "easy" }));
        let id = guest.game(&json!({ "kind": about.kind, "seats": seats, "choose": false })).await;
        let mut socket = guest.socket(&id).await;
        socket.until_version(1).await;
        for turn in 0..5 {
            socket.until(|socket| !socket.legal().is_empty() || socket.state["phase"] == "over").await;
            let Some(action) = socket.legal().pop() else { break };
            let answer = socket.act(&format!("a{turn}"), &action).await;
            assert_eq!(answer["t"], "ack", "{}: {action}: {answer}", about.kind);
        }
        assert!(socket.deeds() >= 5, "{}", about.kind);
        let positions = guest.get(&format!("/api/games/{id}/positions?from=2&to=4")).await.json();
        let numbers: Vec<_> =
            positions["positions"].as_array().expect("a list").iter().map(|p| p["n"].clone()).collect();
        assert_eq!(numbers, [2, 3, 4]);
        let png = guest.get(&format!("/api/games/{id}/board.png")).await;
        assert_eq!(png.header("content-type"), Some("image/png"), "{}", about.kind);
    }
}

#[tokio::test]
async fn a_game_is_played_over_http_alone() {
    let house = House::open().await;
    let (cho, han) = (house.guest().await, house.guest().await);
    let id = cho.game(&janggi(&json!([{ "type": "me", "name": "민수" }, { "type": "open" }]))).await;
    assert_eq!(cho.state(&id).await["phase"], "waiting");
    let sat = han.say(&id, &json!({ "t": "sit", "a": "1", "seat": 1, "name": "영희" })).await;
    assert_eq!((sat.status, sat.json()["v"].as_u64()), (200, Some(2)));
    let acted = cho.say(&id, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    assert_eq!(acted.json(), json!({ "v": 3 }));
    let refused = han.say(&id, &json!({ "t": "act", "a": "2", "n": 1, "d": "b8b5" })).await;
    assert_eq!((refused.status, refused.code().as_str()), (422, "E_NO_SCREEN"));
    let state = han.state(&id).await;
    assert_eq!((state["turn"].clone(), state["as"].clone()), (json!(1), json!(1)));
    assert_eq!(state["seats"][0]["name"], "민수");
    assert_eq!(state["seats"][1]["name"], "영희");
    let watched = house.stranger().state(&id).await;
    assert_eq!((watched["as"].clone(), watched["legal"].clone()), (Value::Null, json!([])));
    han.say(&id, &json!({ "t": "resign", "a": "3" })).await;
    assert_eq!(cho.state(&id).await["result"]["text"], "cho resign");
    let mine = cho.get("/api/games").await.json();
    assert_eq!(mine["games"][0]["id"], json!(id));
    assert_eq!(mine["games"][0]["phase"], "over");
    assert_eq!(house.stranger().get("/api/games").await.json(), json!({ "games": [] }));
}

#[tokio::test]
async fn wishes_that_cannot_be_fulfilled_are_refused_with_their_reason() {
    let house = House::open().await;
    let guest = house.guest().await;
    let me = json!([{ "type": "me" }, { "type": "me" }]);
    for (wish, code) in [
        (json!({ "kind": "tiddlywinks", "seats": me }), "E_KIND"),
        (json!({ "kind": "janggi", "seats": [{ "type": "me" }] }), "E_SEATS"),
        (json!({ "kind": "janggi", "seats": me, "preset": "none" }), "E_OPTION"),
        (json!({ "kind": "janggi", "seats": me, "preset": "kja;pass=never" }), "E_OPTION"),
        (json!({ "kind": "janggi", "seats": me, "options": { "pass": "never;dum=0" } }), "E_OPTION"),
        (json!({ "kind": "janggi", "seats": me, "start": { "cho": "mobile" } }), "E_SETUP"),
        (json!({ "kind": "janggi", "seats": me, "position": "no such thing" }), "E_STATE"),
        (json!({ "kind": "janggi", "seats": me, "clock": { "increment_ms": 5 } }), "E_CLOCK"),
        (
            json!({ "kind": "janggi", "seats": [{ "type": "computer", "level": "easy" }, { "type": "computer", "level": "easy" }] }),
            "E_SEATS",
        ),
        (
            json!({ "kind": "yonin", "seats": [{ "type": "me" }, { "type": "me" }, { "type": "me" }, { "type": "me" }], "options": { "cap": "0".repeat(60_000) } }),
            "E_MESSAGE",
        ),
        (json!({ "kind": "janggi", "seats": me, "clock": { "main_ms": -1 } }), "E_MESSAGE"),
        (json!({ "kind": "janggi", "seats": [{ "type": "me" }, { "type": "computer", "level": "god" }] }), "E_LEVEL"),
        (json!({ "kind": "janggi", "seats": [{ "type": "me", "name": "<b>" }, { "type": "open" }] }), "E_NAME"),
        (json!({ "kind": "janggi", "seats": me, "colour": "red" }), "E_MESSAGE"),
    ] {
        let response = guest.post("/api/games", &wish).await;
        assert_eq!((response.status, response.code().as_str()), (400, code), "{wish}");
    }
}

#[tokio::test]
async fn a_game_can_start_from_any_position_and_with_any_choices() {
    let house = House::open().await;
    let guest = house.guest().await;
    let fen = "5k3/9/9/9/9/C1P3r2/9/9/9/3K5 w - - 0 1";
    let mut wish = hot_seat();
    wish["position"] = json!(fen);
    wish["preset"] = json!("fsf-janggi");
    let id = guest.game(&wish).await;
    assert_eq!(guest.state(&id).await["view"]["pieces"].as_array().map(Vec::len), Some(5));
    let mut wish = hot_seat();
    wish["start"] = json!({ "handicap": "chariot", "cho": "outer" });
    wish["options"] = json!({ "pass": "never" });
    let id = guest.game(&wish).await;
    let state = guest.state(&id).await;
    assert_eq!(state["options"]["pass"], "never");
    assert_eq!(state["turn"], 1, "the giver of a handicap moves first");
    assert_eq!(state["view"]["pieces"].as_array().map(Vec::len), Some(31));
}

#[tokio::test]
async fn the_ground_is_built_by_hand_or_given_or_random() {
    let house = House::open().await;
    let guest = house.guest().await;
    let me = json!([{ "type": "me" }, { "type": "me" }]);
    let made = async |start: Value| {
        let id = guest.game(&json!({ "kind": "nanguk", "seats": me, "start": start })).await;
        guest.state(&id).await
    };
    let by_hand = made(json!({})).await;
    assert!(by_hand["legal"][0].as_str().is_some_and(|action| action.starts_with('+')), "blocks are to be laid");
    let given = made(json!({ "terrain": "example" })).await;
    assert!(given["legal"][0].as_str().is_some_and(|action| !action.starts_with('+')), "the battle begins");
    let random = made(json!({ "terrain": "random:7" })).await;
    assert_ne!(random["view"]["heights"], given["view"]["heights"]);
    assert_eq!(random["view"], made(json!({ "terrain": "random:7" })).await["view"]);
}

#[tokio::test]
async fn four_people_play_at_one_table() {
    let house = House::open().await;
    let mut people = Vec::new();
    for _ in 0..4 {
        people.push(house.guest().await);
    }
    let seats = json!([{ "type": "me" }, { "type": "open" }, { "type": "open" }, { "type": "open" }]);
    let id = people[0].game(&json!({ "kind": "yonin", "seats": seats })).await;
    for (seat, guest) in people.iter().enumerate().skip(1) {
        guest.say(&id, &json!({ "t": "sit", "a": "s", "seat": seat })).await;
    }
    let mut sockets = Vec::new();
    for guest in &people {
        sockets.push(guest.socket(&id).await);
    }
    for turn in 0_u64..8 {
        for socket in &mut sockets {
            socket.until(|socket| socket.state["phase"] == "playing" && socket.deeds() as u64 == turn).await;
        }
        let mover = usize::try_from(sockets[0].state["turn"].as_u64().expect("a turn")).expect("small");
        for (seat, socket) in sockets.iter().enumerate() {
            assert_eq!(socket.state["you"], json!([seat]));
            assert_eq!(socket.legal().is_empty(), seat != mover, "only one may act");
        }
        let action = sockets[mover].legal().swap_remove(0);
        let early = people[(mover + 1) % 4].say(&id, &json!({ "t": "act", "a": "e", "n": turn, "d": action })).await;
        assert_eq!(early.code(), "E_TURN");
        assert_eq!(sockets[mover].act(&format!("m{turn}"), &action).await["t"], "ack");
    }
}

#[tokio::test]
async fn records_and_images_are_exported() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    for (n, action) in ["a4b4", "a7b7"].iter().enumerate() {
        guest.say(&id, &json!({ "t": "act", "a": n.to_string(), "n": n, "d": action })).await;
    }
    let svg = guest.get(&format!("/api/games/{id}/board.svg?n=1&seat=1")).await;
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.text().starts_with("<svg"));
    let png = guest.get(&format!("/api/games/{id}/board.png?size=300")).await;
    assert_eq!(&png.body[1..4], b"PNG");
    assert_eq!(&png.body[16..20], 300_u32.to_be_bytes(), "its width");
    let gif = guest.get(&format!("/api/games/{id}/game.gif?size=9999")).await;
    assert_eq!(gif.header("content-type"), Some("image/gif"));
    assert_eq!(&gif.body[..6], b"GIF89a");
    assert_eq!(&gif.body[6..8], 640_u16.to_le_bytes(), "its width, which has a limit");
    let frames = |bytes: &[u8]| bytes.windows(3).filter(|window| *window == [0x21, 0xf9, 4]).count();
    assert_eq!(frames(&gif.body), 3, "the start and two moves");
    let last = guest.get(&format!("/api/games/{id}/game.gif?from=2&to=99&delay_ms=1")).await;
    assert_eq!(frames(&last.body), 1);
    assert_eq!(guest.get(&format!("/api/games/{id}/record.nonsense")).await.code(), "E_FORMAT");
    let about = engine::catalog::find("janggi").expect("janggi").about();
    for format in about.formats.iter().filter(|format| format.write.is_some()) {
        let record = guest.get(&format!("/api/games/{id}/record.{}", format.name)).await;
        assert_eq!(record.status, 200, "{}: {}", format.name, record.text());
        let read = format.read(&record.body);
        assert!(read.iter().all(Result::is_ok), "{}: {}", format.name, record.text());
    }
}

#[tokio::test]
async fn a_rematch_moves_everybody_one_seat_on() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&janggi(&json!([{ "type": "me" }, { "type": "computer", "level": "easy" }]))).await;
    guest.say(&id, &json!({ "t": "resign", "a": "1" })).await;
    guest.say(&id, &json!({ "t": "offer", "a": "2", "d": "rematch" })).await;
    let next = guest.state(&id).await["rematch"].as_str().expect("at once").to_owned();
    let state = guest.state(&next).await;
    assert_eq!(state["you"], json!([1]));
    assert_eq!(state["seats"][0]["level"], "easy");
    let mut socket = guest.socket(&next).await;
    socket.until(|socket| socket.deeds() == 1).await;
}

#[tokio::test]
async fn a_broken_brain_neither_ends_the_server_nor_the_game() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&janggi(&json!([{ "type": "me" }, { "type": "computer", "level": "beginner" }]))).await;
    let mut socket = guest.socket(&id).await;
    socket.until_version(1).await;
    socket.act("1", "a4b4").await;
    socket.until(|socket| socket.deeds() == 2).await;
}

#[tokio::test]
async fn names_are_kept_as_text() {
    let house = House::open().await;
    let guest = house.guest().await;
    let put = |name: &str| {
        let (guest, body) = (guest.clone(), json!({ "name": name }).to_string());
        async move { guest.send("PUT", "/api/me", &[], Some(body)).await }
    };
    assert_eq!(put("  김  민수").await.json()["name"], "김 민수");
    assert_eq!(put("<script>").await.code(), "E_NAME");
    assert_eq!(guest.get("/api/me").await.json()["name"], "김 민수");
}

/// Lists are read from a row a game: with every event spoiled, they tell the same.
#[tokio::test]
async fn a_list_of_games_plays_nothing_through() {
    let mut house = House::open().await;
    let guest = house.guest().await;
    let over = guest.game(&hot_seat()).await;
    guest.say(&over, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    guest.say(&over, &json!({ "t": "resign", "a": "2", "seat": 1 })).await;
    let waiting = guest.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    let listed = guest.get("/api/games").await.json();
    let ids: Vec<&str> =
        listed["games"].as_array().expect("games").iter().filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(ids, [&waiting, &over]);
    let (first, second) = (&listed["games"][0], &listed["games"][1]);
    assert_eq!((&first["phase"], &first["you"]), (&json!("waiting"), &json!([0])));
    assert_eq!(
        (&second["phase"], &second["result"]["winner"], &second["deeds"]),
        (&json!("over"), &json!(0), &json!(2))
    );
    assert_eq!((&second["you"], &second["seats"][1]["you"]), (&json!([0, 1]), &json!(true)));
    house.close().await;
    house.sql("UPDATE event SET body = 'spoiled'").await;
    let house = house.reopened().await;
    let guest = Guest { address: house.address, ..guest };
    assert_eq!(guest.get("/api/games").await.json(), listed);
    assert_eq!(guest.get(&format!("/api/games/{over}")).await.status, 500, "which is spoiled indeed");
}

#[tokio::test]
async fn a_card_that_is_missing_or_behind_is_made_anew() {
    let mut house = House::open().await;
    let guest = house.guest().await;
    let game = guest.game(&hot_seat()).await;
    guest.say(&game, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    house.until_sql("SELECT version FROM card", 1).await;
    let told = async |house: &House| {
        let guest = Guest { address: house.address, ..guest.clone() };
        let listed = guest.get("/api/games").await.json();
        (listed["games"][0]["deeds"].clone(), listed["games"][0]["turn"].clone())
    };
    assert_eq!(told(&house).await, (json!(1), json!(1)), "a game in memory tells of itself");
    // Ended at once, the server has left the card as it was.
    house.close().await;
    house = house.reopened().await;
    assert_eq!(told(&house).await, (json!(1), json!(1)));
    house.until_sql("SELECT version FROM card", 2).await;
    house.sql("DELETE FROM card").await;
    assert_eq!(told(&house).await, (json!(1), json!(1)));
    house.until_sql("SELECT version FROM card", 2).await;
}

#[tokio::test]
async fn a_board_that_players_have_made_is_judged_once_it_lies() {
    let house = House::open().await;
    let guest = house.guest().await;
    let both = json!([{ "type": "me" }, { "type": "me" }]);
    let id = guest.game(&json!({ "kind": "nanguk", "start": { "terrain": "example" }, "seats": both })).await;
    let judged = guest.get(&format!("/api/games/{id}/ground")).await.json();
    assert!(["even", "leaning", "uneven"].contains(&judged["judged"].as_str().expect("a word")), "{judged}");
    let shares: f64 = judged["w"].as_array().expect("shares").iter().filter_map(Value::as_f64).sum();
    assert!((shares - 100.0).abs() < 0.2, "{judged}");
    assert_eq!(guest.get(&format!("/api/games/{id}/ground")).await.json(), judged, "what is known is told again");
    let unmade = guest.game(&json!({ "kind": "nanguk", "seats": both })).await;
    assert_eq!(guest.get(&format!("/api/games/{unmade}/ground")).await.code(), "E_WAITING");
    let other = guest.game(&hot_seat()).await;
    assert_eq!(guest.get(&format!("/api/games/{other}/ground")).await.code(), "E_WAITING");
}

#[tokio::test]
async fn seats_are_exchanged_before_the_first_move() {
    let house = House::open().await;
    let (blue, red) = (house.guest().await, house.guest().await);
    let id = blue
        .game(&json!({
            "kind": "nanguk", "options": { "swap": "on" }, "start": { "terrain": "example" },
            "seats": [{ "type": "me" }, { "type": "open" }],
        }))
        .await;
    red.say(&id, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
    assert_eq!(blue.say(&id, &json!({ "t": "act", "a": "m", "n": 0, "d": "e2-e3" })).await.code(), "E_TURN");
    assert_eq!(blue.say(&id, &json!({ "t": "sides", "a": "x", "d": "exchange" })).await.code(), "E_SIDES");
    assert_eq!(red.say(&id, &json!({ "t": "sides", "a": "x", "d": "exchange" })).await.status, 200);
    let state = red.get(&format!("/api/games/{id}")).await.json();
    assert_eq!((&state["you"], &state["turn"], &state["sides"]), (&json!([0]), &json!(0), &Value::Null));
    let first = state["legal"][0].clone();
    assert_eq!(red.say(&id, &json!({ "t": "act", "a": "m", "n": 0, "d": first })).await.status, 200);
}
