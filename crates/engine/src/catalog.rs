//! The only list of games in the house. A new game is one line here.

use game::{Game, KindOf};

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
