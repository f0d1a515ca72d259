//! How a seat leaves the game (§8).

use serde::{Serialize, Serializer};

use crate::Side;

game::small_enum! {
    /// Why a seat is out.
    pub enum Cause {
        /// In check without a legal move.
        Mate = '#',
        /// Without a legal move, though not in check.
        Stuck = 'z',
        /// It resigned.
        Resigned = 'r',
        /// Its time ran out.
        TimeOut = 't',
        /// It gave check for ever.
        Foul = 'f',
    }
}

impl Cause {
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
