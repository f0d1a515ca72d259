//! Counts of action sequences, a checksum of the rules, and the key that goes with them.

use std::collections::HashMap;

use game::perft::{divide, perft};
use game::rng::SplitMix;
use game::{Match, Position as _, choices};
use tigers::{Position, Rules, Start};

use crate::common;

/// Our own figures; the legal lists and states behind them agree with the slow reference.
const ROWS: &str = include_str!("../data/perft.txt");

#[test]
fn counts_are_what_they_were() {
    for row in ROWS.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = row.split(" | ");
        let (rules, start) = choices::parse::<Rules, Start>(parts.next().expect("rules")).expect("known rules");
        let game = match parts.next().expect("a state") {
            "start" => Match::<Position>::start(rules, &start),
            state => Match::<Position>::load(rules, state),
        };
        let game = game.expect("a position");
        for (depth, count) in (1..).zip(parts.next().expect("counts").split(' ')) {
            assert_eq!(perft(game.position(), depth).to_string(), count, "depth {depth} of {row}");
        }
        let split: u64 = divide(game.position(), 2).into_iter().map(|(_, count)| count).sum();
        assert_eq!(split, perft(game.position(), 2));
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    for seed in 0..150 {
        let mut rng = SplitMix::new(seed);
        let text = if seed % 2 == 0 { "base".to_owned() } else { common::random_full_choices(&mut rng) };
        let (rules, start) = choices::parse::<Rules, Start>(&text).expect("known choices");
        let mut game = Match::<Position>::start(rules, &start).expect("the game starts");
        while game.turn().is_some() {
            remember(&mut seen, game.position());
            let action = *rng.pick(&game.legal()).expect("the turn can always be ended");
            game.do_deed(game::Deed::Act(action)).expect("a legal action");
        }
    }
    assert!(seen.len() > 10_000, "{} positions", seen.len());
}

/// The state without its clock.
fn remember(seen: &mut HashMap<u64, String>, position: &Position) {
    let state = position.state();
    let fields: Vec<&str> = state.split(' ').enumerate().filter(|(index, _)| *index != 7).map(|(_, f)| f).collect();
    let essence = fields[1..].join(" ");
    let old = seen.entry(position.key()).or_insert_with(|| essence.clone());
    assert_eq!(*old, essence, "two positions share a key");
}

#[test]
fn equal_positions_have_equal_keys() {
    let play = |actions: [&str; 2]| {
        let mut game = Match::<Position>::start(Rules::default(), &Start::default()).expect("the game starts");
        for action in actions {
            game.act(action).expect(action);
        }
        *game.position()
    };
    let (one, two) = (play(["GYm5", "MCm9"]), play(["MCm9", "GYm5"]));
    assert_eq!(one, two);
    assert_eq!(one.key(), two.key());
}
