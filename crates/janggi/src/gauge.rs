//! What a position says of itself for lessons and explanations.

use game::{Man, Seat};

use crate::{Position, Side};

impl Position {
    pub(crate) fn list_men(&self) -> Vec<Man> {
        let man = |(point, piece): (crate::Point, crate::Piece)| {
            Man::one(point.to_string(), Some(piece.side().seat()), piece.role().letter().to_string())
        };
        self.board().iter().map(man).collect()
    }

    pub(crate) fn alarmed_seats(&self) -> Vec<Seat> {
        Side::ALL.into_iter().filter(|side| self.in_check(*side)).map(Side::seat).collect()
    }

    /// `points:SEAT`, `lead:SEAT` (§17), `facing` (§14), `replies`.
    pub(crate) fn read_gauge(&self, name: &str) -> Option<f64> {
        let points = |side: Side| f64::from(self.half_points(side)) / 2.0;
        match name.split_once(':') {
            Some(("points", seat)) => Some(points(named(seat)?)),
            Some(("lead", seat)) => named(seat).map(|side| points(side) - points(side.other())),
            None if name == "facing" => Some(f64::from(u8::from(self.board().kings_face()))),
            None if name == "replies" => Some(self.count_legal() as f64),
            _ => None,
        }
    }

    pub(crate) fn after_skip(&self) -> Option<Self> {
        let calm = self.ending.is_none() && self.alarmed_seats().is_empty();
        calm.then(|| {
            let mut next = self.clone();
            next.skip_turn();
            next
        })
    }
}

fn named(seat: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.name() == seat)
}
