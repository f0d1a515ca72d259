//! The heights of the squares and what follows from them (§5, §6, §12, §30).

use crate::geometry::{Square, Squares, Way};
use crate::key;

/// The greatest height under any rules.
pub const HEIGHT_MAX: u8 = 4;

/// How many blocks lie on every square.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// The squares of height 1 and more, 2 and more, and so on: every comparison of heights is a
    /// handful of set operations.
    at_least: [Squares; HEIGHT_MAX as usize],
    /// For each line of [`Way::LINES`] the squares from which a step that way does not climb.
    /// It follows from the heights and is kept because sliding pieces ask for it all the time.
    gentle: [Squares; 8],
}

impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        self.at_least == other.at_least
    }
}

impl Eq for Ground {}

impl Ground {
    /// The bare floor.
    pub const FLOOR: Self = Self { at_least: [Squares::EMPTY; 4], gentle: [Squares::ALL; 8] };

    /// The ground with those heights by square index; heights beyond the greatest are cut.
    #[must_use]
    pub fn new(heights: &[u8; Square::COUNT]) -> Self {
        let mut ground = Self::FLOOR;
        for (level, set) in (1..).zip(&mut ground.at_least) {
            *set = Square::all().filter(|square| heights[square.index()] >= level).collect();
        }
        ground.find_gentle();
        ground
    }

    /// The height of a square.
    #[must_use]
    pub fn height(&self, square: Square) -> u8 {
        self.at_least.iter().map(|set| u8::from(set.contains(square))).sum()
    }

    /// The squares of that height, from 1 to [`HEIGHT_MAX`], and of more.
    #[must_use]
    #[inline]
    pub const fn at_least(&self, height: usize) -> Squares {
        self.at_least[height - 1]
    }

    /// The heights by square index.
    #[must_use]
    pub fn heights(&self) -> [u8; Square::COUNT] {
        std::array::from_fn(|index| self.height(Square::from_index(index)))
    }

    /// The number of blocks on the board.
    #[must_use]
    pub fn blocks(&self) -> u32 {
        self.at_least.iter().map(|set| set.len()).sum()
    }

    /// The squares of a height greater than zero; at sea, the islands.
    #[must_use]
    #[inline]
    pub const fn raised(&self) -> Squares {
        self.at_least[0]
    }

    /// The squares from which a step in the direction with that number does not climb (§12).
    #[must_use]
    #[inline]
    pub(crate) const fn gentle(&self, line: usize) -> Squares {
        self.gentle[line]
    }

    /// Moves `from` that way and keeps what lands lower than it started.
    #[must_use]
    #[inline]
    pub(crate) fn shifted_down(&self, from: Squares, way: Way) -> Squares {
        self.compared(|level| (from & level).shifted(way) & !level)
    }

    /// Moves `from` that way and keeps what lands higher than it started.
    #[must_use]
    #[inline]
    pub(crate) fn shifted_up(&self, from: Squares, way: Way) -> Squares {
        self.compared(|level| (from & !level).shifted(way) & level)
    }

    #[inline]
    fn compared(&self, differs: impl Fn(Squares) -> Squares) -> Squares {
        self.at_least.into_iter().fold(Squares::EMPTY, |found, level| found | differs(level))
    }

    fn find_gentle(&mut self) {
        for (line, back) in Way::LINES_BACK.into_iter().enumerate() {
            self.gentle[line] = !self.shifted_down(Squares::ALL, back);
        }
    }

    /// Where one more block keeps to `height_max` and to the slope rule (§6): the new height is at
    /// most one more than that of every neighbor, so no neighbor is lower now.
    #[must_use]
    pub fn fit_for_block(&self, height_max: u8) -> Squares {
        let levels = &self.at_least[..usize::from(height_max)];
        let mut from = Squares::ALL;
        let mut fit = Squares::EMPTY;
        for level in levels {
            fit |= from & !*level & !(!from).neighbors();
            from = *level;
        }
        fit
    }

    /// The squares below `height_max`.
    #[must_use]
    pub fn below(&self, height_max: u8) -> Squares {
        !self.at_least[usize::from(height_max) - 1]
    }

    /// The squares that exceed a neighbor by two or more: their top blocks are misplaced (§8).
    #[must_use]
    pub fn too_high(&self) -> Squares {
        self.at_least.windows(2).fold(Squares::EMPTY, |found, pair| found | (pair[1] & (!pair[0]).neighbors()))
    }

    /// Whether all neighbors differ by one at most (§6).
    #[must_use]
    pub fn keeps_slope_rule(&self) -> bool {
        self.too_high().is_empty()
    }

    /// Puts one block on a square and returns the change of the key.
    pub(crate) fn raise(&mut self, square: Square) -> u64 {
        let height = self.height(square);
        if height == HEIGHT_MAX {
            return 0;
        }
        self.flip(usize::from(height), square)
    }

    /// Takes one block off a square and returns the change of the key.
    pub(crate) fn lower(&mut self, square: Square) -> u64 {
        match self.height(square) {
            0 => 0,
            height => self.flip(usize::from(height) - 1, square),
        }
    }

    fn flip(&mut self, level: usize, square: Square) -> u64 {
        self.at_least[level] ^= Squares::of(square);
        self.find_gentle();
        key::block(level, square)
    }

    /// §30: every square is cut down to its distance from the burst. Returns the change of the
    /// key.
    pub(crate) fn burst(&mut self, target: Square) -> u64 {
        let mut near = Squares::of(target);
        let mut change = 0;
        for (level, set) in self.at_least.iter_mut().enumerate() {
            change ^= (*set & near).iter().fold(0, |change, square| change ^ key::block(level, square));
            *set &= !near;
            near |= near.neighbors();
        }
        if change != 0 {
            self.find_gentle();
        }
        change
    }

    /// The hash of all blocks.
    #[must_use]
    pub fn key(&self) -> u64 {
        let of_level =
            |(level, set): (usize, &Squares)| set.iter().fold(0, |key, square| key ^ key::block(level, square));
        self.at_least.iter().enumerate().map(of_level).fold(0, |key, level| key ^ level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_survive() {
        let heights: [u8; 64] = std::array::from_fn(|index| (index * 7 % 5) as u8);
        assert_eq!(Ground::new(&heights).heights(), heights);
    }

    #[test]
    fn gentle_steps_do_not_climb() {
        let heights: [u8; 64] = std::array::from_fn(|index| (index * index % 5) as u8);
        let ground = Ground::new(&heights);
        for (line, way) in Way::LINES.into_iter().enumerate() {
            for square in Square::all() {
                let Some(to) = Squares::of(square).shifted(way).first() else { continue };
                let climbs = ground.height(to) > ground.height(square);
                assert_eq!(ground.gentle(line).contains(square), !climbs, "{square} to {to}");
            }
        }
    }

    #[test]
    fn a_burst_digs_a_cone() {
        let mut ground = Ground::new(&[3; 64]);
        let before = ground.key();
        let change = ground.burst(Square::from_index(27));
        assert_eq!(before ^ change, ground.key());
        assert_eq!(&ground.heights()[24..32], [3, 2, 1, 0, 1, 2, 3, 3]);
    }
}
