//! UCT: a tree grown by random play.

use std::marker::PhantomData;

use game::rng::SplitMix;
use game::{Moment, Position};

use super::budget::{Chances, chances};
use super::tree::{Guide, Look, TreePlayer};
use crate::judge::Judge;
use crate::trail::Trail;

/// A tree whose leaves are valued by playing on at random.
pub type UctPlayer<P, J> = TreePlayer<P, J, Rollouts<P, J>>;

/// Random play ends after so many actions, and the judge says how it stands.
const ROLLOUT_MAX: usize = 24;
/// The constant of UCB1 for chances from 0 to 1.
const CURIOSITY: f32 = 0.7;
/// What nobody has tried comes before all that somebody has.
const UNTRIED: f32 = 1000.0;

/// Random play as the guide of a tree.
pub struct Rollouts<P, J> {
    judge: J,
    rng: SplitMix,
    game: PhantomData<fn() -> P>,
}

impl<P: Position, J: Judge<P> + Clone> UctPlayer<P, J> {
    /// The same seed plays the same actions.
    #[must_use]
    pub fn new(judge: J, seed: u64) -> Self {
        Self::with(judge.clone(), Rollouts { judge, rng: SplitMix::new(seed), game: PhantomData }, seed)
    }
}

impl<P: Position, J: Judge<P>> Guide<P> for Rollouts<P, J> {
    fn prior(&self, _: &P, _: P::Action) -> f32 {
        1.0
    }

    fn chances(&mut self, position: &P, past: &[Moment]) -> Chances {
        let mut trail = Trail::new(past);
        let mut position = position.clone();
        let mut actions = Vec::new();
        for _ in 0..ROLLOUT_MAX {
            actions.clear();
            position.each_legal(&mut |action| actions.push(action));
            actions.retain(|action| position.bans(*action, trail.past()).is_none());
            let Some(action) = self.rng.pick(&actions) else { break };
            (position, _) = trail.play(&position, *action);
        }
        chances(&self.judge, &position)
    }

    fn urgency(&self, branch: &Look, above: &Look) -> f32 {
        if branch.visits > 0.0 {
            branch.mean + CURIOSITY * (above.visits.max(1.0).ln() / branch.visits).sqrt()
        } else {
            UNTRIED
        }
    }
}
