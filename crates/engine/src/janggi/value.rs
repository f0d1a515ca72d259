//! What a position is worth to the side to move, as the search counts it.
//!
//! Three bands: ordinary values in hundredths of a point, wins on points or by another rule, and
//! mates. In the upper two bands a nearer end is worth more.

/// A value, seen from the side to move.
pub type Value = i32;

/// More than any value.
pub const INFINITE: Value = 32_000;
/// A mate on the board.
pub const MATE: Value = 31_000;
/// A game that the rules have decided otherwise: points, repetition, a limit.
pub const DECIDED: Value = 29_000;
/// The deepest line of a search.
pub const PLY_MAX: usize = 128;

/// The lowest value that is no mere estimate.
const CERTAIN: Value = DECIDED - PLY_MAX as Value;
const CERTAIN_MATE: Value = MATE - PLY_MAX as Value;

/// The side to move is mated, so many plies from the root.
#[must_use]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The game is decided, so many plies from the root.
#[must_use]
pub const fn decided_at(ply: usize, won: bool) -> Value {
    let value = DECIDED - ply as Value;
    if won { value } else { -value }
}

/// Whether the game's end is in sight.
#[must_use]
pub const fn is_certain(value: Value) -> bool {
    value.abs() >= CERTAIN
}

/// In how many plies the side to move mates (positive) or is mated (negative), if it is so.
#[must_use]
pub const fn mate_plies(value: Value) -> Option<i32> {
    if value >= CERTAIN_MATE {
        Some(MATE - value)
    } else if value <= -CERTAIN_MATE {
        Some(-MATE - value)
    } else {
        None
    }
}

/// In how many plies the game ends by mate or by rule: won (positive) or lost (negative).
#[must_use]
pub const fn end_plies(value: Value) -> Option<i32> {
    if !is_certain(value) {
        return None;
    }
    let whole = if value.abs() >= CERTAIN_MATE { MATE } else { DECIDED };
    Some(if value > 0 { whole - value } else { -whole - value })
}

/// A value as the table keeps it: ends count from the position, not from the root.
#[must_use]
pub const fn to_table(value: Value, ply: usize) -> Value {
    if value >= CERTAIN {
        value + ply as Value
    } else if value <= -CERTAIN {
        value - ply as Value
    } else {
        value
    }
}

/// The reverse of [`to_table`].
#[must_use]
pub const fn from_table(value: Value, ply: usize) -> Value {
    if value >= CERTAIN {
        value - ply as Value
    } else if value <= -CERTAIN {
        value + ply as Value
    } else {
        value
    }
}
