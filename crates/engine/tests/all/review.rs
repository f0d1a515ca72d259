//! Games with a planted blunder of each kind: the review finds it, and says the same each time.

use engine::review::{Judged, Review, Verdict};
use engine::{Brain, Limits, Task, Thought, catalog};
use game::{BySeat, Leaving, Seat, Table};

/// For every answer of a review.
const NODES: u64 = 1_500;
/// For every action of the game.
const PLAYED_NODES: u64 = 200;
/// What the planted action loses at a glance and at a closer look, of all that can be lost.
const PLANTED_SHARE: f64 = 0.25;
/// By then something can be lost in every game.
const PLIES_MAX: usize = 160;

fn studied(analyst: &mut dyn Brain, table: &dyn Table, seat: Seat, only: &[String], nodes: u64) -> Option<Thought> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut last = None;
    let task = Task { table, seat, limits, timer: &(), lines: 1, only, known: false };
    analyst.think(&task, &mut |thought| last = Some(thought.clone()));
    last
}

/// What the seat to move can expect of an action; nothing if so few positions do not show the end of its exchanges.
fn expected(kind: &str, table: &dyn Table, seat: Seat, act: &str, nodes: u64) -> Option<f64> {
    let mut analyst = catalog::analyst(kind).expect("an analyst");
    let thought = studied(analyst.as_mut(), table, seat, &[act.to_owned()], nodes)?;
    Some(catalog::scale(kind).expect("a scale").expectations(seat, &thought)[seat])
}

/// The worst that a seat can do, if that costs so much that nobody doubts it.
fn worst(kind: &str, table: &dyn Table, seat: Seat) -> Option<String> {
    let worth = |act: String| Some((expected(kind, table, seat, &act, PLAYED_NODES)?, act));
    let mut worths: Vec<(f64, String)> = table.legal().into_iter().filter_map(worth).collect();
    worths.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (low, high) = (worths.first()?, worths.last()?);
    let costs = |low: f64, high: f64| high - low >= PLANTED_SHARE * at_stake(table);
    let closely = |(_, act): &(f64, String)| expected(kind, table, seat, act, NODES);
    (costs(low.0, high.0) && costs(closely(low)?, closely(high)?)).then(|| low.1.clone())
}

/// How much of a hundred is still to be lost: the last places are taken by those who are out.
fn at_stake(table: &dyn Table) -> f64 {
    let seats = table.seats().len();
    let left = Seat::first(seats).filter(|seat| !table.is_out(*seat)).count();
    100.0 * (left - 1) as f64 / (seats - 1) as f64
}

/// A game of the analyst against itself in which one action is clearly the worst that there is; the number of its deed.
/// With `is_left`, somebody gives up when the game is half as old as it is to be before that.
fn planted(kind: &str, rules: &str, earliest: usize, after: usize, is_left: bool) -> (Box<dyn Table>, usize) {
    let mut table = catalog::find(kind).expect("a game").start(rules).expect("a start");
    let (mut at, mut left) = (None, 0);
    for ply in 0..PLIES_MAX {
        table.carry_out_forced();
        if is_left && ply == earliest / 2 {
            table.leave(table.turn().expect("it goes on"), Leaving::Resigned).expect("it may");
        }
        let Some(seat) = table.turn().filter(|_| at.is_none() || left > 0) else { break };
        left -= usize::from(at.is_some());
        let blunder = if at.is_none() && ply >= earliest { worst(kind, table.as_ref(), seat) } else { None };
        if blunder.is_some() {
            (at, left) = (Some(table.deeds()), after);
        }
        let act = blunder.or_else(|| {
            let mut analyst = catalog::analyst(kind).expect("an analyst");
            let thought = studied(analyst.as_mut(), table.as_ref(), seat, &[], PLAYED_NODES);
            thought.and_then(|thought| thought.line.first().cloned())
        });
        table.act(&act.expect("something is legal")).expect("it is legal");
    }
    (table, at.expect("there is something to lose"))
}

fn reviewed(kind: &'static str, table: &dyn Table) -> (Vec<Judged>, BySeat<Option<f64>>) {
    let mut review = Review::new(kind, table.fork()).expect("a scale");
    let mut analyst = catalog::analyst(kind).expect("an analyst");
    let mut judged = Vec::new();
    while let Some(asked) = review.question() {
        let thought = studied(analyst.as_mut(), asked.table.as_ref(), asked.seat, &asked.only, NODES);
        judged.extend(review.answer(thought.as_ref()).cloned());
    }
    (judged, review.accuracy())
}

fn is_found(kind: &'static str, rules: &str, before: usize) {
    is_found_in(kind, &planted(kind, rules, before, 4, false));
}

fn is_found_in(kind: &'static str, (table, at): &(Box<dyn Table>, usize)) {
    let (judged, accuracy) = reviewed(kind, table.as_ref());
    let worst = judged.iter().max_by(|one, two| one.drop.total_cmp(&two.drop)).expect("turns");
    assert!((worst.n..worst.n + worst.count).contains(at), "{kind}: deed {at}, not {worst:?}");
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

#[test]
fn a_blunder_among_three_who_are_left_is_found() {
    let game = planted("yonin", "standard", 20, 4, true);
    assert_eq!(Seat::first(4).filter(|seat| game.0.is_out(*seat)).count(), 1, "one has given up");
    is_found_in("yonin", &game);
}

/// A seat that leaves has no turn of its own, and the others are judged on.
#[test]
fn a_seat_that_leaves_is_not_judged_for_it() {
    let mut table = catalog::find("yonin").expect("a game").start("standard").expect("a start");
    for round in 0..8 {
        if round == 4 {
            table.leave(table.turn().expect("it goes on"), Leaving::Resigned).expect("it may");
        }
        let legal = table.legal();
        table.act(&legal[round % legal.len()]).expect("it is legal");
    }
    let (judged, accuracy) = reviewed("yonin", table.as_ref());
    assert_eq!(judged.iter().map(|turn| turn.count).sum::<usize>(), 8, "{judged:?}");
    assert!(accuracy.iter().all(|(_, share)| share.is_some()), "{accuracy:?}");
}
