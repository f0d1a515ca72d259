//! The order in which a node tries its moves: the table's, winning captures, killers and the
//! counter move, quiet moves by history, losing captures. Most nodes need only the first of them, so
//! nothing is generated before it is asked for.

use arrayvec::ArrayVec;
use janggi::{Action, Piece, Position};

use super::checks::Checks;
use super::exchange;
use super::history::{Before, History, PieceTo};

/// The most legal actions of a position, with room to spare; their places fit into a byte.
pub(super) const ACTIONS_MAX: usize = 192;

/// Actions with their ranks. A rank and the place of its action share one number, so that the best
/// is found by comparing numbers that lie side by side.
#[derive(Default)]
struct Ranking {
    keys: ArrayVec<i32, ACTIONS_MAX>,
    actions: ArrayVec<Action, ACTIONS_MAX>,
}

impl Ranking {
    /// The key of an action that was handed out: below all others.
    const TAKEN: i32 = i32::MIN;
    const PLACES: i32 = 256;

    /// Ranks must stay within 2²³; histories and worths are far from it.
    #[inline]
    fn push(&mut self, action: Action, rank: i32) {
        let place = self.actions.len() as i32;
        if self.actions.try_push(action).is_ok() {
            self.keys.push(rank * Self::PLACES + place);
        }
    }

    fn take_best(&mut self) -> Option<Action> {
        let best = self.keys.iter().copied().max().filter(|best| *best != Self::TAKEN)?;
        let place = best.rem_euclid(Self::PLACES) as usize;
        self.keys[place] = Self::TAKEN;
        Some(self.actions[place])
    }
}

/// Hands out the actions of one node, best first.
pub(super) struct Picker {
    stage: Stage,
    first: Option<Action>,
    refutations: ArrayVec<Action, 3>,
    captures: Ranking,
    quiets: Ranking,
    losing: ArrayVec<Action, ACTIONS_MAX>,
    before: Before,
    captures_only: bool,
    /// Known when the captures are done.
    checks: Checks,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    RankCaptures,
    Captures,
    /// The refutation at this place is next.
    Refutation(usize),
    RankQuiets,
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
            captures: Ranking::default(),
            quiets: Ranking::default(),
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
                    self.stage = Stage::RankCaptures;
                    if self.first.is_some() {
                        return self.first;
                    }
                }
                Stage::RankCaptures => {
                    self.rank_captures(position, history);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.next_capture(position) {
                    Some(action) => return Some(action),
                    None if self.captures_only => self.stage = Stage::Done,
                    None => {
                        self.checks = Checks::of(position);
                        self.stage = Stage::Refutation(0);
                    }
                },
                _ if skip_quiets && self.stage.is_quiet() => self.stage = Stage::Losing,
                Stage::Refutation(place) => {
                    self.stage = Stage::Refutation(place + 1);
                    match self.refutations.get(place) {
                        Some(action) if self.can_refute(position, place) => return Some(*action),
                        Some(_) => {}
                        None => self.stage = Stage::RankQuiets,
                    }
                }
                Stage::RankQuiets => {
                    self.rank_quiets(position, history);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.quiets.take_best() {
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

    /// Whether the refutation at a place is a quiet move here, and not handed out before.
    fn can_refute(&self, position: &Position, place: usize) -> bool {
        let action = self.refutations[place];
        Some(action) != self.first
            && !self.refutations[..place].contains(&action)
            && (action.is_pass() || position.board().at(action.to).is_none())
            && position.allows(action)
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
                self.captures.push(action, rank);
            }
        });
    }

    fn next_capture(&mut self, position: &Position) -> Option<Action> {
        while let Some(action) = self.captures.take_best() {
            if exchange::wins_at_least(position, action, 0) {
                return Some(action);
            }
            let _ = self.losing.try_push(action);
        }
        None
    }

    fn rank_quiets(&mut self, position: &Position, history: &History) {
        let board = position.board();
        position.visit_quiet(&mut |action| {
            if Some(action) == self.first || self.refutations.contains(&action) {
                return;
            }
            if let Some(piece) = board.at(action.from) {
                let learned = history.quiet_score(position.side(), action, PieceTo::new(piece, action.to), self.before);
                let bonus = if self.checks.contains(piece, action.to) { CHECK } else { 0 };
                self.quiets.push(action, learned + bonus);
            }
        });
    }
}

impl Stage {
    const fn is_quiet(self) -> bool {
        matches!(self, Self::Refutation(_) | Self::RankQuiets | Self::Quiets)
    }
}

/// How much sooner a move is tried because it gives check.
const CHECK: i32 = 8000;

#[cfg(test)]
mod tests {
    use janggi::Point;

    use super::*;

    #[test]
    fn every_action_is_handed_out_once_and_the_best_first() {
        let points: Vec<Point> = Point::all().take(5).collect();
        let ranks = [-7, 40_000, 0, -60_000, -7];
        let mut ranking = Ranking::default();
        for (at, rank) in points.iter().zip(ranks) {
            ranking.push(Action { from: *at, to: *at }, rank);
        }
        let taken: Vec<_> = std::iter::from_fn(|| ranking.take_best()).map(|action| action.from).collect();
        assert_eq!(taken, [1, 2, 4, 0, 3].map(|place| points[place]));
    }
}
