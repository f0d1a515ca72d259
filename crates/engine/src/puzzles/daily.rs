//! One puzzle a day and game, the same for everybody.

use super::puzzle::Puzzle;

/// Korea is nine hours ahead, and knows no summer time.
const SEOUL_MS: i64 = 9 * 60 * 60 * 1000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Neither too easy nor too hard for most.
const RATINGS: std::ops::RangeInclusive<u16> = 1000..=1700;
/// With fewer of these than days in a month, the others are taken as well.
const FITTING_MIN: usize = 31;

/// The number of the day in Seoul.
#[must_use]
pub const fn day_of(now_ms: i64) -> i64 {
    (now_ms + SEOUL_MS).div_euclid(DAY_MS)
}

/// When the next day begins there.
#[must_use]
pub const fn day_ends_ms(day: i64) -> i64 {
    (day + 1) * DAY_MS - SEOUL_MS
}

/// The puzzle of a day. Those of a game follow each other in an order that looks random, and one comes again only
/// after all others: with two hundred or more of them, not for two hundred days.
#[must_use]
pub fn daily<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>, day: i64) -> Option<&'a Puzzle> {
    let all: Vec<&Puzzle> = puzzles.into_iter().collect();
    let fits = |puzzle: &&&Puzzle| RATINGS.contains(&puzzle.rating);
    let enough = all.iter().filter(fits).count() >= FITTING_MIN;
    let mut fitting: Vec<&Puzzle> = all.iter().filter(|puzzle| !enough || fits(puzzle)).copied().collect();
    fitting.sort_by_key(|puzzle| (hash(&puzzle.id), puzzle.id.clone()));
    let count = i64::try_from(fitting.len()).ok().filter(|count| *count > 0)?;
    usize::try_from(day.rem_euclid(count)).ok().and_then(|index| fitting.get(index).copied())
}

/// FNV-1a: the same on every machine and in every version.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
