//! What the search has learned about the evaluation: by how much it errs in positions of a kind.

use game::rng::SplitMix;
use janggi::{Board, Piece, Point, Role, Side, Watcher};

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
    /// What is to be added to the evaluation of a position with that side to move.
    #[inline]
    pub(super) fn of(&self, side: Side, kinds: Kinds) -> i32 {
        let scores = self.tables.iter().zip(kinds.places(side)).map(|(table, place)| i32::from(table[place]));
        scores.sum::<i32>() / GRAIN
    }

    /// The search has found that the evaluation errs by `error`.
    pub(super) fn learn(&mut self, side: Side, kinds: Kinds, error: i32, depth: i32) {
        let bonus = (error * depth / 20).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, place) in self.tables.iter_mut().zip(kinds.places(side)) {
            let score = i32::from(table[place]);
            table[place] = (score + bonus - score * bonus.abs() / LIMIT) as i16;
        }
    }
}

/// Of which kinds a position is, kept up to date move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Kinds([u16; 2]); // invariant: both < KINDS

impl Kinds {
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
        match piece.role() {
            Role::Soldier | Role::King | Role::Guard => self.0[0] ^= key,
            Role::Chariot | Role::Cannon => self.0[1] ^= key,
            Role::Horse | Role::Elephant => {}
        }
    }

    #[inline]
    fn places(self, side: Side) -> [usize; 2] {
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
            position.play_watched(*action, &mut (&mut kinds, ()));
            assert_eq!(kinds, Kinds::of(position.board()));
        }
    }
}
