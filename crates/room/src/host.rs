//! What a table has to be told by whoever hosts it.

use std::collections::HashMap;

use crate::ids::{GameId, PersonId};

/// What a table asks its host for. It has neither chance nor names nor players of its own.
pub trait Host {
    /// A name for a game that is about to be made.
    fn new_game(&self) -> GameId;
    /// A wished name as people may bear it, or `None` if they may not.
    fn name(&self, wished: &str) -> Option<String>;
    /// The numbers below `count` in an order by chance.
    fn shuffled(&self, count: usize) -> Vec<u8>;
    /// The levels at which computers play a kind of game.
    fn levels(&self, kind: &str) -> Vec<&'static str>;
}

/// Somebody who can hold a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person<'a> {
    /// Who.
    pub id: PersonId,
    /// A guest's usual name; empty for others, whose names are looked up by the id.
    pub name: &'a str,
}

/// What a host knows of somebody beyond what a table keeps. No game holds a member's name, so that another name shows everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Face {
    /// Has an account, under that name.
    Member(String),
    /// The same, and is a program.
    Bot(String),
    /// Has closed the account.
    Closed,
}

impl Face {
    /// The name; empty if there is none any more.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Member(name) | Self::Bot(name) => name,
            Self::Closed => "",
        }
    }

    /// In a word of the wire; who has no face is a guest.
    #[must_use]
    pub fn word(face: Option<&Self>) -> &'static str {
        match face {
            None => "guest",
            Some(Self::Member(_)) => "member",
            Some(Self::Bot(_)) => "bot",
            Some(Self::Closed) => "closed",
        }
    }

    /// What somebody is called who has that label on one of so many seats: people around one screen may be labeled, nobody else who has a name.
    #[must_use]
    pub fn called<'a>(face: Option<&'a Self>, label: &'a str, seats: usize) -> &'a str {
        match face {
            None => label,
            Some(Self::Member(_)) if seats > 1 && !label.is_empty() => label,
            Some(face) => face.name(),
        }
    }
}

/// Those of whom a host knows more; whoever is missing is a guest, who goes by the label on the chair.
pub type Faces = HashMap<PersonId, Face>;

/// When something happens: on the wall, and on the clock that stands still while the host is down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// Milliseconds since 1970.
    pub at_ms: i64,
    /// The same without outages.
    pub uptime_ms: i64,
}
