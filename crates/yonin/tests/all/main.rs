//! All tests of the rules in one program, because a program for each file takes the linker longer than the tests.

mod book;
mod conformance;
mod examples;
mod history;
mod invariants;
mod people;
mod perft;
mod records;
mod referee;
#[allow(dead_code, reason = "the speed example uses more of it")]
#[allow(clippy::pedantic, reason = "plainness before polish")]
mod reference;
mod refusals;
