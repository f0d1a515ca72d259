//! Ten kinds of damage to a lesson file, each of which the checks must notice.

use serde_json::{Value, json};

use super::{articles, check};
use engine::lessons::FILES;

/// One damage: what it is called, and how it changes a stage (or says that it does not apply).
type Damage = (&'static str, fn(&mut Value) -> bool);

const DAMAGES: [Damage; 12] = [
    ("an answer is missing", |stage| {
        // With more than one action any line will do, so only the last one is missed.
        let one = stage["par"] == 1;
        let answers = stage["answers"].as_array_mut().expect("answers");
        answers.pop();
        one || answers.is_empty()
    }),
    ("an answer is another action", |stage| {
        stage["answers"][0][0] = json!("a1a1");
        true
    }),
    ("par is too great", |stage| {
        let par = stage["par"].as_u64().expect("a number");
        stage["par"] = json!(par + 1);
        stage["limit"] = json!(par + 1);
        true
    }),
    ("par is too small", |stage| {
        let par = stage["par"].as_u64().expect("a number");
        stage["par"] = json!(par - 1);
        true
    }),
    ("the state is no state", |stage| {
        let state = stage["state"].as_str().expect("a text").to_owned();
        stage["state"] = json!(state.replacen(' ', "  x", 1));
        true
    }),
    ("it is another's turn", |stage| {
        stage["seat"] = json!("nobody");
        true
    }),
    ("a refusal has another code", |stage| {
        let Some(example) = stage.get_mut("refuse").and_then(|refuse| refuse.get_mut(0)) else { return false };
        example["code"] = json!("E_STATE");
        true
    }),
    ("a refused action is legal", |stage| {
        let act = stage["answers"][0][0].clone();
        let Some(example) = stage.get_mut("refuse").and_then(|refuse| refuse.get_mut(0)) else { return false };
        example["try"] = act;
        true
    }),
    ("a mark is no cell", |stage| {
        let Some(mark) = stage.get_mut("marks").and_then(|marks| marks.get_mut(0)) else { return false };
        *mark = json!("z99");
        true
    }),
    ("a text is missing", |stage| stage["hint"].as_object_mut().and_then(|texts| texts.remove("ja")).is_some()),
    ("a text is in the wrong language", |stage| {
        stage["done"]["ko"] = stage["done"]["en"].clone();
        true
    }),
    ("the article does not exist", |stage| {
        stage["article"] = json!("§999");
        true
    }),
];

/// The first stage of each lesson is damaged in every way; all other stages are left out, so that
/// every fault found is the damage.
#[test]
fn every_kind_of_damage_is_noticed() {
    for (kind, file) in FILES {
        let book: Value = serde_json::from_str(file).expect("JSON");
        let known = articles(kind);
        for (name, damage) in DAMAGES {
            let mut damaged = 0;
            for lesson in book["lessons"].as_array().expect("lessons").iter().take(4) {
                for stage in lesson["stages"].as_array().expect("stages").iter().take(3) {
                    let mut stage = stage.clone();
                    if !damage(&mut stage) {
                        continue;
                    }
                    let mut lesson = lesson.clone();
                    lesson["stages"] = json!([stage]);
                    let only = json!({ "game": kind, "version": 1, "lessons": [lesson], "practice": [] });
                    let faults = check::faults(&only.to_string(), &known);
                    assert!(!faults.is_empty(), "{kind}: {name} is not noticed in {}", stage["id"]);
                    damaged += 1;
                }
            }
            assert!(damaged > 0 || name.contains("refus"), "{kind}: {name} was never tried");
        }
    }
}
