//! The two sides (§2).

use game::Seat;

use crate::geometry::{Squares, Way};

/// Blue sits at rank 1 and begins; Red sits at rank 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// 청(靑), written with capital letters.
    Blue,
    /// 홍(紅), written with small letters.
    Red,
}

impl Side {
    /// Both sides, Blue first.
    pub const ALL: [Self; 2] = [Self::Blue, Self::Red];

    /// The other side.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
        }
    }

    /// 0 for Blue, 1 for Red.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of this side.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::new(self.index())
    }

    /// The side of a seat; games of two seats have no third.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        if seat.index() == 0 { Self::Blue } else { Self::Red }
    }

    /// The letter in state strings and results.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'b',
            Self::Red => 'r',
        }
    }

    /// The side with that letter.
    #[must_use]
    pub fn from_letter(text: &str) -> Option<Self> {
        match text {
            "b" => Some(Self::Blue),
            "r" => Some(Self::Red),
            _ => None,
        }
    }

    /// The name of the seat.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }

    /// 앞: towards the enemy.
    #[must_use]
    #[inline]
    pub const fn forward(self) -> Way {
        match self {
            Self::Blue => Way::NORTH,
            Self::Red => Way::SOUTH,
        }
    }

    /// Two squares forward at once.
    #[must_use]
    #[inline]
    pub const fn leap(self) -> Way {
        self.fan()[1]
    }

    /// The three squares two ranks ahead: left, straight, right as Blue sees them.
    #[must_use]
    #[inline]
    pub const fn fan(self) -> [Way; 3] {
        const BLUE: [Way; 3] = [Way::new(-1, 2), Way::new(0, 2), Way::new(1, 2)];
        const RED: [Way; 3] = [Way::new(-1, -2), Way::new(0, -2), Way::new(1, -2)];
        match self {
            Self::Blue => BLUE,
            Self::Red => RED,
        }
    }

    /// The rank beyond which there is no forward.
    #[must_use]
    pub const fn last_rank(self) -> Squares {
        match self {
            Self::Blue => Squares::rank(7),
            Self::Red => Squares::rank(0),
        }
    }

    /// The eight squares of this side's castle (§20).
    #[must_use]
    pub const fn castle(self) -> Squares {
        match self {
            Self::Blue => Squares::from_bits(0x3c3c),
            Self::Red => Squares::from_bits(0x3c3c << 48),
        }
    }

    /// The three ranks nearest to this side (§28).
    #[must_use]
    pub const fn camp(self) -> Squares {
        match self {
            Self::Blue => Squares::from_bits(0x00ff_ffff),
            Self::Red => Squares::from_bits(0x00ff_ffff << 40),
        }
    }
}
