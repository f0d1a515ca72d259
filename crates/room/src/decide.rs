//! From wishes to events: who may do what, when. Deciding changes nothing; what was decided is applied.

use game::{Leaving, Seat};

use crate::event::{Choice, Deeds, Event, Sitter, Why};
use crate::host::{Host, Person, Stamp};
use crate::ids::PersonId;
use crate::past::Kept;
use crate::plan::Chair;
use crate::refused::Refused;
use crate::sitting::{Phase, Sitting, Spoiled};
use crate::wire::{Message, Wish};

/// What came of a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Heeded {
    /// It was heeded before.
    Already {
        /// The version to which it led.
        version: u32,
    },
    /// These events have happened, in this order.
    Now(Vec<Event>),
}

impl Sitting {
    /// Does what a person wants, if the person may. The events have happened when this returns; it is
    /// for the caller to store them before anybody is told.
    ///
    /// # Errors
    /// Why not; then nothing has changed.
    pub fn heed(
        &mut self,
        who: Person<'_>,
        message: &Message,
        stamp: Stamp,
        host: &dyn Host,
    ) -> Result<Heeded, Refused> {
        if let Some(version) = self.journal.acknowledged(who.id, &message.a) {
            return Ok(Heeded::Already { version });
        }
        if self.was_done(who.id, &message.wish) {
            return Ok(Heeded::Already { version: self.version() });
        }
        let decided = self.decide(who, &message.wish, host)?;
        let mut events = Vec::new();
        if let Some(event) = decided {
            self.happen(&event, stamp)?;
            events.push(event);
        }
        events.extend(self.follow(stamp, host)?);
        if !events.is_empty() {
            self.journal.acknowledge(who.id, &message.a);
        }
        Ok(Heeded::Now(events))
    }

    /// What happens by itself: seats are dealt, the start, and offers that all have accepted.
    ///
    /// # Errors
    /// If the rules refuse it, which would be an error of ours.
    pub fn follow(&mut self, stamp: Stamp, host: &dyn Host) -> Result<Vec<Event>, Refused> {
        let mut events = Vec::new();
        while let Some(event) = self.next_event(host) {
            self.happen(&event, stamp)?;
            events.push(event);
        }
        Ok(events)
    }

    fn next_event(&self, host: &dyn Host) -> Option<Event> {
        self.deal_event(host).or_else(|| self.start_event()).or_else(|| self.accepted_event(host))
    }

    /// Lets an event happen.
    ///
    /// # Errors
    /// If it does not fit the game; then nothing has changed.
    pub fn happen(&mut self, event: &Event, stamp: Stamp) -> Result<(), Spoiled> {
        self.apply(event, Kept::WHOLE, stamp)
    }

    /// What a wish leads to, if anything.
    fn decide(&self, who: Person<'_>, wish: &Wish, host: &dyn Host) -> Result<Option<Event>, Refused> {
        match wish {
            Wish::Act { n, d } => self.decide_act(who.id, *n as usize, d),
            Wish::Choose { seat, d } => self.decide_choice(who.id, *seat, d),
            Wish::Sit { seat, name } => self.decide_sit(who, *seat, name.as_deref(), host),
            Wish::Stand { seat } => self.decide_stand(who.id, *seat),
            Wish::Resign { seat } => self.decide_leave(who.id, *seat, Why::Resigned),
            Wish::Leave { seat } => self.decide_leave(who.id, *seat, Why::Forfeited),
            Wish::Offer { d } => self.decide_offer(who.id, *d),
            Wish::Accept { d } => self.decide_accept(who.id, *d),
            Wish::Decline { d } => self.decide_decline(who.id, *d),
            Wish::Sides { d } => self.decide_sides(who.id, *d),
            Wish::Abort => self.decide_abort(who.id),
            Wish::Close => self.decide_close(who.id),
            Wish::TurnDown => self.decide_turn_down(who.id),
            Wish::Explain { n, d } => return self.decide_act(who.id, *n as usize, d).map(|_| None),
            Wish::Hint { n } => self.decide_hint(who.id, *n as usize),
            Wish::Weigh { n, d } => return self.decide_weighing(who.id, *n as usize, d).map(|()| None),
            Wish::Threats { n } => return self.helped_seat(who.id, *n as usize).map(|_| None),
            Wish::Sync { .. } => return Ok(None),
        }
        .map(Some)
    }

    fn decide_act(&self, who: PersonId, n: usize, text: &str) -> Result<Event, Refused> {
        let own = self.seats_of(who);
        if own.is_empty() {
            return Err(Refused::not_your_seat());
        }
        self.goes_on()?;
        if n < self.deeds() {
            return Err(Refused::stale());
        }
        self.turn().filter(|turn| own.contains(turn)).ok_or_else(Refused::not_your_turn)?;
        if n > self.deeds() {
            return Err(Refused::stale());
        }
        if self.exchanger().is_some() {
            return Err(Refused::sides_first());
        }
        self.decide_play(text, None)
    }

    /// Whether it is a resend of what this person has done already.
    fn was_done(&self, who: PersonId, wish: &Wish) -> bool {
        let (Wish::Act { n, d }, Some(course)) = (wish, &self.course) else { return false };
        let n = *n as usize;
        let is_own = |seat: Seat| self.seats.chair(seat).is_held_by(who);
        course.done.get(n).and_then(|done| done.seat).is_some_and(is_own) && course.table.deed(n) == Some(d)
    }

    /// What the seat whose turn it is would do with a text; a computer also tells how long it has thought.
    ///
    /// # Errors
    /// Which rule forbids it.
    pub(crate) fn decide_play(&self, text: &str, thought_ms: Option<u64>) -> Result<Event, Refused> {
        if self.is_too_long() {
            return Err(Refused::too_long());
        }
        let table = self.table().ok_or_else(Refused::waiting)?;
        let foreseen = table.foresee(text).map_err(Refused::of_rules)?;
        let deeds = foreseen.into_iter().map(|(seat, deed)| (seat.index() as u8, deed)).collect();
        Ok(Event::Act(Deeds { deeds, thought_ms }))
    }

    /// Plays for the seat whose turn it is.
    ///
    /// # Errors
    /// Which rule forbids it; then nothing has changed.
    pub fn play(&mut self, text: &str, thought_ms: Option<u64>, stamp: Stamp) -> Result<Event, Refused> {
        let event = self.decide_play(text, thought_ms)?;
        self.happen(&event, stamp)?;
        Ok(event)
    }

    pub(crate) fn goes_on(&self) -> Result<(), Refused> {
        match self.phase() {
            Phase::Waiting | Phase::Opening => Err(Refused::waiting()),
            Phase::Playing => Ok(()),
            Phase::Over => Err(Refused::over()),
        }
    }

    /// The seat that a person means: the named one, or the only one, or the one whose turn it is.
    fn own_seat(&self, who: PersonId, named: Option<u8>) -> Result<Seat, Refused> {
        let own = self.seats_of(who);
        let meant = match named {
            Some(number) => own.iter().copied().find(|seat| seat.index() == usize::from(number)),
            None if own.len() == 1 => own.first().copied(),
            None => self.turn().filter(|turn| own.contains(turn)),
        };
        meant.ok_or_else(Refused::not_your_seat)
    }

    fn decide_choice(&self, who: PersonId, seat: Option<u8>, value: &str) -> Result<Event, Refused> {
        let own = self.choosers().into_iter().find(|chooser| self.seats.chair(*chooser).is_held_by(who));
        let seat = match seat {
            Some(_) => self.own_seat(who, seat)?,
            None => own.ok_or_else(Refused::no_choice)?,
        };
        self.decide_choice_of(seat, value)
    }

    fn decide_choice_of(&self, seat: Seat, value: &str) -> Result<Event, Refused> {
        if !self.choosers().contains(&seat) {
            return Err(Refused::no_choice());
        }
        self.has_room()?;
        self.would_start(seat, value).map_err(Refused::of_rules)?;
        let key = self.kind.about().seats[seat.index()];
        let value = self.kind.canonical(key, value).map_err(Refused::of_rules)?;
        Ok(Event::Chose { seat: seat.index() as u8, what: Choice { value } })
    }

    /// Notes what a seat brings.
    ///
    /// # Errors
    /// If it is not its time, or the rules do not offer that.
    pub fn choose_for(&mut self, seat: Seat, value: &str, stamp: Stamp) -> Result<Event, Refused> {
        let event = self.decide_choice_of(seat, value)?;
        self.happen(&event, stamp)?;
        Ok(event)
    }

    fn decide_sit(&self, who: Person<'_>, seat: u8, name: Option<&str>, host: &dyn Host) -> Result<Event, Refused> {
        let wanted = self.seats.numbered(seat).ok_or_else(Refused::bad_seats)?;
        let chair = self.seats.chair(wanted);
        if *chair != Chair::Open && !chair.is_kept_for(who.id) {
            return Err(Refused::taken());
        }
        if self.phase() == Phase::Over {
            return Err(Refused::over());
        }
        if self.plan.listed && !self.seats_of(who.id).is_empty() {
            return Err(Refused::bad_table());
        }
        self.has_room()?;
        let chair = Chair::person(who, name, host)?;
        Ok(Event::Sit { seat, who: Sitter { chair } })
    }

    fn decide_stand(&self, who: PersonId, seat: Option<u8>) -> Result<Event, Refused> {
        let seat = self.own_seat(who, seat)?;
        match self.phase() {
            Phase::Waiting | Phase::Opening => self.decide_stand_up(seat),
            Phase::Playing => Err(Refused::taken()),
            Phase::Over => Err(Refused::over()),
        }
    }

    fn decide_leave(&self, who: PersonId, seat: Option<u8>, why: Why) -> Result<Event, Refused> {
        let seat = self.own_seat(who, seat)?;
        if why == Why::Forfeited && matches!(self.phase(), Phase::Waiting | Phase::Opening) {
            return self.decide_stand_up(seat);
        }
        self.goes_on()?;
        Ok(self.leave_event(seat, why))
    }

    /// Somebody is shut out: seats are given back, or given up where the game has begun. The events have happened when this returns.
    ///
    /// # Errors
    /// If the rules refuse it, which would be an error of ours.
    pub fn expel(&mut self, who: PersonId, stamp: Stamp, host: &dyn Host) -> Result<Vec<Event>, Refused> {
        let mut events = Vec::new();
        for seat in self.seats_of(who) {
            let may_leave = self.table().is_none_or(|table| table.may_leave(seat, Leaving::Forfeited));
            let decided = self.decide_leave(who, Some(seat.index() as u8), Why::Forfeited);
            let is_heeded = |event: &Event| may_leave || matches!(event, Event::StandIn { .. });
            if let Some(event) = decided.ok().filter(is_heeded) {
                self.happen(&event, stamp)?;
                events.push(event);
            }
        }
        events.extend(self.follow(stamp, host)?);
        Ok(events)
    }

    /// A table in the lobby at which nobody sits any more is closed.
    fn decide_stand_up(&self, seat: Seat) -> Result<Event, Refused> {
        self.has_room()?;
        let is_last = self.seats.of_people().all(|other| other == seat);
        Ok(if self.plan.listed && is_last { Event::Close } else { Event::Stand { seat: seat.index() as u8 } })
    }

    /// What does not bring a game nearer to its end is refused when there were too many events.
    pub(crate) fn has_room(&self) -> Result<(), Refused> {
        if self.has_too_many_events() { Err(Refused::too_long()) } else { Ok(()) }
    }
}
