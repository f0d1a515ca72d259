//! The games at hand.

use game::{Format, Game};

/// The games that the commands know; tests bring their own.
#[derive(Clone, Copy)]
pub struct House {
    games: &'static [&'static dyn Game],
}

impl House {
    /// A house with these games.
    #[must_use]
    pub const fn new(games: &'static [&'static dyn Game]) -> Self {
        Self { games }
    }

    /// Every game.
    pub fn games(self) -> impl Iterator<Item = &'static dyn Game> {
        self.games.iter().copied()
    }

    /// The names of the games.
    #[must_use]
    pub fn kinds(self) -> Vec<&'static str> {
        self.games().map(|game| game.about().kind).collect()
    }

    /// The game of that name.
    #[must_use]
    pub fn find(self, kind: &str) -> Option<&'static dyn Game> {
        self.games().find(|game| game.about().kind == kind)
    }

    /// Every record format, with the game that it belongs to.
    pub fn formats(self) -> impl Iterator<Item = (&'static dyn Game, &'static Format)> {
        self.games().flat_map(|game| game.about().formats.iter().map(move |format| (game, format)))
    }
}
