//! Two seats: Glicko-2 (Glickman 2013, glicko.net/glicko/glicko2.pdf), one game a period.
//!
//! Time is accounted for before the game ([`Rating::grown`]), so the step of the paper that widens
//! the deviation by a whole period after every game is left out.

use std::f64::consts::PI;

use crate::rating::SCALE;
use crate::{Form, Rating};

/// How readily volatility changes; the paper's τ.
const TAU: f64 = 0.75;
/// The paper's ε.
const PRECISION: f64 = 1e-6;
/// Far more than the search for the volatility ever takes.
const STEPS_MAX: usize = 200;

/// The rating after one game that scored 1, ½ or 0 against an opponent.
pub(crate) fn after(own: &Rating, opponent: &Rating, score: f64) -> Rating {
    let before = Scaled::of(own);
    let after = before.after(&[(Scaled::of(opponent), score)], TAU, 0.0);
    own.changed(Form::Duel, SCALE * (after.mu - before.mu), SCALE * after.phi, after.sigma)
}

/// A rating on the scale of the paper, around zero.
#[derive(Clone, Copy, Debug)]
struct Scaled {
    mu: f64,
    phi: f64,
    sigma: f64,
}

impl Scaled {
    fn of(rating: &Rating) -> Self {
        let mu = (rating.points() - 1500.0) / SCALE;
        Self { mu, phi: rating.deviation() / SCALE, sigma: rating.volatility() }
    }

    /// Steps 3 to 8 of the paper; `periods` says how much of step 6 is done.
    fn after(self, games: &[(Self, f64)], tau: f64, periods: f64) -> Self {
        let (information, surprise) = games.iter().fold((0.0, 0.0), |(information, surprise), (opponent, score)| {
            let weight = opponent.weight();
            let expected = self.expected(opponent);
            (information + weight * weight * expected * (1.0 - expected), surprise + weight * (score - expected))
        });
        let variance = 1.0 / information;
        let sigma = self.volatility_after(variance * surprise, variance, tau);
        let widened = self.phi * self.phi + periods * sigma * sigma;
        let phi = 1.0 / (1.0 / widened + 1.0 / variance).sqrt();
        Self { mu: self.mu + phi * phi * surprise, phi, sigma }
    }

    /// The paper's g(φ).
    fn weight(self) -> f64 {
        1.0 / (1.0 + 3.0 * self.phi * self.phi / (PI * PI)).sqrt()
    }

    /// The paper's E.
    fn expected(self, opponent: &Self) -> f64 {
        1.0 / (1.0 + (-opponent.weight() * (self.mu - opponent.mu)).exp())
    }

    /// Step 5: the zero of the paper's f, by the Illinois method.
    fn volatility_after(self, delta: f64, variance: f64, tau: f64) -> f64 {
        let start = (self.sigma * self.sigma).ln();
        let spread = self.phi * self.phi + variance;
        let f = |x: f64| {
            let growth = x.exp();
            let sum = spread + growth;
            growth * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (tau * tau)
        };
        let low = if delta * delta > spread {
            (delta * delta - spread).ln()
        } else {
            let below = |k: &usize| f(start - *k as f64 * tau) >= 0.0;
            let k = (1..STEPS_MAX).find(below).unwrap_or(STEPS_MAX);
            start - k as f64 * tau
        };
        (zero(f, start, low) / 2.0).exp()
    }
}

/// Where `f` is zero between two places with values of different sign.
fn zero(f: impl Fn(f64) -> f64, mut a: f64, mut b: f64) -> f64 {
    let (mut f_a, mut f_b) = (f(a), f(b));
    for _ in 0..STEPS_MAX {
        if (b - a).abs() <= PRECISION {
            break;
        }
        let c = a + (a - b) * f_a / (f_b - f_a);
        let f_c = f(c);
        if f_c * f_b <= 0.0 {
            (a, f_a) = (b, f_b);
        } else {
            f_a /= 2.0;
        }
        (b, f_b) = (c, f_c);
    }
    a
}

#[cfg(test)]
mod tests {
    use skillratings::Outcomes;
    use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

    use super::*;

    fn close(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value} is not {expected}");
    }

    fn rating(points: f64, deviation: f64) -> Rating {
        Rating::new(Form::Duel, points, deviation, 0.06).expect("a rating")
    }

    fn check(after: Rating, points: f64, deviation: f64) {
        close(after.points(), points, 0.01);
        close(after.deviation(), deviation, 0.01);
    }

    /// Vector G1: the example of the paper, with its whole period and τ = 0.5.
    #[test]
    fn the_example_of_the_paper() {
        // Below the least deviation of the house, so not by way of a rating.
        let scaled =
            |points: f64, deviation: f64| Scaled { mu: (points - 1500.0) / SCALE, phi: deviation / SCALE, sigma: 0.06 };
        let games = [(scaled(1400.0, 30.0), 1.0), (scaled(1550.0, 100.0), 0.0), (scaled(1700.0, 300.0), 0.0)];
        let after = scaled(1500.0, 200.0).after(&games, 0.5, 1.0);
        close(1500.0 + SCALE * after.mu, 1464.05, 0.01);
        close(SCALE * after.phi, 151.52, 0.01);
        close(after.sigma, 0.059_996, 1e-6);
    }

    /// Vector G2.
    #[test]
    fn a_newcomer_beats_a_newcomer() {
        let new = Rating::start(Form::Duel);
        check(super::after(&new, &new, 1.0), 1662.21, 290.23);
        check(super::after(&new, &new, 0.0), 1337.79, 290.23);
    }

    /// Vector G3.
    #[test]
    fn an_established_player_loses_little_to_a_newcomer() {
        let (known, new) = (rating(1600.0, 60.0), Rating::start(Form::Duel));
        check(super::after(&known, &new, 0.0), 1591.85, 59.62);
        check(super::after(&new, &known, 1.0), 1731.89, 253.58);
    }

    /// Vector G4.
    #[test]
    fn a_draw_moves_both_toward_each_other() {
        let (high, low) = (rating(1700.0, 80.0), rating(1500.0, 80.0));
        check(super::after(&high, &low, 0.5), 1691.28, 78.56);
        check(super::after(&low, &high, 0.5), 1508.72, 78.56);
    }

    /// A second implementation, which adds the whole period that we leave out.
    #[test]
    fn with_a_whole_period_it_is_the_public_implementation() {
        let mut rng = game::rng::SplitMix::new(21);
        let config = Glicko2Config { tau: TAU, convergence_tolerance: PRECISION };
        for _ in 0..500 {
            let mut random = || rating(600.0 + rng.below(1800) as f64, 46.0 + rng.below(300) as f64);
            let (own, other) = (random(), random());
            let (score, outcome) = [(1.0, Outcomes::WIN), (0.5, Outcomes::DRAW), (0.0, Outcomes::LOSS)][rng.below(3)];
            let ours = Scaled::of(&own).after(&[(Scaled::of(&other), score)], TAU, 1.0);
            let theirs = glicko2(&public(&own), &public(&other), &outcome, &config).0;
            close(1500.0 + SCALE * ours.mu, theirs.rating, 0.01);
            close(SCALE * ours.phi, theirs.deviation, 0.01);
            close(ours.sigma, theirs.volatility, 1e-6);
        }
    }

    fn public(rating: &Rating) -> Glicko2Rating {
        Glicko2Rating { rating: rating.points(), deviation: rating.deviation(), volatility: rating.volatility() }
    }
}
