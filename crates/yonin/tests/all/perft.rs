//! Every printed count of the rule book.

use game::{Position as _, choices, perft};
use yonin::{Action, Position, Rules, Start};

const COUNTS: &str = include_str!("../data/perft.txt");
/// Counts above this are for optimized builds.
const QUICK_MAX: u64 = 2_000_000;

fn is_deep() -> bool {
    std::env::var_os("DAEGUK_DEEP").is_some()
}

#[test]
fn every_printed_count_is_reached() {
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [rules, state, counts] = fields[..] else { panic!("three fields: {line}") };
        let position = position(rules, state);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("a count");
            if count <= QUICK_MAX || is_deep() {
                assert_eq!(perft::perft(&position, depth), count, "depth {depth} of {line}");
            }
        }
    }
}

fn position(rules: &str, state: &str) -> Position {
    let (mut rules, start) = choices::parse::<Rules, Start>(rules).expect("known rules");
    let loaded = if state == "startpos" { Position::start(&rules, &start) } else { Position::load(&mut rules, state) };
    loaded.expect("a position")
}

/// What the last actions of all sequences are.
#[derive(Default, PartialEq, Eq, Debug)]
struct Leaves {
    captures: u64,
    drops: u64,
    promotions: u64,
    checks: u64,
}

impl Leaves {
    fn count(&mut self, position: &Position, depth: u32) {
        position.each_legal(&mut |action| {
            let mut child = position.clone();
            child.play_unchecked(action);
            if depth > 1 {
                return self.count(&child, depth - 1);
            }
            match action {
                Action::Drop { .. } => self.drops += 1,
                Action::Move { to, promote, .. } => {
                    self.captures += u64::from(position.man(to).is_some());
                    self.promotions += u64::from(promote);
                }
            }
            self.checks += u64::from(child.pending().next().is_some());
        });
    }
}

#[test]
fn the_last_actions_are_what_the_rule_book_says() {
    let rows = [(2, 1, 0, 0), (3, 9, 0, 0), (4, 162, 0, 0), (5, 3564, 0, 0), (6, 53_193, 29_825, 1656)];
    let deep = [(7, 689_661, 375_465, 22_853)];
    let deep = if is_deep() { &deep[..] } else { &[][..] };
    for (depth, captures, drops, checks) in rows.iter().chain(deep).copied() {
        let mut leaves = Leaves::default();
        leaves.count(&position("standard", "startpos"), depth);
        assert_eq!(leaves, Leaves { captures, drops, promotions: 0, checks }, "depth {depth}");
    }
}
