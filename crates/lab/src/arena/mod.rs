//! Engine against engine: ours or any program that speaks the protocol.
//!
//! Every engine is a process of its own, ours too, so that all play under the same conditions.
//! The rules crate is the only referee: an illegal move, a crash or an overrun clock loses.

mod bout;
mod contestant;
mod limit;
mod opening;
mod process;
pub mod statistics;
mod tournament;

pub use bout::{Bout, Fault};
pub use contestant::Contestant;
pub use limit::Limit;
pub use opening::{Opening, read_openings};
pub use tournament::{Finished, Plan, Standing, run};

/// The game that is played here.
pub const KIND: &str = <janggi::Position as game::Position>::KIND;
