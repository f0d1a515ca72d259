//! How many sit at a table, and for whom they play.

/// What a game looks like to a rating system. It decides which one is used, and how sure it must be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Two against each other.
    Duel,
    /// Four, everyone for themselves.
    Four,
    /// Four in two teams: seats opposite each other are partners.
    Doubles,
}

impl Form {
    /// The form of a game with so many seats, if there is a rating system for it.
    #[must_use]
    pub const fn of(seats: usize, has_partners: bool) -> Option<Self> {
        match (seats, has_partners) {
            (2, false) => Some(Self::Duel),
            (4, false) => Some(Self::Four),
            (4, true) => Some(Self::Doubles),
            _ => None,
        }
    }

    /// How many seats there are.
    #[must_use]
    pub const fn seats(self) -> usize {
        match self {
            Self::Duel => 2,
            Self::Four | Self::Doubles => 4,
        }
    }

    /// A rating is provisional above this deviation, and carries a question mark.
    #[must_use]
    pub const fn deviation_provisional(self) -> f64 {
        match self {
            Self::Duel => 110.0,
            Self::Four | Self::Doubles => 140.0,
        }
    }

    /// A leaderboard lists nobody above this deviation.
    #[must_use]
    pub const fn deviation_of_leaders(self) -> f64 {
        match self {
            Self::Duel => 75.0,
            Self::Four | Self::Doubles => 110.0,
        }
    }

    /// So many rated games of the same people are enough for a while: strength is not measured by repeating one pair.
    #[must_use]
    pub const fn meetings_max(self) -> u32 {
        match self {
            Self::Duel => 10,
            Self::Four | Self::Doubles => 5,
        }
    }

    /// How long that while is.
    #[must_use]
    pub const fn meetings_span_ms(self) -> i64 {
        const DAY_MS: i64 = 24 * 60 * 60 * 1000;
        match self {
            Self::Duel => DAY_MS,
            Self::Four | Self::Doubles => 7 * DAY_MS,
        }
    }

    /// The fewest people at a table that counts; the other seats may be computers.
    #[must_use]
    pub const fn people_min(self) -> usize {
        match self {
            Self::Duel | Self::Four => 2,
            Self::Doubles => 4,
        }
    }
}
