//! The worked examples of the rule book.

use game::{Match, choices};
use nanguk::{Position, Rules, Start};

struct Example<'a> {
    title: &'a str,
    options: &'a str,
    state: &'a str,
    actions: &'a str,
    result: &'a str,
}

fn examples() -> Vec<Example<'static>> {
    let text = include_str!("../data/examples.txt");
    text.split("\n\n").skip(1).map(read_example).collect()
}

fn read_example(block: &str) -> Example<'_> {
    let mut lines = block.trim().lines();
    let title = lines.next().expect("an example has a title");
    let mut field = |name: &str| {
        let line = lines.next().unwrap_or_else(|| panic!("{title} has no {name}"));
        line.strip_prefix(name).unwrap_or_else(|| panic!("{line} is no {name}")).trim()
    };
    let (options, state) = (field("options:"), field("state:"));
    Example { title, options, state, actions: field("action:"), result: field("result:") }
}

/// The state after all actions, or the code of the first refusal.
fn outcome(example: &Example<'_>) -> String {
    let (rules, _) = choices::parse::<Rules, Start>(example.options).expect("known options");
    let mut game =
        Match::<Position>::load(rules, example.state).unwrap_or_else(|refusal| panic!("{}: {refusal}", example.title));
    for action in example.actions.split(' ') {
        if let Err(refusal) = game.act(action) {
            return refusal.code.to_owned();
        }
    }
    game::Position::state(game.position())
}

#[test]
fn every_worked_example_holds() {
    let examples = examples();
    assert_eq!(examples.len(), 172);
    let wrong: Vec<String> = examples
        .iter()
        .filter_map(|example| {
            let found = outcome(example);
            (found != example.result)
                .then(|| format!("{}\n  {found}\n  instead of\n  {}", example.title, example.result))
        })
        .collect();
    assert!(wrong.is_empty(), "{} examples fail:\n{}", wrong.len(), wrong.join("\n"));
}

fn counts() -> impl Iterator<Item = &'static str> {
    include_str!("../data/perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn the_first_actions_are_the_same_on_every_ground() {
    let first = "a2-a3 b1-a3 b1-c3 b3-a3 b3-b4 b3-c3 c2-c3 d2-d4 d3-c3 d3-d4 e2-e4 e3-e4 e3-f3 f2-f3 g1-f3 g1-h3 g3-f3 \
                 g3-g4 g3-h3 h2-h3";
    for terrain in ["example", "plain", "ridge", "valley", "spine", "random:7"] {
        assert_eq!(legal(&format!("terrain={terrain}"), None), first.split(' ').collect::<Vec<_>>(), "{terrain}");
    }
}

fn legal(choice: &str, state: Option<&str>) -> Vec<String> {
    let (rules, start) = choices::parse::<Rules, Start>(choice).expect("known choices");
    let game = match state {
        None => Match::<Position>::start(rules, &start),
        Some(state) => Match::<Position>::load(rules, state),
    };
    game::Table::legal(&game.expect("a game"))
}

#[test]
fn special_actions_of_the_middle_games_are_found() {
    let specials =
        [('N', "f3*e5"), ('N', "h3*g5 h3*h5"), ('S', "c2*b4 f4!f7"), ('H', "b4*d6"), ('F', "b5*a7 b5*b6 f4^ h3*g5")];
    let mut states: Vec<&str> = counts().filter_map(|line| line.split(" | ").nth(1)).filter(|s| *s != "-").collect();
    states.dedup();
    assert_eq!(states.len(), specials.len());
    for (state, (variant, special)) in states.into_iter().zip(specials) {
        assert!(state.starts_with(variant));
        let found: Vec<String> =
            legal("", Some(state)).into_iter().filter(|text| text.contains(['*', '!', '^', '@'])).collect();
        assert_eq!(found.join(" "), special, "{state}");
    }
}
