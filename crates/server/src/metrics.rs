//! What the server counts of itself, in the text form of Prometheus.

mod histogram;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use crate::brains::Figures;
use crate::workers::Tally;

pub(crate) use histogram::{Counts, Histogram, Spread, Times};

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Counts more.
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// What it shows.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicI64);

impl Gauge {
    /// Changes it.
    pub(crate) fn add(&self, change: i64) {
        self.0.fetch_add(change, Ordering::Relaxed);
    }

    /// Changes it to that.
    pub(crate) fn set(&self, count: usize) {
        self.0.store(i64::try_from(count).unwrap_or(i64::MAX), Ordering::Relaxed);
    }

    /// What it shows.
    pub(crate) fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Requests over HTTP.
    pub requests: Counter,
    /// Requests that were refused for their number.
    pub limited: Counter,
    /// Messages through sockets.
    pub messages: Counter,
    /// Open sockets.
    pub sockets: Gauge,
    /// Open connections.
    pub connections: Gauge,
    /// Connections for which there was no place.
    pub turned_away: Counter,
    /// Pictures painted; those that were kept from before do not count.
    pub pictures: Counter,
    /// Games in memory.
    pub rooms: Gauge,
    /// Games made.
    pub games: Counter,
    /// From a message that changes a game to the last socket that is told, the disk included.
    pub tell: Histogram<Times>,
    /// How many requests wait for a game when it takes one.
    pub room_queue: Histogram<Counts>,
    events: Counter,
    store: Histogram<Times>,
}

impl Metrics {
    /// Counts stored events.
    pub(crate) fn stored(&self, events: usize, took: Duration) {
        self.events.add(events as u64);
        self.store.took(took);
    }

    /// All of it as text.
    #[must_use]
    pub(crate) fn text(
        &self,
        thinking: &Figures,
        jobs: &Tally,
        groups: &Spread<Counts>,
        commit_queue: usize,
    ) -> String {
        let mut text = String::new();
        let _ = self.write_spreads(&mut text, thinking, groups);
        let _ = jobs.time.spread().write(&mut text, "job_seconds", "From putting a job up for workers to its answer.");
        let mut line = |name: &str, kind: &str, about: &str, value: &dyn std::fmt::Display| {
            let _ = writeln!(text, "# HELP daeguk_{name} {about}\n# TYPE daeguk_{name} {kind}\ndaeguk_{name} {value}");
        };
        line("requests_total", "counter", "Requests over HTTP.", &self.requests.get());
        line("limited_total", "counter", "Requests refused for their number.", &self.limited.get());
        line("messages_total", "counter", "Messages through sockets.", &self.messages.get());
        line("turned_away_total", "counter", "Connections for which there was no place.", &self.turned_away.get());
        line("pictures_total", "counter", "Pictures painted.", &self.pictures.get());
        line("games_total", "counter", "Games made.", &self.games.get());
        line("events_total", "counter", "Events stored.", &self.events.get());
        line("sockets", "gauge", "Open sockets.", &self.sockets.get());
        line("connections", "gauge", "Open connections.", &self.connections.get());
        line("rooms", "gauge", "Games in memory.", &self.rooms.get());
        line("commit_queue", "gauge", "Batches that wait to be written.", &commit_queue);
        line("thoughts", "gauge", "Computer players that think or wait.", &thinking.thoughts);
        line("thoughts_waiting", "gauge", "Computer players that wait for their turn to think.", &thinking.waiting);
        line("thoughts_total", "counter", "Thoughts that have ended.", &thinking.ended);
        line("thoughts_positions_total", "counter", "Positions that thoughts looked at.", &thinking.nodes);
        line("thoughts_paused_total", "counter", "Times that a thought gave way.", &thinking.pauses);
        line("thoughts_hurried_total", "counter", "Thoughts cut short by a crowd.", &thinking.hurried);
        line("thoughts_refused_total", "counter", "Times that there was no room for a thought.", &thinking.refused);
        line("jobs_waiting", "gauge", "Jobs that wait for a worker.", &jobs.waiting.get());
        line("jobs_taken", "gauge", "Jobs that a worker has.", &jobs.taken.get());
        line("jobs_done_total", "counter", "Jobs that workers have answered.", &jobs.done.get());
        line("jobs_retaken_total", "counter", "Jobs that were taken once more, in vain before.", &jobs.retaken.get());
        line("jobs_home_total", "counter", "Jobs that the house has done itself after all.", &jobs.home.get());
        line("jobs_refused_total", "counter", "Answers of workers that were refused.", &jobs.refused.get());
        line("brains_bytes", "gauge", "What players remember between thoughts.", &thinking.kept_bytes);
        text
    }

    fn write_spreads(&self, text: &mut String, thinking: &Figures, groups: &Spread<Counts>) -> std::fmt::Result {
        self.store.spread().write(text, "store_seconds", "How long games waited for the disk.")?;
        self.tell.spread().write(text, "tell_seconds", "From a message to the last socket that is told of it.")?;
        self.room_queue.spread().write(text, "room_queue", "Requests that waited for a game when it took one.")?;
        groups.write(text, "commit_batches", "Batches that were written in one transaction.")?;
        thinking.waited.write(text, "thought_wait_seconds", "How long thoughts waited to begin.")?;
        thinking.thought.write(text, "thought_seconds", "How long was thought.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_help() {
        let metrics = Metrics::default();
        metrics.stored(3, Duration::from_millis(2));
        let text = metrics.text(&Figures { pauses: 7, ..Figures::default() }, &Tally::default(), &Spread::default(), 5);
        assert!(text.contains("daeguk_commit_queue 5\n"));
        assert!(text.contains("# TYPE daeguk_events_total counter\ndaeguk_events_total 3\n"));
        assert!(text.contains("daeguk_store_seconds_sum 0.002\ndaeguk_store_seconds_count 1\n"));
        assert!(text.contains("daeguk_thoughts_paused_total 7\n"));
        let helped =
            |line: &str| text.contains(&format!("# HELP {} ", line.split(['{', ' ']).next().unwrap_or_default()));
        let is_part = |line: &str| line.contains("_bucket{") || line.contains("_sum ") || line.contains("_count ");
        assert!(text.lines().all(|line| line.starts_with('#') || is_part(line) || helped(line)), "{text}");
    }
}
