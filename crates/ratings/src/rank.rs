//! What people call a rating: 18급 to 1급, then 1단 to 9단.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A rank, from 18급 to 9단. The wire writes `18k` … `1k`, `1d` … `9d`; pages say it in the reader's language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8); // steps above 18급, at most TOP

/// The highest rank, 9단, in steps above the lowest.
const TOP: u8 = 26;
/// How many ranks are 급.
const GRADES: u8 = 18;
/// Where the second lowest rank begins.
const SECOND: i64 = 900;
/// How many points a rank has.
const STEP: i64 = 60;

/// A text that is not a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a rank is 18k … 1k or 1d … 9d")]
pub struct NotARank;

impl Rank {
    /// The rank of a rating in whole points, as it is shown.
    #[must_use]
    pub fn of(points: i64) -> Self {
        let steps = points.saturating_sub(SECOND).div_euclid(STEP).saturating_add(1);
        Self(steps.clamp(0, i64::from(TOP)) as u8)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            grade @ 0..GRADES => write!(f, "{}k", GRADES - grade),
            dan => write!(f, "{}d", dan - GRADES + 1),
        }
    }
}

impl FromStr for Rank {
    type Err = NotARank;

    fn from_str(text: &str) -> Result<Self, NotARank> {
        (0..=TOP).map(Self).find(|rank| rank.to_string() == text).ok_or(NotARank)
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_points_are_a_rank() {
        let expected = [
            (i64::MIN, "18k"),
            (400, "18k"),
            (899, "18k"),
            (900, "17k"),
            (959, "17k"),
            (960, "16k"),
            (1500, "7k"),
            (1919, "1k"),
            (1920, "1d"),
            (2399, "8d"),
            (2400, "9d"),
            (9999, "9d"),
            (i64::MAX, "9d"),
        ];
        for (points, rank) in expected {
            assert_eq!(Rank::of(points).to_string(), rank, "{points}");
        }
    }

    #[test]
    fn every_rank_reads_back_and_more_points_are_never_less() {
        for points in 800..2500 {
            let rank = Rank::of(points);
            assert_eq!(rank.to_string().parse(), Ok(rank));
            assert!(rank <= Rank::of(points + 1));
        }
        for text in ["", "0k", "19k", "0d", "10d", "7", "k", "7급", "+7k"] {
            assert_eq!(text.parse::<Rank>(), Err(NotARank), "{text}");
        }
    }
}
