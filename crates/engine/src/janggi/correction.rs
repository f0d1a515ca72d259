//! What the search has learned about the evaluation: by how much it errs in positions of a kind.

use game::rng::SplitMix;
use janggi::{Board, Piece, Point, Role, Side, Watcher};

use super::depth::Depth;
use super::history::{PieceTo, approach};
use super::params::Params;

/// Kinds of positions that are told apart, for each of the keys.
const KINDS: usize = 1 << 14;
/// Scores stay within this.
const LIMIT: i32 = 1024;
/// How many steps of a score are worth a hundredth of a point.
const GRAIN: i32 = 8;

/// The errors of one thread's evaluation: by soldiers and palaces, by chariots and cannons, by horses
/// and elephants; and by the move that led to a position.
pub(super) struct Corrections {
    by_kind: [Vec<i16>; Kinds::COUNT],
    by_move: Vec<i16>,
}

impl Default for Corrections {
    fn default() -> Self {
        Self { by_kind: [(); Kinds::COUNT].map(|()| vec![0; 2 * KINDS]), by_move: vec![0; PieceTo::COUNT] }
    }
}

/// What the errors are remembered by: a position with this side to move, of these kinds, after this move.
#[derive(Clone, Copy)]
pub(super) struct Occasion {
    pub(super) side: Side,
    pub(super) kinds: Kinds,
    pub(super) moved: Option<PieceTo>,
}

impl Corrections {
    /// What is to be added to the evaluation.
    #[inline]
    pub(super) fn of(&self, occasion: Occasion, params: &Params) -> i32 {
        let [soldiers, chariots, horses] = occasion.kinds.places(occasion.side);
        let at = |table: usize, place: usize| i32::from(self.by_kind[table][place]);
        let great = at(0, soldiers) + at(1, chariots);
        let lesser = at(2, horses) + occasion.moved.map_or(0, |moved| i32::from(self.by_move[moved.index()]));
        (great * params.correction + lesser * params.correction_lesser) / (100 * GRAIN)
    }

    /// The search has found that the evaluation errs by `error`.
    pub(super) fn learn(&mut self, occasion: Occasion, error: i32, depth: Depth) {
        let bonus = (error * depth / 20).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, place) in self.by_kind.iter_mut().zip(occasion.kinds.places(occasion.side)) {
            approach(&mut table[place], bonus, LIMIT);
        }
        if let Some(moved) = occasion.moved {
            approach(&mut self.by_move[moved.index()], bonus, LIMIT);
        }
    }
}

/// Of which kinds a position is, kept up to date move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Kinds([u16; Self::COUNT]); // invariant: all < KINDS

impl Kinds {
    const COUNT: usize = 3;

    pub(super) fn of(board: &Board) -> Self {
        let mut kinds = Self::default();
        for (at, piece) in board.iter() {
            kinds.turn(piece, at);
        }
        kinds
    }

    /// A piece comes to a point or leaves it.
    #[inline]
    fn turn(&mut self, piece: Piece, at: Point) {
        let key = KEYS[piece.index()][at.index()];
        let kind = match piece.role() {
            Role::Soldier | Role::King | Role::Guard => 0,
            Role::Chariot | Role::Cannon => 1,
            Role::Horse | Role::Elephant => 2,
        };
        self.0[kind] ^= key;
    }

    #[inline]
    fn places(self, side: Side) -> [usize; Self::COUNT] {
        self.0.map(|kind| side.index() * KINDS + usize::from(kind))
    }
}

impl Watcher for &mut Kinds {
    #[inline]
    fn placed(&mut self, piece: Piece, at: Point) {
        self.turn(piece, at);
    }

    #[inline]
    fn lifted(&mut self, piece: Piece, at: Point) {
        self.turn(piece, at);
    }
}

/// Random numbers below [`KINDS`], one for each piece on each point.
static KEYS: [[u16; Point::COUNT]; 2 * Role::COUNT] = {
    let mut table = [[0; Point::COUNT]; 2 * Role::COUNT];
    let mut rng = SplitMix::new(0x6b69_6e64);
    let mut piece = 0;
    while piece < table.len() {
        let mut at = 0;
        while at < Point::COUNT {
            table[piece][at] = (rng.next_u64() % KINDS as u64) as u16;
            at += 1;
        }
        piece += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use game::Match;
    use janggi::{Rules, Start};

    use super::*;

    #[test]
    fn kinds_follow_the_board() {
        let mut rng = SplitMix::new(3);
        let game = Match::<janggi::Position>::start(Rules::KJA, &Start::default()).expect("the usual start");
        let mut position = game.position().clone();
        let mut kinds = Kinds::of(position.board());
        for _ in 0..200 {
            let mut moves = Vec::new();
            position.visit_legal(&mut |action| moves.push(action));
            let Some(action) = rng.pick(&moves) else { break };
            position.play_watched(*action, &mut &mut kinds);
            assert_eq!(kinds, Kinds::of(position.board()));
        }
    }
}
