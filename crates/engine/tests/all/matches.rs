//! The thinking players beat the simplest ones, here in a few games with a small budget. The long
//! matches are in the benchmarks.

use engine::arena::play;
use engine::{Brain, Limits, catalog};
use game::Table;
use game::rng::SplitMix;

const DEEDS_MAX: usize = 2000;

/// A start with a few random actions, the same for the games of a round.
fn opened(kind: &str, rules: &str, round: u64) -> Box<dyn Table> {
    let mut table = catalog::find(kind).expect("a game").start(rules).expect("a start");
    let mut rng = SplitMix::new(round + 1);
    table.carry_out_forced();
    for _ in 0..4 {
        let legal = table.legal();
        let action = rng.pick(&legal).expect("something is legal");
        table.act(action).expect("it is legal");
        table.carry_out_forced();
    }
    table
}

/// How many of so many games the normal level wins, alone in first place, from all seats in turn.
fn won(kind: &str, rules: &str, other: &str, nodes: u64, games: u64) -> usize {
    let seats = catalog::find(kind).expect("a game").about().seats.len() as u64;
    let wins = |number: u64| {
        let (round, own) = (number / seats, number % seats);
        let mut table = opened(kind, rules, round);
        let mind = |seat: u64| {
            let own = (seat == own).then(|| catalog::seeded_brain(kind, "normal", number)).flatten();
            own.or_else(|| catalog::yardstick(kind, other, number * 16 + seat))
        };
        let mut minds: Vec<_> = (0..seats).map(|seat| mind(seat).expect("a player")).collect();
        let mut brains: Vec<&mut dyn Brain> = minds.iter_mut().map(|mind| &mut **mind as &mut dyn Brain).collect();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let bout = play(&mut *table, &mut brains, |_| limits, DEEDS_MAX, || (), &mut |_, _, _| ());
        assert_eq!(bout.refused, None, "{kind}");
        bout.outcome.and_then(|outcome| outcome.winner()).is_some_and(|winner| winner.index() as u64 == own)
    };
    (0..games).filter(|number| wins(*number)).count()
}

#[test]
fn nanguk_beats_random_and_greedy() {
    assert!(won("nanguk", "base;terrain=example", "random", 2_000, 4) >= 4);
    assert!(won("nanguk", "base;terrain=example", "greedy", 5_000, 4) >= 3);
}

#[test]
fn tigers_beats_random_and_greedy() {
    assert!(won("tigers", "base", "random", 2_000, 4) >= 4);
    assert!(won("tigers", "base", "greedy", 20_000, 6) >= 5);
    assert!(won("tigers", "full", "greedy", 20_000, 4) >= 3);
}

#[test]
fn yonin_beats_random_and_greedy() {
    assert!(won("yonin", "standard", "random", 2_000, 4) >= 4);
    assert!(won("yonin", "standard", "greedy", 10_000, 4) >= 2);
}

/// Random playouts with the same positions are no match for a search, and trees by hints are at least one.
#[test]
fn other_methods_are_held_at_equal_nodes() {
    assert!(won("nanguk", "base;terrain=example", "uct", 300, 4) >= 3);
    assert!(won("tigers", "base", "uct", 300, 4) >= 3);
    assert!(won("yonin", "standard", "uct", 200, 4) >= 2);
    assert!(won("nanguk", "base;terrain=example", "puct", 1_000, 4) >= 2);
}
