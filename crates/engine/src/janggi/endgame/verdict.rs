//! What a table says of a position.

/// What the side to move can force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It wins with its n-th move from here, at the latest.
    Win(u8),
    /// It has lost after n more moves of its own; 0: it is mated.
    Loss(u8),
    /// Neither side can force anything.
    Open,
}

impl Verdict {
    /// The longest win that an entry can hold.
    pub const MOVES_MAX: u8 = 100;
    /// The entry of a placing that no game can reach.
    pub const NO_POSITION: u8 = u8::MAX;
    const MATED: u8 = Self::MOVES_MAX + 1;

    /// As one byte of a table.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Win(moves) => moves,
            Self::Loss(moves) => Self::MATED + moves,
        }
    }

    /// What a byte of a table says; `None` if there is no such position.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Open),
            1..=Self::MOVES_MAX => Some(Self::Win(code)),
            Self::MATED..=200 => Some(Self::Loss(code - Self::MATED)),
            _ => None,
        }
    }

    /// What it means for the side that has just moved.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(moves) => Self::Loss(moves),
            Self::Loss(moves) => Self::Win(moves + 1),
            Self::Open => Self::Open,
        }
    }

    /// In how many plies the game is over.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Open => None,
            Self::Win(moves) => Some(2 * moves as u16 - 1),
            Self::Loss(moves) => Some(2 * moves as u16),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_again() {
        let wins = (1..=Verdict::MOVES_MAX).map(Verdict::Win);
        let losses = (0..Verdict::MOVES_MAX).map(Verdict::Loss);
        for verdict in wins.chain(losses).chain([Verdict::Open]) {
            assert_eq!(Verdict::from_code(verdict.code()), Some(verdict));
        }
        assert_eq!(Verdict::from_code(Verdict::NO_POSITION), None);
        assert_eq!([Verdict::Win(1), Verdict::Loss(0)].map(Verdict::plies), [Some(1), Some(0)]);
    }
}
