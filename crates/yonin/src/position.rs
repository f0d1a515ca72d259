//! Where a game stands, and what an action changes on the board.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::geometry::LINES;
use crate::{Action, Elimination, Kind, Man, Role, Rules, Side, Sides, Square, Squares, key};

/// How many seats can be out: one is always left.
pub const OUT_MAX: usize = Side::COUNT - 1;

/// A hand: how many of each kind.
pub type Hand = [u8; Kind::COUNT];

/// Where a game of four stands.
///
/// Two positions are equal if the repetition rule calls them so (§9): the same men with the same
/// owners and facings, the same hands, the same seats out and the same seat to move.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    pub(crate) hands: [Hand; Side::COUNT],
    /// South once the game is over.
    pub(crate) turn: Side,
    pub(crate) living: Sides,
    /// The living seats whose kings are attacked.
    pub(crate) checked: Sides,
    pub(crate) ending: Option<Ending>,
    pub(crate) out: ArrayVec<Elimination, OUT_MAX>,
    /// One more than the number of moves made.
    pub(crate) ply: u32,
    /// The last move or drop with its mover; unknown after loading.
    pub(crate) last: Option<(Side, Action)>,
    /// The part of the key that is not on the board.
    pub(crate) side_key: u64,
}

/// How a game ended (§10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// One seat is left.
    Win,
    /// One team has lost a seat.
    Team,
    /// Two seats are left, and that is enough.
    Two,
    /// Too many moves; points decide.
    Impasse,
    /// A position came for the fourth time.
    Repetition,
}

impl Ending {
    /// The rule book's word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Team => "team",
            Self::Two => "two",
            Self::Impasse => "impasse",
            Self::Repetition => "repetition",
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.hands == other.hands
            && self.turn == other.turn
            && self.living == other.living
            && self.ending.is_some() == other.ending.is_some()
    }
}

impl Eq for Position {}

impl Position {
    /// The rules of this game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The man on a square.
    #[must_use]
    pub fn man(&self, at: Square) -> Option<Man> {
        self.board.at(at)
    }

    /// The men that a seat owns.
    #[must_use]
    pub const fn owned(&self, side: Side) -> Squares {
        self.board.owned(side)
    }

    /// The men of a role, whoever owns them.
    #[must_use]
    pub const fn men(&self, role: Role) -> Squares {
        self.board.of(role)
    }

    /// Where a side's king stands, living or flipped.
    #[must_use]
    pub const fn king(&self, side: Side) -> Square {
        self.board.king(side)
    }

    /// The men that attack a side's king.
    #[must_use]
    pub fn attackers(&self, side: Side) -> Squares {
        self.board.attackers(side)
    }

    /// What a seat holds; the hand of a seat that is out stays listed, but unused (§8).
    #[must_use]
    pub const fn hand(&self, side: Side) -> Hand {
        self.hands[side.index()]
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.turn
    }

    /// Who is to move, unless the game is over.
    #[must_use]
    pub fn mover(&self) -> Option<Side> {
        self.ending.is_none().then_some(self.turn)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The seats that are not out.
    #[must_use]
    pub const fn living(&self) -> Sides {
        self.living
    }

    /// The seats in check, clockwise from the seat to move; none once the game is over (§5).
    pub fn pending(&self) -> impl Iterator<Item = Side> {
        let from = self.turn.index();
        let checked = if self.ending.is_some() { Sides::EMPTY } else { self.checked };
        (0..Side::COUNT).map(move |step| Side::from_index(from + step)).filter(move |side| checked.contains(*side))
    }

    /// The seats that are out, in order.
    #[must_use]
    pub fn out(&self) -> &[Elimination] {
        &self.out
    }

    /// One more than the number of moves made.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The partner in doubles.
    pub(crate) fn partner(&self, side: Side) -> Option<Side> {
        self.rules.is_doubles().then(|| side.opposite())
    }

    pub(crate) fn side_key_afresh(&self) -> u64 {
        let mut fresh = key::turn(self.turn);
        for side in Side::ALL {
            for kind in Kind::ALL {
                fresh ^= key::hand(side, kind, self.hands[side.index()][kind.index()]);
            }
            if !self.living.contains(side) {
                fresh ^= key::out(side);
            }
        }
        if self.ending.is_some() { fresh ^ key::over() } else { fresh }
    }

    pub(crate) fn set_turn(&mut self, side: Side) {
        self.side_key ^= key::turn(self.turn) ^ key::turn(side);
        self.turn = side;
    }

    pub(crate) fn set_hand(&mut self, side: Side, kind: Kind, count: u8) {
        let held = &mut self.hands[side.index()][kind.index()];
        self.side_key ^= key::hand(side, kind, *held) ^ key::hand(side, kind, count);
        *held = count;
    }

    fn take(&mut self, side: Side, kind: Kind) {
        let held = self.hands[side.index()][kind.index()];
        self.set_hand(side, kind, held.saturating_add(1));
    }

    /// What an action of `mover` changes on the board and in the hands, and who is in check then.
    /// Whose turn it is, and who is out, is left to settling.
    pub(crate) fn apply(&mut self, mover: Side, action: Action) {
        match action {
            Action::Move { from, to, promote } => self.apply_move(mover, from, to, promote),
            Action::Drop { kind, to } => self.apply_drop(mover, kind, to),
        }
    }

    fn apply_move(&mut self, mover: Side, from: Square, to: Square, promote: bool) {
        let Some(man) = self.board.lift(from) else { return };
        let taken = self.board.lift(to);
        if let Some(kind) = taken.and_then(|taken| taken.role().kind()) {
            self.take(mover, kind);
        }
        let man = if promote { man.promoted() } else { man };
        self.board.put(to, man);
        self.note_checks(mover, Some(from), to, man);
    }

    fn apply_drop(&mut self, mover: Side, kind: Kind, to: Square) {
        let held = self.hands[mover.index()][kind.index()];
        self.set_hand(mover, kind, held.saturating_sub(1));
        let man = Man::of(mover, kind.role());
        self.board.put(to, man);
        self.note_checks(mover, None, to, man);
    }

    /// A seat that was not in check can only be put in check by the man that moved, or along a
    /// line that it left. The mover never is, for its action was legal.
    #[inline]
    fn note_checks(&mut self, mover: Side, from: Option<Square>, to: Square, man: Man) {
        let before = self.checked;
        self.checked = Sides::EMPTY;
        for side in mover.others() {
            if !self.living.contains(side) {
                continue;
            }
            let king = self.board.king(side);
            let opened = |from: Square| LINES[from.index()].contains(king) && self.board.is_line_attacked(side);
            let in_check = if before.contains(side) {
                self.board.is_attacked(side)
            } else {
                self.board.attacks(man, to, king) || from.is_some_and(opened)
            };
            if in_check {
                self.checked = self.checked.with(side);
            }
        }
    }

    /// Who is in check, computed from scratch.
    pub(crate) fn checked_afresh(&self) -> Sides {
        self.living.iter().filter(|side| self.board.is_attacked(*side)).collect()
    }
}
