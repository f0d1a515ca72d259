//! What the owner of a game can be asked.

use std::collections::HashSet;

use game::Seat;
use room::{Chair, Heir, Message, PersonId};
use tokio::sync::oneshot;

use crate::caller::Caller;
use crate::error::Refused;
use crate::network::Network;
use crate::outbox::Outbox;
use crate::store::{Guest, Spoken};

/// What a game can be asked.
pub(crate) enum Request {
    /// To do what a guest wants. Boxed, because every game keeps room for some requests.
    Message(Box<Asked>),
    /// To send all that happens into a socket. Boxed like messages.
    Join(Box<Joining>),
    /// To forget a socket.
    Part {
        /// Its number.
        socket: u64,
    },
    /// To tell the whole state.
    Look {
        /// To whom, and from where; boxed like messages.
        caller: Box<Caller>,
        /// The state as JSON.
        answer: oneshot::Sender<String>,
    },
    /// To give all seats of one person to another.
    Adopt {
        /// Whose they are, and whose they will be; boxed like messages.
        heir: Box<Heir>,
        /// Whether there were any; nothing if it could not be stored.
        answer: oneshot::Sender<bool>,
    },
    /// To take somebody who is shut out from all seats.
    Expel {
        /// Who.
        person: PersonId,
        /// Whether there was any to leave.
        answer: oneshot::Sender<bool>,
    },
    /// To tell what lists tell of it.
    List {
        /// As it is stored in a card.
        answer: oneshot::Sender<String>,
    },
    /// To show itself where the best games are shown.
    Air,
    /// To say who sits there, and where it counts.
    Seated {
        /// The answer.
        answer: oneshot::Sender<SeatedSight>,
    },
    /// To ask anew what people are called, and to tell everybody.
    Learn,
    /// To tell what somebody has said. Boxed like messages.
    Said(Box<Said>),
    /// To send a text into every socket.
    Tell {
        /// What.
        text: String,
    },
    /// To let go of a game that is another node's.
    Move,
    /// To show its past.
    Show {
        /// To whom.
        who: Option<PersonId>,
        /// What there is to show.
        answer: oneshot::Sender<Option<Shown>>,
    },
}

/// Who sits at a table, and in which pool the game counts.
pub(crate) struct SeatedSight {
    /// By seat.
    pub chairs: Vec<Chair>,
    /// The pool, where there is one.
    pub pool: Option<ratings::Pool>,
    /// How many events the game has had.
    pub version: u32,
}

/// A socket that is to hear all that happens.
pub(crate) struct Joining {
    /// Whose socket it is, and from where.
    pub(crate) caller: Caller,
    /// The last version that the socket's owner knows.
    pub(crate) since: Option<u32>,
    /// Into the socket.
    pub(crate) out: Outbox,
    /// Under which number the socket is known.
    pub(crate) joined: oneshot::Sender<u64>,
}

/// Something that was said and is stored.
pub(crate) struct Said {
    /// What, and by whom.
    pub(crate) spoken: Spoken,
    /// Who does not want to hear it.
    pub(crate) deaf: HashSet<PersonId>,
    /// The version of the game at which it was told.
    pub(crate) answer: oneshot::Sender<u32>,
}

/// A message with its sender and where the answer goes.
pub(crate) struct Asked {
    /// Who wants it.
    pub(crate) who: Guest,
    /// From where.
    pub(crate) network: Network,
    /// What is wanted.
    pub(crate) message: Message,
    /// Where the answer goes.
    pub(crate) answer: Recipient,
}

impl Asked {
    /// Who wants it, and from where.
    #[must_use]
    pub(crate) const fn caller(&self) -> Caller {
        Caller { network: self.network, person: Some(self.who.id) }
    }
}

/// Where the answer to a message goes.
pub(crate) enum Recipient {
    /// To one who waits: the version to which it led.
    Once(oneshot::Sender<Result<u32, Refused>>),
    /// Into a socket.
    Socket(u64),
}

/// The past of a game, for a viewer.
pub(crate) struct Shown {
    /// The record in full.
    pub record: game::Record,
    /// The kind of the game.
    pub kind: &'static dyn game::Game,
    /// Through whose eyes to look.
    pub eyes: Option<Seat>,
    /// Whether the record must not be given away yet.
    pub is_secret: bool,
    /// Who plays.
    pub names: Vec<String>,
    /// When the table was made.
    pub created_ms: i64,
}
