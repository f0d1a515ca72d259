//! The only list of games in the house. A new game is one line here.

use game::{Game, KindOf};

use crate::Brain;
use crate::janggi::level::Level;
use crate::janggi::player::Player;

static JANGGI: KindOf<janggi::Position> = KindOf::new();

/// Every game, in the order in which people see them.
#[must_use]
pub fn games() -> &'static [&'static dyn Game] {
    static GAMES: &[&dyn Game] = &[&JANGGI];
    GAMES
}

/// The game of that name.
#[must_use]
pub fn find(kind: &str) -> Option<&'static dyn Game> {
    games().iter().copied().find(|game| game.about().kind == kind)
}

/// A player that thinks as long as it is let and always chooses the best that it finds; `None` if
/// nobody plays that game yet.
#[must_use]
pub fn analyst(kind: &str) -> Option<Box<dyn Brain>> {
    (kind == JANGGI.about().kind).then(|| Box::new(Player::new(None)) as Box<dyn Brain>)
}

/// A thinking player of that game and level.
#[must_use]
pub fn brain(kind: &str, level: &str) -> Option<Box<dyn Brain>> {
    analyst(kind)?;
    Some(Box::new(Player::new(Some(Level::from_name(level)?))))
}

/// Fixed searches of a game's engine: the nodes are a checksum of its behavior.
#[derive(Clone, Copy, Debug)]
pub struct SearchBench {
    /// How deep every position is searched.
    pub depth: i32,
    /// The positions, as state strings.
    pub positions: &'static [&'static str],
    /// Searches one of them and counts.
    pub search: fn(&str) -> u64,
}

/// The fixed searches of a game, if it has an engine of its own.
#[must_use]
pub fn search_bench(kind: &str) -> Option<SearchBench> {
    use crate::janggi::bench::{DEPTH, POSITIONS, search};
    let search = |fen: &str| search(fen, DEPTH, &std::sync::atomic::AtomicBool::new(false));
    (kind == JANGGI.about().kind).then_some(SearchBench { depth: DEPTH, positions: POSITIONS, search })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_own_name_and_only_once() {
        for game in games() {
            let kind = game.about().kind;
            assert!(find(kind).is_some());
            assert_eq!(games().iter().filter(|other| other.about().kind == kind).count(), 1, "{kind}");
        }
        assert!(find("tiddlywinks").is_none());
    }
}
