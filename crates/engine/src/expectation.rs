//! Numbers for people: what a thought expects of the result.

use game::{BySeat, Seat};

use crate::{Score, Thought};

/// How a judge's values become expected results: a lead of a `unit` is worth 73 of 100.
///
/// A game in which small leads come and go but large ones last has a `bend` above 1: its curve is flatter than the
/// logistic one within the unit and steeper beyond.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    unit: f64,
    bend: f64,
}

/// What a sure win is worth; a sure loss is worth nothing, a draw the half.
const WIN: f64 = 100.0;

impl Scale {
    /// The logistic scale on which a lead of `unit` is worth 73 of 100.
    #[must_use]
    pub const fn new(unit: f64) -> Self {
        Self { unit, bend: 1.0 }
    }

    /// The same with another bend.
    #[must_use]
    pub const fn bent(self, bend: f64) -> Self {
        Self { bend, ..self }
    }

    /// The lead that is worth 73 of 100.
    #[must_use]
    pub const fn unit(self) -> f64 {
        self.unit
    }

    /// 1 for a logistic curve, more for one that is steeper beyond the unit.
    #[must_use]
    pub const fn bend(self) -> f64 {
        self.bend
    }

    /// The expected result of a lead, from 0 to 1.
    #[must_use]
    pub fn share(self, lead: f64) -> f64 {
        let units = (lead.abs() / self.unit).powf(self.bend).copysign(lead);
        1.0 / (1.0 + (-units).exp())
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

    /// Within the unit a bend takes from a lead, beyond it adds, and both sides are alike.
    #[test]
    fn a_bend_keeps_the_unit_and_the_middle() {
        let (plain, bent) = (Scale::new(400.0), Scale::new(400.0).bent(2.0));
        assert!(is(bent.share(0.0), 0.5) && is(bent.share(400.0), plain.share(400.0)));
        assert!(bent.share(200.0) < plain.share(200.0) && bent.share(800.0) > plain.share(800.0));
        assert!([10.0, 399.0, 2000.0].iter().all(|lead| is(bent.share(*lead) + bent.share(-lead), 1.0)));
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
