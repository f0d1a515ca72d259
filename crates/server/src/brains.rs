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
    /// The names of the levels at which a game is played, weakest first.
    fn levels(&self, kind: &str) -> Vec<&'static str>;
    /// A player of that level, which knows how long to think; other choices among equals for every seed.
    fn brain(&self, kind: &str, level: &str, seed: u64) -> Option<Box<dyn Brain>>;
}

/// The players of the house.
pub struct HouseMinds;

impl Minds for HouseMinds {
    fn levels(&self, kind: &str) -> Vec<&'static str> {
        engine::catalog::levels(kind).iter().map(|level| level.name).collect()
    }

    fn brain(&self, kind: &str, level: &str, seed: u64) -> Option<Box<dyn Brain>> {
        engine::catalog::seeded_brain(kind, level, seed)
    }
}

/// Something to think about.
pub(crate) struct Errand {
    /// Which game.
    pub kind: &'static str,
    /// How well to play it.
    pub level: String,
    /// For whom.
    pub seat: Seat,
    /// Which of several good answers.
    pub(crate) seed: u64,
    /// What is wanted.
    pub question: Question,
}

/// What is wanted of a thinking player.
pub(crate) enum Question {
    /// An action; no longer than so many milliseconds, if the clock says so.
    Act(Box<dyn Table>, Option<u64>),
    /// An opening, knowing these choices.
    Open(String),
}

/// What a thinking player has answered.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// What to do.
    Act(Decision),
    /// What to bring, if it has an opinion.
    Open(Option<String>),
}

/// Lets at most so many players think at once; the others wait in the order of their coming.
pub(crate) struct Thinkers {
    minds: Arc<dyn Minds>,
    free: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    ending: Arc<AtomicBool>,
}

/// A thought under way; it stops when this is dropped.
pub(crate) struct Thinking {
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
    pub(crate) fn new(minds: Arc<dyn Minds>, count: usize) -> Self {
        Self { minds, free: Arc::new(Semaphore::new(count.max(1))), waiting: Arc::default(), ending: Arc::default() }
    }

    /// Who can think.
    #[must_use]
    pub(crate) fn minds(&self) -> &dyn Minds {
        self.minds.as_ref()
    }

    /// How many thoughts are under way or waiting.
    #[must_use]
    pub(crate) fn load(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// No more thoughts; those under way stop.
    pub(crate) fn stop(&self) {
        self.ending.store(true, Ordering::Relaxed);
        self.free.close();
    }

    /// Thinks, and hands the answer to `tell` unless the thought is dropped before.
    pub(crate) fn think<F>(&self, errand: Errand, tell: impl FnOnce(Answer) -> F + Send + 'static) -> Thinking
    where
        F: Future<Output = ()> + Send,
    {
        let stop = Arc::new(AtomicBool::new(false));
        let signals = Signals { stop: Arc::clone(&stop), ending: Arc::clone(&self.ending) };
        let (flag, free, minds) = (Arc::clone(&stop), Arc::clone(&self.free), Arc::clone(&self.minds));
        let waiting = Waiting::new(&self.waiting);
        tokio::spawn(async move {
            let _waiting = waiting;
            let Ok(_turn) = free.acquire_owned().await else { return };
            if flag.load(Ordering::Relaxed) {
                return;
            }
            let thought = tokio::task::spawn_blocking(move || answer(minds.as_ref(), &errand, signals)).await;
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

/// The wish to stop one thought, or all.
struct Signals {
    stop: Arc<AtomicBool>,
    ending: Arc<AtomicBool>,
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

fn answer(minds: &dyn Minds, errand: &Errand, signals: Signals) -> Answer {
    match &errand.question {
        Question::Act(table, cap_ms) => Answer::Act(act(minds, errand, table.as_ref(), *cap_ms, signals)),
        Question::Open(choices) => Answer::Open(guarded(|| {
            minds.brain(errand.kind, &errand.level, errand.seed)?.choose_opening(choices, errand.seat)
        })),
    }
}

/// A player that fails still makes a move: the game must go on.
fn act(minds: &dyn Minds, errand: &Errand, table: &dyn Table, cap_ms: Option<u64>, signals: Signals) -> Decision {
    let decided = guarded(|| {
        let mut brain = minds.brain(errand.kind, &errand.level, errand.seed)?;
        let limits = Limits { time_ms: cap_ms, ..Limits::default() };
        let timer = Watch::new(cap_ms, signals);
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
pub(crate) fn any_action(table: &dyn Table) -> Decision {
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
    signals: Signals,
}

impl Watch {
    fn new(time_ms: Option<u64>, signals: Signals) -> Self {
        let until = Duration::from_millis(time_ms.unwrap_or(THOUGHT_MS_MAX)) + GRACE;
        Self { began: Instant::now(), until, signals }
    }
}

impl Timer for Watch {
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn stopped(&self) -> bool {
        let told = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        told(&self.signals.stop) || told(&self.signals.ending) || self.began.elapsed() > self.until
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    use engine::Thought;

    use super::*;

    /// A player who notes who thinks, and how many do so at once.
    #[derive(Default)]
    struct Notes {
        at_once: AtomicUsize,
        most: AtomicUsize,
        order: Mutex<Vec<u64>>,
    }

    struct Slow(Arc<Notes>, u64);

    impl Brain for Slow {
        fn think(&mut self, task: &Task<'_>, _: &mut dyn FnMut(&Thought)) -> Decision {
            let Self(notes, seed) = self;
            notes.most.fetch_max(notes.at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            notes.order.lock().expect("nobody panics").push(*seed);
            while task.timer.elapsed_ms() < 20 && !task.timer.stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            notes.at_once.fetch_sub(1, Ordering::SeqCst);
            Decision::Resign
        }
    }

    struct SlowMinds(Arc<Notes>);

    impl Minds for SlowMinds {
        fn levels(&self, _: &str) -> Vec<&'static str> {
            vec!["easy"]
        }

        fn brain(&self, _: &str, _: &str, seed: u64) -> Option<Box<dyn Brain>> {
            Some(Box::new(Slow(Arc::clone(&self.0), seed)))
        }
    }

    fn errand(seed: u64) -> Errand {
        let table = engine::catalog::find("janggi").expect("janggi").start("").expect("a start");
        let question = Question::Act(table, None);
        Errand { kind: "janggi", level: "easy".to_owned(), seat: Seat::FIRST, seed, question }
    }

    #[tokio::test]
    async fn only_so_many_think_at_once_and_nobody_is_overtaken() {
        let notes = Arc::new(Notes::default());
        let thinkers = Thinkers::new(Arc::new(SlowMinds(Arc::clone(&notes))), 2);
        let (told, mut answers) = tokio::sync::mpsc::unbounded_channel();
        let thoughts: Vec<_> = (0..12)
            .map(|seed| {
                let told = told.clone();
                thinkers.think(errand(seed), move |answer| async move {
                    let _ = told.send(answer);
                })
            })
            .collect();
        assert_eq!(thinkers.load(), 12);
        for _ in 0..12 {
            assert_eq!(answers.recv().await, Some(Answer::Act(Decision::Resign)));
        }
        drop(thoughts);
        assert_eq!(notes.most.load(Ordering::SeqCst), 2);
        let order = notes.order.lock().expect("nobody panics").clone();
        let ahead = |(place, seed): (u64, &u64)| place.abs_diff(*seed) <= 1;
        assert!((0..).zip(&order).all(ahead), "two at once may swap, more may not: {order:?}");
    }

    #[tokio::test]
    async fn a_thought_that_nobody_wants_any_more_is_not_told() {
        let notes = Arc::new(Notes::default());
        let thinkers = Thinkers::new(Arc::new(SlowMinds(Arc::clone(&notes))), 1);
        let heard = Arc::new(AtomicU64::new(0));
        let mut thoughts: Vec<_> = (0..3)
            .map(|seed| {
                let heard = Arc::clone(&heard);
                thinkers.think(errand(seed), move |_| async move {
                    heard.fetch_add(1 << seed, Ordering::SeqCst);
                })
            })
            .collect();
        thoughts.remove(1);
        while thinkers.load() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(heard.load(Ordering::SeqCst), 0b101);
        assert_eq!(*notes.order.lock().expect("nobody panics"), [0, 2], "it was not even begun");
    }
}
