//! The strong janggi engine: a search on the concrete position.

pub mod bench;
pub mod clock;
pub mod engine;
pub mod evaluate;
pub mod exchange;
pub mod features;
mod go;
pub mod history;
pub mod level;
mod lineups;
mod order;
pub mod player;
pub mod search;
pub mod table;
pub mod time;
pub mod uci;
pub mod value;
pub mod weights;
