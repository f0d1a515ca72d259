//! Which actions give check, told without playing them.

use yonin::{Action, Man, Position, Role, Side, Square};

/// Whether an action of the seat to move attacks another's king, by the man that acts or by any rook behind it.
/// That a partner must not be attacked is the rules' to say.
pub(super) fn gives_check(position: &Position, action: Action) -> bool {
    let own = position.side();
    let mut victims = own.others().into_iter().filter(|side| position.living().contains(*side));
    match action {
        Action::Drop { kind, to } => {
            let man = Man::of(own, kind.role());
            victims.any(|victim| attacks(position, man, to, position.king(victim), None))
        }
        Action::Move { from, to, promote } => {
            let Some(man) = position.man(from) else { return false };
            let man = if promote { man.promoted() } else { man };
            victims.any(|victim| {
                attacks(position, man, to, position.king(victim), Some(from)) || opens(position, victim, from, to)
            })
        }
    }
}

/// Whether a man on a square attacks another, once `left` is empty.
fn attacks(position: &Position, man: Man, at: Square, target: Square, left: Option<Square>) -> bool {
    let ahead = i16::from(at.depth(man.facing())) - i16::from(target.depth(man.facing()));
    let (files, ranks) = (at.file().abs_diff(target.file()), at.rank().abs_diff(target.rank()));
    let beside = if matches!(man.facing(), Side::South | Side::North) { files } else { ranks };
    let along = || (files == 0 || ranks == 0) && is_clear(position, at, target, left);
    match man.role() {
        Role::Pawn => ahead == 1 && beside == 0,
        Role::Silver => (ahead.abs() == 1 && beside == 1) || (ahead == 1 && beside == 0),
        Role::Gold | Role::PromotedSilver | Role::Tokin => {
            (ahead == 1 && beside <= 1) || (ahead == 0 && beside == 1) || (ahead == -1 && beside == 0)
        }
        Role::Rook => along(),
        Role::Dragon => (files == 1 && ranks == 1) || along(),
        Role::King => false,
    }
}

/// Whether a man that leaves a line of a king opens it for somebody's rook, be it a partner's.
fn opens(position: &Position, victim: Side, from: Square, to: Square) -> bool {
    let king = position.king(victim);
    let Some((file, rank)) = direction(king, from) else { return false };
    // A man that stays on the line still covers it.
    if direction(king, to) == Some((file, rank)) || !is_clear(position, king, from, None) {
        return false;
    }
    let first = squares_from(from, file, rank).find_map(|square| position.man(square));
    first.is_some_and(|man| {
        matches!(man.role(), Role::Rook | Role::Dragon) && man.owner().is_some_and(|owner| owner != victim)
    })
}

/// The step from one square toward another on the same line.
fn direction(from: Square, to: Square) -> Option<(i8, i8)> {
    let file = (to.file().cast_signed() - from.file().cast_signed()).signum();
    let rank = (to.rank().cast_signed() - from.rank().cast_signed()).signum();
    ((file == 0) != (rank == 0))
        .then_some((file, rank))
        .filter(|_| from.file() == to.file() || from.rank() == to.rank())
}

/// The squares after one in a direction, to the edge.
fn squares_from(square: Square, file: i8, rank: i8) -> impl Iterator<Item = Square> {
    let step = move |at: &Square| Square::new(at.file().checked_add_signed(file)?, at.rank().checked_add_signed(rank)?);
    std::iter::successors(step(&square), step)
}

/// Whether nothing stands between two squares of a line, but for what has left.
fn is_clear(position: &Position, one: Square, other: Square, left: Option<Square>) -> bool {
    let Some((file, rank)) = direction(one, other) else { return false };
    let mut between = squares_from(one, file, rank).take_while(|square| *square != other);
    between.all(|square| position.man(square).is_none() || Some(square) == left)
}
