//! What a table is, without a network, a store or a clock of its own.
//!
//! A [`Plan`] is what was agreed, [`Event`]s are what has happened since, and both together are a game. A [`Sitting`] is
//! where that has led: it *decides* which event a wish leads to (`decide.rs`, `bargain.rs`), *applies* events, be they
//! new or stored (`apply.rs`), and says what a viewer may see (`sight.rs`). Whoever hosts a table brings chance, the time
//! and a way to keep what has happened ([`Host`], [`Stamp`], [`StoredGame`]).

mod absence;
mod apply;
mod awaited;
mod bargain;
mod course;
mod decide;
mod ending;
mod event;
mod help;
mod host;
mod ids;
mod journal;
mod log;
mod offers;
mod opening;
mod past;
mod plan;
mod refused;
mod seats;
mod sides;
mod sight;
mod sitting;
mod timing;
mod waiting;
mod wire;

pub use awaited::Awaited;
pub use decide::Heeded;
pub use ending::{Ended, Rater, Seated};
pub use event::{Event, Happening, Heir, Knowledge, News, Why};
pub use host::{Face, Faces, Host, Person, Stamp};
pub use ids::{GameId, NotAnId, PersonId};
pub use log::{StoredEvent, StoredGame, rows};
pub use plan::{Chair, Plan, Range};
pub use refused::{Refused, Sort};
pub use sight::{Drawn, Looker, Presence};
pub use sitting::{Phase, Sitting, Spoiled, Stop};
pub use wire::{GameWish, Message, PROTOCOL, SeatWish, Sides, Topic, Wish};

#[cfg(test)]
mod tests;
