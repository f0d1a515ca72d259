//! What a side may do in its turn.

use std::fmt;

use crate::Point;

/// A piece goes from one point to another; a king that stays where it is passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// Where the piece stands.
    pub from: Point,
    /// Where it goes; the same point for a pass.
    pub to: Point,
}

impl Action {
    /// A move.
    #[must_use]
    #[inline]
    pub const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }

    /// The pass (한수쉼) of a side whose king stands there (§13).
    #[must_use]
    #[inline]
    pub const fn pass(king: Point) -> Self {
        Self { from: king, to: king }
    }

    /// Whether it is a pass.
    #[must_use]
    #[inline]
    pub fn is_pass(self) -> bool {
        self.from == self.to
    }
}

/// UCI: `e4e5`, and a pass is the king's null move such as `e2e2`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.from.as_str())?;
        f.write_str(self.to.as_str())
    }
}
