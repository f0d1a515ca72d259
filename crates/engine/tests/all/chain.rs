//! Checks and chains of checks in yonin shogi.

use engine::chain::Chain;
use engine::judges::yonin::YoninJudge;
use engine::{Decision, Judge, Limits, Task, catalog};
use game::rng::SplitMix;
use game::{Deed, Match, Position as _, Seat};
use yonin::Position;

use crate::common::{load, start};

/// Calls with every position of random games, as long as they go on.
fn each_game(rules: &[&str], deeds: usize, mut visit: impl FnMut(&Match<Position>)) {
    for (seed, rules) in (0..).zip(rules) {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<Position>(rules);
        while game.outcome().is_none() && game.past().len() < deeds {
            visit(&game);
            let action = rng.pick(&game.legal()).copied().expect("a game that goes on has actions");
            game.do_deed(Deed::Act(action)).expect("legal");
        }
    }
}

/// Every action is told to give check as playing it shows.
#[test]
fn checks_are_told_as_played() {
    let mut checks = 0;
    each_game(&["standard", "doubles", "standard", "standard;fate=inherit"], 300, |game| {
        let position = game.position();
        for action in game.legal().into_iter().filter(|_| position.pending().next().is_none()) {
            let mut child = position.clone();
            child.play_unchecked(action);
            let checked = child.pending().next().is_some() || child.out().len() > position.out().len();
            assert_eq!(YoninJudge.may_threaten(position, action), checked, "{action} in {}", position.state());
            checks += usize::from(checked);
        }
    });
    assert!(checks > 100, "{checks}");
}

/// Whether the seat beats somebody with so many checks at most, by looking at everything. Nothing of the solver
/// is in it.
fn beats(position: &Position, seat: Seat, out: usize, checks: u32) -> bool {
    let own = position.turn() == seat;
    if position.out().len() > out && position.out().iter().all(|out| out.seat.seat() != seat) {
        return true;
    }
    if position.ending().is_some() || (own && checks == 0) || (!own && position.pending().next().is_none()) {
        return false;
    }
    let mut actions = Vec::new();
    position.each_legal(&mut |action| actions.push(action));
    let goes_well = |action| {
        let mut child = position.clone();
        child.play_unchecked(action);
        let keeps_on = !own || child.turn() != seat;
        keeps_on && beats(&child, seat, out, checks - u32::from(own))
    };
    if own { actions.into_iter().any(goes_well) } else { actions.into_iter().all(goes_well) }
}

const LIMITS: Limits = Limits { nodes: Some(40_000), depth: None, time_ms: None };

fn chain(game: &Match<Position>) -> Option<yonin::Action> {
    let position = game.position();
    Chain::new(&YoninJudge, position, game.past(), LIMITS, &()).find(position)
}

/// A chain that looking at everything finds is found, too, and what is found holds against every answer.
#[test]
fn chains_are_found_and_hold() {
    let (mut found, mut followed) = (0, 0);
    each_game(&["standard", "standard", "doubles", "standard"], 200, |game| {
        let (position, seat) = (game.position(), game.position().turn());
        let first = chain(game);
        if beats(position, seat, position.out().len(), 2) {
            assert!(first.is_some(), "{}", position.state());
            found += 1;
        }
        if let Some(action) = first.filter(|_| followed < 40) {
            followed += 1;
            assert!(holds(game, seat, action, 12), "{action} in {}", position.state());
        }
    });
    assert!(found > 20, "{found}");
}

/// Whether a chain goes on to its end after every answer to its first action.
fn holds(game: &Match<Position>, seat: Seat, action: yonin::Action, left: u32) -> bool {
    let out = game.position().out().len();
    let mut next = game.clone();
    next.do_deed(Deed::Act(action)).expect("legal");
    answered(&next, seat, out, left)
}

fn answered(game: &Match<Position>, seat: Seat, out: usize, left: u32) -> bool {
    let position = game.position();
    if position.out().len() > out {
        return true;
    }
    if position.turn() == seat {
        return left > 0 && chain(game).is_some_and(|action| holds(game, seat, action, left - 1));
    }
    game.legal().into_iter().all(|action| {
        let mut next = game.clone();
        next.do_deed(Deed::Act(action)).expect("legal");
        answered(&next, seat, out, left)
    })
}

/// Forty mates by three to seven checks from games of this player; an exhaustive search has counted the checks.
#[test]
fn mates_of_many_checks_are_found() {
    let mates: Vec<_> = include_str!("data/yonin-mates.txt").lines().filter_map(|line| line.split_once(';')).collect();
    assert_eq!(mates.len(), 40);
    let found = mates.iter().filter(|(_, state)| chain(&load::<Position>("standard", state)).is_some()).count();
    assert!(found >= 36, "{found} of {}", mates.len());
}

/// Plays a mate of so many checks against random answers; whether somebody is out in time.
fn mates(brain: &mut dyn engine::Brain, checks: usize, state: &str) -> bool {
    let mut table = catalog::find("yonin").expect("a game").load("standard", state).expect("a state");
    let mut rng = SplitMix::new(5);
    let seat = table.turn().expect("it goes on");
    let out = |table: &dyn game::Table| {
        table.as_any().downcast_ref::<Match<Position>>().map_or(0, |game| game.position().out().len())
    };
    let before = out(&*table);
    for _ in 0..6 * checks {
        if out(&*table) > before {
            return true;
        }
        let action = if table.turn().expect("nobody is out, so it goes on") == seat {
            let limits = Limits { nodes: Some(60_000), ..Limits::default() };
            match brain.think(&Task::choose(&*table, seat, limits, &()), &mut |_| ()) {
                Decision::Act(action) => action,
                Decision::Resign => panic!("it does not give up"),
            }
        } else {
            rng.pick(&table.legal()).expect("it goes on").clone()
        };
        table.act(&action).expect("legal");
    }
    out(&*table) > before
}

/// A thinking player follows a chain to its end, although each thought is a new one.
#[test]
fn a_player_mates() {
    for line in include_str!("data/yonin-mates.txt").lines().step_by(13) {
        let (checks, state) = line.split_once(';').expect("two fields");
        let mut brain = catalog::analyst("yonin").expect("an analyst");
        assert!(mates(&mut *brain, checks.parse().expect("a number"), state), "{state}");
    }
}

/// Whoever compares methods can leave chains out; then the player thinks otherwise.
#[test]
fn chains_can_be_left_out() {
    let nodes = |options: &str, state: &str| {
        let table = catalog::find("yonin").expect("a game").load("standard", state).expect("a state");
        let mut brain = catalog::analyst_by_hand("yonin", options, 0).expect("known options");
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut nodes = 0;
        let task = Task::choose(&*table, table.turn().expect("it goes on"), limits, &());
        brain.think(&task, &mut |thought| nodes = thought.nodes);
        nodes
    };
    let (_, state) = include_str!("data/yonin-mates.txt").split_once(';').expect("two fields");
    let state = state.lines().next().expect("a first line");
    assert!(nodes("chains=sought", state) < nodes("chains=ignored", state));
    assert!(catalog::analyst_by_hand("yonin", "chains=found", 0).is_err());
}
