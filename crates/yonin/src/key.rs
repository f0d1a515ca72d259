//! Random numbers from which keys are made (Zobrist 1970).
//!
//! A position is known by which squares each owner, each facing and each role holds, so a man
//! contributes three numbers, one of each kind, from tables small enough to stay in the cache.

use game::rng::SplitMix;

use crate::{Kind, Man, Role, Side, Square};

/// The most men of one kind that a hand can hold, see [`Setup`](crate::Setup).
pub(crate) const HAND_MAX: usize = 99;

type BySquare = [u64; Square::COUNT];

struct Tables {
    owners: [BySquare; Side::COUNT + 1],
    facings: [BySquare; Side::COUNT],
    roles: [BySquare; Role::COUNT],
    hands: [[[u64; HAND_MAX + 1]; Kind::COUNT]; Side::COUNT],
    turns: [u64; Side::COUNT],
    out: [u64; Side::COUNT],
    over: u64,
}

static TABLES: Tables = tables();

const fn fill<const N: usize>(rng: &mut SplitMix) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = rng.next_u64();
        index += 1;
    }
    numbers
}

const fn fill_rows<const N: usize, const M: usize>(rng: &mut SplitMix) -> [[u64; N]; M] {
    let mut rows = [[0; N]; M];
    let mut index = 0;
    while index < M {
        rows[index] = fill(rng);
        index += 1;
    }
    rows
}

const fn tables() -> Tables {
    let mut rng = SplitMix::new(0x0079_6f6e_696e); // "yonin"
    Tables {
        owners: fill_rows(&mut rng),
        facings: fill_rows(&mut rng),
        roles: fill_rows(&mut rng),
        hands: [fill_rows(&mut rng), fill_rows(&mut rng), fill_rows(&mut rng), fill_rows(&mut rng)],
        turns: fill(&mut rng),
        out: fill(&mut rng),
        over: rng.next_u64(),
    }
}

#[inline]
pub(crate) fn man(man: Man, at: Square) -> u64 {
    let at = at.index();
    TABLES.owners[man.owner_index()][at]
        ^ TABLES.facings[man.facing().index()][at]
        ^ TABLES.roles[man.role().index()][at]
}

#[inline]
pub(crate) fn hand(side: Side, kind: Kind, count: u8) -> u64 {
    TABLES.hands[side.index()][kind.index()][usize::from(count).min(HAND_MAX)]
}

#[inline]
pub(crate) fn turn(side: Side) -> u64 {
    TABLES.turns[side.index()]
}

pub(crate) fn out(side: Side) -> u64 {
    TABLES.out[side.index()]
}

pub(crate) fn over() -> u64 {
    TABLES.over
}
