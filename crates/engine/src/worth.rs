//! What a position is worth inside a search, and the window in which a search looks for it.

use std::ops::Neg;

use crate::Score;

/// How a game ended for a seat, in thousandths of a win: 1000 is the best end, -1000 the worst,
/// 0 a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Merit(i32);

impl Merit {
    /// The best end.
    pub const WIN: Self = Self(1000);
    /// Neither good nor bad.
    pub const DRAW: Self = Self(0);
    /// The worst end.
    pub const LOSS: Self = Self(-1000);

    /// So many thousandths of a win, at most a win or a loss.
    #[must_use]
    pub const fn thousandths(number: i32) -> Self {
        Self(if number > 1000 {
            1000
        } else if number < -1000 {
            -1000
        } else {
            number
        })
    }

    /// In thousandths of a win.
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0
    }
}

/// The worth of a position to whoever asks: a judge's value, or an end a number of plies away.
///
/// Ends are far outside all values. A near win is worth more than a far one, and a near loss less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Worth(i32);

/// One thousandth of a win; more than the plies of any line.
const THOUSANDTH: i32 = 1000;
/// Values stay up to this; decided games are above.
const VALUE_MAX: i32 = 90_000;
/// The least merit that is no longer a value, far enough above to leave room for plies.
const DECIDED: i32 = 100_000;

impl Worth {
    /// Less than anything.
    pub const LEAST: Self = Self(-2_000_000);
    /// More than anything.
    pub const MOST: Self = Self(2_000_000);
    /// A draw.
    pub const DRAW: Self = Self(0);

    /// A judge's value; those beyond all reason are cut.
    #[must_use]
    pub const fn value(value: i32) -> Self {
        Self(if value > VALUE_MAX {
            VALUE_MAX
        } else if value < -VALUE_MAX {
            -VALUE_MAX
        } else {
            value
        })
    }

    /// An end so many plies away. Merits near a draw count as values.
    #[must_use]
    pub const fn end(merit: Merit, plies: u32) -> Self {
        let worth = merit.0 * THOUSANDTH;
        if worth >= DECIDED {
            Self(worth - plies.cast_signed())
        } else if worth <= -DECIDED {
            Self(worth + plies.cast_signed())
        } else {
            Self::value(worth)
        }
    }

    /// Whether an end is certain.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > VALUE_MAX
    }

    /// The same seen from a node `plies` further down, as tables keep it.
    #[must_use]
    pub(crate) const fn seen_from_node(self, plies: u32) -> Self {
        self.moved(plies.cast_signed())
    }

    /// What a table keeps, seen from the root again.
    #[must_use]
    pub(crate) const fn seen_from_root(self, plies: u32) -> Self {
        self.moved(-plies.cast_signed())
    }

    const fn moved(self, nearer: i32) -> Self {
        match (self.is_decided(), self.0 > 0) {
            (true, true) => Self(self.0 + nearer),
            (true, false) => Self(self.0 - nearer),
            (false, _) => self,
        }
    }

    /// As others are told.
    #[must_use]
    pub const fn score(self) -> Score {
        // Plies are what is missing to the next whole thousandth.
        let plies = ((THOUSANDTH - self.0.abs() % THOUSANDTH) % THOUSANDTH).cast_unsigned();
        match (self.is_decided(), self.0 > 0) {
            (true, true) => Score::WinIn(plies),
            (true, false) => Score::LossIn(plies),
            (false, _) => Score::Value(self.0),
        }
    }

    /// In the judge's unit; ends are far outside.
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0
    }

    /// So much less.
    #[must_use]
    pub(crate) const fn less(self, difference: i32) -> Self {
        Self(self.0.saturating_sub(difference))
    }
}

impl Neg for Worth {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// What is still open: worth up to `alpha` is no better than what is known, and worth from `beta`
/// on will be avoided by the other camp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Worth,
    pub(crate) beta: Worth,
}

impl Window {
    /// Everything.
    pub(crate) const OPEN: Self = Self { alpha: Worth::LEAST, beta: Worth::MOST };

    /// As the other camp sees it.
    pub(crate) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only asks whether there is something better than `alpha`.
    pub(crate) const fn null(self) -> Self {
        Self { alpha: self.alpha, beta: Worth(self.alpha.0 + 1) }
    }

    pub(crate) const fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// Closes it from below.
    pub(crate) fn raise(&mut self, worth: Worth) {
        self.alpha = self.alpha.max(worth);
    }

    pub(crate) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_wins_are_better_and_near_losses_are_worse() {
        assert!(Worth::end(Merit::WIN, 1) > Worth::end(Merit::WIN, 3));
        assert!(Worth::end(Merit::LOSS, 1) < Worth::end(Merit::LOSS, 3));
        assert!(Worth::value(i32::MAX) < Worth::end(Merit::WIN, 900));
        assert_eq!(Worth::end(Merit::DRAW, 7), Worth::DRAW);
    }

    #[test]
    fn ends_are_told_in_plies() {
        assert_eq!(Worth::end(Merit::WIN, 3).score(), Score::WinIn(3));
        assert_eq!(Worth::end(Merit::LOSS, 0).score(), Score::LossIn(0));
        assert_eq!(Worth::end(Merit::thousandths(-980), 12).score(), Score::LossIn(12));
        assert_eq!(Worth::value(-35).score(), Score::Value(-35));
    }

    #[test]
    fn a_table_keeps_ends_as_seen_from_the_node() {
        let at_root = Worth::end(Merit::WIN, 9);
        assert_eq!(at_root.seen_from_node(4), Worth::end(Merit::WIN, 5));
        assert_eq!(at_root.seen_from_node(4).seen_from_root(4), at_root);
        assert_eq!(Worth::value(12).seen_from_node(4), Worth::value(12));
    }
}
