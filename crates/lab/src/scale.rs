//! How values become expected results: games of the analyst against itself, and the scale that tells their results
//! best.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Result, anyhow};
use engine::arena::play;
use engine::{Brain, Limits, Scale, Score, Thought, catalog};
use game::{Game, Outcome, Seat};

use crate::contest::{DEEDS_MAX, opening};

/// What is to be played.
#[derive(Clone)]
pub struct Order {
    /// The game.
    pub game: &'static dyn Game,
    /// Its rules; `{round}` becomes the number of the game.
    pub rules: String,
    /// How many games.
    pub games: usize,
    /// Positions looked at for every action.
    pub nodes: u64,
    /// Random actions at the start of a game.
    pub random_actions: usize,
    /// Other games for another seed.
    pub seed: u64,
}

/// A lead that was seen, and what became of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// In the judge's unit.
    pub lead: f64,
    /// From 0 to 1.
    pub result: f64,
}

/// One of ten parts of the scale.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bin {
    /// How many samples it has.
    pub count: usize,
    /// Their mean expectation, from 0 to 100.
    pub expected: f64,
    /// Their mean result, from 0 to 100.
    pub found: f64,
}

/// The scale that fits best, and how well it does.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The scale.
    pub scale: Scale,
    /// The mean surprise at the results; 0.693 is a coin's.
    pub log_loss: f64,
    /// What was expected and what was found.
    pub bins: [Bin; BINS],
}

/// Into how many parts the scale is cut.
pub const BINS: usize = 10;
/// Scales are looked for up to here.
const UNIT_MAX: f64 = 20_000.0;
/// So often the interval in which the best one lies loses a third.
const NARROWINGS: usize = 28;
/// Bends are tried from 1.0 to 3.0, in tenths: finer ones tell the results no better.
const BENDS: std::ops::RangeInclusive<u8> = 10..=30;

/// Plays the games, or as many as there is time for, and keeps every lead.
///
/// # Errors
/// If the rules are refused or there is no analyst.
pub fn gather(order: &Order, stop: &AtomicBool, tell: &mut dyn FnMut(usize)) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for number in 0..order.games {
        if stop.load(Relaxed) {
            break;
        }
        play_one(order, order.seed * 1_000_000 + number as u64, &mut samples)?;
        tell(number + 1);
    }
    Ok(samples)
}

fn play_one(order: &Order, number: u64, samples: &mut Vec<Sample>) -> Result<()> {
    let about = order.game.about();
    let analyst = || catalog::analyst(about.kind).ok_or_else(|| anyhow!("no engine plays {}", about.kind));
    let mut minds = about.seats.iter().map(|_| analyst()).collect::<Result<Vec<_>>>()?;
    let mut brains: Vec<&mut dyn Brain> = minds.iter_mut().map(|mind| &mut **mind as &mut dyn Brain).collect();
    let mut table = opening(order.game, &order.rules, order.random_actions, number)?;
    let limits = Limits { nodes: Some(order.nodes), ..Limits::default() };
    let mut seen: Vec<(Seat, Thought)> = Vec::new();
    let bout = play(&mut *table, &mut brains, |_| limits, DEEDS_MAX, || (), &mut |seat, thought, _| {
        seen.extend(thought.map(|thought| (seat, thought.clone())));
    });
    if let Some(outcome) = &bout.outcome {
        samples.extend(seen.iter().flat_map(|(seat, thought)| leads(*seat, thought, outcome)));
    }
    Ok(())
}

/// With two seats a thought has one lead, with more one over every pair of seats. Certain ends need no scale.
fn leads(seat: Seat, thought: &Thought, outcome: &Outcome) -> Vec<Sample> {
    let seats = thought.values.count();
    let result = |one: Seat, other: Seat| match outcome.places[one].cmp(&outcome.places[other]) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    if seats == 2 {
        let Score::Value(value) = thought.score else { return Vec::new() };
        let other = Seat::new(1 - seat.index());
        return vec![Sample { lead: f64::from(value), result: result(seat, other) }];
    }
    let pairs = Seat::first(seats).flat_map(|one| Seat::first(one.index()).map(move |other| (one, other)));
    let lead = |(one, other)| Sample {
        lead: f64::from(thought.values[one]) - f64::from(thought.values[other]),
        result: result(one, other),
    };
    pairs.map(lead).filter(|sample| sample.lead.abs() < UNIT_MAX).collect()
}

/// The scale with the least log loss.
#[must_use]
pub fn fit(samples: &[Sample]) -> Fit {
    let scales = BENDS.map(|tenths| best_unit(samples, f64::from(tenths) / 10.0));
    let best = scales.min_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(Scale::new(1.0), |(scale, _)| scale);
    judged(samples, best)
}

/// The best scale with that bend and its loss; the loss has one valley, so the interval around it is narrowed.
fn best_unit(samples: &[Sample], bend: f64) -> (Scale, f64) {
    let scale = |logarithm: f64| Scale::new(logarithm.exp()).bent(bend);
    let (mut low, mut high) = (0.0, UNIT_MAX.ln());
    for _ in 0..NARROWINGS {
        let (one, two) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if log_loss(samples, scale(one)) < log_loss(samples, scale(two)) {
            high = two;
        } else {
            low = one;
        }
    }
    let best = scale(low.midpoint(high));
    (best, log_loss(samples, best))
}

/// How well a scale tells the results.
#[must_use]
pub fn judged(samples: &[Sample], scale: Scale) -> Fit {
    let mut bins = [Bin::default(); BINS];
    for sample in samples {
        let share = scale.share(sample.lead);
        let bin = &mut bins[((share * BINS as f64) as usize).min(BINS - 1)];
        bin.count += 1;
        bin.expected += 100.0 * share;
        bin.found += 100.0 * sample.result;
    }
    for bin in bins.iter_mut().filter(|bin| bin.count > 0) {
        bin.expected /= bin.count as f64;
        bin.found /= bin.count as f64;
    }
    Fit { scale, log_loss: log_loss(samples, scale), bins }
}

fn log_loss(samples: &[Sample], scale: Scale) -> f64 {
    const LEAST: f64 = 1e-9;
    let surprise = |sample: &Sample| {
        let share = scale.share(sample.lead).clamp(LEAST, 1.0 - LEAST);
        -(sample.result * share.ln() + (1.0 - sample.result) * (1.0 - share).ln())
    };
    samples.iter().map(surprise).sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rng::SplitMix;

    fn drawn(truth: Scale) -> Vec<Sample> {
        let mut rng = SplitMix::new(5);
        let mut fraction = || f64::from((rng.next_u64() >> 32) as u32) / f64::from(u32::MAX);
        let sample = |_| {
            let lead = (fraction() - 0.5) * 2000.0;
            Sample { lead, result: f64::from(fraction() < truth.share(lead)) }
        };
        (0..40_000).map(sample).collect()
    }

    /// Results drawn by a known scale lead back to it, and every bin keeps its word.
    #[test]
    fn a_known_scale_is_found_again() {
        for bend in [1.0, 1.7] {
            let samples = drawn(Scale::new(350.0).bent(bend));
            let fit = fit(&samples);
            assert!((fit.scale.unit() - 350.0).abs() < 15.0, "{:?}", fit.scale);
            assert!((fit.scale.bend() - bend).abs() < 0.15, "{:?}", fit.scale);
            assert!(fit.bins.iter().all(|bin| (bin.expected - bin.found).abs() < 4.0), "{:?}", fit.bins);
            assert!(judged(&samples, Scale::new(100.0)).log_loss > fit.log_loss);
        }
    }

    #[test]
    fn the_same_order_gives_the_same_samples_in_every_game() {
        for game in catalog::games() {
            let rules = String::new();
            let order = Order { game: *game, rules, games: 1, nodes: 30, random_actions: 6, seed: 3 };
            let gathered = || gather(&order, &AtomicBool::new(false), &mut |_| ()).expect("games are played");
            assert_eq!(gathered(), gathered(), "{}", game.about().kind);
        }
    }
}
