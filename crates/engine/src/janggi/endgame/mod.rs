//! Endings that are known to their last move.
//!
//! A table holds, for every placing of the pieces of one [`Class`], whether the side to move can force
//! an end, and in how many moves. Kings and guards live on nine points, so the tables are small. They are
//! made by the workshop (`daeguk tables build`) and only read here.

mod class;
mod family;
mod file;
mod placement;
mod shelf;
mod verdict;

pub use class::{Class, Force, tier};
pub use family::Family;
pub use file::{Damage, TableFile};
pub use placement::{Layout, Men};
pub use shelf::{Prober, Shelf};
pub use verdict::Verdict;
