//! The engine as its users see it: one table, as many threads as wanted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use game::Match;
use janggi::{Action, Position};

use super::evaluate::HandEvaluator;
use super::history::History;
use super::search::{Budget, Line, Searcher, Seen, Shared};
use super::table::Table;
use crate::Timer;

/// What a search tells after every iteration.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The best lines, best first.
    pub lines: &'a [Line],
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub fullness: usize,
}

/// A janggi engine with its memory.
pub struct Engine {
    table: Table,
    histories: Vec<History>,
}

/// A position to think about, with its past.
#[derive(Clone, Debug)]
pub struct Problem {
    position: Position,
    past: Vec<Seen>,
    legal: Vec<Action>,
}

impl Problem {
    /// Where a game stands.
    #[must_use]
    pub fn of(game: &Match<Position>) -> Self {
        let seen = |moment: &game::Moment| janggi::seen(moment);
        let past = game.past().iter().map(seen).map(|(key, side, checked)| Seen { key, checked, side }).collect();
        Self { position: game.position().clone(), past, legal: game.legal() }
    }

    /// Every legal action, repetition bans included.
    #[must_use]
    pub fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// A seed for choices that are always the same in this position.
    #[must_use]
    pub fn seed(&self) -> u64 {
        game::Position::key(&self.position)
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl Engine {
    /// An engine with a table of so many mebibytes and so many threads.
    #[must_use]
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        Self { table: Table::new(mebibytes), histories: (0..threads.max(1)).map(|_| History::default()).collect() }
    }

    /// Forgets everything it has learned.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// Thinks. With one thread, no time limit and the same memory the answer is always the same.
    pub fn think(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        timer: &dyn Timer,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Report<'_>),
    ) -> Vec<Line> {
        if problem.legal.is_empty() {
            return Vec::new();
        }
        // Where only banned moves are wanted, all others are better than none.
        let mut budget = budget.clone();
        if !budget.only.iter().any(|action| problem.legal.contains(action)) {
            budget.only.clear();
        }
        self.table.grow_older();
        let nodes = AtomicU64::new(0);
        let done = AtomicBool::new(false);
        let table = &self.table;
        let mut histories = std::mem::take(&mut self.histories).into_iter();
        let Some(main_history) = histories.next() else { return Vec::new() };
        let shared = |stop| Shared { table, stop, nodes: &nodes, timer };

        let (lines, histories) = std::thread::scope(|scope| {
            let helpers: Vec<_> = histories
                .map(|history| {
                    let budget = Budget { nodes: None, soft_ms: None, lines: 1, ..budget.clone() };
                    let shared = shared(&done);
                    scope.spawn(move || {
                        let mut searcher = Searcher::new(shared, HandEvaluator, history);
                        searcher.run(&problem.position, &problem.past, &problem.legal, budget, &mut |_, _| {});
                        searcher.into_history()
                    })
                })
                .collect();
            let mut searcher = Searcher::new(shared(stop), HandEvaluator, main_history);
            let mut report = |lines: &[Line], own: u64| {
                let all = nodes.load(Relaxed).max(own);
                tell(Report { lines, nodes: all, fullness: table.fullness() });
            };
            let lines = searcher.run(&problem.position, &problem.past, &problem.legal, budget.clone(), &mut report);
            done.store(true, Relaxed);
            let others = helpers.into_iter().map(|helper| helper.join().unwrap_or_default());
            let histories = std::iter::once(searcher.into_history()).chain(others).collect();
            (lines, histories)
        });
        self.histories = histories;
        lines
    }
}
