//! All tests of the players in one program, because a program for each file takes the linker longer than the tests.

mod brains;
mod chain;
mod common;
mod edits;
mod endings;
mod facts;
mod fuzz;
mod janggi_search;
mod jobs;
mod lessons;
mod lines;
mod matches;
mod memory;
mod net;
mod network;
mod puzzles;
mod review;
mod rivals;
mod rulebook;
mod search;
mod uci;
mod why;
