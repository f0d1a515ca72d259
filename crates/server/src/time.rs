//! The server's time: it never runs backward, and it stands still while the server is down or frozen.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use room::Stamp;
use tokio::time::Instant;

/// How often time is looked at, so that a gap is noticed.
const PULSE: Duration = Duration::from_millis(500);
/// A longer gap means that the process did not run: it was stopped, or the machine slept.
const GAP_MAX_MS: i64 = 2_000;
/// How many gaps of its own one of several processes remembers.
const STALLS_MAX: usize = 1_000;

/// The clock on the wall. Tests put it forward, because nobody waits three days for one.
#[derive(Clone, Debug, Default)]
pub struct Wall(Arc<Ahead>);

/// How far it is ahead of the system's, and how much of that servers have lived through.
#[derive(Debug, Default)]
struct Ahead {
    shown_ms: AtomicI64,
    lived_ms: AtomicI64,
}

impl Wall {
    /// So much time passes for whoever runs.
    pub fn pass(&self, ms: i64) {
        // What is shown is read first, so nobody sees time that seems not to have been lived through.
        self.0.lived_ms.fetch_add(ms, Ordering::SeqCst);
        self.0.shown_ms.fetch_add(ms, Ordering::SeqCst);
    }

    /// So much time passes while nothing runs: the power is off, or the machine sleeps.
    pub fn pass_unlived(&self, ms: i64) {
        self.0.shown_ms.fetch_add(ms, Ordering::SeqCst);
    }

    fn shown_ms(&self) -> i64 {
        let system = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(system.as_millis()).unwrap_or(i64::MAX).saturating_add(self.0.shown_ms.load(Ordering::SeqCst))
    }

    fn lived_ms(&self) -> i64 {
        self.0.lived_ms.load(Ordering::SeqCst)
    }
}

/// The wall clock as it was when the server started, carried on by a monotonic one.
#[derive(Debug)]
pub(crate) struct Time {
    wall: Wall,
    started: Instant,
    flow: Mutex<Flow>,
}

impl Time {
    /// Time that goes on from now, or from `last_ms` if the system's clock was put back since.
    #[must_use]
    pub(crate) fn starting(wall: Wall, last_ms: i64, outages: Outages) -> Self {
        let now_ms = wall.shown_ms().max(last_ms);
        let lived_ms = wall.lived_ms();
        let flow = Flow { anchor_ms: now_ms, last_ms: now_ms, lived_ms, outages, ..Flow::default() };
        Self { wall, started: Instant::now(), flow: Mutex::new(flow) }
    }

    /// Time that goes on after an outage that began at `last_ms`.
    #[must_use]
    pub(crate) fn resuming(wall: Wall, last_ms: i64, outages: Outages) -> Self {
        let time = Self::starting(wall, last_ms, outages);
        let to_ms = time.flow().last_ms;
        time.flow().stood_still(Span { from_ms: last_ms, to_ms });
        time
    }

    /// Time of one of several processes, which all go by the clock of their database: it showed `now_ms`. What one of them
    /// does not live through concerns its own games, and not those of the others.
    #[must_use]
    pub(crate) fn shared(wall: Wall, now_ms: i64, outages: Outages) -> Self {
        let lived_ms = wall.lived_ms();
        let flow = Flow { anchor_ms: now_ms, last_ms: now_ms, lived_ms, outages, is_shared: true, ..Flow::default() };
        Self { wall, started: Instant::now(), flow: Mutex::new(flow) }
    }

    /// The database's clock showed that, at some moment within the last `within`.
    pub(crate) fn follow(&self, shown_ms: i64, within: Duration) {
        self.flow().follow(self.started.elapsed(), shown_ms, within);
    }

    /// What this process, one of several, has not lived through, the oldest first; and how many of these there ever were.
    #[must_use]
    pub(crate) fn stalls(&self) -> (Vec<Span>, usize) {
        let flow = self.flow();
        (flow.stalls.clone(), flow.stalled)
    }

    /// How many of these there ever were.
    #[must_use]
    pub(crate) fn stalled(&self) -> usize {
        self.flow().stalled
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub(crate) fn now_ms(&self) -> i64 {
        let mut flow = self.flow();
        // The clock of this machine may show anything where another one counts.
        let shown_ms = if flow.is_shared { i64::MIN } else { self.wall.shown_ms() };
        flow.live(self.wall.lived_ms());
        flow.read(self.started.elapsed(), shown_ms)
    }

    /// Now, for a table.
    #[must_use]
    pub(crate) fn stamp(&self) -> Stamp {
        let at_ms = self.now_ms();
        Stamp { at_ms, uptime_ms: self.uptime_ms(at_ms) }
    }

    /// The same moment on a clock that stood still in every outage. Game clocks are read by it.
    #[must_use]
    pub(crate) fn uptime_ms(&self, at_ms: i64) -> i64 {
        self.flow().outages.uptime_ms(at_ms)
    }

    /// The moment at which [`now_ms`](Self::now_ms) and the uptime clock will show that uptime.
    #[must_use]
    pub(crate) fn until_uptime(&self, uptime_ms: i64) -> Instant {
        let left = uptime_ms.saturating_sub(self.uptime_ms(self.now_ms()));
        Instant::now() + Duration::from_millis(u64::try_from(left).unwrap_or(0))
    }

    /// Notes that nothing could be done from then to now, if that was long. Whether it was.
    pub(crate) fn note_outage(&self, from_ms: i64) -> bool {
        let to_ms = self.now_ms();
        let is_long = to_ms - from_ms > GAP_MAX_MS;
        if is_long {
            self.flow().stood_still(Span { from_ms, to_ms });
        }
        is_long
    }

    /// Outages that nobody has stored yet, oldest first.
    #[must_use]
    pub(crate) fn unstored(&self) -> Vec<Span> {
        self.flow().unstored.clone()
    }

    /// The first `count` of them are stored.
    pub(crate) fn stored(&self, count: usize) {
        let unstored = &mut self.flow().unstored;
        unstored.drain(..count.min(unstored.len()));
    }

    fn flow(&self) -> MutexGuard<'_, Flow> {
        self.flow.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks at the time so often that whoever looks after a gap knows it for one.
pub(crate) async fn keep_watch(time: std::sync::Arc<Time>) {
    loop {
        let _ = time.now_ms();
        tokio::time::sleep(PULSE).await;
    }
}

/// From one moment to a later one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    /// The first.
    pub from_ms: i64,
    /// The second.
    pub to_ms: i64,
}

/// How time has gone on so far. Both clocks are told to it, so that it can be tested.
#[derive(Debug, Default)]
struct Flow {
    /// What time it was when the monotonic clock showed `anchor`.
    anchor_ms: i64,
    anchor: Duration,
    /// What was read last.
    last_ms: i64,
    /// How much of what a test has put the wall's clock forward is in these.
    lived_ms: i64,
    outages: Outages,
    unstored: Vec<Span>,
    /// Whether there are other processes, for whom time may have gone on.
    is_shared: bool,
    /// When this one of several did not run, and how often that was.
    stalls: Vec<Span>,
    stalled: usize,
}

impl Flow {
    /// Corrects the time by another clock as far as it is certainly wrong.
    fn follow(&mut self, monotonic: Duration, shown_ms: i64, within: Duration) {
        let now_ms = self.read(monotonic, i64::MIN);
        let latest_ms = shown_ms.saturating_add(i64::try_from(within.as_millis()).unwrap_or(i64::MAX));
        if now_ms < shown_ms || now_ms > latest_ms {
            (self.anchor, self.anchor_ms) = (monotonic, now_ms.clamp(shown_ms, latest_ms));
            self.read(monotonic, i64::MIN);
        }
    }

    /// What time it is by a monotonic clock and the one on the wall. The wall is believed only where it is far ahead: the
    /// monotonic clock stands still while a machine sleeps.
    fn read(&mut self, monotonic: Duration, wall_ms: i64) -> i64 {
        let since = monotonic.saturating_sub(self.anchor).as_millis();
        let carried_ms = self.anchor_ms.saturating_add(i64::try_from(since).unwrap_or(i64::MAX));
        if wall_ms.saturating_sub(carried_ms) > GAP_MAX_MS {
            (self.anchor, self.anchor_ms) = (monotonic, wall_ms);
        }
        let now_ms = self.last_ms.max(carried_ms).max(self.anchor_ms);
        // Whoever reads first after a gap finds it, so no flag can fall in between.
        if now_ms - self.last_ms > GAP_MAX_MS {
            self.stood_still(Span { from_ms: self.last_ms, to_ms: now_ms });
        }
        self.last_ms = now_ms;
        now_ms
    }

    /// Time that was lived through without waiting for it.
    const fn live(&mut self, lived_ms: i64) {
        let more_ms = lived_ms - self.lived_ms;
        self.anchor_ms += more_ms;
        self.last_ms += more_ms;
        self.lived_ms = lived_ms;
    }

    fn stood_still(&mut self, span: Span) {
        if self.is_shared {
            let from_ms = self.stalls.last().map_or(span.from_ms, |last| span.from_ms.max(last.to_ms));
            if from_ms < span.to_ms {
                self.stalls.drain(..(self.stalls.len() + 1).saturating_sub(STALLS_MAX));
                self.stalls.push(Span { from_ms, ..span });
                self.stalled += 1;
            }
            return;
        }
        self.outages.push(span.from_ms, span.to_ms);
        self.unstored.push(span);
    }
}

/// When the server did not run, oldest first, each with the length of all up to it.
#[derive(Debug, Default)]
pub(crate) struct Outages(Vec<Outage>);

/// In milliseconds.
#[derive(Debug)]
struct Outage {
    from: i64,
    to: i64,
    before: i64,
}

impl Outages {
    /// Adds one after all others.
    pub(crate) fn push(&mut self, from_ms: i64, to_ms: i64) {
        let before_ms = self.0.last().map_or(0, |last| last.before + (last.to - last.from));
        let from_ms = self.0.last().map_or(from_ms, |last| from_ms.max(last.to));
        if to_ms > from_ms {
            self.0.push(Outage { from: from_ms, to: to_ms, before: before_ms });
        }
    }

    fn uptime_ms(&self, at_ms: i64) -> i64 {
        let begun = self.0.partition_point(|outage| outage.from < at_ms);
        let Some(last) = begun.checked_sub(1).map(|index| &self.0[index]) else { return at_ms };
        at_ms - last.before - (at_ms.min(last.to) - last.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uptime_stands_still_in_outages() {
        let mut outages = Outages::default();
        outages.push(100, 150);
        outages.push(300, 400);
        outages.push(350, 360);
        for (at, uptime) in [(0, 0), (100, 100), (120, 100), (150, 100), (200, 150), (300, 250), (399, 250), (500, 350)]
        {
            assert_eq!(outages.uptime_ms(at), uptime, "{at}");
        }
    }

    #[test]
    fn time_goes_on_from_the_last_known_moment() {
        let ahead = 4_000_000_000_000;
        let time = Time::starting(Wall::default(), ahead, Outages::default());
        assert!(time.now_ms() >= ahead);
    }

    #[test]
    fn what_lies_between_two_runs_is_an_outage_to_be_stored() {
        let time = Time::resuming(Wall::default(), 1_000, Outages::default());
        assert!((1_000..2_000).contains(&time.uptime_ms(time.now_ms())));
        assert_eq!(time.unstored()[0].from_ms, 1_000);
        time.stored(1);
        assert_eq!(time.unstored(), []);
        assert_eq!(Time::starting(Wall::default(), 0, Outages::default()).unstored(), []);
    }

    #[test]
    fn a_test_lets_time_pass_for_who_runs_and_for_who_does_not() {
        const DAY_MS: i64 = 86_400_000;
        let wall = Wall::default();
        let time = Time::starting(wall.clone(), 0, Outages::default());
        let began = time.stamp();
        wall.pass(3 * DAY_MS);
        let later = time.stamp();
        assert!(later.at_ms - began.at_ms >= 3 * DAY_MS && later.uptime_ms - began.uptime_ms >= 3 * DAY_MS);
        assert_eq!(time.unstored(), []);
        wall.pass_unlived(2 * DAY_MS);
        let after = time.stamp();
        assert!(after.at_ms - later.at_ms >= 2 * DAY_MS && after.uptime_ms - later.uptime_ms < DAY_MS);
        let next = Time::resuming(wall.clone(), after.at_ms, Outages::default());
        assert!(next.now_ms() - after.at_ms < DAY_MS, "what a former run has lived through is not lived again");
    }

    /// Reads both clocks, in milliseconds.
    fn read(flow: &mut Flow, monotonic: u64, wall: i64) -> i64 {
        flow.read(Duration::from_millis(monotonic), wall)
    }

    fn flow_from(ms: i64) -> Flow {
        Flow { anchor_ms: ms, last_ms: ms, ..Flow::default() }
    }

    #[test]
    fn a_process_that_was_stopped_ages_nobody() {
        let mut flow = flow_from(10_000);
        assert_eq!(read(&mut flow, 500, 10_500), 10_500);
        // Both clocks run while a process is stopped.
        assert_eq!(read(&mut flow, 60_500, 70_500), 70_500);
        assert_eq!(flow.outages.uptime_ms(70_500), 10_500);
        assert_eq!(flow.unstored, [Span { from_ms: 10_500, to_ms: 70_500 }]);
        assert_eq!(read(&mut flow, 61_000, 71_000), 71_000);
        assert_eq!(flow.outages.uptime_ms(71_000), 11_000);
        assert_eq!(flow.unstored.len(), 1);
    }

    #[test]
    fn a_machine_that_slept_shows_the_right_time_and_ages_nobody() {
        let mut flow = flow_from(10_000);
        assert_eq!(read(&mut flow, 500, 10_500), 10_500);
        // Only the wall's clock runs while a machine sleeps.
        assert_eq!(read(&mut flow, 900, 3_610_900), 3_610_900);
        assert_eq!(flow.outages.uptime_ms(3_610_900), 10_500);
        assert_eq!(read(&mut flow, 1_400, 3_611_400), 3_611_400);
        assert_eq!(flow.outages.uptime_ms(3_611_400), 11_000);
        assert_eq!(flow.unstored.len(), 1);
    }

    #[test]
    fn a_clock_on_the_wall_that_is_put_back_or_forward_ages_nobody() {
        let hour = 3_600_000;
        let mut flow = flow_from(hour);
        assert_eq!(read(&mut flow, 500, 500), hour + 500, "back: time goes on as it did");
        assert_eq!(read(&mut flow, 1_000, 1_000), hour + 1_000);
        assert_eq!(flow.unstored, []);
        assert_eq!(read(&mut flow, 1_500, 2 * hour), 2 * hour, "forward: as if the machine had slept");
        assert_eq!(flow.outages.uptime_ms(2 * hour), hour + 1_000);
        assert_eq!(read(&mut flow, 2_000, hour), 2 * hour + 500, "never back");
    }

    fn shared_from(ms: i64) -> Flow {
        Flow { is_shared: true, ..flow_from(ms) }
    }

    #[test]
    fn several_processes_go_by_the_clock_of_their_database() {
        let (mut flow, second) = (shared_from(10_000), Duration::from_secs(1));
        let at = Duration::from_millis;
        flow.follow(at(500), 10_490, at(20));
        assert_eq!(read(&mut flow, 500, i64::MIN), 10_500, "within what is certain nothing is corrected");
        flow.follow(at(1_000), 11_300, at(20));
        assert_eq!(read(&mut flow, 1_000, i64::MIN), 11_300);
        flow.follow(at(2_000), 12_000, at(20));
        assert_eq!(read(&mut flow, 2_000, i64::MIN), 12_300, "never back");
        assert_eq!(read(&mut flow, 2_200, i64::MIN), 12_300, "but slower");
        assert_eq!(read(&mut flow, 2_500, i64::MIN), 12_520);
        assert_eq!((flow.stalls.len(), flow.unstored.len()), (0, 0));
        flow.follow(at(3_000), 60_000, second);
        assert_eq!(read(&mut flow, 3_000, i64::MIN), 60_000, "a machine that slept");
        assert_eq!(flow.stalls, [Span { from_ms: 13_020, to_ms: 60_000 }]);
        assert_eq!(flow.outages.uptime_ms(60_000), 60_000, "the others ran");
        assert_eq!(flow.unstored, []);
    }

    #[test]
    fn a_short_delay_is_time_like_any_other() {
        let mut flow = flow_from(0);
        for n in 1_i64..100 {
            let at = n * 1_900;
            assert_eq!(read(&mut flow, at.cast_unsigned(), at), at);
        }
        assert_eq!((flow.outages.uptime_ms(100_000), flow.unstored.len()), (100_000, 0));
    }
}
