//! The past along a line of a search, so that history law holds in it as it does in a game.

use game::{Moment, Position};

/// The moments of the game and of the line being searched.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    moments: Vec<Moment>,
    /// Where the past began anew for the last time.
    begin: usize,
}

/// Where a line was left, to go back there.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    len: usize,
    begin: usize,
}

impl Trail {
    /// The past of a game; the last moment is that of the position it has reached.
    pub(crate) fn new(past: &[Moment]) -> Self {
        Self { moments: past.to_vec(), begin: 0 }
    }

    pub(crate) fn past(&self) -> &[Moment] {
        &self.moments[self.begin..]
    }

    /// The position after an action, settled as in a game, and the way back.
    #[inline]
    pub(crate) fn play<P: Position>(&mut self, position: &P, action: P::Action) -> (P, Mark) {
        let mark = Mark { len: self.moments.len(), begin: self.begin };
        let by = position.turn();
        let mut child = position.clone();
        child.play_unchecked(action);
        self.moments.push(child.moment(by));
        let key = child.key();
        child.settle(self.past());
        if child.key() != key {
            self.begin = self.moments.len();
            self.moments.push(child.moment(by));
        }
        (child, mark)
    }

    /// Takes a step that was played before: the moment that it left, and whether the past began anew
    /// with it.
    pub(crate) fn rejoin(&mut self, moment: Moment, renews: bool) {
        if renews {
            self.begin = self.moments.len();
        }
        self.moments.push(moment);
    }

    pub(crate) fn back(&mut self, mark: Mark) {
        self.moments.truncate(mark.len);
        self.begin = mark.begin;
    }
}
