//! What a game keeps of its way: deeds, what was told of them, the past, and a position now and
//! then from which to find every other one again.

use std::fmt;

use crate::{Entry, Moment, Position};

/// Every so many deeds a position is kept; going anywhere takes fewer deeds than that.
pub(crate) const RUNG: usize = 16;

/// What spectators (first) and seats were told of one deed.
pub(crate) type Told = Vec<String>;

/// The way of a game. Games that were rewound from one another share it and read it up to their
/// own [`Mark`].
#[derive(Clone, Debug)]
pub(crate) struct Scroll<P> {
    pub(crate) start: String,
    pub(crate) entries: Vec<Entry>,
    /// The number of every deed of which not all were told its text, in order.
    told: Vec<(usize, Told)>,
    pub(crate) moments: Vec<Moment>,
    /// The positions after no deed, after [`RUNG`] deeds, after twice as many and so on.
    pub(crate) rungs: Vec<Rung<P>>,
}

/// How far a game has come on its scroll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mark {
    /// How many deeds were done.
    pub(crate) deeds: usize,
    /// How many moments were seen.
    pub(crate) moments: usize,
    /// The first moment that can still be repeated.
    pub(crate) since: usize,
}

/// A position that is kept.
#[derive(Clone)]
pub(crate) struct Rung<P> {
    pub(crate) position: P,
    pub(crate) mark: Mark,
}

/// The entries say the same as all the positions, and shorter.
impl<P> fmt::Debug for Rung<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rung").field("mark", &self.mark).finish_non_exhaustive()
    }
}

impl<P: Position> Scroll<P> {
    pub(crate) const fn new(start: String) -> Self {
        Self { start, entries: Vec::new(), told: Vec::new(), moments: Vec::new(), rungs: Vec::new() }
    }

    /// Adds a deed and what was told of it, if that was not its text.
    pub(crate) fn add(&mut self, entry: Entry, told: Option<Told>) {
        self.told.extend(told.map(|told| (self.entries.len(), told)));
        self.entries.push(entry);
    }

    /// The last kept position that is not behind so many deeds.
    pub(crate) fn rung(&self, deeds: usize) -> &Rung<P> {
        &self.rungs[deeds / RUNG]
    }

    /// What was told of a deed, if that was not its text.
    pub(crate) fn told(&self, deed: usize) -> Option<&Told> {
        let index = self.told.binary_search_by_key(&deed, |(deed, _)| *deed).ok()?;
        Some(&self.told[index].1)
    }

    /// Forgets all that lies behind a mark.
    pub(crate) fn cut(&mut self, mark: Mark) {
        self.entries.truncate(mark.deeds);
        self.told.truncate(self.told.partition_point(|(deed, _)| *deed < mark.deeds));
        self.moments.truncate(mark.moments);
        self.rungs.truncate(mark.deeds / RUNG + 1);
    }

    /// The part of it before a mark.
    pub(crate) fn copied(&self, mark: Mark) -> Self {
        let told = self.told.iter().take_while(|(deed, _)| *deed < mark.deeds);
        Self {
            start: self.start.clone(),
            entries: self.entries[..mark.deeds].to_vec(),
            told: told.cloned().collect(),
            moments: self.moments[..mark.moments].to_vec(),
            rungs: self.rungs[..self.rungs.len().min(mark.deeds / RUNG + 1)].to_vec(),
        }
    }
}
