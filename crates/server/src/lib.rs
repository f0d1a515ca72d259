//! The table: games over HTTP and WebSockets.
//!
//! A move is checked by the rules, stored, and only then acknowledged and told to others. Every game
//! has one owner ([`room`]), one task writes to the database ([`store`]), and the protocol is written
//! down in `docs/protocol.md`.

pub mod brains;
pub mod error;
mod house;
pub mod ids;
pub mod limits;
mod metrics;
mod names;
pub mod room;
mod rooms;
pub mod store;
pub mod time;
pub mod wire;
