//! Set-ups as text: writing state strings (§33).

use std::fmt;

use game::Choices as _;

use crate::geometry::Tile;
use crate::position::{Ending, Position};
use crate::rules::Rules;
use crate::setup::{Setup, Stand};
use crate::site::{Feature, Site};
use crate::tactic::Card;
use crate::unit::{Effects, Kind, Place, Side, Unit, Wait};

pub(crate) const MAGIC: &str = "FTG1:";
pub(crate) const NOTHING: &str = "-";
pub(crate) const RUNNING: &str = "*";

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head())?;
        for side in Side::ALL {
            write!(f, " {}", joined(Unit::of(side).map(|unit| self.general_text(unit))))?;
        }
        write!(f, " {}{}", self.turn.letter(), self.actions)?;
        write!(f, " {} {}", joined(self.used_texts()), joined(self.pair_texts()))?;
        write!(f, " {}-{}", self.knocks[0], self.knocks[1])?;
        write!(f, " {}.{}", self.number, self.quiet)?;
        write!(f, " {}", self.ending.map_or_else(|| RUNNING.to_owned(), Ending::text))?;
        if self.is_full() {
            let [a, b] = [0, 1].map(|side| format!("{}.{}", self.reserve[side], self.graveyard[side]));
            write!(f, " {a}/{b}")?;
            write!(f, " {}", joined(self.sites.iter().map(|(tile, site)| site_text(*tile, *site))))?;
        }
        Ok(())
    }
}

impl Setup {
    fn head(&self) -> String {
        let usual = Rules::of(self.rules.mode);
        let mut text = format!("{MAGIC}{}", if self.is_full() { 'f' } else { 'b' });
        for key in Rules::HEAD {
            if let Some(value) = self.rules.get(key).filter(|value| usual.get(key).as_ref() != Some(value)) {
                text.extend([";", key, "=", &value]);
            }
        }
        text
    }

    fn general_text(&self, unit: Unit) -> String {
        let Stand { place, troops, has_out, start, initial, effects, hand, .. } = self.generals[unit.index()];
        let code = |unit| self.code(unit);
        let out = if has_out { "!" } else { "" };
        let start = start.map_or_else(String::new, |tile| format!("/{tile}"));
        let initial = initial.map_or_else(String::new, |troops| format!("={troops}"));
        let effects: String =
            effect_texts(effects, unit.side(), code).into_iter().flat_map(|text| ["~".to_owned(), text]).collect();
        let cards: Vec<_> = hand.cards().map(card_text).collect();
        let cards = if self.is_full() { format!("{{{}}}", cards.join(".")) } else { String::new() };
        let place = place_text(place, unit.side(), code);
        format!("{}@{place}:{troops}{out}{start}{initial}{effects}{cards}", self.code(unit))
    }

    fn used_texts(&self) -> impl Iterator<Item = String> {
        Unit::all().flat_map(move |unit| {
            let used = self.generals[unit.index()].used;
            let kinds = Kind::ALL.into_iter().filter(move |kind| used.has(*kind));
            kinds.map(move |kind| format!("{}{}", self.code(unit), kind.letter()))
        })
    }

    fn pair_texts(&self) -> impl Iterator<Item = String> {
        self.pairs.iter().map(|[a, b]| format!("{}-{}", self.code(*a), self.code(*b)))
    }
}

impl Position {
    /// A general's code in its side's case.
    pub(crate) fn code(&self, unit: Unit) -> String {
        unit.side().cased(self.general(unit).code)
    }

    pub(crate) fn place_text(&self, unit: Unit) -> String {
        place_text(self.place(unit), unit.side(), |unit| self.code(unit))
    }

    pub(crate) fn effect_texts(&self, unit: Unit) -> Vec<String> {
        effect_texts(self.effects(unit), unit.side(), |unit| self.code(unit))
    }
}

impl Ending {
    /// The result as the rule book writes it.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Won(side, reason) => format!("{}+{}", side.letter(), reason.text()),
            Self::Drawn => "draw".to_owned(),
        }
    }
}

fn place_text(place: Place, side: Side, code: impl Fn(Unit) -> String) -> String {
    let digit = |wait: Wait| if wait == Wait::Two { 2 } else { 1 };
    match place {
        Place::Board(tile) => tile.to_string(),
        Place::Out(wait) => format!("o{}", digit(wait)),
        Place::Away(wait) => format!("w{}", digit(wait)),
        Place::Riding(slot) => format!("s{}", code(Unit::new(side, usize::from(slot)))),
        Place::Headquarters => "h".to_owned(),
        Place::Fallen => "x".to_owned(),
    }
}

/// The effects upon a general of a side, in the order of the alphabet.
fn effect_texts(effects: Effects, side: Side, code: impl Fn(Unit) -> String) -> Vec<String> {
    let plain = |effect: Effects, text: &str| effects.has(effect).then(|| text.to_owned());
    let snare = (effects.snared() > 0).then(|| format!("SN{}", effects.snared()));
    let provocation = effects.provoker().map(|slot| format!("PV1{}", code(Unit::new(side.other(), slot))));
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

fn joined(items: impl Iterator<Item = String>) -> String {
    let items: Vec<_> = items.collect();
    if items.is_empty() { NOTHING.to_owned() } else { items.join(",") }
}

fn card_text(card: Card) -> String {
    if card.spent { card.tactic.code().to_ascii_lowercase() } else { card.tactic.code().to_owned() }
}

fn site_text(tile: Tile, site: Site) -> String {
    let owner = site.owner();
    match site.feature() {
        Feature::Wall { durability } => format!("{tile}{}{durability}", owner.cased("WA")),
        Feature::Tower { shots } => format!("{tile}{}1.{shots}", owner.cased("TO")),
        Feature::Marker { marker, revealed } => {
            format!("{tile}{}{}", owner.cased(marker.code()), if revealed { "*" } else { "" })
        }
    }
}
