//! Games that people bring: files are read within bounds, and each game becomes a row of a library.

mod binding;
mod reading;
mod setups;

pub(crate) use binding::{DAY_MAX, folded, names};
pub(crate) use reading::{FILE_MAX, Found, NotRead, read_file, read_one};

/// The most games that one person keeps.
pub(crate) const SHELF_MAX: usize = 5000;
