//! What a position says of itself beyond its rules: the facts on which lessons, explanations and
//! editors rest.

use serde::Serialize;

use crate::{Match, Position, Refusal, Seat};

/// A man on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Man {
    /// Where it stands, as actions write it.
    pub cell: String,
    /// Whom it obeys; nobody if it is frozen.
    pub seat: Option<Seat>,
    /// What it is, as state strings write it, in upper case whoever owns it.
    pub kind: String,
    /// How many it stands for: the troops of a general, else 1.
    pub amount: u32,
}

impl Man {
    /// One man.
    #[must_use]
    pub const fn one(cell: String, seat: Option<Seat>, kind: String) -> Self {
        Self { cell, seat, kind, amount: 1 }
    }
}

impl<P: Position> Match<P> {
    /// The same board with the next seat to move, without a past; `None` while somebody is alarmed
    /// or the game is over.
    ///
    /// # Errors
    /// Never for a game that reads the states that it writes.
    pub fn skipped(&self) -> Result<Option<Self>, Refusal> {
        match self.position().skipped().filter(|_| self.turn().is_some()) {
            Some(position) => Self::load(self.rules().clone(), &position.state()).map(Some),
            None => Ok(None),
        }
    }
}
