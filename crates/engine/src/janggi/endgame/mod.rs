//! Endings that are known to their last move.
//!
//! A table holds, for every placing of the pieces of one [`Class`], whether the side to move can force
//! an end, and in how many moves. Kings and guards live on nine points, so the tables are small. They are
//! made by the workshop (`daeguk tables build`) and only read here.

mod bundle;
mod class;
mod family;
mod file;
#[cfg(not(target_family = "wasm"))]
mod folder;
mod ladder;
mod placement;
mod prober;
mod shelf;
mod verdict;

pub use bundle::bundle;
pub use class::{Class, Force, tier};
pub use family::Family;
pub use file::{Damage, TableFile};
#[cfg(not(target_family = "wasm"))]
pub use folder::{NotRead, read_all, read_one};
pub use ladder::{LADDER, Rung};
pub use placement::{Layout, Men};
pub use prober::{Outcome, Prober};
pub use shelf::Shelf;
pub use verdict::Verdict;
