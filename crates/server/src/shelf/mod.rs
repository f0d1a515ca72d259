//! Games that people bring: files are read within bounds, and each game becomes a row of a library, or is counted.

mod binding;
mod openings;
mod reading;
mod setups;

pub(crate) use binding::{DAY_MAX, folded, names, short};
pub(crate) use openings::{SEATS_MAX, Sums, Tally, nexts, places, spot};
pub(crate) use reading::{Bounds, COLLECTION_MAX, Counted, FILE_MAX, Found, NotRead, count_file, read_file, read_one};
pub(crate) use setups::Setups;

/// The most games that one person keeps.
pub(crate) const SHELF_MAX: usize = 5000;
