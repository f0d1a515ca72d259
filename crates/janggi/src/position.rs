//! A checked position: what the rules need to know to go on.

use game::Problems;

use crate::ending::Ending;
use crate::rules::{BikjangTrigger, DoublePass, Facing};
use crate::setup::{Fen, Setup};
use crate::{Action, Board, Piece, Point, Role, Rules, Side, attack, key};

/// Where a game of janggi stands.
///
/// Equality means the same placement and side to move: what the repetition rule compares.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) turn: Side,
    pub(crate) last: LastPly,
    pub(crate) ending: Option<Ending>,
    pub(crate) halfmove: u16,
    pub(crate) fullmove: u16,
    pub(crate) plies: u16,
    pub(crate) rules: Rules,
    pub(crate) key: u64,
}

/// What the facing and passing rules ask about the ply before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LastPly {
    /// There was none: the position was loaded.
    None,
    /// A pass.
    Pass,
    /// A king moved.
    King,
    /// Any other piece moved.
    Other,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.turn == other.turn && self.board == other.board
    }
}

impl Eq for Position {}

/// Listens to changes of the board, so that an evaluation can follow them.
pub trait Watcher {
    /// A piece was put on a point.
    fn placed(&mut self, piece: Piece, at: Point);
    /// A piece was taken from a point.
    fn lifted(&mut self, piece: Piece, at: Point);
}

/// Nobody listens.
impl Watcher for () {
    #[inline]
    fn placed(&mut self, _: Piece, _: Point) {}
    #[inline]
    fn lifted(&mut self, _: Piece, _: Point) {}
}

/// Two listen.
impl<A: Watcher, B: Watcher> Watcher for (A, B) {
    #[inline]
    fn placed(&mut self, piece: Piece, at: Point) {
        self.0.placed(piece, at);
        self.1.placed(piece, at);
    }

    #[inline]
    fn lifted(&mut self, piece: Piece, at: Point) {
        self.0.lifted(piece, at);
        self.1.lifted(piece, at);
    }
}

impl Position {
    /// The position of a set-up, if a game can stand so.
    ///
    /// # Errors
    /// Everything that is against it.
    pub fn from_setup(setup: &Setup, rules: &Rules) -> Result<Self, Problems> {
        setup.problems().or(())?;
        Ok(Self {
            board: setup.board.clone(),
            turn: setup.turn,
            last: LastPly::None,
            ending: None,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            plies: 0,
            rules: *rules,
            key: key::of_board(&setup.board, setup.turn),
        })
    }

    /// A position from a state string, which is a FEN.
    ///
    /// # Errors
    /// Everything that is wrong, in the text and on the board.
    pub fn from_state(state: &str, rules: &Rules) -> Result<Self, Problems> {
        let fen = Fen::read(state);
        match Self::from_setup(&fen.setup, rules) {
            Ok(position) if fen.faults.is_empty() => Ok(position),
            _ => Err(fen.all_problems()),
        }
    }

    /// The set-up of this position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup { board: self.board.clone(), turn: self.turn, halfmove: self.halfmove, fullmove: self.fullmove }
    }

    /// Which piece stands where.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.turn
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Plies since the last capture.
    #[must_use]
    pub const fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// Plies since the start or the loaded position.
    #[must_use]
    pub const fn plies(&self) -> u16 {
        self.plies
    }

    /// Whether the ply before was a pass.
    #[must_use]
    pub fn after_pass(&self) -> bool {
        self.last == LastPly::Pass
    }

    /// Where a side's king stands.
    ///
    /// # Panics
    /// Never: a checked position has both kings.
    #[must_use]
    #[inline]
    pub fn king(&self, side: Side) -> Point {
        self.board.king(side).expect("a checked position has both kings")
    }

    /// Whether a side's king is attacked (§10).
    ///
    /// # Panics
    /// Never: a checked position has its kings in their palaces.
    #[must_use]
    pub fn in_check(&self, side: Side) -> bool {
        let slot = self.king(side).palace_slot().expect("a checked position has its kings in their palaces");
        attack::attacked(&self.board, slot, side.other(), self.board.occupied())
    }

    /// Whether the side to move has to answer a bikjang (§14): the kings face and the rules let
    /// that matter now.
    #[must_use]
    #[inline]
    pub fn bikjang(&self) -> bool {
        self.rules.facing == Facing::Bikjang && self.board.kings_face() && self.facing_is_active()
    }

    fn facing_is_active(&self) -> bool {
        const FULL: u32 = 32;
        let triggered = match self.rules.bikjang_trigger {
            BikjangTrigger::Any => true,
            BikjangTrigger::KingMove => self.last == LastPly::King,
        };
        triggered && self.board.occupied().len() + u32::from(self.rules.bikjang_min_captures) <= FULL
    }

    /// Plays an action that the rules allow, and tells `watcher` what changes on the board.
    #[inline]
    pub fn play_watched(&mut self, action: Action, watcher: &mut impl Watcher) {
        if action.is_pass() {
            self.play_pass();
        } else {
            self.play_move(action, watcher);
        }
        self.key ^= key::TURN;
        self.fullmove = self.fullmove.saturating_add((self.turn == Side::Han).into());
        self.turn = self.turn.other();
        self.plies = self.plies.saturating_add(1);
    }

    /// Gives the turn away without passing: what a search tries to see whether it is well off
    /// even so. Not an action of the game; nothing ends by it.
    pub fn skip_turn(&mut self) {
        self.key ^= key::TURN;
        self.turn = self.turn.other();
        self.last = LastPly::Other;
        self.plies = self.plies.saturating_add(1);
        self.halfmove = self.halfmove.saturating_add(1);
    }

    /// Everything about the position that changes what may follow, but for counters: the key,
    /// and whether the ply before was a pass or called a bikjang.
    #[must_use]
    #[inline]
    pub fn search_key(&self) -> u64 {
        const AFTER_PASS: u64 = 0x3f84_d5b5_b547_0917;
        const AFTER_KING: u64 = 0xc0ac_29b7_c97c_50dd;
        match self.last {
            LastPly::Pass if self.rules.double_pass == DoublePass::Ends => self.key ^ AFTER_PASS,
            LastPly::King if self.rules.bikjang_trigger == BikjangTrigger::KingMove => self.key ^ AFTER_KING,
            _ => self.key,
        }
    }

    /// A pass accepts a bikjang, or is the second in a row, or is just a pass (§13, §14). The second
    /// in a row ends the game under every rule if it shows that nobody can move any more (§15).
    fn play_pass(&mut self) {
        if self.bikjang() {
            self.ending = Some(self.adjudicated(crate::EndReason::Bikjang));
        } else if self.last == LastPly::Pass && (self.rules.double_pass == DoublePass::Ends || self.is_locked()) {
            self.ending = Some(self.adjudicated(crate::EndReason::DoublePass));
        }
        self.last = LastPly::Pass;
        self.halfmove = self.halfmove.saturating_add(1);
    }

    /// Whether no piece of either side can move (§15).
    fn is_locked(&self) -> bool {
        let mut waiting = self.clone();
        waiting.turn = self.turn.other();
        !self.has_move() && !waiting.has_move()
    }

    #[inline]
    fn play_move(&mut self, action: Action, watcher: &mut impl Watcher) {
        let Some(piece) = self.board.take(action.from) else { return };
        watcher.lifted(piece, action.from);
        self.halfmove = self.halfmove.saturating_add(1);
        if let Some(captured) = self.board.take(action.to) {
            watcher.lifted(captured, action.to);
            self.key ^= key::of_piece(captured, action.to);
            self.halfmove = 0;
        }
        self.board.put(piece, action.to);
        watcher.placed(piece, action.to);
        self.key ^= key::of_piece(piece, action.from) ^ key::of_piece(piece, action.to);
        self.last = if piece.role() == Role::King { LastPly::King } else { LastPly::Other };
    }

    /// The search key after an action, but for what a king's move or a pass adds to it: good enough
    /// to have a table's entry brought near.
    #[must_use]
    #[inline]
    pub fn search_key_after(&self, action: Action) -> u64 {
        let of = |piece: Option<crate::Piece>, at| piece.map_or(0, |piece| key::of_piece(piece, at));
        let piece = self.board.at(action.from);
        let captured = if action.is_pass() { piece } else { self.board.at(action.to) };
        self.key ^ key::TURN ^ of(piece, action.from) ^ of(piece, action.to) ^ of(captured, action.to)
    }

    /// The key after an action that captures nothing; `None` if it captures.
    #[must_use]
    pub fn quiet_key_after(&self, action: Action) -> Option<u64> {
        if action.is_pass() {
            return Some(self.key ^ key::TURN);
        }
        let piece = self.board.at(action.from)?;
        match self.board.at(action.to) {
            None => Some(self.key ^ key::TURN ^ key::of_piece(piece, action.from) ^ key::of_piece(piece, action.to)),
            Some(_) => None,
        }
    }
}
