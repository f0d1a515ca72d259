//! Counts action sequences with the crate and with the slow reference of the tests, one after the
//! other in one thread: `cargo run --release -p daeguk-nanguk --example nanguk_speed`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

#[path = "../tests/all/reference/mod.rs"]
mod reference;

use std::time::Instant;

use game::{Position as _, choices, perft::perft};
use nanguk::{Position, Rules, Start};
use reference::Slow;

const GAMES: [(&str, u32); 6] = [
    ("base;terrain=example", 6),
    ("base;king=check;terrain=example", 5),
    ("siege;terrain=fortress", 5),
    ("sea;terrain=open-sea", 6),
    ("firearms;terrain=example", 5),
    ("base", 4),
];

/// Each is measured so often, in turns, and the best counts: other work on the machine disturbs.
const ROUNDS: u32 = 5;

fn main() {
    println!("size of a position: {} bytes, of an action: {}", size_of::<Position>(), size_of::<nanguk::Action>());
    for (choice, depth) in GAMES {
        let (rules, start) = choices::parse::<Rules, Start>(choice).expect("known choices");
        let position = Position::start(&rules, &start).expect("a start");
        let slow_depth = depth - 1;
        let (mut fast, mut slow) = ((0, 0.0), (0, 0.0));
        for _ in 0..ROUNDS {
            fast = faster(fast, nodes_per_second(|| perft(&position, depth)));
            slow = faster(slow, nodes_per_second(|| Slow::new(choice, &position.state()).perft(slow_depth)));
        }
        println!(
            "{choice:34} fast {:>12} nodes (depth {depth}) {:7.1} M/s | slow {:>10} (depth {slow_depth}) {:6.2} M/s | {:6.1} times",
            fast.0,
            fast.1 / 1e6,
            slow.0,
            slow.1 / 1e6,
            fast.1 / slow.1
        );
    }
}

fn faster(one: (u64, f64), other: (u64, f64)) -> (u64, f64) {
    if one.1 > other.1 { one } else { other }
}

#[allow(clippy::cast_precision_loss, reason = "a speed needs no more digits")]
fn nodes_per_second(count: impl Fn() -> u64) -> (u64, f64) {
    let begin = Instant::now();
    let nodes = count();
    (nodes, nodes as f64 / begin.elapsed().as_secs_f64())
}
