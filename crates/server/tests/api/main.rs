//! The real server on a free port, spoken to as browsers and programs do.

mod accounts;
mod analysis;
mod bans;
mod clocks;
mod contract;
mod crash;
mod days;
mod durable;
mod explorer;
mod floods;
mod games;
mod help;
mod helpers;
mod jobs;
mod keeping;
mod learn;
mod leaving;
mod library;
mod lobby;
mod naming;
mod order;
mod pages;
mod postgres;
mod programs;
mod puzzles;
mod ratings;
mod relations;
mod safety;
#[path = "../../src/store/scratch.rs"]
#[expect(dead_code, reason = "the tests of the store crash it, too")]
mod scratch;
mod secrets;
mod sockets;
mod studies;
mod talk;
mod thinking;
mod watching;
