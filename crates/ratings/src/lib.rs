//! How strong people and computers are.
//!
//! Results are compared within a [`Pool`]: one game, one family of its presets, one tempo. What a
//! game does to its players' [`Rating`]s is [`rate`]: Glicko-2 at two seats, Weng-Lin at four.
//! Whether a game counts at all is settled before its first action ([`Terms::verdict`]), and what
//! people call a rating is its [`Rank`].
//!
//! Nothing here does input or output or reads a clock, and nothing knows a game by name.

mod form;
mod glicko;
mod pool;
mod rank;
mod rate;
mod rating;
mod solve;
mod terms;
mod weng_lin;

pub use form::Form;
pub use pool::{NotAPool, Pool, Tempo};
pub use rank::{NotARank, Rank};
pub use rate::{Place, Player, Who, rate};
pub use rating::{NotARating, Rating};
pub use solve::solve;
pub use terms::{Sitter, Standing, Terms, Unrated};
