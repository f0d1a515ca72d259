//! Where thoughts are asked for, and the threads that think them. What others may think for the house is lent out
//! (`desk/lending.rs`).

mod lending;

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Thought;
use engine::jobs::Answer;
use tokio::sync::{Notify, oneshot, watch};

pub(crate) use self::lending::Loan;
use self::lending::Loans;
use super::Minds;
use super::errand::Errand;
use super::pool::Pool;
use super::queue::{BEGUN_BESIDES, Caps, Full, Number, Queue, STUDIES_BEGUN};
use super::watch::{Signals, Watch, micros};
use crate::caller::Caller;
use crate::ids::GameId;
use crate::metrics::{Counter, Histogram, Spread, Times};

/// The stack of a thread that thinks: searches go deep.
const STACK_BYTES: usize = 4 << 20;

/// Lets at most so many players think at once, and everybody have a fair share of that.
pub(crate) struct Thinkers {
    minds: Arc<dyn Minds>,
    desk: Arc<Desk>,
}

/// A thought that waits or is under way; it stops when this is dropped.
pub(crate) struct Thinking {
    number: Number,
    desk: Arc<Desk>,
    signals: Arc<Signals>,
    outcome: oneshot::Receiver<Outcome>,
    latest: watch::Receiver<Vec<Thought>>,
}

/// What came of a thought.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// What was answered.
    pub(crate) answer: Answer,
    /// How long was thought, without any waiting.
    pub(crate) thought_ms: u64,
}

/// What the desk counts of itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    /// Thoughts that wait or are under way.
    pub(crate) thoughts: usize,
    /// Those of them that do not think now.
    pub(crate) waiting: usize,
    /// Thoughts that have ended.
    pub(crate) ended: u64,
    /// How long they waited before they began.
    pub(crate) waited: Spread<Times>,
    /// How long they thought.
    pub(crate) thought: Spread<Times>,
    /// The positions that they looked at.
    pub(crate) nodes: u64,
    /// How often one gave way to another.
    pub(crate) pauses: u64,
    /// How often one was told to come to an end because too many had begun.
    pub(crate) hurried: u64,
    /// How often there was no room for one more.
    pub(crate) refused: u64,
    /// What players remember between thoughts.
    pub(crate) kept_bytes: usize,
}

impl Thinkers {
    /// At most `places` thoughts at once; with none, others think for the house.
    ///
    /// # Errors
    /// If the system has no threads for them.
    pub(crate) fn new(minds: Arc<dyn Minds>, places: usize, caps: Caps) -> io::Result<Self> {
        let thinkers = Self { desk: Arc::new(Desk::new(places, caps)), minds };
        for _ in 0..places + BEGUN_BESIDES + STUDIES_BEGUN {
            let (desk, minds) = (Arc::clone(&thinkers.desk), Arc::clone(&thinkers.minds));
            let thread = std::thread::Builder::new().name("thinker".to_owned()).stack_size(STACK_BYTES);
            thread.spawn(move || desk.work(minds.as_ref()))?;
        }
        Ok(thinkers)
    }

    /// Who can think.
    #[must_use]
    pub(crate) fn minds(&self) -> &dyn Minds {
        self.minds.as_ref()
    }

    /// Whether one more thought of a caller would be taken.
    #[must_use]
    pub(crate) fn has_room(&self, caller: Caller) -> bool {
        self.desk.lock().queue.has_room(caller)
    }

    /// Takes an errand. Its thoughts and its answer come through what is returned.
    ///
    /// # Errors
    /// If there are too many; ask again later.
    pub(crate) fn think(&self, errand: Errand) -> Result<Thinking, Full> {
        self.desk.take_in(errand)
    }

    /// A game has left memory, and its players with it.
    pub(crate) fn forget(&self, game: GameId) {
        let gone = self.desk.lock().pool.forget(game);
        drop(gone);
    }

    /// What there is to count.
    #[must_use]
    pub(crate) fn figures(&self) -> Figures {
        self.desk.figures()
    }

    /// No more thoughts; those under way stop and are not told.
    pub(crate) fn stop(&self) {
        self.desk.end();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.desk.end();
    }
}

impl Thinking {
    /// What comes of it; nothing if the house ends before.
    pub(crate) async fn outcome(&mut self) -> Option<Outcome> {
        (&mut self.outcome).await.ok()
    }

    /// The latest look into the thinking: the best lines, how deep and what they are worth. A clone of this hears of
    /// every further one, or of the latest if it does not keep up.
    #[must_use]
    pub(crate) const fn latest(&self) -> &watch::Receiver<Vec<Thought>> {
        &self.latest
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.signals.stop.store(true, Ordering::Relaxed);
        self.desk.withdraw(self.number);
    }
}

/// The errands, and who thinks about which.
pub(super) struct Desk {
    state: Mutex<State>,
    /// A thought may begin, or the house ends.
    begin: Condvar,
    /// A thought that has given way may go on, or end.
    go_on: Condvar,
    waiting: AtomicUsize,
    ending: AtomicBool,
    opened: Instant,
    tally: Tally,
    /// Whether there are places at home.
    thinks: bool,
    /// Whether there are others who think for the house.
    has_workers: AtomicBool,
    /// Something is lent out, or no longer wanted.
    lends: Notify,
}

struct State {
    queue: Queue,
    /// What has not begun.
    jobs: HashMap<Number, Job>,
    signals: HashMap<Number, Arc<Signals>>,
    /// What may begin and has no thread yet.
    turns: VecDeque<Number>,
    loans: Loans,
    pool: Pool,
}

struct Job {
    errand: Errand,
    signals: Arc<Signals>,
    came: Instant,
    outcome: oneshot::Sender<Outcome>,
    latest: watch::Sender<Vec<Thought>>,
}

#[derive(Default)]
struct Tally {
    ended: Counter,
    waited: Histogram<Times>,
    thought: Histogram<Times>,
    nodes: Counter,
    pauses: Counter,
    hurried: Counter,
    refused: Counter,
}

impl Desk {
    fn new(places: usize, caps: Caps) -> Self {
        let state = State {
            queue: Queue::new(caps, places),
            jobs: HashMap::new(),
            signals: HashMap::new(),
            turns: VecDeque::new(),
            loans: Loans::default(),
            pool: Pool::default(),
        };
        Self {
            state: Mutex::new(state),
            begin: Condvar::new(),
            go_on: Condvar::new(),
            waiting: AtomicUsize::new(0),
            ending: AtomicBool::new(false),
            opened: Instant::now(),
            tally: Tally::default(),
            thinks: places > 0,
            has_workers: AtomicBool::new(false),
            lends: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now_us(&self) -> u64 {
        micros(self.opened.elapsed())
    }

    pub(super) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }

    /// Whether someone would like to think and cannot.
    pub(super) fn others_wait(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    fn take_in(self: &Arc<Self>, errand: Errand) -> Result<Thinking, Full> {
        let mut state = self.lock();
        let entered = if self.is_ending() { Err(Full) } else { state.queue.enter(errand.caller, errand.purpose()) };
        let number = entered.inspect_err(|_| self.tally.refused.add(1))?;
        let signals = Arc::new(Signals::default());
        let (told, outcome) = oneshot::channel();
        let (tell, latest) = watch::channel(Vec::new());
        let purpose = errand.purpose();
        let job = Job { errand, signals: Arc::clone(&signals), came: Instant::now(), outcome: told, latest: tell };
        state.jobs.insert(number, job);
        state.signals.insert(number, Arc::clone(&signals));
        self.lend_at_once(&mut state, number, purpose);
        self.share_out(&mut state);
        Ok(Thinking { number, desk: Arc::clone(self), signals, outcome, latest })
    }

    /// Nobody wants a thought any more. What has begun will notice by itself.
    fn withdraw(&self, number: Number) {
        let mut state = self.lock();
        let was_here = !state.turns.contains(&number) && state.jobs.remove(&number).is_some();
        if was_here || self.call_back(&mut state, number) {
            self.close(&mut state, number);
        } else {
            self.go_on.notify_all();
        }
    }

    fn close(&self, state: &mut State, number: Number) {
        let now_us = self.now_us();
        state.signals.remove(&number);
        state.queue.leave(number, now_us);
        self.share_out(state);
    }

    /// Gives every free place to whoever is first in line, and takes places from those who should give way.
    fn share_out(&self, state: &mut State) {
        let now_us = self.now_us();
        self.fill_places(state, now_us);
        for number in state.queue.giving_way(now_us) {
            state.signals.get(&number).inspect(|signals| signals.give_way.store(true, Ordering::Relaxed));
        }
        self.fill_places(state, now_us);
        if let Some(signals) = state.queue.hurried().and_then(|number| state.signals.get(&number)) {
            signals.hurry.store(true, Ordering::Relaxed);
            self.tally.hurried.add(1);
            self.go_on.notify_all();
        }
        self.waiting.store(state.queue.waiting(), Ordering::Relaxed);
    }

    fn fill_places(&self, state: &mut State, now_us: u64) {
        while let Some(turn) = state.queue.next(now_us) {
            if turn.begins {
                state.turns.push_back(turn.number);
                self.begin.notify_one();
            } else {
                self.go_on.notify_all();
            }
        }
    }

    /// Lets a thought wait if someone has used less; how long it did.
    pub(super) fn give_way(&self, number: Number, signals: &Signals) -> Duration {
        let (began, mut state) = (Instant::now(), self.lock());
        signals.give_way.store(false, Ordering::Relaxed);
        let now_us = self.now_us();
        if !state.queue.gives_way(number, now_us) {
            return Duration::ZERO;
        }
        state.queue.pause(number, now_us);
        self.tally.pauses.add(1);
        self.share_out(&mut state);
        while !state.queue.is_running(number) && !signals.should_end() && !self.is_ending() {
            state = self.go_on.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        began.elapsed()
    }

    /// What a thread does until the house ends.
    fn work(&self, minds: &dyn Minds) {
        while let Some((number, job)) = self.next_job() {
            self.think(number, job, minds);
        }
    }

    fn next_job(&self) -> Option<(Number, Job)> {
        let mut state = self.lock();
        loop {
            if self.is_ending() {
                return None;
            }
            if let Some(number) = state.turns.pop_front() {
                return state.jobs.remove(&number).map(|job| (number, job));
            }
            state = self.begin.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn think(&self, number: Number, job: Job, minds: &dyn Minds) {
        let Job { errand, signals, came, outcome, latest } = job;
        if signals.stop.load(Ordering::Relaxed) {
            self.close(&mut self.lock(), number);
            return;
        }
        self.tally.waited.took(came.elapsed());
        let kept = self.lock().pool.take(errand.place);
        let watch = Watch::new(self, number, &signals, errand.cap_ms());
        let brain = kept.or_else(|| errand.brain(minds));
        let tell = &mut |thought: &Thought| latest.send_modify(|lines| replace(lines, thought));
        let (answer, brain) = errand.ask(brain, &watch, tell);
        let thought = watch.thought();
        self.tally.ended.add(1);
        self.tally.thought.took(thought);
        self.tally.nodes.add(latest.borrow().first().map_or(0, |thought| thought.nodes));
        let gone = {
            let mut state = self.lock();
            let gone = brain.map(|brain| state.pool.put(errand.place, brain));
            self.close(&mut state, number);
            gone
        };
        drop(gone);
        if !signals.stop.load(Ordering::Relaxed) && !self.is_ending() {
            let thought_ms = u64::try_from(thought.as_millis()).unwrap_or(u64::MAX);
            // Whoever asked may be gone by now.
            let _ = outcome.send(Outcome { answer, thought_ms });
        }
    }

    fn end(&self) {
        self.ending.store(true, Ordering::Relaxed);
        let left = {
            let mut state = self.lock();
            (std::mem::take(&mut state.jobs), std::mem::take(&mut state.loans))
        };
        drop(left);
        self.begin.notify_all();
        self.go_on.notify_all();
    }

    fn figures(&self) -> Figures {
        let state = self.lock();
        let Tally { ended, waited, thought, nodes, pauses, hurried, refused } = &self.tally;
        Figures {
            thoughts: state.queue.len(),
            waiting: state.queue.waiting(),
            ended: ended.get(),
            waited: waited.spread(),
            thought: thought.spread(),
            nodes: nodes.get(),
            pauses: pauses.get(),
            hurried: hurried.get(),
            refused: refused.get(),
            kept_bytes: state.pool.bytes(),
        }
    }
}

/// The lines of a depth come one after the other, the best first; until all have come, older ones stand in.
fn replace(lines: &mut Vec<Thought>, thought: &Thought) {
    match lines.get_mut(thought.index) {
        Some(line) => line.clone_from(thought),
        None => lines.push(thought.clone()),
    }
}

#[cfg(test)]
mod tests;
