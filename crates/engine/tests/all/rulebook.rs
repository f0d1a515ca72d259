//! The rule books in the app: every board can be tried, and refuses what the book says.

use std::collections::BTreeSet;

use engine::catalog;
use engine::lessons::{self, Language};
use engine::rulebook::{self, Block, RuleBook, TryBoard};

/// How many boards each book has at least.
const BOARDS: [(&str, usize); 4] = [("janggi", 14), ("nanguk", 12), ("tigers", 12), ("yonin", 10)];

fn book(kind: &str, language: Language) -> RuleBook {
    rulebook::book(kind, language).expect("every game has a rule book")
}

fn boards(book: &RuleBook) -> Vec<(String, TryBoard)> {
    let in_article = |article: &rulebook::Article| {
        let board = |block: &Block| {
            if let Block::Board(board) = block { Some((article.id.clone(), board.clone())) } else { None }
        };
        article.body.iter().filter_map(board).collect::<Vec<_>>()
    };
    book.articles.iter().flat_map(in_article).collect()
}

#[test]
fn every_board_loads_and_refuses_with_just_that_code() {
    for (kind, least) in BOARDS {
        let game = catalog::find(kind).expect("a game of the house");
        let found = boards(&book(kind, Language::English));
        assert!(found.len() >= least, "{kind}: {}", found.len());
        for (article, board) in found {
            let state = board.state.as_deref().expect("a state");
            let mut table = game.load(&board.rules, state).unwrap_or_else(|refusal| panic!("{article}: {refusal}"));
            assert_eq!((board.kind.as_str(), table.state().as_str()), (kind, state), "{article}");
            for act in &board.acts {
                table.play(act).unwrap_or_else(|refusal| panic!("{article} {act}: {refusal}"));
            }
            assert!(!table.legal().is_empty(), "{article}");
            for (act, code) in &board.refuse {
                let refused = table.fork().play(act).expect_err(act);
                assert_eq!(refused.code, code, "{article} {act}");
            }
        }
    }
}

#[test]
fn every_language_has_the_same_articles_and_boards() {
    for (kind, _) in BOARDS {
        let of = |language: Language| {
            let book = book(kind, language);
            let articles: Vec<_> = book.articles.iter().map(|a| a.id.clone()).filter(|id| !id.is_empty()).collect();
            let boards: Vec<_> = boards(&book).into_iter().map(|(id, board)| (id, board.state, board.refuse)).collect();
            (articles, boards)
        };
        let english = of(Language::English);
        for (_, language, _) in rulebook::FILES.iter().filter(|(game, ..)| *game == kind) {
            assert_eq!(of(*language), english, "{kind} {}", language.code());
        }
    }
}

#[test]
fn the_books_are_read_whole() {
    for (kind, language, text) in rulebook::FILES {
        let articles = rulebook::read(kind, text);
        let tree = serde_json::to_string(&articles).expect("plain data");
        let headings =
            text.lines().filter(|line| line.contains('§') && (line.starts_with("## ") || line.starts_with("### ")));
        for heading in headings {
            let words = heading.trim_start_matches('#').trim();
            let end = words.find(|c: char| "`*".contains(c)).unwrap_or(words.len());
            assert!(tree.contains(words[..end].trim()), "{kind} {}: {words}", language.code());
        }
        let plain = tree.split("\"text\":\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default());
        for words in plain {
            assert!(!words.contains("](") && !words.contains("**"), "{kind} {}: {words}", language.code());
        }
    }
}

#[test]
fn refusals_lead_to_articles_and_articles_to_lessons() {
    for (kind, _) in BOARDS {
        let book = book(kind, Language::Korean);
        let ids: BTreeSet<_> = book.articles.iter().map(|article| article.id.as_str()).collect();
        assert!(book.codes.len() > 5, "{kind}");
        assert!(book.codes.values().all(|article| ids.contains(article.as_str())), "{kind}: {:?}", book.codes);
        assert!(book.lessons.keys().all(|article| ids.contains(article.as_str())), "{kind}");
        let lessons = lessons::book(kind).expect("a book");
        let taught = |id: &str| book.lessons.values().flatten().any(|taught| taught.id == id);
        assert!(lessons.lessons.iter().all(|lesson| taught(&lesson.id)), "{kind}");
        for stage in lessons.lessons.iter().flat_map(|lesson| &lesson.stages) {
            assert!(stage.refuse.iter().all(|refused| book.codes.contains_key(&refused.code)), "{kind} {}", stage.id);
        }
    }
}

#[test]
fn the_sample_game_of_nanguk_can_be_stepped_through() {
    for language in Language::ALL {
        let book = book("nanguk", language);
        let samples: Vec<_> = book.articles.iter().flat_map(|article| &article.body).collect();
        let samples: Vec<_> = samples
            .iter()
            .filter_map(|block| if let Block::Sample(sample) = block { Some(sample) } else { None })
            .collect();
        let [sample] = samples[..] else { panic!("one game") };
        let mut table = catalog::find("nanguk").expect("a game").load(&sample.rules, &sample.state).expect("a state");
        for act in &sample.acts {
            table.play(act).unwrap_or_else(|refusal| panic!("{act}: {refusal}"));
        }
        assert_eq!(table.result().as_deref(), Some("b+K"));
        assert!(sample.acts.len() <= engine::positions::ACTS_MAX);
        assert_eq!(sample.notes.len(), sample.acts.len());
        assert!(sample.notes.iter().filter(|note| !note.is_empty()).count() > 15);
    }
}
