//! The four sides of the board: who sits there, and which way their men point.

use serde::{Serialize, Serializer};

game::sides! {
    /// A side of the board. It names the seat there and the way in which that seat's men point
    /// (§2). The order is that of play: clockwise from South (§5).
    pub enum Side {
        /// The bottom; its men point up.
        South = "s" 's',
        /// The left; its men point right.
        West = "w" 'w',
        /// The top; its men point down.
        North = "n" 'n',
        /// The right; its men point left.
        East = "e" 'e',
    }
}

game::define_set! {
    /// A set of sides.
    pub struct Sides(u8) of Side;
}

impl Side {
    /// The side with that number; numbers beyond the last go round again.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % Self::COUNT]
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
