//! All tests of the lab in one program, because a program for each file takes the linker longer than the tests.

mod arena;
mod contest;
mod data;
mod games;
mod puzzles;
mod train;
