//! Spans of time: when something was so.

use std::time::{Duration, Instant};

pub(super) type Span = (Instant, Instant);

/// When both were so.
pub(super) fn both(some: &[Span], others: &[Span]) -> Vec<Span> {
    let pairs = some.iter().flat_map(|one| others.iter().map(move |other| (one.0.max(other.0), one.1.min(other.1))));
    pairs.filter(|(from, to)| from < to).collect()
}

/// How long any of them was so within a span.
pub(super) fn length(spans: impl IntoIterator<Item = Span>, within: Span) -> Duration {
    let mut spans = both(&spans.into_iter().collect::<Vec<_>>(), &[within]);
    spans.sort();
    let (mut until, mut total) = (within.0, Duration::ZERO);
    for (from, to) in spans {
        total += to.saturating_duration_since(from.max(until));
        until = until.max(to);
    }
    total
}

#[test]
fn spans_that_overlap_are_counted_once() {
    let began = Instant::now();
    let at = |seconds| began + Duration::from_secs(seconds);
    let spans = [(at(4), at(7)), (at(1), at(3)), (at(2), at(5)), (at(9), at(20))];
    assert_eq!(length(spans, (at(2), at(10))), Duration::from_secs(6));
    assert_eq!(both(&spans[..2], &[(at(2), at(6))]), [(at(4), at(6)), (at(2), at(3))]);
}
