//! What is lent out: thoughts that others think for the house. They count as before, but have no place and no thread.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use engine::Thought;
use engine::jobs::{Answer, Job as Question};

use super::{Desk, Job, Number, Outcome, State, Thinkers, replace};
use crate::brains::queue::Purpose;

/// How long a player waits for a place at home before others may think.
const LATE_AFTER: Duration = Duration::from_millis(500);

/// What is away.
#[derive(Default)]
pub(super) struct Loans {
    away: HashMap<Number, Job>,
    /// What nobody outside has heard of yet.
    fresh: Vec<Number>,
    /// What is not wanted any more.
    void: Vec<Number>,
}

/// A thought that is lent out.
#[derive(Debug)]
pub(crate) struct Loan {
    /// By this it is known here.
    pub(crate) number: u64,
    /// What is asked.
    pub(crate) question: Question,
    /// Less is sooner.
    pub(crate) rank: i64,
}

impl Thinkers {
    /// Somebody lends out what can be lent from now on, or nobody does.
    pub(crate) fn have_workers(&self, has_workers: bool) {
        self.desk.has_workers.store(has_workers, Ordering::Relaxed);
    }

    /// Whether the house thinks by itself.
    #[must_use]
    pub(crate) fn thinks(&self) -> bool {
        self.desk.thinks
    }

    /// Waits until something is to be lent out, or not wanted any more.
    pub(crate) async fn lends(&self) {
        self.desk.lends.notified().await;
    }

    /// What is to be lent out, and what of it is not wanted any more.
    pub(crate) fn loans(&self) -> (Vec<Loan>, Vec<u64>) {
        self.desk.loans()
    }

    /// Something lent out has to be put up once more.
    pub(crate) fn lend_again(&self, number: u64) {
        let mut state = self.desk.lock();
        if state.loans.away.contains_key(&number) {
            state.loans.fresh.push(number);
        }
    }

    /// Others have something to tell of what they think.
    pub(crate) fn told(&self, number: u64, lines: &[Thought]) {
        if let Some(job) = self.desk.lock().loans.away.get(&number) {
            job.latest.send_modify(|known| lines.iter().for_each(|line| replace(known, line)));
        }
    }

    /// Others have thought.
    pub(crate) fn thought(&self, number: u64, answer: Answer, lines: &[Thought], thought_ms: u64) {
        self.told(number, lines);
        self.desk.settle(number, Outcome { answer, thought_ms });
    }

    /// Others could not; the house thinks by itself.
    pub(crate) fn come_home(&self, number: u64) {
        self.desk.come_home(number);
    }
}

impl Desk {
    /// Whether others rather than we should think about something new: all of it if we do not think, and studies if there
    /// are others.
    fn prefers_others(&self, purpose: Purpose) -> bool {
        !self.thinks || (purpose == Purpose::Study && self.has_workers.load(Ordering::Relaxed))
    }

    pub(super) fn lend_at_once(&self, state: &mut State, number: Number, purpose: Purpose) {
        if self.prefers_others(purpose) && lend(state, number) {
            self.lends.notify_one();
        }
    }

    /// What waits too long for a place goes out as well.
    fn lend_late(&self, state: &mut State) {
        if !self.has_workers.load(Ordering::Relaxed) {
            return;
        }
        let late = state.jobs.iter().filter(|(_, job)| job.came.elapsed() >= LATE_AFTER).map(|(number, _)| *number);
        let mut late: Vec<_> = late.collect();
        late.sort_unstable();
        for number in late {
            lend(state, number);
        }
    }

    fn loans(&self) -> (Vec<Loan>, Vec<Number>) {
        let mut state = self.lock();
        self.lend_late(&mut state);
        let (fresh, void) = (std::mem::take(&mut state.loans.fresh), std::mem::take(&mut state.loans.void));
        let mut loans = Vec::new();
        for number in fresh {
            let Some(job) = state.loans.away.get(&number) else { continue };
            let rank = i64::from(job.errand.purpose() == Purpose::Study);
            match job.errand.question_elsewhere() {
                Some(question) => loans.push(Loan { number, question, rank }),
                // A game that cannot be told of is thought about at home.
                None => self.bring_home(&mut state, number),
            }
        }
        (loans, void)
    }

    /// Nobody wants something that is away; whether it was.
    pub(super) fn call_back(&self, state: &mut State, number: Number) -> bool {
        let was_away = state.loans.away.remove(&number).is_some();
        if was_away {
            state.loans.void.push(number);
            self.lends.notify_one();
        }
        was_away
    }

    fn settle(&self, number: Number, outcome: Outcome) {
        let mut state = self.lock();
        let Some(job) = state.loans.away.remove(&number) else { return };
        self.close(&mut state, number);
        // Whoever asked may be gone by now.
        let _ = job.outcome.send(outcome);
    }

    fn come_home(&self, number: Number) {
        let mut state = self.lock();
        self.bring_home(&mut state, number);
    }

    fn bring_home(&self, state: &mut State, number: Number) {
        let Some(job) = state.loans.away.remove(&number) else { return };
        state.jobs.insert(number, job);
        state.queue.come_home(number);
        self.share_out(state);
    }
}

/// Whether it could be lent: what has begun at home ends there.
fn lend(state: &mut State, number: Number) -> bool {
    if !state.queue.send_away(number) {
        return false;
    }
    let Some(job) = state.jobs.remove(&number) else { return false };
    state.loans.away.insert(number, job);
    state.loans.fresh.push(number);
    true
}
