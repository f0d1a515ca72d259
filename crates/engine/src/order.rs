//! The order in which a search tries actions: what was good before comes first.

use std::hash::{Hash, Hasher};

use game::Seat;

/// How many plies a line can have.
pub(crate) const PLY_MAX: u32 = 96;

const HISTORY: usize = 1 << 12;
/// Above all judges' hints.
const FROM_TABLE: i32 = 1 << 30;
/// A killer comes after promising actions, before plain ones.
const KILLER: i32 = 50;
const HISTORY_MAX: i32 = 1 << 12;
/// One point of a hint weighs as much as the best history does.
const HINT: i32 = HISTORY_MAX;

/// What a search has learned about actions, whatever the position.
pub(crate) struct Experience<A> {
    killers: Vec<[Option<A>; 2]>,
    history: Vec<i32>,
}

impl<A: Copy + Eq + Hash> Experience<A> {
    pub(crate) fn new() -> Self {
        Self { killers: vec![[None; 2]; PLY_MAX as usize + 1], history: vec![0; HISTORY * Seat::MAX] }
    }

    /// An action that refuted the line before it, although it is not loud.
    pub(crate) fn note(&mut self, seat: Seat, action: A, ply: u32, depth: i32) {
        let killers = &mut self.killers[ply.min(PLY_MAX) as usize];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth).min(256);
        let slot = &mut self.history[slot(seat, action)];
        // Old experience fades, so that the sum is bounded.
        *slot += bonus - *slot * bonus / HISTORY_MAX;
    }

    /// Where an action comes in the order; higher is earlier.
    pub(crate) fn rank(&self, seat: Seat, action: A, ply: u32, hint: i32, from_table: bool) -> i32 {
        if from_table {
            return FROM_TABLE;
        }
        let killer = if self.killers[ply.min(PLY_MAX) as usize].contains(&Some(action)) { KILLER } else { 0 };
        let promise = (hint + killer).clamp(-100_000, 100_000);
        promise * HINT + self.history[slot(seat, action)]
    }
}

fn slot<A: Hash>(seat: Seat, action: A) -> usize {
    let mut hasher = Mix(0);
    action.hash(&mut hasher);
    seat.index() * HISTORY + (hasher.finish() >> 52) as usize
}

/// A hash for small values: fast, and the same in every run.
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number.cast_unsigned() as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(9) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}
