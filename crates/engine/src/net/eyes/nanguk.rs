//! Nanguk: men by square and by the height under them, the ground, walls, bombs and the quiet plies.

use game::Seat;
use nanguk::{Phase, Position, Role, Side, Square, Squares};

use super::{groups, step};
use crate::judges::nanguk::NangukJudge;
use crate::net::{Eyes, Inputs};

/// The men and the ground by squares.
#[derive(Clone, Copy, Debug)]
pub struct NangukEyes;

const KINDS: usize = 2 * Role::ALL.len();
const HEIGHTS: usize = 5;
const BOMBS: usize = 4;
const QUIET_STEPS: [u32; 5] = [4, 10, 20, 35, 60];

// What lies on squares comes first, so that 64 squares are a word.
groups! {
    /// Own and other men by square.
    MEN: KINDS * Square::COUNT;
    /// Squares by height.
    GROUND: Square::COUNT * (HEIGHTS - 1);
    BREACHED: Square::COUNT;
    FUSE: Square::COUNT;
    /// Own and other men by the height under them.
    STANDS: KINDS * HEIGHTS;
    /// Bombs that are left, own and other.
    STOCK: 2 * BOMBS;
    /// Who is to move, own and other.
    MOVES: 2;
    QUIET: QUIET_STEPS.len() + 1;
}

/// The men on the board at which the next stage begins.
const STAGE_MEN: [usize; 5] = [9, 14, 19, 24, 29];

/// The squares of each height from the floor up.
fn layers(position: &Position) -> [Squares; HEIGHTS] {
    let ground = position.ground();
    let at_least = |height: usize| if height == 0 { !Squares::EMPTY } else { ground.at_least(height) };
    std::array::from_fn(
        |height| {
            if height + 1 < HEIGHTS { at_least(height) & !at_least(height + 1) } else { at_least(height) }
        },
    )
}

/// A number of a group whose own half comes first, with the halves exchanged.
const fn exchanged(number: usize, half: usize) -> usize {
    (number + half) % (2 * half)
}

impl Eyes<Position> for NangukEyes {
    type Hand = NangukJudge;
    type Glance = ();
    const INPUTS: usize = END;
    const TURNS: usize = 4;
    const STAGES: usize = STAGE_MEN.len() + 1;
    const SCALE: i32 = 300;

    fn glance(_: &Position) {}

    fn look(position: &Position, (): &(), inputs: &mut Inputs) {
        let (board, layers) = (position.board(), layers(position));
        for (index, side) in Side::ALL.into_iter().enumerate() {
            for role in Role::ALL {
                let (kind, men) = (index * Role::ALL.len() + role as usize, board.men(side, role));
                if men.is_empty() {
                    continue;
                }
                inputs.insert_word(MEN + kind * Square::COUNT, men.bits());
                let stands = layers.iter().enumerate().filter(|(_, layer)| !(men & **layer).is_empty());
                stands.for_each(|(height, _)| inputs.insert(STANDS + kind * HEIGHTS + height));
            }
            inputs.insert(STOCK + index * BOMBS + usize::from(position.bombs(side)).min(BOMBS - 1));
        }
        for (index, layer) in layers.iter().skip(1).enumerate() {
            inputs.insert_word(GROUND + index * Square::COUNT, layer.bits());
        }
        inputs.insert_word(BREACHED, position.breached().bits());
        position.fuse().iter().for_each(|square| inputs.insert(FUSE + square.index()));
        inputs.insert(MOVES + position.side().index());
        inputs.insert(QUIET + step(position.quiet(), &QUIET_STEPS));
    }

    /// From the own edge, and mirrored so that the own king stands on the right.
    fn turn(position: &Position, seat: Seat) -> usize {
        let side = Side::of(seat);
        let on_left = |king: Square| (king.file() < 4) == (side == Side::Blue);
        let mirrored = position.board().king(side).first().is_some_and(on_left);
        2 * side.index() + usize::from(mirrored)
    }

    fn seen(input: usize, turn: usize) -> usize {
        const ROLES: usize = Role::ALL.len();
        let (other, mirrored) = (turn / 2 == 1, turn % 2 == 1);
        let square = |number: usize| {
            let square = number % Square::COUNT;
            let turned = if other { Square::COUNT - 1 - square } else { square };
            number - square + if mirrored { turned ^ 7 } else { turned }
        };
        let half = |number: usize, half: usize| if other { exchanged(number, half) } else { number };
        match input {
            MEN..GROUND => MEN + half(square(input - MEN), ROLES * Square::COUNT),
            GROUND..STANDS => GROUND + square(input - GROUND),
            STANDS..STOCK => STANDS + half(input - STANDS, ROLES * HEIGHTS),
            STOCK..MOVES => STOCK + half(input - STOCK, BOMBS),
            MOVES..QUIET => MOVES + half(input - MOVES, 1),
            _ => input,
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
