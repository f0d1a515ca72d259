//! Self-play, data, tuning, training and matches for the engines of the house. Never linked into the server.

pub mod arena;
pub mod contest;
pub mod data;
pub mod datagen;
pub mod endgame;
pub mod games;
pub mod imitate;
pub mod lineups;
pub mod puzzles;
pub mod relabel;
mod rows;
pub mod scale;
pub mod selfplay;
pub mod spsa;
pub mod train;
pub mod tune;
