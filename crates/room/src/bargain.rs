//! Offers, from wishes to events: who may offer what, who is asked, and what comes of it.

use game::{Seat, Table};

use crate::event::Event;
use crate::host::Host;
use crate::ids::PersonId;
use crate::offers::Offer;
use crate::refused::Refused;
use crate::sitting::{Phase, Sitting};
use crate::wire::Topic;

impl Sitting {
    pub(crate) fn decide_offer(&self, who: PersonId, what: Topic) -> Result<Event, Refused> {
        let own = self.seats_of(who);
        if own.is_empty() {
            return Err(Refused::not_your_seat());
        }
        if self.offers.of(what).is_some() {
            // Offering the same at the same time is accepting.
            return self.decide_accept(who, what);
        }
        if what == Topic::Takeback {
            self.has_room()?;
        }
        let seat = self.offerer(&own, what).ok_or_else(Refused::no_offer)?;
        Ok(Event::Offer { seat: seat.index() as u8, what })
    }

    pub(crate) fn decide_accept(&self, who: PersonId, what: Topic) -> Result<Event, Refused> {
        let seat = self.accepter(&self.seats_of(who), what).ok_or_else(Refused::no_offer)?;
        Ok(Event::Accept { seat: seat.index() as u8, what })
    }

    pub(crate) fn decide_decline(&self, who: PersonId, what: Topic) -> Result<Event, Refused> {
        self.offers.of(what).ok_or_else(Refused::no_offer)?;
        let seat = self.asked(what).find(|seat| self.seats.chair(*seat).is_held_by(who));
        let seat = seat.ok_or_else(Refused::no_offer)?;
        Ok(Event::Decline { seat: seat.index() as u8, what })
    }

    /// Whether the holder of these seats would be heeded in offering that now.
    #[must_use]
    pub(crate) fn can_offer(&self, own: &[Seat], what: Topic) -> bool {
        match self.offers.of(what) {
            Some(_) => self.accepter(own, what).is_some(),
            None if what == Topic::Takeback && self.has_too_many_events() => false,
            None => self.offerer(own, what).is_some(),
        }
    }

    /// The seats held by people who are asked: those still in the game, and for a next game those who
    /// have not left for good. A seat that has gone neither blocks nor declines.
    fn asked(&self, what: Topic) -> impl Iterator<Item = Seat> + '_ {
        let has_gone = move |seat: Seat| match what {
            Topic::Rematch => self.has_left_for_good(seat),
            Topic::Draw | Topic::Takeback => self.is_out(seat),
        };
        self.seats.of_people().filter(move |seat| !has_gone(*seat))
    }

    pub(crate) fn is_out(&self, seat: Seat) -> bool {
        self.table().is_some_and(|table| table.is_out(seat))
    }

    fn has_left_for_good(&self, seat: Seat) -> bool {
        self.course.as_ref().is_some_and(|course| course.has_left_for_good(seat))
    }

    /// Of some seats, the one that may agree to an open offer.
    fn accepter(&self, own: &[Seat], what: Topic) -> Option<Seat> {
        let offer = self.offers.of(what)?;
        self.asked(what).find(|seat| own.contains(seat) && !offer.accepted.contains(seat))
    }

    /// Of some seats, the one that may make an offer.
    fn offerer(&self, own: &[Seat], what: Topic) -> Option<Seat> {
        let seat = self.asked(what).find(|seat| own.contains(seat))?;
        let phase = self.phase();
        let makes_sense = match what {
            Topic::Draw => phase == Phase::Playing && self.may_agree() && self.is_among_people(),
            Topic::Takeback => phase == Phase::Playing && self.may_take_back(own),
            Topic::Rematch => phase == Phase::Over && self.rematch.is_none(),
        };
        let needs_consent = !self.is_at_once(own, what);
        (makes_sense && (!needs_consent || self.offers.may_ask(seat, what))).then_some(seat)
    }

    fn may_agree(&self) -> bool {
        self.table().is_some_and(Table::may_agree)
    }

    /// A computer does not agree to end a game.
    fn is_among_people(&self) -> bool {
        self.seats().filter(|seat| !self.is_out(*seat)).all(|seat| self.computer(seat).is_none())
    }

    /// Whether an offer of these seats is carried out without anybody else being asked.
    fn is_at_once(&self, own: &[Seat], what: Topic) -> bool {
        self.asked(what).all(|seat| own.contains(&seat)) || (what == Topic::Takeback && self.is_draft_of(own))
    }

    /// Against computers nobody would object; so what is hidden must not be learned by taking back. In a game that counts
    /// only what counts once the turn is over is taken back.
    fn may_take_back(&self, own: &[Seat]) -> bool {
        let Some(to) = self.takeback_to(own) else { return false };
        if self.standing.is_rated() && !self.is_draft_of(own) {
            return false;
        }
        self.is_draft_of(own) || !self.is_at_once(own, Topic::Takeback) || !self.was_kept_from(own, to)
    }

    /// Whether something was hidden from all of these seats before a deed.
    fn was_kept_from(&self, own: &[Seat], to: usize) -> bool {
        let holds_all = own.len() == self.seats.count();
        !holds_all && self.course.as_ref().is_some_and(|course| course.was_kept_from(own, to))
    }

    /// Before the last action of one of these seats.
    fn takeback_to(&self, own: &[Seat]) -> Option<usize> {
        self.course.as_ref()?.before_last_of(own)
    }

    /// What an offer leads to that everybody who is asked has accepted.
    pub(crate) fn accepted_event(&self, host: &dyn Host) -> Option<Event> {
        let agreed = |offer: &&Offer| self.asked(offer.what).all(|seat| offer.accepted.contains(&seat));
        let is_draft = |offer: &Offer| offer.what == Topic::Takeback && self.is_draft_of(&self.seats.beside(offer.by));
        let offer = self.offers.open().iter().find(|offer| agreed(offer) || is_draft(offer))?;
        match offer.what {
            Topic::Draw => Some(Event::Agree),
            Topic::Rematch => Some(Event::Rematch { game: host.new_game() }),
            Topic::Takeback => {
                self.takeback_to(&self.seats.beside(offer.by)).map(|to| Event::Takeback { to: to as u32 })
            }
        }
    }

    /// Whether the last deed of these seats counts only once their turn is over: nobody is asked.
    fn is_draft_of(&self, own: &[Seat]) -> bool {
        self.course.as_ref().is_some_and(|course| course.is_draft_of(own))
    }
}
