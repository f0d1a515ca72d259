//! The worked examples of the rule book.

use game::{Match, Position as _};
use tigers::{Position, Rules};

struct Example<'a> {
    title: &'a str,
    state: &'a str,
    actions: Vec<&'a str>,
    result: &'a str,
}

fn examples(text: &str) -> Vec<Example<'_>> {
    let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty() && !block.starts_with('#'));
    blocks.map(|block| Example::read(block.trim())).collect()
}

impl<'a> Example<'a> {
    fn read(block: &'a str) -> Self {
        let line = |start: &str| block.lines().find_map(|line| line.strip_prefix(start)).expect("a line of each kind");
        Self {
            title: block.lines().next().expect("a title"),
            state: line("S "),
            actions: line("A ").split(' ').collect(),
            result: line("R "),
        }
    }

    fn run(&self) -> String {
        let mut game = match Match::<Position>::load(Rules::default(), self.state) {
            Ok(game) => game,
            Err(refusal) => return refusal.to_string(),
        };
        assert_eq!(game.position().state(), self.state, "{}: the state is not written back", self.title);
        for (index, action) in self.actions.iter().enumerate() {
            if let Err(refusal) = game.act(action) {
                return format!("error {} at {}", refusal.code, index + 1);
            }
        }
        game.position().state()
    }
}

#[test]
fn every_example_of_the_rule_book_holds() {
    let text = include_str!("../data/examples.txt");
    let examples = examples(text);
    assert_eq!(examples.len(), 184);
    let failed: Vec<_> = examples
        .iter()
        .map(|example| (example, example.run()))
        .filter(|(example, result)| result != example.result)
        .map(|(example, result)| format!("{}\n  wanted {}\n  got    {result}", example.title, example.result))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
