//! Who is connected, and when that may be told again: a thousand who come at once are told of once.

use std::time::Duration;

use room::Presence;
use tokio::time::Instant;

/// How long it takes at least from one telling to the next.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// Who is here, and what was last told of it.
#[derive(Debug)]
pub(super) struct Attendance {
    now: Presence,
    told: Presence,
    told_at: Option<Instant>,
    /// Someone had no room for what was told last.
    was_missed: bool,
}

impl Attendance {
    /// Nobody is here.
    #[must_use]
    pub(super) fn new(seats: usize) -> Self {
        let nobody = Presence { seats: vec![false; seats], watchers: 0 };
        Self { now: nobody.clone(), told: nobody, told_at: None, was_missed: false }
    }

    /// Who is here.
    #[must_use]
    pub(super) const fn now(&self) -> &Presence {
        &self.now
    }

    /// Notes who is here.
    pub(super) fn see(&mut self, presence: Presence) {
        self.now = presence;
    }

    /// When it is to be told, if it has changed or somebody has missed it.
    #[must_use]
    pub(super) fn due_at(&self, now: Instant) -> Option<Instant> {
        let is_news = self.now != self.told || self.was_missed;
        is_news.then(|| self.told_at.map_or(now, |told_at| told_at + TOLD_EVERY))
    }

    /// It was told, and `to_all` says whether everybody had room for it.
    pub(super) fn told(&mut self, now: Instant, to_all: bool) {
        self.told.clone_from(&self.now);
        self.told_at = Some(now);
        self.was_missed = !to_all;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched_by(watchers: usize) -> Presence {
        Presence { seats: vec![true, false], watchers }
    }

    #[test]
    fn the_first_news_is_told_at_once_and_the_last_within_a_second() {
        let start = Instant::now();
        let mut attendance = Attendance::new(2);
        assert_eq!(attendance.due_at(start), None, "nobody has come");
        attendance.see(watched_by(1));
        assert_eq!(attendance.due_at(start), Some(start));
        attendance.told(start, true);
        for watchers in 2..1000 {
            attendance.see(watched_by(watchers));
            assert_eq!(attendance.due_at(start), Some(start + TOLD_EVERY));
        }
        attendance.told(start + TOLD_EVERY, true);
        assert_eq!(attendance.due_at(start + TOLD_EVERY), None, "all is told");
        assert_eq!(attendance.now(), &watched_by(999));
    }

    #[test]
    fn who_comes_and_goes_in_between_is_no_news() {
        let start = Instant::now();
        let mut attendance = Attendance::new(2);
        attendance.see(watched_by(1));
        attendance.told(start, true);
        attendance.see(watched_by(2));
        attendance.see(watched_by(1));
        assert_eq!(attendance.due_at(start), None);
    }

    #[test]
    fn what_somebody_had_no_room_for_is_told_again() {
        let start = Instant::now();
        let mut attendance = Attendance::new(2);
        attendance.see(watched_by(1));
        attendance.told(start, false);
        assert_eq!(attendance.due_at(start), Some(start + TOLD_EVERY));
    }
}
