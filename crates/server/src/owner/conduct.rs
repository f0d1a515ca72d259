//! Who was at a game of strangers to its end, and who left it.

use game::Seat;
use room::{Event, PersonId, Phase, Stamp, Why};

use super::actor::Actor;
use crate::store::Attended;

impl Actor {
    /// What is noted together with these events. `by` has brought them about; nobody has if it was time.
    pub(super) fn attended(&self, events: &[Event], by: Option<PersonId>, stamp: Stamp) -> Vec<Attended> {
        if !self.sitting.plan().listed {
            return Vec::new();
        }
        let note =
            |person: PersonId, is_gone: bool| Attended { person, game: self.sitting.id(), at_ms: stamp.at_ms, is_gone };
        let mut noted: Vec<_> =
            events.iter().filter_map(|event| self.gone(event, by)).map(|who| note(who, true)).collect();
        // A game that was called off is one for nobody but whoever called it off.
        let has_ended = self.sitting.phase() == Phase::Over && events.iter().any(Event::is_deed);
        if has_ended {
            noted.extend(self.sitting.holders().into_iter().flatten().map(|who| note(who, false)));
        }
        noted
    }

    /// Who goes away with an event: not who gives a lost game up, and not whose time runs out at the table.
    fn gone(&self, event: &Event, by: Option<PersonId>) -> Option<PersonId> {
        let holder = |seat: u8| self.sitting.holders().get(usize::from(seat)).copied().flatten();
        let is_time = by.is_none();
        match event {
            _ if is_time && self.is_excused => None,
            Event::Abort => by.or_else(|| self.late()),
            Event::StandIn { seat, .. } => {
                let who = self.sitting.leaver(Seat::new(usize::from(*seat)))?;
                (by == Some(who) || !self.is_here(who)).then_some(who)
            }
            Event::Leave { seat, why: Why::Forfeited } => holder(*seat),
            Event::Leave { seat, why: Why::Flagged } => {
                let is_done = self.sitting.is_done(Seat::new(usize::from(*seat)));
                holder(*seat).filter(|who| is_done && !self.is_here(*who))
            }
            _ => None,
        }
    }

    /// Who was to act when everybody had waited long enough.
    fn late(&self) -> Option<PersonId> {
        let seat = self.sitting.table()?.turn()?;
        self.sitting.holders().get(seat.index()).copied().flatten()
    }

    /// Whether somebody looks at the table.
    pub(super) fn is_here(&self, who: PersonId) -> bool {
        self.sockets.iter().any(|socket| socket.caller.person == Some(who)) || self.study.is_asked_by(who)
    }

    /// Whether the house was down since something last happened in a game that people sit at: whoever was cut off left nobody.
    pub(super) fn was_cut_off(&self, stamp: Stamp) -> bool {
        let then_ms = self.sitting.changed_ms();
        let lived_ms = self.house.time.uptime_ms(stamp.at_ms) - self.house.time.uptime_ms(then_ms);
        !self.sitting.is_over_days() && (stamp.at_ms - then_ms > lived_ms || self.sitting.was_paused())
    }
}
