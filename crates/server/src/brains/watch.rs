//! The clock of a thought: it stands still while the thought gives way.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine::Timer;

use super::desk::Desk;
use super::queue::Number;

/// How long after its limit a thought is told to stop.
const GRACE: Duration = Duration::from_millis(500);
/// The longest thought without a limit of its own.
pub(crate) const THOUGHT_MS_MAX: u64 = 10_000;
/// How often a thought looks whether someone has used less while others wait.
const LOOK_EVERY_US: u64 = 4_000;
/// How often it offers its core to threads that have been woken to serve somebody. One that only computes would keep it until
/// the next tick of the system, which is several milliseconds.
const OFFER_EVERY_US: u64 = 200;

/// What others want of a thought.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// Nobody wants it any more.
    pub(super) stop: AtomicBool,
    /// It should come to an end with what it has.
    pub(super) hurry: AtomicBool,
    /// Someone who has used less waits.
    pub(super) give_way: AtomicBool,
}

impl Signals {
    /// Whether the thought should end.
    pub(super) fn should_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.hurry.load(Ordering::Relaxed)
    }
}

/// The time that a thought has had, and the wishes of others.
pub(super) struct Watch<'a> {
    desk: &'a Desk,
    number: Number,
    signals: &'a Signals,
    began: Instant,
    until: Duration,
    paused_us: AtomicU64,
    looked_us: AtomicU64,
    offered_us: AtomicU64,
}

impl<'a> Watch<'a> {
    /// The thought begins now and may take so long.
    pub(super) fn new(desk: &'a Desk, number: Number, signals: &'a Signals, cap_ms: Option<u64>) -> Self {
        let until = Duration::from_millis(cap_ms.unwrap_or(THOUGHT_MS_MAX)) + GRACE;
        let [paused_us, looked_us, offered_us] = [const { AtomicU64::new(0) }; 3];
        Self { desk, number, signals, began: Instant::now(), until, paused_us, looked_us, offered_us }
    }

    /// What the thought has had.
    pub(super) fn thought(&self) -> Duration {
        self.began.elapsed().saturating_sub(Duration::from_micros(self.paused_us.load(Ordering::Relaxed)))
    }

    fn should_end(&self) -> bool {
        self.signals.should_end() || self.desk.is_ending() || self.thought() > self.until
    }

    /// Lets whoever has been woken go first.
    fn offer_core(&self) {
        let now_us = micros(self.began.elapsed());
        if now_us >= self.offered_us.load(Ordering::Relaxed) + OFFER_EVERY_US {
            self.offered_us.store(now_us, Ordering::Relaxed);
            std::thread::yield_now();
        }
    }

    /// Whether it is time to look for others.
    fn is_due(&self) -> bool {
        let now_us = micros(self.began.elapsed());
        self.signals.give_way.load(Ordering::Relaxed)
            || (self.desk.others_wait() && now_us >= self.looked_us.load(Ordering::Relaxed) + LOOK_EVERY_US)
    }
}

impl Timer for Watch<'_> {
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.thought().as_millis()).unwrap_or(u64::MAX)
    }

    /// Waits here while it gives way.
    fn stopped(&self) -> bool {
        self.offer_core();
        if self.should_end() {
            return true;
        }
        if self.is_due() {
            let paused = self.desk.give_way(self.number, self.signals);
            self.paused_us.fetch_add(micros(paused), Ordering::Relaxed);
            self.looked_us.store(micros(self.began.elapsed()), Ordering::Relaxed);
        }
        self.should_end()
    }
}

pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
