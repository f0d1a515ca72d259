//! The games of the house in one place, and the players that think about them.
//!
//! Whoever handles any game (the server, the command line) asks the [`catalog`] and never names a
//! game itself. A [`Brain`] is a thinking player.

mod brain;
pub mod catalog;
pub mod janggi;

pub use brain::{Brain, Decision, Limits, Score, Task, Thought, Timer};
