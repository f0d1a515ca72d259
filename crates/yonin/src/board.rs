//! The men on the board, as a table and as sets, and what they attack.

use crate::geometry::{AROUND, DIAGONALS, GOLD, LINES, PAWN, SILVER, rook_reach};
use crate::{Man, Role, Side, Square, Squares, key};

/// A board on which all four kings stand.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Board {
    men: [Option<Man>; Square::COUNT],
    /// By owner; the last set are the frozen men.
    owners: [Squares; Side::COUNT + 1],
    facings: [Squares; Side::COUNT],
    roles: [Squares; Role::COUNT],
    occupied: Squares,
    /// By facing, which a king never changes; a flipped king is still there.
    kings: [Square; Side::COUNT],
    key: u64,
}

const FROZEN: usize = Side::COUNT;

impl Board {
    /// A board with those men; `kings` says where each side's king stands among them.
    pub(crate) fn new(men: &[Option<Man>; Square::COUNT], kings: [Square; Side::COUNT]) -> Self {
        let mut board = Self {
            men: [None; Square::COUNT],
            owners: [Squares::EMPTY; Side::COUNT + 1],
            facings: [Squares::EMPTY; Side::COUNT],
            roles: [Squares::EMPTY; Role::COUNT],
            occupied: Squares::EMPTY,
            kings,
            key: 0,
        };
        for (at, man) in Square::all().zip(men) {
            if let Some(man) = man {
                board.put(at, *man);
            }
        }
        board
    }

    /// A hash of all men.
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    pub(crate) const fn men(&self) -> &[Option<Man>; Square::COUNT] {
        &self.men
    }

    #[inline]
    pub(crate) fn at(&self, at: Square) -> Option<Man> {
        self.men[at.index()]
    }

    #[inline]
    pub(crate) const fn king(&self, side: Side) -> Square {
        self.kings[side.index()]
    }

    #[inline]
    pub(crate) const fn owned(&self, side: Side) -> Squares {
        self.owners[side.index()]
    }

    pub(crate) const fn frozen(&self) -> Squares {
        self.owners[FROZEN]
    }

    #[inline]
    pub(crate) const fn facing(&self, side: Side) -> Squares {
        self.facings[side.index()]
    }

    #[inline]
    pub(crate) const fn of(&self, role: Role) -> Squares {
        self.roles[role.index()]
    }

    #[inline]
    pub(crate) const fn occupied(&self) -> Squares {
        self.occupied
    }

    /// Everything that moves as a gold.
    #[inline]
    pub(crate) const fn golds(&self) -> Squares {
        self.of(Role::Gold).or(self.of(Role::PromotedSilver)).or(self.of(Role::Tokin))
    }

    /// Everything that moves along lines.
    #[inline]
    pub(crate) const fn rooks(&self) -> Squares {
        self.of(Role::Rook).or(self.of(Role::Dragon))
    }

    /// The men that can attack that side: those of every other living seat (§1).
    #[inline]
    pub(crate) fn hostile(&self, side: Side) -> Squares {
        self.occupied & !(self.owned(side) | self.frozen())
    }

    /// Where men of that side may not go: onto their own, or onto a king (§3).
    #[inline]
    pub(crate) fn closed(&self, side: Side) -> Squares {
        self.owned(side) | self.of(Role::King)
    }

    #[inline]
    pub(crate) fn put(&mut self, at: Square, man: Man) {
        self.men[at.index()] = Some(man);
        self.toggle(at, man);
        if man.role() == Role::King {
            self.kings[man.facing().index()] = at;
        }
    }

    #[inline]
    pub(crate) fn lift(&mut self, at: Square) -> Option<Man> {
        let man = self.men[at.index()].take()?;
        self.toggle(at, man);
        Some(man)
    }

    #[inline]
    fn toggle(&mut self, at: Square, man: Man) {
        let square = Squares::of(at);
        self.owners[man.owner_index()] ^= square;
        self.facings[man.facing().index()] ^= square;
        self.roles[man.role().index()] ^= square;
        self.occupied ^= square;
        self.key ^= key::man(man, at);
    }

    /// Gives a man to another owner, or freezes it.
    pub(crate) fn hand_over(&mut self, at: Square, owner: Option<Side>) {
        if let Some(man) = self.lift(at) {
            self.put(at, man.owned_by(owner));
        }
    }

    /// Where a man on that square could go on this board, whatever stands there.
    #[inline]
    pub(crate) fn reach(&self, man: Man, from: Square) -> Squares {
        reach(man.role(), man.facing(), from, self.occupied)
    }

    /// Whether a man attacks a square; the same as its reach, but mostly without looking along
    /// lines.
    #[inline]
    pub(crate) fn attacks(&self, man: Man, from: Square, target: Square) -> bool {
        let near_or_in_line = AROUND[from.index()] | LINES[from.index()];
        near_or_in_line.contains(target) && self.reach(man, from).contains(target)
    }

    /// Whether that side's king is attacked (§1).
    #[inline]
    pub(crate) fn is_attacked(&self, side: Side) -> bool {
        let (king, hostile) = (self.king(side), self.hostile(side));
        self.is_line_attacked(side) || !self.steppers_onto(king, hostile).is_empty()
    }

    /// Whether that side's king is attacked along a line.
    #[inline]
    pub(crate) fn is_line_attacked(&self, side: Side) -> bool {
        let king = self.king(side);
        let rooks = self.rooks() & self.hostile(side) & LINES[king.index()];
        !rooks.is_empty() && rook_reach(king, self.occupied).meets(rooks)
    }

    /// The men that attack that side's king.
    pub(crate) fn attackers(&self, side: Side) -> Squares {
        let (king, hostile) = (self.king(side), self.hostile(side));
        let along_lines = rook_reach(king, self.occupied) & self.rooks() & hostile;
        along_lines | self.steppers_onto(king, hostile)
    }

    /// Those of `men` that could step onto a square. A dragon beside it counts only diagonally.
    #[inline]
    pub(crate) fn steppers_onto(&self, target: Square, men: Squares) -> Squares {
        let at = target.index();
        let near = men & AROUND[at];
        if near.is_empty() {
            return Squares::EMPTY;
        }
        let mut steppers = self.of(Role::King) | self.of(Role::Dragon) & DIAGONALS[at];
        for facing in Side::ALL {
            // A man steps onto a square from where the opposite facing would step to.
            let back = facing.opposite().index();
            let steps = self.golds() & GOLD[back][at]
                | self.of(Role::Silver) & SILVER[back][at]
                | self.of(Role::Pawn) & PAWN[back][at];
            steppers |= steps & self.facing(facing);
        }
        steppers & near
    }

    /// Everything that `men` attack by steps.
    #[inline]
    pub(crate) fn stepped_by(&self, men: Squares) -> Squares {
        let mut reach = Squares::EMPTY;
        for from in men.iter() {
            if let Some(man) = self.at(from) {
                reach |= match man.role() {
                    Role::Rook => Squares::EMPTY,
                    Role::Dragon => DIAGONALS[from.index()],
                    _ => self.reach(man, from),
                };
            }
        }
        reach
    }
}

/// Where a man could go from a square among those men, whatever stands there (§3).
///
/// With the opposite facing it is where such a man could have come from.
#[inline]
pub(crate) fn reach(role: Role, facing: Side, from: Square, occupied: Squares) -> Squares {
    let (facing, at) = (facing.index(), from.index());
    match role {
        Role::King => AROUND[at],
        Role::Gold | Role::PromotedSilver | Role::Tokin => GOLD[facing][at],
        Role::Silver => SILVER[facing][at],
        Role::Pawn => PAWN[facing][at],
        Role::Rook => rook_reach(from, occupied),
        Role::Dragon => rook_reach(from, occupied) | DIAGONALS[at],
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(Square::all().filter_map(|at| self.at(at).map(|man| (at, man)))).finish()
    }
}
