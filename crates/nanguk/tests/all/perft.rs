//! Every action count of the rule book, and our own deeper ones.

use game::perft::perft;
use game::{Match, choices};
use nanguk::{Position, Rules, Start};

/// Counts above this are for optimized builds.
const QUICK_MAX: u64 = 10_000_000;

fn is_deep() -> bool {
    std::env::var_os("DAEGUK_DEEP").is_some()
}

#[test]
fn every_action_count_holds() {
    let lines = include_str!("../data/perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let mut fields = line.split(" | ");
        let mut field = || fields.next().expect("three fields");
        let (choice, state, counts) = (field(), field(), field());
        let game = game(choice, state);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("a count");
            if count <= QUICK_MAX || is_deep() {
                assert_eq!(perft(game.position(), depth), count, "depth {depth} of {line}");
            }
        }
    }
}

fn game(choice: &str, state: &str) -> Match<Position> {
    let (rules, start) = choices::parse::<Rules, Start>(choice).expect("known choices");
    let game = if state == "-" { Match::start(rules, &start) } else { Match::load(rules, state) };
    game.unwrap_or_else(|refusal| panic!("{choice} {state}: {refusal}"))
}
