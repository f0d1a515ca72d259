//! The evaluation by hand: terms times weights, tapered from the middle game to the end.

use janggi::{Position, Side};

use super::features::{self, Sink, term};
use super::value::Value;
use super::weights::WEIGHTS;

/// Judges positions for the search. An implementation may follow the board through
/// [`janggi::Watcher`]; this one looks at it afresh.
pub trait Evaluator: Send {
    /// The worth of a position for the side to move, in hundredths of a point.
    fn value(&mut self, position: &Position) -> Value;
}

/// The evaluation with weights tuned on games against itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEvaluator;

/// What having the move is worth.
const TEMPO: Value = 20;
/// An estimate never looks like a decided game.
const ESTIMATE_MAX: Value = 20_000;

impl Evaluator for HandEvaluator {
    fn value(&mut self, position: &Position) -> Value {
        let mut sum = Sum { middle: 0, end: 0 };
        features::collect(position, &mut sum);
        let phase = features::phase(position.board());
        let value = (sum.middle * phase + sum.end * (features::PHASE_MAX - phase)) / features::PHASE_MAX;
        let value = if position.side() == Side::Cho { value } else { -value };
        (value + TEMPO).clamp(-ESTIMATE_MAX, ESTIMATE_MAX)
    }
}

struct Sum {
    middle: i32,
    end: i32,
}

impl Sink for Sum {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        let [middle, end] = WEIGHTS[term];
        self.middle += i32::from(middle) * count;
        self.end += i32::from(end) * count;
    }
}

const _: () = assert!(WEIGHTS.len() == term::COUNT);
