//! Clocks of one model: main time, increment, byoyomi periods, a limit for every turn and one for
//! the whole game.
//!
//! A clock is told the time in milliseconds and never asks for it. What a fallen flag means is the
//! game's business ([`Position::leave`](crate::Position::leave)).

use serde::{Deserialize, Serialize};

use crate::{BySeat, Seat};

/// How much time there is. A zero switches a part off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Control {
    /// Time for the whole game of one seat.
    pub main_ms: u64,
    /// What a finished turn adds to the main time.
    pub increment_ms: u64,
    /// After the main time, the length of a period.
    pub byoyomi_ms: u64,
    /// How many periods there are.
    pub periods: u32,
    /// The most that any one turn may take.
    pub turn_ms: u64,
    /// The most that the whole game may take, all seats together.
    pub total_ms: u64,
}

/// The longest time that a part of a [`Control`] may have: thirty days.
pub const PART_MS_MAX: u64 = 30 * 24 * 60 * 60 * 1000;
/// The shortest main time, period, limit of a turn and limit of a game: nobody acts in less than a
/// second.
pub const PART_MS_MIN: u64 = 1000;
/// The shortest increment.
pub const INCREMENT_MS_MIN: u64 = 100;
/// The most periods.
pub const PERIODS_MAX: u32 = 100;

impl Control {
    /// Whether every number is in range and the parts make sense together.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let parts = [self.main_ms, self.increment_ms, self.byoyomi_ms, self.turn_ms, self.total_ms];
        let periods_pair = (self.byoyomi_ms > 0) == (self.periods > 0);
        let increment_has_main = self.increment_ms == 0 || self.main_ms > 0;
        let long_enough = |part: u64, min: u64| part == 0 || part >= min;
        parts.iter().all(|part| *part <= PART_MS_MAX)
            && [self.main_ms, self.byoyomi_ms, self.turn_ms, self.total_ms]
                .iter()
                .all(|part| long_enough(*part, PART_MS_MIN))
            && long_enough(self.increment_ms, INCREMENT_MS_MIN)
            && self.periods <= PERIODS_MAX
            && periods_pair
            && increment_has_main
            && (self.limits_seats() || self.turn_ms > 0 || self.total_ms > 0)
    }

    /// Whether a seat has an account of its own, beyond the limits of turns and of the game.
    const fn limits_seats(&self) -> bool {
        self.main_ms > 0 || self.byoyomi_ms > 0
    }
}

/// The clocks of all seats; at most one of them runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: Control,
    left: BySeat<Account>,
    total_used_ms: u64,
    running: Option<Running>,
}

/// What one seat has left at the beginning of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Account {
    main_ms: u64,
    periods: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Running {
    seat: Seat,
    since_ms: i64,
    /// What the turn has taken, where that is told and not measured.
    told_ms: Option<u64>,
}

impl Running {
    fn used(&self, now_ms: i64) -> u64 {
        self.told_ms.unwrap_or_else(|| elapsed(self.since_ms, now_ms))
    }
}

/// Which limit was passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fall {
    /// A seat has used its own time.
    Seat(Seat),
    /// The game has used its total time.
    Total,
}

/// What the clocks show at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reading {
    /// The control from which they started.
    pub control: Control,
    /// Each seat's own clock.
    pub seats: BySeat<SeatReading>,
    /// The seat whose clock runs.
    pub running: Option<Seat>,
    /// What is left of this turn's limit.
    pub turn_ms: Option<u64>,
    /// What is left of the game's limit.
    pub total_ms: Option<u64>,
}

/// What the clock of one seat shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SeatReading {
    /// Main time left.
    pub main_ms: u64,
    /// What is left of the period; a full one while there is main time.
    pub period_ms: u64,
    /// Periods left, the current one included.
    pub periods: u32,
}

impl SeatReading {
    /// The one number to note beside a deed: main time, or the period once that is gone.
    #[must_use]
    pub const fn shown_ms(&self) -> u64 {
        if self.main_ms > 0 { self.main_ms } else { self.period_ms }
    }
}

impl Clock {
    /// Full clocks, none of them running.
    #[must_use]
    pub fn new(control: Control, seats: usize) -> Self {
        let account = Account { main_ms: control.main_ms, periods: control.periods };
        Self { control, left: BySeat::from_fn(seats, |_| account), total_used_ms: 0, running: None }
    }

    /// Whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|running| running.seat)
    }

    /// The turn of a seat begins; a turn that was going on ends.
    pub fn start(&mut self, seat: Seat, now_ms: i64) {
        self.end_turn(now_ms);
        self.running = Some(Running { seat, since_ms: now_ms, told_ms: None });
    }

    /// As [`start`](Self::start), for a seat whose time is told by [`spend`](Self::spend): until then its clock
    /// stands still and no flag falls.
    pub fn start_told(&mut self, seat: Seat, now_ms: i64) {
        self.start(seat, now_ms);
        self.running = self.running.map(|running| Running { told_ms: Some(0), ..running });
    }

    /// So much of the turn that is going on was used, if its time is told.
    pub fn spend(&mut self, used_ms: u64) {
        if let Some(told_ms) = self.running.as_mut().and_then(|running| running.told_ms.as_mut()) {
            *told_ms = told_ms.saturating_add(used_ms);
        }
    }

    /// The turn that is going on is measured after all, from its beginning.
    pub fn measure(&mut self) {
        self.running = self.running.map(|running| Running { told_ms: None, ..running });
    }

    /// The turn that is going on ends: its time is charged and its increment given.
    pub fn end_turn(&mut self, now_ms: i64) {
        let Some(running) = self.running.take() else { return };
        let (seat, used) = (running.seat, running.used(now_ms));
        self.total_used_ms += used;
        self.left[seat] = self.charged(self.left[seat], used);
        if self.left[seat].main_ms > 0 {
            self.left[seat].main_ms += self.control.increment_ms;
        }
    }

    /// The turn that is going on ends as if it had taken no time, as after a takeback.
    pub fn forget_turn(&mut self) {
        self.running = None;
    }

    /// A seat gets a full account, because somebody else sits there now; a turn of its own that is going on begins anew.
    pub fn refill(&mut self, seat: Seat) {
        self.left[seat] = Account { main_ms: self.control.main_ms, periods: self.control.periods };
        if self.running() == Some(seat) {
            self.running = self.running.map(|running| Running { told_ms: Some(0), ..running });
        }
    }

    /// Main time first, then every period that has passed in full.
    fn charged(&self, account: Account, used_ms: u64) -> Account {
        let main_ms = account.main_ms.saturating_sub(used_ms);
        let over_ms = used_ms.saturating_sub(account.main_ms);
        let passed = over_ms.checked_div(self.control.byoyomi_ms).unwrap_or(0);
        let periods = u64::from(account.periods).saturating_sub(passed) as u32;
        Account { main_ms, periods }
    }

    /// When a limit will be passed if nothing happens; never while the running clock's time is told.
    #[must_use]
    pub fn deadline(&self) -> Option<i64> {
        let Running { since_ms, .. } = self.running.filter(|running| running.told_ms.is_none())?;
        [self.seat_allowance(), self.total_allowance()]
            .into_iter()
            .flatten()
            .min()
            .map(|allowance| since_ms.saturating_add_unsigned(allowance))
    }

    /// Which limit has been passed.
    #[must_use]
    pub fn fallen(&self, now_ms: i64) -> Option<Fall> {
        let running = self.running?;
        let (seat, used) = (running.seat, running.used(now_ms));
        let passed = |allowance: Option<u64>| allowance.is_some_and(|allowance| used >= allowance);
        if passed(self.seat_allowance()) {
            Some(Fall::Seat(seat))
        } else {
            passed(self.total_allowance()).then_some(Fall::Total)
        }
    }

    /// How long the running turn may take before the seat's own flag falls.
    fn seat_allowance(&self) -> Option<u64> {
        let account = self.left[self.running?.seat];
        let own = account.main_ms + self.control.byoyomi_ms * u64::from(account.periods);
        let own = self.control.limits_seats().then_some(own);
        let turn = (self.control.turn_ms > 0).then_some(self.control.turn_ms);
        own.into_iter().chain(turn).min()
    }

    fn total_allowance(&self) -> Option<u64> {
        (self.control.total_ms > 0).then(|| self.control.total_ms.saturating_sub(self.total_used_ms))
    }

    /// What the clocks show now.
    #[must_use]
    pub fn reading(&self, now_ms: i64) -> Reading {
        let used = self.running.map(|running| running.used(now_ms));
        let used_by = |seat| used.filter(|_| self.running() == Some(seat)).unwrap_or(0);
        let control = self.control;
        Reading {
            control,
            seats: BySeat::from_fn(self.left.count(), |seat| self.seat_reading(self.left[seat], used_by(seat))),
            running: self.running(),
            turn_ms: used.filter(|_| control.turn_ms > 0).map(|used| control.turn_ms.saturating_sub(used)),
            total_ms: self.total_allowance().map(|left| left.saturating_sub(used.unwrap_or(0))),
        }
    }

    fn seat_reading(&self, account: Account, used_ms: u64) -> SeatReading {
        let Account { main_ms, periods } = self.charged(account, used_ms);
        let over_ms = used_ms.saturating_sub(account.main_ms);
        let into_period = over_ms.checked_rem(self.control.byoyomi_ms).unwrap_or(0);
        let period_ms = if periods > 0 { self.control.byoyomi_ms - into_period } else { 0 };
        SeatReading { main_ms, period_ms, periods }
    }
}

/// Time never runs backward.
fn elapsed(since_ms: i64, now_ms: i64) -> u64 {
    u64::try_from(now_ms.saturating_sub(since_ms)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::FIRST;
    const B: Seat = Seat::SECOND;

    fn clock(control: Control) -> Clock {
        assert!(control.is_sound());
        Clock::new(control, 2)
    }

    fn main_left(clock: &Clock, seat: Seat, now_ms: i64) -> u64 {
        clock.reading(now_ms).seats[seat].main_ms
    }

    #[test]
    fn main_time_runs_only_for_the_seat_to_move() {
        let mut clock = clock(Control { main_ms: 10_000, ..Control::default() });
        assert_eq!(clock.deadline(), None);
        clock.start(A, 1000);
        assert_eq!(clock.deadline(), Some(11_000));
        assert_eq!(main_left(&clock, A, 4000), 7000);
        assert_eq!(main_left(&clock, B, 4000), 10_000);
        clock.start(B, 4000);
        assert_eq!(main_left(&clock, A, 9000), 7000);
        assert_eq!(clock.fallen(13_999), None);
        assert_eq!(clock.fallen(14_000), Some(Fall::Seat(B)));
        assert_eq!(main_left(&clock, B, 99_000), 0);
    }

    #[test]
    fn a_finished_turn_earns_the_increment() {
        let mut clock = clock(Control { main_ms: 5000, increment_ms: 2000, ..Control::default() });
        clock.start(A, 0);
        clock.start(B, 3000);
        assert_eq!(main_left(&clock, A, 3000), 4000);
        assert_eq!(main_left(&clock, B, 3000), 5000);
    }

    #[test]
    fn a_turn_within_the_period_keeps_it_and_a_longer_one_uses_it_up() {
        let control = Control { main_ms: 1000, byoyomi_ms: 30_000, periods: 3, ..Control::default() };
        let mut clock = clock(control);
        clock.start(A, 0);
        assert_eq!(clock.deadline(), Some(91_000));
        // One second of main time, then 29 s of the first period: it is kept.
        clock.start(B, 30_000);
        assert_eq!(
            clock.reading(30_000).seats[A],
            SeatReading { main_ms: 0, period_ms: 30_000, periods: 3 },
            "the next turn has a full period"
        );
        // 31 s: one period is gone, the second has 29 s left.
        clock.start(A, 30_000);
        assert_eq!(clock.reading(61_000).seats[A], SeatReading { main_ms: 0, period_ms: 29_000, periods: 2 });
        clock.start(B, 61_000);
        clock.start(A, 61_000);
        assert_eq!(clock.fallen(120_999), None);
        assert_eq!(clock.fallen(121_000), Some(Fall::Seat(A)));
        assert_eq!(clock.reading(121_000).seats[A], SeatReading { main_ms: 0, period_ms: 0, periods: 0 });
    }

    #[test]
    fn byoyomi_earns_no_increment() {
        let control = Control { main_ms: 1000, increment_ms: 500, byoyomi_ms: 1000, periods: 1, ..Control::default() };
        let mut clock = clock(control);
        clock.start(A, 0);
        clock.start(B, 1500);
        assert_eq!(main_left(&clock, A, 1500), 0);
    }

    #[test]
    fn a_turn_limit_begins_anew_with_every_turn() {
        let mut clock = clock(Control { turn_ms: 60_000, ..Control::default() });
        clock.start(A, 0);
        assert_eq!(clock.reading(20_000).turn_ms, Some(40_000));
        clock.start(B, 59_000);
        assert_eq!(clock.deadline(), Some(119_000));
        assert_eq!(clock.fallen(119_000), Some(Fall::Seat(B)));
        clock.start(A, 119_000);
        assert_eq!(clock.fallen(119_000), None);
    }

    #[test]
    fn the_total_time_is_shared() {
        let mut clock = clock(Control { total_ms: 10_000, ..Control::default() });
        clock.start(A, 0);
        clock.start(B, 4000);
        assert_eq!(clock.reading(6000).total_ms, Some(4000));
        assert_eq!(clock.fallen(10_000), Some(Fall::Total));
        clock.end_turn(6000);
        assert_eq!(clock.deadline(), None);
    }

    #[test]
    fn a_clock_whose_time_is_told_stands_still_until_then() {
        let mut clock = clock(Control { main_ms: 5000, increment_ms: 100, ..Control::default() });
        clock.start_told(A, 1000);
        assert_eq!((clock.deadline(), clock.fallen(99_000)), (None, None));
        assert_eq!(main_left(&clock, A, 99_000), 5000);
        clock.spend(1200);
        clock.spend(300);
        assert_eq!(main_left(&clock, A, 99_000), 3500);
        clock.start(B, 99_000);
        assert_eq!(main_left(&clock, A, 99_000), 3600, "what was told is charged, and the increment given");
        clock.spend(4000);
        assert_eq!(main_left(&clock, B, 99_000), 5000, "a clock that runs by itself is not told anything");
        clock.start_told(A, 100_000);
        clock.spend(3600);
        assert_eq!(clock.fallen(100_000), Some(Fall::Seat(A)), "more was thought than there was");
    }

    #[test]
    fn a_clock_that_was_not_told_can_be_measured_after_all() {
        let mut clock = clock(Control { main_ms: 5000, ..Control::default() });
        clock.start_told(A, 1000);
        clock.measure();
        assert_eq!((clock.deadline(), main_left(&clock, A, 3000)), (Some(6000), 3000));
    }

    #[test]
    fn time_that_jumps_back_gives_nothing_and_takes_nothing() {
        let mut clock = clock(Control { main_ms: 5000, ..Control::default() });
        clock.start(A, 10_000);
        assert_eq!(main_left(&clock, A, 0), 5000);
        clock.start(B, 0);
        assert_eq!(main_left(&clock, A, 0), 5000);
        assert_eq!(clock.fallen(i64::MIN), None);
        assert_eq!(clock.fallen(i64::MAX), Some(Fall::Seat(B)));
    }

    #[test]
    fn senseless_controls_are_noticed() {
        let sound = |control: Control| control.is_sound();
        assert!(!sound(Control::default()));
        assert!(!sound(Control { increment_ms: 1000, ..Control::default() }));
        assert!(!sound(Control { byoyomi_ms: 1000, ..Control::default() }));
        assert!(!sound(Control { main_ms: 1000, periods: 1, ..Control::default() }));
        assert!(!sound(Control { main_ms: PART_MS_MAX + 1, ..Control::default() }));
        assert!(sound(Control { byoyomi_ms: 1000, periods: 1, ..Control::default() }));
    }

    #[test]
    fn no_part_is_too_short_for_anybody_to_act_in() {
        let whole = Control {
            main_ms: PART_MS_MIN,
            increment_ms: INCREMENT_MS_MIN,
            byoyomi_ms: PART_MS_MIN,
            periods: 1,
            turn_ms: PART_MS_MIN,
            total_ms: PART_MS_MIN,
        };
        assert!(whole.is_sound());
        assert!(!Control { main_ms: PART_MS_MIN - 1, ..whole }.is_sound());
        assert!(!Control { increment_ms: INCREMENT_MS_MIN - 1, ..whole }.is_sound());
        assert!(!Control { byoyomi_ms: PART_MS_MIN - 1, ..whole }.is_sound());
        assert!(!Control { turn_ms: 1, ..whole }.is_sound());
        assert!(!Control { total_ms: PART_MS_MIN - 1, ..whole }.is_sound());
    }
}
