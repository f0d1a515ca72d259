//! The four sides of the board: who sits there, and which way their men point.

use game::Seat;
use serde::{Serialize, Serializer};

/// A side of the board. It names the seat there and the way in which that seat's men point (§2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The bottom; its men point up.
    South,
    /// The left; its men point right.
    West,
    /// The top; its men point down.
    North,
    /// The right; its men point left.
    East,
}

game::define_set! {
    /// A set of sides.
    pub struct Sides(u8) of Side;
}

impl Side {
    /// There are four.
    pub const COUNT: usize = 4;
    /// All sides, clockwise from South: the order of play (§5).
    pub const ALL: [Self; Self::COUNT] = [Self::South, Self::West, Self::North, Self::East];
    /// Their names in state strings, in the same order.
    pub const NAMES: &'static [&'static str] = &["s", "w", "n", "e"];

    /// The number of this side, counted clockwise from South.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with that number; numbers beyond the last go round again.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % Self::COUNT]
    }

    /// The seat at this side.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::new(self.index())
    }

    /// The side of a seat.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        Self::from_index(seat.index())
    }

    /// The next side clockwise.
    #[must_use]
    #[inline]
    pub const fn next(self) -> Self {
        Self::from_index(self.index() + 1)
    }

    /// The side across the board: the camp where men promote, and the partner in doubles.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }

    /// The three others, clockwise after this one.
    #[must_use]
    #[inline]
    pub const fn others(self) -> [Self; 3] {
        [self.next(), self.opposite(), self.opposite().next()]
    }

    /// The letter in state strings.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::South => 's',
            Self::West => 'w',
            Self::North => 'n',
            Self::East => 'e',
        }
    }

    /// The side with that letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.letter() == letter)
    }

    /// The name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::South => "South",
            Self::West => "West",
            Self::North => "North",
            Self::East => "East",
        }
    }

    /// Where men of this facing point.
    #[must_use]
    pub const fn arrow(self) -> char {
        match self {
            Self::South => '↑',
            Self::West => '→',
            Self::North => '↓',
            Self::East => '←',
        }
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_goes_clockwise() {
        assert_eq!(Side::South.others(), [Side::West, Side::North, Side::East]);
        assert_eq!(Side::East.next(), Side::South);
        assert_eq!(Side::West.opposite(), Side::East);
    }

    #[test]
    fn letters_are_read_back() {
        for side in Side::ALL {
            assert_eq!(Side::from_letter(side.letter()), Some(side));
            assert_eq!(Side::NAMES[side.index()], side.letter().to_string());
            assert_eq!(Side::of(side.seat()), side);
        }
        assert_eq!(Side::from_letter('x'), None);
    }
}
