//! Help for whoever plays alone or against computers, and never against people.

use game::Seat;

use crate::event::Event;
use crate::ids::PersonId;
use crate::plan::Chair;
use crate::refused::Refused;
use crate::sitting::{Phase, Sitting};

impl Sitting {
    /// Whether there is help at this table: it was agreed on, and all who sit there are one person or computers.
    #[must_use]
    pub fn has_help(&self) -> bool {
        let is_full =
            self.seats.held().all(|(_, chair)| matches!(chair, Chair::Person { .. } | Chair::Computer { .. }));
        let mut people = self.people();
        let first = people.next();
        self.plan.help && is_full && people.all(|other| Some(other) == first)
    }

    /// Whether one of these seats would be shown now what to do.
    pub(crate) fn may_be_helped(&self, own: &[Seat]) -> bool {
        let is_own = self.turn().is_some_and(|turn| own.contains(&turn));
        self.phase() == Phase::Playing && is_own && self.has_help() && !self.has_too_many_events()
    }

    /// The seat for which a person may ask for help, having seen `n` deeds.
    pub(crate) fn helped_seat(&self, who: PersonId, n: usize) -> Result<Seat, Refused> {
        let own = self.seats_of(who);
        if own.is_empty() {
            return Err(Refused::not_your_seat());
        }
        self.goes_on()?;
        if !self.has_help() {
            return Err(Refused::no_help());
        }
        if n != self.deeds() {
            return Err(Refused::stale());
        }
        self.turn().filter(|turn| own.contains(turn)).ok_or_else(Refused::not_your_turn)
    }

    pub(crate) fn decide_hint(&self, who: PersonId, n: usize) -> Result<Event, Refused> {
        let seat = self.helped_seat(who, n)?;
        self.has_room()?;
        Ok(Event::Hint { seat: seat.index() as u8 })
    }

    /// Weighing an action needs one that would be heeded.
    pub(crate) fn decide_weighing(&self, who: PersonId, n: usize, text: &str) -> Result<(), Refused> {
        self.helped_seat(who, n)?;
        self.decide_play(text, None).map(|_| ())
    }
}
