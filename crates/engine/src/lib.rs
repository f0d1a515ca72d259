//! The games of the house in one place.
//!
//! Whoever handles any game (the server, the command line) asks the [`catalog`] and never names a
//! game itself.

pub mod catalog;
