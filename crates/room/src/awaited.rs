//! For whom a table waits that nobody has to sit in front of.

use std::collections::HashSet;

use game::Seat;
use ratings::Tempo;

use crate::ids::PersonId;
use crate::plan::Chair;
use crate::sitting::{Phase, Sitting};

/// Somebody for whom others wait, and how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Awaited {
    /// Who; nobody if a computer is to act, which is for the house to see to.
    pub who: Option<PersonId>,
    /// When something happens by itself, on the clock that stands still in outages; 0 for never.
    pub due_ms: i64,
}

impl Sitting {
    /// For whom a table waits while they may be elsewhere: whoever is to act where a turn may take days, and whoever a seat is
    /// kept for. Everybody is named once.
    #[must_use]
    pub fn awaited(&self) -> Vec<Awaited> {
        let mut all = match self.phase() {
            Phase::Waiting => self.asked_to_come(),
            Phase::Opening | Phase::Playing if self.is_over_days() => {
                self.to_act().filter_map(|seat| self.awaits(seat)).collect()
            }
            Phase::Opening | Phase::Playing | Phase::Over => Vec::new(),
        };
        let mut named = HashSet::new();
        all.retain(|one| named.insert(one.who));
        all
    }

    /// Whether a turn may take days.
    #[must_use]
    pub fn is_over_days(&self) -> bool {
        self.tempo() == Some(Tempo::Days)
    }

    /// The seats that must choose or act now.
    pub fn to_act(&self) -> impl Iterator<Item = Seat> + use<> {
        self.choosers().into_iter().chain(self.turn())
    }

    /// Whether computers act although nobody looks: somebody comes back for it, in days.
    #[must_use]
    pub fn goes_on_alone(&self) -> bool {
        self.is_over_days() && self.seats.of_people().any(|seat| !self.is_out(seat))
    }

    /// Whether a seat has no further part in the game.
    #[must_use]
    pub fn is_done(&self, seat: Seat) -> bool {
        self.phase() == Phase::Over || self.is_out(seat)
    }

    fn asked_to_come(&self) -> Vec<Awaited> {
        let due_ms = self.closes_at_ms().unwrap_or(0);
        let asked = self.seats.held().filter_map(|(_, chair)| match chair {
            Chair::Invited { guest } => Some(Awaited { who: Some(*guest), due_ms }),
            _ => None,
        });
        asked.collect()
    }

    fn awaits(&self, seat: Seat) -> Option<Awaited> {
        match self.seats.chair(seat) {
            Chair::Person { guest, .. } => Some(Awaited { who: Some(*guest), due_ms: self.deadline().unwrap_or(0) }),
            // At once: it has been its turn since then.
            Chair::Computer { .. } if self.goes_on_alone() => Some(Awaited { who: None, due_ms: self.since_ms.max(1) }),
            _ => None,
        }
    }
}
