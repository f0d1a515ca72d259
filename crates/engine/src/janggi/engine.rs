//! The engine as its users see it: one table, as many threads as wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use game::Match;
use janggi::{Action, Position};

use super::endgame::Shelf;
use super::evaluate::{Evaluator, HandEvaluator};
use super::history::History;
use super::network::Network;
use super::network::evaluator::NetworkEvaluator;
use super::params::Params;
use super::search::{Budget, Line, Searcher, Seen, Shared};
use super::transpositions::Transpositions;
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
    /// How many positions the tables of endings have known.
    pub endings: u64,
}

/// How an engine judges positions.
#[derive(Clone, Debug)]
pub enum Judgment {
    /// By the terms and weights of [`HandEvaluator`].
    Hand,
    /// By a network.
    Network(Arc<Network>),
}

impl Judgment {
    /// A number that tells judgments apart.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        match self {
            Self::Hand => 0,
            Self::Network(network) => crc32fast::hash(&network.write()),
        }
    }

    /// The judgment with a name: `built-in`, `none` for no network, or a network file.
    ///
    /// # Errors
    /// If the file cannot be read or is no network.
    #[cfg(not(target_family = "wasm"))]
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "built-in" => Ok(Self::default()),
            "none" => Ok(Self::Hand),
            path => {
                let bytes = std::fs::read(path).map_err(|error| format!("cannot read the network {path}: {error}"))?;
                let network = Network::read(&bytes).map_err(|damage| format!("{path}: {damage}"))?;
                Ok(Self::Network(Arc::new(network)))
            }
        }
    }
}

impl Default for Judgment {
    fn default() -> Self {
        Self::Network(Network::built_in())
    }
}

/// A janggi engine with its memory.
pub struct Engine {
    judgment: Judgment,
    params: Params,
    endings: Arc<Shelf>,
    table: Transpositions,
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
        Self::judging(Judgment::default(), mebibytes, threads)
    }

    /// The same with a judgment of its own.
    #[must_use]
    pub fn judging(judgment: Judgment, mebibytes: usize, threads: usize) -> Self {
        let histories = (0..threads.max(1)).map(|_| History::default()).collect();
        Self {
            judgment,
            params: Params::default(),
            endings: Shelf::built_in(),
            table: Transpositions::new(mebibytes),
            histories,
        }
    }

    /// Has the search guess with other numbers from now on.
    pub const fn guess_with(&mut self, params: Params) {
        self.params = params;
    }

    /// Has the search look into other tables of endings from now on.
    pub fn know(&mut self, endings: Arc<Shelf>) {
        self.endings = endings;
    }

    /// The tables of endings that the search looks into.
    #[must_use]
    pub const fn endings(&self) -> &Arc<Shelf> {
        &self.endings
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
        match self.judgment.clone() {
            Judgment::Hand => self.think_by(|| HandEvaluator, problem, budget, timer, stop, tell),
            Judgment::Network(network) => {
                let evaluator = || NetworkEvaluator::new(Arc::clone(&network));
                self.think_by(evaluator, problem, budget, timer, stop, tell)
            }
        }
    }

    fn think_by<E: Evaluator>(
        &mut self,
        evaluator: impl Fn() -> E + Sync,
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
        let (nodes, hits) = (AtomicU64::new(0), AtomicU64::new(0));
        let done = AtomicBool::new(false);
        let (table, params, endings) = (&self.table, self.params, &self.endings);
        let mut histories = std::mem::take(&mut self.histories).into_iter();
        let Some(main_history) = histories.next() else { return Vec::new() };
        let shared = |stop| Shared { table, stop, nodes: &nodes, endings, hits: &hits, timer };

        let (lines, histories) = std::thread::scope(|scope| {
            let helpers: Vec<_> = histories
                .map(|history| {
                    let budget = Budget { nodes: None, soft_ms: None, lines: 1, ..budget.clone() };
                    let (shared, evaluator) = (shared(&done), &evaluator);
                    scope.spawn(move || {
                        let mut searcher = Searcher::new(shared, evaluator(), history, params);
                        searcher.run(&problem.position, &problem.past, &problem.legal, budget, &mut |_, _| {});
                        searcher.into_history()
                    })
                })
                .collect();
            let mut searcher = Searcher::new(shared(stop), evaluator(), main_history, params);
            let mut report = |lines: &[Line], own: u64| {
                let all = nodes.load(Relaxed).max(own);
                tell(Report { lines, nodes: all, fullness: table.fullness(), endings: hits.load(Relaxed) });
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
