//! What a match proves.
//!
//! Games come in trials: the same opening with all seats changed in turn. The games of a trial are
//! not independent, so the trial is the unit of all error bars. With two seats a trial is a pair of
//! games, worth 0, ½, 1, 1½ or 2 points (the pentanomial model); with four it has more places.

/// How many trials brought the first player how many points, from none to all in equal steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trials(Vec<u64>);

/// Pairs of games.
impl Default for Trials {
    fn default() -> Self {
        Self::up_to(4)
    }
}

/// 95 % of a normal distribution lie within so many standard deviations.
const WIDTH_95: f64 = 1.959_964;

impl Trials {
    /// No trials yet, each of which can bring up to so many steps of points.
    #[must_use]
    pub fn up_to(steps: usize) -> Self {
        Self(vec![0; steps.max(1) + 1])
    }

    /// Adds a trial with so many steps of points for the first player (0 to 4 in a pair).
    pub fn add(&mut self, steps: usize) {
        let last = self.0.len() - 1;
        self.0[steps.min(last)] += 1;
    }

    /// How many trials brought no point, one step, two steps and so on.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// How many trials there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many trials were not shared evenly. Equal players whose games repeat share every one.
    #[must_use]
    pub fn unlike(&self) -> u64 {
        let last = self.0.len() - 1;
        self.0.iter().enumerate().filter(|(place, _)| 2 * place != last).map(|(_, count)| count).sum()
    }

    /// The share of the points at each place.
    fn shares(&self) -> Vec<f64> {
        let last = (self.0.len() - 1) as f64;
        (0..self.0.len()).map(|place| place as f64 / last).collect()
    }

    /// The share of points, from 0 to 1.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        let sum: f64 = self.0.iter().zip(self.shares()).map(|(trials, share)| *trials as f64 * share).sum();
        sum / self.count() as f64
    }

    /// The standard error of the mean.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let (mean, count) = (self.mean(), self.count().max(1) as f64);
        let squares = self.0.iter().zip(self.shares()).map(|(trials, share)| *trials as f64 * (share - mean).powi(2));
        squares.sum::<f64>().sqrt() / count
    }

    /// Half of the 95 % interval of the mean.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        // If all trials ended alike there is no spread to measure; the rule of three bounds it.
        let error = self.standard_error();
        if error > 0.0 { WIDTH_95 * error } else { 3.0 / (self.count() as f64).max(1.0) }
    }

    /// The Elo difference with the ends of its 95 % interval.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let (mean, half) = (self.mean(), self.half_width());
        Elo { low: elo_of(mean - half), middle: elo_of(mean), high: elo_of(mean + half) }
    }

    /// The likelihood that the first engine is the stronger one.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        let error = self.standard_error();
        let ahead = self.mean() - 0.5;
        if error > 0.0 {
            normal(ahead / error)
        } else if ahead == 0.0 {
            0.5
        } else {
            f64::from(u8::from(ahead > 0.0))
        }
    }
}

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The lower end.
    pub low: f64,
    /// The best guess.
    pub middle: f64,
    /// The upper end.
    pub high: f64,
}

/// The Elo difference that leads to a share of points; infinite for none or all.
#[must_use]
pub fn elo_of(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of points that an Elo difference leads to.
#[must_use]
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The sequential probability ratio test: is the difference rather `elo0` or `elo1`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The hypothesis to be rejected.
    pub elo0: f64,
    /// The hypothesis to be accepted.
    pub elo1: f64,
    /// How often a difference of `elo0` may be accepted.
    pub alpha: f64,
    /// How often a difference of `elo1` may be rejected.
    pub beta: f64,
}

/// What a test has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The difference is rather `elo0`.
    Rejected,
    /// The difference is rather `elo1`.
    Accepted,
}

/// With fewer trials that were not shared evenly no test decides: even if all of them favor one player, chance does
/// that one time in 32, and the spread that the ratio stands on is not known yet.
const UNLIKE_MIN: u64 = 6;

impl Sprt {
    /// The log-likelihood ratios at which the test rejects and accepts.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the generalized test on trials, for logistic Elo.
    #[must_use]
    pub fn ratio(&self, trials: &Trials) -> f64 {
        if trials.count() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> = trials.0.iter().map(|count| *count as f64).collect();
        log_likelihood_ratio(&counts, &trials.shares(), share_of(self.elo0), share_of(self.elo1))
    }

    /// What the trials have decided.
    #[must_use]
    pub fn verdict(&self, trials: &Trials) -> Verdict {
        let (low, high) = self.bounds();
        let ratio = self.ratio(trials);
        if trials.unlike() < UNLIKE_MIN {
            Verdict::Open
        } else if ratio <= low {
            Verdict::Rejected
        } else if ratio >= high {
            Verdict::Accepted
        } else {
            Verdict::Open
        }
    }
}

/// How much likelier the counts are if their mean is `share1` than if it is `share0`, each with the
/// distribution of that mean that fits the counts best (Van den Bergh's generalized test).
fn log_likelihood_ratio(counts: &[f64], values: &[f64], mean0: f64, mean1: f64) -> f64 {
    // An outcome that was not seen yet is not impossible.
    let counts: Vec<f64> = counts.iter().map(|count| count.max(1e-3)).collect();
    let total: f64 = counts.iter().sum();
    let parts: Vec<f64> = counts.iter().map(|count| count / total).collect();
    let (tilt0, tilt1) = (tilt(&parts, values, mean0), tilt(&parts, values, mean1));
    let term =
        |(part, value): (&f64, &f64)| part * ((1.0 + tilt0 * (value - mean0)) / (1.0 + tilt1 * (value - mean1))).ln();
    total * parts.iter().zip(values).map(term).sum::<f64>()
}

/// The multiplier with which the best distribution of a given mean is `part / (1 + x (value - mean))`.
fn tilt(parts: &[f64], values: &[f64], mean: f64) -> f64 {
    let (first, last) = (values[0], values[values.len() - 1]);
    // Between these poles all probabilities are positive and the sum falls.
    let (mut low, mut high) = (-1.0 / (last - mean), 1.0 / (mean - first));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let terms = parts.iter().zip(values);
        let sum: f64 = terms.map(|(part, value)| part * (value - mean) / (1.0 + middle * (value - mean))).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The normal distribution's integral (Abramowitz and Stegun 7.1.26, exact to seven digits).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let polynomial = series.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = polynomial * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [u64; 5]) -> Trials {
        Trials(counts.into())
    }

    fn assert_near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "{found} is not {expected}");
    }

    #[test]
    fn shares_and_elo_are_two_words_for_the_same() {
        assert_near(elo_of(0.75), 190.848_5, 1e-3);
        assert_near(elo_of(0.85), 301.330, 1e-2);
        assert_near(share_of(100.0), 0.640_065, 1e-6);
        assert_near(elo_of(share_of(-37.0)), -37.0, 1e-9);
        assert!(elo_of(1.0).is_infinite() && elo_of(0.0).is_infinite() && elo_of(2.0) > 0.0);
    }

    #[test]
    fn the_normal_distribution_is_known() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (1.959_964, 0.975), (3.0, 0.998_650)] {
            assert_near(normal(x), expected, 1e-6);
        }
    }

    /// The values that public test frameworks find for the same counts.
    #[test]
    fn the_test_on_pairs_agrees_with_others() {
        let sprt = |elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        assert_near(sprt(0.5, 2.5).ratio(&pairs([223, 9863, 21_279, 10_037, 246])), -3.07, 0.02);
        assert_near(sprt(0.0, 2.0).ratio(&pairs([871, 26_175, 55_983, 26_678, 821])), -4.98, 0.03);
        let (low, high) = sprt(0.0, 5.0).bounds();
        assert_near(low, -2.944, 1e-3);
        assert_near(high, 2.944, 1e-3);
    }

    /// The same formula on single games: losses, draws, wins.
    #[test]
    fn the_test_on_games_agrees_with_others() {
        let ratio = |counts: [f64; 3], elo0, elo1| {
            log_likelihood_ratio(&counts, &[0.0, 0.5, 1.0], share_of(elo0), share_of(elo1))
        };
        assert_near(ratio([21_184.0, 40_708.0, 21_404.0], 0.5, 2.5), -1.57, 0.01);
        assert_near(ratio([57_030.0, 106_593.0, 57_433.0], 0.0, 2.0), -2.59, 0.02);
    }

    #[test]
    fn a_clear_result_decides_and_an_even_one_does_not() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.verdict(&Trials::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&pairs([0, 0, 10, 10, 80])), Verdict::Accepted);
        assert_eq!(sprt.verdict(&pairs([80, 10, 10, 0, 0])), Verdict::Rejected);
        assert_eq!(sprt.verdict(&pairs([0, 0, 2, 0, 0])), Verdict::Open);
    }

    #[test]
    fn a_few_unlike_pairs_decide_nothing() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let (low, _) = sprt.bounds();
        let like = pairs([0, 0, 500, 0, 0]);
        assert!(sprt.ratio(&like) <= low, "the ratio alone would reject");
        assert_eq!(sprt.verdict(&like), Verdict::Open);
        assert_eq!(sprt.verdict(&pairs([0, 5, 500, 0, 0])), Verdict::Open);
        assert_eq!(sprt.verdict(&pairs([0, 6, 500, 0, 0])), Verdict::Rejected);
        assert_eq!(pairs([1, 2, 40, 3, 4]).unlike(), 10);
    }

    #[test]
    fn the_interval_holds_the_mean_and_narrows() {
        let few = pairs([1, 2, 4, 3, 2]).elo();
        let many = pairs([100, 200, 400, 300, 200]).elo();
        assert!(few.low < few.middle && few.middle < few.high);
        assert_near(few.middle, many.middle, 1e-9);
        assert!(many.high - many.low < (few.high - few.low) / 9.0);
        // 1200 pairs with mean 0.5625 and variance 0.0846: the error is 0.0084.
        assert_near(pairs([100, 200, 400, 300, 200]).standard_error(), 0.008_398, 1e-6);
        let won = pairs([0, 0, 0, 0, 30]).elo();
        assert!(won.middle.is_infinite() && won.low > 300.0 && won.low.is_finite());
    }

    /// A pair counts the same whether its points are told in quarters or in halves of them.
    #[test]
    fn finer_steps_of_the_same_points_prove_the_same() {
        let mut fine = Trials::up_to(8);
        let coarse = pairs([3, 5, 11, 9, 4]);
        for (place, count) in coarse.counts().iter().enumerate() {
            (0..*count).for_each(|_| fine.add(2 * place));
        }
        assert_near(fine.mean(), coarse.mean(), 1e-12);
        assert_near(fine.standard_error(), coarse.standard_error(), 1e-12);
        let sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        assert_near(sprt.ratio(&fine), sprt.ratio(&coarse), 1e-3);
    }

    #[test]
    fn superiority_is_likely_when_ahead() {
        assert_near(pairs([5, 10, 20, 10, 5]).likelihood_of_superiority(), 0.5, 1e-6);
        assert!(pairs([5, 10, 20, 20, 10]).likelihood_of_superiority() > 0.95);
        assert_near(pairs([0, 0, 0, 0, 3]).likelihood_of_superiority(), 1.0, 0.0);
        assert_near(Trials::default().likelihood_of_superiority(), 0.5, 0.0);
    }
}
