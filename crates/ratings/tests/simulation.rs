//! Players of known strength play each other: do the ratings find it, and do they know how sure they are?

use std::num::NonZeroU8;

use game::rng::SplitMix;
use ratings::{Form, Player, Rating, Who, rate};

const PLAYERS: usize = 40;
const GAMES_EACH: usize = 60;
const SEEDS: u64 = 4;
/// How far strengths lie apart, as a standard deviation.
const SPREAD: f64 = 250.0;
/// 400 / ln 10: a player who is 400 points stronger wins ten times as often.
const SCALE: f64 = 173.717_8;

/// A number between 0 and 1, neither of them.
fn uniform(rng: &mut SplitMix) -> f64 {
    (rng.below(1 << 30) as f64 + 0.5) / f64::from(1 << 30)
}

/// The sum of twelve is normal enough.
fn normal(rng: &mut SplitMix) -> f64 {
    (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0
}

/// How a player does in one game. The order of these is that of Bradley and Terry, extended to many.
fn performance(rng: &mut SplitMix, strength: f64) -> f64 {
    strength - SCALE * (-uniform(rng).ln()).ln()
}

fn places(performances: &[f64]) -> Vec<NonZeroU8> {
    let better = |own: &f64| performances.iter().filter(|other| *other > own).count();
    performances.iter().map(|own| NonZeroU8::MIN.saturating_add(better(own) as u8)).collect()
}

fn shuffle(rng: &mut SplitMix, items: &mut [usize]) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last + 1));
    }
}

/// The mean error in points, and the share of strengths within 1.96 deviations.
fn simulate(form: Form, seed: u64) -> (f64, f64) {
    let mut rng = SplitMix::new(seed);
    let mut strengths: Vec<f64> = (0..PLAYERS).map(|_| SPREAD * normal(&mut rng)).collect();
    // Only differences can be known.
    let mean = strengths.iter().sum::<f64>() / PLAYERS as f64;
    for strength in &mut strengths {
        *strength += 1500.0 - mean;
    }
    let mut ratings = vec![Rating::start(form); PLAYERS];
    let mut all: Vec<usize> = (0..PLAYERS).collect();
    for _ in 0..GAMES_EACH {
        shuffle(&mut rng, &mut all);
        for table in all.chunks_exact(form.seats()) {
            play(form, &mut rng, table, &strengths, &mut ratings);
        }
    }
    let error = |(rating, strength): (&Rating, &f64)| (rating.points() - strength).abs();
    let errors: Vec<f64> = ratings.iter().zip(&strengths).map(error).collect();
    let covered = errors.iter().zip(&ratings).filter(|(error, rating)| **error <= 1.96 * rating.deviation()).count();
    (errors.iter().sum::<f64>() / PLAYERS as f64, covered as f64 / PLAYERS as f64)
}

fn play(form: Form, rng: &mut SplitMix, table: &[usize], strengths: &[f64], ratings: &mut [Rating]) {
    let performances: Vec<f64> = table.iter().map(|player| performance(rng, strengths[*player])).collect();
    let player = |(player, place): (&usize, NonZeroU8)| Player { who: Who::Person, rating: ratings[*player], place };
    let players: Vec<_> = table.iter().zip(places(&performances)).map(player).collect();
    for (player, after) in table.iter().zip(rate(form, &players)) {
        ratings[*player] = after.expect("people move each other");
    }
}

fn check(form: Form) {
    let runs: Vec<_> = (1..=SEEDS).map(|seed| simulate(form, seed)).collect();
    let error = runs.iter().map(|run| run.0).sum::<f64>() / SEEDS as f64;
    let coverage = runs.iter().map(|run| run.1).sum::<f64>() / SEEDS as f64;
    eprintln!("{form:?}: error {error:.1}, coverage {coverage:.3}");
    assert!(error < 70.0, "{form:?}: ratings err by {error:.1} points; by seed {runs:?}");
    assert!(coverage >= 0.93, "{form:?}: intervals hold {coverage:.3}; by seed {runs:?}");
}

#[test]
fn sixty_games_at_four_seats_find_the_strength() {
    check(Form::Four);
}

#[test]
fn sixty_games_at_two_seats_find_the_strength() {
    check(Form::Duel);
}
