//! Where a quiet move gives check, for all moves of a position at once.

use janggi::geometry::Points;
use janggi::{Piece, Point, Position, Role, reach};

/// The points from which pieces of the side to move would attack the enemy king.
#[derive(Clone, Copy, Default)]
pub(super) struct Checks {
    by_role: [Points; Role::COUNT],
    /// Where any piece but a cannon is the screen that a cannon waits for.
    screens: Points,
}

impl Checks {
    pub(super) fn of(position: &Position) -> Self {
        let (board, side) = (position.board(), position.side());
        let king = position.king(side.other());
        let (occupied, cannons) = (board.occupied(), board.role(Role::Cannon));
        let mut checks = Self { screens: Points::EMPTY, ..Self::default() };
        checks.by_role[Role::Chariot.index()] = reach::chariot_targets(king, occupied);
        checks.by_role[Role::Cannon.index()] = reach::cannon_targets(king, occupied, cannons);
        checks.by_role[Role::Horse.index()] = reach::horse_sources(king, occupied);
        checks.by_role[Role::Elephant.index()] = reach::elephant_sources(king, occupied);
        checks.by_role[Role::Soldier.index()] = reach::soldier_sources(king, side);
        let lines = Points::file(king.file()) | Points::rank(king.rank());
        for cannon in (board.pieces(side, Role::Cannon) & lines).iter() {
            let between = reach::between(king, cannon);
            if !between.meets(occupied) {
                checks.screens |= between;
            }
        }
        checks
    }

    /// Whether a piece that goes to a point gives check there, or as a screen.
    #[inline]
    pub(super) fn contains(&self, piece: Piece, to: Point) -> bool {
        let screen = piece.role() != Role::Cannon && self.screens.contains(to);
        screen || self.by_role[piece.role().index()].contains(to)
    }
}
