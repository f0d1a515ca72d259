//! The one owner of each game: it takes requests one by one, and what it does is stored before anybody hears of it.
//!
//! What a table is and does is in the crate `room`; here are its surroundings. `request.rs` is what can be asked of an owner,
//! `actor.rs` the owner, `sockets.rs` whom it tells, `attendance.rs` who is here, `storing.rs` what it writes, `handover.rs` how it came by the game, `listing.rs` what strangers find of it, and
//! `thinking.rs` its computers, and `talk.rs` tells what is said around it.

mod actor;
mod attendance;
pub(crate) mod card;
mod conduct;
mod counsel;
mod handover;
mod listing;
mod request;
mod sockets;
mod storing;
mod talk;
mod thinking;

pub(crate) use actor::Room;
pub(crate) use handover::Hold;
pub(crate) use request::{Asked, Joining, Recipient, Request, Said, Shown};
pub(crate) use storing::new_table;
