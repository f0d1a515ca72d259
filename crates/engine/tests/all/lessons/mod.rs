//! The lessons hold what they promise: every stage is checked against the rules.

mod check;
mod mutations;
mod practice;

use std::collections::BTreeSet;
use std::path::Path;

use engine::catalog;
use engine::lessons::{self, Attempt, Language, Say, Standing, attempt};

/// The articles of a rule book.
fn articles(kind: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/rules/{kind}.md"));
    let book = std::fs::read_to_string(path).expect("every game has a rule book");
    let numbers = book.split('§').skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        format!("§{}", &rest[..end])
    });
    numbers.collect()
}

fn assert_sound(kind: &str) {
    let book = lessons::book(kind).expect("every game has a book");
    let faults = check::of_book(book, &articles(kind), |_| true);
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_stage_of_janggi_is_sound() {
    assert_sound("janggi");
}

#[test]
fn every_stage_of_nanguk_is_sound() {
    assert_sound("nanguk");
}

#[test]
fn every_stage_of_tigers_is_sound() {
    assert_sound("tigers");
}

#[test]
fn every_stage_of_yonin_is_sound() {
    assert_sound("yonin");
}

#[test]
fn every_game_has_a_book_and_the_curriculum_is_whole() {
    let kinds: Vec<_> = catalog::games().iter().map(|game| game.about().kind).collect();
    let books: Vec<_> = lessons::books().iter().map(|book| book.game.as_str()).collect();
    assert_eq!(books, kinds);
    let lessons: Vec<_> = lessons::books().iter().flat_map(|book| &book.lessons).collect();
    let stages: usize = lessons.iter().map(|lesson| lesson.stages.len()).sum();
    let practice: usize = lessons::books().iter().map(|book| book.practice.len()).sum();
    assert_eq!((lessons.len(), stages, practice), (39, 177, 12));
}

#[test]
fn every_answer_solves_its_stage_with_three_stars() {
    for book in lessons::books() {
        let game = catalog::find(&book.game).expect("a game of the house");
        for stage in book.lessons.iter().flat_map(|lesson| &lesson.stages) {
            for line in &stage.answers {
                let tried = Attempt { acts: line.clone(), ..Attempt::default() };
                let answer =
                    attempt(game, stage, &tried).unwrap_or_else(|refused| panic!("{}: {}", stage.id, refused.detail));
                assert_eq!((answer.state, answer.stars), (Standing::Done, 3), "{} {line:?}", stage.id);
                assert!(answer.legal.is_empty() && !answer.told.is_empty());
            }
        }
    }
}

#[test]
fn help_shows_the_next_action_of_a_solution_but_words_come_first() {
    for book in lessons::books() {
        let game = catalog::find(&book.game).expect("a game of the house");
        for stage in book.lessons.iter().flat_map(|lesson| &lesson.stages) {
            let asked = |hints| attempt(game, stage, &Attempt { hints, ..Attempt::default() }).expect("no action");
            assert_eq!(asked(1).show, None);
            let shown = asked(2).show.unwrap_or_default();
            assert!(stage.answers.iter().any(|line| line[0] == shown), "{}: {shown}", stage.id);
        }
    }
}

#[test]
fn stars_are_lost_by_help_failures_and_detours_but_not_by_refusals() {
    let game = catalog::find("janggi").expect("a game of the house");
    let stage = |lesson: &str, stage: &str| {
        lessons::book("janggi").and_then(|book| book.lesson(lesson)?.stage(stage)).expect("a stage")
    };
    let stars = |acts: &[&str], hints, fails| {
        let acts = acts.iter().map(|act| (*act).to_owned()).collect();
        attempt(game, stage("soldier", "forward"), &Attempt { acts, hints, fails }).expect("legal").stars
    };
    assert_eq!(stars(&["e4e5", "e5e6"], 0, 0), 3);
    assert_eq!(stars(&["e4e5", "e5e6"], 1, 0), 2);
    assert_eq!(stars(&["e4e5", "e5e6"], 0, 2), 1);
    assert_eq!(stars(&["e4e5", "e2e1", "e5e6"], 0, 0), 2);
    assert_eq!(stars(&["e4e5", "e2e1", "e1e2", "e5e6"], 0, 0), 1);
    assert_eq!(stars(&["e4e5", "e2e1"], 0, 0), 0);
    let back = Attempt { acts: vec!["e6e5".to_owned()], ..Attempt::default() };
    let refused = attempt(game, stage("soldier", "never-back"), &back).expect_err("never back");
    assert_eq!((refused.code, refused.say), ("E_BACKWARD", Some(Say::Refuse(0))));
}

#[test]
fn another_spelling_of_an_action_counts_and_an_action_after_the_end_does_not() {
    let game = catalog::find("janggi").expect("a game of the house");
    let stage = lessons::book("janggi").and_then(|book| book.lesson("opening")?.stage("open-file")).expect("a stage");
    let tried = |acts: &[&str]| {
        attempt(
            game,
            stage,
            &Attempt { acts: acts.iter().map(|act| (*act).to_owned()).collect(), ..Attempt::default() },
        )
    };
    assert_eq!(tried(&["71졸72"]).expect("the same move in Korean digits").state, Standing::Done);
    assert_eq!(tried(&["c4b4"]).expect("legal").state, Standing::Again);
    assert_eq!(tried(&["a4b4", "a7b7"]).expect_err("it is done").code, "E_OVER");
}

#[test]
fn a_book_on_the_wire_is_small_and_holds_no_answers() {
    for book in lessons::books() {
        for language in Language::ALL {
            let text = serde_json::to_string(&lessons::BookSight::new(book, language)).expect("plain data");
            assert!(!text.contains("\"answers\":") && !text.contains("\"replies\":"), "{}", book.game);
            assert!(text.len() < 40_000, "{} {}: {}", book.game, language.code(), text.len());
        }
    }
}
