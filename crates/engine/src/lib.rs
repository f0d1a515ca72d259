//! The games of the house in one place, and the players that think about them.
//!
//! Whoever handles any game (the server, the command line) asks the [`catalog`] and never names a
//! game itself. A [`Brain`] is a thinking player. [`Thinker`] is one for every game that has a
//! [`Judge`]: it searches by [`alpha_beta`] over the contract that all games share.

pub mod alpha_beta;
pub mod arena;
mod brain;
pub mod catalog;
pub mod chain;
mod expectation;
pub mod fairness;
pub mod janggi;
pub mod jobs;
mod judge;
pub mod judges;
pub mod lessons;
pub mod levels;
pub mod net;
mod order;
pub mod players;
pub mod positions;
pub mod practice;
pub mod puzzles;
pub mod review;
pub mod rulebook;
pub mod studies;
mod thinker;
mod trail;
mod transpositions;
mod view;
mod why;
mod worth;

pub use brain::{Brain, Decision, Limits, Score, Task, Thought, Timer};
pub use expectation::Scale;
pub use judge::{Judge, SLOTS};
pub use thinker::Thinker;
pub use view::Knowledge;
pub use why::{Why, why, worth};
pub use worth::{Merit, Worth};
