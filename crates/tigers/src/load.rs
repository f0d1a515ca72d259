//! Reading state strings: what is wrong is named with its field (§33).

use game::{Choices as _, Refusal};

use crate::general::Name;
use crate::geometry::{Tile, Tiles};
use crate::position::{Ending, Identity, POOL, Position, Reason};
use crate::request::read_number;
use crate::rules::{Mode, Rules};
use crate::site::{Feature, Marker, Site};
use crate::state::{MAGIC, NOTHING, RUNNING, automatic_tile};
use crate::tactic::{Card, HAND, Hand, Tactic};
use crate::unit::{DECK, Effects, Kind, Place, Side, Unit, Wait};

/// What is wrong with a part of a state string.
type Flaw = String;

impl Position {
    /// Reads a state string; what it says of the options is written into `rules`.
    pub(crate) fn read_state(rules: &mut Rules, text: &str) -> Result<Self, Refusal> {
        let fields: Vec<&str> = text.split(' ').collect();
        let at = |field: usize| move |flaw: Flaw| Refusal::state(format!("field {field}: {flaw}"));
        let read_rules = read_head(*rules, fields[0]).map_err(at(1))?;
        let expected = if read_rules.mode == Mode::Full { 11 } else { 9 };
        if fields.len() != expected {
            return Err(Refusal::state(format!("{} fields instead of {expected}", fields.len())));
        }
        let mut position = Self::empty(read_rules);
        let deck_a = position.read_names(Side::A, fields[1]).map_err(at(2))?;
        let deck_b = position.read_names(Side::B, fields[2]).map_err(at(3))?;
        position.read_deck(Side::A, &deck_a).map_err(at(2))?;
        position.read_deck(Side::B, &deck_b).map_err(at(3))?;
        position.verify_provokers().map_err(at(2))?;
        position.read_turn(fields[3]).map_err(at(4))?;
        position.read_used(fields[4]).map_err(at(5))?;
        position.read_pairs(fields[5]).map_err(at(6))?;
        position.read_knocks(fields[6]).map_err(at(7))?;
        position.read_clock(fields[7]).map_err(at(8))?;
        position.ending = read_result(fields[8]).map_err(at(9))?;
        if position.is_full() {
            position.read_pools(fields[9]).map_err(at(10))?;
            position.read_sites(fields[10]).map_err(at(11))?;
        }
        *rules = read_rules;
        Ok(position)
    }

    /// Who the generals are; other parts of the string name them.
    fn read_names<'a>(&mut self, side: Side, field: &'a str) -> Result<Vec<Entry<'a>>, Flaw> {
        let entries = field.split(',').map(|text| Entry::read(side, text)).collect::<Result<Vec<_>, _>>()?;
        if entries.len() != DECK {
            return Err(format!("{} generals instead of five", entries.len()));
        }
        for (unit, entry) in Unit::of(side).zip(&entries) {
            if entries.iter().filter(|other| other.name == entry.name).count() > 1 {
                return Err(format!("the general of `{}` is there twice", entry.text));
            }
            self.identities[unit.index()] = Identity::new(entry.name, automatic_tile(unit).rank_for(side));
        }
        Ok(entries)
    }

    fn read_deck(&mut self, side: Side, entries: &[Entry<'_>]) -> Result<(), Flaw> {
        for (unit, entry) in Unit::of(side).zip(entries) {
            self.read_general(unit, entry).map_err(|flaw| format!("`{}`: {flaw}", entry.text))?;
        }
        self.verify_riders(side)
    }

    fn read_general(&mut self, unit: Unit, entry: &Entry<'_>) -> Result<(), Flaw> {
        self.read_place(unit, entry.place)?;
        self.read_troops(unit, entry.troops)?;
        self.read_outs(unit, entry.out)?;
        if let Some(start) = entry.start {
            let tile = read_tile(start)?;
            ensure(Tiles::end_row(unit.side()).contains(tile), "a start tile lies on the own end row")?;
            self.identities[unit.index()] = Identity::new(entry.name, tile.rank_for(unit.side()));
        }
        let cap = self.general(unit).cap();
        self.initial[unit.index()] = match entry.initial {
            None => cap,
            Some(_) if self.is_full() => return Err("initial troops are for base mode".to_owned()),
            Some(troops) => read_bounded(troops, 1, cap.into())? as u8,
        };
        self.read_effects(unit, &entry.effects)?;
        self.read_hand(unit, entry.tactics)
    }

    fn read_place(&mut self, unit: Unit, text: &str) -> Result<(), Flaw> {
        let full = self.is_full();
        let place = match text {
            "o2" => Place::Out(Wait::Two),
            "o1" => Place::Out(Wait::One),
            "w2" => Place::Away(Wait::Two),
            "w1" => Place::Away(Wait::One),
            "x" => Place::Fallen,
            "h" if full => Place::Headquarters,
            _ => match text.strip_prefix('s').filter(|_| full) {
                Some(host) => Place::Riding(self.read_code(unit.side(), host)?.slot() as u8),
                None => return self.read_tile_of(unit, read_tile(text)?),
            },
        };
        self.put_away(unit, place);
        Ok(())
    }

    fn read_tile_of(&mut self, unit: Unit, tile: Tile) -> Result<(), Flaw> {
        ensure(self.free().contains(tile), "two generals stand on one tile")?;
        self.put(unit, tile);
        Ok(())
    }

    fn read_troops(&mut self, unit: Unit, text: &str) -> Result<(), Flaw> {
        let cap = self.general(unit).cap();
        let most = if self.is_full() { POOL } else { cap };
        let leads = match self.place(unit) {
            Place::Board(_) => true,
            Place::Away(_) => !self.is_full(),
            _ => false,
        };
        let (least, most) = if leads { (1, most) } else { (0, 0) };
        self.troops[unit.index()] = read_bounded(text, least, most.into())? as u8;
        Ok(())
    }

    fn read_outs(&mut self, unit: Unit, out: bool) -> Result<(), Flaw> {
        match self.place(unit) {
            Place::Fallen => ensure(!out, "a fallen general bears no `!`")?,
            Place::Out(_) => ensure(out, "a general that is out bears a `!`")?,
            _ => {}
        }
        if out {
            self.outs = self.outs.with(unit);
        }
        Ok(())
    }

    fn read_effects(&mut self, unit: Unit, texts: &[&str]) -> Result<(), Flaw> {
        ensure(texts.is_empty() || self.tile(unit).is_some(), "only a general on the board has effects")?;
        for text in texts {
            let effects = self.effects(unit);
            let fresh = match *text {
                "UB" => effects.with(Effects::UNBREAKABLE),
                "IM" => effects.with(Effects::MIGHT),
                "CA" => effects.with(Effects::COUNTERATTACK),
                "BT" => effects.with(Effects::BREAKTHROUGH),
                "DS1" => effects.with(Effects::DISRUPTED),
                "SN1" if effects.snared() == 0 => effects.with_snare(1),
                "SN2" if effects.snared() == 0 => effects.with_snare(2),
                _ => self.read_provocation(unit, text)?,
            };
            ensure(fresh != effects, "an effect is there twice")?;
            self.effects[unit.index()] = fresh;
        }
        Ok(())
    }

    fn read_provocation(&self, unit: Unit, text: &str) -> Result<Effects, Flaw> {
        let code = text.strip_prefix("PV1").ok_or_else(|| format!("there is no effect `{text}`"))?;
        let provoker = self.read_code(unit.side().other(), code)?;
        ensure(self.effects(unit).provoker().is_none(), "a general is provoked by one enemy")?;
        Ok(self.effects(unit).provoked_by(provoker.slot()))
    }

    /// A provocation ends when its caster leaves the board (§27).
    fn verify_provokers(&self) -> Result<(), Flaw> {
        let provoker = |unit: Unit| Some(Unit::new(unit.side().other(), self.effects(unit).provoker()?));
        let present = Unit::all().filter_map(provoker).all(|provoker| self.tile(provoker).is_some());
        ensure(present, "a provoker is on the board")
    }

    fn read_hand(&mut self, unit: Unit, text: Option<&str>) -> Result<(), Flaw> {
        let Some(text) = text else { return ensure(!self.is_full(), "in full mode every general has tactics") };
        ensure(self.is_full(), "tactics are for full mode")?;
        let cards = text.split('.').map(read_card).collect::<Result<Vec<_>, _>>()?;
        let cards: [Card; HAND] = cards.try_into().map_err(|_| "a general has three tactics".to_owned())?;
        let [a, b, c] = cards.map(|card| card.tactic);
        ensure(a != b && b != c && a != c, "a tactic is there twice")?;
        self.hands[unit.index()] = Hand::new(cards);
        Ok(())
    }

    fn read_code(&self, side: Side, code: &str) -> Result<Unit, Flaw> {
        Unit::of(side).find(|unit| self.code(*unit) == code).ok_or_else(|| format!("no general `{code}` on that side"))
    }

    fn verify_riders(&self, side: Side) -> Result<(), Flaw> {
        for unit in Unit::of(side) {
            if let Place::Riding(slot) = self.place(unit) {
                let host = Unit::new(side, usize::from(slot));
                ensure(self.tile(host).is_some(), "a rider's host is on the board")?;
                ensure(self.rider(host) == Some(unit), "a host carries one rider")?;
            }
        }
        Ok(())
    }

    fn read_turn(&mut self, field: &str) -> Result<(), Flaw> {
        let (letter, actions) = field.split_at_checked(1).ok_or("no player to move")?;
        self.turn = Side::from_name(letter).ok_or_else(|| format!("no player `{letter}`"))?;
        self.actions = read_bounded(actions, 0, 99)? as u8;
        Ok(())
    }

    fn read_used(&mut self, field: &str) -> Result<(), Flaw> {
        for text in items(field) {
            let bad = || format!("`{text}` is not a used action");
            let (code, letter) = text.split_at_checked(2).ok_or_else(bad)?;
            let side = if code.bytes().all(|byte| byte.is_ascii_uppercase()) { Side::A } else { Side::B };
            let unit = self.read_code(side, code)?;
            let kind = game::text::letter(letter).and_then(Kind::from_letter).ok_or_else(bad)?;
            ensure(!self.used(unit).has(kind), "an action is there twice")?;
            self.used[unit.index()] = self.used(unit).with(kind);
        }
        Ok(())
    }

    fn read_pairs(&mut self, field: &str) -> Result<(), Flaw> {
        for text in items(field) {
            let (a, b) = text.split_once('-').ok_or_else(|| format!("`{text}` is not a pair"))?;
            let (a, b) = (self.read_code(Side::A, a)?, self.read_code(Side::B, b)?);
            let front = self.tile(a).and_then(Tile::across_front);
            ensure(front.is_some() && front == self.tile(b), "a pair faces each other over a horizontal edge")?;
            ensure(!self.is_engaged(a), "a pair is there twice")?;
            self.engaged = self.engaged.with(a).with(b);
        }
        Ok(())
    }

    fn read_knocks(&mut self, field: &str) -> Result<(), Flaw> {
        let (a, b) = field.split_once('-').ok_or("not of the form `0-0`")?;
        self.knocks = [read_bounded(a, 0, 99)? as u8, read_bounded(b, 0, 99)? as u8];
        Ok(())
    }

    fn read_clock(&mut self, field: &str) -> Result<(), Flaw> {
        let (number, quiet) = field.split_once('.').ok_or("not of the form `1.0`")?;
        self.clock.number = read_bounded(number, 1, 10_000)? as u16;
        self.clock.quiet = read_bounded(quiet, 0, 10_000)? as u16;
        self.clock.stirred = self.seems_stirred();
        Ok(())
    }

    fn read_pools(&mut self, field: &str) -> Result<(), Flaw> {
        let (a, b) = field.split_once('/').ok_or("not of the form `13.0/13.0`")?;
        for (side, text) in Side::ALL.into_iter().zip([a, b]) {
            let (reserve, graveyard) = text.split_once('.').ok_or("not of the form `13.0/13.0`")?;
            self.reserve[side.index()] = read_bounded(reserve, 0, POOL.into())? as u8;
            self.graveyard[side.index()] = read_bounded(graveyard, 0, POOL.into())? as u8;
            let sum = self.strength(side) + u32::from(self.graveyard(side));
            if sum != u32::from(POOL) {
                return Err(format!("the troops of {} add up to {sum} instead of {POOL}", side.letter()));
            }
        }
        Ok(())
    }

    fn read_sites(&mut self, field: &str) -> Result<(), Flaw> {
        for text in items(field) {
            let (tile, site) = read_site(text).ok_or_else(|| format!("`{text}` is not an installation"))?;
            ensure(Tiles::OUTSIDE_END_ROWS.contains(tile), "nothing is built on an end row")?;
            ensure(self.site(tile).is_none(), "two installations on one tile")?;
            ensure(!site.is_structure() || self.free().contains(tile), "a general stands on a structure")?;
            self.put_site(tile, site);
        }
        Ok(())
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
    fn read(side: Side, text: &'a str) -> Result<Self, Flaw> {
        Self::split(side, text).ok_or_else(|| format!("`{text}` is not a general"))
    }

    fn split(side: Side, text: &'a str) -> Option<Self> {
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

fn read_card(text: &str) -> Result<Card, Flaw> {
    let spent = text.bytes().all(|byte| byte.is_ascii_lowercase());
    let code = if spent { text.to_ascii_uppercase() } else { text.to_owned() };
    let tactic = Tactic::from_code(&code).ok_or_else(|| format!("there is no tactic `{text}`"))?;
    Ok(Card { tactic, spent })
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

fn read_head(rules: Rules, field: &str) -> Result<Rules, Flaw> {
    let mut parts = field.split(';');
    let mode = match parts.next().and_then(|part| part.strip_prefix(MAGIC)) {
        Some("b") => Mode::Base,
        Some("f") => Mode::Full,
        _ => return Err(format!("`{field}` does not begin with {MAGIC}b or {MAGIC}f")),
    };
    let mut read = Rules { markers: rules.markers, ..Rules::of(mode) };
    for part in parts {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("`{part}` is not of the form key=value"))?;
        ensure(Rules::HEAD.contains(&key), "the options are ap, kn, sup, quiet and ply")?;
        read.set(key, value).map_err(|refusal| refusal.detail.into_owned())?;
    }
    Ok(read)
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
