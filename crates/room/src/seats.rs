//! Who sits where.

use game::Seat;

use crate::ids::PersonId;
use crate::plan::Chair;

/// The seats of a table with those who hold them.
#[derive(Clone, Debug)]
pub(crate) struct Seats {
    chairs: Vec<Chair>,
    /// How often someone has sat down or got up.
    changes: u32,
}

impl Seats {
    /// As they were agreed.
    pub(crate) fn new(chairs: Vec<Chair>) -> Self {
        Self { chairs, changes: 0 }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.chairs.len()
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.chairs.len())
    }

    /// All of them, with their holders.
    pub(crate) fn held(&self) -> impl Iterator<Item = (Seat, &Chair)> {
        self.all().zip(&self.chairs)
    }

    /// A seat from its stored number, if the table has it.
    pub(crate) fn numbered(&self, number: u8) -> Option<Seat> {
        (usize::from(number) < self.chairs.len()).then(|| Seat::new(usize::from(number)))
    }

    /// Who holds it.
    pub(crate) fn chair(&self, seat: Seat) -> &Chair {
        &self.chairs[seat.index()]
    }

    /// Someone else holds it from now on.
    pub(crate) fn give(&mut self, seat: Seat, chair: Chair) {
        self.chairs[seat.index()] = chair;
        self.changes += 1;
    }

    /// What one person holds is another's from now on.
    pub(crate) fn adopt(&mut self, from: PersonId, to: PersonId) {
        for chair in &mut self.chairs {
            match chair {
                Chair::Person { guest, .. } | Chair::Invited { guest } if *guest == from => *guest = to,
                _ => {}
            }
        }
        self.changes += 1;
    }

    /// How often someone has sat down or got up.
    pub(crate) const fn changes(&self) -> u32 {
        self.changes
    }

    /// Whether someone is still missing.
    pub(crate) fn has_free(&self) -> bool {
        self.chairs.iter().any(Chair::is_free)
    }

    /// Those that are kept for a person.
    pub(crate) fn kept_for(&self, who: PersonId) -> Vec<Seat> {
        self.held().filter(|(_, chair)| chair.is_kept_for(who)).map(|(seat, _)| seat).collect()
    }

    /// Everybody gets another seat: `order` has, for each seat, the one from which its new holder comes. `None` if it is no
    /// order of these seats.
    pub(crate) fn deal(&mut self, order: &[u8]) -> Option<()> {
        let mut sorted: Vec<_> = order.iter().map(|from| usize::from(*from)).collect();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..self.chairs.len()) {
            return None;
        }
        self.chairs = order.iter().map(|from| self.chairs[usize::from(*from)].clone()).collect();
        self.changes += 1;
        Some(())
    }

    /// Those that a person holds.
    pub(crate) fn of(&self, who: PersonId) -> Vec<Seat> {
        self.held().filter(|(_, chair)| chair.is_held_by(who)).map(|(seat, _)| seat).collect()
    }

    /// Those that people hold.
    pub(crate) fn of_people(&self) -> impl Iterator<Item = Seat> {
        self.held().filter(|(_, chair)| matches!(chair, Chair::Person { .. })).map(|(seat, _)| seat)
    }

    /// The level of the computer on a seat.
    pub(crate) fn computer(&self, seat: Seat) -> Option<&str> {
        match self.chair(seat) {
            Chair::Computer { level } => Some(level),
            _ => None,
        }
    }

    /// A seat with all other seats of the same person.
    pub(crate) fn beside(&self, seat: Seat) -> Vec<Seat> {
        match self.chair(seat) {
            Chair::Person { guest, .. } => self.of(*guest),
            _ => vec![seat],
        }
    }

    /// The seats of everybody who did some of these deeds.
    pub(crate) fn behind(&self, deeds: &[(u8, String)]) -> Vec<Seat> {
        let seats = deeds.iter().filter_map(|deed| self.numbered(deed.0));
        seats.flat_map(|seat| self.beside(seat)).collect()
    }
}
