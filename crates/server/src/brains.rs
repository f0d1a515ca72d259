//! Computer players: a bounded number of thoughts at once, first come, first served.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use engine::{Brain, Decision, Limits, Task, Timer};
use game::{Seat, Table};
use tokio::sync::Semaphore;

/// How long after its limit a thought is told to stop.
const GRACE: Duration = Duration::from_millis(500);
/// The longest thought without a limit of its own.
const THOUGHT_MS_MAX: u64 = 10_000;

/// Who can think about which game, and how well.
pub trait Minds: Send + Sync + 'static {
    /// The levels at which a game is played, weakest first.
    fn levels(&self, kind: &str) -> &'static [&'static str];
    /// A player of that level.
    fn mind(&self, kind: &str, level: &str) -> Option<Mind>;
}

/// A thinking player and how long it may think.
pub struct Mind {
    /// The player.
    pub brain: Box<dyn Brain>,
    /// What it may use for one action.
    pub limits: Limits,
}

/// Something to think about.
pub struct Errand {
    /// Which game.
    pub kind: &'static str,
    /// How well to play it.
    pub level: String,
    /// For whom.
    pub seat: Seat,
    /// What is wanted.
    pub question: Question,
}

/// What is wanted of a thinking player.
pub enum Question {
    /// An action; no longer than so many milliseconds, if the clock says so.
    Act(Box<dyn Table>, Option<u64>),
    /// An opening, knowing these choices.
    Open(String),
}

/// What a thinking player has answered.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// What to do.
    Act(Decision),
    /// What to bring, if it has an opinion.
    Open(Option<String>),
}

/// Lets at most so many players think at once; the others wait in the order of their coming.
pub struct Thinkers {
    minds: Arc<dyn Minds>,
    free: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// A thought under way; it stops when this is dropped.
pub struct Thinking {
    stop: Arc<AtomicBool>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Thinkers {
    /// At most `count` thoughts at once.
    #[must_use]
    pub fn new(minds: Arc<dyn Minds>, count: usize) -> Self {
        Self { minds, free: Arc::new(Semaphore::new(count.max(1))), waiting: Arc::default() }
    }

    /// Who can think.
    #[must_use]
    pub fn minds(&self) -> &dyn Minds {
        self.minds.as_ref()
    }

    /// How many thoughts are under way or waiting.
    #[must_use]
    pub fn load(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Thinks, and hands the answer to `tell` unless the thought is dropped before.
    pub fn think<F>(&self, errand: Errand, tell: impl FnOnce(Answer) -> F + Send + 'static) -> Thinking
    where
        F: Future<Output = ()> + Send,
    {
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, free, minds) = (Arc::clone(&stop), Arc::clone(&self.free), Arc::clone(&self.minds));
        let waiting = Waiting::new(&self.waiting);
        tokio::spawn(async move {
            let _waiting = waiting;
            let Ok(_turn) = free.acquire_owned().await else { return };
            if flag.load(Ordering::Relaxed) {
                return;
            }
            let stop = Arc::clone(&flag);
            let thought = tokio::task::spawn_blocking(move || answer(minds.as_ref(), &errand, stop)).await;
            if flag.load(Ordering::Relaxed) {
                return;
            }
            match thought {
                Ok(answer) => tell(answer).await,
                Err(error) => tracing::error!(%error, "a brain failed"),
            }
        });
        Thinking { stop }
    }
}

struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn answer(minds: &dyn Minds, errand: &Errand, stop: Arc<AtomicBool>) -> Answer {
    match &errand.question {
        Question::Act(table, cap_ms) => Answer::Act(act(minds, errand, table.as_ref(), *cap_ms, stop)),
        Question::Open(choices) => Answer::Open(guarded(|| {
            minds.mind(errand.kind, &errand.level)?.brain.choose_opening(choices, errand.seat)
        })),
    }
}

/// A player that fails still makes a move: the game must go on.
fn act(minds: &dyn Minds, errand: &Errand, table: &dyn Table, cap_ms: Option<u64>, stop: Arc<AtomicBool>) -> Decision {
    let decided = guarded(|| {
        let Mind { mut brain, limits } = minds.mind(errand.kind, &errand.level)?;
        let time_ms = limits.time_ms.into_iter().chain(cap_ms).min();
        let limits = Limits { time_ms, ..limits };
        let timer = Watch::new(time_ms, stop);
        let task = Task { table, seat: errand.seat, limits, timer: &timer };
        Some(brain.think(&task, &mut |_| {}))
    });
    decided.unwrap_or_else(|| any_action(table))
}

fn guarded<T>(think: impl FnOnce() -> Option<T>) -> Option<T> {
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
    thought.inspect_err(|_| tracing::error!("a brain panicked")).ok().flatten()
}

/// Some legal action, or giving up if there is none.
#[must_use]
pub fn any_action(table: &dyn Table) -> Decision {
    let mut legal = table.legal();
    let mut bytes = [0; 8];
    // Without randomness the first will do.
    let _ = getrandom::fill(&mut bytes);
    let index = usize::from_le_bytes(bytes).checked_rem(legal.len());
    index.map_or(Decision::Resign, |index| Decision::Act(legal.swap_remove(index)))
}

/// Real time and the wish to stop.
struct Watch {
    began: Instant,
    until: Duration,
    stop: Arc<AtomicBool>,
}

impl Watch {
    fn new(time_ms: Option<u64>, stop: Arc<AtomicBool>) -> Self {
        let until = Duration::from_millis(time_ms.unwrap_or(THOUGHT_MS_MAX)) + GRACE;
        Self { began: Instant::now(), until, stop }
    }
}

impl Timer for Watch {
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.began.elapsed() > self.until
    }
}
