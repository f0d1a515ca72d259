//! What events do to a sitting: as they happen, and once more when a game is loaded.

use game::{Refusal, Seat, Table};

use crate::course::{Course, Done, How, TurnMark};
use crate::event::{Deeds, Event, Why};
use crate::host::Stamp;
use crate::past::{Kept, Left};
use crate::plan::Chair;
use crate::sitting::{Sitting, Spoiled, Stop};
use crate::wire::Topic;

/// How many turns may pass, where the total time is used up, before the rules must have ended the game.
const LAST_TURNS_MAX: usize = 1000;

impl Sitting {
    /// The one way in which events change a sitting. `kept` says what is left of one that happened long ago.
    ///
    /// # Errors
    /// If it does not fit the game; then nothing has changed.
    pub(crate) fn apply(&mut self, event: &Event, kept: Kept, stamp: Stamp) -> Result<(), Spoiled> {
        let deeds = kept.before.unwrap_or_else(|| self.deeds());
        match (event, kept.left) {
            (_, Left::Whole) if event.is_deed() && deeds != self.deeds() => {
                return Err(Spoiled::Misfit(Box::new(event.clone())));
            }
            (_, Left::Whole) => self.change(event, stamp)?,
            (Event::Act(act), Left::Deeds(count)) => {
                self.replay(&act.deeds[..count])?;
                self.charge(act.thought_ms);
                self.note_actions(&act.deeds[..count], stamp);
                self.forget(event);
            }
            _ => self.forget(event),
        }
        if !matches!(event, Event::Pause { .. }) {
            self.changed_ms = stamp.at_ms;
        }
        let is_aside = matches!(event, Event::Adopt(_) | Event::Pause { .. });
        if !is_aside && !matches!(event, Event::Offer { .. } | Event::Accept { .. } | Event::Decline { .. }) {
            self.since_ms = stamp.uptime_ms;
        }
        let still_there = if let Event::Takeback { to } = event { *to as usize } else { deeds };
        self.journal.note(event.told(deeds), still_there);
        Ok(())
    }

    /// What remains of an event of which the board knows nothing any more: that it was asked for.
    fn forget(&mut self, event: &Event) {
        match event {
            Event::Act(Deeds { deeds, .. }) => self.offers.acted(&self.seats.behind(deeds)),
            Event::Leave { .. } | Event::Agree | Event::Time => self.offers.cleared(),
            Event::Takeback { .. } => {
                self.has_taken_back = true;
                self.offers.carried_out(Topic::Takeback);
            }
            _ => {}
        }
    }

    fn change(&mut self, event: &Event, stamp: Stamp) -> Result<(), Spoiled> {
        let misfit = || Spoiled::Misfit(Box::new(event.clone()));
        let seat_of = |sitting: &Self, number: u8| sitting.seats.numbered(number).ok_or_else(misfit);
        match event {
            Event::Sit { seat, who } => self.seats.give(seat_of(self, *seat)?, who.chair.clone()),
            Event::Stand { seat } => {
                let seat = seat_of(self, *seat)?;
                self.seats.give(seat, Chair::Open);
                self.is_dealt = false;
                self.openings.bring(seat, self.plan.given[seat.index()].clone());
            }
            Event::Chose { seat, what } => self.openings.bring(seat_of(self, *seat)?, Some(what.value.clone())),
            Event::Start(begun) => {
                self.course = Some(Course::new(self.kind.load(&begun.rules, &begun.start)?));
                self.standing = begun.standing.clone();
            }
            Event::Act(act) => self.act(act, stamp)?,
            Event::Leave { seat, why } => self.leaves(seat_of(self, *seat)?, *why, stamp)?,
            Event::Agree => self.end_part(None, How::Agreed, stamp, |table| table.agree())?,
            Event::Time => self.time_is_up(stamp)?,
            Event::Offer { seat, what } => {
                let by = seat_of(self, *seat)?;
                self.offers.offered(by, *what, self.seats.beside(by));
            }
            Event::Accept { seat, what } => self.offers.accepted(*what, self.seats.beside(seat_of(self, *seat)?)),
            Event::Decline { what, .. } => self.offers.declined(*what),
            Event::Takeback { to } => self.take_back(*to as usize, stamp).ok_or_else(misfit)?,
            Event::Hint { seat } => {
                let seat = seat_of(self, *seat)?;
                self.hints[seat] += 1;
            }
            Event::Adopt(heir) => self.adopt(*heir),
            Event::Seated(dealt) => self.deal(&dealt.order).ok_or_else(misfit)?,
            Event::StandIn { seat, by } => self.stand_in(seat_of(self, *seat)?, &by.level).ok_or_else(misfit)?,
            Event::Sides { exchanged } => self.settle_sides(*exchanged, stamp).ok_or_else(misfit)?,
            Event::Abort => self.stop(Stop::Aborted, stamp),
            Event::Close => self.stop(Stop::Closed, stamp),
            Event::Rematch { game } => {
                self.rematch = Some(*game);
                self.offers.carried_out(Topic::Rematch);
            }
            Event::Pause { ms } => self.pause(*ms, stamp),
        }
        Ok(())
    }

    fn course_mut(&mut self) -> Result<&mut Course, Spoiled> {
        self.course.as_mut().ok_or_else(|| Refusal::state("the game has not begun").into())
    }

    /// Deeds on the board, and what follows from them.
    fn act(&mut self, act: &Deeds, stamp: Stamp) -> Result<(), Spoiled> {
        let before = self.turn_mark();
        self.replay(&act.deeds)?;
        self.charge(act.thought_ms);
        let Some((last, earlier)) = act.deeds.split_last() else { return Ok(()) };
        // What is noted beside all but the last does not depend on it, for it may be taken back alone.
        self.note_actions(earlier, stamp);
        let has_passed = self.turn_mark() != before || earlier.iter().any(|deed| deed.0 != last.0);
        self.run_clock(has_passed, stamp);
        self.note_actions(std::slice::from_ref(last), stamp);
        self.offers.acted(&self.seats.behind(&act.deeds));
        self.offers.turned(self.turn());
        Ok(())
    }

    fn replay(&mut self, deeds: &[(u8, String)]) -> Result<(), Spoiled> {
        let table = &mut self.course_mut()?.table;
        for (_, text) in deeds {
            table.act(text)?;
        }
        Ok(())
    }

    fn turn_mark(&self) -> Option<TurnMark> {
        self.course.as_ref().map(Course::turn_mark)
    }

    fn leaves(&mut self, seat: Seat, why: Why, stamp: Stamp) -> Result<(), Spoiled> {
        self.end_part(Some(seat), How::Left(why), stamp, |table| table.leave(seat, why.into()))
    }

    /// Someone leaves, or all agree: a deed that is not an action.
    fn end_part(
        &mut self,
        seat: Option<Seat>,
        how: How,
        stamp: Stamp,
        end: impl FnOnce(&mut dyn Table) -> Result<(), Refusal>,
    ) -> Result<(), Spoiled> {
        let (before, deeds) = (self.turn_mark(), self.deeds());
        let table = &mut self.course_mut()?.table;
        end(table.as_mut())?;
        let after = table.turn();
        table.carry_out_forced();
        let forced = table.deeds().saturating_sub(deeds + 1);
        self.run_clock(forced > 0 || self.turn_mark() != before, stamp);
        self.note_deed(seat, how, stamp);
        for _ in 0..forced {
            self.note_deed(after, How::Acted, stamp);
        }
        self.offers.cleared();
        Ok(())
    }

    /// As if by agreement, or as if flags fell until the game is over.
    fn time_is_up(&mut self, stamp: Stamp) -> Result<(), Spoiled> {
        if self.table().is_some_and(Table::may_agree) {
            return self.end_part(None, How::Agreed, stamp, |table| table.agree());
        }
        for _ in 0..LAST_TURNS_MAX {
            let Some(turn) = self.turn() else { return Ok(()) };
            self.leaves(turn, Why::Flagged, stamp)?;
        }
        match self.turn() {
            Some(turn) => self.leaves(turn, Why::Forfeited, stamp),
            None => Ok(()),
        }
    }

    /// All offers are void after it, so that they do not depend on what was taken back.
    fn take_back(&mut self, to: usize, stamp: Stamp) -> Option<()> {
        self.course.as_mut()?.take_back(to)?;
        self.has_taken_back = true;
        self.offers.carried_out(Topic::Takeback);
        let turn = self.turn().and_then(|_| self.turn_to_measure());
        if let Some(timing) = &mut self.timing {
            timing.take_back(to, turn, stamp.uptime_ms);
        }
        Some(())
    }

    pub(crate) fn run_clock(&mut self, has_passed: bool, stamp: Stamp) {
        let turn = self.turn_to_measure();
        if let Some(timing) = &mut self.timing {
            timing.go_on(turn, has_passed, stamp.uptime_ms);
        }
    }

    fn charge(&mut self, thought_ms: Option<u64>) {
        if let Some(timing) = &mut self.timing {
            timing.charge(thought_ms);
        }
    }

    fn note_actions(&mut self, deeds: &[(u8, String)], stamp: Stamp) {
        for (number, _) in deeds {
            self.note_deed(self.seats.numbered(*number), How::Acted, stamp);
        }
    }

    fn note_deed(&mut self, seat: Option<Seat>, how: How, stamp: Stamp) {
        let clock_ms = self.timing.as_mut().and_then(|timing| timing.note_deed(seat, stamp.uptime_ms));
        if let Some(course) = &mut self.course {
            course.done.push(Done { seat, how, at_ms: stamp.at_ms, clock_ms });
        }
    }
}
