//! What a position says of itself for lessons and explanations.

use game::{Man, Seat};

use crate::{Kind, Position, Role, Side, Square};

impl Position {
    pub(crate) fn list_men(&self) -> Vec<Man> {
        let man = |(index, man): (usize, &Option<crate::Man>)| {
            let man = (*man)?;
            Some(Man::one(
                Square::from_index(index).to_string(),
                man.owner().map(Side::seat),
                man.role().code().to_owned(),
            ))
        };
        self.board.men().iter().enumerate().filter_map(man).collect()
    }

    pub(crate) fn alarmed_seats(&self) -> Vec<Seat> {
        self.pending().map(Side::seat).collect()
    }

    /// `men:SEAT`, `hand:SEAT.KIND` (§7), `out:SEAT` (§8).
    pub(crate) fn read_gauge(&self, name: &str) -> Option<f64> {
        let (what, whom) = name.split_once(':')?;
        let (seat, kind) = whom.split_once('.').map_or((whom, None), |(seat, kind)| (seat, Some(kind)));
        let side = named(seat)?;
        let number = match what {
            "men" => self.owned(side).len(),
            "out" => u32::from(!self.living().contains(side)),
            "hand" => u32::from(self.hand(side)[kind.and_then(held)?.index()]),
            _ => return None,
        };
        Some(f64::from(number))
    }

    /// The next living seat clockwise, which must be able to move.
    pub(crate) fn after_skip(&self) -> Option<Self> {
        let turn = self.mover().filter(|_| self.checked.is_empty())?;
        let next = turn.others().into_iter().find(|side| self.living.contains(*side))?;
        self.has_legal(next).then(|| {
            let mut position = self.clone();
            position.set_turn(next);
            position.last = None;
            position
        })
    }
}

fn named(seat: &str) -> Option<Side> {
    Side::from_name(seat)
}

fn held(kind: &str) -> Option<Kind> {
    Role::ALL.into_iter().find(|role| role.code() == kind)?.kind()
}
