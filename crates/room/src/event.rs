//! What happens at a table. A game is the list of its events.

use std::fmt::Debug;

use game::Leaving;
use ratings::Standing;
use serde::{Deserialize, Serialize};

use crate::ids::{GameId, PersonId};
use crate::plan::Chair;
use crate::wire::Topic;

/// One thing that has happened, with what is known of it. What everybody may hear is written out here;
/// what not everybody may is a part whose type depends on who knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Happening<K: Knowledge> {
    /// Someone sat down.
    Sit {
        /// Where.
        seat: u8,
        /// Who.
        #[serde(flatten)]
        who: K::Sitter,
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
        #[serde(flatten)]
        what: K::Choice,
    },
    /// The game began.
    Start(K::Beginning),
    /// Deeds were done on the board, the forced ones included.
    Act(K::Deeds),
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
    /// A seat was shown what to do.
    Hint {
        /// Which seat.
        seat: u8,
    },
    /// All seats of one person are another's: a guest has signed in.
    Adopt(K::Heir),
    /// Seats were dealt among those who have come.
    Seated(K::Order),
    /// A computer plays on for someone who has left.
    StandIn {
        /// On which seat.
        seat: u8,
        /// Which computer.
        #[serde(flatten)]
        by: K::StandIn,
    },
    /// Whoever may exchange seats has decided.
    Sides {
        /// Whether they were exchanged.
        exchanged: bool,
    },
    /// The game was called off before everybody had a part in it.
    Abort,
    /// The table was closed before it was full.
    Close,
    /// The next game was agreed.
    Rematch {
        /// Which.
        game: GameId,
    },
    /// The host did not serve this table for a while: nobody's time has run.
    Pause {
        /// For how long.
        ms: u64,
    },
}

/// An event in full, as it is stored.
pub type Event = Happening<Whole>;
/// An event as everybody may hear of it: no secrets, and small, because the latest are kept in memory.
pub type News = Happening<Public>;

/// What somebody knows of the parts of an event that are not for everybody.
pub trait Knowledge {
    /// Of who sat down. Names are in the state, for those who may see them.
    type Sitter;
    /// Of what was chosen: it may be sealed.
    type Choice;
    /// Of rules and first position: it may hold what seats have chosen.
    type Beginning;
    /// Of what was done: it may hold what is hidden.
    type Deeds;
    /// Of whose seats became whose.
    type Heir;
    /// Of who was dealt which seat.
    type Order;
    /// Of the computer that plays on.
    type StandIn;
}

/// Everything is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {}

impl Knowledge for Whole {
    type Sitter = Sitter;
    type Choice = Choice;
    type Beginning = Beginning;
    type Deeds = Deeds;
    type Heir = Heir;
    type Order = Order;
    type StandIn = StandIn;
}

/// Only that it happened, and to how many deeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Public {}

impl Knowledge for Public {
    type Sitter = Untold;
    type Choice = Untold;
    type Beginning = Untold;
    type Deeds = Done;
    type Heir = Untold;
    type Order = Untold;
    type StandIn = Untold;
}

/// A part of which nothing is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Untold {}

/// Who sat down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitter {
    /// Who.
    pub chair: Chair,
}

/// What a seat has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// In the game's own spelling.
    pub value: String,
}

/// From where a game began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beginning {
    /// The rules in full.
    pub rules: String,
    /// The state string.
    pub start: String,
    /// Whether the game counts.
    #[serde(flatten)]
    pub standing: Standing,
}

/// Deeds on the board, each by its seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deeds {
    /// Seat and canonical text.
    pub deeds: Vec<(u8, String)>,
    /// How long a computer has thought: its clock is charged that and no more. Without it, as for people
    /// and in older games, the clock is charged what has passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought_ms: Option<u64>,
}

/// Whose seats became whose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heir {
    /// Whose they were.
    pub from: PersonId,
    /// Whose they are.
    pub to: PersonId,
}

/// Who was dealt which seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// For each seat, the seat on which its holder sat before.
    pub order: Vec<u8>,
}

/// The computer that plays on for someone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandIn {
    /// How well it plays.
    pub level: String,
}

/// That deeds were done, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Done {
    /// Who did the first of them.
    pub seat: u8,
    /// The number of the first.
    pub n: u32,
    /// How many.
    pub count: u16,
}

impl<K: Knowledge> Happening<K> {
    /// Whether it adds deeds to the game.
    #[must_use]
    pub const fn is_deed(&self) -> bool {
        matches!(self, Self::Act(_) | Self::Leave { .. } | Self::Agree | Self::Time)
    }

    /// Whether it can change more than the board, the turn and what is offered.
    #[must_use]
    pub const fn is_about_people(&self) -> bool {
        matches!(
            self,
            Self::Sit { .. }
                | Self::Stand { .. }
                | Self::Chose { .. }
                | Self::Start(_)
                | Self::Adopt(_)
                | Self::Seated(_)
                | Self::StandIn { .. }
                | Self::Sides { .. }
                | Self::Abort
                | Self::Close
                | Self::Rematch { .. }
        )
    }

    /// Whether it can change who is to act, or end the game.
    #[must_use]
    pub const fn moves_on(&self) -> bool {
        !matches!(
            self,
            Self::Offer { .. }
                | Self::Accept { .. }
                | Self::Decline { .. }
                | Self::Hint { .. }
                | Self::Adopt(_)
                | Self::Rematch { .. }
                | Self::Pause { .. }
        )
    }

    /// Which parts of the state may have changed.
    #[must_use]
    pub(crate) const fn scope(&self) -> Scope {
        match self {
            Self::Offer { .. } | Self::Accept { .. } | Self::Decline { .. } => Scope::Offers,
            _ if self.is_about_people() => Scope::All,
            _ => Scope::Board,
        }
    }
}

impl Event {
    /// What everybody may hear of it, if there were `n` deeds before it.
    #[must_use]
    pub fn told(&self, n: usize) -> News {
        match self {
            Self::Sit { seat, .. } => News::Sit { seat: *seat, who: Untold {} },
            Self::Stand { seat } => News::Stand { seat: *seat },
            Self::Chose { seat, .. } => News::Chose { seat: *seat, what: Untold {} },
            Self::Start(_) => News::Start(Untold {}),
            Self::Act(Deeds { deeds, .. }) => {
                let seat = deeds.first().map_or(0, |deed| deed.0);
                News::Act(Done { seat, n: n as u32, count: deeds.len() as u16 })
            }
            Self::Leave { seat, why } => News::Leave { seat: *seat, why: *why },
            Self::Agree => News::Agree,
            Self::Time => News::Time,
            Self::Offer { seat, what } => News::Offer { seat: *seat, what: *what },
            Self::Accept { seat, what } => News::Accept { seat: *seat, what: *what },
            Self::Decline { seat, what } => News::Decline { seat: *seat, what: *what },
            Self::Takeback { to } => News::Takeback { to: *to },
            Self::Hint { seat } => News::Hint { seat: *seat },
            Self::Adopt(_) => News::Adopt(Untold {}),
            Self::Seated(_) => News::Seated(Untold {}),
            Self::StandIn { seat, .. } => News::StandIn { seat: *seat, by: Untold {} },
            Self::Sides { exchanged } => News::Sides { exchanged: *exchanged },
            Self::Abort => News::Abort,
            Self::Close => News::Close,
            Self::Rematch { game } => News::Rematch { game: *game },
            Self::Pause { ms } => News::Pause { ms: *ms },
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form that rows have had so far, word for word.
    const ROWS: [&str; 26] = [
        r#"{"type":"sit","seat":1,"chair":{"person":{"guest":"4kXw9ZsQp2Lm","name":"민수"}}}"#,
        r#"{"type":"sit","seat":0,"chair":{"computer":{"level":"easy"}}}"#,
        r#"{"type":"stand","seat":1}"#,
        r#"{"type":"chose","seat":1,"value":"inner"}"#,
        r#"{"type":"start","rules":"kja","start":"rnba1abnr w"}"#,
        r#"{"type":"start","rules":"kja","start":"rnba1abnr w","rated":"janggi/std/slow"}"#,
        r#"{"type":"start","rules":"kja","start":"rnba1abnr w","measured":"janggi/std/slow","why":"computer"}"#,
        r#"{"type":"start","rules":"kja","start":"rnba1abnr w","why":"guest"}"#,
        r#"{"type":"act","deeds":[[0,"a4a5"],[1,"pass"]]}"#,
        r#"{"type":"act","deeds":[[1,"a7a6"]],"thought_ms":1500}"#,
        r#"{"type":"adopt","from":"4kXw9ZsQp2Lm","to":"4kXw9ZsQp2Ln"}"#,
        r#"{"type":"seated","order":[2,0,3,1]}"#,
        r#"{"type":"stand_in","seat":2,"level":"normal"}"#,
        r#"{"type":"sit","seat":1,"chair":{"invited":{"guest":"4kXw9ZsQp2Lm"}}}"#,
        r#"{"type":"leave","seat":0,"why":"flagged"}"#,
        r#"{"type":"abort"}"#,
        r#"{"type":"close"}"#,
        r#"{"type":"agree"}"#,
        r#"{"type":"time"}"#,
        r#"{"type":"offer","seat":0,"what":"draw"}"#,
        r#"{"type":"accept","seat":1,"what":"takeback"}"#,
        r#"{"type":"decline","seat":1,"what":"rematch"}"#,
        r#"{"type":"takeback","to":3}"#,
        r#"{"type":"rematch","game":"4kXw9ZsQp2Lm"}"#,
        r#"{"type":"hint","seat":0}"#,
        r#"{"type":"sides","exchanged":true}"#,
    ];

    #[test]
    fn rows_of_stored_games_are_read_and_written_as_ever() {
        for row in ROWS {
            let event: Event = serde_json::from_str(row).expect(row);
            assert_eq!(serde_json::to_string(&event).expect("plain data"), row);
        }
    }

    #[test]
    fn what_is_told_holds_no_secrets() {
        let told = ROWS.map(|row| {
            let event: Event = serde_json::from_str(row).expect(row);
            serde_json::to_string(&event.told(7)).expect("plain data")
        });
        assert_eq!(told[0], r#"{"type":"sit","seat":1}"#);
        assert_eq!(told[3], r#"{"type":"chose","seat":1}"#);
        assert_eq!(told[4], r#"{"type":"start"}"#);
        assert_eq!(told[8], r#"{"type":"act","seat":0,"n":7,"count":2}"#);
        assert_eq!(told[10], r#"{"type":"adopt"}"#);
        assert_eq!(told[11], r#"{"type":"seated"}"#);
        assert_eq!(told[12], r#"{"type":"stand_in","seat":2}"#);
        assert_eq!(told[13], r#"{"type":"sit","seat":1}"#);
        assert_eq!(told[14..], ROWS[14..], "the rest is for everybody");
    }
}
