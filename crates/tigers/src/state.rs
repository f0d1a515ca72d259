//! Writing state strings (§33).

use std::fmt::Write as _;

use game::Choices as _;

use crate::geometry::Tile;
use crate::position::{Ending, Position};
use crate::rules::Rules;
use crate::site::{Feature, Site};
use crate::tactic::Card;
use crate::unit::{Effects, Kind, Place, Side, Unit, Wait};

pub(crate) const MAGIC: &str = "FTG1:";
pub(crate) const NOTHING: &str = "-";
pub(crate) const RUNNING: &str = "*";

impl Position {
    pub(crate) fn write_state(&self) -> String {
        let mut text = self.write_head();
        for side in Side::ALL {
            let entries = Unit::of(side).map(|unit| self.write_general(unit));
            let _ = write!(text, " {}", joined(entries));
        }
        let _ = write!(text, " {}{}", self.turn.letter(), self.actions);
        let _ = write!(text, " {} {}", joined(self.write_used()), joined(self.write_pairs()));
        let _ = write!(text, " {}-{}", self.knocks[0], self.knocks[1]);
        let _ = write!(text, " {}.{}", self.clock.number, self.clock.quiet);
        let _ = write!(text, " {}", self.write_result().as_deref().unwrap_or(RUNNING));
        if self.is_full() {
            let pool = |side: Side| format!("{}.{}", self.reserve(side), self.graveyard(side));
            let _ = write!(text, " {}/{}", pool(Side::A), pool(Side::B));
            let _ = write!(text, " {}", joined(self.sites().map(|(tile, site)| write_site(tile, site))));
        }
        text
    }

    fn write_head(&self) -> String {
        let usual = Rules::of(self.rules.mode);
        let mut text = format!("{MAGIC}{}", if self.is_full() { 'f' } else { 'b' });
        for key in Rules::HEAD {
            if let Some(value) = self.rules.get(key).filter(|value| usual.get(key).as_ref() != Some(value)) {
                let _ = write!(text, ";{key}={value}");
            }
        }
        text
    }

    /// A general's code in its side's case.
    pub(crate) fn code(&self, unit: Unit) -> String {
        unit.side().cased(self.general(unit).code)
    }

    fn write_general(&self, unit: Unit) -> String {
        let mut text = format!("{}@{}:{}", self.code(unit), self.write_place(unit), self.troops(unit));
        if self.has_out(unit) {
            text.push('!');
        }
        if self.start_tile(unit) != automatic_tile(unit) {
            let _ = write!(text, "/{}", self.start_tile(unit));
        }
        if !self.is_full() && self.initial_troops(unit) != self.general(unit).cap() {
            let _ = write!(text, "={}", self.initial_troops(unit));
        }
        for effect in self.effect_texts(unit) {
            let _ = write!(text, "~{effect}");
        }
        if self.is_full() {
            let cards: Vec<_> = self.hand(unit).cards().map(write_card).collect();
            let _ = write!(text, "{{{}}}", cards.join("."));
        }
        text
    }

    pub(crate) fn write_place(&self, unit: Unit) -> String {
        let digit = |wait: Wait| if wait == Wait::Two { 2 } else { 1 };
        match self.place(unit) {
            Place::Board(tile) => tile.to_string(),
            Place::Out(wait) => format!("o{}", digit(wait)),
            Place::Away(wait) => format!("w{}", digit(wait)),
            Place::Riding(slot) => format!("s{}", self.code(Unit::new(unit.side(), usize::from(slot)))),
            Place::Headquarters => "h".to_owned(),
            Place::Fallen => "x".to_owned(),
        }
    }

    /// The effects upon a general, in the order of the alphabet.
    pub(crate) fn effect_texts(&self, unit: Unit) -> Vec<String> {
        let effects = self.effects(unit);
        let plain = |effect: Effects, text: &str| effects.has(effect).then(|| text.to_owned());
        let snare = (effects.snared() > 0).then(|| format!("SN{}", effects.snared()));
        let provocation =
            effects.provoker().map(|slot| format!("PV1{}", self.code(Unit::new(unit.side().other(), slot))));
        [
            plain(Effects::BREAKTHROUGH, "BT"),
            plain(Effects::COUNTERATTACK, "CA"),
            plain(Effects::DISRUPTED, "DS1"),
            plain(Effects::MIGHT, "IM"),
            provocation,
            snare,
            plain(Effects::UNBREAKABLE, "UB"),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn write_used(&self) -> impl Iterator<Item = String> {
        Unit::all().flat_map(move |unit| {
            let used = Kind::ALL.into_iter().filter(move |kind| self.used(unit).has(*kind));
            used.map(move |kind| format!("{}{}", self.code(unit), kind.letter()))
        })
    }

    fn write_pairs(&self) -> impl Iterator<Item = String> {
        Unit::of(Side::A).filter_map(|unit| Some(format!("{}-{}", self.code(unit), self.code(self.partner(unit)?))))
    }

    pub(crate) fn write_result(&self) -> Option<String> {
        self.ending.map(|ending| match ending {
            Ending::Won(side, reason) => format!("{}+{}", side.letter(), reason.text()),
            Ending::Drawn => "draw".to_owned(),
        })
    }
}

/// Where the i-th general of a deck starts unless its owner chooses (§9).
pub(crate) fn automatic_tile(unit: Unit) -> Tile {
    let tile = Tile::from_index(unit.slot());
    if unit.side() == Side::A { tile } else { tile.half_turn() }
}

fn joined(items: impl Iterator<Item = String>) -> String {
    let items: Vec<_> = items.collect();
    if items.is_empty() { NOTHING.to_owned() } else { items.join(",") }
}

fn write_card(card: Card) -> String {
    if card.spent { card.tactic.code().to_ascii_lowercase() } else { card.tactic.code().to_owned() }
}

fn write_site(tile: Tile, site: Site) -> String {
    let owner = site.owner();
    match site.feature() {
        Feature::Wall { durability } => format!("{tile}{}{durability}", owner.cased("WA")),
        Feature::Tower { shots } => format!("{tile}{}1.{shots}", owner.cased("TO")),
        Feature::Marker { marker, revealed } => {
            format!("{tile}{}{}", owner.cased(marker.code()), if revealed { "*" } else { "" })
        }
    }
}
