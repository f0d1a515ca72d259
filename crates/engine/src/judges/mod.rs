//! A judge for each game.

pub mod janggi;
