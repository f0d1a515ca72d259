//! The laws of the house, and the invariants of this game on random games.

use game::conformance::{Effort, mixed_games_end, random_game, random_games};
use game::rng::SplitMix;
use game::{Match, Position as _, choices};
use tigers::{Mode, POOL, Place, Position, Rules, Side, Start, Tactic, Unit};

use crate::common;

fn start(text: &str) -> Match<Position> {
    let (rules, start) = choices::parse::<Rules, Start>(text).expect("known choices");
    Match::start(rules, &start).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

#[test]
fn base_games_obey_the_contract() {
    random_games::<Position>("base", Effort { games: 5, deeds: 900, seed: 1 });
    random_games::<Position>("base;quiet=200;kn=9", Effort { games: 2, deeds: 500, seed: 40 });
}

#[test]
fn full_games_obey_the_contract() {
    random_games::<Position>("full", Effort { games: 4, deeds: 200, seed: 2 });
}

#[test]
fn random_decks_obey_the_contract() {
    for seed in 0..8 {
        let text = common::random_full_choices(&mut SplitMix::new(seed));
        random_games::<Position>(&text, Effort { games: 1, deeds: 200, seed });
    }
}

#[test]
fn random_options_obey_the_contract() {
    let mut rng = SplitMix::new(99);
    for seed in 0..16 {
        let mut pick = |items: &[&str]| (*rng.pick(items).expect("some")).to_owned();
        let text = format!(
            "{};ap={};kn={};sup={};quiet={};ply={};markers={};layout={};first={};first_actions={}",
            pick(&["base", "full"]),
            pick(&["1", "2", "3", "5"]),
            pick(&["1", "2", "3", "7"]),
            pick(&["0", "1"]),
            pick(&["1", "8", "30"]),
            pick(&["1", "20", "200"]),
            pick(&["hidden", "open"]),
            pick(&["mirror", "facing"]),
            pick(&["A", "B"]),
            pick(&["ap", "1", "2", "3"]),
        );
        random_games::<Position>(&text, Effort { games: 1, deeds: 90, seed });
    }
}

#[test]
fn random_states_obey_the_contract() {
    for seed in 0..60 {
        let mut rng = SplitMix::new(seed);
        let state = common::random_state(seed % 2 == 0, &mut rng);
        random_game(Match::<Position>::load(Rules::default(), &state).expect("a state"), seed, 25);
    }
}

/// Troops on the board and waiting, which only a return from OUT can raise in base mode.
fn led(position: &Position, side: Side) -> u32 {
    Unit::of(side).map(|unit| u32::from(position.troops(unit))).sum()
}

fn assert_invariants(position: &Position) {
    let state = position.state();
    for unit in Unit::all() {
        if let Some(tile) = position.tile(unit) {
            assert_eq!(position.unit_at(tile), Some(unit), "two generals on {tile}: {state}");
            assert!(position.troops(unit) > 0, "nobody leads nobody: {state}");
            assert!(!position.site(tile).is_some_and(tigers::Site::is_structure), "on a structure: {state}");
        }
        if position.is_engaged(unit) {
            let partner = position.partner(unit).unwrap_or_else(|| panic!("no partner: {state}"));
            assert_ne!(partner.side(), unit.side());
            assert_eq!(position.partner(partner), Some(unit), "a pair has two: {state}");
        }
        if let Place::Riding(slot) = position.place(unit) {
            let host = Unit::new(unit.side(), usize::from(slot));
            assert_eq!(position.rider(host), Some(unit), "one rider a host: {state}");
            assert!(position.tile(host).is_some(), "a rider needs a host: {state}");
        }
    }
    if position.rules().mode == Mode::Full {
        for side in Side::ALL {
            let all = position.strength(side) + u32::from(position.graveyard(side));
            assert_eq!(all, u32::from(POOL), "the pool of {side:?}: {state}");
        }
    }
}

fn assert_troops_only_return(before: &Position, after: &Position) {
    for side in Side::ALL {
        let (old, new) = (led(before, side), led(after, side));
        let returned: u32 = Unit::of(side)
            .filter(|unit| matches!(before.place(*unit), Place::Out(_)) && after.tile(*unit).is_some())
            .map(|unit| u32::from(after.initial_troops(unit)))
            .sum();
        assert!(new <= old + returned, "troops from nowhere: {} then {}", before.state(), after.state());
    }
}

#[test]
fn invariants_hold_in_random_games_and_all_tactics_are_cast() {
    let mut cast = Vec::new();
    for seed in 0..400 {
        let mut rng = SplitMix::new(seed);
        let text = if seed % 4 == 0 { "base;quiet=90".to_owned() } else { common::random_full_choices(&mut rng) };
        let mut game = start(&text);
        while game.turn().is_some() {
            assert_invariants(game.position());
            let action = *rng.pick(&game.legal()).expect("the turn can always be ended");
            if let tigers::Action::Tactic(_, tactic, _) = action {
                cast.push(tactic);
            }
            let before = *game.position();
            game.do_deed(game::Deed::Act(action)).expect("a legal action");
            if before.rules().mode == Mode::Base {
                assert_troops_only_return(&before, game.position());
            }
        }
        assert_invariants(game.position());
        assert!(game.position().turn_number() <= 201, "every game ends by player turn 200");
    }
    for tactic in Tactic::ALL {
        assert!(cast.contains(&tactic), "{} was never cast", tactic.code());
    }
}

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<Position>(), 192);
    assert!(size_of::<tigers::Action>() <= 16);
}

#[test]
fn every_mixture_of_options_comes_to_an_end() {
    mixed_games_end::<Position>(Effort { games: 8, deeds: 0, seed: 1 });
}
