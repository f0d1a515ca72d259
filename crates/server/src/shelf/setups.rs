//! What a start is called: a game's own choices are tried until one gives that position.

use std::collections::HashMap;

use game::{Game, choices::Choice};

/// No game has more starts with names; beyond it, only what each seat brings is told apart.
const STARTS_MAX: usize = 1000;

/// The starts with names of one kind of game, found once for each rule set.
pub(crate) struct Setups {
    game: &'static dyn Game,
    by_rules: HashMap<String, HashMap<String, String>>,
}

impl Setups {
    pub(crate) fn new(game: &'static dyn Game) -> Self {
        Self { game, by_rules: HashMap::new() }
    }

    /// Such as `cho=inner;han=left`; nothing for a start without a name. What each seat brings is always said, anything else
    /// only where it is unusual.
    pub(crate) fn name(&mut self, rules: &str, start: &str) -> String {
        if !self.by_rules.contains_key(rules) {
            self.by_rules.insert(rules.to_owned(), named(self.game, rules));
        }
        self.by_rules.get(rules).and_then(|named| named.get(start)).cloned().unwrap_or_default()
    }
}

fn named(game: &dyn Game, rules: &str) -> HashMap<String, String> {
    let about = game.about();
    let is_seats = |choice: &&Choice| about.seats.contains(&choice.key);
    let all: Vec<&Choice> = about.starts.iter().filter(|choice| words(choice).next().is_some()).collect();
    let count = all.iter().map(|choice| words(choice).count()).product::<usize>();
    let choices = if count <= STARTS_MAX { all } else { all.into_iter().filter(is_seats).collect() };
    let mut starts = HashMap::new();
    for values in combinations(&choices) {
        let pairs = || choices.iter().zip(&values);
        let wish: Vec<_> = pairs().map(|(choice, value)| format!("{}={value}", choice.key)).collect();
        if let Ok(table) = game.start(&[&[rules.to_owned()], &wish[..]].concat().join(";")) {
            let said = pairs().filter(|(choice, value)| is_seats(choice) || choice.values.first() != Some(*value));
            let name: Vec<_> = said.map(|(choice, value)| format!("{}={value}", choice.key)).collect();
            starts.entry(table.state()).or_insert_with(|| name.join(";"));
        }
    }
    starts
}

/// The values that are words, and not places for a number or a text.
fn words(choice: &Choice) -> impl Iterator<Item = &'static str> {
    choice.values.iter().copied().filter(|value| value.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'))
}

fn combinations(choices: &[&Choice]) -> Vec<Vec<&'static str>> {
    let mut all = vec![Vec::new()];
    for choice in choices {
        let longer = |values: &Vec<&'static str>| {
            let values = values.clone();
            words(choice).map(move |word| values.iter().copied().chain([word]).collect())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_called_by_what_each_seat_brings() {
        let game = engine::catalog::find("janggi").expect("a game");
        let mut setups = Setups::new(game);
        for (rules, name) in [("kja;cho=inner;han=left", "cho=inner;han=left"), ("modern", "cho=inner;han=inner")] {
            let record = game.start(rules).expect("a start").record();
            assert_eq!(setups.name(&record.rules, &record.start), name);
        }
        let ending = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(setups.name("kja", ending), "", "that is no start");
    }

    #[test]
    fn every_game_has_few_starts_with_names() {
        for game in engine::catalog::games() {
            let about = game.about();
            for preset in about.presets {
                assert!(named(*game, preset.name).len() <= STARTS_MAX, "{} {}", about.kind, preset.name);
            }
        }
    }
}
