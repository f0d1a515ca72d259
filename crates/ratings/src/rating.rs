//! A strength, and how sure it is.

use crate::{Form, Rank};

/// A strength in points with its uncertainty. Always finite and within the limits below.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    points: f64,
    deviation: f64,
    volatility: f64,
}

/// Numbers that are no rating: not finite, or not positive where they must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a rating")]
pub struct NotARating;

/// Points of Glicko's scale to one of Glicko-2's and Bradley-Terry's: 400 / ln 10.
pub(crate) const SCALE: f64 = 173.717_8;

const POINTS_START: f64 = 1500.0;
const POINTS_MIN: f64 = 400.0;
const DEVIATION_MIN: f64 = 45.0;
const VOLATILITY_START: f64 = 0.06;
const VOLATILITY_MAX: f64 = 0.1;
/// The most that one game changes.
const CHANGE_MAX: f64 = 700.0;
/// Rating periods of Glicko-2 in a day, as lichess counts them.
const PERIODS_A_DAY: f64 = 0.214_36;
/// What a day adds to the variance at four seats, in points²: as much as at two seats with the usual volatility.
const FOUR_GROWTH: f64 = 23.288;

impl Form {
    /// How little is known of a newcomer.
    pub(crate) const fn deviation_start(self) -> f64 {
        match self {
            Self::Duel => 350.0,
            Self::Four | Self::Doubles => 2.0 * crate::weng_lin::BETA,
        }
    }
}

impl Rating {
    /// A newcomer's.
    #[must_use]
    pub const fn start(form: Form) -> Self {
        Self { points: POINTS_START, deviation: form.deviation_start(), volatility: VOLATILITY_START }
    }

    /// A rating from numbers, brought within its limits.
    ///
    /// # Errors
    /// If they cannot be one.
    pub fn new(form: Form, points: f64, deviation: f64, volatility: f64) -> Result<Self, NotARating> {
        let finite = [points, deviation, volatility].iter().all(|number| number.is_finite());
        if !finite || deviation <= 0.0 || volatility <= 0.0 {
            return Err(NotARating);
        }
        Ok(Self {
            points: points.max(POINTS_MIN),
            deviation: deviation.clamp(DEVIATION_MIN, form.deviation_start()),
            volatility: volatility.min(VOLATILITY_MAX),
        })
    }

    /// The strength.
    #[must_use]
    pub const fn points(&self) -> f64 {
        self.points
    }

    /// The standard deviation of it.
    #[must_use]
    pub const fn deviation(&self) -> f64 {
        self.deviation
    }

    /// How much the strength itself seems to change; used at two seats.
    #[must_use]
    pub const fn volatility(&self) -> f64 {
        self.volatility
    }

    /// The strength in whole points, as it is shown.
    #[must_use]
    pub fn shown(&self) -> i64 {
        self.points.round() as i64
    }

    /// What people call it.
    #[must_use]
    pub fn rank(&self) -> Rank {
        Rank::of(self.shown())
    }

    /// Whether it is still a guess.
    #[must_use]
    pub fn is_provisional(&self, form: Form) -> bool {
        self.deviation > form.deviation_provisional()
    }

    /// The same after some days without a game: less is known. Time that ran backward counts as none.
    #[must_use]
    pub fn grown(&self, form: Form, days: f64) -> Self {
        let a_day = match form {
            Form::Duel => (SCALE * self.volatility).powi(2) * PERIODS_A_DAY,
            Form::Four | Form::Doubles => FOUR_GROWTH,
        };
        let days = if days.is_finite() { days.max(0.0) } else { 0.0 };
        let deviation = (self.deviation.powi(2) + a_day * days).sqrt();
        Self { deviation: deviation.clamp(DEVIATION_MIN, form.deviation_start()), ..*self }
    }

    /// The rating that a system has found after one game, within the limits; itself where the system found nonsense.
    pub(crate) fn changed(&self, form: Form, change: f64, deviation: f64, volatility: f64) -> Self {
        let points = self.points + change.clamp(-CHANGE_MAX, CHANGE_MAX);
        Self::new(form, points, deviation, volatility).unwrap_or(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() <= 0.01, "{value} is not {expected}");
    }

    /// Vector G5.
    #[test]
    fn less_is_known_after_a_rest() {
        let rating = Rating::new(Form::Duel, 1500.0, 60.0, 0.06).expect("a rating");
        close(rating.grown(Form::Duel, 30.0).deviation(), 65.56);
        close(rating.grown(Form::Duel, 365.0).deviation(), 110.0);
    }

    #[test]
    fn no_rest_makes_a_newcomer_again_and_no_clock_makes_surer() {
        let rating = Rating::new(Form::Four, 1800.0, 60.0, 0.06).expect("a rating");
        close(rating.grown(Form::Four, 1e9).deviation(), 245.674);
        for days in [0.0, -5.0, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(rating.grown(Form::Four, days), rating);
        }
    }

    #[test]
    fn numbers_are_brought_within_limits_or_refused() {
        let low = Rating::new(Form::Duel, -50.0, 1.0, 5.0).expect("a rating");
        assert_eq!((low.points(), low.deviation(), low.volatility()), (400.0, 45.0, 0.1));
        assert_eq!(Rating::new(Form::Four, 1500.0, 900.0, 0.06), Ok(Rating::start(Form::Four)));
        for bad in [(f64::NAN, 60.0, 0.06), (1500.0, f64::INFINITY, 0.06), (1500.0, 0.0, 0.06), (1500.0, 60.0, 0.0)] {
            assert_eq!(Rating::new(Form::Duel, bad.0, bad.1, bad.2), Err(NotARating));
        }
    }

    #[test]
    fn one_game_changes_at_most_seven_hundred_points() {
        let rating = Rating::start(Form::Duel);
        close(rating.changed(Form::Duel, 1e6, 90.0, 0.06).points(), 2200.0);
        assert_eq!(rating.changed(Form::Duel, 10.0, f64::NAN, 0.06), rating);
    }
}
