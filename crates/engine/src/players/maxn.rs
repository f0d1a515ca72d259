//! Max^n: everybody looks after itself, and everything is looked at, deeper and deeper.

use std::marker::PhantomData;

use game::rng::SplitMix;
use game::{Deed, Match, Position, Seat};

use super::budget::{Budget, Chances, chances};
use crate::brain::opposed;
use crate::judge::Judge;
use crate::trail::Trail;
use crate::view::View;
use crate::{Brain, Decision, Score, Task, Thought};

/// How far lines of loud actions are followed.
const LOUD_MAX: u32 = 4;
/// No search looks deeper, whatever it is allowed.
const DEPTH_MAX: u32 = 48;

/// A player for whom every seat chooses what is best for itself.
pub struct MaxnPlayer<P, J> {
    judge: J,
    seed: u64,
    game: PhantomData<fn() -> P>,
}

impl<P: Position, J: Judge<P>> MaxnPlayer<P, J> {
    /// The same seed makes the same guesses at what is hidden.
    #[must_use]
    pub const fn new(judge: J, seed: u64) -> Self {
        Self { judge, seed, game: PhantomData }
    }

    fn decide(&self, game: &Match<P>, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Option<Decision> {
        let view = View::new(game, task, &self.judge);
        let position = view.guessed(&self.judge, &mut SplitMix::new(view.seed ^ self.seed));
        let mut search = Search { judge: &self.judge, trail: Trail::new(&view.past), budget: Budget::new(task) };
        let mut roots = search.actions(&position, false);
        let depth_max = if roots.len() > 1 { search.budget.depth_max().min(DEPTH_MAX) } else { 0 };
        for depth in 1..=depth_max {
            let Some(best) = search.best_root(&position, view.seat, &roots, depth) else { break };
            // The best so far is looked at first next time, so that a broken depth still counts.
            roots[..=best.0].rotate_right(1);
            let value = ((best.1 - 0.5) * 1000.0) as i32;
            tell(&Thought {
                index: 0,
                depth,
                score: Score::Value(value),
                nodes: search.budget.nodes,
                line: vec![roots[0].to_string()],
                values: opposed(P::SEATS.len(), view.seat, value),
            });
            if best.2 {
                break;
            }
        }
        Some(Decision::Act(view.position.spell(&Deed::Act(*roots.first()?))))
    }
}

impl<P: Position, J: Judge<P>> Brain for MaxnPlayer<P, J> {
    fn think(&mut self, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Decision {
        let game = task.table.as_any().downcast_ref::<Match<P>>();
        game.and_then(|game| self.decide(game, task, tell)).unwrap_or(Decision::Resign)
    }
}

struct Search<'a, J> {
    judge: &'a J,
    trail: Trail,
    budget: Budget<'a>,
}

impl<J> Search<'_, J> {
    /// What can be done, the most promising first.
    fn actions<P: Position>(&self, position: &P, loud_only: bool) -> Vec<P::Action>
    where
        J: Judge<P>,
    {
        let mut actions = Vec::new();
        position.each_legal(&mut |action| {
            if !loud_only || self.judge.is_loud(position, action) {
                actions.push((self.judge.hint(position, action), action));
            }
        });
        actions.retain(|(_, action)| position.bans(*action, self.trail.past()).is_none());
        actions.sort_by_key(|(hint, _)| -hint);
        actions.into_iter().map(|(_, action)| action).collect()
    }

    /// The best root action with its chance, and whether the search had to stop after it; nothing if
    /// not even the first was finished.
    fn best_root<P: Position>(
        &mut self,
        position: &P,
        seat: Seat,
        roots: &[P::Action],
        depth: u32,
    ) -> Option<(usize, f32, bool)>
    where
        J: Judge<P>,
    {
        let mut best: Option<(usize, f32)> = None;
        for (index, action) in roots.iter().enumerate() {
            let Some(chances) = self.try_action(position, *action, depth - 1, 0) else {
                return best.map(|(index, chance)| (index, chance, true));
            };
            let chance = chances[seat.index()];
            if best.is_none_or(|best| chance > best.1) {
                best = Some((index, chance));
            }
        }
        best.map(|(index, chance)| (index, chance, false))
    }

    fn try_action<P: Position>(&mut self, position: &P, action: P::Action, depth: u32, far: u32) -> Option<Chances>
    where
        J: Judge<P>,
    {
        let (child, mark) = self.trail.play(position, action);
        let found = self.look(&child, depth, far);
        self.trail.back(mark);
        found
    }

    /// The chances of all if everybody does its best; nothing if there was no time.
    fn look<P: Position>(&mut self, position: &P, depth: u32, far: u32) -> Option<Chances>
    where
        J: Judge<P>,
    {
        if !self.budget.spend() {
            return None;
        }
        if position.outcome().is_some() {
            return Some(chances(self.judge, position));
        }
        let seat = position.turn().index();
        // At the end of a line nobody has to do anything loud.
        let mut best = (depth == 0).then(|| chances(self.judge, position));
        if depth == 0 && far >= LOUD_MAX {
            return best;
        }
        for action in self.actions(position, depth == 0) {
            let found = self.try_action(position, action, depth.saturating_sub(1), far + u32::from(depth == 0))?;
            if best.is_none_or(|best| found[seat] > best[seat]) {
                best = Some(found);
            }
        }
        Some(best.unwrap_or_else(|| chances(self.judge, position)))
    }
}
