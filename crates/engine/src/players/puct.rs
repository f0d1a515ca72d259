//! PUCT: a tree grown by a judge's hints and values, as strong programs of many games do it.

use std::marker::PhantomData;

use game::{Moment, Position};

use super::budget::{Chances, chances};
use super::tree::{Guide, Look, TreePlayer};
use crate::judge::Judge;

/// A tree whose leaves our own judge values and whose branches its hints weigh.
pub type PuctPlayer<P, J> = TreePlayer<P, J, Hinted<P, J>>;

/// How much the unknown is worth beside the known.
const CURIOSITY: f32 = 0.4;
/// What nobody has tried is thought to be a little worse than what was tried.
const PESSIMISM: f32 = 0.05;
/// A hint so much higher gets `e` times the attention.
const HINT_SPREAD: f32 = 60.0;
/// Hints beyond these are no clearer.
const HINT_RANGE: (i32, i32) = (-60, 300);

/// A judge as the guide of a tree.
pub struct Hinted<P, J> {
    judge: J,
    game: PhantomData<fn() -> P>,
}

impl<P: Position, J: Judge<P> + Clone> PuctPlayer<P, J> {
    /// The same seed makes the same guesses at what is hidden.
    #[must_use]
    pub fn new(judge: J, seed: u64) -> Self {
        Self::with(judge.clone(), Hinted { judge, game: PhantomData }, seed)
    }
}

impl<P: Position, J: Judge<P>> Guide<P> for Hinted<P, J> {
    fn prior(&self, position: &P, action: P::Action) -> f32 {
        let hint = self.judge.hint(position, action).clamp(HINT_RANGE.0, HINT_RANGE.1);
        (hint as f32 / HINT_SPREAD).exp()
    }

    fn chances(&mut self, position: &P, _: &[Moment]) -> Chances {
        chances(&self.judge, position)
    }

    fn urgency(&self, branch: &Look, above: &Look) -> f32 {
        let mean = if branch.visits > 0.0 { branch.mean } else { above.mean - PESSIMISM };
        mean + CURIOSITY * branch.prior * above.visits.sqrt() / (1.0 + branch.visits)
    }
}
