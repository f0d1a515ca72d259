//! Endings to practice that are dealt from tables, for games that have them.

use game::Position as _;
use serde::Serialize;

use crate::janggi::endgame::{LADDER, Rung};

/// An ending that is dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ending {
    /// Its name in addresses.
    pub id: &'static str,
    /// The learner's seat.
    pub seat: &'static str,
    /// The longest win, in own actions.
    pub moves_max: u8,
}

/// A position of an ending.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Dealt {
    /// Of which.
    pub id: &'static str,
    /// Rules as `--rules` writes them.
    pub rules: &'static str,
    /// Where it begins.
    pub state: String,
    /// The learner's seat.
    pub seat: &'static str,
    /// With which own action it is won by the best play of both.
    pub moves: u8,
}

/// The rules under which all of them are played.
const RULES: &str = "kja";

/// The endings of a game, the easiest first.
#[must_use]
pub fn endings(kind: &str) -> Vec<Ending> {
    let ending = |rung: &Rung| Ending { id: rung.id, seat: seat(rung), moves_max: rung.moves_max };
    if kind == janggi::Position::KIND { LADDER.iter().map(ending).collect() } else { Vec::new() }
}

/// A position of that ending that is won in so many own actions, another for every seed. Lengths that it does not have
/// become the nearest that it has.
#[must_use]
pub fn deal(kind: &str, id: &str, moves: u8, seed: u64) -> Option<Dealt> {
    let rung = Rung::find(id).filter(|_| kind == janggi::Position::KIND)?;
    let moves = moves.clamp(1, rung.moves_max);
    let position = rung.deal(moves, seed)?;
    Some(Dealt { id: rung.id, rules: RULES, state: position.state(), seat: seat(rung), moves })
}

fn seat(rung: &Rung) -> &'static str {
    janggi::Position::SEATS[rung.side().index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    #[test]
    fn what_is_dealt_can_be_played() {
        for ending in endings("janggi") {
            let dealt = deal("janggi", ending.id, 3, 1).expect("it is known");
            let table = catalog::find("janggi").expect("a game").load(dealt.rules, &dealt.state).expect("a state");
            let seat = table.turn().map(|seat| table.seats()[seat.index()]);
            assert_eq!((seat, dealt.moves), (Some(ending.seat), 3));
        }
        assert_eq!(deal("janggi", "chariot", 0, 1).map(|dealt| dealt.moves), Some(1));
        assert!(endings("nanguk").is_empty() && deal("nanguk", "chariot", 3, 1).is_none());
    }
}
