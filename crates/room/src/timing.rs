//! The clock of a game as it goes on, and as it stood after each deed.

use game::Seat;
use game::clock::{Clock, Control, Fall, Reading};

/// Whose turn it is, and how that is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    /// A computer's clock is charged what it has thought, and not what it waited for its turn to think.
    pub(crate) is_computer: bool,
}

/// A clock with its past.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    fresh: Clock,
    now: Clock,
    /// The clock after each deed, to go back to.
    after: Vec<Clock>,
}

impl Timing {
    /// A clock that nobody has started.
    pub(crate) fn new(control: Control, seats: usize) -> Self {
        let fresh = Clock::new(control, seats);
        Self { now: fresh.clone(), fresh, after: Vec::new() }
    }

    /// When a flag falls if nothing happens.
    pub(crate) fn deadline(&self) -> Option<i64> {
        self.now.deadline()
    }

    /// Which flag has fallen.
    pub(crate) fn fallen(&self, uptime_ms: i64) -> Option<Fall> {
        self.now.fallen(uptime_ms)
    }

    /// Which flag has fallen once a computer is charged what it has thought.
    pub(crate) fn fallen_after(&self, thought_ms: u64, uptime_ms: i64) -> Option<Fall> {
        let mut clock = self.now.clone();
        clock.spend(thought_ms);
        clock.fallen(uptime_ms)
    }

    /// What it shows.
    pub(crate) fn reading(&self, uptime_ms: i64) -> Reading {
        self.now.reading(uptime_ms)
    }

    /// Whoever has just acted is charged what was thought, or else what has passed.
    pub(crate) fn charge(&mut self, thought_ms: Option<u64>) {
        match thought_ms {
            Some(thought_ms) => self.now.spend(thought_ms),
            None => self.now.measure(),
        }
    }

    /// The clock of the seat to move runs, beginning with the first deed of the game.
    pub(crate) fn go_on(&mut self, turn: Option<Turn>, has_passed: bool, uptime_ms: i64) {
        match turn {
            None => self.now.end_turn(uptime_ms),
            Some(turn) if has_passed || self.now.running().is_none() => self.start(turn, uptime_ms),
            Some(_) => {}
        }
    }

    fn start(&mut self, turn: Turn, uptime_ms: i64) {
        if turn.is_computer {
            self.now.start_told(turn.seat, uptime_ms);
        } else {
            self.now.start(turn.seat, uptime_ms);
        }
    }

    /// A computer stands in on a seat: its time is full from now on, and whenever one goes back to.
    pub(crate) fn refill(&mut self, seat: Seat) {
        for clock in self.after.iter_mut().chain([&mut self.now]) {
            clock.refill(seat);
        }
    }

    /// Notes a deed; what the clock of its seat shows.
    pub(crate) fn note_deed(&mut self, seat: Option<Seat>, uptime_ms: i64) -> Option<u64> {
        self.after.push(self.now.clone());
        seat.map(|seat| self.now.reading(uptime_ms).seats[seat].shown_ms())
    }

    /// As it stood after so many deeds; the turn that is played anew begins anew.
    pub(crate) fn take_back(&mut self, deeds: usize, turn: Option<Turn>, uptime_ms: i64) {
        self.after.truncate(deeds);
        self.now = self.after.last().unwrap_or(&self.fresh).clone();
        if let Some(turn) = turn.filter(|_| self.now.running().is_some()) {
            self.now.forget_turn();
            self.start(turn, uptime_ms);
        }
    }
}
