//! Numbers for hashing positions (Zobrist), made by the compiler from one seed.

use game::rng::SplitMix;

use crate::geometry::Square;
use crate::piece::Piece;
use crate::side::Side;

/// The most blocks in one hand.
pub(crate) const HAND_MAX: u8 = 32;
/// The most bombs of one side.
const BOMBS_MAX: usize = 9;

struct Keys {
    pieces: [[[u64; Square::COUNT]; 16]; 2],
    blocks: [[u64; Square::COUNT]; 4],
    hands: [[u64; HAND_MAX as usize + 1]; 2],
    bombs: [[u64; BOMBS_MAX + 1]; 2],
    breached: [u64; Square::COUNT],
    fuse: [u64; Square::COUNT],
    red_to_move: u64,
    inspection: u64,
}

static KEYS: Keys = keys();

const fn row<const N: usize>(rng: &mut SplitMix) -> [u64; N] {
    let mut row = [0; N];
    let mut index = 0;
    while index < N {
        row[index] = rng.next_u64();
        index += 1;
    }
    row
}

const fn rows<const N: usize, const M: usize>(rng: &mut SplitMix) -> [[u64; N]; M] {
    let mut rows = [[0; N]; M];
    let mut index = 0;
    while index < M {
        rows[index] = row(rng);
        index += 1;
    }
    rows
}

const fn keys() -> Keys {
    let mut rng = SplitMix::new(0x6e61_6e67_756b); // "nanguk"
    Keys {
        pieces: [rows(&mut rng), rows(&mut rng)],
        blocks: rows(&mut rng),
        hands: rows(&mut rng),
        bombs: rows(&mut rng),
        breached: row(&mut rng),
        fuse: row(&mut rng),
        red_to_move: rng.next_u64(),
        inspection: rng.next_u64(),
    }
}

#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.side.index()][piece.role as usize][square.index()]
}

/// The block of a square that lies on `level` others.
pub(crate) fn block(level: usize, square: Square) -> u64 {
    KEYS.blocks[level][square.index()]
}

pub(crate) fn hand(side: Side, blocks: u8) -> u64 {
    KEYS.hands[side.index()][usize::from(blocks)]
}

pub(crate) fn bombs(side: Side, bombs: u8) -> u64 {
    KEYS.bombs[side.index()][usize::from(bombs)]
}

pub(crate) fn breached(square: Square) -> u64 {
    KEYS.breached[square.index()]
}

pub(crate) fn fuse(square: Square) -> u64 {
    KEYS.fuse[square.index()]
}

#[inline]
pub(crate) fn turn(side: Side) -> u64 {
    match side {
        Side::Blue => 0,
        Side::Red => KEYS.red_to_move,
    }
}

pub(crate) fn inspection() -> u64 {
    KEYS.inspection
}
