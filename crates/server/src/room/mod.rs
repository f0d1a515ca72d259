//! One table: what was agreed, what has happened, who may see what, and the one owner of it all.

mod actor;
mod attendance;
mod bargain;
pub(crate) mod event;
mod fold;
mod heed;
mod journal;
mod offers;
mod opening;
mod past;
pub(crate) mod plan;
mod sight;
pub(crate) mod sitting;

pub(crate) use actor::new_table;
pub(crate) use actor::{Answer, Asked, Request, Room, Shown};

#[cfg(test)]
mod tests;
