//! Lessons and boards to try over HTTP.

use engine::lessons::{self, Attempt};
use serde_json::{Value, json};
use server::Rates;

use crate::helpers::House;

async fn patient() -> House {
    House::with(|config| config.rates = Rates::unlimited()).await
}

#[tokio::test]
async fn a_board_can_be_tried_without_a_game() {
    let house = House::open().await;
    let stranger = house.stranger();
    let ask =
        json!({ "kind": "janggi", "rules": "casual", "state": "4k4/9/9/9/4p4/4N4/9/9/9/4K4 w - - 0 1", "acts": [] });
    let sight = stranger.post("/api/positions", &ask).await;
    assert_eq!(sight.status, 200, "{}", sight.text());
    let sight = sight.json();
    assert_eq!((&sight["turn"], &sight["result"]), (&json!(0), &Value::Null));
    assert!(sight["legal"].as_array().expect("a list").contains(&json!("e5g6")));
    let mut blocked = ask.clone();
    blocked["acts"] = json!(["e5g6", "e10e9", "g6g7"]);
    let refused = stranger.post("/api/positions", &blocked).await;
    assert_eq!((refused.status, refused.json()["act"].clone()), (422, json!(2)), "{}", refused.text());
    for (wrong, code) in [
        (json!({ "kind": "tiddlywinks" }), "E_KIND"),
        (json!({ "kind": "janggi", "state": "nonsense" }), "E_STATE"),
        (json!({ "kind": "janggi", "rules": "nonsense" }), "E_OPTION"),
        (json!({ "kind": "janggi", "bogus": 1 }), "E_MESSAGE"),
    ] {
        assert_eq!(stranger.post("/api/positions", &wrong).await.code(), code);
    }
}

/// The same question to the server and to the portable code: equal bytes.
#[tokio::test]
async fn every_stage_is_solved_by_its_answers_with_the_bytes_of_the_portable_code() {
    let house = patient().await;
    let guest = house.guest().await;
    for book in lessons::books() {
        let game = engine::catalog::find(&book.game).expect("a game");
        for (lesson, stage) in
            book.lessons.iter().flat_map(|lesson| lesson.stages.iter().map(move |stage| (lesson, stage)))
        {
            let path = format!("/api/lessons/{}/{}/{}", book.game, lesson.id, stage.id);
            for line in &stage.answers {
                let tried = Attempt { acts: line.clone(), ..Attempt::default() };
                let own = lessons::attempt(game, stage, &tried).expect("legal");
                let answer = guest.post(&path, &json!({ "acts": line })).await;
                assert_eq!(answer.status, 200, "{path}: {}", answer.text());
                assert_eq!(answer.text(), serde_json::to_string(&own).expect("plain data"), "{path}");
            }
            for example in &stage.refuse {
                let tried = Attempt { acts: vec![example.act.clone()], ..Attempt::default() };
                let own = lessons::attempt(game, stage, &tried).expect_err("refused");
                let answer = guest.post(&path, &json!({ "acts": [example.act] })).await;
                assert_eq!((answer.status, answer.code()), (422, example.code.clone()), "{path}");
                assert_eq!(answer.text(), serde_json::to_string(&own).expect("plain data"), "{path}");
            }
        }
    }
    let overview = guest.get("/api/lessons?lang=ko").await.json();
    let games = overview["games"].as_array().expect("games");
    let stars = games.iter().flat_map(|game| game["lessons"].as_array().expect("lessons"));
    assert!(stars.flat_map(|lesson| lesson["stars"].as_array().expect("stars")).all(|stars| *stars == 3));
}

/// Random tries at random stages, legal and not: the server only passes on what the portable code says.
#[tokio::test]
async fn five_hundred_random_questions_get_the_bytes_of_the_portable_code() {
    const CALLS: usize = 500;
    let house = patient().await;
    let stranger = house.stranger();
    let mut rng = game::rng::SplitMix::new(7);
    let stages: Vec<_> = lessons::books()
        .iter()
        .flat_map(|book| {
            book.lessons.iter().flat_map(move |lesson| lesson.stages.iter().map(move |stage| (book, lesson, stage)))
        })
        .collect();
    let mut refused = 0;
    for _ in 0..CALLS {
        let (book, lesson, stage) = stages[rng.below(stages.len())];
        let game = engine::catalog::find(&book.game).expect("a game");
        let mut tried = Attempt { hints: rng.below(4) as u32, fails: rng.below(3) as u32, ..Attempt::default() };
        for _ in 0..rng.below(4) {
            let legal = lessons::attempt(game, stage, &tried).map_or(Vec::new(), |answer| answer.legal);
            tried.acts.extend(rng.pick(&legal).cloned());
        }
        if rng.below(5) == 0 {
            tried.acts.push("a1a1".to_owned());
        }
        let path = format!("/api/lessons/{}/{}/{}", book.game, lesson.id, stage.id);
        let body = json!({ "acts": tried.acts, "hints": tried.hints, "fails": tried.fails });
        let told = stranger.post(&path, &body).await;
        let (status, text) = match lessons::attempt(game, stage, &tried) {
            Ok(answer) => (200, serde_json::to_string(&answer)),
            Err(no) => (422, serde_json::to_string(&no)),
        };
        refused += usize::from(status == 422);
        assert_eq!((told.status, told.text()), (status, text.expect("plain data")), "{path} {body}");
    }
    assert!(refused > 20 && refused < CALLS / 2, "{refused}");
}

#[tokio::test]
async fn progress_is_the_guests_own_survives_a_restart_and_is_merged_by_the_greater() {
    let house = House::open().await;
    let (guest, other) = (house.guest().await, house.guest().await);
    let path = "/api/lessons/janggi/soldier/forward";
    let first = |overview: &Value| overview["games"][0]["lessons"][0]["stars"].clone();
    let helped = guest.post(path, &json!({ "acts": ["e4e5", "e5e6"], "hints": 1, "fails": 1 })).await.json();
    assert_eq!((&helped["state"], &helped["stars"]), (&json!("done"), &json!(1)));
    assert_eq!(first(&guest.get("/api/lessons").await.json()), json!([1, 0, 0, 0, 0]));
    assert_eq!(first(&other.get("/api/lessons").await.json()), json!([0, 0, 0, 0, 0]));
    let brought = json!({ "stars": { "janggi": { "soldier": [0, 9, 1], "nonsense": [3] }, "tiddlywinks": {} } });
    let merged = guest.send("PUT", "/api/lessons?lang=ja", &[], Some(brought.to_string())).await;
    assert_eq!((merged.status, first(&merged.json())), (200, json!([1, 3, 1, 0, 0])), "{}", merged.text());
    guest.post(path, &json!({ "acts": ["e4e5", "e5e6"] })).await;
    guest.post(path, &json!({ "acts": ["e4e5", "e5e6"], "hints": 3, "fails": 3 })).await;
    let house = house.reopened().await;
    let again = crate::helpers::Guest { address: house.address, ..guest };
    assert_eq!(first(&again.get("/api/lessons").await.json()), json!([3, 3, 1, 0, 0]));
    assert_eq!(first(&house.stranger().get("/api/lessons").await.json()), json!([0, 0, 0, 0, 0]));
}

#[tokio::test]
async fn a_book_comes_in_the_wanted_language_and_without_answers() {
    let house = House::open().await;
    let stranger = house.stranger();
    let title = |book: &Value| book["lessons"][0]["title"].as_str().expect("a title").to_owned();
    let ko = stranger.get("/api/lessons/janggi?lang=ko").await;
    assert_eq!(title(&ko.json()), "졸: 앞으로, 옆으로");
    assert!(!ko.text().contains("\"answers\":"));
    assert_eq!(title(&stranger.get("/api/lessons/janggi?lang=ja").await.json()), "卒: 前へ、横へ");
    assert_eq!(title(&stranger.get("/api/lessons/janggi").await.json()), "Soldiers: forward and sideways");
    for path in ["/api/lessons/tiddlywinks", "/api/lessons/tiddlywinks/a/b", "/api/lessons/janggi/soldier/nowhere"] {
        let method = if path.matches('/').count() > 3 { "POST" } else { "GET" };
        let answer = stranger.send(method, path, &[], (method == "POST").then(|| "{\"acts\":[]}".to_owned())).await;
        assert_eq!((answer.status, answer.code()), (404, "E_LESSON".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn a_stage_goes_on_begins_again_and_shows_its_solution_on_request() {
    let house = House::open().await;
    let stranger = house.stranger();
    let path = "/api/lessons/janggi/soldier/forward";
    let ask = |acts: Value, hints: u32| {
        let stranger = stranger.clone();
        async move { stranger.post(path, &json!({ "acts": acts, "hints": hints })).await.json() }
    };
    let begun = ask(json!([]), 2).await;
    assert_eq!((&begun["state"], &begun["show"], &begun["told"]), (&json!("going"), &json!("e4e5"), &json!([])));
    let on = ask(json!(["e4e5"]), 0).await;
    let texts: Vec<_> = on["told"].as_array().expect("a list").iter().map(|told| told["text"].clone()).collect();
    assert_eq!((texts, &on["state"], on.get("show")), (vec![json!("e4e5"), json!("e9e9")], &json!("going"), None));
    let lost = ask(json!(["e4d4", "d4c4", "c4b4", "b4a4", "a4a5"]), 0).await;
    assert_eq!((&lost["state"], &lost["say"], &lost["legal"]), (&json!("again"), &json!("limit"), &json!([])));
}

#[tokio::test]
async fn a_rule_book_comes_as_a_tree_in_the_wanted_language() {
    let house = House::open().await;
    let stranger = house.stranger();
    for kind in ["janggi", "nanguk", "tigers", "yonin"] {
        for lang in ["ko", "en", "ja"] {
            let book = stranger.get(&format!("/api/rules/{kind}?lang={lang}")).await;
            assert_eq!(book.status, 200, "{kind} {lang}");
            let book = book.json();
            assert!(book["articles"].as_array().is_some_and(|articles| articles.len() > 8), "{kind} {lang}");
        }
    }
    assert_eq!(stranger.get("/api/rules/janggi?lang=ko").await.json()["lang"], "ko");
    assert_eq!(stranger.get("/api/rules/tiddlywinks").await.code(), "E_KIND");
}

#[tokio::test]
async fn a_set_up_is_edited_whether_or_not_it_can_be_played() {
    let house = patient().await;
    let stranger = house.stranger();
    let ask = json!({ "kind": "janggi", "edits": [{ "do": "take", "at": "e2" }, { "do": "set", "dial": "turn", "to": "han" }] });
    let sketch = stranger.post("/api/positions/edit", &ask).await;
    assert_eq!(sketch.status, 200, "{}", sketch.text());
    let sketch = sketch.json();
    assert_eq!(
        sketch["problems"],
        json!([{ "code": "E_STATE", "detail": "cho has no king", "flaw": "no_king", "seat": 0 }])
    );
    assert_eq!(sketch["view"]["turn"], json!("han"));
    for (wrong, code) in [
        (json!({ "kind": "tiddlywinks" }), "E_KIND"),
        (json!({ "kind": "janggi", "state": "nonsense" }), "E_STATE"),
        (json!({ "kind": "janggi", "edits": [{ "do": "take", "at": "z1" }] }), "E_SYNTAX"),
        (json!({ "kind": "janggi", "edits": [{ "do": "burn" }] }), "E_MESSAGE"),
    ] {
        assert_eq!(stranger.post("/api/positions/edit", &wrong).await.code(), code);
    }
}

#[tokio::test]
async fn endings_are_dealt_as_long_as_they_are_wished() {
    let house = House::open().await;
    let guest = house.guest().await;
    let listed = guest.get("/api/practice/janggi").await.json();
    let endings = listed["endings"].as_array().expect("endings");
    assert!(endings.len() >= 5 && listed["dealt"].is_null(), "{listed}");
    let dealt = guest.get("/api/practice/janggi?class=chariot&moves=4").await.json()["dealt"].clone();
    assert_eq!((&dealt["seat"], &dealt["moves"]), (&json!("cho"), &json!(4)), "{dealt}");
    let question = json!({ "kind": "janggi", "rules": dealt["rules"], "state": dealt["state"] });
    let sight = guest.send("POST", "/api/positions", &[], Some(question.to_string())).await.json();
    assert_eq!((&sight["turn"], &sight["result"]), (&json!(0), &Value::Null), "{sight}");
    assert_eq!(guest.get("/api/practice/nanguk").await.json()["endings"], json!([]));
    assert_eq!(guest.get("/api/practice/janggi?class=queen&moves=4").await.code(), "E_LESSON");
    assert_eq!(guest.get("/api/practice/tiddlywinks").await.code(), "E_KIND");
    assert_eq!(guest.get("/api/practice/janggi?class=chariot&moves=999").await.status, 400, "no such number");
}
