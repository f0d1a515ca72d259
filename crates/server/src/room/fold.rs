//! What events do to a sitting: as they happen, and once more when a game is loaded.

use game::clock::Clock;
use game::{Refusal, Seat, Table};

use crate::ids::GameId;
use crate::room::event::{Event, Happening, Why, seat};
use crate::room::past::{self, Kept, Left};
use crate::room::plan::Chair;
use crate::room::sitting::{Before, Done, How, Moment, Sitting, Spoiled};
use crate::store::{StoredEvent, StoredGame};
use crate::time::Time;
use crate::wire::Topic;

/// How many turns may pass, where the total time is used up, before the rules must have ended the game.
const LAST_TURNS_MAX: usize = 1000;

impl Sitting {
    /// A stored table with all that has happened. What was taken back is not played again.
    ///
    /// # Errors
    /// If something in the store is not what we wrote.
    pub(crate) fn restored(id: GameId, stored: &StoredGame, time: &Time) -> Result<Self, Spoiled> {
        let read = |row: &StoredEvent| serde_json::from_str(&row.body);
        let events: Vec<Event> = stored.events.iter().map(read).collect::<Result<_, _>>()?;
        let folded = Self::folded(id, stored, &events, &past::kept(&events), time);
        folded.or_else(|_| Self::folded(id, stored, &events, &vec![Kept::WHOLE; events.len()], time))
    }

    fn folded(id: GameId, stored: &StoredGame, events: &[Event], kept: &[Kept], time: &Time) -> Result<Self, Spoiled> {
        let mut sitting = Self::new(id, serde_json::from_str(&stored.plan)?, stored.created_ms)?;
        for ((row, event), kept) in stored.events.iter().zip(events).zip(kept) {
            sitting.happen_again(event, *kept, Moment::at(time, row.at_ms))?;
            if let Ok(guest) = row.guest.parse() {
                sitting.journal.acknowledge(guest, &row.ack);
            }
        }
        Ok(sitting)
    }

    /// Lets an event happen.
    ///
    /// # Errors
    /// If it does not fit the game; then nothing has changed.
    pub(crate) fn happen(&mut self, event: &Event, moment: Moment) -> Result<(), Spoiled> {
        self.happen_after(event, self.before(), moment)
    }

    fn happen_after(&mut self, event: &Event, before: Before, moment: Moment) -> Result<(), Spoiled> {
        match event {
            Event::Act { deeds, .. } => self.replay(deeds)?,
            _ => self.change(event, moment)?,
        }
        self.note(event, before, moment);
        Ok(())
    }

    /// As [`happen`](Self::happen), as far as the event was not taken back since.
    fn happen_again(&mut self, event: &Event, kept: Kept, moment: Moment) -> Result<(), Spoiled> {
        let before = Before { deeds: kept.before.unwrap_or_else(|| self.deeds()), ..self.before() };
        match (event, kept.left) {
            (_, Left::Whole) if event.is_deed() && before.deeds != self.deeds() => {
                return Err(Spoiled::Misfit(event.clone()));
            }
            (_, Left::Whole) => return self.happen_after(event, before, moment),
            (Event::Act { deeds, thought_ms }, Left::Deeds(count)) => {
                self.replay(&deeds[..count])?;
                self.charge(*thought_ms);
                self.note_actions(&deeds[..count], moment);
            }
            _ => {}
        }
        self.forget(event);
        self.note_event(event, before.deeds, moment);
        Ok(())
    }

    /// What remains of an event of which the board knows nothing any more: that it was asked for.
    fn forget(&mut self, event: &Event) {
        match event {
            Event::Act { deeds, .. } => self.offers.acted(&self.seats_behind(deeds)),
            Event::Leave { .. } | Event::Agree | Event::Time => self.offers.cleared(),
            Event::Takeback { .. } => self.offers.carried_out(Topic::Takeback),
            _ => {}
        }
    }

    /// Where the game stands, before something happens.
    #[must_use]
    pub(super) fn before(&self) -> Before {
        let table = self.table.as_ref();
        Before {
            deeds: self.deeds(),
            turn: table.and_then(|table| table.turn()),
            mark: table.map_or(0, |table| table.turn_mark()),
        }
    }

    /// Notes an event whose work on the board is done.
    pub(super) fn note(&mut self, event: &Event, before: Before, moment: Moment) {
        if let Event::Act { deeds, thought_ms } = event {
            self.charge(*thought_ms);
            self.acted(deeds, before, moment);
        }
        self.note_event(event, before.deeds, moment);
    }

    fn note_event(&mut self, event: &Event, before: usize, moment: Moment) {
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
            Event::Sit { seat, chair } => {
                *self.chairs.get_mut(usize::from(*seat)).ok_or_else(misfit)? = chair.clone();
                self.seatings += 1;
            }
            Event::Stand { seat } => {
                let seat = usize::from(*seat);
                *self.chairs.get_mut(seat).ok_or_else(misfit)? = Chair::Open;
                self.brought[seat].clone_from(&self.plan.given[seat]);
                self.seatings += 1;
            }
            Event::Chose { seat, value } => {
                *self.brought.get_mut(usize::from(*seat)).ok_or_else(misfit)? = Some(value.clone());
            }
            Event::Start { rules, start } => self.begin(self.kind.load(rules, start)?),
            Event::Act { .. } => {}
            Event::Leave { seat: number, why } => {
                let seat = seat(*number, count).ok_or_else(misfit)?;
                self.leaves(seat, *why, moment)?;
            }
            Event::Agree => self.end_part(None, How::Agreed, moment, |table| table.agree())?,
            Event::Time => self.time_is_up(moment)?,
            Event::Offer { seat: number, what } => {
                let by = seat(*number, count).ok_or_else(misfit)?;
                self.offers.offered(by, *what, self.seats_beside(by));
            }
            Event::Accept { seat: number, what } => {
                let seat = seat(*number, count).ok_or_else(misfit)?;
                self.offers.accepted(*what, self.seats_beside(seat));
            }
            Event::Decline { what, .. } => self.offers.declined(*what),
            Event::Takeback { to } => self.take_back(*to as usize, moment).ok_or_else(misfit)?,
            Event::Rematch { game } => {
                self.rematch = Some(*game);
                self.offers.carried_out(Topic::Rematch);
            }
        }
        Ok(())
    }

    /// A seat with all other seats of the same person.
    pub(super) fn seats_beside(&self, seat: Seat) -> Vec<Seat> {
        match self.chairs[seat.index()] {
            Chair::Person { guest, .. } => self.seats_of(guest),
            _ => vec![seat],
        }
    }

    /// The seats of everybody who did some of these deeds.
    fn seats_behind(&self, deeds: &[(u8, String)]) -> Vec<Seat> {
        let seats = deeds.iter().filter_map(|deed| seat(deed.0, self.chairs.len()));
        seats.flat_map(|seat| self.seats_beside(seat)).collect()
    }

    fn begin(&mut self, table: Box<dyn Table>) {
        let seen = |viewer| table.view(viewer);
        self.starts_secret = self.seats().any(|seat| seen(Some(seat)) != seen(None));
        self.table = Some(table);
    }

    fn leaves(&mut self, seat: Seat, why: Why, moment: Moment) -> Result<(), Spoiled> {
        self.end_part(Some(seat), How::Left(why), moment, |table| table.leave(seat, why.into()))
    }

    /// Someone leaves, or all agree: a deed that is not an action.
    fn end_part(
        &mut self,
        seat: Option<Seat>,
        how: How,
        moment: Moment,
        end: impl FnOnce(&mut dyn Table) -> Result<(), Refusal>,
    ) -> Result<(), Spoiled> {
        let before = self.before();
        let table = self.table.as_mut().ok_or_else(|| Refusal::state("the game has not begun"))?;
        end(table.as_mut())?;
        let after = table.turn();
        table.carry_out_forced();
        let forced = table.deeds().saturating_sub(before.deeds + 1);
        self.run_clock(forced > 0 || self.has_passed(before), moment);
        self.note_deed(seat, how, moment);
        for _ in 0..forced {
            self.note_deed(after, How::Acted, moment);
        }
        self.offers.cleared();
        Ok(())
    }

    /// Whether another turn has begun since, be it of the same seat.
    fn has_passed(&self, before: Before) -> bool {
        let now = self.before();
        (now.turn, now.mark) != (before.turn, before.mark)
    }

    /// As if by agreement, or as if flags fell until the game is over.
    fn time_is_up(&mut self, moment: Moment) -> Result<(), Spoiled> {
        if self.table.as_ref().is_some_and(|table| table.may_agree()) {
            return self.end_part(None, How::Agreed, moment, |table| table.agree());
        }
        for _ in 0..LAST_TURNS_MAX {
            let Some(turn) = self.turn() else { return Ok(()) };
            self.leaves(turn, Why::Flagged, moment)?;
        }
        match self.turn() {
            Some(turn) => self.leaves(turn, Why::Forfeited, moment),
            None => Ok(()),
        }
    }

    /// All offers are void after it, so that they do not depend on what was taken back.
    fn take_back(&mut self, to: usize, moment: Moment) -> Option<()> {
        let table = self.table.as_ref().filter(|table| to <= table.deeds())?;
        if to < table.deeds() {
            self.table = Some(table.rewound(to));
        }
        self.done.truncate(to);
        self.clocks.truncate(to);
        self.offers.carried_out(Topic::Takeback);
        if let Some(control) = self.plan.control {
            let mut clock = self.clocks.last().cloned().unwrap_or_else(|| Clock::new(control, self.chairs.len()));
            if let Some(turn) = self.turn().filter(|_| clock.running().is_some()) {
                clock.forget_turn();
                self.start_clock(&mut clock, turn, moment);
            }
            self.clock = Some(clock);
        }
        Some(())
    }

    /// What follows from deeds that were done on the board.
    fn acted(&mut self, deeds: &[(u8, String)], before: Before, moment: Moment) {
        let Some((last, earlier)) = deeds.split_last() else { return };
        // What is noted beside all but the last does not depend on it, for it may be taken back alone.
        self.note_actions(earlier, moment);
        let passed = self.has_passed(before) || earlier.iter().any(|deed| deed.0 != last.0);
        self.run_clock(passed, moment);
        self.note_actions(std::slice::from_ref(last), moment);
        self.offers.acted(&self.seats_behind(deeds));
        self.offers.turned(self.turn());
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

    fn note_actions(&mut self, deeds: &[(u8, String)], moment: Moment) {
        for (number, _) in deeds {
            self.note_deed(seat(*number, self.chairs.len()), How::Acted, moment);
        }
    }

    fn note_deed(&mut self, seat: Option<Seat>, how: How, moment: Moment) {
        let reading = self.clock.as_ref().map(|clock| clock.reading(moment.uptime_ms));
        let clock_ms = reading.zip(seat).map(|(reading, seat)| reading.seats[seat].shown_ms());
        self.done.push(Done { seat, how, at_ms: moment.at_ms, clock_ms });
        self.clocks.extend(self.clock.clone());
    }
}
