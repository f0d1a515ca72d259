//! Thinking for a house that is on another machine.
//!
//! A worker asks the house for jobs ([`house`](self)), thinks about one on each of its threads, says now and then that it still does,
//! and answers; the answer brings the next job. It needs to be reached by nobody and keeps nothing: killed at any moment it leaves no
//! more behind than a job that the house hands to somebody else.

mod address;
mod crew;
mod house;
mod thinking;

pub use address::{Address, BadAddress, BadToken, Token};
pub use crew::{Problem, Settings, work};
