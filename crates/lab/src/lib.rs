//! Self-play, data, tuning and matches for the janggi engine. Never linked into the server.

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
pub mod scale;
pub mod selfplay;
pub mod spsa;
pub mod train;
pub mod tune;
