//! All tests of the rules in one program, because a program for each file takes the linker longer than the tests.

mod common;
mod conformance;
mod differential;
mod examples;
mod geometry;
mod golden;
mod hidden;
mod limits;
mod perft;
mod record;
mod reference;
mod refusals;
mod robust;
mod show;
mod start;
mod symmetry;
