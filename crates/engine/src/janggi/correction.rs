//! What the search has learned about the evaluation: by how much it errs in positions of a kind.

use janggi::geometry::Points;
use janggi::{Position, Role, Side};

/// Kinds of positions that are told apart, for each of the keys.
const KINDS: usize = 1 << 14;
/// Scores stay within this.
const LIMIT: i32 = 1024;
/// How many steps of a score are worth a hundredth of a point.
const GRAIN: i32 = 8;

/// The errors of one thread's evaluation, by soldiers and palaces and by chariots and cannons.
pub(super) struct Corrections {
    tables: [Vec<i16>; 2],
}

impl Default for Corrections {
    fn default() -> Self {
        Self { tables: [vec![0; 2 * KINDS], vec![0; 2 * KINDS]] }
    }
}

impl Corrections {
    /// What is to be added to the evaluation of a position.
    pub(super) fn of(&self, position: &Position) -> i32 {
        let scores = self.tables.iter().zip(places(position)).map(|(table, place)| i32::from(table[place]));
        scores.sum::<i32>() / GRAIN
    }

    /// The search has found that the evaluation errs by `error`.
    pub(super) fn learn(&mut self, position: &Position, error: i32, depth: i32) {
        let bonus = (error * depth / 20).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, place) in self.tables.iter_mut().zip(places(position)) {
            let score = i32::from(table[place]);
            table[place] = (score + bonus - score * bonus.abs() / LIMIT) as i16;
        }
    }
}

fn places(position: &Position) -> [usize; 2] {
    let board = position.board();
    let side = position.side().index() * KINDS;
    let of = |roles: &[Role]| {
        let mut hash = 0_u64;
        for owner in Side::ALL {
            for role in roles {
                hash = mixed(hash, board.pieces(owner, *role));
            }
        }
        side + (hash >> 50) as usize
    };
    [of(&[Role::Soldier, Role::King, Role::Guard]), of(&[Role::Chariot, Role::Cannon])]
}

fn mixed(hash: u64, points: Points) -> u64 {
    let bits = points.bits();
    let folded = bits as u64 ^ ((bits >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ folded).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

const _: () = assert!(KINDS == 1 << (64 - 50));
