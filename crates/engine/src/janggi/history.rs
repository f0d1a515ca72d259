//! What the search has learned about moves: which did well before.

use janggi::{Action, Piece, Point, Role, Side};

use super::correction::Corrections;

/// A piece going to a point, as an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16); // invariant: < PieceTo::COUNT

impl PieceTo {
    pub(super) const COUNT: usize = 14 * Point::COUNT;

    /// The index of a piece going to a point.
    #[must_use]
    #[inline]
    pub fn new(piece: Piece, to: Point) -> Self {
        Self((piece.index() * Point::COUNT + to.index()) as u16)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The index without the side, where the side is plain from the move before.
    #[inline]
    fn index_of_role(self) -> usize {
        self.index() % Self::COUNT_OF_ROLES
    }

    const COUNT_OF_ROLES: usize = Self::COUNT / 2;
}

/// Scores stay within this.
const LIMIT: i32 = 16_384;

/// Tables of one thread.
pub struct History {
    quiet: Vec<i16>,
    capture: Vec<i16>,
    replies: [Vec<i16>; 2],
    counters: Vec<Option<Action>>,
    pub(super) corrections: Corrections,
}

impl Default for History {
    fn default() -> Self {
        let replies = || vec![0; PieceTo::COUNT * PieceTo::COUNT_OF_ROLES];
        Self {
            quiet: vec![0; 2 * Point::COUNT * Point::COUNT],
            capture: vec![0; PieceTo::COUNT * Role::COUNT],
            replies: [replies(), replies()],
            counters: vec![None; PieceTo::COUNT],
            corrections: Corrections::default(),
        }
    }
}

/// The moves before, nearest first; `None` after a pass or at the root.
pub type Before = [Option<PieceTo>; 2];

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// How a quiet move has done, also as an answer to the moves before.
    #[must_use]
    #[inline]
    pub fn quiet_score(&self, side: Side, action: Action, mover: PieceTo, before: Before) -> i32 {
        let mut score = i32::from(self.quiet[quiet_index(side, action)]);
        for (table, previous) in self.replies.iter().zip(before) {
            if let Some(previous) = previous {
                score += i32::from(table[reply_index(previous, mover)]);
            }
        }
        score
    }

    /// A quiet move has done well or badly.
    pub fn learn_quiet(&mut self, side: Side, action: Action, mover: PieceTo, before: Before, bonus: i32) {
        learn(&mut self.quiet[quiet_index(side, action)], bonus);
        for (table, previous) in self.replies.iter_mut().zip(before) {
            if let Some(previous) = previous {
                learn(&mut table[reply_index(previous, mover)], bonus);
            }
        }
    }

    /// A quiet move has done well or badly, whatever it answered.
    pub fn learn_alone(&mut self, side: Side, action: Action, bonus: i32) {
        learn(&mut self.quiet[quiet_index(side, action)], bonus);
    }

    /// How a capture has done.
    #[must_use]
    #[inline]
    pub fn capture_score(&self, mover: PieceTo, victim: Role) -> i32 {
        i32::from(self.capture[mover.index() * Role::COUNT + victim.index()])
    }

    /// A capture has done well or badly.
    pub fn learn_capture(&mut self, mover: PieceTo, victim: Role, bonus: i32) {
        learn(&mut self.capture[mover.index() * Role::COUNT + victim.index()], bonus);
    }

    /// The quiet move that refuted the last one before.
    #[must_use]
    pub fn counter(&self, before: Before) -> Option<Action> {
        before[0].and_then(|previous| self.counters[previous.index()])
    }

    /// A quiet move has refuted the last one.
    pub fn set_counter(&mut self, before: Before, action: Action) {
        if let Some(previous) = before[0] {
            self.counters[previous.index()] = Some(action);
        }
    }
}

#[inline]
fn quiet_index(side: Side, action: Action) -> usize {
    (side.index() * Point::COUNT + action.from.index()) * Point::COUNT + action.to.index()
}

#[inline]
fn reply_index(previous: PieceTo, mover: PieceTo) -> usize {
    previous.index() * PieceTo::COUNT_OF_ROLES + mover.index_of_role()
}

fn learn(score: &mut i16, bonus: i32) {
    approach(score, bonus.clamp(-LIMIT, LIMIT), LIMIT);
}

/// Moves a score towards its limit, the slower the nearer it is; the bonus is within the limit, too.
pub(super) fn approach(score: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / limit) as i16;
}
