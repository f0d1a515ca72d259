//! What the rules say of a line: games that end in it, moves that its past forbids.

use std::sync::atomic::Ordering::Relaxed;

use janggi::rules::{DoublePass, PerpetualCheck, Rules, Stalemate};
use janggi::{Action, EndReason, Ending, Side};

use super::Searcher;
use crate::janggi::endgame::Outcome;
use crate::janggi::evaluate::Evaluator;
use crate::janggi::value::{PLY_MAX, Value};

impl<E: Evaluator> Searcher<'_, E> {
    /// The value of a game that the rules end here, from the view of the side to move; also of one
    /// that the side to move wins by passing.
    pub(super) fn rule_value(&self, ply: usize) -> Option<Value> {
        let position = &self.frames[ply].position;
        if let Some(ending) = position.ending() {
            return Some(ending_value(ending, position.side(), ply));
        }
        if let Some(ending) = position.rule_end() {
            let mated = self.frames[ply].checked && !position.has_legal();
            return Some(if mated { Value::mated_in(ply) } else { ending_value(ending, position.side(), ply) });
        }
        if self.wins_by_passing(ply) {
            return Some(Value::decided_at(ply + 1, true));
        }
        self.repetition(ply)
    }

    /// What the tables of endings know for certain.
    pub(super) fn table_value(&mut self, ply: usize) -> Option<Value> {
        let position = &self.frames[ply].position;
        let outcome = self.prober.outcome(position)?;
        self.shared.hits.fetch_add(1, Relaxed);
        let end = |plies: u16| (ply + usize::from(plies)).min(PLY_MAX);
        // Where points count, the end may be theirs.
        let by_points = position.rules().scores();
        Some(match outcome {
            Outcome::Win(plies) if by_points => Value::decided_at(end(plies), true),
            Outcome::Loss(plies) if by_points => Value::decided_at(end(plies), false),
            Outcome::Win(plies) => -Value::mated_in(end(plies)),
            Outcome::Loss(plies) => Value::mated_in(end(plies)),
            Outcome::Draw => Value::EVEN,
        })
    }

    /// Accepting a bikjang or answering a pass with a pass wins for the leader on points.
    fn wins_by_passing(&self, ply: usize) -> bool {
        let position = &self.frames[ply].position;
        let rules = position.rules();
        (self.frames[ply].bikjang || (position.after_pass() && passes_end(rules) && !self.frames[ply].checked))
            && rules.scores()
            && position.leader() == position.side()
    }

    /// A position that came back in this line, or for the last allowed time in the game.
    fn repetition(&self, ply: usize) -> Option<Value> {
        let position = &self.frames[ply].position;
        let rules = position.rules();
        if rules.repetition_count == 0 || position.halfmove() < 2 || position.forbids_repetition() {
            return None;
        }
        let now = self.past.len() - 1;
        let first = now.saturating_sub(usize::from(position.halfmove()));
        let key = self.past[now].key;
        let mut found = 0;
        for index in (first..now).rev().skip(1).step_by(2) {
            if self.past[index].key == key {
                found += 1;
                if index > self.root_index || found + 1 >= usize::from(rules.repetition_count) {
                    return Some(self.repetition_value(index, now, ply));
                }
            }
        }
        None
    }

    fn repetition_value(&self, first: usize, now: usize, ply: usize) -> Value {
        let position = &self.frames[ply].position;
        let window = &self.past[first..=now];
        let always_checked = |side: Side| window.iter().filter(|seen| seen.side == side).all(|seen| seen.checked);
        let side = position.side();
        if position.rules().perpetual_check == PerpetualCheck::Loss {
            match (always_checked(side), always_checked(side.other())) {
                (true, false) => return Value::decided_at(ply, true),
                (false, true) => return Value::decided_at(ply, false),
                _ => {}
            }
        }
        ending_value(position.adjudicated(EndReason::Repetition), side, ply)
    }

    /// Whether the past forbids a move (where repeating is illegal).
    pub(super) fn is_forbidden(&self, ply: usize, action: Action) -> bool {
        let position = &self.frames[ply].position;
        if self.frames[ply].checked || action.is_pass() || !position.forbids_repetition() {
            return false;
        }
        let Some(key) = position.quiet_key_after(action) else { return false };
        let limit = usize::from(position.rules().repetition_count);
        let reversible = self.past.iter().rev().take(usize::from(position.halfmove()) + 1);
        reversible.filter(|seen| seen.key == key).count() + 1 >= limit
    }

    /// Near a limit the table does not know how many plies are left.
    pub(super) fn table_is_fresh(&self, ply: usize) -> bool {
        let position = &self.frames[ply].position;
        let limit = position.rules().no_capture_limit;
        limit == 0 || position.halfmove() + 12 < limit
    }

    pub(super) fn stuck_value(&self, ply: usize) -> Value {
        let position = &self.frames[ply].position;
        if self.frames[ply].checked || position.rules().stalemate == Stalemate::Loss {
            Value::mated_in(ply)
        } else {
            Value::EVEN
        }
    }
}

fn passes_end(rules: &Rules) -> bool {
    rules.double_pass == DoublePass::Ends
}

fn ending_value(ending: Ending, side: Side, ply: usize) -> Value {
    match ending.winner {
        Some(winner) => Value::decided_at(ply, winner == side),
        None => Value::EVEN,
    }
}
