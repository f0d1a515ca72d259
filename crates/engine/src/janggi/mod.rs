//! The strong janggi engine: a search on the concrete position.
//!
//! The search itself and all that it needs compile for any machine; what reads the system's clock
//! or starts a thread of its own ([`clock`], [`uci`]) is left out where there is none.

pub mod bench;
mod checks;
#[cfg(not(target_family = "wasm"))]
pub mod clock;
mod correction;
pub mod depth;
pub mod endgame;
pub mod engine;
pub mod evaluate;
pub mod exchange;
pub mod features;
pub mod history;
pub mod level;
mod lineups;
pub mod network;
mod order;
pub mod params;
pub mod player;
pub mod search;
pub mod time;
pub mod transpositions;
#[cfg(not(target_family = "wasm"))]
pub mod uci;
pub mod value;
pub mod variant;
pub mod weights;
pub mod window;
