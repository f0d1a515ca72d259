//! Carrying out actions (§10–§16, §23, §29–§31).

use crate::action::Action;
use crate::ending::Ending;
use crate::geometry::{Square, Squares};
use crate::key;
use crate::piece::{Piece, Role};
use crate::position::{Phase, Position};
use crate::rules::Variant;
use crate::side::Side;

impl Position {
    /// Plays any action; what the rules forbid may spoil the position, but no more.
    pub(crate) fn play(&mut self, action: Action) {
        self.last = Some(action);
        match (self.phase, action) {
            (Phase::Battle, _) => self.play_battle(action),
            (_, Action::Place(square)) => self.place(square),
            (_, Action::Relocate { from, to }) => self.relocate(from, to),
            (Phase::Inspection, Action::Pass) => self.begin_battle(),
            _ => {}
        }
    }

    /// One ply of the battle: the action, then the burst of a bomb that the opponent lobbed
    /// before (§30), unless a king is dead already.
    #[inline]
    pub(crate) fn play_battle(&mut self, action: Action) {
        let mut progress = self.carry_out(action);
        if self.ending.is_none()
            && let Some(target) = self.fuse
        {
            self.burst(target);
            progress = true;
        }
        if let Action::Lob { to, .. } = action {
            self.light(to);
        }
        self.finish_ply(progress);
    }

    #[inline]
    fn finish_ply(&mut self, progress: bool) {
        self.quiet = if progress { 0 } else { self.quiet.saturating_add(1) };
        self.number = self.number.saturating_add(u32::from(self.turn == Side::Red));
        self.turn = self.turn.other();
        self.key ^= key::turn(Side::Red);
    }

    /// The action itself; returns whether it is progress (§19).
    #[inline]
    fn carry_out(&mut self, action: Action) -> bool {
        match action {
            Action::Go { from, to, .. } => self.go(from, to),
            Action::Shoot { to, .. } => self.kill(to),
            Action::Charge { from, to } => self.charge(from, to),
            Action::Lob { .. } => self.spend_bomb(),
            Action::Volley(from) => self.volley(from),
            Action::Reload(from) => self.turn_cart(from, Role::RocketCart, false),
            Action::Pass | Action::Place(_) | Action::Relocate { .. } => false,
        }
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.key ^= key::piece(piece, square);
        self.board.put(piece, square);
    }

    #[inline]
    fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.lift(square)?;
        self.key ^= key::piece(piece, square);
        Some(piece)
    }

    /// Kills whoever stands there. A dead king loses; if both die at once, the one whose own side
    /// did it (§31).
    #[inline]
    fn kill(&mut self, square: Square) -> bool {
        let Some(piece) = self.lift(square) else { return false };
        if piece.role == Role::King && (self.ending.is_none() || piece.side == self.turn) {
            self.ending = Some(Ending::king_killed(piece.side));
        }
        true
    }

    #[inline]
    fn go(&mut self, from: Square, to: Square) -> bool {
        let Some(piece) = self.board.at(from) else { return false };
        let killed = self.board.occupied().contains(to) && self.kill(to);
        self.board.carry(piece, from, to);
        self.key ^= key::piece(piece, from) ^ key::piece(piece, to);
        killed || (from.rank() != to.rank() && self.never_returns(piece.role))
    }

    /// Whether a forward step of such a piece can never be taken back.
    #[inline]
    fn never_returns(&self, role: Role) -> bool {
        match role {
            Role::Infantry | Role::Swordsman => true,
            Role::Archer => self.rules.variant != Variant::Sea,
            _ => false,
        }
    }

    /// §23: the ram halts right before the castle square, which breaks.
    fn charge(&mut self, from: Square, to: Square) -> bool {
        let Some(ram) = self.lift(from) else { return false };
        self.kill(to);
        let halt = crate::geometry::path(to, from).next().unwrap_or(from);
        self.kill(halt);
        self.put(ram, halt);
        if !self.breached.contains(to) {
            self.breached |= Squares::of(to);
            self.key ^= key::breached(to);
        }
        true
    }

    fn spend_bomb(&mut self) -> bool {
        let (side, bombs) = (self.turn, self.bombs(self.turn));
        self.bombs[side.index()] = bombs.saturating_sub(1);
        self.key ^= key::bombs(side, bombs) ^ key::bombs(side, bombs.saturating_sub(1));
        true
    }

    fn light(&mut self, square: Square) {
        self.key ^= self.fuse.map_or(0, key::fuse) ^ key::fuse(square);
        self.fuse = Some(square);
    }

    /// §30: kills whoever stands there, and the ground slides.
    fn burst(&mut self, target: Square) {
        self.fuse = None;
        self.kill(target);
        self.key ^= key::fuse(target) ^ self.ground.burst(target);
    }

    /// §31: everybody in the fan dies, and the cart is empty.
    fn volley(&mut self, from: Square) -> bool {
        for way in self.turn.fan() {
            if let Some(target) = Squares::of(from).shifted(way).first() {
                self.kill(target);
            }
        }
        self.turn_cart(from, Role::EmptyCart, true)
    }

    fn turn_cart(&mut self, square: Square, role: Role, progress: bool) -> bool {
        if let Some(cart) = self.lift(square) {
            self.put(Piece { role, ..cart }, square);
        }
        progress
    }
}
