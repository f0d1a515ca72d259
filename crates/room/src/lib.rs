//! What a table is, without a network, a store or a clock of its own.
//!
//! Whoever hosts a table brings randomness, the time and a way to keep what has happened.

mod ids;

pub use ids::{GameId, NotAnId, PersonId};
