//! Playing strengths from 18급 to 9단.
//!
//! A weaker level looks at fewer positions and chooses among moves that look almost as good as
//! the best; it never plays at random.

use game::rng::SplitMix;
use janggi::Position;

use super::search::{Budget, Line};
use super::value;

/// A rank: 18급 (lowest) to 1급, then 1단 to 9단.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8); // invariant: < Level::COUNT

impl Level {
    /// Eighteen 급 and nine 단.
    pub const COUNT: usize = 27;
    /// The weakest.
    pub const WEAKEST: Self = Self(0);
    /// The strongest that is still limited.
    pub const STRONGEST: Self = Self(Self::COUNT as u8 - 1);
    /// The lowest Elo number that can be asked for.
    pub const ELO_MIN: u32 = 200;
    /// The highest.
    pub const ELO_MAX: u32 = 2800;
    const ELO_STEP: u32 = 100;

    /// The level at a place, the weakest first.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The level nearest to an Elo number.
    #[must_use]
    pub fn from_elo(elo: u32) -> Self {
        let steps = elo.saturating_sub(Self::ELO_MIN) / Self::ELO_STEP;
        Self(steps.min(Self::COUNT as u32 - 1) as u8)
    }

    /// `18k` to `1k`, then `1d` to `9d`.
    #[must_use]
    pub fn name(self) -> String {
        if self.0 < 18 { format!("{}k", 18 - self.0) } else { format!("{}d", self.0 - 17) }
    }

    /// The level of that name; `18급` and `3단` are understood too.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let (number, is_dan) = match name.strip_suffix(['k', '급']) {
            Some(number) => (number, false),
            None => (name.strip_suffix(['d', '단'])?, true),
        };
        match (number.parse::<usize>().ok()?, is_dan) {
            (kyu @ 1..=18, false) => Self::new(18 - kyu),
            (dan @ 1..=9, true) => Self::new(17 + dan),
            _ => None,
        }
    }

    /// How many positions it looks at: 27 steps from 40 to about a million.
    #[must_use]
    pub fn nodes(self) -> u64 {
        (40.0 * 1.48_f64.powi(i32::from(self.0))) as u64
    }

    /// How much worse than the best a move may look and still be played, in hundredths of a point.
    #[must_use]
    pub fn tolerance(self) -> i32 {
        260 - 10 * i32::from(self.0)
    }

    /// A budget within this level's means.
    #[must_use]
    pub fn limit(self, budget: Budget) -> Budget {
        let nodes = budget.nodes.map_or(self.nodes(), |nodes| nodes.min(self.nodes()));
        let lines = if self == Self::STRONGEST { budget.lines } else { budget.lines.max(5) };
        Budget { nodes: Some(nodes), lines, ..budget }
    }

    /// Chooses among lines that look almost as good as the best; the same position gets the same
    /// answer, so that a level can be measured.
    #[must_use]
    pub fn choose<'a>(self, lines: &'a [Line], position: &Position) -> Option<&'a Line> {
        let best = lines.first()?;
        if self == Self::STRONGEST || value::is_certain(best.value) {
            return Some(best);
        }
        let tolerance = self.tolerance();
        let close = |line: &&Line| best.value - line.value < tolerance && !value::is_certain(line.value);
        let weight = |line: &Line| ((tolerance - (best.value - line.value)) as u64).pow(2) + 1;
        let candidates: Vec<&Line> = lines.iter().filter(close).collect();
        let total: u64 = candidates.iter().map(|line| weight(line)).sum();
        let mut rng = SplitMix::new(game::Position::key(position) ^ u64::from(self.0));
        let mut pick = rng.next_u64() % total.max(1);
        for line in &candidates {
            let weight = weight(line);
            if pick < weight {
                return Some(line);
            }
            pick -= weight;
        }
        Some(best)
    }
}
