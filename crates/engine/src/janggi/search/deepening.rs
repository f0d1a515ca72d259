//! From the root, deeper and deeper: iterations, their windows and their lines.

use arrayvec::ArrayVec;
use janggi::{Action, Position};

use super::node::Root;
use super::{Budget, Frame, Line, Searcher, Seen};
use crate::janggi::correction::Kinds;
use crate::janggi::depth::Depth;
use crate::janggi::evaluate::Evaluator;
use crate::janggi::time;
use crate::janggi::value::{PLY_MAX, Value};
use crate::janggi::window::Window;

/// An action at the root and what is known of it.
pub(super) struct RootMove {
    action: Action,
    value: Value,
    line: Vec<Action>,
    depth_max: usize,
    /// Positions looked at below it.
    effort: u64,
}

impl RootMove {
    fn new(action: Action) -> Self {
        Self { action, value: Value::NOTHING, line: vec![action], depth_max: 0, effort: 0 }
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Searches a position whose past ends with itself. `legal` are the root's actions; `tell` is
    /// called with the lines of every finished iteration.
    pub fn run(
        &mut self,
        position: &Position,
        past: &[Seen],
        legal: &[Action],
        budget: Budget,
        tell: &mut dyn FnMut(&[Line], u64),
    ) -> Vec<Line> {
        self.prepare(position, past, legal, budget);
        let mut best = self.fallback(legal);
        let mut steady = 0;
        for depth in self.budget.depth.from_one() {
            let before = best.first().and_then(|line| line.actions.first().copied());
            if !self.iterate(depth) {
                self.keep_partial(&mut best);
                break;
            }
            best = self.lines(depth);
            tell(&best, self.nodes);
            let choice = best.first().and_then(|line| line.actions.first().copied());
            steady = if choice == before { steady + 1 } else { 0 };
            if self.enough(depth, steady, &best) {
                break;
            }
        }
        self.flush_nodes();
        best
    }

    fn prepare(&mut self, position: &Position, past: &[Seen], legal: &[Action], budget: Budget) {
        let frame = Frame {
            position: position.clone(),
            kinds: Kinds::of(position.board()),
            eval: Value::EVEN,
            checked: position.in_check(position.side()),
            bikjang: position.bikjang(),
            moved: None,
            quiet: None,
            killers: [None; 2],
            excluded: None,
            line: ArrayVec::new(),
        };
        self.frames = vec![frame; PLY_MAX + 4];
        self.evaluator.begin(position);
        self.past = past.to_vec();
        self.root_index = past.len().saturating_sub(1);
        let wanted = |action: &&Action| budget.only.is_empty() || budget.only.contains(action);
        self.roots = legal.iter().filter(wanted).map(|action| RootMove::new(*action)).collect();
        self.nodes = 0;
        self.told_nodes = 0;
        self.stopped = false;
        self.null_floor = 0;
        self.budget = budget;
    }

    /// Something to play even if the first iteration is cut short.
    fn fallback(&self, legal: &[Action]) -> Vec<Line> {
        let first = self.roots.first().map(|root| root.action).or(legal.first().copied());
        let line = |action| Line { value: Value::EVEN, depth: Depth::HORIZON, depth_max: 0, actions: vec![action] };
        first.map(line).into_iter().collect()
    }

    /// One iteration over all lines; false if it was cut short.
    fn iterate(&mut self, depth: Depth) -> bool {
        self.depth_max = 0;
        let lines = self.budget.lines.clamp(1, self.roots.len().max(1));
        for index in 0..lines {
            self.line_index = index;
            self.aspire(depth);
            if self.stopped {
                return false;
            }
            self.roots[index..].sort_by_key(|root| std::cmp::Reverse(root.value));
        }
        self.roots[..lines].sort_by_key(|root| std::cmp::Reverse(root.value));
        true
    }

    /// Searches with a narrow window around the last value and widens it as needed.
    fn aspire(&mut self, depth: Depth) {
        let last = self.roots.get(self.line_index).map_or(Value::EVEN, |root| root.value);
        let mut margin = self.params.window;
        let narrow = depth >= 5 && !last.is_certain();
        let mut window = if narrow { Window::around(last, margin) } else { Window::WHOLE };
        let mut reduction = 0;
        loop {
            let value = self.node::<Root>(window, (depth - reduction).max(Depth::ONE), 0, false);
            self.roots[self.line_index..].sort_by_key(|root| std::cmp::Reverse(root.value));
            if self.stopped {
                return;
            }
            margin += margin / 2 + 5;
            if value <= window.alpha() {
                window = window.lowered(value, margin);
                reduction = 0;
            } else if value >= window.beta() {
                window = window.lifted(value, margin);
                reduction = (reduction + 1).min(2);
            } else {
                return;
            }
            if margin > 1500 {
                window = Window::WHOLE;
            }
        }
    }

    fn lines(&self, depth: Depth) -> Vec<Line> {
        let count = self.budget.lines.clamp(1, self.roots.len().max(1));
        let line =
            |root: &RootMove| Line { value: root.value, depth, depth_max: root.depth_max, actions: root.line.clone() };
        self.roots.iter().take(count).map(line).collect()
    }

    /// A cut-short iteration still counts if it has found a better first move.
    fn keep_partial(&self, best: &mut [Line]) {
        if let (Some(root), Some(line)) = (self.roots.first(), best.first_mut())
            && self.line_index == 0
            && root.value > Value::NOTHING
            && line.actions.first() != Some(&root.action)
        {
            line.value = root.value;
            line.actions.clone_from(&root.line);
        }
    }

    /// Whether another iteration would be a waste of time.
    fn enough(&self, depth: Depth, steady: u32, best: &[Line]) -> bool {
        let plies = best.first().and_then(|line| line.value.mate_plies());
        if self.budget.mate.zip(plies).is_some_and(|(moves, plies)| plies.unsigned_abs() <= 2 * moves) {
            return true;
        }
        let Some(soft) = self.budget.soft_ms else { return false };
        let decided = plies.is_some_and(|plies| plies > 0 && depth >= plies);
        let effort = self.roots.first().map_or(0, |root| root.effort * 100 / self.nodes.max(1));
        let patience = time::patience(steady, effort);
        decided || self.roots.len() == 1 || self.shared.timer.elapsed_ms() >= soft * patience / 100
    }

    /// The best action so far of the line that is being searched.
    pub(super) fn root_choice(&self) -> Option<Action> {
        self.roots.get(self.line_index).map(|root| root.action)
    }

    pub(super) fn is_root(&self, action: Action) -> bool {
        self.roots[self.line_index..].iter().any(|root| root.action == action)
    }

    /// A root move's value counts only if it was searched exactly.
    pub(super) fn note_root(&mut self, action: Action, value: Value, exact: bool, effort: u64) {
        let line = self.frames[1].line.clone();
        let depth_max = self.depth_max;
        if let Some(root) = self.roots[self.line_index..].iter_mut().find(|root| root.action == action) {
            root.value = if exact { value } else { Value::NOTHING };
            root.effort += effort;
            if exact {
                root.depth_max = depth_max;
                root.line.clear();
                root.line.push(action);
                root.line.extend(line);
            }
        }
    }
}
