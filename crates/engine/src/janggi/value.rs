//! What a position is worth to the side to move, as the search counts it.
//!
//! Three bands: estimates in hundredths of a point, wins on points or by another rule, and
//! mates. In the upper two bands a nearer end is worth more.

use std::ops::{Add, Neg, Sub};

/// The deepest line of a search.
pub const PLY_MAX: usize = 128;

/// A value, seen from the side to move. Two values differ by hundredths of a point, which are plain
/// numbers: a value plus a number is a value, and there is no sum of two values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Value(i32);

impl Value {
    /// Neither side is ahead.
    pub const EVEN: Self = Self(0);
    /// More than any position is worth.
    pub const INFINITE: Self = Self(32_000);
    /// Less than any position is worth: nothing is known yet.
    pub const NOTHING: Self = Self(-Self::INFINITE.0);
    /// A mate on the board.
    const MATE: i32 = 31_000;
    /// A game that the rules have decided otherwise: points, repetition, a limit.
    const DECIDED: i32 = 29_000;
    /// The lowest that is no mere estimate.
    const CERTAIN: i32 = Self::DECIDED - PLY_MAX as i32;
    const CERTAIN_MATE: i32 = Self::MATE - PLY_MAX as i32;
    /// An estimate never looks like a decided game.
    const ESTIMATE_MAX: i32 = 20_000;

    /// So many hundredths of a point ahead, whatever they mean.
    #[must_use]
    pub const fn new(hundredths: i32) -> Self {
        Self(hundredths)
    }

    /// What an evaluation says, kept apart from decided games.
    #[must_use]
    pub fn estimate(hundredths: i32) -> Self {
        Self(hundredths.clamp(-Self::ESTIMATE_MAX, Self::ESTIMATE_MAX))
    }

    /// The side to move is mated, so many plies from the root.
    #[must_use]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE)
    }

    /// The game is decided, so many plies from the root.
    #[must_use]
    pub const fn decided_at(ply: usize, won: bool) -> Self {
        let value = Self::DECIDED - ply as i32;
        Self(if won { value } else { -value })
    }

    /// The number itself.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// Whether the game's end is in sight.
    #[must_use]
    pub const fn is_certain(self) -> bool {
        self.0.abs() >= Self::CERTAIN
    }

    /// Whether the side to move is certain to lose.
    #[must_use]
    pub const fn is_lost(self) -> bool {
        self.0 <= -Self::CERTAIN
    }

    /// Whether the side to move is certain to win.
    #[must_use]
    pub const fn is_won(self) -> bool {
        self.0 >= Self::CERTAIN
    }

    /// In how many plies the side to move mates (positive) or is mated (negative), if it is so.
    #[must_use]
    pub const fn mate_plies(self) -> Option<i32> {
        if self.0 >= Self::CERTAIN_MATE {
            Some(Self::MATE - self.0)
        } else if self.0 <= -Self::CERTAIN_MATE {
            Some(-Self::MATE - self.0)
        } else {
            None
        }
    }

    /// In how many plies the game ends by mate or by rule: won (positive) or lost (negative).
    #[must_use]
    pub const fn end_plies(self) -> Option<i32> {
        if !self.is_certain() {
            return None;
        }
        let whole = if self.0.abs() >= Self::CERTAIN_MATE { Self::MATE } else { Self::DECIDED };
        Some(if self.0 > 0 { whole - self.0 } else { -whole - self.0 })
    }

    /// The value as the table keeps it: ends count from the position, not from the root.
    #[must_use]
    pub const fn to_table(self, ply: usize) -> Self {
        if self.is_won() {
            Self(self.0 + ply as i32)
        } else if self.is_lost() {
            Self(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The reverse of [`Self::to_table`].
    #[must_use]
    pub const fn from_table(self, ply: usize) -> Self {
        if self.is_won() {
            Self(self.0 - ply as i32)
        } else if self.is_lost() {
            Self(self.0 + ply as i32)
        } else {
            self
        }
    }

    /// Halfway between two values.
    #[must_use]
    pub const fn midpoint(self, other: Self) -> Self {
        Self(i32::midpoint(self.0, other.0))
    }
}

/// The same, as the other side sees it.
impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Value {
    type Output = Self;

    fn add(self, hundredths: i32) -> Self {
        Self(self.0 + hundredths)
    }
}

impl Sub<i32> for Value {
    type Output = Self;

    fn sub(self, hundredths: i32) -> Self {
        Self(self.0 - hundredths)
    }
}

/// By how many hundredths of a point one is better than another.
impl Sub for Value {
    type Output = i32;

    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nearer_end_is_worth_more_and_the_bands_do_not_touch() {
        let ascending = [
            Value::NOTHING,
            Value::mated_in(0),
            Value::mated_in(PLY_MAX - 1),
            Value::decided_at(0, false),
            Value::decided_at(PLY_MAX - 1, false),
            Value::estimate(i32::MIN),
            Value::EVEN,
            Value::estimate(i32::MAX),
            Value::decided_at(PLY_MAX - 1, true),
            Value::decided_at(0, true),
            -Value::mated_in(PLY_MAX - 1),
            -Value::mated_in(0),
            Value::INFINITE,
        ];
        assert!(ascending.is_sorted_by(|low, high| low < high), "{ascending:?}");
        let certain: Vec<bool> = ascending.map(Value::is_certain).into();
        assert_eq!(certain.iter().filter(|certain| !**certain).count(), 3);
    }

    #[test]
    fn the_table_counts_ends_from_the_position() {
        for value in [Value::mated_in(9), -Value::mated_in(9), Value::decided_at(9, true), Value::new(-150)] {
            assert_eq!(value.to_table(4).from_table(4), value);
        }
        assert_eq!(Value::mated_in(9).to_table(4), Value::mated_in(5));
        assert_eq!((Value::mated_in(9).end_plies(), Value::mated_in(9).mate_plies()), (Some(-9), Some(-9)));
        assert_eq!((Value::decided_at(3, true).end_plies(), Value::decided_at(3, true).mate_plies()), (Some(3), None));
    }
}
