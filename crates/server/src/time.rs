//! The server's time: it never runs backward, and it stands still while the server is down.

use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// The wall clock as it was when the server started, carried on by a monotonic one.
#[derive(Debug)]
pub(crate) struct Time {
    started: Instant,
    started_ms: i64,
    outages: Outages,
}

impl Time {
    /// Time that goes on from now, or from `last_ms` if the system's clock was put back since.
    #[must_use]
    pub(crate) fn starting(last_ms: i64, outages: Outages) -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let wall_ms = i64::try_from(wall.as_millis()).unwrap_or(i64::MAX);
        Self { started: Instant::now(), started_ms: wall_ms.max(last_ms), outages }
    }

    /// When the server started.
    #[must_use]
    pub(crate) const fn started_ms(&self) -> i64 {
        self.started_ms
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub(crate) fn now_ms(&self) -> i64 {
        let since = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.started_ms.saturating_add(since)
    }

    /// The same moment on a clock that stood still in every outage. Game clocks are read by it.
    #[must_use]
    pub(crate) fn uptime_ms(&self, at_ms: i64) -> i64 {
        self.outages.uptime_ms(at_ms)
    }

    /// The moment at which [`now_ms`](Self::now_ms) and the uptime clock will show that uptime.
    #[must_use]
    pub(crate) fn until_uptime(&self, uptime_ms: i64) -> Instant {
        let left = uptime_ms.saturating_sub(self.uptime_ms(self.now_ms()));
        Instant::now() + std::time::Duration::from_millis(u64::try_from(left).unwrap_or(0))
    }

    /// Notes that the server was down until it started now.
    pub(crate) fn add_outage(&mut self, from_ms: i64) {
        self.outages.push(from_ms, self.started_ms);
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
        let time = Time::starting(ahead, Outages::default());
        assert!(time.now_ms() >= ahead);
    }
}
