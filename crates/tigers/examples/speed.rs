//! Nodes per second on the benchmark positions.
#![allow(clippy::print_stdout, reason = "a measurement prints")]
use std::time::Instant;

use game::{Match, Position as _, choices, perft::perft};
use tigers::{Position, Rules, Start};

fn main() {
    for bench in Position::BENCH {
        let (rules, start) = choices::parse::<Rules, Start>(bench.rules).expect("known rules");
        let game = match bench.state {
            Some(state) => Match::<Position>::load(rules, state),
            None => Match::<Position>::start(rules, &start),
        };
        let game = game.expect("a bench position");
        let begun = Instant::now();
        let nodes = perft(game.position(), bench.depth);
        let seconds = begun.elapsed().as_secs_f64();
        println!("{} depth {}: {nodes} nodes in {seconds:.3} s, {:.1} M/s", bench.rules, bench.depth, nodes as f64 / seconds / 1e6);
    }
}
