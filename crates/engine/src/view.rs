//! A game as one seat sees it.

use std::borrow::Cow;

use game::rng::SplitMix;
use game::{Match, Moment, Position, Seat};

use crate::judge::Judge;

/// What a thinking player is handed: its own seat's mask with what that seat remembers, and the past as
/// far as that shows it.
pub(crate) struct View<'a, P: Position> {
    pub(crate) position: P,
    pub(crate) past: Cow<'a, [Moment]>,
    pub(crate) seat: Seat,
    /// The same for all games that look the same to the seat.
    pub(crate) seed: u64,
}

impl<'a, P: Position> View<'a, P> {
    pub(crate) fn new<J: Judge<P>>(game: &'a Match<P>, seat: Seat, judge: &J) -> Self {
        let position = judge.recall(game, seat);
        let moment = position.moment(position.turn());
        // The keys of the past know what is hidden; where something is, the past is left out.
        let hidden = game.past().last().is_some_and(|last| last.key != moment.key);
        let past = if hidden { vec![moment].into() } else { game.past().into() };
        let seed = moment.key ^ (game.entries().len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { position, past, seat, seed }
    }

    /// A position in which nothing is unknown: the seen one, or one guess at it.
    pub(crate) fn guessed<J: Judge<P>>(&self, judge: &J, rng: &mut SplitMix) -> P {
        if judge.hides(&self.position, self.seat) {
            judge.guess(&self.position, self.seat, rng)
        } else {
            self.position.clone()
        }
    }
}
