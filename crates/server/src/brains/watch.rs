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
/// Who serves is back within this time. One that keeps the core for longer computes as well, and belongs to somebody else.
const SERVED_US: u64 = 2_000;
/// So long at the most a thought stays on a core that was kept from it.
const KEPT_US: u64 = 4_000;

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
    /// When it offers its core next.
    offers_us: AtomicU64,
}

impl<'a> Watch<'a> {
    /// The thought begins now and may take so long.
    pub(super) fn new(desk: &'a Desk, number: Number, signals: &'a Signals, cap_ms: Option<u64>) -> Self {
        let until = Duration::from_millis(cap_ms.unwrap_or(THOUGHT_MS_MAX)) + GRACE;
        let [paused_us, looked_us] = [const { AtomicU64::new(0) }; 2];
        let offers_us = AtomicU64::new(OFFER_EVERY_US);
        Self { desk, number, signals, began: Instant::now(), until, paused_us, looked_us, offers_us }
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
        if now_us >= self.offers_us.load(Ordering::Relaxed) {
            std::thread::yield_now();
            self.offers_us.store(next_offer_us(now_us, micros(self.began.elapsed())), Ordering::Relaxed);
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

/// When a core is offered again that was offered at one time and given back at another. Beside the work of others, offers as
/// frequent as to one's own would leave next to nothing: then it is kept for as long as it was away.
fn next_offer_us(offered_us: u64, back_us: u64) -> u64 {
    let away_us = back_us.saturating_sub(offered_us);
    back_us + if away_us > SERVED_US { away_us.min(KEPT_US) } else { OFFER_EVERY_US }
}

pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_offered_often_to_who_serves_and_shared_with_who_computes() {
        assert_eq!(next_offer_us(1_000, 1_001), 1_201, "nobody wanted it");
        assert_eq!(next_offer_us(1_000, 1_700), 1_900, "somebody was served");
        assert_eq!(next_offer_us(1_000, 4_000), 7_000, "half of it stays");
        assert_eq!(next_offer_us(1_000, 90_000), 94_000, "but no longer than the system itself would let it");
    }
}
