//! A game as one seat sees it.

use std::borrow::Cow;

use game::rng::SplitMix;
use game::{Match, Moment, Position, Seat, Table};

use crate::Task;
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
    pub(crate) fn new<J: Judge<P>>(game: &'a Match<P>, task: &Task<'_>, judge: &J) -> Self {
        let seat = task.seat;
        let position = if task.known { game.position().clone() } else { judge.recall(game, seat) };
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

/// What a seat knows of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// Everything that was done.
    Whole,
    /// How it stands, as far as the seat sees and remembers it: a state string. How it came to that would tell more.
    State(String),
}

/// What a seat knows of a game, if it is one of that kind.
pub(crate) fn knowledge<P: Position, J: Judge<P> + Default>(table: &dyn Table, seat: Seat) -> Option<Knowledge> {
    let game = table.as_any().downcast_ref::<Match<P>>()?;
    let beginning = game.rewound(0);
    let was_open = beginning.position().masked(Some(seat)).state() == beginning.position().state();
    let was_told = |(index, entry): (usize, &game::Entry)| game.told(index, Some(seat)) == Some(&entry.deed);
    if was_open && game.entries().iter().enumerate().all(was_told) {
        return Some(Knowledge::Whole);
    }
    Some(Knowledge::State(J::default().recall(game, seat).state()))
}
