//! A table before its game: it waits until all have come, seats are dealt, and it is closed if nobody comes.

use game::Seat;
use ratings::Tempo;

use crate::event::{Event, Heir, Order};
use crate::host::{Host, Stamp};
use crate::ids::PersonId;
use crate::plan::Chair;
use crate::refused::Refused;
use crate::sitting::{Phase, Sitting, Stop};

/// How long a table waits for somebody: a day, or two weeks where a turn may take days.
const LIVE_MS: i64 = 24 * 60 * 60 * 1000;
const DAYS_MS: i64 = 14 * LIVE_MS;

impl Sitting {
    /// How fast it is played; `None` without a clock.
    #[must_use]
    pub fn tempo(&self) -> Option<Tempo> {
        self.plan.control.and_then(|control| Tempo::of(&control))
    }

    /// The seats that are kept for a person.
    #[must_use]
    pub fn kept_for(&self, who: PersonId) -> Vec<Seat> {
        self.seats.kept_for(who)
    }

    /// The seat of whoever has made the table: the first person's.
    #[must_use]
    pub fn maker(&self) -> Option<PersonId> {
        let first = self.plan.chairs.iter().position(|chair| matches!(chair, Chair::Person { .. }))?;
        match self.seats.chair(Seat::new(first)) {
            Chair::Person { guest, .. } => Some(*guest),
            _ => None,
        }
    }

    /// Whether it stands in the lobby.
    #[must_use]
    pub fn is_in_lobby(&self) -> bool {
        self.plan.listed && self.phase() == Phase::Waiting
    }

    /// Deals the seats, if that was agreed and all are taken.
    pub(crate) fn deal_event(&self, host: &dyn Host) -> Option<Event> {
        let is_due = self.plan.shuffle && !self.is_dealt && self.phase() == Phase::Opening;
        is_due.then(|| Event::Seated(Order { order: host.shuffled(self.seats.count()) }))
    }

    /// What somebody chose for another seat is chosen anew.
    pub(crate) fn deal(&mut self, order: &[u8]) -> Option<()> {
        self.seats.deal(order)?;
        self.openings.begin_anew(self.plan.given.clone());
        self.is_dealt = true;
        Some(())
    }

    pub(crate) fn decide_close(&self, who: PersonId) -> Result<Event, Refused> {
        if self.phase() == Phase::Over {
            return Err(Refused::over());
        }
        self.may_close(&self.seats_of(who)).then_some(Event::Close).ok_or_else(Refused::no_close)
    }

    /// Whether the holder of these seats may close the table.
    pub(crate) fn may_close(&self, own: &[Seat]) -> bool {
        let is_own = |maker| own.iter().any(|seat| self.seats.chair(*seat).is_held_by(maker));
        self.phase() == Phase::Waiting && self.maker().is_some_and(is_own)
    }

    /// In the lobby the seat is for anybody then; a challenge is over.
    pub(crate) fn decide_turn_down(&self, who: PersonId) -> Result<Event, Refused> {
        let seat = self.kept_for(who).first().copied().ok_or_else(Refused::not_your_seat)?;
        if self.phase() == Phase::Over {
            return Err(Refused::over());
        }
        Ok(if self.plan.listed { Event::Stand { seat: seat.index() as u8 } } else { Event::Close })
    }

    /// Until when a table that strangers know of, or somebody was asked to, waits for them.
    pub(crate) fn closes_at_ms(&self) -> Option<i64> {
        let is_kept = |(_, chair): (Seat, &Chair)| matches!(chair, Chair::Invited { .. });
        let is_bounded = self.plan.listed || self.seats.held().any(is_kept);
        let wait_ms = if self.tempo() == Some(Tempo::Days) { DAYS_MS } else { LIVE_MS };
        (is_bounded && self.phase() == Phase::Waiting).then(|| self.since_ms + wait_ms)
    }

    pub(crate) fn stop(&mut self, stop: Stop, stamp: Stamp) {
        self.stopped = Some(stop);
        self.offers.cleared();
        if let Some(timing) = &mut self.timing {
            timing.go_on(None, true, stamp.uptime_ms);
        }
    }

    pub(crate) fn adopt(&mut self, heir: Heir) {
        self.seats.adopt(heir.from, heir.to);
        for leaver in self.leavers.iter_mut().filter(|leaver| leaver.who == heir.from) {
            leaver.who = heir.to;
        }
    }
}
