//! Set-ups as text: reading state strings. What is wrong is named with its field (§33).

use std::str::FromStr;

use game::text::letter;
use game::{Choices as _, Problems, Refusal};

use crate::general::Name;
use crate::geometry::Tile;
use crate::position::{Ending, Reason};
use crate::request::read_number;
use crate::rules::{Mode, Rules};
use crate::setup::{Setup, Stand};
use crate::site::{Feature, Marker, Site};
use crate::state::{MAGIC, NOTHING, RUNNING};
use crate::tactic::{Card, HAND, Hand, Tactic};
use crate::unit::{DECK, Effects, Kind, Place, Side, Unit, Used, Wait};

/// What is wrong with a part of a state string.
type Flaw = String;

/// More pairs or sites than this cannot be in order; the rest need not be read.
const ITEMS_MAX: usize = Tile::COUNT + 1;

/// Reads a state string; only its form is judged.
impl FromStr for Setup {
    type Err = Problems;

    fn from_str(text: &str) -> Result<Self, Problems> {
        let fields: Vec<&str> = text.split(' ').collect();
        let rules = read_head(fields[0]).map_err(at(1))?;
        let expected = if rules.mode == Mode::Full { 11 } else { 9 };
        if fields.len() != expected {
            return Err(Refusal::state(format!("{} fields instead of {expected}", fields.len())).into());
        }
        let entries = read_entries(fields[1], fields[2])?;
        let deck = Deck(entries.each_ref().map(|entry| entry.name));
        let mut problems = Problems::default();
        let generals = deck.read_generals(&entries, fields[4], &mut problems);
        let (turn, actions) = problems.take(read_turn(fields[3]).map_err(at(4)), (Side::A, 0));
        let (number, quiet) = problems.take(read_clock(fields[7]).map_err(at(8)), (1, 0));
        let [reserve, graveyard] = match fields.get(9) {
            Some(field) => problems.take(read_pools(field).map_err(at(10)), [[0; 2]; 2]),
            None => [[0; 2]; 2],
        };
        let sites = read_sites(fields.get(10).unwrap_or(&NOTHING)).map_err(at(11));
        let setup = Self {
            rules,
            generals,
            turn,
            actions,
            pairs: problems.take(deck.read_pairs(fields[5]).map_err(at(6)), Vec::new()),
            knocks: problems.take(read_knocks(fields[6]).map_err(at(7)), [0; 2]),
            number,
            quiet,
            ending: problems.take(read_result(fields[8]).map_err(at(9)), None),
            reserve,
            graveyard,
            sites: problems.take(sites, Vec::new()),
        };
        problems.or(setup)
    }
}

fn at(field: usize) -> impl Fn(Flaw) -> Refusal {
    move |flaw| Refusal::state(format!("field {field}: {flaw}"))
}

/// The entries of both decks. Other parts of the string name the generals, so nothing can be read
/// without them.
fn read_entries<'a>(a: &'a str, b: &'a str) -> Result<[Entry<'a>; Unit::COUNT], Problems> {
    let mut problems = Problems::default();
    let mut entries = Vec::with_capacity(Unit::COUNT);
    for (number, side, field) in [(2, Side::A, a), (3, Side::B, b)] {
        let count = field.split(',').count();
        problems.require(count == DECK, || at(number)(format!("{count} generals instead of five")));
        for text in field.split(',').take(DECK) {
            match Entry::read(side, text) {
                Some(entry) => entries.push(entry),
                None => problems.add(at(number)(format!("`{text}` is not a general"))),
            }
        }
    }
    problems.or(())?;
    entries.try_into().map_err(|_| Refusal::state("field 2: not five generals").into())
}

/// Who the generals are.
struct Deck([Name; Unit::COUNT]);

impl Deck {
    fn read_code(&self, side: Side, code: &str) -> Result<Unit, Flaw> {
        let is_it = |unit: &Unit| side.cased(self.0[unit.index()].general().code) == code;
        Unit::of(side).find(is_it).ok_or_else(|| format!("no general `{code}` on that side"))
    }

    fn read_generals(
        &self,
        entries: &[Entry<'_>; Unit::COUNT],
        used: &str,
        problems: &mut Problems,
    ) -> [Stand; Unit::COUNT] {
        let used = problems.take(self.read_used(used).map_err(at(5)), [Used::NONE; Unit::COUNT]);
        let units: [Unit; Unit::COUNT] = std::array::from_fn(Unit::from_index);
        units.map(|unit| {
            let entry = &entries[unit.index()];
            let field = if unit.side() == Side::A { 2 } else { 3 };
            let in_entry = |flaw: Flaw| at(field)(format!("`{}`: {flaw}", entry.text));
            let used = used[unit.index()];
            problems.take(self.read_general(unit, entry, used).map_err(in_entry), Stand::nobody(entry.name))
        })
    }

    fn read_general(&self, unit: Unit, entry: &Entry<'_>, used: Used) -> Result<Stand, Flaw> {
        Ok(Stand {
            name: entry.name,
            place: self.read_place(unit, entry.place)?,
            troops: read_bounded(entry.troops, 0, u8::MAX.into())? as u8,
            has_out: entry.out,
            start: entry.start.map(read_tile).transpose()?,
            initial: entry.initial.map(|text| read_bounded(text, 0, u8::MAX.into())).transpose()?.map(|n| n as u8),
            effects: self.read_effects(unit, &entry.effects)?,
            hand: entry.tactics.map_or(Ok(Hand::EMPTY), read_hand)?,
            used,
        })
    }

    fn read_place(&self, unit: Unit, text: &str) -> Result<Place, Flaw> {
        Ok(match text {
            "o2" => Place::Out(Wait::Two),
            "o1" => Place::Out(Wait::One),
            "w2" => Place::Away(Wait::Two),
            "w1" => Place::Away(Wait::One),
            "x" => Place::Fallen,
            "h" => Place::Headquarters,
            _ => match text.strip_prefix('s') {
                Some(host) => Place::Riding(self.read_code(unit.side(), host)?.slot() as u8),
                None => Place::Board(read_tile(text)?),
            },
        })
    }

    fn read_effects(&self, unit: Unit, texts: &[&str]) -> Result<Effects, Flaw> {
        let mut effects = Effects::NONE;
        for text in texts {
            let fresh = match *text {
                "UB" => effects.with(Effects::UNBREAKABLE),
                "IM" => effects.with(Effects::MIGHT),
                "CA" => effects.with(Effects::COUNTERATTACK),
                "BT" => effects.with(Effects::BREAKTHROUGH),
                "DS1" => effects.with(Effects::DISRUPTED),
                "SN1" if effects.snared() == 0 => effects.with_snare(1),
                "SN2" if effects.snared() == 0 => effects.with_snare(2),
                _ => self.read_provocation(unit, effects, text)?,
            };
            ensure(fresh != effects, "an effect is there twice")?;
            effects = fresh;
        }
        Ok(effects)
    }

    fn read_provocation(&self, unit: Unit, effects: Effects, text: &str) -> Result<Effects, Flaw> {
        let code = text.strip_prefix("PV1").ok_or_else(|| format!("there is no effect `{text}`"))?;
        let provoker = self.read_code(unit.side().other(), code)?;
        ensure(effects.provoker().is_none(), "a general is provoked by one enemy")?;
        Ok(effects.provoked_by(provoker.slot()))
    }

    fn read_used(&self, field: &str) -> Result<[Used; Unit::COUNT], Flaw> {
        let mut used = [Used::NONE; Unit::COUNT];
        for text in items(field) {
            let bad = || format!("`{text}` is not a used action");
            let (code, kind) = text.split_at_checked(2).ok_or_else(bad)?;
            let side = if code.bytes().all(|byte| byte.is_ascii_uppercase()) { Side::A } else { Side::B };
            let slot = &mut used[self.read_code(side, code)?.index()];
            let kind = letter(kind).and_then(Kind::from_letter).ok_or_else(bad)?;
            ensure(!slot.has(kind), "an action is there twice")?;
            *slot = slot.with(kind);
        }
        Ok(used)
    }

    fn read_pairs(&self, field: &str) -> Result<Vec<[Unit; 2]>, Flaw> {
        let read = |text: &str| {
            let (a, b) = text.split_once('-').ok_or_else(|| format!("`{text}` is not a pair"))?;
            Ok([self.read_code(Side::A, a)?, self.read_code(Side::B, b)?])
        };
        items(field).take(ITEMS_MAX).map(read).collect()
    }
}

impl Stand {
    /// Stands in for a general that could not be read.
    const fn nobody(name: Name) -> Self {
        Self {
            name,
            place: Place::Fallen,
            troops: 0,
            has_out: false,
            start: None,
            initial: None,
            effects: Effects::NONE,
            hand: Hand::EMPTY,
            used: Used::NONE,
        }
    }
}

/// The parts of a general's entry, not yet understood.
struct Entry<'a> {
    text: &'a str,
    name: Name,
    place: &'a str,
    troops: &'a str,
    out: bool,
    start: Option<&'a str>,
    initial: Option<&'a str>,
    effects: Vec<&'a str>,
    tactics: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn read(side: Side, text: &'a str) -> Option<Self> {
        let (body, tactics) = match text.strip_suffix('}') {
            Some(rest) => rest.split_once('{').map(|(body, tactics)| (body, Some(tactics)))?,
            None => (text, None),
        };
        let mut parts = body.split('~');
        let body = parts.next()?;
        let effects = parts.collect();
        let (body, initial) = split_off(body, '=');
        let (body, start) = split_off(body, '/');
        let (body, out) = body.strip_suffix('!').map_or((body, false), |body| (body, true));
        let (code, rest) = body.split_once('@')?;
        let (place, troops) = rest.split_once(':')?;
        let name =
            Name::from_code(&code.to_ascii_uppercase()).filter(|name| side.cased(name.general().code) == code)?;
        Some(Self { text, name, place, troops, out, start, initial, effects, tactics })
    }
}

fn split_off(text: &str, separator: char) -> (&str, Option<&str>) {
    text.split_once(separator).map_or((text, None), |(head, tail)| (head, Some(tail)))
}

fn ensure(holds: bool, flaw: &str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(flaw.to_owned()) }
}

fn items(field: &str) -> impl Iterator<Item = &str> {
    field.split(',').filter(move |_| field != NOTHING)
}

fn read_bounded(text: &str, least: u32, most: u32) -> Result<u32, Flaw> {
    read_number(text)
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("`{text}` is not a number from {least} to {most}"))
}

fn read_tile(text: &str) -> Result<Tile, Flaw> {
    read_number(text).and_then(|number| Tile::new(number as usize)).ok_or_else(|| format!("no tile or place `{text}`"))
}

fn read_hand(text: &str) -> Result<Hand, Flaw> {
    let cards = text.split('.').map(read_card).collect::<Result<Vec<_>, _>>()?;
    let cards: [Card; HAND] = cards.try_into().map_err(|_| "a general has three tactics".to_owned())?;
    Ok(Hand::new(cards))
}

fn read_card(text: &str) -> Result<Card, Flaw> {
    let spent = text.bytes().all(|byte| byte.is_ascii_lowercase());
    let code = if spent { text.to_ascii_uppercase() } else { text.to_owned() };
    let tactic = Tactic::from_code(&code).ok_or_else(|| format!("there is no tactic `{text}`"))?;
    Ok(Card { tactic, spent })
}

fn read_turn(field: &str) -> Result<(Side, u8), Flaw> {
    let (letter, actions) = field.split_at_checked(1).ok_or("no player to move")?;
    let side = Side::from_name(letter).ok_or_else(|| format!("no player `{letter}`"))?;
    Ok((side, read_bounded(actions, 0, 99)? as u8))
}

fn read_knocks(field: &str) -> Result<[u8; 2], Flaw> {
    let (a, b) = field.split_once('-').ok_or("not of the form `0-0`")?;
    Ok([read_bounded(a, 0, 99)? as u8, read_bounded(b, 0, 99)? as u8])
}

fn read_clock(field: &str) -> Result<(u16, u16), Flaw> {
    let (number, quiet) = field.split_once('.').ok_or("not of the form `1.0`")?;
    Ok((read_bounded(number, 1, 10_000)? as u16, read_bounded(quiet, 0, 10_000)? as u16))
}

/// The reserves of both sides and their graveyards.
fn read_pools(field: &str) -> Result<[[u8; 2]; 2], Flaw> {
    let form = "not of the form `13.0/13.0`";
    let (a, b) = field.split_once('/').ok_or(form)?;
    let mut pools = [[0; 2]; 2];
    for (side, text) in [a, b].into_iter().enumerate() {
        let (reserve, graveyard) = text.split_once('.').ok_or(form)?;
        pools[0][side] = read_bounded(reserve, 0, u8::MAX.into())? as u8;
        pools[1][side] = read_bounded(graveyard, 0, u8::MAX.into())? as u8;
    }
    Ok(pools)
}

fn read_sites(field: &str) -> Result<Vec<(Tile, Site)>, Flaw> {
    let read = |text| read_site(text).ok_or_else(|| format!("`{text}` is not an installation"));
    items(field).take(ITEMS_MAX).map(read).collect()
}

fn read_site(text: &str) -> Option<(Tile, Site)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let tile = read_tile(&text[..digits]).ok()?;
    let (code, rest) = text[digits..].split_at_checked(2)?;
    let upper = code.to_ascii_uppercase();
    let owner = Side::ALL.into_iter().find(|side| side.cased(code) == code)?;
    let feature = match upper.as_str() {
        "WA" => Feature::Wall { durability: read_bounded(rest, 1, 2).ok()? as u8 },
        "TO" => Feature::Tower { shots: read_bounded(rest.strip_prefix("1.")?, 1, 3).ok()? as u8 },
        _ => {
            let revealed = rest == "*";
            if !revealed && !rest.is_empty() {
                return None;
            }
            Feature::Marker { marker: Marker::from_code(&upper)?, revealed }
        }
    };
    Some((tile, Site::new(owner, feature)))
}

fn read_head(field: &str) -> Result<Rules, Flaw> {
    let mut parts = field.split(';');
    let mode = match parts.next().and_then(|part| part.strip_prefix(MAGIC)) {
        Some("b") => Mode::Base,
        Some("f") => Mode::Full,
        _ => return Err(format!("`{field}` does not begin with {MAGIC}b or {MAGIC}f")),
    };
    let mut rules = Rules::of(mode);
    for part in parts {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("`{part}` is not of the form key=value"))?;
        ensure(Rules::HEAD.contains(&key), "the options are ap, kn, sup, quiet and ply")?;
        rules.set(key, value).map_err(|refusal| refusal.detail.into_owned())?;
    }
    Ok(rules)
}

fn read_result(field: &str) -> Result<Option<Ending>, Flaw> {
    let bad = || format!("`{field}` is not a result");
    Ok(match field {
        RUNNING => None,
        "draw" => Some(Ending::Drawn),
        _ => {
            let (letter, reason) = field.split_once('+').ok_or_else(bad)?;
            let side = Side::from_name(letter).ok_or_else(bad)?;
            Some(Ending::Won(side, Reason::from_text(reason).ok_or_else(bad)?))
        }
    })
}
