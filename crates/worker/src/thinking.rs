//! One job: thought about, with a word to the house now and then.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::jobs::{Answer, LINES_MAX};
use engine::{Thought, Timer};

use crate::house::{House, Task, Trouble};

/// How often lines are told to whoever looks on.
const TELL_EVERY: Duration = Duration::from_millis(300);
/// The longest thought without a limit of its own, and how much longer than its limit one may take.
const THOUGHT_MS_MAX: u64 = 10_000;
const GRACE_MS: u64 = 500;

/// A thought under way.
struct Thinking<'a> {
    began: Instant,
    until: Duration,
    /// The worker is to end.
    stop: &'a AtomicBool,
    /// The job is not ours any more.
    gone: AtomicBool,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    lines: Vec<Thought>,
    is_told: bool,
}

/// What came of a job.
pub(crate) enum Outcome {
    /// The answer, its lines, and how long was thought.
    Answered(Answer, Vec<Thought>, u64),
    /// Nobody wants it any more, or somebody else has it.
    Gone,
    /// We are to end.
    Stopped,
    /// The player broke down, or the question makes no sense.
    Failed(String),
}

impl Timer for Thinking<'_> {
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.gone.load(Ordering::Relaxed) || self.began.elapsed() > self.until
    }
}

impl Thinking<'_> {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lines of a depth come one after the other, the best first; until all have come, older ones stand in.
    fn keep(&self, thought: &Thought) {
        let mut found = self.found();
        found.is_told = false;
        if let Some(line) = found.lines.get_mut(thought.index) {
            line.clone_from(thought);
        } else if found.lines.len() < LINES_MAX {
            found.lines.push(thought.clone());
        }
    }

    /// What nobody has been told yet.
    fn news(&self) -> Option<Vec<Thought>> {
        let mut found = self.found();
        let is_news = !found.is_told && !found.lines.is_empty();
        found.is_told = true;
        is_news.then(|| found.lines.clone())
    }
}

/// Thinks about a job, and tells the house meanwhile that we do.
pub(crate) fn think(house: &House, task: &Task, stop: &AtomicBool) -> Outcome {
    let cap_ms = task.question.time_ms().unwrap_or(THOUGHT_MS_MAX) + GRACE_MS;
    let thinking = Thinking {
        began: Instant::now(),
        until: Duration::from_millis(cap_ms.min(task.run_ms)),
        stop,
        gone: AtomicBool::new(false),
        found: Mutex::default(),
    };
    let (done, waiting) = mpsc::channel::<()>();
    let answered = std::thread::scope(|scope| {
        let thinking = &thinking;
        scope.spawn(move || keep_telling(house, task, thinking, &waiting));
        let think = || task.question.carry_out(thinking, &mut |thought| thinking.keep(thought));
        let answered = catch_unwind(AssertUnwindSafe(think));
        // The teller ends when nobody is left who could wake it.
        drop(done);
        answered
    });
    let thought_ms = thinking.elapsed_ms();
    let lines = std::mem::take(&mut thinking.found().lines);
    match answered {
        _ if thinking.gone.load(Ordering::Relaxed) => Outcome::Gone,
        _ if stop.load(Ordering::Relaxed) => Outcome::Stopped,
        Ok(Ok(answer)) => Outcome::Answered(answer, lines, thought_ms),
        Ok(Err(refusal)) => Outcome::Failed(refusal.to_string()),
        Err(_) => Outcome::Failed("a player has broken down".to_owned()),
    }
}

/// Until the thought has ended: tells lines to whoever looks on, and else only that we are there.
fn keep_telling(house: &House, task: &Task, thinking: &Thinking<'_>, waiting: &mpsc::Receiver<()>) {
    let renew = Duration::from_millis(task.renew_ms);
    let every = if task.question.is_study() { TELL_EVERY.min(renew) } else { renew };
    let mut told_at = Instant::now();
    while waiting.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
        let news = if task.question.is_study() { thinking.news() } else { None };
        if news.is_none() && told_at.elapsed() < renew {
            continue;
        }
        match house.progress(task, &news.unwrap_or_default()) {
            Err(Trouble::NotOurs) => return thinking.gone.store(true, Ordering::Relaxed),
            // What cannot be told now is told with the answer.
            Ok(()) | Err(_) => told_at = Instant::now(),
        }
    }
}
