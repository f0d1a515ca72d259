//! A game with the people around it: the plan, and every event since.
//!
//! Nothing here waits, sends or stores; time comes from outside. The same events lead to the same
//! sitting, so a game that left memory comes back as it was.

use game::clock::{Clock, Fall};
use game::{DEEDS_MAX, Game, OpeningOrder, Refusal, Seat, Table};

use crate::ids::{GameId, PersonId};
use crate::room::event::{Event, Why};
use crate::room::journal::Journal;
use crate::room::offers::Offers;
use crate::room::plan::{Chair, Plan};
use crate::time::Time;

/// How many events a game may have before nothing but its end is heeded.
pub(crate) const EVENTS_MAX: u32 = 20_000;
/// Who lets so many turns pass in a row has gone for good.
const MISSED_TURNS_MAX: usize = 3;

/// A table with its people and its past.
pub(crate) struct Sitting {
    pub(super) id: GameId,
    pub(super) kind: &'static dyn Game,
    pub(super) plan: Plan,
    pub(super) created_ms: i64,
    pub(super) changed_ms: i64,
    pub(super) chairs: Vec<Chair>,
    pub(super) order: OpeningOrder,
    pub(super) brought: Vec<Option<String>>,
    pub(super) table: Option<Box<dyn Table>>,
    /// Whether someone sees less of the first position than another.
    pub(super) starts_secret: bool,
    pub(super) done: Vec<Done>,
    pub(super) clock: Option<Clock>,
    /// The clock after each deed, to go back to.
    pub(super) clocks: Vec<Clock>,
    pub(super) offers: Offers,
    pub(super) rematch: Option<GameId>,
    pub(super) journal: Journal,
    /// How often someone has sat down or got up.
    pub(super) seatings: u32,
}

/// What the table itself does not know of a deed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    /// Who did it; `None` if all agreed.
    pub(super) seat: Option<Seat>,
    pub(super) how: How,
    pub(super) at_ms: i64,
    pub(super) clock_ms: Option<u64>,
}

/// What kind of deed it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// An action on the board.
    Acted,
    /// A seat left, or only its turn was over.
    Left(Why),
    /// All agreed to end the game.
    Agreed,
}

/// Where the game stood before something happened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) deeds: usize,
    pub(super) turn: Option<Seat>,
    pub(super) mark: u32,
}

/// Where the game stands as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// A seat is open.
    Waiting,
    /// Someone must choose an opening.
    Opening,
    /// It goes on.
    Playing,
    /// It has ended.
    Over,
}

/// When something happens: on the wall, and on the clock that stands still while the server is down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Milliseconds since 1970.
    pub at_ms: i64,
    /// The same without outages.
    pub uptime_ms: i64,
}

impl Moment {
    /// A stored moment.
    #[must_use]
    pub(crate) fn at(time: &Time, at_ms: i64) -> Self {
        Self { at_ms, uptime_ms: time.uptime_ms(at_ms) }
    }

    /// Now.
    #[must_use]
    pub(crate) fn now(time: &Time) -> Self {
        Self::at(time, time.now_ms())
    }
}

/// A stored game that cannot be taken up again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Spoiled {
    /// The plan or an event is not JSON of ours.
    #[error("a row cannot be read: {0}")]
    Row(#[from] serde_json::Error),
    /// The game no longer exists, or its rules refuse an event.
    #[error("the rules refuse an event: {0}")]
    Rules(#[from] Refusal),
    /// An event does not fit.
    #[error("an event does not fit: {0:?}")]
    Misfit(Event),
}

impl Sitting {
    /// A new table.
    ///
    /// # Errors
    /// If the catalog does not have the game.
    pub(crate) fn new(id: GameId, plan: Plan, created_ms: i64) -> Result<Self, Spoiled> {
        let kind = plan.game().ok_or_else(|| Refusal::option("there is no such game"))?;
        let clock = plan.control.map(|control| Clock::new(control, plan.chairs.len()));
        Ok(Self {
            id,
            kind,
            created_ms,
            changed_ms: created_ms,
            chairs: plan.chairs.clone(),
            order: plan.opening_order(kind),
            brought: plan.given.clone(),
            table: None,
            starts_secret: false,
            done: Vec::new(),
            clock,
            clocks: Vec::new(),
            offers: Offers::default(),
            rematch: None,
            journal: Journal::default(),
            seatings: 0,
            plan,
        })
    }

    /// Its name.
    #[must_use]
    pub(crate) const fn id(&self) -> GameId {
        self.id
    }

    /// A number of this game's own, so that computer players do not play every game alike.
    #[must_use]
    pub(crate) fn seed(&self) -> u64 {
        self.id.as_str().bytes().fold(0_u64, |seed, byte| seed.wrapping_mul(62).wrapping_add(u64::from(byte)))
    }

    /// How many events there have been.
    #[must_use]
    pub(crate) const fn version(&self) -> u32 {
        self.journal.version()
    }

    /// Where the game stands as a whole.
    #[must_use]
    pub(crate) fn phase(&self) -> Phase {
        match &self.table {
            _ if self.chairs.contains(&Chair::Open) => Phase::Waiting,
            None => Phase::Opening,
            Some(table) if table.turn().is_some() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    /// Whose turn it is, while the game goes on.
    #[must_use]
    pub(crate) fn turn(&self) -> Option<Seat> {
        (self.phase() == Phase::Playing).then(|| self.table.as_ref()?.turn()).flatten()
    }

    /// The seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.chairs.len())
    }

    /// The seats that a guest holds.
    #[must_use]
    pub(crate) fn seats_of(&self, who: PersonId) -> Vec<Seat> {
        self.seats().filter(|seat| self.chairs[seat.index()].is_held_by(who)).collect()
    }

    /// The seats that people hold.
    pub(super) fn seats_of_people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(|seat| matches!(self.chairs[seat.index()], Chair::Person { .. }))
    }

    /// The level of the computer on a seat.
    #[must_use]
    pub(crate) fn computer(&self, seat: Seat) -> Option<&str> {
        match &self.chairs[seat.index()] {
            Chair::Computer { level } => Some(level),
            _ => None,
        }
    }

    /// How often someone has sat down or got up: whose seats are whose changes with it, and only then.
    #[must_use]
    pub(crate) const fn seatings(&self) -> u32 {
        self.seatings
    }

    /// The number of deeds.
    #[must_use]
    pub(crate) fn deeds(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.deeds())
    }

    /// When the flag falls if nothing happens, on the clock that stands still in outages.
    #[must_use]
    pub(crate) fn deadline(&self) -> Option<i64> {
        self.clock.as_ref()?.deadline()
    }

    /// Whose flag has fallen, as an event. A computer in a game that has grown too long gives it up.
    #[must_use]
    pub(crate) fn fallen(&self, moment: Moment) -> Option<Event> {
        let stuck = self.turn().filter(|seat| self.is_too_long() && self.computer(*seat).is_some());
        if let Some(seat) = stuck {
            return Some(Event::Leave { seat: seat.index() as u8, why: Why::Forfeited });
        }
        self.clock.as_ref()?.fallen(moment.uptime_ms).map(|fall| self.fall_event(fall))
    }

    /// Which limit a computer has passed if it has thought so long, as an event.
    #[must_use]
    pub(crate) fn fallen_after(&self, thought_ms: u64, moment: Moment) -> Option<Event> {
        let mut clock = self.clock.clone()?;
        clock.spend(thought_ms);
        clock.fallen(moment.uptime_ms).map(|fall| self.fall_event(fall))
    }

    fn fall_event(&self, fall: Fall) -> Event {
        match fall {
            Fall::Total => Event::Time,
            Fall::Seat(seat) => {
                let is_gone = self.missed_turns(seat) + 1 >= MISSED_TURNS_MAX;
                let why = if is_gone { Why::Forfeited } else { Why::Flagged };
                Event::Leave { seat: seat.index() as u8, why }
            }
        }
    }

    /// How many turns a seat has let pass since it last acted.
    fn missed_turns(&self, seat: Seat) -> usize {
        let own = self.done.iter().rev().filter(|done| done.seat == Some(seat));
        own.take_while(|done| done.how == How::Left(Why::Flagged)).count()
    }

    /// Whether nobody acts any more, because there were too many deeds or events.
    #[must_use]
    pub(super) fn is_too_long(&self) -> bool {
        self.deeds() >= DEEDS_MAX || self.has_too_many_events()
    }

    /// Whether nothing but the end of the game is heeded any more.
    #[must_use]
    pub(super) const fn has_too_many_events(&self) -> bool {
        self.version() >= EVENTS_MAX
    }
}
