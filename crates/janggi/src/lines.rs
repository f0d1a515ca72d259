//! Straight lines: where a chariot or a cannon reaches along a rank or file.
//!
//! A line's occupancy is gathered into at most ten bits and looked up; the answer is spread over
//! the board again. Both are a multiplication and a mask, because nine bits of index apart is the
//! main diagonal of an eight-by-eight square of bits.

use crate::Point;
use crate::geometry::{FILES, Points, RANKS};

/// The bits of file `a` in the first 64: eight ranks on the main diagonal.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
/// A one in each byte.
const BYTES: u64 = 0x0101_0101_0101_0101;
const RANK_MASK: u16 = (1 << FILES) - 1;

/// What stands along a rank, file `a` in the lowest bit.
#[inline]
fn gather_rank(set: Points, rank: usize) -> u16 {
    (set.bits() >> (rank * FILES)) as u16 & RANK_MASK
}

#[inline]
fn spread_rank(line: u16, rank: usize) -> Points {
    Points::from_bits(u128::from(line & RANK_MASK) << (rank * FILES))
}

/// What stands along a file, Cho's back rank in the lowest bit.
#[inline]
fn gather_file(set: Points, file: usize) -> u16 {
    let shifted = set.bits() >> file;
    let low = ((shifted as u64 & DIAGONAL).wrapping_mul(BYTES) >> 56) as u16;
    let high = (shifted >> 64) as u32;
    low | (high & 1 << 8) as u16 | (high >> 8 & 1 << 9) as u16
}

#[inline]
fn spread_file(line: u16, file: usize) -> Points {
    let low = u64::from(line & 0xff).wrapping_mul(BYTES) & DIAGONAL;
    let high = u64::from(line & 1 << 8) | u64::from(line & 1 << 9) << 8;
    Points::from_bits((u128::from(low) | u128::from(high) << 64) << file)
}

/// Where a chariot on `from` reaches along rank and file: up to and including the first piece.
#[inline]
pub(crate) fn chariot_reach(from: Point, occupied: Points) -> Points {
    let (file, rank) = (from.file(), from.rank());
    let along_rank = CHARIOT[file][usize::from(gather_rank(occupied, rank))];
    let along_file = CHARIOT[rank][usize::from(gather_file(occupied, file))];
    spread_rank(along_rank, rank) | spread_file(along_file, file)
}

/// Where a cannon on `from` reaches along rank and file over a screen that is not among
/// `cannons`: beyond it, up to and including the next piece.
#[inline]
pub(crate) fn cannon_reach(from: Point, occupied: Points, cannons: Points) -> Points {
    let (file, rank) = (from.file(), from.rank());
    let along_rank = CANNON[file][usize::from(gather_rank(occupied, rank))];
    let along_file = CANNON[rank][usize::from(gather_file(occupied, file))];
    let along_rank = along_rank.without_screens(file, || gather_rank(cannons, rank));
    let along_file = along_file.without_screens(rank, || gather_file(cannons, file));
    spread_rank(along_rank, rank) | spread_file(along_file, file)
}

#[derive(Clone, Copy)]
struct Jump {
    reach: u16,
    screens: u16,
}

impl Jump {
    /// The reach without the directions whose screen is a cannon (§6).
    #[inline]
    fn without_screens(self, from: usize, cannons: impl FnOnce() -> u16) -> u16 {
        if self.reach == 0 {
            return 0;
        }
        let banned = self.screens & cannons();
        let below = (1_u16 << from) - 1;
        let mut reach = self.reach;
        if banned & below != 0 {
            reach &= !below;
        }
        if banned & !below != 0 {
            reach &= below;
        }
        reach
    }
}

const LINE_STATES: usize = 1 << RANKS;

static CHARIOT: [[u16; LINE_STATES]; RANKS] = {
    let mut table = [[0; LINE_STATES]; RANKS];
    let mut from = 0;
    while from < RANKS {
        let mut occupied = 0;
        while occupied < LINE_STATES {
            table[from][occupied] = slide(from, occupied, true) | slide(from, occupied, false);
            occupied += 1;
        }
        from += 1;
    }
    table
};

static CANNON: [[Jump; LINE_STATES]; RANKS] = {
    let mut table = [[Jump { reach: 0, screens: 0 }; LINE_STATES]; RANKS];
    let mut from = 0;
    while from < RANKS {
        let mut occupied = 0;
        while occupied < LINE_STATES {
            let (up, down) = (jump(from, occupied, true), jump(from, occupied, false));
            table[from][occupied] = Jump { reach: up.reach | down.reach, screens: up.screens | down.screens };
            occupied += 1;
        }
        from += 1;
    }
    table
};

/// The cells from `from` in one direction up to and including the first occupied one.
const fn slide(from: usize, occupied: usize, up: bool) -> u16 {
    let mut reach = 0;
    let mut at = next(from, up);
    while let Some(cell) = at {
        reach |= 1 << cell;
        if occupied >> cell & 1 != 0 {
            break;
        }
        at = next(cell, up);
    }
    reach
}

/// The cells beyond the first occupied one, up to and including the second.
const fn jump(from: usize, occupied: usize, up: bool) -> Jump {
    let stopped = slide(from, occupied, up);
    let screens = stopped & occupied as u16;
    if screens == 0 {
        return Jump { reach: 0, screens: 0 };
    }
    Jump { reach: slide(screens.trailing_zeros() as usize, occupied, up), screens }
}

const fn next(cell: usize, up: bool) -> Option<usize> {
    match (up, cell) {
        (true, cell) if cell + 1 < RANKS => Some(cell + 1),
        (false, 1..) => Some(cell - 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rng::SplitMix;

    /// Steps one point at a time, as a person would.
    fn walk(from: Point, occupied: Points, cannons: Points, screens_needed: usize) -> Points {
        let mut reach = Points::EMPTY;
        for way in crate::geometry::Way::STRAIGHT {
            let mut screens = 0;
            let mut at = from.step(way);
            while let Some(point) = at {
                if screens == screens_needed {
                    reach = reach.with(point);
                }
                if occupied.contains(point) {
                    screens += 1;
                    if screens > screens_needed || cannons.contains(point) {
                        break;
                    }
                }
                at = point.step(way);
            }
        }
        reach
    }

    #[test]
    fn tables_agree_with_walking() {
        let mut rng = SplitMix::new(7);
        let mut random = || Points::from_bits(u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()));
        for _ in 0..2000 {
            let occupied = random() & random();
            let cannons = occupied & random() & random();
            for from in Point::all() {
                assert_eq!(chariot_reach(from, occupied), walk(from, occupied, Points::EMPTY, 0));
                assert_eq!(cannon_reach(from, occupied, cannons), walk(from, occupied, cannons, 1));
            }
        }
    }
}
