//! Playing strengths from 18급 to 9단.
//!
//! A weaker level looks at fewer positions and chooses among moves that look almost as good as
//! the best; it never plays at random. What matches of neighbors said of the steps is in
//! docs/benchmarks.md; how to measure them is in CONTRIBUTING.md.

use game::Title;
use game::rng::SplitMix;

use super::depth::Depth;
use super::search::{Budget, Line};
use crate::levels::LevelInfo;

/// A rank: 18급 (lowest) to 1급, then 1단 to 9단.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(u8); // invariant: < Rank::COUNT

/// What makes a level: neighbors are to score between 60 and 80 % against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// How many positions it looks at.
    pub nodes: u64,
    /// How deep it looks at most.
    pub depth: Option<Depth>,
    /// How much worse than the best a move may look and still be played, in hundredths of a point.
    pub tolerance: i32,
    /// Among how many moves it chooses.
    pub lines: usize,
}

/// A rank's short name and its names for people.
macro_rules! rank {
    ($number:literal, $short:literal, $ko:literal, $en:literal, $ja:literal) => {
        LevelInfo {
            name: concat!($number, $short),
            title: Title { ko: concat!($number, $ko), en: concat!($number, " ", $en), ja: concat!($number, $ja) },
            about: None,
        }
    };
}

impl Rank {
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

    /// What people are told of all levels, the weakest first.
    pub const INFOS: &'static [LevelInfo] = &[
        rank!(18, "k", "급", "kyu", "級"),
        rank!(17, "k", "급", "kyu", "級"),
        rank!(16, "k", "급", "kyu", "級"),
        rank!(15, "k", "급", "kyu", "級"),
        rank!(14, "k", "급", "kyu", "級"),
        rank!(13, "k", "급", "kyu", "級"),
        rank!(12, "k", "급", "kyu", "級"),
        rank!(11, "k", "급", "kyu", "級"),
        rank!(10, "k", "급", "kyu", "級"),
        rank!(9, "k", "급", "kyu", "級"),
        rank!(8, "k", "급", "kyu", "級"),
        rank!(7, "k", "급", "kyu", "級"),
        rank!(6, "k", "급", "kyu", "級"),
        rank!(5, "k", "급", "kyu", "級"),
        rank!(4, "k", "급", "kyu", "級"),
        rank!(3, "k", "급", "kyu", "級"),
        rank!(2, "k", "급", "kyu", "級"),
        rank!(1, "k", "급", "kyu", "級"),
        rank!(1, "d", "단", "dan", "段"),
        rank!(2, "d", "단", "dan", "段"),
        rank!(3, "d", "단", "dan", "段"),
        rank!(4, "d", "단", "dan", "段"),
        rank!(5, "d", "단", "dan", "段"),
        rank!(6, "d", "단", "dan", "段"),
        rank!(7, "d", "단", "dan", "段"),
        rank!(8, "d", "단", "dan", "段"),
        rank!(9, "d", "단", "dan", "段"),
    ];

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

    /// The Elo number that asks for exactly this level.
    #[must_use]
    pub fn elo(self) -> u32 {
        Self::ELO_MIN + Self::ELO_STEP * u32::from(self.0)
    }

    /// `18k` to `1k`, then `1d` to `9d`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::INFOS[usize::from(self.0)].name
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

    /// How it thinks.
    #[must_use]
    pub fn means(self) -> Means {
        let index = usize::from(self.0);
        if let Some(&(tolerance, lines)) = Self::GLANCING.get(index) {
            return Means { nodes: Self::NODES_ENOUGH, depth: Some(Depth::ONE), tolerance, lines };
        }
        let step = index - Self::GLANCING.len();
        let growth = Self::GROWTH * step as f64;
        let lines = match step {
            0..2 => 5,
            2..8 => 4,
            8..14 => 3,
            14..18 => 2,
            _ => 1,
        };
        // The first line costs the most: the others find its table filled.
        let looks = if lines == 1 { 1.25 } else { lines as f64 };
        let nodes = (Self::NODES_A_LINE * growth.exp() * looks) as u64;
        Means { nodes, depth: None, tolerance: 175 - 8 * step as i32, lines }
    }

    /// The lowest levels look one move ahead, as beginners do, and are content with less and less:
    /// their tolerance, and among how many moves they choose.
    const GLANCING: [(i32, usize); 5] = [(520, 16), (400, 13), (290, 11), (190, 8), (100, 6)];
    /// Enough to look one move ahead in any position.
    const NODES_ENOUGH: u64 = 10_000;
    /// The others look at more and more positions for each move that they choose among: so many at first …
    const NODES_A_LINE: f64 = 175.0;
    /// … and two fifths more with each rank (its logarithm).
    const GROWTH: f64 = 0.34;

    /// A budget within this level's means.
    #[must_use]
    pub fn limit(self, budget: Budget) -> Budget {
        let means = self.means();
        let nodes = budget.nodes.map_or(means.nodes, |nodes| nodes.min(means.nodes));
        let depth = means.depth.map_or(budget.depth, |depth| depth.min(budget.depth));
        let lines = budget.lines.max(means.lines);
        Budget { nodes: Some(nodes), depth, lines, ..budget }
    }

    /// Chooses among lines that look almost as good as the best; the same seed gets the same answer,
    /// so that a level can be measured.
    #[must_use]
    pub fn choose(self, lines: &[Line], seed: u64) -> Option<&Line> {
        let best = lines.first()?;
        if self == Self::STRONGEST || best.value.is_certain() {
            return Some(best);
        }
        let tolerance = self.means().tolerance;
        let close = |line: &&Line| best.value - line.value < tolerance && !line.value.is_certain();
        let weight = |line: &Line| ((tolerance - (best.value - line.value)) as u64).pow(2) + 1;
        let candidates: Vec<&Line> = lines.iter().filter(close).collect();
        let total: u64 = candidates.iter().map(|line| weight(line)).sum();
        let mut rng = SplitMix::new(seed ^ u64::from(self.0));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Rank> {
        (0..Rank::COUNT).filter_map(Rank::new)
    }

    #[test]
    fn every_level_has_its_names_and_its_elo_number() {
        let names: Vec<_> = all().map(Rank::name).collect();
        assert_eq!((names[0], names[17], names[18], names[26]), ("18k", "1k", "1d", "9d"));
        for level in all() {
            let info = Rank::INFOS[usize::from(level.0)];
            assert_eq!([info.name, info.title.ko].map(Rank::from_name), [Some(level); 2]);
            assert_eq!(Rank::from_elo(level.elo()), level);
        }
        for name in ["", "k", "0k", "19k", "0d", "10d", "-1k", "5", "1급단", "９단"] {
            assert_eq!(Rank::from_name(name), None, "{name}");
        }
        assert_eq!((Rank::from_elo(0), Rank::from_elo(u32::MAX)), (Rank::WEAKEST, Rank::STRONGEST));
    }

    #[test]
    fn a_higher_level_looks_further_and_is_more_exact() {
        let levels: Vec<_> = all().collect();
        for pair in levels.windows(2) {
            let [weak, strong] = [pair[0], pair[1]].map(Rank::means);
            let a_line = |means: &Means| means.nodes / means.lines as u64;
            let further = weak.depth.is_some() || (a_line(&weak) < a_line(&strong) && strong.depth.is_none());
            assert!(further && weak.lines >= strong.lines, "{pair:?}");
            assert!(weak.tolerance > strong.tolerance || strong.depth < weak.depth, "{pair:?}");
        }
        assert!(Rank::STRONGEST.means().tolerance >= 0);
    }
}
