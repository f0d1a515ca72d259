//! One table: what was agreed, what has happened, who may see what, and the one owner of it all.

mod actor;
pub(crate) mod event;
mod heed;
mod journal;
mod opening;
pub(crate) mod plan;
mod sight;
pub(crate) mod sitting;

pub(crate) use actor::new_table;
pub(crate) use actor::{Answer, Asked, Request, Room, Shown};

#[cfg(test)]
mod tests;
