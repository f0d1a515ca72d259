//! What is done in the background, on a thread that can be stopped at any moment.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use game::Position as _;
use game::perft::perft;
use janggi::Position;

use super::{Voice, report};
use crate::janggi::bench;
use crate::janggi::clock::PonderTimer;
use crate::janggi::depth::Depth;
use crate::janggi::endgame::Shelf;
use crate::janggi::engine::{Engine, Problem, Report};
use crate::janggi::level::Rank;
use crate::janggi::search::Budget;

/// Work under way.
pub(super) struct Work {
    stop: Arc<AtomicBool>,
    timer: Arc<PonderTimer>,
    thread: JoinHandle<()>,
}

impl Work {
    fn begin(timer: PonderTimer, task: impl FnOnce(&AtomicBool, &PonderTimer) + Send + 'static) -> Self {
        let (stop, timer) = (Arc::new(AtomicBool::new(false)), Arc::new(timer));
        let (stop_seen, timer_seen) = (Arc::clone(&stop), Arc::clone(&timer));
        let thread = std::thread::spawn(move || task(&stop_seen, &timer_seen));
        Self { stop, timer, thread }
    }

    /// The other side has played the expected move.
    pub(super) fn ponder_hit(&self) {
        self.timer.hit();
    }

    /// Ends it and waits until it has said its last word.
    pub(super) fn halt(self) {
        self.stop.store(true, Relaxed);
        // A thread that panicked has said so on its own; the session goes on.
        drop(self.thread.join());
    }
}

/// A question to the engine.
pub(super) struct Assignment {
    pub(super) problem: Problem,
    pub(super) budget: Budget,
    pub(super) level: Option<Rank>,
    pub(super) endings: Arc<Shelf>,
    /// How many lines to show.
    pub(super) lines: usize,
    /// Whether the answer waits until it is asked for.
    pub(super) open: bool,
    pub(super) ponder: bool,
}

/// Thinks about a question and answers it.
pub(super) fn think(question: Assignment, engine: &Arc<Mutex<Engine>>, voice: &Voice) -> Work {
    let (engine, voice) = (Arc::clone(engine), voice.clone());
    Work::begin(PonderTimer::new(question.ponder), move |stop, timer| {
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine.know(question.endings);
        let mut tell =
            |report: Report<'_>| report::info(&report, question.lines, timer).iter().for_each(|line| voice.tell(line));
        let lines = engine.think(&question.problem, &question.budget, timer, stop, &mut tell);
        while !stop.load(Relaxed) && (question.open || timer.is_pondering()) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let choice = match question.level {
            Some(level) => level.choose(&lines, question.problem.seed()),
            None => lines.first(),
        };
        voice.tell(&report::best_move(choice));
    })
}

/// Counts moves below each first move.
pub(super) fn count(position: &Position, depth: u32, voice: &Voice) -> Work {
    let (position, voice) = (position.clone(), voice.clone());
    Work::begin(PonderTimer::new(false), move |stop, _| {
        let mut total = 0;
        for (text, child) in children(&position) {
            let Some(nodes) = perft_until(&child, depth.saturating_sub(1), stop) else { return };
            voice.tell(&format!("{text}: {nodes}"));
            total += nodes;
        }
        voice.tell(&format!("\nNodes searched: {}", if depth == 0 { 1 } else { total }));
    })
}

/// Below this depth a count is over before anyone can be impatient.
const QUICK_DEPTH: u32 = 3;

fn perft_until(position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Relaxed) {
        return None;
    }
    if depth <= QUICK_DEPTH {
        return Some(perft(position, depth));
    }
    children(position).into_iter().map(|(_, child)| perft_until(&child, depth - 1, stop)).sum()
}

fn children(position: &Position) -> Vec<(String, Position)> {
    let mut children = Vec::new();
    position.each_legal(&mut |action| {
        let mut child = position.clone();
        child.play_unchecked(action);
        children.push((action.to_string(), child));
    });
    children.sort_unstable_by(|one, two| one.0.cmp(&two.0));
    children
}

/// Searches the fixed positions.
pub(super) fn bench(depth: Depth, voice: &Voice) -> Work {
    let voice = voice.clone();
    Work::begin(PonderTimer::new(false), move |stop, _| {
        let begin = Instant::now();
        let nodes: u64 = bench::POSITIONS.iter().map(|fen| bench::search(fen, depth, stop)).sum();
        let speed = u128::from(nodes) * 1_000_000 / begin.elapsed().as_micros().max(1);
        let whole = if stop.load(Relaxed) { " (stopped)" } else { "" };
        voice.tell(&format!("{nodes} nodes {speed} nps{whole}"));
    })
}
