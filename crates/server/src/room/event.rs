//! What happens at a table. A game is the list of its events.

use game::{Leaving, Seat};
use serde::{Deserialize, Serialize};

use crate::ids::GameId;
use crate::room::plan::Chair;
use crate::wire::Topic;

/// One thing that has happened, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Event {
    /// Someone sat down.
    Sit {
        /// Where.
        seat: u8,
        /// Who.
        chair: Chair,
    },
    /// Someone got up before the start.
    Stand {
        /// From where.
        seat: u8,
    },
    /// A seat chose its opening.
    Chose {
        /// Which seat.
        seat: u8,
        /// What.
        value: String,
    },
    /// The game began from this position.
    Start {
        /// The rules in full.
        rules: String,
        /// The state string.
        start: String,
    },
    /// Deeds were done on the board, the forced ones included, each by its seat.
    Act {
        /// Seat and canonical text.
        deeds: Vec<(u8, String)>,
        /// How long a computer has thought: its clock is charged that and no more. Without it, as for people
        /// and in older games, the clock is charged what has passed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought_ms: Option<u64>,
    },
    /// A seat left.
    Leave {
        /// Which.
        seat: u8,
        /// Why.
        why: Why,
    },
    /// All agreed to end the game.
    Agree,
    /// The total time was used up.
    Time,
    /// A seat offered something.
    Offer {
        /// Which seat.
        seat: u8,
        /// What.
        what: Topic,
    },
    /// A seat accepted an offer that needs further consent.
    Accept {
        /// Which seat.
        seat: u8,
        /// What.
        what: Topic,
    },
    /// A seat declined.
    Decline {
        /// Which seat.
        seat: u8,
        /// What.
        what: Topic,
    },
    /// Deeds were taken back.
    Takeback {
        /// How many are left.
        to: u32,
    },
    /// The next game was agreed.
    Rematch {
        /// Which.
        game: GameId,
    },
}

impl Event {
    /// Whether it adds deeds to the game.
    #[must_use]
    pub(crate) const fn is_deed(&self) -> bool {
        matches!(self, Self::Act { .. } | Self::Leave { .. } | Self::Agree | Self::Time)
    }
}

/// Why a seat left, in words of the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It gave up.
    Resigned,
    /// Its time ran out.
    Flagged,
    /// It went away for good.
    Forfeited,
}

impl From<Why> for Leaving {
    fn from(why: Why) -> Self {
        match why {
            Why::Resigned => Self::Resigned,
            Why::Flagged => Self::Flagged,
            Why::Forfeited => Self::Forfeited,
        }
    }
}

/// What viewers are told has happened: no secrets, and small, because the latest are kept in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Happening {
    /// See [`Event::Sit`].
    Sit {
        /// Where.
        seat: u8,
    },
    /// See [`Event::Stand`].
    Stand {
        /// From where.
        seat: u8,
    },
    /// See [`Event::Chose`].
    Chose {
        /// Which seat.
        seat: u8,
    },
    /// See [`Event::Start`].
    Start,
    /// See [`Event::Act`].
    Act {
        /// Who did the first of them.
        seat: u8,
        /// The number of the first.
        n: u32,
        /// How many.
        count: u16,
    },
    /// See [`Event::Leave`].
    Leave {
        /// Which seat.
        seat: u8,
        /// Why.
        why: Why,
    },
    /// See [`Event::Agree`].
    Agree,
    /// See [`Event::Time`].
    Time,
    /// See [`Event::Offer`].
    Offer {
        /// Which seat.
        seat: u8,
        /// What.
        what: Topic,
    },
    /// See [`Event::Accept`].
    Accept {
        /// Which seat.
        seat: u8,
        /// What.
        what: Topic,
    },
    /// See [`Event::Decline`].
    Decline {
        /// Which seat.
        seat: u8,
        /// What.
        what: Topic,
    },
    /// See [`Event::Takeback`].
    Takeback {
        /// How many deeds are left.
        to: u32,
    },
    /// See [`Event::Rematch`].
    Rematch {
        /// Which game.
        game: GameId,
    },
}

impl Happening {
    /// What is told of an event after which the game had `n` deeds before it.
    #[must_use]
    pub(crate) fn of(event: &Event, n: usize) -> Self {
        match event {
            Event::Sit { seat, .. } => Self::Sit { seat: *seat },
            Event::Stand { seat } => Self::Stand { seat: *seat },
            Event::Chose { seat, .. } => Self::Chose { seat: *seat },
            Event::Start { .. } => Self::Start,
            Event::Act { deeds, .. } => {
                Self::Act { seat: deeds.first().map_or(0, |deed| deed.0), n: n as u32, count: deeds.len() as u16 }
            }
            Event::Leave { seat, why } => Self::Leave { seat: *seat, why: *why },
            Event::Agree => Self::Agree,
            Event::Time => Self::Time,
            Event::Offer { seat, what } => Self::Offer { seat: *seat, what: *what },
            Event::Accept { seat, what } => Self::Accept { seat: *seat, what: *what },
            Event::Decline { seat, what } => Self::Decline { seat: *seat, what: *what },
            Event::Takeback { to } => Self::Takeback { to: *to },
            Event::Rematch { game } => Self::Rematch { game: *game },
        }
    }

    /// Which parts of the state may have changed.
    #[must_use]
    pub(crate) const fn scope(&self) -> Scope {
        match self {
            Self::Sit { .. } | Self::Stand { .. } | Self::Chose { .. } | Self::Start | Self::Rematch { .. } => {
                Scope::All
            }
            Self::Offer { .. } | Self::Accept { .. } | Self::Decline { .. } => Scope::Offers,
            _ => Scope::Board,
        }
    }
}

/// Which parts of the state have changed; each includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Scope {
    /// Only what is offered.
    Offers,
    /// The board, the turn, the clocks, the result.
    Board,
    /// People and openings too.
    All,
}

/// A seat from its stored number, if the game has it.
#[must_use]
pub(crate) fn seat(number: u8, count: usize) -> Option<Seat> {
    (usize::from(number) < count).then(|| Seat::new(usize::from(number)))
}
