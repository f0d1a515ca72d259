//! The clock of a thought that counts what this thread alone has used.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use engine::Timer;

/// Processor time of the thread that made it.
pub(super) struct ProcessorClock<'a> {
    begun: Duration,
    ends: &'a [&'a AtomicBool; 2],
}

impl<'a> ProcessorClock<'a> {
    /// Begins now; says stop once one of the signals is set.
    pub(super) fn start(ends: &'a [&'a AtomicBool; 2]) -> Self {
        Self { begun: processor_time(), ends }
    }
}

impl Timer for ProcessorClock<'_> {
    fn elapsed_ms(&self) -> u64 {
        let spent = processor_time().saturating_sub(self.begun);
        u64::try_from(spent.as_millis()).unwrap_or(u64::MAX)
    }

    fn stopped(&self) -> bool {
        self.ends.iter().any(|end| end.load(Relaxed))
    }
}

/// What this thread has used of the processor.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let whole = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(whole, u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Elsewhere the clock on the wall has to do.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread that sleeps uses nothing, one that works does.
    #[test]
    fn only_work_is_counted() {
        let stop = AtomicBool::new(false);
        let ends = [&stop, &stop];
        let clock = ProcessorClock::start(&ends);
        std::thread::sleep(Duration::from_millis(300));
        if cfg!(unix) {
            assert!(clock.elapsed_ms() < 200, "{} ms of sleep", clock.elapsed_ms());
        }
        let mut number = 1_u64;
        while clock.elapsed_ms() < 3 {
            number = std::hint::black_box(number.wrapping_mul(7));
        }
        assert!(!clock.stopped());
        stop.store(true, Relaxed);
        assert!(clock.stopped());
    }
}
