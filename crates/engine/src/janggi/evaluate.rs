//! The evaluation by hand: terms times weights, tapered from the middle game to the end.

use janggi::{Position, Side, Watcher};

use super::features::{self, Sink, term};
use super::value::Value;
use super::weights::WEIGHTS;

/// Judges positions for the search, and may follow the board move by move.
pub trait Evaluator: Send {
    /// What follows the board while a move is played.
    type Follower<'a>: Watcher
    where
        Self: 'a;

    /// A search begins with this position at ply 0.
    fn begin(&mut self, position: &Position);

    /// A move is about to be played that leads to ply `ply`, from the ply before.
    fn follow(&mut self, ply: usize) -> Self::Follower<'_>;

    /// The worth of the position at a ply for the side to move, in hundredths of a point.
    fn value(&mut self, position: &Position, ply: usize) -> Value;
}

/// The evaluation with weights tuned on games against itself. It looks at every position afresh.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandEvaluator;

/// What having the move is worth.
const TEMPO: i32 = 20;

impl Evaluator for HandEvaluator {
    type Follower<'a> = ();

    fn begin(&mut self, _: &Position) {}

    fn follow(&mut self, _: usize) {}

    fn value(&mut self, position: &Position, _: usize) -> Value {
        let mut sum = Sum(0);
        features::collect(position, &mut sum);
        let (middle, end) = sum.parts();
        let phase = features::phase(position.board());
        let value = (middle * phase + end * (features::PHASE_MAX - phase)) / features::PHASE_MAX;
        let value = if position.side() == Side::Cho { value } else { -value };
        Value::estimate(value + TEMPO)
    }
}

/// Middle game and end in the halves of one number, so that one addition serves both.
struct Sum(i32);

static PACKED: [i32; term::COUNT] = {
    let mut packed = [0; term::COUNT];
    let mut term = 0;
    while term < term::COUNT {
        let [middle, end] = WEIGHTS[term];
        packed[term] = ((end as i32) << 16) + middle as i32;
        term += 1;
    }
    packed
};

impl Sum {
    const fn parts(&self) -> (i32, i32) {
        let middle = self.0 as i16;
        // The middle game may have borrowed from the end.
        let end = (self.0.wrapping_sub(middle as i32)) >> 16;
        (middle as i32, end)
    }
}

impl Sink for Sum {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.0 = self.0.wrapping_add(PACKED[term].wrapping_mul(count));
    }
}

const _: () = assert!(WEIGHTS.len() == term::COUNT);
