//! How far apart commits begin. A quiet house commits at once. In a busy one a commit that waits a little serves more
//! games, and costs as much.

use std::time::Duration;

use tokio::time::Instant;

/// Over how long batches are counted.
const COUNTED_OVER_S: f64 = 0.25;
/// Up to so many batches a second nobody waits.
const QUIET_A_SECOND: f64 = 1000.0;
/// Nobody waits longer than this.
const APART_MAX_US: f64 = 1000.0;
/// The timer is too coarse for less.
const WAITED_MIN: Duration = Duration::from_micros(300);

/// When the last commit began, and how busy the house is.
#[derive(Debug, Default)]
pub(super) struct Pace {
    began: Option<Instant>,
    batches_a_second: f64,
}

impl Pace {
    /// How long to wait for others before the next commit begins.
    #[must_use]
    pub(super) fn wait(&self, now: Instant) -> Option<Duration> {
        let apart_us = ((self.batches_a_second - QUIET_A_SECOND) / 2.0).clamp(0.0, APART_MAX_US);
        let due_at = self.began? + Duration::from_micros(apart_us as u64);
        Some(due_at.saturating_duration_since(now)).filter(|wait| *wait >= WAITED_MIN)
    }

    /// A commit of so many batches begins.
    pub(super) fn begin(&mut self, now: Instant, batches: usize) {
        let passed_s = self.began.map_or(f64::INFINITY, |began| now.saturating_duration_since(began).as_secs_f64());
        let fading = (-passed_s / COUNTED_OVER_S).exp();
        self.batches_a_second = self.batches_a_second * fading + batches as f64 / COUNTED_OVER_S;
        self.began = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A house in which commits of so many batches begin so far apart, after a second.
    fn house(batches: usize, apart_us: u64) -> (Pace, Instant) {
        let (mut pace, mut now) = (Pace::default(), Instant::now());
        for _ in 0..1_000_000 / apart_us {
            now += Duration::from_micros(apart_us);
            pace.begin(now, batches);
        }
        (pace, now)
    }

    #[test]
    fn a_quiet_house_commits_at_once() {
        assert_eq!(Pace::default().wait(Instant::now()), None);
        for (batches, apart_us) in [(1, 1_100), (1, 10_000), (4, 5_000)] {
            let (pace, now) = house(batches, apart_us);
            assert_eq!(pace.wait(now), None, "{batches} every {apart_us} us");
        }
    }

    #[test]
    fn a_busy_one_waits_at_most_a_millisecond() {
        let (pace, now) = house(8, 1_000);
        assert_eq!(pace.wait(now), Some(Duration::from_millis(1)));
        assert_eq!(pace.wait(now + Duration::from_micros(600)), Some(Duration::from_micros(400)));
        assert_eq!(pace.wait(now + Duration::from_millis(1)), None, "the commit itself took as long");
        let (pace, now) = house(2, 1_000);
        assert!(pace.wait(now).is_some_and(|wait| wait < Duration::from_micros(700)), "{pace:?}");
    }

    #[test]
    fn a_house_that_has_become_quiet_commits_at_once() {
        let (mut pace, now) = house(8, 1_000);
        let later = now + Duration::from_secs(1);
        pace.begin(later, 1);
        assert_eq!(pace.wait(later), None);
    }
}
