//! The worked examples of the rule book, read from a file.

use game::{Match, Position as _, choices};
use yonin::{Position, Rules, Start};

const EXAMPLES: &str = include_str!("../data/examples.txt");
const COUNT: usize = 109;

#[test]
fn every_example_of_the_rule_book_holds() {
    let blocks = EXAMPLES.split("\n\n").map(str::trim).filter(|block| block.starts_with('X'));
    let mut count = 0;
    for example in blocks.map(Example::read) {
        example.test();
        count += 1;
    }
    assert_eq!(count, COUNT);
}

struct Example<'a> {
    title: &'a str,
    options: &'a str,
    state: &'a str,
    play: &'a str,
    query: Option<&'a str>,
    expect: &'a str,
    result: Option<&'a str>,
}

impl<'a> Example<'a> {
    fn read(block: &'a str) -> Self {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        Self {
            title: block.lines().next().expect("a title"),
            options: field("options").unwrap_or_default(),
            state: field("state").expect("a state"),
            play: field("play").unwrap_or_default(),
            query: field("query"),
            expect: field("expect").expect("what is expected"),
            result: field("result"),
        }
    }

    fn test(&self) {
        let title = self.title;
        let rules = format!("standard;{}", self.options.replace(' ', ";"));
        let (rules, _) = choices::parse::<Rules, Start>(&rules).expect("known options");
        let mut game = match Match::<Position>::load(rules, self.state) {
            Ok(game) => game,
            Err(refusal) => return assert_eq!(format!("error {}", refusal.code), self.expect, "{title}: {refusal}"),
        };
        let deeds: Vec<&str> = self.play.split_whitespace().collect();
        for (index, deed) in deeds.iter().enumerate() {
            let before = game.position().state();
            if let Err(refusal) = game.act(deed) {
                assert_eq!(index + 1, deeds.len(), "{title}: {deed} is refused: {refusal}");
                assert_eq!(format!("error {}", refusal.code), self.expect, "{title}: {refusal}");
                assert_eq!(game.position().state(), before, "{title}");
                return;
            }
        }
        let found = self.query.map_or_else(|| game.position().state(), |query| answer(&game, query));
        assert_eq!(found, self.expect, "{title}");
        assert_eq!(game.position().result().as_deref(), self.result, "{title}");
    }
}

/// `all legal moves` or `legal moves whose text starts with 5e`.
fn answer(game: &Match<Position>, query: &str) -> String {
    let start = query.strip_prefix("legal moves whose text starts with ");
    let mut texts: Vec<String> = game.legal().iter().map(ToString::to_string).collect();
    texts.retain(|text| text.starts_with(start.unwrap_or_default()));
    texts.sort_unstable();
    let which = start.map_or("all".to_owned(), |start| format!("from {start}"));
    format!("legal {which} = {}", texts.join(" "))
}
