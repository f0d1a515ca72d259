//! All tests of the rules in one program, because a program for each file takes the linker longer than the tests.

mod conformance;
mod ground;
mod perft;
mod records;
mod reference;
mod reference_generator;
mod refusals;
mod rulebook;
mod sample;
mod show;
