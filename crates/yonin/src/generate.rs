//! The legal actions of a seat, as sets of targets.
//!
//! Only rooks reach farther than one square, so a king can be protected by geometry alone: who
//! attacks it, and which men stand pinned on its four lines. The same geometry keeps a partner out
//! of check in doubles (§10). Nothing is played to be tested, but for the one rule that asks for
//! another seat's answer: pawn-drop mate (§7).

use std::ops::ControlFlow::{self, Break, Continue};

use arrayvec::ArrayVec;

use crate::board::{Board, reach};
use crate::geometry::{AROUND, DEPTHS, FILES, GOLD, LINES, NEIGHBORHOOD, PAWN, SILVER, rook_reach, sights};
use crate::rules::{Uchifuzume, Uraou};
use crate::{Action, Kind, Man, Position, Role, Side, Square, Squares};

/// Takes the legal actions, set by set.
pub(crate) trait Sink {
    /// A man may go to each of `plain` as it is and to each of `promoting` turning over.
    fn moves(&mut self, from: Square, plain: Squares, promoting: Squares) -> ControlFlow<()>;
    /// A man of that kind may be put on each of `to`.
    fn drops(&mut self, kind: Kind, to: Squares) -> ControlFlow<()>;
}

/// Counts the actions.
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    #[inline]
    fn moves(&mut self, _: Square, plain: Squares, promoting: Squares) -> ControlFlow<()> {
        self.0 += u64::from(plain.len());
        if !promoting.is_empty() {
            self.0 += u64::from(promoting.len());
        }
        Continue(())
    }

    #[inline]
    fn drops(&mut self, _: Kind, to: Squares) -> ControlFlow<()> {
        self.0 += u64::from(to.len());
        Continue(())
    }
}

/// Stops at the first action.
struct Any;

impl Sink for Any {
    fn moves(&mut self, _: Square, plain: Squares, promoting: Squares) -> ControlFlow<()> {
        if (plain | promoting).is_empty() { Continue(()) } else { Break(()) }
    }

    fn drops(&mut self, _: Kind, to: Squares) -> ControlFlow<()> {
        if to.is_empty() { Continue(()) } else { Break(()) }
    }
}

/// Lists the actions one by one.
pub(crate) struct List<'a, F>(pub(crate) &'a mut F);

impl<F: FnMut(Action)> Sink for List<'_, F> {
    #[inline]
    fn moves(&mut self, from: Square, plain: Squares, promoting: Squares) -> ControlFlow<()> {
        for (targets, promote) in [(plain, false), (promoting, true)] {
            for to in targets.iter() {
                (self.0)(Action::Move { from, to, promote });
            }
        }
        Continue(())
    }

    #[inline]
    fn drops(&mut self, kind: Kind, to: Squares) -> ControlFlow<()> {
        for to in to.iter() {
            (self.0)(Action::Drop { kind, to });
        }
        Continue(())
    }
}

/// What stands against a king.
struct Danger {
    king: Square,
    checkers: Squares,
    /// Where another man than the king ends the check.
    cover: Squares,
    pinned: Squares,
    pins: ArrayVec<Pin, 4>,
}

/// A man that must stay between a king and a rook.
struct Pin {
    man: Square,
    /// The squares between them, the rook's own included.
    line: Squares,
}

impl Danger {
    /// What stands against the king of `side` if the men of `mover` are the ones to move.
    #[inline]
    fn new(board: &Board, side: Side, mover: Side) -> Self {
        let (king, hostile) = (board.king(side), board.hostile(side));
        let steppers = board.steppers_onto(king, hostile);
        let mut danger = Self {
            king,
            checkers: steppers,
            cover: if steppers.is_empty() { Squares::ALL } else { steppers },
            pinned: Squares::EMPTY,
            pins: ArrayVec::new_const(),
        };
        let rooks = board.rooks() & hostile;
        if rooks.meets(LINES[king.index()]) {
            danger.look_along_lines(board.occupied(), rooks, board.owned(mover));
        }
        danger
    }

    fn look_along_lines(&mut self, occupied: Squares, rooks: Squares, own: Squares) {
        for sight in sights(self.king, occupied, rooks) {
            if rooks.contains(sight.first) {
                self.checkers = self.checkers.with(sight.first);
                self.cover &= sight.path;
            } else if let Some((_, line)) = sight.second.filter(|(second, _)| rooks.contains(*second))
                && own.contains(sight.first)
            {
                self.pinned = self.pinned.with(sight.first);
                self.pins.push(Pin { man: sight.first, line });
            }
        }
    }

    /// Those of `to` where the man on that square does not expose the king.
    #[inline]
    fn leashed(&self, from: Square, to: Squares) -> Squares {
        if !self.pinned.contains(from) {
            return to;
        }
        let pin = self.pins.iter().find(|pin| pin.man == from);
        to & pin.map_or(Squares::EMPTY, |pin| pin.line)
    }
}

/// A side whose actions are generated, with what the generator asks for again and again.
struct Generator<'a> {
    position: &'a Position,
    side: Side,
    own: Squares,
    danger: &'a Danger,
    /// Where a man other than the king may go, its pin aside.
    open: Squares,
    /// What stands against the partner, if it is not in check and so must not be put in check
    /// (§10).
    partner: Option<&'a Danger>,
}

impl Position {
    /// Gives every legal action of a living seat to the sink, as if it were its turn.
    #[inline]
    pub(crate) fn generate(&self, side: Side, sink: &mut impl Sink) -> ControlFlow<()> {
        let danger = Danger::new(&self.board, side, side);
        let partner = self.partner(side).map(|partner| Danger::new(&self.board, partner, side));
        let generator = Generator {
            position: self,
            side,
            own: self.board.owned(side),
            open: !self.board.closed(side) & danger.cover,
            danger: &danger,
            partner: partner.as_ref().filter(|danger| danger.checkers.is_empty()),
        };
        generator.run(sink)
    }

    /// Whether a living seat has a legal action, as if it were its turn.
    pub(crate) fn has_legal(&self, side: Side) -> bool {
        let easy = !self.checked.contains(side) && !self.rules.is_doubles() && self.has_easy_move(side);
        easy || self.generate(side, &mut Any).is_break()
    }

    /// Whether a man off its king's lines, which nothing can pin, has a square to go to. Without
    /// check that is a legal move; it is enough, not necessary.
    fn has_easy_move(&self, side: Side) -> bool {
        let board = &self.board;
        let free = board.owned(side) & board.facing(side) & !LINES[board.king(side).index()];
        let open = !board.closed(side);
        let can = |table: &[Squares; Square::COUNT], men: Squares| {
            (free & men).iter().any(|from| table[from.index()].meets(open))
        };
        let facing = side.index();
        can(&PAWN[facing], board.of(Role::Pawn))
            || can(&SILVER[facing], board.of(Role::Silver))
            || can(&GOLD[facing], board.golds())
    }

    /// §7: whether a pawn dropped there by `side` would attack a king that has no answer then.
    pub(crate) fn mates_by_pawn(&self, side: Side, to: Square) -> bool {
        let victims = side.others().into_iter().filter(|other| self.living.contains(*other));
        victims
            .filter(|victim| PAWN[side.index()][to.index()].contains(self.board.king(*victim)))
            .any(|victim| !self.after(side, Action::Drop { kind: Kind::Pawn, to }).has_legal(victim))
    }

    /// The board after an action, before anything is settled.
    pub(crate) fn after(&self, side: Side, action: Action) -> Self {
        let mut after = self.clone();
        after.apply(side, action);
        after
    }
}

impl Generator<'_> {
    #[inline]
    fn run(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        self.king(sink)?;
        if self.danger.checkers.is_many() {
            return Continue(()); // Only the king escapes two attackers.
        }
        for facing in Side::ALL {
            let men = self.own & self.position.board.facing(facing);
            if !men.is_empty() {
                self.men(facing, men, sink)?;
            }
        }
        self.drops(sink)
    }

    #[inline]
    fn men(&self, facing: Side, men: Squares, sink: &mut impl Sink) -> ControlFlow<()> {
        let board = &self.position.board;
        self.troop(Role::Pawn, facing, men & board.of(Role::Pawn), sink)?;
        self.troop(Role::Silver, facing, men & board.of(Role::Silver), sink)?;
        self.troop(Role::Gold, facing, men & board.golds(), sink)?;
        self.troop(Role::Rook, facing, men & board.of(Role::Rook), sink)?;
        self.troop(Role::Dragon, facing, men & board.of(Role::Dragon), sink)
    }

    /// Men that move alike. §6: a move that starts or ends in the zone may promote; a pawn on its
    /// last ranks must.
    #[allow(clippy::inline_always, reason = "with a constant role most of it folds away")]
    #[inline(always)]
    fn troop(&self, role: Role, facing: Side, men: Squares, sink: &mut impl Sink) -> ControlFlow<()> {
        let rules = &self.position.rules;
        let occupied = self.position.board.occupied();
        for from in men.iter() {
            let to = self.danger.leashed(from, reach(role, facing, from, occupied) & self.open);
            let zone = rules.zone.squares(facing);
            let promoting = match role.promoted() {
                None => Squares::EMPTY,
                Some(_) if zone.contains(from) => to,
                Some(_) => to & zone,
            };
            let plain = if role == Role::Pawn { to & !rules.pawnforce.squares(facing) } else { to };
            self.visit(Man::of(facing, role), from, plain, promoting, sink)?;
        }
        Continue(())
    }

    /// §5: the king goes where nobody attacks it, seen without the king itself.
    #[inline]
    fn king(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        let board = &self.position.board;
        let king = board.king(self.side);
        let mut to = AROUND[king.index()] & !board.closed(self.side);
        if to.is_empty() {
            return Continue(());
        }
        let hostile = board.hostile(self.side);
        to &= !board.stepped_by(hostile & NEIGHBORHOOD[king.index()]);
        let occupied = board.occupied().without(king);
        for rook in (board.rooks() & hostile).iter() {
            if LINES[rook.index()].meets(to) {
                to &= !rook_reach(rook, occupied);
            }
        }
        self.visit(Man::of(self.side, Role::King), king, to, Squares::EMPTY, sink)
    }

    /// §7.
    #[inline]
    fn drops(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        let hand = self.position.hand(self.side);
        if hand == [0; Kind::COUNT] {
            return Continue(());
        }
        let empty = !self.position.board.occupied() & self.danger.cover;
        for kind in Kind::ALL {
            if hand[kind.index()] == 0 {
                continue;
            }
            let to = if kind == Kind::Pawn { self.pawn_drops(empty) } else { empty };
            let man = Man::of(self.side, kind.role());
            let to = self.partner.iter().fold(to, |to, partner| self.sparing(partner, man, None, to));
            sink.drops(kind, to)?;
        }
        Continue(())
    }

    fn pawn_drops(&self, empty: Squares) -> Squares {
        let position = self.position;
        let mut to = empty & !position.dead_for_pawns(self.side) & !position.files_with_pawns(self.side);
        if position.rules.uchifuzume == Uchifuzume::Forbid {
            for victim in self.side.others() {
                let king = position.board.king(victim);
                let before = PAWN[self.side.opposite().index()][king.index()] & to;
                if let Some(at) = before.first()
                    && position.mates_by_pawn(self.side, at)
                {
                    to = to.without(at);
                }
            }
        }
        to
    }

    #[inline]
    fn visit(
        &self,
        man: Man,
        from: Square,
        plain: Squares,
        promoting: Squares,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        match self.partner {
            None => sink.moves(from, plain, promoting),
            Some(partner) => {
                let spare = |man, to| self.sparing(partner, man, Some(from), to);
                sink.moves(from, spare(man, plain), spare(man.promoted(), promoting))
            }
        }
    }

    /// §10: in doubles, those of `to` where a man neither attacks the partner's king nor uncovers
    /// an attack on it.
    #[cold]
    fn sparing(&self, partner: &Danger, man: Man, from: Option<Square>, to: Squares) -> Squares {
        let occupied = from.into_iter().fold(self.position.board.occupied(), Squares::without);
        let attacking = reach(man.role(), man.facing().opposite(), partner.king, occupied);
        from.map_or(to, |from| partner.leashed(from, to)) & !attacking
    }
}

impl Position {
    /// §7: where a pawn of that side could never move again.
    pub(crate) fn dead_for_pawns(&self, side: Side) -> Squares {
        let mut dead = DEPTHS[side.index()][1];
        if self.rules.uraou == Uraou::Forbid {
            for king in (self.board.of(Role::King) & self.board.frozen()).iter() {
                dead |= PAWN[side.opposite().index()][king.index()];
            }
        }
        dead
    }

    /// §7: the lines on which that side has an unpromoted pawn, whatever its facing.
    pub(crate) fn files_with_pawns(&self, side: Side) -> Squares {
        let pawns = self.board.owned(side) & self.board.of(Role::Pawn);
        pawns.iter().fold(Squares::EMPTY, |files, at| files | FILES[side.index()][at.index()])
    }
}
