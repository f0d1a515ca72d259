//! How long to think.

/// What the clock of the side to move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left of the main time.
    pub left_ms: u64,
    /// What every move adds.
    pub increment_ms: u64,
    /// The length of a byoyomi period, 0 for none.
    pub byoyomi_ms: u64,
    /// How many periods are left.
    pub periods: u32,
    /// Moves until more time is given, if that is so.
    pub moves_to_go: Option<u32>,
}

/// When to stop: `soft` before a new iteration, `hard` at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// After this no new iteration is begun.
    pub soft_ms: u64,
    /// After this the search stops.
    pub hard_ms: u64,
}

/// What is lost between the decision and the other side's clock.
pub const OVERHEAD_MS: u64 = 8;

impl Allotment {
    /// A fixed time for this move: the client says how long to think, not what the clock will show.
    #[must_use]
    pub const fn exactly(move_ms: u64) -> Self {
        let hard_ms = max(move_ms.saturating_sub(1), 1);
        Self { soft_ms: hard_ms, hard_ms }
    }

    /// A fair share of the clock: it never runs out, whatever the search does.
    #[must_use]
    pub fn of(clock: Clock) -> Self {
        let left = clock.left_ms.saturating_sub(OVERHEAD_MS);
        let moves = u64::from(clock.moves_to_go.unwrap_or(50).clamp(1, 50));
        // A period may be used up to its end without losing anything.
        let period = clock.byoyomi_ms.saturating_sub(OVERHEAD_MS + clock.byoyomi_ms / 50);
        let share = left / moves + clock.increment_ms * 3 / 4;
        let main_max = if period > 0 { left } else { left * 2 / 5 };
        let soft = share.min(main_max) + period * 7 / 10;
        let hard = (share * 4).min(main_max) + period;
        let hard_ms = hard.clamp(1, (left + period).max(1));
        Self { soft_ms: soft.clamp(1, hard_ms), hard_ms }
    }
}

/// How much of the soft limit a search needs, in hundredths: less the longer its choice stands
/// (`steady` iterations), and less the larger the share of its positions is below that choice
/// (`effort`, in hundredths), for then nothing else comes near.
#[must_use]
pub const fn patience(steady: u32, effort: u64) -> u64 {
    let by_choice = match steady {
        0 => 150,
        1 => 120,
        2..=4 => 95,
        _ => 75,
    };
    by_choice * 160_u64.saturating_sub(effort) / 100
}

const fn max(a: u64, b: u64) -> u64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_never_runs_out() {
        for left_ms in [0, 1, 5, 9, 20, 100, 1000, 60_000, 3_600_000] {
            for increment_ms in [0, 10, 1000] {
                for (byoyomi_ms, periods) in [(0, 0), (10, 1), (1000, 3), (30_000, 5)] {
                    let clock = Clock { left_ms, increment_ms, byoyomi_ms, periods, moves_to_go: None };
                    let allotment = Allotment::of(clock);
                    assert!(allotment.soft_ms <= allotment.hard_ms, "{clock:?}");
                    let limit = (left_ms + byoyomi_ms).saturating_sub(OVERHEAD_MS).max(1);
                    assert!(allotment.hard_ms <= limit, "{clock:?} {allotment:?}");
                }
            }
        }
    }

    #[test]
    fn a_choice_that_stands_alone_needs_less_time() {
        for (steady, effort) in [(0, 0), (1, 30), (4, 60), (9, 90)] {
            assert!(patience(steady + 1, effort) <= patience(steady, effort));
            assert!(patience(steady, effort + 10) < patience(steady, effort));
        }
        assert!(patience(9, 100) > 0);
    }
}
