//! What a search learns from its own results: which moves do well, and where the evaluation errs.

use janggi::{Action, Role};

use super::{Frame, Searcher};
use crate::janggi::correction::Occasion;
use crate::janggi::depth::Depth;
use crate::janggi::evaluate::Evaluator;
use crate::janggi::history::{Before, PieceTo};
use crate::janggi::value::Value;

/// The most that a rise of the evaluation changes a move's history.
const RISE_MAX: i32 = 600;

impl<E: Evaluator> Searcher<'_, E> {
    /// The evaluation, with what is known of its errors.
    pub(super) fn corrected(&self, raw: Value, ply: usize) -> Value {
        let corrected = raw + self.history.corrections.of(self.occasion(ply), &self.params);
        Value::estimate(corrected.hundredths())
    }

    /// What an error of the evaluation at a ply is remembered by.
    pub(super) fn occasion(&self, ply: usize) -> Occasion {
        let Frame { position, kinds, .. } = &self.frames[ply];
        Occasion { side: position.side(), kinds: *kinds, moved: self.before(ply)[0] }
    }

    fn praise(&self, depth: Depth) -> i32 {
        (self.params.praise_slope * depth - 60).min(self.params.praise_max)
    }

    /// The evaluations before and after a quiet move tell something of it.
    pub(super) fn learn_rise(&mut self, ply: usize) {
        let Some(before) = ply.checked_sub(1).map(|at| &self.frames[at]) else { return };
        let (Some(action), true) = (before.quiet, before.eval != Value::NOTHING) else { return };
        let rise = -self.frames[ply].eval - before.eval;
        let bonus = (rise * self.params.praise_rise / 100).clamp(-RISE_MAX, RISE_MAX);
        self.history.learn_alone(before.position.side(), action, bonus);
    }

    /// No answer to the quiet move before was good enough.
    pub(super) fn learn_unanswered(&mut self, ply: usize, depth: Depth) {
        let Some(at) = ply.checked_sub(1) else { return };
        let Frame { quiet: Some(action), moved: Some(moved), position, .. } = &self.frames[at] else { return };
        let (side, action, moved) = (position.side(), *action, *moved);
        let bonus = self.praise(depth) * self.params.praise_before / 100;
        self.history.learn_quiet(side, action, moved, self.before(at), bonus);
    }

    /// A move has caused a cut-off, and those tried before it have not.
    pub(super) fn learn(
        &mut self,
        ply: usize,
        action: Action,
        depth: Depth,
        before: Before,
        quiets: &[(Action, PieceTo)],
        captures: &[(PieceTo, Role)],
    ) {
        let bonus = self.praise(depth);
        let position = &self.frames[ply].position;
        let side = position.side();
        let Some(mover) = position.board().at(action.from) else { return };
        let piece_to = PieceTo::new(mover, action.to);
        if let Some(victim) = position.board().at(action.to).filter(|_| !action.is_pass()) {
            self.history.learn_capture(piece_to, victim.role(), bonus);
        } else {
            self.history.learn_quiet(side, action, piece_to, before, bonus);
            self.history.set_counter(before, action);
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(action) {
                *killers = [Some(action), killers[0]];
            }
            for (quiet, piece_to) in quiets {
                self.history.learn_quiet(side, *quiet, *piece_to, before, -bonus);
            }
        }
        for (piece_to, victim) in captures {
            self.history.learn_capture(*piece_to, *victim, -bonus);
        }
    }
}
