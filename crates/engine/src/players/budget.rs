//! What a rival may spend on a thought, and how it turns judgments into chances.

use game::{Position, Seat};

use crate::judge::Judge;
use crate::{Limits, Task, Timer};

/// How many positions are looked at between two looks at the clock.
const NODES_PER_LOOK: u64 = 16;
/// A thought that nobody limits ends here, so that no tree outgrows the machine.
const NODES_MAX: u64 = 400_000;

/// Counts the positions of a thought against its limits.
pub(super) struct Budget<'a> {
    limits: Limits,
    timer: &'a dyn Timer,
    pub(super) nodes: u64,
}

impl<'a> Budget<'a> {
    pub(super) fn new(task: &Task<'a>) -> Self {
        Self { limits: task.limits, timer: task.timer, nodes: 0 }
    }

    /// Counts one more position; whether there was still room for it.
    pub(super) fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes > self.limits.nodes.unwrap_or(NODES_MAX).min(NODES_MAX) {
            return false;
        }
        if !self.nodes.is_multiple_of(NODES_PER_LOOK) {
            return true;
        }
        let late = self.limits.time_ms.is_some_and(|limit| self.timer.elapsed_ms() >= limit);
        !late && !self.timer.stopped()
    }

    /// How deep a search may look that counts depths.
    pub(super) fn depth_max(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX)
    }
}

/// One chance for each seat, from 0 to 1; those of seats that a game does not have stay 0.
pub(super) type Chances = [f32; Seat::MAX];

/// A lead so large makes the chances 73 to 27.
const SCALE: f32 = 400.0;

/// The chances of all seats as the judge sees them.
pub(super) fn chances<P: Position, J: Judge<P>>(judge: &J, position: &P) -> Chances {
    let mut chances = [0.0; Seat::MAX];
    for seat in Seat::first(P::SEATS.len()) {
        // With two seats, what is good for one is bad for the other.
        chances[seat.index()] =
            if P::SEATS.len() == 2 && seat == Seat::SECOND { 1.0 - chances[0] } else { chance(judge, position, seat) };
    }
    chances
}

fn chance<P: Position, J: Judge<P>>(judge: &J, position: &P, seat: Seat) -> f32 {
    match judge.merit(position, seat) {
        Some(merit) => (merit.number() as f32 + 1000.0) / 2000.0,
        None => 1.0 / (1.0 + (-(judge.value(position, seat) as f32) / SCALE).exp()),
    }
}
