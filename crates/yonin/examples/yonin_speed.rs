//! How much faster the crate counts than the slow referee of its tests, in one run.
//!
//! `cargo run --release -p daeguk-yonin --example yonin_speed [DEPTH] [fast]`; `fast` leaves the referee out.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::time::Instant;

use game::{Position as _, perft};
use yonin::{Position, Rules, START, Start};

#[path = "../tests/all/reference/mod.rs"]
#[allow(dead_code, missing_docs, unreachable_pub, reason = "the tests use more of it")]
#[allow(clippy::pedantic, reason = "plainness before polish")]
mod reference;

const DEPTH: u32 = 7;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let depth = arguments.first().and_then(|depth| depth.parse().ok()).unwrap_or(DEPTH);
    let position = Position::start(&Rules::default(), &Start::default()).expect("the game starts");
    println!("position {} bytes", size_of::<Position>());
    let fast = measure("fast", || perft::perft(&position, depth));
    if arguments.get(1).is_some_and(|word| word == "fast") {
        return;
    }
    let state = reference::State::read(&reference::Options::new(""), START);
    let slow = measure("slow", || state.perft(depth));
    println!("{:.1} times as fast", fast / slow);
}

/// Prints and returns nodes per second.
fn measure(name: &str, count: impl Fn() -> u64) -> f64 {
    let begin = Instant::now();
    let nodes = count();
    let seconds = begin.elapsed().as_secs_f64();
    #[allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    let speed = nodes as f64 / seconds;
    println!("{name}: {nodes} nodes in {seconds:.3} s, {:.3} million nodes/s", speed / 1e6);
    speed
}
