//! A game with the people around it: the plan, and every event since.
//!
//! Nothing here waits, sends or stores; time comes from outside. The same events lead to the same
//! sitting, so a game that left memory comes back as it was.

use game::clock::{Control, Fall};
use game::{BySeat, DEEDS_MAX, Game, Refusal, Seat, Table};
use ratings::Standing;

use crate::course::Course;
use crate::event::{Event, Why};
use crate::host::{Host, Stamp};
use crate::ids::{GameId, PersonId};
use crate::journal::Journal;
use crate::offers::Offers;
use crate::opening::Openings;
use crate::plan::{Chair, Plan};
use crate::refused::Refused;
use crate::seats::Seats;
use crate::timing::{Timing, Turn};

/// How many events a game may have before nothing but its end is heeded.
pub(crate) const EVENTS_MAX: u32 = 20_000;
/// Who lets so many turns pass in a row has gone for good.
const MISSED_TURNS_MAX: usize = 3;

/// A table with its people and its past.
pub struct Sitting {
    pub(crate) id: GameId,
    pub(crate) kind: &'static dyn Game,
    pub(crate) plan: Plan,
    pub(crate) created_ms: i64,
    pub(crate) changed_ms: i64,
    /// For how long in all the host did not serve it, on the clock that stands still in outages.
    paused_ms: i64,
    /// When that was last noted.
    served_ms: i64,
    pub(crate) seats: Seats,
    pub(crate) openings: Openings,
    /// From the start on.
    pub(crate) course: Option<Course>,
    pub(crate) timing: Option<Timing>,
    pub(crate) offers: Offers,
    pub(crate) rematch: Option<GameId>,
    pub(crate) journal: Journal,
    /// Whether the game counts, once it has begun.
    pub(crate) standing: Standing,
    pub(crate) has_taken_back: bool,
    /// How often each seat was shown what to do.
    pub(crate) hints: BySeat<u32>,
    /// Whether seats have been dealt since they were last all taken.
    pub(crate) is_dealt: bool,
    /// Whether it was decided who sits where.
    pub(crate) has_sides: bool,
    /// Who has left a seat to a computer, the first first.
    pub(crate) leavers: Vec<Leaver>,
    /// Why it ended without the rules.
    pub(crate) stopped: Option<Stop>,
    /// Since when it is as it is but for what is offered, on the clock that stands still in outages.
    pub(crate) since_ms: i64,
}

/// Why a game ended that the rules did not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It was called off before everybody had a part in it.
    Aborted,
    /// The table was closed before it was full.
    Closed,
}

/// Somebody for whom a computer plays on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaver {
    pub(crate) seat: Seat,
    pub(crate) who: PersonId,
}

/// Where the game stands as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A seat is open.
    Waiting,
    /// Someone must choose an opening.
    Opening,
    /// It goes on.
    Playing,
    /// It has ended.
    Over,
}

impl Phase {
    /// In a word of the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Opening => "opening",
            Self::Playing => "playing",
            Self::Over => "over",
        }
    }
}

/// A stored game that cannot be taken up again.
#[derive(Debug, thiserror::Error)]
pub enum Spoiled {
    /// The plan or an event is not JSON of ours.
    #[error("a row cannot be read: {0}")]
    Row(#[from] serde_json::Error),
    /// The game no longer exists, or its rules refuse an event.
    #[error("the rules refuse an event: {0}")]
    Rules(#[from] Refusal),
    /// An event does not fit.
    #[error("an event does not fit: {0:?}")]
    Misfit(Box<Event>),
}

impl Sitting {
    /// A new table.
    ///
    /// # Errors
    /// If the catalog does not have the game.
    pub(crate) fn new(id: GameId, plan: Plan, made: Stamp) -> Result<Self, Spoiled> {
        let kind = plan.game().ok_or_else(|| Refusal::option("there is no such game"))?;
        Ok(Self {
            id,
            kind,
            created_ms: made.at_ms,
            changed_ms: made.at_ms,
            seats: Seats::new(plan.chairs.clone()),
            openings: Openings::new(plan.opening_order(kind), plan.given.clone()),
            course: None,
            timing: plan.control.map(|control| Timing::new(control, plan.chairs.len())),
            offers: Offers::default(),
            rematch: None,
            journal: Journal::default(),
            standing: Standing::default(),
            has_taken_back: false,
            hints: BySeat::from_fn(plan.chairs.len(), |_| 0),
            is_dealt: false,
            has_sides: false,
            leavers: Vec::new(),
            stopped: None,
            since_ms: made.uptime_ms,
            paused_ms: 0,
            served_ms: made.at_ms,
            plan,
        })
    }

    /// A new table with what happens at once, which is its start if all are there and nobody has to choose.
    ///
    /// # Errors
    /// If the catalog does not have the game.
    pub fn begun(id: GameId, plan: Plan, stamp: Stamp, host: &dyn Host) -> Result<(Self, Vec<Event>), Refused> {
        let mut sitting = Self::new(id, plan, stamp)?;
        let events = sitting.follow(stamp, host)?;
        Ok((sitting, events))
    }

    /// Its name.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// When it was made.
    #[must_use]
    pub const fn created_ms(&self) -> i64 {
        self.created_ms
    }

    /// A number of this game's own, so that computer players do not play every game alike.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.id.as_str().bytes().fold(0_u64, |seed, byte| seed.wrapping_mul(62).wrapping_add(u64::from(byte)))
    }

    /// How many events there have been.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.journal.version()
    }

    /// The kind of the game.
    #[must_use]
    pub const fn kind(&self) -> &'static dyn Game {
        self.kind
    }

    /// The game itself, to look at or to think about, once it has begun.
    #[must_use]
    pub fn table(&self) -> Option<&dyn Table> {
        self.course.as_ref().map(|course| course.table.as_ref())
    }

    /// Where the game stands as a whole.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.table() {
            _ if self.stopped.is_some() => Phase::Over,
            _ if self.seats.has_free() => Phase::Waiting,
            None => Phase::Opening,
            Some(table) if table.turn().is_some() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    /// Whose turn it is, while the game goes on: to act, or to decide who sits where.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        (self.phase() == Phase::Playing).then(|| self.exchanger().or_else(|| self.table()?.turn())).flatten()
    }

    /// Whose clock is to run.
    pub(crate) fn turn_to_measure(&self) -> Option<Turn> {
        let seat = self.exchanger().or_else(|| self.table()?.turn())?;
        Some(Turn { seat, is_computer: self.computer(seat).is_some() })
    }

    /// The seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.seats.all()
    }

    /// Who holds each seat, if it is a person.
    #[must_use]
    pub fn holders(&self) -> Vec<Option<PersonId>> {
        let holder = |(_, chair): (Seat, &Chair)| match chair {
            Chair::Person { guest, .. } => Some(*guest),
            _ => None,
        };
        self.seats.held().map(holder).collect()
    }

    /// The clock that was agreed.
    #[must_use]
    pub const fn control(&self) -> Option<Control> {
        self.plan.control
    }

    /// When something last happened.
    #[must_use]
    pub const fn changed_ms(&self) -> i64 {
        self.changed_ms
    }

    /// The seats that a person holds.
    #[must_use]
    pub fn seats_of(&self, who: PersonId) -> Vec<Seat> {
        self.seats.of(who)
    }

    /// The people who hold seats, and those for whom seats are kept.
    pub fn people(&self) -> impl Iterator<Item = PersonId> + '_ {
        self.seats.held().filter_map(|(_, chair)| match chair {
            Chair::Person { guest, .. } | Chair::Invited { guest } => Some(*guest),
            _ => None,
        })
    }

    /// The level of the computer on a seat.
    #[must_use]
    pub fn computer(&self, seat: Seat) -> Option<&str> {
        self.seats.computer(seat)
    }

    /// Whether someone at the table has to be thought for.
    #[must_use]
    pub fn has_computers(&self) -> bool {
        self.seats().any(|seat| self.computer(seat).is_some())
    }

    /// How often someone has sat down or got up: whose seats are whose changes with it, and only then.
    #[must_use]
    pub const fn seatings(&self) -> u32 {
        self.seats.changes()
    }

    /// The number of deeds.
    #[must_use]
    pub fn deeds(&self) -> usize {
        self.table().map_or(0, Table::deeds)
    }

    /// The same moment on this table's own clock, which has stood still as well while the host did not serve it. All that is asked
    /// of a table goes by that one.
    #[must_use]
    pub const fn lived(&self, stamp: Stamp) -> Stamp {
        Stamp { at_ms: stamp.at_ms, uptime_ms: stamp.uptime_ms - self.paused_ms }
    }

    /// How far the table's own clock is behind that of the host.
    #[must_use]
    pub const fn paused_ms(&self) -> i64 {
        self.paused_ms
    }

    /// When the host was last known to serve it.
    #[must_use]
    pub fn served_ms(&self) -> i64 {
        self.served_ms.max(self.changed_ms)
    }

    /// Whether the host did not serve it since something last happened.
    #[must_use]
    pub const fn was_paused(&self) -> bool {
        self.paused_ms > 0 && self.served_ms > self.changed_ms
    }

    pub(crate) fn pause(&mut self, ms: u64, stamp: Stamp) {
        self.paused_ms = self.paused_ms.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX));
        self.served_ms = stamp.at_ms;
    }

    /// When something happens by itself, on the clock that stands still in outages: a flag falls, or nobody waits any longer.
    #[must_use]
    pub fn deadline(&self) -> Option<i64> {
        let flag = self.timing.as_ref().and_then(Timing::deadline);
        flag.into_iter().chain(self.patience_ends_ms()).min()
    }

    /// Whether time is measured.
    #[must_use]
    pub const fn has_clock(&self) -> bool {
        self.timing.is_some()
    }

    /// Nobody's time is measured any more, because a flag fell that the rules do not know.
    pub fn stop_clock(&mut self) {
        self.timing = None;
    }

    /// How long a computer may think: a twentieth of the main time and the increment, half a period, half a turn. Its
    /// clock does not run while it waits for its turn to think, so this holds whenever it begins.
    #[must_use]
    pub fn time_to_think(&self, seat: Seat, stamp: Stamp) -> Option<u64> {
        let reading = self.timing.as_ref()?.reading(stamp.uptime_ms);
        let own = reading.seats[seat];
        let account = (own.shown_ms() > 0).then(|| {
            let main = own.main_ms / 20 + reading.control.increment_ms / 2;
            main.max(own.period_ms / 2)
        });
        let turn = (reading.control.turn_ms > 0).then(|| reading.turn_ms.unwrap_or(reading.control.turn_ms) / 2);
        account.into_iter().chain(turn).min()
    }

    /// Whose flag has fallen, or for whom nobody waits any longer, as an event. A computer in a game that has grown too long gives it up.
    #[must_use]
    pub fn fallen(&self, stamp: Stamp) -> Option<Event> {
        let stuck = self.turn().filter(|seat| self.is_too_long() && self.computer(*seat).is_some());
        if let Some(seat) = stuck {
            return Some(Event::Leave { seat: seat.index() as u8, why: Why::Forfeited });
        }
        if self.patience_ends_ms().is_some_and(|end_ms| stamp.uptime_ms >= end_ms) {
            return Some(self.impatience());
        }
        self.timing.as_ref()?.fallen(stamp.uptime_ms).map(|fall| self.fall_event(fall))
    }

    /// Which limit a computer has passed if it has thought so long, as an event.
    #[must_use]
    pub fn fallen_after(&self, thought_ms: u64, stamp: Stamp) -> Option<Event> {
        self.timing.as_ref()?.fallen_after(thought_ms, stamp.uptime_ms).map(|fall| self.fall_event(fall))
    }

    fn fall_event(&self, fall: Fall) -> Event {
        match fall {
            Fall::Total => Event::Time,
            Fall::Seat(seat) => {
                let missed = self.course.as_ref().map_or(0, |course| course.missed_turns(seat));
                let why = if missed + 1 >= MISSED_TURNS_MAX { Why::Forfeited } else { Why::Flagged };
                self.leave_event(seat, why)
            }
        }
    }

    /// Whether nobody acts any more, because there were too many deeds or events.
    pub(crate) fn is_too_long(&self) -> bool {
        self.deeds() >= DEEDS_MAX || self.has_too_many_events()
    }

    /// Whether nothing but the end of the game is heeded any more.
    pub(crate) const fn has_too_many_events(&self) -> bool {
        self.version() >= EVENTS_MAX
    }

    /// The plan of the next game: everybody moves one seat on, and who has left for good is not taken along.
    #[must_use]
    pub fn next_plan(&self) -> Plan {
        let has_left = |seat| self.course.as_ref().is_some_and(|course| course.has_left_for_good(seat));
        let next = |(seat, chair): (Seat, &Chair)| match chair {
            _ if has_left(seat) || self.leavers.iter().any(|leaver| leaver.seat == seat) => Chair::Open,
            _ => chair.clone(),
        };
        self.plan.moved_on(self.seats.held().map(next).collect())
    }
}
