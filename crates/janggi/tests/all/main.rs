//! All tests of the rules in one program, because a program for each file takes the linker longer than the tests.

mod conformance;
mod oracle;
mod perft;
mod records;
mod reference;
mod refusals;
mod rulebook;
mod stuck;
