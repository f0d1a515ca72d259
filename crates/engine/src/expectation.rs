//! Numbers for people: what a thought expects of the result.

use game::{BySeat, Seat};

use crate::{Score, Thought};

/// How a judge's values become expected results: a lead of so much is worth 73 of 100.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale(f64);

/// What a sure win is worth; a sure loss is worth nothing, a draw the half.
const WIN: f64 = 100.0;

impl Scale {
    /// The scale on which a lead of `unit` is worth 73 of 100.
    #[must_use]
    pub const fn new(unit: f64) -> Self {
        Self(unit)
    }

    /// The lead that is worth 73 of 100.
    #[must_use]
    pub const fn unit(self) -> f64 {
        self.0
    }

    /// The expected result of a lead, from 0 to 1.
    #[must_use]
    pub fn share(self, lead: f64) -> f64 {
        1.0 / (1.0 + (-lead / self.0).exp())
    }

    /// What a thought for `seat` expects for every seat, from 0 to 100.
    ///
    /// With more than two seats a search fears all others at once, so its score is no expectation: there it is the
    /// mean over the others of the chance to end before them, by what the end of the line is worth to each.
    #[must_use]
    pub fn expectations(self, seat: Seat, thought: &Thought) -> BySeat<f64> {
        let seats = thought.values.count();
        if seats == 2 {
            let own = self.expected(thought.score);
            return BySeat::from_fn(2, |other| if other == seat { own } else { WIN - own });
        }
        let lead = |one: Seat, other: Seat| f64::from(thought.values[one]) - f64::from(thought.values[other]);
        BySeat::from_fn(seats, |one| {
            let others = Seat::first(seats).filter(|other| *other != one);
            let shares: f64 = others.map(|other| self.share(lead(one, other))).sum();
            WIN * shares / (seats - 1) as f64
        })
    }

    fn expected(self, score: Score) -> f64 {
        match score {
            Score::WinIn(_) => WIN,
            Score::LossIn(_) => 0.0,
            Score::Draw => WIN / 2.0,
            Score::Value(value) => WIN * self.share(f64::from(value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::opposed;

    fn thought(score: Score, values: BySeat<i32>) -> Thought {
        Thought { index: 0, depth: 1, score, nodes: 1, line: Vec::new(), values }
    }

    fn is(share: f64, expected: f64) -> bool {
        (share - expected).abs() < 1e-9
    }

    #[test]
    fn two_seats_share_a_hundred_and_certain_ends_are_certain() {
        let scale = Scale::new(400.0);
        let of = |score, seat| scale.expectations(seat, &thought(score, opposed(2, seat, 0)));
        let even = of(Score::Value(0), Seat::FIRST);
        assert!(is(even[Seat::FIRST], 50.0) && is(even[Seat::SECOND], 50.0));
        let ahead = of(Score::Value(400), Seat::SECOND);
        assert!((ahead[Seat::SECOND] - 73.1).abs() < 0.1 && (ahead[Seat::FIRST] - 26.9).abs() < 0.1);
        assert!(is(of(Score::WinIn(3), Seat::SECOND)[Seat::FIRST], 0.0));
        assert!(is(of(Score::Draw, Seat::SECOND)[Seat::FIRST], 50.0));
        assert!(is(of(Score::LossIn(3), Seat::FIRST)[Seat::SECOND], 100.0));
    }

    #[test]
    fn of_four_seats_equals_have_half_and_who_is_out_has_nothing() {
        let scale = Scale::new(400.0);
        let expected = |values: [i32; 4]| {
            let values = BySeat::from_fn(4, |seat| values[seat.index()]);
            scale.expectations(Seat::FIRST, &thought(Score::Value(-900), values))
        };
        let even = expected([7; 4]);
        assert!(even.iter().all(|(_, share)| (share - 50.0).abs() < 1e-9));
        let out = expected([0, 0, 0, -1_000_000]);
        assert!(out[Seat::new(3)] < 1e-9 && (out[Seat::FIRST] - 66.7).abs() < 0.1, "{out:?}");
        let ahead = expected([800, 0, 0, 0]);
        assert!(ahead[Seat::FIRST] > 85.0 && ahead[Seat::SECOND] < 45.0);
    }
}
