//! Games with a planted blunder of each kind: the review finds it, and says the same each time.

use engine::review::{Judged, Review, Verdict};
use engine::{Brain, Limits, Task, Thought, catalog};
use game::{BySeat, Seat, Table};

/// For every answer of a review.
const NODES: u64 = 1_500;
/// For every action of the game.
const PLAYED_NODES: u64 = 200;

fn studied(analyst: &mut dyn Brain, table: &dyn Table, seat: Seat, only: &[String], nodes: u64) -> Option<Thought> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut last = None;
    let task = Task { table, seat, limits, timer: &(), lines: 1, only };
    analyst.think(&task, &mut |thought| last = Some(thought.clone()));
    last
}

/// What the seat to move can expect of an action.
fn expected(kind: &str, table: &dyn Table, seat: Seat, act: &str) -> f64 {
    let mut analyst = catalog::analyst(kind).expect("an analyst");
    let thought = studied(analyst.as_mut(), table, seat, &[act.to_owned()], PLAYED_NODES).expect("it is legal");
    catalog::scale(kind).expect("a scale").expectations(seat, &thought)[seat]
}

/// A game of the analyst against itself in which one action is the worst that there is; the number of its deed.
fn planted(kind: &str, rules: &str, before: usize, after: usize) -> (Box<dyn Table>, usize) {
    let mut table = catalog::find(kind).expect("a game").start(rules).expect("a start");
    let mut at = 0;
    for ply in 0..=before + after {
        table.carry_out_forced();
        let Some(seat) = table.turn() else { break };
        let legal = table.legal();
        let act = if ply == before {
            at = table.deeds();
            let worth = |act: &String| (expected(kind, table.as_ref(), seat, act) * 1000.0) as i64;
            legal.iter().min_by_key(|act| worth(act)).cloned()
        } else {
            let mut analyst = catalog::analyst(kind).expect("an analyst");
            let thought = studied(analyst.as_mut(), table.as_ref(), seat, &[], PLAYED_NODES);
            thought.and_then(|thought| thought.line.first().cloned())
        };
        table.act(&act.expect("something is legal")).expect("it is legal");
    }
    (table, at)
}

fn reviewed(kind: &str, table: &dyn Table) -> (Vec<Judged>, BySeat<Option<f64>>) {
    let mut review = Review::new(table.fork(), catalog::scale(kind).expect("a scale"));
    let mut analyst = catalog::analyst(kind).expect("an analyst");
    let mut judged = Vec::new();
    while let Some(asked) = review.question() {
        let thought = studied(analyst.as_mut(), asked.table.as_ref(), asked.seat, &asked.only, NODES);
        judged.extend(review.answer(thought.as_ref()).cloned());
    }
    (judged, review.accuracy())
}

fn is_found(kind: &str, rules: &str, before: usize) {
    let (table, at) = planted(kind, rules, before, 4);
    let (judged, accuracy) = reviewed(kind, table.as_ref());
    let worst = judged.iter().max_by(|one, two| one.drop.total_cmp(&two.drop)).expect("turns");
    assert!((worst.n..worst.n + worst.count).contains(&at), "{kind}: deed {at}, not {worst:?}");
    assert!(worst.verdict >= Some(Verdict::Mistake), "{kind}: {worst:?}");
    assert!(!worst.best.is_empty(), "{kind}: {worst:?}");
    let own = accuracy[worst.seat].expect("it has played");
    assert!(own < 100.0, "{kind}: {accuracy:?}");
    let again = reviewed(kind, table.as_ref());
    assert_eq!(format!("{judged:?} {accuracy:?}"), format!("{:?} {:?}", again.0, again.1), "{kind}");
}

#[test]
fn a_blunder_in_janggi_is_found() {
    is_found("janggi", "kja", 16);
}

#[test]
fn a_blunder_in_nanguk_is_found() {
    is_found("nanguk", "base;terrain=example", 16);
}

#[test]
fn a_blunder_in_tigers_is_found() {
    is_found("tigers", "base", 20);
}

#[test]
fn a_blunder_among_four_is_found() {
    is_found("yonin", "standard", 20);
}

/// A seat that leaves has no turn of its own, and the others are judged on.
#[test]
fn a_seat_that_leaves_is_not_judged_for_it() {
    let mut table = catalog::find("yonin").expect("a game").start("standard").expect("a start");
    for round in 0..8 {
        if round == 4 {
            table.leave(table.turn().expect("it goes on"), game::Leaving::Resigned).expect("it may");
        }
        let legal = table.legal();
        table.act(&legal[round % legal.len()]).expect("it is legal");
    }
    let (judged, accuracy) = reviewed("yonin", table.as_ref());
    assert_eq!(judged.iter().map(|turn| turn.count).sum::<usize>(), 8, "{judged:?}");
    assert!(accuracy.iter().all(|(_, share)| share.is_some()), "{accuracy:?}");
}
