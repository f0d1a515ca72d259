//! The legal actions of a seat, as sets of targets.
//!
//! Only rooks reach farther than one square, so a king can be protected by geometry alone: who
//! attacks it, and which men stand pinned on its four lines. Nothing is played to be tested, but
//! for two rules that look at another seat's answer: pawn-drop mate (§7) and the partner's check
//! in doubles (§10).

use std::ops::ControlFlow::{self, Break, Continue};

use arrayvec::ArrayVec;

use crate::geometry::{AROUND, DEPTHS, DIAGONALS, FILES, GOLD, LINES, NEIGHBORHOOD, PAWN, SILVER, rook_reach, sights};
use crate::rules::{Uchifuzume, Uraou};
use crate::{Action, Kind, Position, Role, Side, Square, Squares};

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
    checkers: Squares,
    /// Where another man than the king ends the check.
    cover: Squares,
    pinned: Squares,
    pins: ArrayVec<Pin, 4>,
}

/// A man that must stay between its king and a rook.
struct Pin {
    man: Square,
    /// The squares between them, the rook's own included.
    line: Squares,
}

impl Danger {
    /// Where the man on that square may go without exposing its king.
    #[inline]
    fn leash(&self, from: Square) -> Squares {
        if !self.pinned.contains(from) {
            return self.cover;
        }
        let pin = self.pins.iter().find(|pin| pin.man == from);
        self.cover & pin.map_or(Squares::EMPTY, |pin| pin.line)
    }
}

/// A side whose actions are generated, with what the generator asks for again and again.
struct Generator<'a> {
    position: &'a Position,
    side: Side,
    own: Squares,
    danger: Danger,
    /// Where a man other than the king may go, its pin aside.
    open: Squares,
    /// The partner, if it is not in check and so must not be put in check (§10).
    spared: Option<Side>,
}

impl Position {
    /// Gives every legal action of a living seat to the sink, as if it were its turn.
    #[inline]
    pub(crate) fn generate(&self, side: Side, sink: &mut impl Sink) -> ControlFlow<()> {
        let danger = self.danger(side);
        let generator = Generator {
            position: self,
            side,
            own: self.board.owned(side),
            open: !self.board.closed(side) & danger.cover,
            danger,
            spared: self.partner(side).filter(|partner| !self.board.is_attacked(*partner)),
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

    #[inline]
    fn danger(&self, side: Side) -> Danger {
        let board = &self.board;
        let (king, hostile) = (board.king(side), board.hostile(side));
        let steppers = board.steppers_onto(king, hostile);
        let mut danger = Danger {
            checkers: steppers,
            cover: if steppers.is_empty() { Squares::ALL } else { steppers },
            pinned: Squares::EMPTY,
            pins: ArrayVec::new_const(),
        };
        let rooks = board.rooks() & hostile;
        if rooks.meets(LINES[king.index()]) {
            danger.look_along_lines(king, board.occupied(), rooks, board.owned(side));
        }
        danger
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

impl Danger {
    fn look_along_lines(&mut self, king: Square, occupied: Squares, rooks: Squares, own: Squares) {
        for sight in sights(king, occupied, rooks) {
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
        self.promotable(Role::Pawn, facing, men, &PAWN[facing.index()], sink)?;
        self.promotable(Role::Silver, facing, men, &SILVER[facing.index()], sink)?;
        for from in (men & board.golds()).iter() {
            let to = GOLD[facing.index()][from.index()] & self.open;
            self.visit(from, self.leashed(from, to), Squares::EMPTY, sink)?;
        }
        for from in (men & board.of(Role::Rook)).iter() {
            let to = self.leashed(from, rook_reach(from, board.occupied()) & self.open);
            self.visit(from, to, self.promoting(facing, from, to), sink)?;
        }
        for from in (men & board.of(Role::Dragon)).iter() {
            let reach = rook_reach(from, board.occupied()) | DIAGONALS[from.index()];
            self.visit(from, self.leashed(from, reach & self.open), Squares::EMPTY, sink)?;
        }
        Continue(())
    }

    /// Pawns and silvers: a pawn on its last ranks must promote (§6).
    #[inline]
    fn promotable(
        &self,
        role: Role,
        facing: Side,
        men: Squares,
        table: &[Squares; Square::COUNT],
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        let forced = match role {
            Role::Pawn => self.position.rules.pawnforce.squares(facing),
            _ => Squares::EMPTY,
        };
        for from in (men & self.position.board.of(role)).iter() {
            let to = self.leashed(from, table[from.index()] & self.open);
            self.visit(from, to & !forced, self.promoting(facing, from, to), sink)?;
        }
        Continue(())
    }

    /// §6: a move that starts or ends in the zone may promote.
    #[inline]
    fn promoting(&self, facing: Side, from: Square, to: Squares) -> Squares {
        let zone = self.position.rules.zone.squares(facing);
        if zone.contains(from) { to } else { to & zone }
    }

    #[inline]
    fn leashed(&self, from: Square, to: Squares) -> Squares {
        if self.danger.pinned.contains(from) { to & self.danger.leash(from) } else { to }
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
        self.visit(king, to, Squares::EMPTY, sink)
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
            sink.drops(kind, self.sparing(to, |to| Action::Drop { kind, to }))?;
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
    fn visit(&self, from: Square, plain: Squares, promoting: Squares, sink: &mut impl Sink) -> ControlFlow<()> {
        let spare = |to, promote| self.sparing(to, |to| Action::Move { from, to, promote });
        sink.moves(from, spare(plain, false), spare(promoting, true))
    }

    /// §10: in doubles, no action may put the partner in check who was not.
    #[inline]
    fn sparing(&self, to: Squares, action: impl Fn(Square) -> Action) -> Squares {
        match self.spared {
            None => to,
            Some(partner) => self.sparing_partner(partner, to, action),
        }
    }

    #[cold]
    fn sparing_partner(&self, partner: Side, to: Squares, action: impl Fn(Square) -> Action) -> Squares {
        let safe = |to: &Square| !self.position.after(self.side, action(*to)).board.is_attacked(partner);
        to.iter().filter(safe).collect()
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
