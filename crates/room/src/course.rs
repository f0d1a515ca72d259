//! The game itself, from its first position on: what stands on the board, and what the board does not know.

use game::{Seat, Table};

use crate::event::Why;

/// A game under way, or one that is over.
pub(crate) struct Course {
    pub(crate) table: Box<dyn Table>,
    /// Whether someone sees less of the first position than another.
    starts_secret: bool,
    pub(crate) done: Vec<Done>,
}

/// What the table itself does not know of a deed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    /// Who did it; `None` if all agreed.
    pub(crate) seat: Option<Seat>,
    pub(crate) how: How,
    pub(crate) at_ms: i64,
    pub(crate) clock_ms: Option<u64>,
}

/// What kind of deed it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// An action on the board.
    Acted,
    /// A seat left, or only its turn was over.
    Left(Why),
    /// All agreed to end the game.
    Agreed,
}

/// Tells one turn from the next, be it of the same seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnMark(Option<Seat>, u32);

impl Course {
    /// From a first position.
    pub(crate) fn new(table: Box<dyn Table>) -> Self {
        let mut seats = Seat::first(table.seats().len());
        let starts_secret = table.has_secrets() && seats.any(|seat| table.view(Some(seat)) != table.view(None));
        Self { table, starts_secret, done: Vec::new() }
    }

    /// Which turn it is.
    pub(crate) fn turn_mark(&self) -> TurnMark {
        TurnMark(self.table.turn(), self.table.turn_mark())
    }

    /// As it stood after so many deeds, if there were as many.
    pub(crate) fn take_back(&mut self, deeds: usize) -> Option<()> {
        if deeds > self.table.deeds() {
            return None;
        }
        if deeds < self.table.deeds() {
            self.table = self.table.rewound(deeds);
        }
        self.done.truncate(deeds);
        Some(())
    }

    /// Whether a seat has acted.
    pub(crate) fn has_acted(&self, seat: Seat) -> bool {
        self.done.iter().any(|done| done.seat == Some(seat) && done.how == How::Acted)
    }

    /// How many turns a seat has let pass since it last acted.
    pub(crate) fn missed_turns(&self, seat: Seat) -> usize {
        let own = self.done.iter().rev().filter(|done| done.seat == Some(seat));
        own.take_while(|done| done.how == How::Left(Why::Flagged)).count()
    }

    /// Whether a seat went away and did not come back.
    pub(crate) fn has_left_for_good(&self, seat: Seat) -> bool {
        self.done.iter().any(|done| done.seat == Some(seat) && done.how == How::Left(Why::Forfeited))
    }

    /// Before the last action of one of these seats.
    pub(crate) fn before_last_of(&self, own: &[Seat]) -> Option<usize> {
        let is_own = |seat: Option<Seat>| seat.is_some_and(|seat| own.contains(&seat));
        self.done.iter().rposition(|done| done.how == How::Acted && is_own(done.seat))
    }

    /// Whether the last deed of these seats counts only once their turn is over.
    pub(crate) fn is_draft_of(&self, own: &[Seat]) -> bool {
        let turn = self.table.turn();
        turn.is_some_and(|turn| own.contains(&turn))
            && self.done.last().is_some_and(|done| done.seat == turn && done.how == How::Acted)
            && self.table.is_draft()
    }

    /// Whether something was hidden from all of these seats before a deed.
    pub(crate) fn was_kept_from(&self, own: &[Seat], to: usize) -> bool {
        if !self.table.has_secrets() {
            return false;
        }
        let is_told = |n: usize| own.iter().any(|seat| self.table.told(n, Some(*seat)) == self.table.deed(n));
        self.starts_secret || !(0..to).all(is_told)
    }

    /// Whether some viewer was told less than the whole of a deed, or saw less of the start.
    pub(crate) fn has_secrets(&self) -> bool {
        if !self.table.has_secrets() {
            return false;
        }
        let viewers = || std::iter::once(None).chain(Seat::first(self.table.seats().len()).map(Some));
        let is_told = |n: usize| viewers().all(|viewer| self.table.told(n, viewer) == self.table.deed(n));
        self.starts_secret || !(0..self.table.deeds()).all(is_told)
    }
}
