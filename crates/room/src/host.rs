//! What a table has to be told by whoever hosts it.

use crate::ids::{GameId, PersonId};

/// What a table asks its host for. It has neither chance nor names nor players of its own.
pub trait Host {
    /// A name for a game that is about to be made.
    fn new_game(&self) -> GameId;
    /// A wished name as people may bear it, or `None` if they may not.
    fn name(&self, wished: &str) -> Option<String>;
    /// The levels at which computers play a kind of game.
    fn levels(&self, kind: &str) -> Vec<&'static str>;
}

/// Somebody who can hold a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person<'a> {
    /// Who.
    pub id: PersonId,
    /// The usual name; may be empty.
    pub name: &'a str,
}

/// When something happens: on the wall, and on the clock that stands still while the host is down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// Milliseconds since 1970.
    pub at_ms: i64,
    /// The same without outages.
    pub uptime_ms: i64,
}
