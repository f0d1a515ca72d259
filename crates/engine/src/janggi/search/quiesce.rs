//! Beyond the horizon: captures until the position is quiet.

use arrayvec::ArrayVec;

use super::Searcher;
use super::node::Node;
use crate::janggi::depth::Depth;
use crate::janggi::evaluate::Evaluator;
use crate::janggi::exchange;
use crate::janggi::order::{Pick, Picker};
use crate::janggi::transpositions::{Bound, Memory};
use crate::janggi::value::{PLY_MAX, Value};
use crate::janggi::window::Window;

impl<E: Evaluator> Searcher<'_, E> {
    /// Captures only, until the position is quiet; all moves in check or under bikjang.
    pub(super) fn quiesce<N: Node>(&mut self, mut window: Window, ply: usize) -> Value {
        self.nodes += 1;
        if self.must_stop() {
            return Value::EVEN;
        }
        self.frames[ply].line.clear();
        if let Some(value) = self.rule_value(ply).or_else(|| self.table_value(ply)) {
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
            let value = memory.value.from_table(ply);
            if memory.bound.decides(value, window) {
                return value;
            }
        }
        let mut best = Value::NOTHING;
        let (mut raw, mut eval) = (Value::EVEN, Value::EVEN);
        if !urgent {
            raw = memory.map_or_else(|| self.evaluate(ply), |memory| memory.eval);
            eval = self.corrected(raw, ply);
            best = match memory {
                Some(memory) if memory.bound.refines(memory.value, eval) && !memory.value.is_certain() => memory.value,
                _ => eval,
            };
            if best >= window.beta() {
                return best;
            }
            window.raise(best);
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
            if !urgent && !best.is_lost() {
                let gain = board.at(action.to).map_or(0, |victim| exchange::worth(victim.role()));
                if eval + gain + self.params.delta <= window.alpha() {
                    best = best.max(eval + gain);
                    continue;
                }
            }
            self.shared.table.prefetch(self.frames[ply].position.search_key_after(action));
            self.advance(ply, action, mover);
            let value = -self.quiesce::<N>(window.turned(), ply + 1);
            self.past.pop();
            if self.stopped {
                return Value::EVEN;
            }
            if value > best {
                best = value;
                if value > window.alpha() {
                    best_action = Some(action);
                    if N::PV {
                        self.extend_line(ply, action);
                    }
                    if value >= window.beta() {
                        bound = Bound::Lower;
                        break;
                    }
                    window.raise(value);
                    bound = Bound::Exact;
                }
            }
        }
        if urgent && count == 0 {
            return self.stuck_value(ply);
        }
        let bound = if bound == Bound::Exact && !N::PV { Bound::Upper } else { bound };
        let memory = Memory { best: best_action, value: best.to_table(ply), eval: raw, depth: Depth::HORIZON, bound };
        // Where every move must be looked at, there was no evaluation to remember.
        if !urgent {
            self.shared.table.remember(key, memory);
        }
        best
    }

    /// The value of a position without looking further.
    pub(super) fn leaf_value(&mut self, ply: usize) -> Value {
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
}
