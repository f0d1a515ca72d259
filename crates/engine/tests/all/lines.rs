//! Several lines, chosen actions and values for every seat, from the analyst of every game.

use engine::{Limits, Score, Task, Thought, catalog};
use game::rng::SplitMix;
use game::{Match, Position, Seat, Table};

use crate::common::{scramble, start};

const LINES: usize = 3;

/// The lines of the last depth that was told.
fn studied(table: &dyn Table, kind: &str, lines: usize, only: &[String]) -> Vec<Thought> {
    studied_for(3_000, table, kind, lines, only)
}

fn studied_for(nodes: u64, table: &dyn Table, kind: &str, lines: usize, only: &[String]) -> Vec<Thought> {
    let mut analyst = catalog::analyst(kind).expect("every game has one");
    let seat = table.turn().expect("the game goes on");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut told: Vec<Thought> = Vec::new();
    let task = Task { table, seat, limits, timer: &(), lines, only, known: false };
    analyst.think(&task, &mut |thought| {
        told.truncate(thought.index);
        assert_eq!(told.len(), thought.index, "lines of a depth come in order");
        told.push(thought.clone());
    });
    told
}

fn number(score: Score) -> i64 {
    match score {
        Score::Value(value) => value.into(),
        Score::WinIn(plies) => 10_000_000 - i64::from(plies),
        Score::LossIn(plies) => i64::from(plies) - 10_000_000,
        Score::Draw => 0,
    }
}

fn each_position<P: Position>(rules: &str, look: impl Fn(&Match<P>)) {
    for seed in 0..4 {
        let mut rng = SplitMix::new(seed);
        let mut game = start::<P>(rules);
        scramble(&mut game, 4 + rng.below(40), &mut rng);
        if game.turn().is_some() {
            look(&game);
        }
    }
}

fn lines_are_legal_and_in_order<P: Position>(rules: &str) {
    each_position::<P>(rules, |game| {
        let legal = Table::legal(game);
        let lines = studied(game, P::KIND, LINES, &[]);
        assert_eq!(lines.len(), LINES.min(legal.len()), "{rules} {}", game.position().state());
        let worths: Vec<_> = lines.iter().map(|thought| number(thought.score)).collect();
        assert!(worths.is_sorted_by(|one, two| one >= two), "{rules}: {worths:?}");
        let mut firsts: Vec<_> = lines.iter().map(|thought| thought.line[0].clone()).collect();
        assert!(firsts.iter().all(|act| legal.contains(act)), "{rules}: {firsts:?}");
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), lines.len(), "{rules}: every line begins otherwise");
        assert!(lines.iter().all(|thought| thought.values.count() == P::SEATS.len()), "{rules}");
    });
}

fn only_the_wanted_is_looked_at<P: Position>(rules: &str) {
    each_position::<P>(rules, |game| {
        let wanted = Table::legal(game).pop().expect("something is legal");
        let lines = studied(game, P::KIND, 1, std::slice::from_ref(&wanted));
        assert_eq!(lines.len(), 1, "{rules}: even where there is no choice");
        assert_eq!(lines[0].line[0], wanted, "{rules}");
    });
}

#[test]
fn every_game_has_several_lines() {
    lines_are_legal_and_in_order::<janggi::Position>("kja");
    lines_are_legal_and_in_order::<nanguk::Position>("base;terrain=example");
    lines_are_legal_and_in_order::<tigers::Position>("base");
    lines_are_legal_and_in_order::<tigers::Position>("full;markers=hidden");
    lines_are_legal_and_in_order::<yonin::Position>("standard");
}

#[test]
fn every_game_looks_only_at_what_is_wanted() {
    only_the_wanted_is_looked_at::<janggi::Position>("casual");
    only_the_wanted_is_looked_at::<nanguk::Position>("base;terrain=example");
    only_the_wanted_is_looked_at::<tigers::Position>("full;markers=open");
    only_the_wanted_is_looked_at::<yonin::Position>("standard");
}

/// A chariot that mates is worth a hundred, whoever asks.
#[test]
fn a_certain_end_is_expected_for_certain() {
    let table = catalog::find("janggi").expect("there is janggi");
    let table = table.load("fsf-janggi", "4k4/R8/9/9/9/9/9/9/9/3K3R1 w - - 0 1").expect("a position");
    let lines = studied(table.as_ref(), "janggi", 2, &[]);
    let scale = catalog::scale("janggi").expect("a scale");
    let expected = scale.expectations(Seat::FIRST, &lines[0]);
    assert_eq!(lines[0].score, Score::WinIn(1));
    assert!(expected[Seat::FIRST] > 99.9 && expected[Seat::SECOND] < 0.1, "{expected:?}");
}

/// However much a search fears the other three, the four expectations share what there is to share.
#[test]
fn four_seats_share_what_there_is() {
    let game = start::<yonin::Position>("standard");
    let lines = studied(&game, "yonin", 1, &[]);
    let expected = catalog::scale("yonin").expect("a scale").expectations(Seat::FIRST, &lines[0]);
    let sum: f64 = expected.iter().map(|(_, share)| share).sum();
    assert!((sum - 200.0).abs() < 1e-6, "{expected:?}");
}

/// At the start nobody is ahead, although a short search often ends in the middle of an exchange.
#[test]
fn four_seats_begin_alike() {
    let scale = catalog::scale("yonin").expect("a scale");
    let game = start::<yonin::Position>("standard");
    for nodes in [300, 1_000, 3_000, 10_000, 40_000] {
        let lines = studied_for(nodes, &game, "yonin", LINES, &[]);
        for (seat, share) in scale.expectations(Seat::FIRST, &lines[0]).iter() {
            assert!((40.0..=60.0).contains(share), "{nodes} nodes: {share:.1} for {seat:?} after {:?}", lines[0].line);
        }
    }
}
