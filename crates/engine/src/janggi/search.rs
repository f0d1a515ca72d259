//! The search of one thread: principal variation search with iterative deepening.
//!
//! It knows no clock and no thread: time and the wish to stop come through [`Timer`], the table
//! and the other threads through [`Shared`].

mod endings;
mod learning;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;
use janggi::{Action, Piece, Position, Role, Side};

use super::correction::Kinds;
use super::evaluate::Evaluator;
use super::exchange;
use super::history::{Before, History, PieceTo};
use super::order::{Pick, Picker};
use super::params::Params;
use super::table::{Bound, Memory, Table};
use super::time;
use super::value::{self, INFINITE, PLY_MAX, Value};
use crate::Timer;

/// What all threads of a search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Set when all must stop.
    pub stop: &'a AtomicBool,
    /// Positions looked at by all threads, updated now and then.
    pub nodes: &'a AtomicU64,
    /// Time and the wish to stop.
    pub timer: &'a dyn Timer,
}

/// When a thread stops.
#[derive(Clone, Debug)]
pub struct Budget {
    /// So deep.
    pub depth: i32,
    /// So many positions by this thread.
    pub nodes: Option<u64>,
    /// After this time no new iteration is begun.
    pub soft_ms: Option<u64>,
    /// After this time the search stops at once.
    pub hard_ms: Option<u64>,
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
            depth: PLY_MAX as i32 - 1,
            nodes: None,
            soft_ms: None,
            hard_ms: None,
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
    pub depth: i32,
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

/// So far behind, in hundredths of a point, only the end of the game counts any more.
const LOST: Value = 2000;

/// Node kinds: at the root, on the principal variation, or off it.
trait Node {
    const ROOT: bool;
    const PV: bool;
}
struct Root;
struct Pv;
struct Off;
impl Node for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl Node for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl Node for Off {
    const ROOT: bool = false;
    const PV: bool = false;
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

struct RootMove {
    action: Action,
    value: Value,
    line: Vec<Action>,
    depth_max: usize,
    /// Positions looked at below it.
    effort: u64,
}

impl RootMove {
    fn new(action: Action) -> Self {
        Self { action, value: -INFINITE, line: vec![action], depth_max: 0, effort: 0 }
    }
}

/// A thread's search.
pub struct Searcher<'a, E> {
    shared: Shared<'a>,
    evaluator: E,
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
        for depth in 1..=self.budget.depth {
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
            eval: 0,
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
        let line = |action| Line { value: 0, depth: 0, depth_max: 0, actions: vec![action] };
        first.map(line).into_iter().collect()
    }

    /// One iteration over all lines; false if it was cut short.
    fn iterate(&mut self, depth: i32) -> bool {
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
    fn aspire(&mut self, depth: i32) {
        let last = self.roots.get(self.line_index).map_or(0, |root| root.value);
        let mut margin = self.params.window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && !value::is_certain(last) {
            (alpha, beta) = (last - margin, last + margin);
        }
        let mut reduction = 0;
        loop {
            let value = self.node::<Root>(alpha, beta, (depth - reduction).max(1), 0, false);
            self.roots[self.line_index..].sort_by_key(|root| std::cmp::Reverse(root.value));
            if self.stopped {
                return;
            }
            margin += margin / 2 + 5;
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - margin).max(-INFINITE);
                reduction = 0;
            } else if value >= beta {
                beta = (value + margin).min(INFINITE);
                reduction = (reduction + 1).min(2);
            } else {
                return;
            }
            if margin > 1500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn lines(&self, depth: i32) -> Vec<Line> {
        let count = self.budget.lines.clamp(1, self.roots.len().max(1));
        let line =
            |root: &RootMove| Line { value: root.value, depth, depth_max: root.depth_max, actions: root.line.clone() };
        self.roots.iter().take(count).map(line).collect()
    }

    /// A cut-short iteration still counts if it has found a better first move.
    fn keep_partial(&self, best: &mut [Line]) {
        if let (Some(root), Some(line)) = (self.roots.first(), best.first_mut())
            && self.line_index == 0
            && root.value > -INFINITE
            && line.actions.first() != Some(&root.action)
        {
            line.value = root.value;
            line.actions.clone_from(&root.line);
        }
    }

    /// Whether another iteration would be a waste of time.
    fn enough(&self, depth: i32, steady: u32, best: &[Line]) -> bool {
        let Some(soft) = self.budget.soft_ms else { return false };
        let decided =
            best.first().is_some_and(|line| value::mate_plies(line.value).is_some_and(|n| n > 0 && n <= depth));
        let effort = self.roots.first().map_or(0, |root| root.effort * 100 / self.nodes.max(1));
        let patience = time::patience(steady, effort);
        decided || self.roots.len() == 1 || self.shared.timer.elapsed_ms() >= soft * patience / 100
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
        } else if self.nodes.is_multiple_of(1024) {
            self.flush_nodes();
            let late = self.budget.hard_ms.is_some_and(|limit| self.shared.timer.elapsed_ms() >= limit);
            self.stopped = late || self.shared.stop.load(Relaxed) || self.shared.timer.stopped();
        }
        self.stopped
    }

    /// The node function, in numbered steps.
    #[allow(clippy::too_many_lines, clippy::cognitive_complexity)] // the one long function we allow
    fn node<N: Node>(&mut self, mut alpha: Value, mut beta: Value, depth: i32, ply: usize, cut: bool) -> Value {
        // 1. At the horizon, only captures are looked at.
        let params = self.params;
        let plain = self.budget.plain;
        if depth <= 0 {
            return if plain { self.judge(ply) } else { self.quiesce::<N>(alpha, beta, ply) };
        }
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        self.frames[ply].line.clear();
        if N::PV {
            self.depth_max = self.depth_max.max(ply);
        }

        // 2. The game may be over by rule, or the line too long.
        if !N::ROOT {
            if let Some(value) = self.rule_value(ply) {
                return value;
            }
            if ply >= PLY_MAX - 2 {
                return self.evaluate(ply);
            }
            // 3. No line can be better than a mate at once.
            alpha = alpha.max(value::mated_in(ply));
            beta = beta.min(-value::mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. What the table knows.
        let excluded = self.frames[ply].excluded;
        let checked = self.frames[ply].checked;
        let key = self.frames[ply].position.search_key();
        let memory = if plain || excluded.is_some() { None } else { self.shared.table.recall(key) };
        let known = memory.map(|memory| (value::from_table(memory.value, ply), memory));
        if !N::PV
            && let Some((value, memory)) = known
            && memory.depth >= depth
            && self.table_is_fresh(ply)
            && cuts(memory.bound, value, alpha, beta)
        {
            return value;
        }
        let first = if N::ROOT {
            self.roots.get(self.line_index).map(|root| root.action)
        } else {
            memory.and_then(|memory| memory.best).filter(|best| self.frames[ply].position.allows(*best))
        };

        // 5. The static evaluation, refined by the table's bound.
        let raw = match memory {
            Some(memory) if !checked => memory.eval,
            _ if checked => 0,
            _ => self.evaluate(ply),
        };
        let corrected = if checked || plain { raw } else { self.corrected(raw, ply) };
        self.frames[ply].eval = if checked { -INFINITE } else { corrected };
        let eval = match known {
            _ if checked => -INFINITE,
            Some((value, memory)) if refines(memory.bound, value, corrected) => value,
            _ => corrected,
        };
        let improving = !checked && ply >= 2 && corrected > self.frames[ply - 2].eval;
        let urgent = checked || self.frames[ply].bikjang;
        if !checked && !plain && excluded.is_none() {
            self.learn_rise(ply);
        }

        // Two skipped turns in a row would prove nothing.
        let after_move = ply == 0 || self.frames[ply - 1].moved.is_some();

        // Whether the other side would gain by a second move in a row.
        let mut threatened = false;

        // An estimate proves nothing about the end of a game; and for a side that is lost anyway, to hold
        // means not to be mated, which takes a closer look.
        let lost = beta < -LOST;
        if !N::PV && !urgent && !plain && excluded.is_none() && !value::is_certain(beta) {
            // 6. So far above beta that a quiet answer will hold (reverse futility).
            let margin = params.hold_slope * depth - if improving { params.hold_improving } else { 0 };
            let far = if lost { 2 } else { 8 };
            if depth <= far && eval - margin >= beta && !value::is_certain(eval) {
                return i32::midpoint(eval, beta);
            }
            // 7. So far below alpha that only captures can help (razoring).
            if depth <= 3 && eval + params.razor_base + params.razor_slope * depth < alpha {
                let value = self.quiesce::<Off>(alpha, alpha + 1, ply);
                if value < alpha {
                    return value;
                }
            }
            // 8. Giving the turn away still holds (null move). There is no zugzwang in janggi where
            //    a side may pass, so no verification is needed; but the skipped turn is no pass.
            if eval >= beta && ply >= self.null_floor && after_move {
                let reduction = (params.skip_base + params.skip_slope * depth) / 100;
                let reduction = reduction + ((eval - beta) / params.skip_margin).min(3);
                let answer_depth = if lost { (depth - reduction).max(1) } else { depth - reduction };
                let value = self.try_skip(beta, answer_depth, ply);
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    return if value::is_certain(value) { beta } else { value };
                }
                threatened = true;
            }
        }

        // 9. Without a first move to try, a shallower search will do (internal reduction).
        let depth = if !plain && depth >= 4 && first.is_none() && (N::PV || cut) { depth - 1 } else { depth };

        // 10. Is the table's move much better than all others? Then look deeper (singular).
        let mut extension = 0;
        if !N::ROOT
            && depth >= 7
            && let (Some(first), Some((known_value, memory))) = (first, known)
            && memory.depth >= depth - 3
            && memory.bound != Bound::Upper
            && !value::is_certain(known_value)
        {
            let target = known_value - params.single_slope * depth / 10;
            self.frames[ply].excluded = Some(first);
            let value = self.node::<Off>(target - 1, target, (depth - 1) / 2, ply, cut);
            self.frames[ply].excluded = None;
            if self.stopped {
                return 0;
            }
            if value < target {
                extension = if !N::PV && value < target - params.double_margin { 2 } else { 1 };
            } else if value >= beta && !value::is_certain(value) {
                return value;
            } else if known_value >= beta {
                extension = -1;
            }
        }

        // 11. Try the moves, best first.
        let before = self.before(ply);
        let mut picker = Picker::new(first, self.refutations(ply, before), before);
        let mut best = -INFINITE;
        let mut best_action = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        let mut tried_quiets: ArrayVec<(Action, PieceTo), 64> = ArrayVec::new();
        let mut tried_captures: ArrayVec<(PieceTo, Role), 32> = ArrayVec::new();
        let mut skip_quiets = false;
        let side = self.frames[ply].position.side();
        self.frames[ply + 1].killers = [None; 2];
        while let Some(pick) = picker.next(&self.frames[ply].position, &self.history, skip_quiets) {
            let action = pick.action;
            if Some(action) == excluded || self.is_forbidden(ply, action) || (N::ROOT && !self.is_root(action)) {
                continue;
            }
            count += 1;
            let board = self.frames[ply].position.board();
            let (Some(mover), victim) = (board.at(action.from), board.at(action.to)) else { continue };
            let victim = if action.is_pass() { None } else { victim };
            let piece_to = PieceTo::new(mover, action.to);
            let learned = pick.learned.unwrap_or_else(|| match victim {
                Some(victim) => self.history.capture_score(piece_to, victim.role()),
                None => self.history.quiet_score(side, action, piece_to, before),
            });

            // 12. Late, quiet or losing moves are not worth the trouble at low depth.
            if !N::ROOT && best > -value::DECIDED + PLY_MAX as Value && !urgent && !plain {
                if victim.is_none() && !picker.gives_check(mover, action) {
                    let enough =
                        (params.late_base + params.late_slope * depth * depth) / if improving { 50 } else { 100 };
                    let near = depth - reduction(&params, depth, count) / 100;
                    let hope = params.futile_base + params.futile_slope * near.max(0) + learned / params.futile_history;
                    let late = count > enough as usize && !threatened;
                    if late || (near <= 6 && eval + hope <= alpha) {
                        skip_quiets = true;
                        continue;
                    }
                    if depth <= 4 && learned < -params.poor_history * depth {
                        continue;
                    }
                    if depth <= 8
                        && !exchange::wins_at_least(&self.frames[ply].position, action, -params.quiet_loss * depth)
                    {
                        continue;
                    }
                } else if depth <= 6
                    && !exchange::wins_at_least(&self.frames[ply].position, action, -params.other_loss * depth)
                {
                    continue;
                }
            }

            // 13. Play it.
            self.shared.table.prefetch(self.frames[ply].position.search_key_after(action));
            self.advance(ply, action, mover);
            let gives_check = self.frames[ply + 1].checked;
            let mut next_depth = depth - 1;
            if Some(action) == first {
                next_depth += extension;
            } else if gives_check && !plain && depth <= 10 && ply < 2 * depth as usize + 24 {
                next_depth += i32::from(victim.is_some() || exchange::worth(mover.role()) < 600 || depth <= 3);
            }

            // 14. Late moves are first searched less deeply; what surprises is searched again.
            let nodes_before = self.nodes;
            let mut value = -INFINITE;
            let reduced_first = !plain && depth >= 3 && count > 1 + usize::from(N::PV) + usize::from(N::ROOT);
            if reduced_first {
                let mut less = reduction(&params, depth, count);
                if victim.is_none() {
                    less += if cut { params.less_cut } else { 0 } + if improving { 0 } else { params.less_worse };
                    less -= learned * 100 / params.less_history;
                } else {
                    less = less * params.less_captures / 100 - learned * 100 / params.less_captured;
                }
                less -= if N::PV { params.less_pv } else { 0 };
                less -= params.less_check * (i32::from(gives_check) + i32::from(checked));
                let reduced = (next_depth - less.max(0) / 100).clamp(1, next_depth.max(1));
                value = -self.node::<Off>(-alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < next_depth {
                    value = -self.node::<Off>(-alpha - 1, -alpha, next_depth, ply + 1, !cut);
                }
            } else if !N::PV || count > 1 {
                value = -self.node::<Off>(-alpha - 1, -alpha, next_depth, ply + 1, !cut);
            }
            if N::PV && (count == 1 || value > alpha) {
                value = -self.node::<Pv>(-beta, -alpha, next_depth, ply + 1, false);
            }
            self.past.pop();
            if self.stopped {
                return 0;
            }

            // 15. Keep the best.
            if N::ROOT {
                self.note_root(action, value, count == 1 || value > alpha, self.nodes - nodes_before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    if N::PV {
                        self.extend_line(ply, action);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
            match victim {
                Some(victim) => drop(tried_captures.try_push((piece_to, victim.role()))),
                None => drop(tried_quiets.try_push((action, piece_to))),
            }
        }

        // 16. No move: mate, or a stalemate that the rules call a loss or a pass.
        if count == 0 {
            return if excluded.is_some() { alpha } else { self.stuck_value(ply) };
        }

        // 17. Learn from the cut-off.
        if bound == Bound::Lower
            && let Some(action) = best_action
        {
            self.learn(ply, action, depth, before, &tried_quiets, &tried_captures);
        } else if bound == Bound::Upper && !plain && excluded.is_none() {
            self.learn_unanswered(ply, depth);
        }

        let quiet = best_action.is_none_or(|best| self.frames[ply].position.board().at(best.to).is_none());
        if !plain
            && !checked
            && quiet
            && excluded.is_none()
            && !value::is_certain(best)
            && refines(bound, best, corrected)
        {
            self.history.corrections.learn(self.occasion(ply), best - corrected, depth);
        }

        // 18. Remember.
        if !plain && excluded.is_none() && !(N::ROOT && self.line_index > 0) {
            let best_action = best_action.or(first);
            let value = value::to_table(best, ply);
            let memory = Memory { best: best_action, value, eval: raw, depth, bound };
            self.shared.table.remember(key, memory);
        }
        best
    }

    /// Captures only, until the position is quiet; all moves in check or under bikjang.
    fn quiesce<N: Node>(&mut self, mut alpha: Value, beta: Value, ply: usize) -> Value {
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        self.frames[ply].line.clear();
        if let Some(value) = self.rule_value(ply) {
            return value;
        }
        if ply >= PLY_MAX - 2 {
            return self.evaluate(ply);
        }
        let checked = self.frames[ply].checked;
        let urgent = checked || self.frames[ply].bikjang;
        let key = self.frames[ply].position.search_key();
        let memory = self.shared.table.recall(key);
        if !N::PV
            && let Some(memory) = memory
            && self.table_is_fresh(ply)
        {
            let value = value::from_table(memory.value, ply);
            if cuts(memory.bound, value, alpha, beta) {
                return value;
            }
        }
        let mut best = -INFINITE;
        let (mut raw, mut eval) = (0, 0);
        if !urgent {
            raw = memory.map_or_else(|| self.evaluate(ply), |memory| memory.eval);
            eval = self.corrected(raw, ply);
            best = match memory {
                Some(memory) if refines(memory.bound, memory.value, eval) && !value::is_certain(memory.value) => {
                    memory.value
                }
                _ => eval,
            };
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = memory.and_then(|memory| memory.best).filter(|first| {
            let position = &self.frames[ply].position;
            (urgent || position.board().at(first.to).is_some_and(|piece| piece.side() != position.side()))
                && position.allows(*first)
        });
        let before = self.before(ply);
        let mut picker = if urgent { Picker::new(first, ArrayVec::new(), before) } else { Picker::captures(first) };
        let mut best_action = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        while let Some(Pick { action, .. }) = picker.next(&self.frames[ply].position, &self.history, false) {
            if self.is_forbidden(ply, action) {
                continue;
            }
            count += 1;
            let board = self.frames[ply].position.board();
            let Some(mover) = board.at(action.from) else { continue };
            if !urgent && best > -value::DECIDED + PLY_MAX as Value {
                let gain = board.at(action.to).map_or(0, |victim| exchange::worth(victim.role()));
                if eval + gain + self.params.delta <= alpha {
                    best = best.max(eval + gain);
                    continue;
                }
            }
            self.shared.table.prefetch(self.frames[ply].position.search_key_after(action));
            self.advance(ply, action, mover);
            let value = -self.quiesce::<N>(-beta, -alpha, ply + 1);
            self.past.pop();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    if N::PV {
                        self.extend_line(ply, action);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
        }
        if urgent && count == 0 {
            return self.stuck_value(ply);
        }
        let bound = if bound == Bound::Exact && !N::PV { Bound::Upper } else { bound };
        let memory = Memory { best: best_action, value: value::to_table(best, ply), eval: raw, depth: 0, bound };
        // Where every move must be looked at, there was no evaluation to remember.
        if !urgent {
            self.shared.table.remember(key, memory);
        }
        best
    }

    /// The value of a position without looking further.
    fn judge(&mut self, ply: usize) -> Value {
        self.nodes += 1;
        self.frames[ply].line.clear();
        if let Some(value) = self.rule_value(ply) {
            value
        } else if self.frames[ply].position.has_legal() {
            self.evaluate(ply)
        } else {
            self.stuck_value(ply)
        }
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

    fn try_skip(&mut self, beta: Value, depth: i32, ply: usize) -> Value {
        let (here, after) = self.frames.split_at_mut(ply + 1);
        let (here, next) = (&mut here[ply], &mut after[0]);
        here.moved = None;
        here.quiet = None;
        next.position.clone_from(&here.position);
        next.position.skip_turn();
        next.kinds = here.kinds;
        self.shared.table.prefetch(next.position.search_key());
        self.evaluator.follow(ply + 1);
        next.checked = false;
        next.bikjang = next.position.bikjang();
        next.excluded = None;
        self.past.push(Seen::of(&next.position));
        let floor = std::mem::replace(&mut self.null_floor, ply + 2);
        let value = -self.node::<Off>(-beta, 1 - beta, depth, ply + 1, true);
        self.null_floor = floor;
        self.past.pop();
        value
    }

    fn before(&self, ply: usize) -> Before {
        let moved = |back: usize| ply.checked_sub(back).and_then(|at| self.frames[at].moved);
        [moved(1), moved(2)]
    }

    fn refutations(&self, ply: usize, before: Before) -> ArrayVec<Action, 3> {
        self.frames[ply].killers.into_iter().chain([self.history.counter(before)]).flatten().collect()
    }

    fn is_root(&self, action: Action) -> bool {
        self.roots[self.line_index..].iter().any(|root| root.action == action)
    }

    /// A root move's value counts only if it was searched exactly.
    fn note_root(&mut self, action: Action, value: Value, exact: bool, effort: u64) {
        let line = self.frames[1].line.clone();
        let depth_max = self.depth_max;
        if let Some(root) = self.roots[self.line_index..].iter_mut().find(|root| root.action == action) {
            root.value = if exact { value } else { -INFINITE };
            root.effort += effort;
            if exact {
                root.depth_max = depth_max;
                root.line.clear();
                root.line.push(action);
                root.line.extend(line);
            }
        }
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

/// Whether a stored value alone decides a node.
fn cuts(bound: Bound, value: Value, alpha: Value, beta: Value) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    }
}

/// Whether a stored value says more than the static evaluation.
fn refines(bound: Bound, value: Value, eval: Value) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value > eval,
        Bound::Upper => value < eval,
    }
}

/// How much less deeply the move number `count` is searched, in hundredths of a ply.
fn reduction(params: &Params, depth: i32, count: usize) -> i32 {
    let (depth, count) = (LOGARITHMS[(depth.max(1) as usize).min(63)], LOGARITHMS[count.clamp(1, 63)]);
    params.less_base + depth * count * params.less_slope / 10_000
}

/// Hundredths of natural logarithms.
static LOGARITHMS: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        // ln n by the sum of 1/k, less the Euler–Mascheroni constant: close enough for a table.
        let mut sum = 0;
        let mut k = 1;
        while k <= n {
            sum += 1_000_000 / k as i64;
            k += 1;
        }
        let value = (sum - 577_216 - 500_000 / n as i64) / 10_000;
        table[n] = if value < 0 { 0 } else { value as i32 };
        n += 1;
    }
    table
};
