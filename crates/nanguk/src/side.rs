//! The two sides (§2).

use crate::geometry::{Squares, Way};

game::sides! {
    /// Blue sits at rank 1 and begins; Red sits at rank 8.
    pub enum Side {
        /// 청(靑), written with capital letters.
        Blue = "blue" 'b',
        /// 홍(紅), written with small letters.
        Red = "red" 'r',
    }
}

impl Side {
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
