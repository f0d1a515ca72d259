//! Puzzles over HTTP: answers are never told too soon, and only the first try is rated.

use engine::puzzles::{self, Attempt, Puzzle};
use serde_json::{Value, json};
use server::Rates;

use crate::helpers::{Guest, House};

async fn patient() -> House {
    House::with(|config| config.rates = Rates::unlimited()).await
}

fn first(kind: &str) -> &'static Puzzle {
    puzzles::of_kind(kind).next().expect("puzzles of every game")
}

/// The solver's own actions.
fn solution(puzzle: &Puzzle) -> Vec<&str> {
    puzzle.turns.iter().step_by(2).flatten().map(String::as_str).collect()
}

/// Some legal action that is not right.
fn wrong_act(puzzle: &Puzzle) -> String {
    let start = puzzle.start().expect("a start");
    let is_wrong = |act: &&String| {
        let tried = Attempt { acts: vec![(*act).clone()], ..Attempt::default() };
        puzzles::attempt(puzzle, &tried).is_ok_and(|answer| !answer.ok)
    };
    start.legal().iter().find(is_wrong).expect("not everything is right").clone()
}

async fn tried(guest: &Guest, puzzle: &Puzzle, body: &Value) -> Value {
    let answer = guest.post(&format!("/api/puzzles/{}/try", puzzle.id), body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[tokio::test]
async fn a_puzzle_is_told_without_its_answer_and_solved_step_by_step() {
    let house = patient().await;
    let guest = house.guest().await;
    for kind in ["janggi", "nanguk", "tigers", "yonin"] {
        let puzzle = first(kind);
        let sight = guest.get(&format!("/api/puzzles/{}", puzzle.id)).await.json();
        assert_eq!(
            (&sight["kind"], &sight["seat"], &sight["tried"]),
            (&json!(kind), &json!(puzzle.seat), &Value::Null)
        );
        for secret in ["turns", "themes", "about", "act", "cells", "state"] {
            assert!(sight.get(secret).is_none(), "{kind} tells {secret}");
        }
        assert_eq!(sight["told"].as_array().map(Vec::len), Some(puzzle.before.len()));
        let acts = solution(puzzle);
        for count in 0..acts.len() {
            let answer = tried(&guest, puzzle, &json!({ "acts": acts[..count] })).await;
            assert_eq!((&answer["ok"], &answer["done"]), (&json!(true), &json!(false)), "{kind} {count}");
            assert!(answer.get("about").is_none() && answer.get("act").is_none(), "{kind} {count}");
        }
        let answer = tried(&guest, puzzle, &json!({ "acts": acts })).await;
        assert_eq!((&answer["done"], &answer["rated"]["solved"]), (&json!(true), &json!(true)), "{kind}");
        assert_eq!(answer["about"]["themes"], json!(puzzle.themes), "{kind}");
        assert!(answer["rated"]["after"].as_i64() > answer["rated"]["before"].as_i64(), "{kind}");
    }
}

#[tokio::test]
async fn only_the_first_try_is_rated_and_help_is_a_loss() {
    let house = patient().await;
    let (guest, helped) = (house.guest().await, house.guest().await);
    let puzzle = first("janggi");
    let wrong = tried(&guest, puzzle, &json!({ "acts": [wrong_act(puzzle)] })).await;
    assert_eq!((&wrong["ok"], &wrong["rated"]["solved"]), (&json!(false), &json!(false)));
    let right = tried(&guest, puzzle, &json!({ "acts": solution(puzzle) })).await;
    assert_eq!((&right["done"], right.get("rated")), (&json!(true), None), "the second try");
    let you = guest.get("/api/puzzles?kind=janggi").await.json();
    assert_eq!((&you["you"]["tries"], &you["you"]["solved"]), (&json!(1), &json!(0)));

    let hint = tried(&helped, puzzle, &json!({ "acts": [], "hints": 1 })).await;
    assert_eq!((hint["cells"].as_array().map(Vec::len), hint.get("act")), (Some(1), None));
    assert_eq!(hint["rated"]["solved"], json!(false));
    let more = tried(&helped, puzzle, &json!({ "acts": [], "hints": 2 })).await;
    assert_eq!(more["act"], json!(puzzle.turns[0][0]));
    let right = tried(&helped, puzzle, &json!({ "acts": solution(puzzle) })).await;
    assert!(right.get("rated").is_none());
    assert_eq!((&right["about"]["tries"], &right["about"]["solved"]), (&json!(2), &json!(0)));
}

#[tokio::test]
async fn a_chosen_theme_weighs_less() {
    let house = patient().await;
    let (free, chosen) = (house.guest().await, house.guest().await);
    let puzzle = first("janggi");
    let gain =
        |answer: &Value| answer["rated"]["after"].as_i64().zip(answer["rated"]["before"].as_i64()).map(|(a, b)| a - b);
    let whole = gain(&tried(&free, puzzle, &json!({ "acts": solution(puzzle) })).await).expect("rated");
    let theme = &puzzle.themes[0];
    let part =
        gain(&tried(&chosen, puzzle, &json!({ "acts": solution(puzzle), "theme": theme })).await).expect("rated");
    assert!(part > 0 && part * 3 <= whole + 2, "{part} of {whole}");
}

#[tokio::test]
async fn a_wrong_try_is_refuted_on_wish() {
    let house = patient().await;
    let guest = house.guest().await;
    let puzzle = first("janggi");
    let body = json!({ "acts": [wrong_act(puzzle)], "show": true });
    let answer = tried(&guest, puzzle, &body).await;
    let line = answer["refutation"].as_array().expect("a line");
    assert!(!line.is_empty() && line.len() <= 4, "{}", line.len());
    assert_ne!(line[0]["seat"], json!(puzzle.seat));
    let plain = tried(&guest, puzzle, &json!({ "acts": [wrong_act(puzzle)] })).await;
    assert!(plain.get("refutation").is_none());
}

#[tokio::test]
async fn the_next_puzzle_is_new_near_and_of_the_theme() {
    let house = patient().await;
    let guest = house.guest().await;
    let mut seen = std::collections::HashSet::new();
    for _ in 0..8 {
        let sight = guest.get("/api/puzzles/next?kind=janggi&near=700").await.json();
        let puzzle = puzzles::find(sight["id"].as_str().expect("an id")).expect("one of ours");
        assert!(seen.insert(puzzle.id.clone()), "it was tried before");
        assert!(puzzle.rating < 1400, "{}", puzzle.rating);
        tried(&guest, puzzle, &json!({ "acts": solution(puzzle) })).await;
    }
    let one = guest.get("/api/puzzles/next?kind=yonin&near=900").await.json();
    for _ in 0..20 {
        let path = format!("/api/puzzles/next?kind=yonin&near=900&not={}", one["id"].as_str().expect("an id"));
        assert_ne!(guest.get(&path).await.json()["id"], one["id"]);
    }
    let overview = guest.get("/api/puzzles?kind=tigers").await.json();
    let theme = overview["themes"][0]["id"].as_str().expect("a theme");
    let sight = guest.get(&format!("/api/puzzles/next?kind=tigers&theme={theme}")).await.json();
    let puzzle = puzzles::find(sight["id"].as_str().expect("an id")).expect("one of ours");
    assert!(puzzle.themes.iter().any(|own| own == theme));
    for (path, code) in [
        ("/api/puzzles/next", "E_KIND"),
        ("/api/puzzles/next?kind=chess", "E_KIND"),
        ("/api/puzzles/next?kind=janggi&theme=knock", "E_PUZZLE"),
        ("/api/puzzles/none", "E_PUZZLE"),
        ("/api/puzzles/next?kind=janggi&near=x", "E_MESSAGE"),
    ] {
        assert_eq!(guest.get(path).await.code(), code, "{path}");
    }
}

#[tokio::test]
async fn everybody_has_the_same_puzzles_of_the_day() {
    let house = patient().await;
    let (one, other) = (house.guest().await, house.guest().await);
    let today = one.get("/api/puzzles/daily").await.json();
    assert_eq!(today["puzzles"].as_array().map(Vec::len), Some(4));
    assert_eq!(today, other.get("/api/puzzles/daily").await.json());
    let puzzle = puzzles::find(today["puzzles"][0]["id"].as_str().expect("an id")).expect("one of ours");
    tried(&one, puzzle, &json!({ "acts": solution(puzzle) })).await;
    assert_eq!(one.get("/api/puzzles/daily").await.json()["puzzles"][0]["tried"], json!(true));
    assert_eq!(one.get("/api/puzzles?kind=janggi").await.json()["daily"]["tried"], json!(true));
}

#[tokio::test]
async fn votes_and_reports_are_for_those_who_have_tried_and_count_once() {
    let house = patient().await;
    let guest = house.guest().await;
    let puzzle = first("yonin");
    let [vote, report] = ["vote", "report"].map(|what| format!("/api/puzzles/{}/{what}", puzzle.id));
    assert_eq!(guest.post(&vote, &json!({ "vote": 1 })).await.code(), "E_PUZZLE");
    assert_eq!(guest.post(&report, &json!({})).await.code(), "E_PUZZLE");
    tried(&guest, puzzle, &json!({ "acts": solution(puzzle) })).await;
    for _ in 0..2 {
        assert_eq!(guest.post(&vote, &json!({ "vote": -1 })).await.status, 204);
        assert_eq!(guest.post(&report, &json!({})).await.status, 204);
    }
    let answer = tried(&guest, puzzle, &json!({ "acts": solution(puzzle) })).await;
    assert_eq!(answer["about"]["vote"], json!(-1));
    assert_eq!(guest.post(&vote, &json!({ "vote": "x" })).await.code(), "E_MESSAGE");
}

#[tokio::test]
async fn puzzles_that_nobody_likes_are_hidden() {
    let house = patient().await;
    let guest = house.guest().await;
    let puzzle = first("tigers");
    tried(&guest, puzzle, &json!({ "acts": solution(puzzle) })).await;
    let near = i64::from(puzzle.rating);
    let others = house.guest().await;
    house.sql("UPDATE puzzle SET ups = 10, downs = 45").await;
    for _ in 0..60 {
        let sight = others.get(&format!("/api/puzzles/next?kind=tigers&near={near}")).await.json();
        assert_ne!(sight["id"], json!(puzzle.id));
    }
}

#[tokio::test]
async fn garbage_is_refused_and_changes_nothing() {
    let house = patient().await;
    let guest = house.guest().await;
    let puzzle = first("janggi");
    let path = format!("/api/puzzles/{}/try", puzzle.id);
    for (body, status, code) in [
        (json!({}), 400, "E_MESSAGE"),
        (json!({ "acts": "h1h10" }), 400, "E_MESSAGE"),
        (json!({ "acts": [], "bogus": 1 }), 400, "E_MESSAGE"),
        (json!({ "acts": [], "hints": -1 }), 400, "E_MESSAGE"),
        (json!({ "acts": ["nonsense"] }), 422, "E_SYNTAX"),
        (json!({ "acts": ["resign"] }), 422, "E_SYNTAX"),
    ] {
        let answer = guest.post(&path, &body).await;
        assert_eq!((answer.status, answer.code()), (status, code.to_owned()), "{body}");
    }
    assert_eq!(guest.get("/api/puzzles?kind=janggi").await.json()["you"], Value::Null);
}

#[tokio::test]
async fn one_network_cannot_try_without_end() {
    let house = House::with(|config| config.rates.network.messages = server::Rate { count: 5, seconds: 600 }).await;
    let (one, other) = (house.guest().await, house.guest().await);
    let puzzle = first("janggi");
    let path = format!("/api/puzzles/{}/try", puzzle.id);
    let mut codes = Vec::new();
    for guest in [&one, &other, &one, &other, &one, &other] {
        codes.push(guest.post(&path, &json!({ "acts": [] })).await.status);
    }
    assert_eq!(codes, [200, 200, 200, 200, 200, 429]);
}

#[tokio::test]
async fn who_signs_in_brings_along_what_was_solved() {
    let house = patient().await;
    let mut member = house.guest().await;
    member.sign_up("puzzler", "포를 넘는 포는 없다").await;
    let mut guest = house.guest().await;
    let puzzle = first("janggi");
    tried(&guest, puzzle, &json!({ "acts": solution(puzzle) })).await;
    let wish = json!({ "name": "puzzler", "password": "포를 넘는 포는 없다", "bring": true });
    let signed = guest.post("/api/session", &wish).await;
    assert_eq!(signed.status, 200, "{}", signed.text());
    guest.took(&signed);
    let you = guest.get("/api/puzzles?kind=janggi").await.json();
    assert_eq!(you["you"]["solved"], json!(1));
    assert_eq!(guest.get(&format!("/api/puzzles/{}", puzzle.id)).await.json()["tried"], json!(true));
}
