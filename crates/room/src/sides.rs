//! Seats that change hands on a board that the players have made themselves: whoever moves second may take the first
//! move, so that nobody makes it for one side. It is that seat's turn, and its clock runs, until it is decided.

use game::{Seat, Table};

use crate::event::Event;
use crate::host::Stamp;
use crate::ids::PersonId;
use crate::plan::Chair;
use crate::refused::Refused;
use crate::sitting::{Phase, Sitting};
use crate::wire::Sides;

/// Each of two sits where the other sat.
const EXCHANGED: [u8; 2] = [1, 0];

impl Sitting {
    /// The seat that has to decide now whether seats are exchanged. Nobody exchanges with themselves, and computers stay
    /// where they are.
    pub(crate) fn exchanger(&self) -> Option<Seat> {
        if self.has_sides || self.seats.count() != EXCHANGED.len() || self.phase() != Phase::Playing {
            return None;
        }
        let seat = self.table().and_then(Table::exchanger)?;
        let Chair::Person { guest, .. } = self.seats.chair(seat) else { return None };
        (self.seats_of(*guest).len() == 1).then_some(seat)
    }

    pub(crate) fn decide_sides(&self, who: PersonId, sides: Sides) -> Result<Event, Refused> {
        let own = self.seats_of(who);
        self.exchanger().filter(|seat| own.contains(seat)).ok_or_else(Refused::no_sides)?;
        Ok(Event::Sides { exchanged: sides == Sides::Exchange })
    }

    /// Who held the first seat holds the second one from now on. What seats have on their clocks stays with them, and
    /// nothing that was offered stands any more. The board is not asked: what led to it may have been taken back since.
    pub(crate) fn settle_sides(&mut self, exchanged: bool, stamp: Stamp) -> Option<()> {
        if exchanged {
            self.seats.deal(&EXCHANGED)?;
            self.offers.cleared();
        }
        self.has_sides = true;
        self.run_clock(true, stamp);
        Some(())
    }
}
