//! Why a table did not do something.

use crate::sitting::Spoiled;

/// A refusal with its code, what sort of refusal it is and one sentence for developers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{code}: {detail}")]
pub struct Refused {
    /// The code that travels.
    pub code: &'static str,
    /// In English, for logs and terminals.
    pub detail: String,
    /// What a host should make of it.
    pub sort: Sort,
}

/// What sort of refusal it is; servers have a number for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// It could not be granted to anybody at any time.
    Nonsense,
    /// It is not for this person.
    NotYours,
    /// It is not the time for it.
    NotNow,
    /// The rules of the game forbid it.
    Unlawful,
    /// An error of ours.
    Ours,
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $sort:ident, $detail:literal;)+) => {
        impl Refused {
            $($(#[$doc])*
            #[must_use]
            pub fn $name() -> Self {
                Self::new(Sort::$sort, $code, $detail)
            })+
        }
    };
}

refusals! {
    /// There is no such kind of game.
    no_kind = "E_KIND", Nonsense, "there is no such kind of game";
    /// The seats do not fit the game.
    bad_seats = "E_SEATS", Nonsense, "the seats do not fit this game";
    /// The computer cannot do that.
    bad_level = "E_LEVEL", Nonsense, "the computer does not play this game at that level";
    /// The clock makes no sense.
    bad_clock = "E_CLOCK", Nonsense, "the numbers of the clock are out of range or do not fit together";
    /// The name is not allowed.
    bad_name = "E_NAME", Nonsense, "that name is not allowed";
    /// The seat belongs to someone else.
    not_your_seat = "E_SEAT", NotYours, "that seat is not yours";
    /// Someone sits there.
    taken = "E_TAKEN", NotNow, "someone sits there already";
    /// It is someone else's turn.
    not_your_turn = "E_TURN", NotNow, "it is not your turn";
    /// It has to be decided who sits where.
    sides_first = "E_SIDES", NotNow, "first it has to be decided whether seats are exchanged";
    /// Nobody may exchange seats now.
    no_sides = "E_SIDES", NotNow, "there are no seats for you to exchange now";
    /// The game has gone on.
    stale = "E_STALE", NotNow, "the game has gone on since";
    /// The game has not begun.
    waiting = "E_WAITING", NotNow, "the game has not begun";
    /// The game is over.
    over = "E_OVER", NotNow, "the game is over";
    /// There were too many deeds or events.
    too_long = "E_LENGTH", NotNow, "the game has grown too long to go on; it can only be ended";
    /// There is no such offer.
    no_offer = "E_OFFER", NotNow, "there is no such offer, or it cannot be made now";
    /// Nobody has that name.
    nobody = "E_PERSON", NotYours, "there is no member of that name";
    /// A table with these terms makes no sense.
    bad_table = "E_TABLE", Nonsense, "a table in the lobby has a free seat and a clock, and is not made twice for one person";
    /// Too much has happened to call the game off.
    no_abort = "E_ABORT", NotNow, "a game is called off before every seat has acted, and only among several people";
    /// The table is not this person's to close.
    no_close = "E_CLOSE", NotYours, "only who has made a table closes it, before it is full";
    /// There is no help here.
    no_help = "E_HELP", Nonsense, "there is help only where it was agreed on, and never against people";
    /// It is not this seat's time to choose.
    no_choice = "E_OPENING", NotNow, "there is nothing for you to choose now";
}

impl Refused {
    fn new(sort: Sort, code: &'static str, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), sort }
    }

    /// A message that cannot be understood.
    pub fn message(detail: impl Into<String>) -> Self {
        Self::new(Sort::Nonsense, "E_MESSAGE", detail)
    }

    /// What the rules of a game refuse when a table is made.
    #[must_use]
    pub fn of_plan(refusal: game::Refusal) -> Self {
        Self::new(Sort::Nonsense, refusal.code, refusal.detail)
    }

    /// What the rules of a game refuse in play.
    #[must_use]
    pub fn of_rules(refusal: game::Refusal) -> Self {
        Self::new(Sort::Unlawful, refusal.code, refusal.detail)
    }
}

/// The rules' reason, or an error of ours.
impl From<Spoiled> for Refused {
    fn from(spoiled: Spoiled) -> Self {
        match spoiled {
            Spoiled::Rules(refusal) => Self::of_rules(refusal),
            other => Self::new(Sort::Ours, "E_BROKEN", other.to_string()),
        }
    }
}
