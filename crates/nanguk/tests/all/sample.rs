//! The commented game of the rule pages is a record that replays.

use game::Match;
use nanguk::{NGN, Position};

fn record_in(page: &str) -> &str {
    let (_, after) = page.split_once("```ngn\n").expect("the page has a record");
    after.split_once("```").expect("the record ends").0
}

fn assert_replays(page: &str) -> Vec<String> {
    let mut games = NGN.read(record_in(page).as_bytes());
    assert_eq!(games.len(), 1);
    let record = games.remove(0).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(record.result.as_deref(), Some("b+K"));
    assert!(record.entries.iter().filter(|entry| !entry.notes.is_empty()).count() > 15, "it is commented");
    let game = Match::<Position>::replay(&record).expect("it was read");
    let written = (NGN.write.expect("it is written"))(&record).expect("a record");
    assert_eq!(NGN.read(&written), vec![Ok(record)]);
    game.entries().iter().map(|entry| entry.deed.clone()).collect()
}

#[test]
fn the_game_of_the_rule_pages_replays() {
    let english = assert_replays(include_str!("../../../../docs/rules/nanguk.md"));
    let korean = assert_replays(include_str!("../../../../docs/rules/nanguk.ko.md"));
    assert_eq!(english.len(), 64 + 33);
    assert_eq!(english, korean, "both pages tell the same game");
}

/// The program names articles; both pages must have them all.
#[test]
fn both_pages_have_every_article() {
    for page in [include_str!("../../../../docs/rules/nanguk.md"), include_str!("../../../../docs/rules/nanguk.ko.md")]
    {
        let articles: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("### §")).collect();
        assert_eq!(articles.len(), 39);
        for (number, article) in (1..).zip(articles) {
            assert!(article.starts_with(&format!("{number} ")), "§{number}: {article}");
        }
    }
}
