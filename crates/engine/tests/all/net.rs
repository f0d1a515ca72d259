//! The networks of nanguk, five tigers and yonin shogi: sums kept from position to position are what a
//! fresh sum would be, both seats agree, and nothing hidden is seen.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::net::eyes::{NangukEyes, TigersEyes, YoninEyes};
use engine::net::{Eyes, Learned, Net, SEEN_MAX, Shape, Sums, view};
use engine::{Judge, Limits, Task, catalog};
use game::rng::SplitMix;
use game::{Deed, Position, Seat};

use crate::common::start;

/// A network of random weights.
fn some_net(shape: Shape) -> Net {
    let mut rng = SplitMix::new(11);
    let weights: Vec<i16> = (0..shape.weights()).map(|_| rng.below(121) as i16 - 60).collect();
    Net::from_weights(shape, &weights).expect("as many as needed")
}

/// Calls with every position of a random game.
fn each_position<P: Position>(rules: &str, seed: u64, mut visit: impl FnMut(&P)) {
    let mut rng = SplitMix::new(seed);
    let mut game = start::<P>(rules);
    for _ in 0..150 {
        game.carry_out_forced();
        if game.outcome().is_some() {
            return;
        }
        visit(game.position());
        let Some(action) = rng.pick(&game.legal()).copied() else { return };
        game.do_deed(Deed::Act(action)).expect("a legal action is accepted");
    }
}

fn sums_stay_fresh<P: Position, E: Eyes<P>>(variants: &[&str]) {
    let judge = Learned::<P, E>::new(Arc::new(some_net(Shape::of::<P, E>())));
    let mut told = 0;
    for (seed, rules) in (0..).zip(variants) {
        let mut sums: Vec<Sums> = vec![Sums::default(); P::SEATS.len()];
        each_position::<P>(rules, seed, |position| {
            let seats: Vec<Seat> = Seat::first(P::SEATS.len()).collect();
            let values: Vec<i32> = seats.iter().map(|seat| judge.value(position, *seat)).collect();
            for (seat, fresh) in seats.into_iter().zip(&values) {
                let kept = judge.value_with(position, seat, &mut sums[seat.index()]);
                assert_eq!(kept, *fresh, "{rules}: {}", position.state());
                let by_hand = E::Hand::default().value(position, seat);
                told += usize::from(by_hand != *fresh);
                let seen: BTreeSet<_> = view::<P, E>(position, &E::glance(position), seat).collect();
                assert!(seen.len() <= SEEN_MAX && seen.iter().all(|input| *input < E::INPUTS), "{rules}");
                assert!(E::stage(position) < E::STAGES);
            }
            if let [one, other] = values[..] {
                assert_eq!(one, -other, "{rules}: {}", position.state());
            }
        });
    }
    assert!(told > 100, "the network has its say");
}

/// However the board is turned, every input is seen as another one, and turned back as itself.
fn turns_are_one_to_one<P: Position, E: Eyes<P>>() {
    for turn in 0..E::TURNS {
        let seen: BTreeSet<_> = (0..E::INPUTS).map(|input| E::seen(input, turn)).collect();
        assert_eq!(seen, (0..E::INPUTS).collect(), "turn {turn}");
    }
    assert!((0..E::INPUTS).all(|input| E::seen(input, 0) == input));
    let often = |input| (0..P::SEATS.len()).fold(input, |input, _| E::seen(input, E::TURNS / P::SEATS.len()));
    assert!((0..E::INPUTS).all(|input| often(input) == input), "all around the table");
}

#[test]
fn every_seat_has_its_own_way_of_seeing() {
    turns_are_one_to_one::<nanguk::Position, NangukEyes>();
    turns_are_one_to_one::<tigers::Position, TigersEyes>();
    turns_are_one_to_one::<yonin::Position, YoninEyes>();
}

#[test]
fn sums_that_are_kept_equal_fresh_ones_in_every_variant() {
    let nanguk = [
        "base;terrain=example",
        "base;terrain=random:7",
        "siege;terrain=fortress",
        "sea;terrain=myeongnyang",
        "firearms;terrain=example",
        "base",
    ];
    sums_stay_fresh::<nanguk::Position, NangukEyes>(&nanguk);
    sums_stay_fresh::<tigers::Position, TigersEyes>(&["base", "full", "base", "full"]);
    sums_stay_fresh::<yonin::Position, YoninEyes>(&["standard", "doubles", "standard"]);
}

/// What a seat cannot see does not reach its network: the figures of a masked position are the same
/// whatever the markers are.
#[test]
fn hidden_markers_change_no_figure() {
    let net = some_net(Shape::of::<tigers::Position, TigersEyes>());
    let judge = Learned::<tigers::Position, TigersEyes>::new(Arc::new(net));
    let mut hidden = 0;
    for seed in 0..60 {
        each_position::<tigers::Position>("full", seed, |position| {
            for seat in Seat::first(2) {
                let masked = position.masked(Some(seat));
                hidden += usize::from(judge.hides(&masked, seat));
                let guesses =
                    [3, 4].map(|seed| judge.guess(&masked, seat, &mut SplitMix::new(seed)).masked(Some(seat)));
                for guess in guesses {
                    assert_eq!(judge.value(&guess, seat), judge.value(&masked, seat), "{}", masked.state());
                }
            }
        });
    }
    assert!(hidden > 20, "markers were laid: {hidden}");
}

/// A player keeps what it has found for the next thought of its turn; a fresh one gives the same answers to the
/// same questions.
#[test]
fn a_fresh_player_repeats_itself_and_a_used_one_remembers() {
    let table = catalog::find("tigers").expect("a game").start("base").expect("a start");
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let think = |brain: &mut dyn engine::Brain| {
        let task = Task::choose(&*table, Seat::FIRST, limits, &());
        let mut last = None;
        let decision = brain.think(&task, &mut |thought| last = Some(thought.clone()));
        (decision, last)
    };
    let mut brains = [0; 2].map(|_| catalog::analyst("tigers").expect("an analyst"));
    let [one, other] = brains.each_mut().map(|brain| think(&mut **brain));
    assert_eq!(one, other);
    assert!(brains[0].memory() > 0);
    let nodes = |thought: Option<engine::Thought>| thought.expect("it thinks aloud").nodes;
    assert!(nodes(think(&mut *brains[0]).1) < nodes(one.1), "what was found before helps");
}
