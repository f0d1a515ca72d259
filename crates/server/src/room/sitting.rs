//! A game with the people around it: the plan, and every event since.
//!
//! Nothing here waits, sends or stores; time comes from outside. The same events lead to the same
//! sitting, so a game that left memory comes back as it was.

use game::clock::{Clock, Fall};
use game::{Game, OpeningOrder, Refusal, Seat, Table};

use crate::ids::{GameId, GuestId};
use crate::room::event::{Event, Happening, Why, seat};
use crate::room::journal::Journal;
use crate::room::plan::{Chair, Plan};
use crate::store::StoredGame;
use crate::time::Time;
use crate::wire::Topic;

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
    pub(super) knows_agreement: bool,
    pub(super) done: Vec<Done>,
    pub(super) clock: Option<Clock>,
    /// The clock after each deed, to go back to.
    clocks: Vec<Clock>,
    pub(super) offers: Vec<Offer>,
    pub(super) rematch: Option<GameId>,
    pub(super) journal: Journal,
}

/// What the table itself does not know of a deed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    /// Who did it; `None` if all agreed.
    pub(super) seat: Option<Seat>,
    pub(super) at_ms: i64,
    pub(super) clock_ms: Option<u64>,
}

/// Something that a seat has offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    pub(super) what: Topic,
    pub(super) by: Seat,
    pub(super) accepted: Vec<Seat>,
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
            knows_agreement: false,
            done: Vec::new(),
            clock,
            clocks: Vec::new(),
            offers: Vec::new(),
            rematch: None,
            journal: Journal::default(),
            plan,
        })
    }

    /// A stored table with all that has happened.
    ///
    /// # Errors
    /// If something in the store is not what we wrote.
    pub(crate) fn restored(id: GameId, stored: &StoredGame, time: &Time) -> Result<Self, Spoiled> {
        let mut sitting = Self::new(id, serde_json::from_str(&stored.plan)?, stored.created_ms)?;
        for row in &stored.events {
            let event: Event = serde_json::from_str(&row.body)?;
            sitting.happen(&event, Moment::at(time, row.at_ms))?;
            if let Ok(guest) = row.guest.parse() {
                sitting.journal.acknowledge(guest, &row.ack);
            }
        }
        Ok(sitting)
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
    pub(crate) fn seats_of(&self, who: GuestId) -> Vec<Seat> {
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

    /// Whose flag has fallen, as an event.
    #[must_use]
    pub(crate) fn fallen(&self, moment: Moment) -> Option<Event> {
        self.clock.as_ref()?.fallen(moment.uptime_ms).map(fall_event)
    }

    /// Lets an event happen.
    ///
    /// # Errors
    /// If it does not fit the game; then nothing has changed.
    pub(crate) fn happen(&mut self, event: &Event, moment: Moment) -> Result<(), Spoiled> {
        let before = self.deeds();
        match event {
            Event::Act { deeds, .. } => self.replay(deeds)?,
            _ => self.change(event, moment)?,
        }
        self.note(event, before, moment);
        Ok(())
    }

    /// Notes an event whose work on the board is done.
    pub(super) fn note(&mut self, event: &Event, before: usize, moment: Moment) {
        if let Event::Act { deeds, thought_ms } = event {
            self.charge(*thought_ms);
            self.acted(deeds, moment);
        }
        self.changed_ms = moment.at_ms;
        let kept = if let Event::Takeback { to } = event { *to as usize } else { before };
        self.journal.note(Happening::of(event, before), kept);
    }

    fn replay(&mut self, deeds: &[(u8, String)]) -> Result<(), Spoiled> {
        let table = self.table.as_mut().ok_or_else(|| Refusal::state("the game has not begun"))?;
        for (_, text) in deeds {
            table.act(text)?;
        }
        Ok(())
    }

    fn change(&mut self, event: &Event, moment: Moment) -> Result<(), Spoiled> {
        let misfit = || Spoiled::Misfit(event.clone());
        let count = self.chairs.len();
        match event {
            Event::Sit { seat, chair } => *self.chairs.get_mut(usize::from(*seat)).ok_or_else(misfit)? = chair.clone(),
            Event::Stand { seat } => {
                let seat = usize::from(*seat);
                *self.chairs.get_mut(seat).ok_or_else(misfit)? = Chair::Open;
                self.brought[seat].clone_from(&self.plan.given[seat]);
            }
            Event::Chose { seat, value } => {
                *self.brought.get_mut(usize::from(*seat)).ok_or_else(misfit)? = Some(value.clone());
            }
            Event::Start { rules, start } => self.begin(self.kind.load(rules, start)?),
            Event::Act { .. } => {}
            Event::Leave { seat: number, why } => {
                let seat = seat(*number, count).ok_or_else(misfit)?;
                self.end_part(Some(seat), moment, |table| table.leave(seat, (*why).into()))?;
            }
            Event::Agree => self.end_part(None, moment, |table| table.agree())?,
            Event::Time => self.time_is_up(moment)?,
            Event::Offer { seat: number, what } => {
                let by = seat(*number, count).ok_or_else(misfit)?;
                let accepted = self.seats_beside(by);
                self.offers.push(Offer { what: *what, by, accepted });
            }
            Event::Accept { seat: number, what } => {
                let seat = seat(*number, count).ok_or_else(misfit)?;
                let seats = self.seats_beside(seat);
                let offer = self.offers.iter_mut().find(|offer| offer.what == *what).ok_or_else(misfit)?;
                offer.accepted.extend(seats);
            }
            Event::Decline { what, .. } => self.offers.retain(|offer| offer.what != *what),
            Event::Takeback { to } => self.take_back(*to as usize, moment).ok_or_else(misfit)?,
            Event::Rematch { game } => {
                self.rematch = Some(*game);
                self.offers.clear();
            }
        }
        Ok(())
    }

    /// A seat with all other seats of the same person.
    fn seats_beside(&self, seat: Seat) -> Vec<Seat> {
        match self.chairs[seat.index()] {
            Chair::Person { guest, .. } => self.seats_of(guest),
            _ => vec![seat],
        }
    }

    fn begin(&mut self, table: Box<dyn Table>) {
        self.knows_agreement = table.fork().agree().is_ok();
        self.table = Some(table);
    }

    /// Someone leaves, or all agree: a deed that is not an action.
    fn end_part(
        &mut self,
        seat: Option<Seat>,
        moment: Moment,
        end: impl FnOnce(&mut dyn Table) -> Result<(), Refusal>,
    ) -> Result<(), Spoiled> {
        let table = self.table.as_mut().ok_or_else(|| Refusal::state("the game has not begun"))?;
        let (before, turn) = (table.deeds(), table.turn());
        end(table.as_mut())?;
        let after = table.turn();
        table.carry_out_forced();
        let forced = table.deeds().saturating_sub(before + 1);
        let passed = forced > 0 || table.turn() != turn;
        self.run_clock(passed, moment);
        self.note_deeds(std::iter::once(seat).chain(std::iter::repeat_n(after, forced)), moment);
        self.offers.clear();
        Ok(())
    }

    /// As if by agreement, or as if the flag of the seat to move had fallen.
    fn time_is_up(&mut self, moment: Moment) -> Result<(), Spoiled> {
        if self.knows_agreement {
            return self.end_part(None, moment, |table| table.agree());
        }
        let turn = self.turn().ok_or_else(|| Refusal::state("the game does not go on"))?;
        self.end_part(Some(turn), moment, |table| table.leave(turn, game::Leaving::Flagged))
    }

    fn take_back(&mut self, to: usize, moment: Moment) -> Option<()> {
        let table = self.table.as_ref().filter(|table| to <= table.deeds())?;
        self.table = Some(table.rewound(to));
        self.done.truncate(to);
        self.clocks.truncate(to);
        self.offers.retain(|offer| offer.what != Topic::Takeback);
        if let Some(control) = self.plan.control {
            let mut clock = self.clocks.last().cloned().unwrap_or_else(|| Clock::new(control, self.chairs.len()));
            if let Some(running) = clock.running() {
                clock.forget_turn();
                self.start_clock(&mut clock, running, moment);
            }
            self.clock = Some(clock);
        }
        Some(())
    }

    /// What follows from deeds that were done on the board.
    fn acted(&mut self, deeds: &[(u8, String)], moment: Moment) {
        let by = deeds.first().and_then(|deed| seat(deed.0, self.chairs.len()));
        let turn = self.table.as_ref().and_then(|table| table.turn());
        let passed = turn != by || deeds.iter().any(|deed| deed.0 != deeds[0].0);
        self.run_clock(passed, moment);
        let count = self.chairs.len();
        self.note_deeds(deeds.iter().map(|deed| seat(deed.0, count)), moment);
        // An offer to draw stands until the offerer's next turn; one to take back, until anything is done.
        self.offers.retain(|offer| offer.what == Topic::Draw && turn != Some(offer.by) && turn.is_some());
    }

    /// The clock of the seat to move runs, beginning with the first deed of the game.
    fn run_clock(&mut self, passed: bool, moment: Moment) {
        let turn = self.table.as_ref().and_then(|table| table.turn());
        let Some(mut clock) = self.clock.take() else { return };
        match turn {
            None => clock.end_turn(moment.uptime_ms),
            Some(turn) if passed || clock.running().is_none() => self.start_clock(&mut clock, turn, moment),
            Some(_) => {}
        }
        self.clock = Some(clock);
    }

    /// A computer's clock is charged what it has thought, and not what it waited for its turn to think.
    fn start_clock(&self, clock: &mut Clock, seat: Seat, moment: Moment) {
        match self.computer(seat) {
            Some(_) => clock.start_told(seat, moment.uptime_ms),
            None => clock.start(seat, moment.uptime_ms),
        }
    }

    fn charge(&mut self, thought_ms: Option<u64>) {
        match (&mut self.clock, thought_ms) {
            (Some(clock), Some(thought_ms)) => clock.spend(thought_ms),
            (Some(clock), None) => clock.measure(),
            (None, _) => {}
        }
    }

    /// Which limit a computer has passed if it has thought so long, as an event.
    #[must_use]
    pub(crate) fn fallen_after(&self, thought_ms: u64, moment: Moment) -> Option<Event> {
        let mut clock = self.clock.clone()?;
        clock.spend(thought_ms);
        clock.fallen(moment.uptime_ms).map(fall_event)
    }

    fn note_deeds(&mut self, seats: impl Iterator<Item = Option<Seat>>, moment: Moment) {
        let reading = self.clock.as_ref().map(|clock| clock.reading(moment.uptime_ms));
        for seat in seats {
            let clock_ms = reading.as_ref().zip(seat).map(|(reading, seat)| reading.seats[seat].shown_ms());
            self.done.push(Done { seat, at_ms: moment.at_ms, clock_ms });
            self.clocks.extend(self.clock.clone());
        }
    }
}

const fn fall_event(fall: Fall) -> Event {
    match fall {
        Fall::Seat(seat) => Event::Leave { seat: seat.index() as u8, why: Why::Flagged },
        Fall::Total => Event::Time,
    }
}
