//! Hash keys of positions: placement and side to move, what the repetition rule compares (§16).

use game::rng::SplitMix;

use crate::{Board, Piece, Point, Role, Side};

const PIECES: usize = 2 * Role::COUNT;

static PIECE_KEYS: [[u64; Point::COUNT]; PIECES] = {
    let mut rng = SplitMix::new(0x6a61_6e67_6769); // "janggi"
    let mut table = [[0; Point::COUNT]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut point = 0;
        while point < Point::COUNT {
            table[piece][point] = rng.next_u64();
            point += 1;
        }
        piece += 1;
    }
    table
};

/// What changes when the turn does.
pub(crate) const TURN: u64 = 0x9d39_247e_3377_6d41;

/// What changes when a piece is put on a point or taken from it.
#[inline]
pub(crate) fn of_piece(piece: Piece, point: Point) -> u64 {
    PIECE_KEYS[piece.index()][point.index()]
}

/// The key from scratch.
pub(crate) fn of_board(board: &Board, turn: Side) -> u64 {
    placed(board, turn, |point| point)
}

/// The key of the mirror image.
pub(crate) fn of_mirrored_board(board: &Board, turn: Side) -> u64 {
    placed(board, turn, Point::mirrored)
}

fn placed(board: &Board, turn: Side, seen: impl Fn(Point) -> Point) -> u64 {
    let turn = if turn == Side::Han { TURN } else { 0 };
    board.iter().fold(turn, |key, (point, piece)| key ^ of_piece(piece, seen(point)))
}
