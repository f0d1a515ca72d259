//! The order in which a search tries actions: what was good before comes first.

use game::Seat;

use crate::judge::SLOTS;

/// How many plies a line can have.
pub(crate) const PLY_MAX: u32 = 96;

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

impl<A: Copy + Eq> Experience<A> {
    /// Nothing yet, of so many seats.
    pub(crate) fn of(seats: usize) -> Self {
        Self { killers: vec![[None; 2]; PLY_MAX as usize + 1], history: vec![0; SLOTS * seats] }
    }

    /// An action that refuted the line before it, although it is not loud.
    pub(crate) fn note(&mut self, seat: Seat, action: A, slot: usize, ply: u32, depth: i32) {
        let killers = &mut self.killers[ply.min(PLY_MAX) as usize];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth).min(256);
        let slot = &mut self.history[place(seat, slot)];
        // Old experience fades, so that the sum is bounded.
        *slot += bonus - *slot * bonus / HISTORY_MAX;
    }

    /// Where an action comes in the order; higher is earlier.
    pub(crate) fn rank(&self, seat: Seat, action: A, slot: usize, ply: u32, hint: i32, from_table: bool) -> i32 {
        if from_table {
            return FROM_TABLE;
        }
        let killer = if self.killers[ply.min(PLY_MAX) as usize].contains(&Some(action)) { KILLER } else { 0 };
        let promise = (hint + killer).clamp(-100_000, 100_000);
        promise * HINT + self.history[place(seat, slot)]
    }
}

/// The rank of an action once the value of what it leads to is known; experience decides among equals.
pub(crate) const fn by_value(rank: i32, value: i32) -> i32 {
    const MOST: i32 = 100_000;
    let value = if value > MOST {
        MOST
    } else if value < -MOST {
        -MOST
    } else {
        value
    };
    value * HINT + rank.rem_euclid(HINT)
}

const fn place(seat: Seat, slot: usize) -> usize {
    seat.index() * SLOTS + slot % SLOTS
}
