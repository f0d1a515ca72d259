//! Nanguk: men by square and by the height under them, the ground, walls, bombs and the quiet plies.

use game::Seat;
use nanguk::{Phase, Position, Role, Side, Square};

use super::{groups, step};
use crate::judges::nanguk::NangukJudge;
use crate::net::{Eyes, Inputs};

/// The board from the own edge, mirrored so that the own king stands on the right.
#[derive(Clone, Copy, Debug)]
pub struct NangukEyes;

const KINDS: usize = 2 * Role::ALL.len();
const HEIGHTS: usize = 5;
const BOMBS: usize = 4;
const QUIET_STEPS: [u32; 5] = [4, 10, 20, 35, 60];

groups! {
    /// Own and other men by square.
    MEN: KINDS * Square::COUNT;
    /// Own and other men by the height under them.
    STANDS: KINDS * HEIGHTS;
    /// Raised squares.
    GROUND: Square::COUNT * (HEIGHTS - 1);
    BREACHED: Square::COUNT;
    FUSE: Square::COUNT;
    /// Bombs that are left, own and other.
    STOCK: 2 * BOMBS;
    QUIET: QUIET_STEPS.len() + 1;
    TO_MOVE: 1;
}

/// The men on the board at which the next stage begins.
const STAGE_MEN: [usize; 5] = [9, 14, 19, 24, 29];

fn seen(square: Square, side: Side, mirrored: bool) -> usize {
    let turned = if side == Side::Blue { square } else { square.opposite() };
    if mirrored { turned.index() ^ 7 } else { turned.index() }
}

impl Eyes<Position> for NangukEyes {
    type Hand = NangukJudge;
    type Glance = ();
    const INPUTS: usize = END;
    const STAGES: usize = STAGE_MEN.len() + 1;
    const SCALE: i32 = 300;

    fn glance(_: &Position) {}

    fn look(position: &Position, (): &(), seat: Seat, inputs: &mut Inputs) {
        let (side, board, ground) = (Side::of(seat), position.board(), position.ground());
        let on_left = |king: Square| (king.file() < 4) == (side == Side::Blue);
        let mirrored = board.king(side).first().is_some_and(on_left);
        let seen = |square: Square| seen(square, side, mirrored);
        for (square, piece) in board.pieces() {
            let kind = usize::from(piece.side != side) * Role::ALL.len() + piece.role as usize;
            inputs.insert(MEN + seen(square) * KINDS + kind);
            inputs.insert(STANDS + kind * HEIGHTS + usize::from(ground.height(square)).min(HEIGHTS - 1));
        }
        for square in ground.raised().iter() {
            let height = usize::from(ground.height(square)).clamp(1, HEIGHTS - 1);
            inputs.insert(GROUND + seen(square) * (HEIGHTS - 1) + height - 1);
        }
        position.breached().iter().for_each(|square| inputs.insert(BREACHED + seen(square)));
        position.fuse().iter().for_each(|square| inputs.insert(FUSE + seen(*square)));
        for (index, side) in [side, side.other()].into_iter().enumerate() {
            inputs.insert(STOCK + index * BOMBS + usize::from(position.bombs(side)).min(BOMBS - 1));
        }
        inputs.insert(QUIET + step(position.quiet(), &QUIET_STEPS));
        if position.side() == side {
            inputs.insert(TO_MOVE);
        }
    }

    fn stage(position: &Position) -> usize {
        step(position.board().occupied().len() as usize, &STAGE_MEN)
    }

    /// Where ground is built there are no men yet.
    fn knows(position: &Position) -> bool {
        position.phase() == Phase::Battle
    }
}
