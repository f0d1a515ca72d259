//! The order in which a node tries its moves: the table's, winning captures, killers and the
//! counter move, quiet moves by history, losing captures.

use arrayvec::ArrayVec;
use janggi::{Action, Piece, Position};

use super::checks::Checks;
use super::exchange;
use super::history::{Before, History, PieceTo};

/// The most legal actions of a position, with room to spare.
pub(super) const ACTIONS_MAX: usize = 192;

#[derive(Clone, Copy)]
struct Ranked {
    action: Action,
    rank: i32,
}

/// Hands out the actions of one node, best first.
pub(super) struct Picker {
    stage: Stage,
    first: Option<Action>,
    refutations: ArrayVec<Action, 3>,
    captures: ArrayVec<Ranked, ACTIONS_MAX>,
    quiets: ArrayVec<Ranked, ACTIONS_MAX>,
    losing: ArrayVec<Action, ACTIONS_MAX>,
    before: Before,
    captures_only: bool,
    /// Known from the quiet moves on.
    checks: Checks,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Captures,
    Quiets,
    Losing,
    Done,
}

impl Picker {
    /// All actions.
    #[must_use]
    pub(super) fn new(first: Option<Action>, refutations: ArrayVec<Action, 3>, before: Before) -> Self {
        Self {
            stage: Stage::First,
            first,
            refutations,
            captures: ArrayVec::new(),
            quiets: ArrayVec::new(),
            losing: ArrayVec::new(),
            before,
            captures_only: false,
            checks: Checks::default(),
        }
    }

    /// Captures that do not lose material.
    #[must_use]
    pub(super) fn captures(first: Option<Action>) -> Self {
        Self { captures_only: true, ..Self::new(first, ArrayVec::new(), [None; 2]) }
    }

    /// The next action. `skip_quiets` drops the quiet moves not yet handed out.
    pub(super) fn next(&mut self, position: &Position, history: &History, skip_quiets: bool) -> Option<Action> {
        loop {
            match self.stage {
                Stage::First => {
                    self.enter(Stage::Captures, position, history);
                    if self.first.is_some() {
                        return self.first;
                    }
                }
                Stage::Captures => match self.next_capture(position) {
                    Some(action) => return Some(action),
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.enter(Stage::Quiets, position, history),
                },
                Stage::Quiets => match take_best(&mut self.quiets).filter(|_| !skip_quiets) {
                    Some(action) => return Some(action),
                    None => self.stage = Stage::Losing,
                },
                Stage::Losing => match self.losing.pop_at(0) {
                    Some(action) => return Some(action),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Whether a quiet move is known to give check.
    pub(super) fn gives_check(&self, piece: Piece, action: Action) -> bool {
        self.checks.contains(piece, action.to)
    }

    fn enter(&mut self, stage: Stage, position: &Position, history: &History) {
        self.stage = stage;
        match stage {
            Stage::Captures => self.rank_captures(position, history),
            Stage::Quiets => self.rank_quiets(position, history),
            _ => {}
        }
    }

    fn rank_captures(&mut self, position: &Position, history: &History) {
        let board = position.board();
        let enemies = board.of(position.side().other());
        position.visit_moves_to(enemies, &mut |action| {
            if Some(action) == self.first {
                return;
            }
            if let (Some(piece), Some(victim)) = (board.at(action.from), board.at(action.to)) {
                let learned = history.capture_score(PieceTo::new(piece, action.to), victim.role());
                let rank = exchange::worth(victim.role()) * 8 + learned / 4;
                let _ = self.captures.try_push(Ranked { action, rank });
            }
        });
    }

    fn next_capture(&mut self, position: &Position) -> Option<Action> {
        while let Some(action) = take_best(&mut self.captures) {
            if exchange::wins_at_least(position, action, 0) {
                return Some(action);
            }
            let _ = self.losing.try_push(action);
        }
        None
    }

    fn rank_quiets(&mut self, position: &Position, history: &History) {
        let board = position.board();
        self.checks = Checks::of(position);
        position.visit_quiet(&mut |action| {
            if Some(action) == self.first {
                return;
            }
            if let Some(piece) = board.at(action.from) {
                let mover = PieceTo::new(piece, action.to);
                let place = self.refutations.iter().position(|refutation| *refutation == action);
                let rank = if let Some(place) = place {
                    REFUTATION - place as i32
                } else {
                    let bonus = if self.checks.contains(piece, action.to) { CHECK } else { 0 };
                    bonus + history.quiet_score(position.side(), action, mover, self.before)
                };
                let _ = self.quiets.try_push(Ranked { action, rank });
            }
        });
    }
}

/// Killers and the counter move come before all other quiet moves.
const REFUTATION: i32 = 1 << 20;

/// How much sooner a move is tried because it gives check.
const CHECK: i32 = 8000;

fn take_best(ranked: &mut ArrayVec<Ranked, ACTIONS_MAX>) -> Option<Action> {
    let best = (0..ranked.len()).max_by_key(|index| ranked[*index].rank)?;
    Some(ranked.swap_remove(best).action)
}
