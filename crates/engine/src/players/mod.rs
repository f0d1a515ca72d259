//! The players against which the others are measured: the simplest, and other methods with the same
//! judge and the same time.

mod budget;
mod maxn;
mod puct;
mod tree;
mod uct;

pub use maxn::MaxnPlayer;
pub use puct::PuctPlayer;
pub use uct::UctPlayer;

use std::marker::PhantomData;

use game::rng::SplitMix;
use game::{Deed, Match, Position};

use crate::judge::Judge;
use crate::trail::Trail;
use crate::worth::Worth;
use crate::{Brain, Decision, Task, Thought};

/// Plays any legal action.
#[derive(Clone, Debug)]
pub struct RandomPlayer(SplitMix);

impl RandomPlayer {
    /// The same seed plays the same actions.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix::new(seed))
    }
}

impl Brain for RandomPlayer {
    fn think(&mut self, task: &Task<'_>, _: &mut dyn FnMut(&Thought)) -> Decision {
        let legal = task.table.legal();
        self.0.pick(&legal).map_or(Decision::Resign, |action| Decision::Act(action.clone()))
    }
}

/// Plays what a judge likes best right after it, any of them if there are several.
#[derive(Clone, Debug)]
pub struct GreedyPlayer<P, J> {
    judge: J,
    rng: SplitMix,
    game: PhantomData<fn() -> P>,
}

impl<P: Position, J: Judge<P>> GreedyPlayer<P, J> {
    /// The same seed plays the same actions.
    #[must_use]
    pub const fn new(judge: J, seed: u64) -> Self {
        Self { judge, rng: SplitMix::new(seed), game: PhantomData }
    }

    fn choose(&mut self, game: &Match<P>) -> Option<P::Action> {
        let seat = game.position().turn();
        let position = game.position().masked(Some(seat));
        let mut trail = Trail::new(game.past());
        let mut best = (Worth::LEAST, Vec::new());
        for action in game.legal() {
            let (child, mark) = trail.play(&position, action);
            let merit = self.judge.merit(&child, seat);
            let worth =
                merit.map_or_else(|| Worth::value(self.judge.value(&child, seat)), |merit| Worth::end(merit, 1));
            trail.back(mark);
            if worth > best.0 {
                best = (worth, Vec::new());
            }
            if worth == best.0 {
                best.1.push(action);
            }
        }
        self.rng.pick(&best.1).copied()
    }
}

impl<P: Position, J: Judge<P>> Brain for GreedyPlayer<P, J> {
    fn think(&mut self, task: &Task<'_>, _: &mut dyn FnMut(&Thought)) -> Decision {
        let game = task.table.as_any().downcast_ref::<Match<P>>();
        let chosen = game.and_then(|game| Some((game, self.choose(game)?)));
        chosen.map_or(Decision::Resign, |(game, action)| Decision::Act(game.position().spell(&Deed::Act(action))))
    }
}
