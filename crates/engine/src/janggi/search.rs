//! The search of one thread: principal variation search with iterative deepening.
//!
//! It knows no clock and no thread: time and the wish to stop come through [`Timer`], the table
//! and the other threads through [`Shared`]. Here is what all its parts use; the way from the root
//! to the horizon is in `deepening`, `node` and `quiesce`.

mod deepening;
mod endings;
mod learning;
mod node;
mod quiesce;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;
use janggi::{Action, Piece, Position, Side};

use self::deepening::RootMove;
use super::correction::Kinds;
use super::depth::Depth;
use super::endgame::{Prober, Shelf};
use super::evaluate::Evaluator;
use super::history::{Before, History, PieceTo};
use super::params::Params;
use super::transpositions::Transpositions;
use super::value::{PLY_MAX, Value};
use crate::Timer;

/// What all threads of a search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Transpositions,
    /// Set when all must stop.
    pub stop: &'a AtomicBool,
    /// Positions looked at by all threads, updated now and then.
    pub nodes: &'a AtomicU64,
    /// The tables of endings.
    pub endings: &'a Arc<Shelf>,
    /// How often they have known a position, to all threads.
    pub hits: &'a AtomicU64,
    /// Time and the wish to stop.
    pub timer: &'a dyn Timer,
}

/// When a thread stops.
#[derive(Clone, Debug)]
pub struct Budget {
    /// So deep.
    pub depth: Depth,
    /// So many positions by this thread.
    pub nodes: Option<u64>,
    /// After this time no new iteration is begun.
    pub soft_ms: Option<u64>,
    /// After this time the search stops at once.
    pub hard_ms: Option<u64>,
    /// Until a mate within so many moves is found, given or suffered.
    pub mate: Option<u32>,
    /// How many lines to find.
    pub lines: usize,
    /// The only root actions to consider; empty for all.
    pub only: Vec<Action>,
    /// Looks at every move to the full depth and judges there, without table or guesswork: slow,
    /// and exactly what plain alpha-beta finds.
    pub plain: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            depth: Depth::MAX,
            nodes: None,
            soft_ms: None,
            hard_ms: None,
            mate: None,
            lines: 1,
            only: Vec::new(),
            plain: false,
        }
    }
}

/// One line of play with its value.
#[derive(Clone, Debug)]
pub struct Line {
    /// The value for the side to move at the root.
    pub value: Value,
    /// How deep it was searched.
    pub depth: Depth,
    /// The deepest ply that was reached.
    pub depth_max: usize,
    /// The line; the first action is the choice.
    pub actions: Vec<Action>,
}

/// What the search remembers of one earlier position.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Its repetition key.
    pub key: u64,
    /// Whether the side to move was in check.
    pub checked: bool,
    /// The side to move.
    pub side: Side,
}

impl Seen {
    /// What is to be remembered of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self { key: game::Position::key(position), checked: position.in_check(position.side()), side: position.side() }
    }
}

/// What belongs to one ply of the current line.
#[derive(Clone)]
struct Frame {
    position: Position,
    /// Of which kinds it is, for the evaluation's errors.
    kinds: Kinds,
    eval: Value,
    checked: bool,
    /// Whether a bikjang is to be answered.
    bikjang: bool,
    /// The piece that moved to get from here to the next ply.
    moved: Option<PieceTo>,
    /// Its action, where that captured nothing.
    quiet: Option<Action>,
    killers: [Option<Action>; 2],
    excluded: Option<Action>,
    line: ArrayVec<Action, PLY_MAX>,
}

/// A thread's search.
pub struct Searcher<'a, E> {
    shared: Shared<'a>,
    evaluator: E,
    prober: Prober,
    history: History,
    params: Params,
    budget: Budget,
    frames: Vec<Frame>,
    past: Vec<Seen>,
    root_index: usize,
    roots: Vec<RootMove>,
    /// Root moves before this one belong to better lines of the same iteration.
    line_index: usize,
    nodes: u64,
    told_nodes: u64,
    depth_max: usize,
    stopped: bool,
    null_floor: usize,
}

impl<'a, E: Evaluator> Searcher<'a, E> {
    /// A search that begins with what `history` has learned.
    pub fn new(shared: Shared<'a>, evaluator: E, history: History, params: Params) -> Self {
        Self {
            prober: Prober::new(Arc::clone(shared.endings)),
            shared,
            evaluator,
            history,
            params,
            budget: Budget::default(),
            frames: Vec::new(),
            past: Vec::new(),
            root_index: 0,
            roots: Vec::new(),
            line_index: 0,
            nodes: 0,
            told_nodes: 0,
            depth_max: 0,
            stopped: false,
            null_floor: 0,
        }
    }

    /// What the moves have taught it, for the next search.
    pub fn into_history(self) -> History {
        self.history
    }

    /// Positions looked at by this thread.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn flush_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told_nodes, Relaxed);
        self.told_nodes = self.nodes;
    }

    /// Looks at clock and stop signal now and then; nodes are counted exactly.
    fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(256) {
            self.flush_nodes();
            let late = self.budget.hard_ms.is_some_and(|limit| self.shared.timer.elapsed_ms() >= limit);
            self.stopped = late || self.shared.stop.load(Relaxed) || self.shared.timer.stopped();
        }
        self.stopped
    }

    fn evaluate(&mut self, ply: usize) -> Value {
        self.evaluator.value(&self.frames[ply].position, ply)
    }

    /// Plays an action into the next frame.
    fn advance(&mut self, ply: usize, action: Action, mover: Piece) {
        let (here, after) = self.frames.split_at_mut(ply + 1);
        let (here, next) = (&mut here[ply], &mut after[0]);
        here.moved = (!action.is_pass()).then(|| PieceTo::new(mover, action.to));
        here.quiet = here.position.board().at(action.to).is_none().then_some(action);
        next.position.clone_from(&here.position);
        next.kinds = here.kinds;
        next.position.play_watched(action, &mut (self.evaluator.follow(ply + 1), &mut next.kinds));
        let seen = Seen::of(&next.position);
        next.checked = seen.checked;
        next.bikjang = next.position.bikjang();
        next.excluded = None;
        self.past.push(seen);
    }

    fn before(&self, ply: usize) -> Before {
        let moved = |back: usize| ply.checked_sub(back).and_then(|at| self.frames[at].moved);
        [moved(1), moved(2)]
    }

    fn extend_line(&mut self, ply: usize, action: Action) {
        let (here, after) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(action);
        for next in after[0].line.iter().take(PLY_MAX - 1) {
            line.push(*next);
        }
    }
}
