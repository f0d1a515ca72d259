//! How values are spread: how many were at most so great.

use std::fmt::{self, Write as _};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How many bounds a scale has; what is beyond the last is counted, too.
const BOUNDS: usize = 14;

/// What is measured: the bounds between which values are told apart, and the unit in which they are told.
pub(crate) trait Scale {
    /// In the unit in which values are counted, growing.
    const BOUNDS: [u64; BOUNDS];
    /// How many of them make one of the unit in which they are told.
    const PER_UNIT: f64;
}

/// Counted in microseconds, told in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Times;

impl Scale for Times {
    const BOUNDS: [u64; BOUNDS] = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000, 30_000_000,
    ];
    const PER_UNIT: f64 = 1e6;
}

/// How many of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts;

impl Scale for Counts {
    const BOUNDS: [u64; BOUNDS] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512];
    const PER_UNIT: f64 = 1.0;
}

/// Values as they come in, from any thread.
#[derive(Debug, Default)]
pub(crate) struct Histogram<S> {
    buckets: [AtomicU64; BOUNDS],
    beyond: AtomicU64,
    sum: AtomicU64,
    scale: PhantomData<S>,
}

impl<S: Scale> Histogram<S> {
    fn count(&self, value: u64) {
        let bucket = S::BOUNDS.partition_point(|bound| *bound < value);
        self.buckets.get(bucket).unwrap_or(&self.beyond).fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// What has come in so far.
    #[must_use]
    pub(crate) fn spread(&self) -> Spread<S> {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Spread {
            buckets: std::array::from_fn(|bucket| read(&self.buckets[bucket])),
            beyond: read(&self.beyond),
            sum: read(&self.sum),
            scale: PhantomData,
        }
    }
}

impl Histogram<Times> {
    /// Something took so long.
    pub(crate) fn took(&self, time: Duration) {
        self.count(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }
}

impl Histogram<Counts> {
    /// There were so many.
    pub(crate) fn were(&self, count: usize) {
        self.count(count as u64);
    }
}

/// What a [`Histogram`] showed at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Spread<S> {
    buckets: [u64; BOUNDS],
    beyond: u64,
    sum: u64,
    scale: PhantomData<S>,
}

impl<S: Scale> Spread<S> {
    /// Writes it in the text form of Prometheus, where every bucket holds those before it.
    pub(crate) fn write(&self, text: &mut String, name: &str, about: &str) -> fmt::Result {
        writeln!(text, "# HELP daeguk_{name} {about}\n# TYPE daeguk_{name} histogram")?;
        let mut count = 0;
        for (bound, bucket) in S::BOUNDS.iter().zip(self.buckets) {
            count += bucket;
            writeln!(text, "daeguk_{name}_bucket{{le=\"{}\"}} {count}", *bound as f64 / S::PER_UNIT)?;
        }
        count += self.beyond;
        writeln!(text, "daeguk_{name}_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(text, "daeguk_{name}_sum {}\ndaeguk_{name}_count {count}", self.sum as f64 / S::PER_UNIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_the_first_bucket_that_holds_it_and_in_all_after_it() {
        let times = Histogram::<Times>::default();
        for micros in [100, 101, 900, 60_000_000] {
            times.took(Duration::from_micros(micros));
        }
        let mut text = String::new();
        times.spread().write(&mut text, "store_seconds", "How long.").expect("a string takes anything");
        for line in [
            "# TYPE daeguk_store_seconds histogram",
            "daeguk_store_seconds_bucket{le=\"0.0001\"} 1",
            "daeguk_store_seconds_bucket{le=\"0.00025\"} 2",
            "daeguk_store_seconds_bucket{le=\"0.001\"} 3",
            "daeguk_store_seconds_bucket{le=\"30\"} 3",
            "daeguk_store_seconds_bucket{le=\"+Inf\"} 4",
            "daeguk_store_seconds_sum 60.001101",
            "daeguk_store_seconds_count 4",
        ] {
            assert!(text.lines().any(|written| written == line), "{line} in\n{text}");
        }
    }

    #[test]
    fn numbers_are_told_as_they_are() {
        let counts = Histogram::<Counts>::default();
        counts.were(0);
        counts.were(5);
        let mut text = String::new();
        counts.spread().write(&mut text, "queue", "How many.").expect("a string takes anything");
        assert!(
            text.contains("le=\"0\"} 1\n") && text.contains("le=\"6\"} 2\n") && text.contains("_sum 5\n"),
            "{text}"
        );
    }
}
