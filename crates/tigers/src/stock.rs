//! What a form needs to offer an opening: the roster, the tactics, the usual decks and the limits
//! (§7, §9, §10). The rules still judge what is sent.

use serde::Serialize;

use crate::general::{General, Name};
use crate::position::POOL;
use crate::setup::automatic_tile;
use crate::start::{BUDGET, COPIES, USUAL_TACTICS};
use crate::tactic::{HAND, Tactic};
use crate::unit::{DECK, Side, Unit};

/// The material of an opening.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Stock {
    generals: Vec<GeneralSight>,
    tactics: Vec<&'static str>,
    /// The codes that base mode gives to both sides, in deck order.
    tigers: Vec<&'static str>,
    /// The tactics that each tiger carries unless its owner chooses.
    decks: Vec<[&'static str; HAND]>,
    /// Where each side's line stands, in deck order.
    tiles: [Vec<usize>; 2],
    limits: Limits,
}

#[derive(Clone, Debug, Serialize)]
struct GeneralSight {
    code: &'static str,
    ko: &'static str,
    en: &'static str,
    hanja: &'static str,
    sun: u8,
    moon: u8,
    moves: u8,
    star: u8,
    cap: u8,
    worth: u8,
}

/// What a deck may come to in full mode.
#[derive(Clone, Copy, Debug, Serialize)]
struct Limits {
    troops: u8,
    worth: u32,
    copies: usize,
    tactics: usize,
}

impl Stock {
    pub(crate) fn new() -> Self {
        let line = |side: Side| Unit::of(side).take(DECK).map(|unit| automatic_tile(unit).index()).collect();
        Self {
            generals: Name::all().map(|name| GeneralSight::of(name.general())).collect(),
            tactics: Tactic::ALL.iter().map(|tactic| tactic.code()).collect(),
            tigers: Name::TIGERS.iter().map(|name| name.general().code).collect(),
            decks: USUAL_TACTICS.iter().map(|deck| deck.map(Tactic::code)).collect(),
            tiles: [line(Side::A), line(Side::B)],
            limits: Limits { troops: POOL, worth: BUDGET, copies: COPIES, tactics: HAND },
        }
    }
}

impl GeneralSight {
    const fn of(general: &General) -> Self {
        let General { code, ko, hanja, en, sun, moon, moves, star } = *general;
        Self { code, ko, en, hanja, sun, moon, moves, star, cap: general.cap(), worth: general.worth() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Tiles;

    #[test]
    fn the_usual_decks_keep_every_limit_that_a_form_is_told() {
        let stock = Stock::new();
        let worth: u32 = Name::TIGERS.iter().map(|name| u32::from(name.general().worth())).sum();
        assert!(worth <= stock.limits.worth);
        assert_eq!(stock.tigers.len(), stock.decks.len());
        for side in Side::ALL {
            let row = Tiles::end_row(side);
            let tiles = &stock.tiles[side.index()];
            assert!(tiles.iter().all(|tile| row.iter().any(|other| other.index() == *tile)));
        }
    }
}
