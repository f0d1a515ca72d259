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

    /// The best action left, with its rank.
    fn take_best(&mut self) -> Option<(Action, i32)> {
        let best = self.keys.iter().copied().max().filter(|best| *best != Self::TAKEN)?;
        let place = best.rem_euclid(Self::PLACES) as usize;
        self.keys[place] = Self::TAKEN;
        Some((self.actions[place], best.div_euclid(Self::PLACES)))
    }
}

/// An action that is handed out.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    pub(super) action: Action,
    /// What its history says, where it was looked up to rank it.
    pub(super) learned: Option<i32>,
}

impl From<Action> for Pick {
    fn from(action: Action) -> Self {
        Self { action, learned: None }
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
    pub(super) fn next(&mut self, position: &Position, history: &History, skip_quiets: bool) -> Option<Pick> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::RankCaptures;
                    if let Some(first) = self.first {
                        return Some(first.into());
                    }
                }
                Stage::RankCaptures => {
                    self.rank_captures(position, history);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.next_capture(position) {
                    Some(action) => return Some(action.into()),
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
                        Some(action) if self.can_refute(position, place) => return Some((*action).into()),
                        Some(_) => {}
                        None => self.stage = Stage::RankQuiets,
                    }
                }
                Stage::RankQuiets => {
                    self.rank_quiets(position, history);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.quiets.take_best() {
                    Some((action, rank)) => return Some(self.ranked_quiet(position, action, rank)),
                    None => self.stage = Stage::Losing,
                },
                Stage::Losing => match self.losing.pop_at(0) {
                    Some(action) => return Some(action.into()),
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
        while let Some((action, _)) = self.captures.take_best() {
            if exchange::wins_at_least(position, action, 0) {
                return Some(action);
            }
            let _ = self.losing.try_push(action);
        }
        None
    }

    fn rank_quiets(&mut self, position: &Position, history: &History) {
        let mut quiets: ArrayVec<Action, ACTIONS_MAX> = ArrayVec::new();
        position.visit_quiet(&mut |action| {
            let _ = quiets.try_push(action); // there is room for all
        });
        // Listed first and ranked then, because the ranks are spread over memory: in a short loop the
        // processor looks up several at a time.
        for action in quiets {
            if Some(action) == self.first || self.refutations.contains(&action) {
                continue;
            }
            if let Some(piece) = position.board().at(action.from) {
                let learned = history.quiet_score(position.side(), action, PieceTo::new(piece, action.to), self.before);
                self.quiets.push(action, learned + self.check_bonus(piece, action));
            }
        }
    }

    fn ranked_quiet(&self, position: &Position, action: Action, rank: i32) -> Pick {
        let bonus = position.board().at(action.from).map_or(0, |piece| self.check_bonus(piece, action));
        Pick { action, learned: Some(rank - bonus) }
    }

    fn check_bonus(&self, piece: Piece, action: Action) -> i32 {
        if self.gives_check(piece, action) { CHECK } else { 0 }
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
        let taken: Vec<_> =
            std::iter::from_fn(|| ranking.take_best()).map(|(action, rank)| (action.from, rank)).collect();
        assert_eq!(taken, [1, 2, 4, 0, 3].map(|place| (points[place], ranks[place])));
    }
}
