//! What a position says of itself for lessons and explanations.

use game::{Man, Seat};

use crate::geometry::Square;
use crate::piece::Piece;
use crate::position::{Phase, Position};
use crate::side::Side;

impl Position {
    pub(crate) fn list_men(&self) -> Vec<Man> {
        let man = |(square, piece): (Square, Piece)| {
            Man::one(square.to_string(), Some(piece.side.seat()), piece.role.letter().to_string())
        };
        self.board.pieces().map(man).collect()
    }

    pub(crate) fn alarmed_seats(&self) -> Vec<Seat> {
        Side::ALL.into_iter().filter(|side| self.in_danger(*side)).map(Side::seat).collect()
    }

    /// `height:CELL` (§5), `hand:SEAT` (blocks), `men:SEAT`, `broken` (§23), `bombs:SEAT` (§29), `fuse` (§30).
    pub(crate) fn read_gauge(&self, name: &str) -> Option<f64> {
        let number = match name.split_once(':') {
            Some(("height", cell)) => u32::from(self.ground.height(square(cell)?)),
            Some(("hand", seat)) => u32::from(self.hand(named(seat)?)),
            Some(("men", seat)) => self.board.of(named(seat)?).len(),
            Some(("bombs", seat)) => u32::from(self.bombs(named(seat)?)),
            None if name == "broken" => self.breached.len(),
            None if name == "fuse" => u32::from(self.fuse.is_some()),
            _ => return None,
        };
        Some(f64::from(number))
    }

    /// Only a battle has threats; a burning fuse goes off for whoever moves next, so it waits.
    pub(crate) fn after_skip(&self) -> Option<Self> {
        let calm = self.ending.is_none() && self.phase == Phase::Battle && self.fuse.is_none();
        (calm && self.alarmed_seats().is_empty()).then(|| {
            let mut next = self.clone();
            next.turn = self.turn.other();
            next.last = None;
            next.key = next.hash();
            next
        })
    }
}

fn named(seat: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.name() == seat)
}

fn square(cell: &str) -> Option<Square> {
    Square::from_text(cell.as_bytes().try_into().ok()?)
}
