//! How a seat leaves the game (§8).

use serde::{Serialize, Serializer};

use crate::Side;

/// Why a seat is out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// `#`: in check without a legal move.
    Mate,
    /// `z`: without a legal move, though not in check.
    Stuck,
    /// `r`: it resigned.
    Resigned,
    /// `t`: its time ran out.
    TimeOut,
    /// `f`: it gave check for ever.
    Foul,
}

impl Cause {
    const ALL: [Self; 5] = [Self::Mate, Self::Stuck, Self::Resigned, Self::TimeOut, Self::Foul];

    /// The letter in state strings.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Mate => '#',
            Self::Stuck => 'z',
            Self::Resigned => 'r',
            Self::TimeOut => 't',
            Self::Foul => 'f',
        }
    }

    /// The cause with that letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.letter() == letter)
    }

    /// The word for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mated",
            Self::Stuck => "without a move",
            Self::Resigned => "resigned",
            Self::TimeOut => "out of time",
            Self::Foul => "out for perpetual check",
        }
    }
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// A seat that is out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Elimination {
    /// Who.
    pub seat: Side,
    /// Why.
    pub cause: Cause,
    /// Who is credited with the mate, if it was one.
    pub credit: Option<Side>,
}

impl std::fmt::Display for Elimination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.seat.letter(), self.cause.letter())?;
        self.credit.map_or(Ok(()), |credit| write!(f, "{}", credit.letter()))
    }
}
