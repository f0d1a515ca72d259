//! From wishes to events: who may do what, when.

use game::Seat;

use crate::error::Refused;
use crate::ids::{GameId, PersonId};
use crate::room::event::{Event, Why};
use crate::room::plan::Chair;
use crate::room::sitting::{Moment, Phase, Sitting, Spoiled};
use crate::store::Guest;
use crate::wire::{Message, Wish};

/// What came of a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heeded {
    /// It was heeded before.
    Already {
        /// The version to which it led.
        version: u32,
    },
    /// These events have happened, in this order.
    Now(Vec<Event>),
}

impl Sitting {
    /// Does what a guest wants, if the guest may. The events have happened when this returns; it is
    /// for the caller to store them before anybody is told. `fresh` names a game that may be made.
    ///
    /// # Errors
    /// Why not; then nothing has changed.
    pub(crate) fn heed(
        &mut self,
        who: &Guest,
        message: &Message,
        moment: Moment,
        fresh: GameId,
    ) -> Result<Heeded, Refused> {
        if let Some(version) = self.journal.acknowledged(who.id, &message.a) {
            return Ok(Heeded::Already { version });
        }
        let mut events = match &message.wish {
            Wish::Act { n, d } => match self.act(who.id, *n as usize, d, moment)? {
                Heeded::Now(events) => events,
                already @ Heeded::Already { .. } => return Ok(already),
            },
            Wish::Choose { seat, d } => self.choose(who.id, *seat, d, moment)?,
            Wish::Sit { seat, name } => self.sit(who, *seat, name.as_deref(), moment)?,
            Wish::Stand { seat } => self.stand(who.id, *seat, moment)?,
            Wish::Resign { seat } => self.leave(who.id, *seat, Why::Resigned, moment)?,
            Wish::Leave { seat } => self.leave(who.id, *seat, Why::Forfeited, moment)?,
            Wish::Offer { d } => self.offer(who.id, *d, moment)?,
            Wish::Accept { d } => self.accept(who.id, *d, moment)?,
            Wish::Decline { d } => self.decline(who.id, *d, moment)?,
            Wish::Sync { .. } => Vec::new(),
        };
        events.extend(self.follow(moment, fresh)?);
        if !events.is_empty() {
            self.journal.acknowledge(who.id, &message.a);
        }
        Ok(Heeded::Now(events))
    }

    /// What happens by itself: the start, and offers that all have accepted.
    ///
    /// # Errors
    /// If the rules refuse it, which would be an error of ours.
    pub(crate) fn follow(&mut self, moment: Moment, fresh: GameId) -> Result<Vec<Event>, Refused> {
        let mut events = Vec::new();
        while let Some(event) = self.start_event().or_else(|| self.accepted_event(fresh)) {
            self.happens(event, moment, &mut events)?;
        }
        Ok(events)
    }

    fn happens(&mut self, event: Event, moment: Moment, events: &mut Vec<Event>) -> Result<(), Refused> {
        self.happen(&event, moment).map_err(refused)?;
        events.push(event);
        Ok(())
    }

    pub(super) fn just(&mut self, event: Event, moment: Moment) -> Result<Vec<Event>, Refused> {
        let mut events = Vec::new();
        self.happens(event, moment, &mut events)?;
        Ok(events)
    }

    fn act(&mut self, who: PersonId, n: usize, text: &str, moment: Moment) -> Result<Heeded, Refused> {
        let own = self.seats_of(who);
        if own.is_empty() {
            return Err(Refused::not_your_seat());
        }
        if let Some(already) = self.done_before(&own, n, text) {
            return Ok(already);
        }
        self.goes_on()?;
        if n < self.deeds() {
            return Err(Refused::stale());
        }
        let turn = self.turn().filter(|turn| own.contains(turn)).ok_or_else(Refused::not_your_turn)?;
        if n > self.deeds() {
            return Err(Refused::stale());
        }
        self.play(turn, text, None, moment).map(|event| Heeded::Now(vec![event]))
    }

    /// A resend of what this guest has done already.
    fn done_before(&self, own: &[Seat], n: usize, text: &str) -> Option<Heeded> {
        let by_own = self.done.get(n)?.seat.is_some_and(|seat| own.contains(&seat));
        let same = self.table.as_ref()?.deed(n)? == text;
        (by_own && same).then_some(Heeded::Already { version: self.version() })
    }

    /// Plays for the seat whose turn it is; a computer also tells how long it has thought.
    ///
    /// # Errors
    /// Which rule forbids it; then nothing has changed.
    pub(crate) fn play(
        &mut self,
        turn: Seat,
        text: &str,
        thought_ms: Option<u64>,
        moment: Moment,
    ) -> Result<Event, Refused> {
        if self.is_too_long() {
            return Err(Refused::too_long());
        }
        let before = self.before();
        let table = self.table.as_mut().ok_or_else(Refused::waiting)?;
        table.play(text).map_err(Refused::of_rules)?;
        let (own, next) = (table.deeds(), table.turn());
        table.carry_out_forced();
        let seat_of = |n: usize| if n < own { turn } else { next.unwrap_or(turn) };
        let deed = |n: usize| (seat_of(n).index() as u8, table.deed(n).unwrap_or_default().to_owned());
        let event = Event::Act { deeds: (before.deeds..table.deeds()).map(deed).collect(), thought_ms };
        self.note(&event, before, moment);
        Ok(event)
    }

    pub(super) fn goes_on(&self) -> Result<(), Refused> {
        match self.phase() {
            Phase::Waiting | Phase::Opening => Err(Refused::waiting()),
            Phase::Playing => Ok(()),
            Phase::Over => Err(Refused::over()),
        }
    }

    /// The seat that a guest means: the named one, or the only one, or the one whose turn it is.
    fn own_seat(&self, who: PersonId, named: Option<u8>) -> Result<Seat, Refused> {
        let own = self.seats_of(who);
        let meant = match named {
            Some(number) => own.iter().copied().find(|seat| seat.index() == usize::from(number)),
            None if own.len() == 1 => own.first().copied(),
            None => self.turn().filter(|turn| own.contains(turn)),
        };
        meant.ok_or_else(Refused::not_your_seat)
    }

    fn choose(&mut self, who: PersonId, seat: Option<u8>, value: &str, moment: Moment) -> Result<Vec<Event>, Refused> {
        let choosers = self.choosers();
        let own = choosers.iter().find(|chooser| self.chairs[chooser.index()].is_held_by(who)).copied();
        let seat = match seat {
            Some(_) => self.own_seat(who, seat)?,
            None => own.ok_or_else(Refused::no_choice)?,
        };
        self.choose_for(seat, value, moment)
    }

    /// Notes what a seat brings.
    ///
    /// # Errors
    /// If it is not its time, or the rules do not offer that.
    pub(crate) fn choose_for(&mut self, seat: Seat, value: &str, moment: Moment) -> Result<Vec<Event>, Refused> {
        if !self.choosers().contains(&seat) {
            return Err(Refused::no_choice());
        }
        self.has_room()?;
        self.would_start(seat, value).map_err(Refused::of_rules)?;
        let key = self.kind.about().seats[seat.index()];
        let value = self.kind.canonical(key, value).map_err(Refused::of_rules)?;
        self.just(Event::Chose { seat: seat.index() as u8, value }, moment)
    }

    fn sit(&mut self, who: &Guest, seat: u8, name: Option<&str>, moment: Moment) -> Result<Vec<Event>, Refused> {
        match self.chairs.get(usize::from(seat)) {
            None => return Err(Refused::bad_seats()),
            Some(Chair::Open) => {}
            Some(_) => return Err(Refused::taken()),
        }
        self.has_room()?;
        let chair = Chair::person(who, name)?;
        self.just(Event::Sit { seat, chair }, moment)
    }

    fn stand(&mut self, who: PersonId, seat: Option<u8>, moment: Moment) -> Result<Vec<Event>, Refused> {
        let seat = self.own_seat(who, seat)?;
        match self.phase() {
            Phase::Waiting | Phase::Opening => self.stands_up(seat, moment),
            Phase::Playing => Err(Refused::taken()),
            Phase::Over => Err(Refused::over()),
        }
    }

    fn leave(&mut self, who: PersonId, seat: Option<u8>, why: Why, moment: Moment) -> Result<Vec<Event>, Refused> {
        let seat = self.own_seat(who, seat)?;
        if why == Why::Forfeited && matches!(self.phase(), Phase::Waiting | Phase::Opening) {
            return self.stands_up(seat, moment);
        }
        self.goes_on()?;
        self.just(Event::Leave { seat: seat.index() as u8, why }, moment)
    }

    fn stands_up(&mut self, seat: Seat, moment: Moment) -> Result<Vec<Event>, Refused> {
        self.has_room()?;
        self.just(Event::Stand { seat: seat.index() as u8 }, moment)
    }

    /// What does not bring a game nearer to its end is refused when there were too many events.
    pub(super) fn has_room(&self) -> Result<(), Refused> {
        if self.has_too_many_events() { Err(Refused::too_long()) } else { Ok(()) }
    }
}

/// The rules' reason, or an error of ours.
fn refused(spoiled: Spoiled) -> Refused {
    match spoiled {
        Spoiled::Rules(refusal) => Refused::of_rules(refusal),
        other => Refused::logged(other),
    }
}
