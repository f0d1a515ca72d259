//! The heart of the search: one position, looked at to some depth.

use arrayvec::ArrayVec;
use janggi::{Action, Role};

use super::{Searcher, Seen};
use crate::janggi::depth::Depth;
use crate::janggi::evaluate::Evaluator;
use crate::janggi::exchange;
use crate::janggi::history::{Before, PieceTo};
use crate::janggi::order::Picker;
use crate::janggi::params::Params;
use crate::janggi::transpositions::{Bound, Memory};
use crate::janggi::value::{PLY_MAX, Value};
use crate::janggi::window::Window;

/// So far ahead or behind, in hundredths of a point, only the end of the game counts any more.
const DECISIVE: Value = Value::new(2000);

/// Node kinds: at the root, on the principal variation, or off it.
pub(super) trait Node {
    const ROOT: bool;
    const PV: bool;
}
pub(super) struct Root;
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

impl<E: Evaluator> Searcher<'_, E> {
    /// The node function, in numbered steps.
    #[allow(clippy::too_many_lines, clippy::cognitive_complexity)] // the one long function we allow
    pub(super) fn node<N: Node>(&mut self, mut window: Window, depth: Depth, ply: usize, cut: bool) -> Value {
        // 1. At the horizon, only captures are looked at.
        let params = self.params;
        let plain = self.budget.plain;
        if depth <= Depth::HORIZON {
            return if plain { self.leaf_value(ply) } else { self.quiesce::<N>(window, ply) };
        }
        self.nodes += 1;
        if self.must_stop() {
            return Value::EVEN;
        }
        self.frames[ply].line.clear();
        if N::PV {
            self.depth_max = self.depth_max.max(ply);
        }

        // 2. The game may be over by rule, its end known, or the line too long.
        if !N::ROOT {
            if let Some(value) = self.rule_value(ply) {
                return value;
            }
            if !plain && let Some(value) = self.table_value(ply) {
                return value;
            }
            if ply >= PLY_MAX - 2 {
                return self.evaluate(ply);
            }
            // 3. No line can be better than a mate at once.
            window = match window.within(Value::mated_in(ply), -Value::mated_in(ply + 1)) {
                Ok(window) => window,
                Err(value) => return value,
            };
        }

        // 4. What the table knows.
        let excluded = self.frames[ply].excluded;
        let checked = self.frames[ply].checked;
        let key = self.frames[ply].position.search_key();
        let memory = if plain || excluded.is_some() { None } else { self.shared.table.recall(key) };
        let known = memory.map(|memory| (memory.value.from_table(ply), memory));
        if !N::PV
            && let Some((value, memory)) = known
            && memory.depth >= depth
            && self.table_is_fresh(ply)
            && memory.bound.decides(value, window)
        {
            return value;
        }
        let first = if N::ROOT {
            self.root_choice()
        } else {
            memory.and_then(|memory| memory.best).filter(|best| self.frames[ply].position.allows(*best))
        };

        // 5. The static evaluation, refined by the table's bound.
        let raw = match memory {
            Some(memory) if !checked => memory.eval,
            _ if checked => Value::EVEN,
            _ => self.evaluate(ply),
        };
        let corrected = if checked || plain { raw } else { self.corrected(raw, ply) };
        self.frames[ply].eval = if checked { Value::NOTHING } else { corrected };
        let eval = match known {
            _ if checked => Value::NOTHING,
            Some((value, memory)) if memory.bound.refines(value, corrected) => value,
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
        // means not to be mated, which takes a closer look. So does more than a won game: a mate, which
        // a quiet move may bring.
        let (alpha, beta) = (window.alpha(), window.beta());
        let lost = beta < -DECISIVE;
        let won = alpha > DECISIVE && !alpha.is_certain();
        if !N::PV && !urgent && !plain && excluded.is_none() && !beta.is_certain() {
            // 6. So far above beta that a quiet answer will hold (reverse futility).
            let margin = params.hold_slope * depth - if improving { params.hold_improving } else { 0 };
            let far = if lost { 2 } else { 8 };
            if depth <= far && eval - margin >= beta && !eval.is_certain() {
                return eval.midpoint(beta);
            }
            // 7. So far below alpha that only captures can help (razoring).
            if !won && depth <= 3 && eval + params.razor_base + params.razor_slope * depth < alpha {
                let value = self.quiesce::<Off>(Window::above(alpha), ply);
                if value < alpha {
                    return value;
                }
            }
            // 8. Giving the turn away still holds (null move). There is no zugzwang in janggi where
            //    a side may pass, so no verification is needed; but the skipped turn is no pass.
            if eval >= beta && ply >= self.null_floor && after_move {
                let reduction = (params.skip_base + params.skip_slope * depth) / 100;
                let reduction = reduction + ((eval - beta) / params.skip_margin).min(3);
                let answer_depth = if lost { (depth - reduction).max(Depth::ONE) } else { depth - reduction };
                let value = self.try_skip(beta, answer_depth, ply);
                if self.stopped {
                    return Value::EVEN;
                }
                if value >= beta {
                    return if value.is_certain() { beta } else { value };
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
            && !known_value.is_certain()
        {
            let target = known_value - params.single_slope * depth / 10;
            self.frames[ply].excluded = Some(first);
            let value = self.node::<Off>(Window::at_least(target), (depth - 1).halved(), ply, cut);
            self.frames[ply].excluded = None;
            if self.stopped {
                return Value::EVEN;
            }
            if value < target {
                extension = if !N::PV && value < target - params.double_margin { 2 } else { 1 };
            } else if value >= beta && !value.is_certain() {
                return value;
            } else if known_value >= beta {
                extension = -1;
            }
        }

        // 11. Try the moves, best first.
        let before = self.before(ply);
        let mut picker = Picker::new(first, self.refutations(ply, before), before);
        let mut best = Value::NOTHING;
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
            if !N::ROOT && !best.is_lost() && !urgent && !plain {
                if victim.is_none() && !picker.gives_check(mover, action) {
                    let enough =
                        (params.late_base + params.late_slope * depth * depth) / if improving { 50 } else { 100 };
                    let near = depth - reduction(&params, depth, count) / 100;
                    let hope = params.futile_base
                        + params.futile_slope * near.max(Depth::HORIZON)
                        + learned / params.futile_history;
                    let late = count > enough as usize && !threatened;
                    let far = if won { 0 } else { 6 };
                    if late || (near <= far && eval + hope <= window.alpha()) {
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
            } else if gives_check && !plain && depth <= 10 && (ply as i32) < 2 * depth + 24 {
                next_depth += i32::from(victim.is_some() || exchange::worth(mover.role()) < 600 || depth <= 3);
            }

            // 14. Late moves are first searched less deeply; what surprises is searched again.
            let nodes_before = self.nodes;
            let alpha = window.alpha();
            let scout = Window::above(alpha).turned();
            let mut value = Value::NOTHING;
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
                let reduced = (next_depth - less.max(0) / 100).clamp(Depth::ONE, next_depth.max(Depth::ONE));
                value = -self.node::<Off>(scout, reduced, ply + 1, true);
                if value > alpha && reduced < next_depth {
                    value = -self.node::<Off>(scout, next_depth, ply + 1, !cut);
                }
            } else if !N::PV || count > 1 {
                value = -self.node::<Off>(scout, next_depth, ply + 1, !cut);
            }
            if N::PV && (count == 1 || value > alpha) {
                value = -self.node::<Pv>(window.turned(), next_depth, ply + 1, false);
            }
            self.past.pop();
            if self.stopped {
                return Value::EVEN;
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
                    window.raise(value);
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
            return if excluded.is_some() { window.alpha() } else { self.stuck_value(ply) };
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
        if !plain && !checked && quiet && excluded.is_none() && !best.is_certain() && bound.refines(best, corrected) {
            self.history.corrections.learn(self.occasion(ply), best - corrected, depth);
        }

        // 18. Remember.
        if !plain && excluded.is_none() && !(N::ROOT && self.line_index > 0) {
            let best_action = best_action.or(first);
            let value = best.to_table(ply);
            let memory = Memory { best: best_action, value, eval: raw, depth, bound };
            self.shared.table.remember(key, memory);
        }
        best
    }

    fn try_skip(&mut self, beta: Value, depth: Depth, ply: usize) -> Value {
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
        let value = -self.node::<Off>(Window::at_least(beta).turned(), depth, ply + 1, true);
        self.null_floor = floor;
        self.past.pop();
        value
    }

    fn refutations(&self, ply: usize, before: Before) -> ArrayVec<Action, 3> {
        self.frames[ply].killers.into_iter().chain([self.history.counter(before)]).flatten().collect()
    }
}

/// How much less deeply the move number `count` is searched, in hundredths of a ply.
fn reduction(params: &Params, depth: Depth, count: usize) -> i32 {
    let (depth, count) = (LOGARITHMS[depth.plies().clamp(1, 63) as usize], LOGARITHMS[count.clamp(1, 63)]);
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
