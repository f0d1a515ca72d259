//! A judge for each game.

pub mod janggi;
pub mod nanguk;
pub mod tigers;
pub mod yonin;
