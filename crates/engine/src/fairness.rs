//! How fair a board is that the players have made themselves.

use game::{Seat, Table};
use serde::Serialize;

use crate::{Limits, Scale, Task, Thought, Timer, catalog};

/// What is thought about a board before it is judged.
pub const NODES: u64 = 200_000;

/// How far from the middle the expectation of the first seat may be, in hundredths.
const EVEN: f64 = 5.0;
const LEANING: f64 = 12.0;

/// How fair a board is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fairness {
    /// Both can expect about the same.
    Even,
    /// One side is a little better off.
    Leaning,
    /// One side is much better off.
    Uneven,
}

impl Fairness {
    /// The judgment on what one of two seats can expect, from 0 to 100.
    #[must_use]
    pub fn of(share: f64) -> Self {
        match (share - 50.0).abs() {
            ..=EVEN => Self::Even,
            ..=LEANING => Self::Leaning,
            _ => Self::Uneven,
        }
    }

    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Leaning => "leaning",
            Self::Uneven => "uneven",
        }
    }
}

/// What the first seat can expect on a board, from 0 to 100, by a thought of so many positions; none if there is nothing
/// to expect.
#[must_use]
pub fn expected(kind: &str, table: &dyn Table, nodes: u64, timer: &dyn Timer) -> Option<f64> {
    let (mut analyst, scale) = (catalog::analyst(kind)?, catalog::scale(kind)?);
    let seat = table.turn()?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut last = None;
    analyst.think(&Task::choose(table, seat, limits, timer), &mut |thought| last = Some(thought.clone()));
    share(scale, seat, &last?)
}

/// What the first of two seats can expect of a thought for one of them.
#[must_use]
pub fn share(scale: Scale, seat: Seat, thought: &Thought) -> Option<f64> {
    let expected = scale.expectations(seat, thought);
    (expected.count() == 2).then(|| expected[Seat::FIRST])
}

/// The board of a game when it had been made and nothing was done on it yet, if there was such a moment.
#[must_use]
pub fn laid(table: &dyn Table) -> Option<Box<dyn Table>> {
    (0..=table.deeds()).map(|count| table.rewound(count)).find(|table| table.is_laid())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_judged_by_its_distance_from_the_middle() {
        for (share, judged) in [
            (50.0, Fairness::Even),
            (45.0, Fairness::Even),
            (55.1, Fairness::Leaning),
            (38.0, Fairness::Leaning),
            (62.1, Fairness::Uneven),
            (3.0, Fairness::Uneven),
        ] {
            assert_eq!(Fairness::of(share), judged, "{share}");
        }
    }

    /// A ground that is the same from both sides favors nobody but who moves first.
    #[test]
    fn a_plain_is_not_uneven_and_is_laid_until_somebody_moves() {
        let game = catalog::find("nanguk").expect("a game");
        let mut table = game.start("base;terrain=plain").expect("a start");
        assert!(table.is_laid());
        let share = expected("nanguk", table.as_ref(), 3_000, &()).expect("two seats");
        assert_ne!(Fairness::of(share), Fairness::Uneven, "{share}");
        let first = table.legal().swap_remove(0);
        table.act(&first).expect("it is legal");
        assert!(!table.is_laid() && laid(table.as_ref()).is_some_and(|table| table.deeds() == 0));
        assert!(laid(game.start("base").expect("a start").as_ref()).is_none(), "the ground is still being made");
        let others = catalog::games().iter().filter(|game| game.about().kind != "nanguk");
        assert!(others.into_iter().all(|game| laid(game.start("").expect("a start").as_ref()).is_none()));
    }

    #[test]
    fn seats_are_exchanged_where_the_rules_have_it() {
        let game = catalog::find("nanguk").expect("a game");
        let exchanger = |rules: &str| game.start(rules).expect("a start").exchanger();
        assert_eq!(exchanger("base;terrain=plain;swap=on"), Some(Seat::SECOND));
        assert_eq!(exchanger("base;terrain=plain"), None);
        assert_eq!(exchanger("base;swap=on"), None, "not while the ground is being made");
    }
}
