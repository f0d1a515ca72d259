//! Counting action sequences: the checksum of a move generator.

use crate::Position;

/// The number of action sequences of exactly `depth` actions, by the board's law alone.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal(),
        _ => {
            let mut count = 0;
            position.each_legal(&mut |action| {
                let mut child = position.clone();
                child.play_unchecked(action);
                count += perft(&child, depth - 1);
            });
            count
        }
    }
}

/// The count below each first action, in the order of their texts.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(String, u64)> {
    let mut lines = Vec::new();
    if depth > 0 {
        position.each_legal(&mut |action| {
            let mut child = position.clone();
            child.play_unchecked(action);
            lines.push((action.to_string(), perft(&child, depth - 1)));
        });
    }
    lines.sort_unstable();
    lines
}
