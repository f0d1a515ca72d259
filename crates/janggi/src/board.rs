//! Which piece stands where.

use crate::geometry::Points;
use crate::{Piece, Point, Role, Side};

/// The placement of the pieces, as sets and as a mailbox kept in step, and what they are worth.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    roles: [Points; Role::COUNT],
    sides: [Points; 2],
    cells: [Option<Piece>; Point::COUNT],
    points: [u16; 2],
}

impl Default for Board {
    fn default() -> Self {
        Self {
            roles: [Points::EMPTY; Role::COUNT],
            sides: [Points::EMPTY; 2],
            cells: [None; Point::COUNT],
            points: [0; 2],
        }
    }
}

impl Board {
    /// The piece on a point.
    #[must_use]
    #[inline]
    pub const fn at(&self, point: Point) -> Option<Piece> {
        self.cells[point.index()]
    }

    /// All pieces of a side.
    #[must_use]
    #[inline]
    pub const fn of(&self, side: Side) -> Points {
        self.sides[side.index()]
    }

    /// All pieces of a role, of both sides.
    #[must_use]
    #[inline]
    pub const fn role(&self, role: Role) -> Points {
        self.roles[role.index()]
    }

    /// All pieces of one kind.
    #[must_use]
    #[inline]
    pub const fn pieces(&self, side: Side, role: Role) -> Points {
        self.roles[role.index()].and(self.sides[side.index()])
    }

    /// Every point that holds a piece.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> Points {
        self.sides[0].or(self.sides[1])
    }

    /// Where a side's king stands; `None` only on boards that were never checked.
    #[must_use]
    #[inline]
    pub const fn king(&self, side: Side) -> Option<Point> {
        self.pieces(side, Role::King).first()
    }

    /// Every piece with its point, from `a1`.
    pub fn iter(&self) -> impl Iterator<Item = (Point, Piece)> {
        Point::all().filter_map(|point| self.at(point).map(|piece| (point, piece)))
    }

    /// Puts a piece on an empty point.
    #[inline]
    pub fn put(&mut self, piece: Piece, point: Point) {
        self.flip(piece, point);
        self.cells[point.index()] = Some(piece);
        self.points[piece.side().index()] += piece.role().points() as u16;
    }

    /// Takes away what stands on a point.
    #[inline]
    pub fn take(&mut self, point: Point) -> Option<Piece> {
        let piece = self.cells[point.index()].take()?;
        self.flip(piece, point);
        self.points[piece.side().index()] -= piece.role().points() as u16;
        Some(piece)
    }

    #[inline]
    fn flip(&mut self, piece: Piece, point: Point) {
        self.roles[piece.role().index()] ^= Points::of(point);
        self.sides[piece.side().index()] ^= Points::of(point);
    }

    /// The worth of a side's pieces, without the extra points of Han (§17).
    #[must_use]
    #[inline]
    pub fn points(&self, side: Side) -> u32 {
        self.points[side.index()].into()
    }

    /// Whether the kings stand on one file with nothing between (§14).
    #[must_use]
    #[inline]
    pub fn kings_face(&self) -> bool {
        match (self.king(Side::Cho), self.king(Side::Han)) {
            (Some(cho), Some(han)) => {
                cho.file() == han.file() && !crate::attack::between(cho, han).meets(self.occupied())
            }
            _ => false,
        }
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::setup::placement(self))
    }
}
