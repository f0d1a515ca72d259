//! Who does not come, or goes: a game with strangers is called off, or a computer plays on.

use game::Seat;
use ratings::Tempo;

use crate::event::{Choice, Event, StandIn, Why};
use crate::ids::PersonId;
use crate::plan::Chair;
use crate::refused::Refused;
use crate::sitting::{Leaver, Phase, Sitting};

/// How long strangers wait for the first turn of somebody.
const FIRST_TURN_FAST_MS: i64 = 30_000;
const FIRST_TURN_SLOW_MS: i64 = 60_000;

impl Sitting {
    pub(crate) fn decide_abort(&self, who: PersonId) -> Result<Event, Refused> {
        let own = self.seats_of(who);
        if own.is_empty() {
            return Err(Refused::not_your_seat());
        }
        if self.phase() == Phase::Over {
            return Err(Refused::over());
        }
        self.may_abort(&own).then_some(Event::Abort).ok_or_else(Refused::no_abort)
    }

    /// Whether the holder of these seats may call the game off: among several people, until everybody has acted.
    pub(crate) fn may_abort(&self, own: &[Seat]) -> bool {
        let is_others = |seat: Seat| !own.contains(&seat);
        let has_begun = matches!(self.phase(), Phase::Opening | Phase::Playing);
        has_begun && !own.is_empty() && self.seats.of_people().any(is_others) && !self.has_everybody_acted()
    }

    fn has_everybody_acted(&self) -> bool {
        self.seats().all(|seat| self.has_acted(seat))
    }

    pub(crate) fn has_acted(&self, seat: Seat) -> bool {
        self.course.as_ref().is_some_and(|course| course.has_acted(seat))
    }

    /// When nobody waits any longer: for a table to fill, for an opening, for a first turn.
    pub(crate) fn patience_ends_ms(&self) -> Option<i64> {
        let wait_ms = match self.tempo() {
            Some(Tempo::Days) => None,
            Some(Tempo::Fast) => Some(FIRST_TURN_FAST_MS),
            _ => Some(FIRST_TURN_SLOW_MS),
        };
        let is_awaited = match self.phase() {
            Phase::Waiting => return self.closes_at_ms(),
            Phase::Opening => self.late_chooser().is_some(),
            Phase::Playing => self.turn().is_some_and(|seat| self.is_person(seat) && !self.has_acted(seat)),
            Phase::Over => false,
        };
        wait_ms.filter(|_| self.plan.listed && is_awaited).map(|wait_ms| self.since_ms + wait_ms)
    }

    /// What comes of it: who is late with an opening gets the usual one.
    pub(crate) fn impatience(&self) -> Event {
        match self.phase() {
            Phase::Waiting => Event::Close,
            Phase::Opening => self.usual_choice().unwrap_or(Event::Abort),
            Phase::Playing | Phase::Over => Event::Abort,
        }
    }

    fn usual_choice(&self) -> Option<Event> {
        let seat = self.late_chooser()?;
        let value = self.offered(seat).into_iter().find(|value| self.would_start(seat, value).is_ok())?;
        Some(Event::Chose { seat: seat.index() as u8, what: Choice { value } })
    }

    fn late_chooser(&self) -> Option<Seat> {
        self.choosers().into_iter().find(|seat| self.is_person(*seat))
    }

    fn is_person(&self, seat: Seat) -> bool {
        matches!(self.seats.chair(seat), Chair::Person { .. })
    }

    /// A seat leaves: where that was agreed, it does not freeze but goes to a computer.
    pub(crate) fn leave_event(&self, seat: Seat, why: Why) -> Event {
        let number = seat.index() as u8;
        match self.plan.stand_in.as_ref().filter(|_| self.is_stood_in_for(seat)) {
            Some(level) => Event::StandIn { seat: number, by: StandIn { level: level.clone() } },
            None => Event::Leave { seat: number, why },
        }
    }

    /// Whether a computer would take a seat, because another person plays on.
    pub(crate) fn is_stood_in_for(&self, seat: Seat) -> bool {
        let own = self.seats.beside(seat);
        let is_left_behind =
            |other: Seat| !own.contains(&other) && !self.table().is_some_and(|table| table.is_out(other));
        self.plan.stand_in.is_some() && self.is_person(seat) && self.seats.of_people().any(is_left_behind)
    }

    /// Who has left a seat to a computer.
    #[must_use]
    pub fn leaver(&self, seat: Seat) -> Option<PersonId> {
        self.leavers.iter().rev().find(|leaver| leaver.seat == seat).map(|leaver| leaver.who)
    }

    /// `None` if no person sits there.
    pub(crate) fn stand_in(&mut self, seat: Seat, level: &str) -> Option<()> {
        let Chair::Person { guest, .. } = self.seats.chair(seat) else { return None };
        self.leavers.push(Leaver { seat, who: *guest });
        self.seats.give(seat, Chair::Computer { level: level.to_owned() });
        self.offers.cleared();
        if let Some(timing) = &mut self.timing {
            timing.refill(seat);
        }
        Some(())
    }
}
