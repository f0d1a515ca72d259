//! One table: what was agreed, what has happened, who may see what, and the one owner of it all.

mod actor;
pub mod event;
mod heed;
mod journal;
mod opening;
pub mod plan;
mod sight;
pub mod sitting;

pub use actor::{Answer, Request, Room, Shown};
pub(crate) use actor::new_table;
pub use heed::Heeded;
pub use sight::{Looker, Presence};

#[cfg(test)]
mod tests;
