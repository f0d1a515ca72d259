//! Where a game stands.

use crate::action::Action;
use crate::board::Board;
use crate::ending::Ending;
use crate::geometry::{Square, Squares};
use crate::ground::Ground;
use crate::key;
use crate::rules::{Rules, Variant};
use crate::side::Side;

/// What the players are doing (§4). A game that has ended keeps the phase in which it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Laying blocks.
    Terrain,
    /// Blue's last look at the ground, with honor placing alone.
    Inspection,
    /// Fighting.
    Battle,
}

/// The ground, the pieces, and whose turn it is.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) ground: Ground,
    pub(crate) board: Board,
    pub(crate) turn: Side,
    pub(crate) phase: Phase,
    /// Blocks not yet laid, Blue's and Red's.
    pub(crate) hands: [u8; 2],
    /// Plies since the last progress (§19).
    pub(crate) quiet: u32,
    /// The number of the battle turn, from 1.
    pub(crate) number: u32,
    /// Broken castle squares (§23).
    pub(crate) breached: Squares,
    /// Bombs left, Blue's and Red's (§29).
    pub(crate) bombs: [u8; 2],
    /// Where a fuse burns; the bomb is of the side that is not to move (§30).
    pub(crate) fuse: Option<Square>,
    pub(crate) ending: Option<Ending>,
    /// The action that led here, for drawings; no rule asks for it.
    pub(crate) last: Option<Action>,
    pub(crate) key: u64,
}

impl Position {
    /// The first position of the terrain phase.
    pub(crate) fn bare(rules: &Rules) -> Self {
        let bombs = if rules.variant == Variant::Firearms { rules.bombs } else { 0 };
        let mut position = Self {
            rules: *rules,
            ground: Ground::FLOOR,
            board: Board::default(),
            turn: Side::Blue,
            phase: Phase::Terrain,
            hands: [rules.variant.blocks(); 2],
            quiet: 0,
            number: 1,
            breached: Squares::EMPTY,
            bombs: [bombs; 2],
            fuse: None,
            ending: None,
            last: None,
            key: 0,
        };
        position.key = position.hash();
        position
    }

    /// The first position of a battle on that ground.
    pub(crate) fn on_ground(rules: &Rules, ground: Ground) -> Self {
        let mut position = Self { ground, hands: [0; 2], ..Self::bare(rules) };
        position.begin_battle();
        position
    }

    /// Sets up the pieces; Blue moves (§3, §10).
    pub(crate) fn begin_battle(&mut self) {
        self.phase = Phase::Battle;
        self.turn = Side::Blue;
        self.board = self.rules.variant.layout();
        self.key = self.hash();
    }

    /// The hash of all that makes positions equal, computed from scratch.
    pub(crate) fn hash(&self) -> u64 {
        let mut hash = self.ground.key() ^ self.board.key() ^ key::turn(self.turn);
        for side in Side::ALL {
            hash ^= key::hand(side, self.hands[side.index()]) ^ key::bombs(side, self.bombs[side.index()]);
        }
        hash ^= self.breached.iter().fold(0, |hash, square| hash ^ key::breached(square));
        hash ^= self.fuse.map_or(0, key::fuse);
        if self.phase == Phase::Inspection { hash ^ key::inspection() } else { hash }
    }

    /// The variant and options.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The heights.
    #[must_use]
    pub const fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The pieces.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.turn
    }

    /// What the players are doing, or were when the game ended.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How the game has ended.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How many blocks a side has left.
    #[must_use]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hands[side.index()]
    }

    /// How many blocks are left in the terrain turn (§5).
    #[must_use]
    pub const fn left_in_turn(&self) -> u8 {
        let hand = self.hands[self.turn.index()];
        let size = self.rules.blocks_a_turn();
        if hand > 0 && hand.is_multiple_of(size) { size } else { hand % size }
    }

    /// How many bombs a side has left (§29).
    #[must_use]
    pub const fn bombs(&self, side: Side) -> u8 {
        self.bombs[side.index()]
    }

    /// Plies since the last progress (§19).
    #[must_use]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Where a fuse burns (§30).
    #[must_use]
    pub const fn fuse(&self) -> Option<Square> {
        self.fuse
    }

    /// The broken castle squares of both sides (§23).
    #[must_use]
    pub const fn breached(&self) -> Squares {
        self.breached
    }
}

/// §19: the same ground, pieces, side to move and extras of the variant; in the terrain phase the
/// blocks in hand, too.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
            && self.ground == other.ground
            && self.board == other.board
            && (self.turn, self.phase, self.hands) == (other.turn, other.phase, other.hands)
            && (self.breached, self.bombs, self.fuse) == (other.breached, other.bombs, other.fuse)
    }
}

impl Eq for Position {}
