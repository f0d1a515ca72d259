//! What clients send: parsed at the edge, in the words of `docs/protocol.md`.

use std::collections::BTreeMap;

use game::clock::Control;
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::ids::PersonId;
use crate::plan::Range;
use crate::refused::Refused;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// The longest action text.
const ACTION_BYTES_MAX: usize = 200;
/// The longest opening text.
const OPENING_BYTES_MAX: usize = 2000;
/// The longest name of a choice, and the longest value of one that is no opening.
const CHOICE_BYTES_MAX: usize = 100;
/// The longest state string.
const POSITION_BYTES_MAX: usize = 2000;
/// The longest acknowledgment id.
const ACK_BYTES_MAX: usize = 32;

/// A message of section 7.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Message {
    /// The id for the acknowledgment; empty if none is wanted.
    #[serde(default)]
    pub a: String,
    /// What is wanted.
    #[serde(flatten)]
    pub wish: Wish,
}

/// What a viewer of a game may want.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Wish {
    /// To do an action, having seen `n` deeds.
    Act {
        /// How many deeds were seen.
        n: u32,
        /// Any spelling of the rule book.
        d: String,
    },
    /// To hear which rule forbids an action, without doing it.
    Explain {
        /// How many deeds were seen.
        n: u32,
        /// As for an action.
        d: String,
    },
    /// To be shown what to do, where there is help.
    Hint {
        /// How many deeds were seen.
        n: u32,
    },
    /// To hear whether an action would be a blunder, where there is help.
    Weigh {
        /// How many deeds were seen.
        n: u32,
        /// As for an action.
        d: String,
    },
    /// To be shown what the next seat threatens, where there is help.
    Threats {
        /// How many deeds were seen.
        n: u32,
    },
    /// To choose an opening.
    Choose {
        /// For which seat.
        seat: Option<u8>,
        /// The value.
        d: String,
    },
    /// To take an open seat.
    Sit {
        /// Which.
        seat: u8,
        /// Under which name.
        name: Option<String>,
    },
    /// To give a seat back before play begins.
    Stand {
        /// Which.
        seat: Option<u8>,
    },
    /// To give up.
    Resign {
        /// For which seat.
        seat: Option<u8>,
    },
    /// To go away for good.
    Leave {
        /// From which seat.
        seat: Option<u8>,
    },
    /// To offer something to the others.
    Offer {
        /// What.
        d: Topic,
    },
    /// To accept what another has offered.
    Accept {
        /// What.
        d: Topic,
    },
    /// To decline it, or to withdraw an own offer.
    Decline {
        /// What.
        d: Topic,
    },
    /// To exchange seats where the rules have that, or not to.
    Sides {
        /// Whether.
        d: Sides,
    },
    /// To call a game off in which not everybody has acted yet.
    Abort,
    /// To close a table that is not full yet.
    Close,
    /// To leave a seat to others to which one was invited.
    TurnDown,
    /// To hear what has happened since a version.
    Sync {
        /// The last version known.
        v: Option<u32>,
    },
}

impl Wish {
    /// Whether it asks for help, which is thought about before it is answered.
    #[must_use]
    pub const fn asks_for_help(&self) -> bool {
        matches!(self, Self::Hint { .. } | Self::Weigh { .. } | Self::Threats { .. })
    }
}

/// What whoever may exchange seats decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// To sit where the other sat.
    Exchange,
    /// To stay.
    Keep,
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// To end the game by agreement.
    Draw,
    /// To take back an action.
    Takeback,
    /// To play again.
    Rematch,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// If it is not one, or a text in it is too long.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let message: Self = serde_json::from_str(text).map_err(|error| Refused::message(error.to_string()))?;
        let fits = match &message.wish {
            Wish::Act { d, .. } | Wish::Explain { d, .. } | Wish::Weigh { d, .. } => d.len() <= ACTION_BYTES_MAX,
            Wish::Choose { d, .. } => d.len() <= OPENING_BYTES_MAX,
            _ => true,
        };
        let is_sound = fits && message.a.len() <= ACK_BYTES_MAX;
        is_sound.then_some(message).ok_or_else(|| Refused::message("a text is too long"))
    }
}

/// A wish for a game, section 4.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of its own on the wire, and none excludes another")]
pub struct GameWish {
    /// Which game.
    pub kind: String,
    /// The rule set; the default if left out.
    #[serde(default)]
    pub preset: Option<String>,
    /// What is different from the preset.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// How to start.
    #[serde(default)]
    pub start: BTreeMap<String, String>,
    /// A state to play from.
    #[serde(default)]
    pub position: Option<String>,
    /// Whether seats choose their openings.
    #[serde(default = "yes")]
    pub choose: bool,
    /// One for each seat.
    pub seats: Vec<SeatWish>,
    /// The clock.
    #[serde(default)]
    pub clock: Option<Control>,
    /// Whether it is to be rated, if it can be.
    #[serde(default = "yes")]
    pub rated: bool,
    /// Whether it stands in the lobby.
    #[serde(default)]
    pub listed: bool,
    /// Whether seats are dealt once all are taken.
    #[serde(default)]
    pub shuffle: bool,
    /// How strong whoever sits down may be.
    #[serde(default)]
    pub range: Option<Range>,
    /// Whether only members may sit down.
    #[serde(default)]
    pub members: bool,
    /// The level of the computer that takes the seat of whoever leaves.
    #[serde(default)]
    pub stand_in: Option<String>,
    /// Whether whoever plays may be helped.
    #[serde(default)]
    pub help: bool,
}

impl GameWish {
    /// A table of the usual rules for whoever comes, with one seat for who asks.
    #[must_use]
    pub fn for_strangers(kind: String, seats: usize, clock: Control) -> Self {
        let mut wished = vec![SeatWish::Open; seats];
        if let Some(first) = wished.first_mut() {
            *first = SeatWish::Me { name: None };
        }
        Self {
            kind,
            preset: None,
            options: BTreeMap::new(),
            start: BTreeMap::new(),
            position: None,
            choose: true,
            seats: wished,
            clock: Some(clock),
            rated: false,
            listed: true,
            shuffle: true,
            range: None,
            members: false,
            stand_in: None,
            help: false,
        }
    }

    /// Whether no text in it is longer than it can have to be. `seats` are the names of the seats,
    /// whose choices may be whole decks.
    ///
    /// # Errors
    /// If one is.
    pub fn fits(&self, seats: &[&str]) -> Result<(), Refused> {
        let is_opening = |key: &str| seats.contains(&key);
        let fits = |(key, value): (&String, &String)| {
            let max = if is_opening(key) { OPENING_BYTES_MAX } else { CHOICE_BYTES_MAX };
            key.len() <= CHOICE_BYTES_MAX && value.len() <= max
        };
        let is_sound = self.preset.iter().all(|preset| preset.len() <= CHOICE_BYTES_MAX)
            && self.options.iter().chain(&self.start).all(fits)
            && self.position.iter().all(|position| position.len() <= POSITION_BYTES_MAX);
        is_sound.then_some(()).ok_or_else(|| Refused::message("a text is too long"))
    }

    /// Whether what only strangers need makes sense: in the lobby stands one chair of the maker's own, a free one, and a clock.
    ///
    /// # Errors
    /// If it does not.
    pub(crate) fn is_for_the_lobby(&self, host: &dyn Host) -> Result<(), Refused> {
        let count = |is: fn(&SeatWish) -> bool| self.seats.iter().filter(|seat| is(seat)).count();
        let own = count(|seat| matches!(seat, SeatWish::Me { .. }));
        let free = count(|seat| matches!(seat, SeatWish::Open | SeatWish::Invited(_)));
        if self.listed && (own != 1 || free == 0 || self.clock.is_none()) {
            return Err(Refused::bad_table());
        }
        match &self.stand_in {
            Some(level) if !host.levels(&self.kind).contains(&level.as_str()) => Err(Refused::bad_level()),
            Some(_) if self.seats.len() <= 2 => Err(Refused::bad_table()),
            _ => Ok(()),
        }
    }
}

const fn yes() -> bool {
    true
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatWish {
    /// The guest who asks.
    Me {
        /// Under which name.
        name: Option<String>,
    },
    /// The computer.
    Computer {
        /// How well it plays.
        level: String,
    },
    /// Whoever comes.
    Open,
    /// A member who is asked to come.
    Person {
        /// Who.
        name: String,
    },
    /// The same, once the host has found out who that is.
    #[serde(skip)]
    Invited(PersonId),
}

impl SeatWish {
    /// The label of an own seat.
    pub const fn label(&mut self) -> Option<&mut Option<String>> {
        match self {
            Self::Me { name } => Some(name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let act = Message::read(r#"{"t":"act","a":"x-1","n":12,"d":"e4e5"}"#).expect("a message");
        assert_eq!(act, Message { a: "x-1".to_owned(), wish: Wish::Act { n: 12, d: "e4e5".to_owned() } });
        let sync = Message::read(r#"{"t":"sync"}"#).expect("a message");
        assert_eq!(sync.wish, Wish::Sync { v: None });
        assert!(Message::read(r#"{"t":"offer","a":"1","d":"rematch"}"#).is_ok());
    }

    #[test]
    fn anything_else_is_refused_without_harm() {
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        let long = format!(r#"{{"t":"act","a":"1","n":0,"d":"{}"}}"#, "x".repeat(300));
        let texts =
            ["", "p", "{}", r#"{"t":"fly"}"#, r#"{"t":"act","a":"1","n":-1,"d":""}"#, r#"{"t":"act"}"#, &deep, &long];
        for text in texts {
            assert_eq!(Message::read(text).map_err(|refused| refused.code), Err("E_MESSAGE"), "{text:.40}");
        }
    }
}
