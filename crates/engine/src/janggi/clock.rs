//! A clock that stands still while the engine thinks in the other side's time.

use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::time::Instant;

use crate::Timer;

/// Counts from the start, or from the moment when the expected move was played.
pub struct PonderTimer {
    start: Instant,
    pondering: AtomicBool,
    hit_ms: AtomicU64,
}

impl PonderTimer {
    /// A clock that starts now, or stands still until [`hit`](Self::hit).
    #[must_use]
    pub fn new(pondering: bool) -> Self {
        Self { start: Instant::now(), pondering: AtomicBool::new(pondering), hit_ms: AtomicU64::new(0) }
    }

    /// The other side has played the expected move.
    pub fn hit(&self) {
        self.hit_ms.store(self.total_ms(), Relaxed);
        self.pondering.store(false, Release);
    }

    /// Whether it is still the other side's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Acquire)
    }

    /// Milliseconds since the thinking began.
    #[must_use]
    pub fn total_ms(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Timer for PonderTimer {
    fn elapsed_ms(&self) -> u64 {
        if self.is_pondering() { 0 } else { self.total_ms() - self.hit_ms.load(Relaxed) }
    }

    fn stopped(&self) -> bool {
        false
    }
}
