//! The library against the slow reference: the same legal actions, the same states, the same
//! refusals.

use std::collections::BTreeSet;

use game::conformance::garbled;
use game::rng::SplitMix;
use game::{Choices as _, Match, Position as _, choices};
use reference::{Board, Game, unordered};
use tigers::{Action, Position, Rules, Start};

use crate::{common, reference};

/// What both lists call an action: moves by destination, bolts and decoys in any order.
fn common_name(position: &Position, action: Action) -> String {
    match action {
        Action::Move(actor, _) if falls(position, action) => format!("{actor}m>34"),
        Action::Move(actor, path) => format!("{actor}m>{}", path.end()),
        action => unordered(&action.to_string()),
    }
}

fn falls(position: &Position, action: Action) -> bool {
    let Action::Move(actor, _) = action else { return false };
    let immune = position.effects(actor.unit).has(tigers::Effects::UNBREAKABLE);
    position.is_engaged(actor.unit) && position.troops(actor.unit) <= 2 && !immune
}

fn legal(position: &Position) -> Vec<Action> {
    let mut actions = Vec::new();
    position.each_legal(&mut |action| actions.push(action));
    actions
}

fn assert_same_legal(board: &Board, position: &Position) {
    let state = position.state();
    let slow = Game::read(board, &state);
    assert_eq!(slow.write(), state, "the reference reads and writes");
    let ours: BTreeSet<String> = legal(position).into_iter().map(|action| common_name(position, action)).collect();
    let theirs: BTreeSet<String> = slow.legal().iter().map(|text| unordered(text)).collect();
    let missing: Vec<_> = theirs.difference(&ours).collect();
    let superfluous: Vec<_> = ours.difference(&theirs).collect();
    assert!(missing.is_empty() && superfluous.is_empty(), "{state}\nmissing {missing:?}\nsuperfluous {superfluous:?}");
    assert_eq!(position.count_legal() as usize, ours.len(), "{state}");
}

fn assert_same_deed(board: &Board, position: &Position, text: &str) {
    let state = position.state();
    let mut game = Match::<Position>::load(*position.rules(), &state).expect("a written state is read");
    let ours = game.act(text).map(|()| game.position().state()).map_err(|refusal| refusal.code);
    let theirs = Game::read(board, &state).act(text).map(|game| game.write());
    assert_eq!(ours, theirs, "{text} at\n{state}");
}

fn compare_states(full: bool, seeds: std::ops::Range<u64>, actions: usize) {
    let board = Board::printed();
    for seed in seeds {
        let mut rng = SplitMix::new(seed);
        let state = common::random_state(full, &mut rng);
        let mut rules = Rules::default();
        let position = Position::load(&mut rules, &state).unwrap_or_else(|refusal| panic!("{state}: {refusal}"));
        assert_eq!(position.state(), state);
        assert_same_legal(&board, &position);
        assert_same_deed(&board, &position, "end");
        let legal = legal(&position);
        for _ in 0..actions {
            assert_same_deed(&board, &position, &wander(&position, &mut rng));
            let text = rng.pick(&legal).expect("the turn can always be ended").to_string();
            assert_same_deed(&board, &position, &text);
            assert_same_deed(&board, &position, &garbled(&text, &mut rng));
            assert_same_deed(&board, &position, &foolish(&position, &mut rng));
        }
    }
}

/// A Move from neighbor to neighbor, without looking whether something stands in the way.
fn wander(position: &Position, rng: &mut SplitMix) -> String {
    let units: Vec<_> = tigers::Unit::of(position.side()).filter(|unit| position.tile(*unit).is_some()).collect();
    let Some(unit) = rng.pick(&units) else { return "end".to_owned() };
    let mut at = position.tile(*unit).expect("on the board");
    let mut path = Vec::new();
    for _ in 0..=rng.below(usize::from(position.general(*unit).moves)) {
        let free: Vec<_> = at.neighbors().iter().filter(|tile| position.free().contains(*tile)).collect();
        let near: Vec<_> = if free.is_empty() { at.neighbors().iter().collect() } else { free };
        at = *rng.pick(&near).expect("every tile has neighbors");
        path.push(at.to_string());
    }
    format!("{}m{}", position.actor(*unit), path.join("-"))
}

/// An action that someone might try, seldom a legal one.
fn foolish(position: &Position, rng: &mut SplitMix) -> String {
    let codes: Vec<String> = tigers::Unit::all().map(|unit| unit.side().cased(position.general(unit).code)).collect();
    let code = |rng: &mut SplitMix| rng.pick(&codes).expect("ten generals").clone();
    let spot = |rng: &mut SplitMix| rng.below(36).to_string();
    let target = |rng: &mut SplitMix| if rng.below(2) == 0 { code(rng) } else { spot(rng) };
    let list = |rng: &mut SplitMix, item: &dyn Fn(&mut SplitMix) -> String, by: &str| {
        (0..=rng.below(3)).map(|_| item(rng)).collect::<Vec<_>>().join(by)
    };
    let actor = code(rng);
    match rng.below(6) {
        0 => format!("{actor}m{}", list(rng, &spot, "-")),
        1 => format!("{actor}x{}", target(rng)),
        2 => format!("{actor}k"),
        3 => format!("{actor}d{}:{}", spot(rng), rng.below(12)),
        _ => {
            let tactic = rng.pick(&tigers::Tactic::ALL).expect("twenty").code();
            match rng.below(3) {
                0 => format!("{actor}t{tactic}"),
                _ => format!("{actor}t{tactic}>{}", list(rng, &target, ",")),
            }
        }
    }
}

#[test]
fn base_mode_is_the_same_on_random_states() {
    compare_states(false, 0..2000, 6);
}

#[test]
fn full_mode_is_the_same_on_random_states() {
    compare_states(true, 0..1000, 6);
}

/// Whole games, so that turns end, generals return and limits are reached.
fn compare_games(choices: &str, seed: u64, deeds: usize) {
    let board = Board::printed();
    let mut rng = SplitMix::new(seed);
    let (rules, start) = choices::parse::<Rules, Start>(choices).expect("known choices");
    assert!(start.get("first").is_some());
    let mut game = Match::<Position>::start(rules, &start).expect("the game starts");
    let mut slow = Game::read(&board, &game.position().state());
    for _ in 0..deeds {
        if game.turn().is_none() {
            break;
        }
        let text = rng.pick(&game.legal()).expect("the turn can always be ended").to_string();
        game.act(&text).expect("a legal action");
        slow = slow.act(&text).unwrap_or_else(|code| panic!("{code}: {text} at {}", slow.write()));
        assert_eq!(game.position().state(), slow.write(), "after {text}");
    }
}

#[test]
fn base_games_are_the_same() {
    for seed in 0..30 {
        compare_games("base;quiet=60", seed, 400);
    }
}

#[test]
fn full_games_are_the_same() {
    for seed in 0..12 {
        let choices = common::random_full_choices(&mut SplitMix::new(seed));
        compare_games(&choices, seed, 120);
    }
}
