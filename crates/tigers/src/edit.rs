//! Set-ups that a person puts together: generals, troops, what lies upon them.

use game::Refusal;
use game::edit::{Diagram, Dial, Edit, Offer, Seen, named, no_mirror, unknown};

use crate::geometry::{Tile, Tiles};
use crate::position::{POOL, Position};
use crate::rules::Rules;
use crate::setup::{Setup, Stand};
use crate::unit::{Effects, Place, Side, Unit, Wait};
use crate::view::View;

const EFFECTS: [(&str, Effects); 5] = [
    ("BT", Effects::BREAKTHROUGH),
    ("CA", Effects::COUNTERATTACK),
    ("DS", Effects::DISRUPTED),
    ("IM", Effects::MIGHT),
    ("UB", Effects::UNBREAKABLE),
];
const LIVES: [u8; 2] = [1, 2];
const SWITCH: [&str; 2] = ["off", "on"];

fn tile(text: &str) -> Result<Tile, Refusal> {
    named(Tiles::ALL.iter(), text)
}

fn side(text: &str) -> Result<Side, Refusal> {
    game::text::letter(text).and_then(Side::from_letter).ok_or_else(|| unknown(text))
}

impl Setup {
    fn unit(&self, code: &str) -> Result<Unit, Refusal> {
        Unit::all().find(|unit| self.code(*unit) == code).ok_or_else(|| unknown(code))
    }

    fn stand_mut(&mut self, unit: Unit) -> &mut Stand {
        &mut self.generals[unit.index()]
    }

    fn on(&self, tile: Tile) -> Option<Unit> {
        Unit::all().find(|unit| self.generals[unit.index()].place == Place::Board(tile))
    }

    /// Off the board: to headquarters in full mode, else out.
    fn send_away(&mut self, unit: Unit) {
        let full = self.is_full();
        self.pairs.retain(|pair| !pair.contains(&unit));
        let stand = self.stand_mut(unit);
        stand.place = if full { Place::Headquarters } else { Place::Out(Wait::Two) };
        (stand.has_out, stand.troops, stand.effects) = (!full, 0, Effects::NONE);
    }

    fn put(&mut self, unit: Unit, at: Tile) {
        if let Some(other) = self.on(at).filter(|other| *other != unit) {
            self.send_away(other);
        }
        self.pairs.retain(|pair| !pair.contains(&unit));
        let stand = self.stand_mut(unit);
        if !matches!(stand.place, Place::Board(_)) {
            (stand.has_out, stand.troops) = (false, stand.name.general().cap());
        }
        stand.place = Place::Board(at);
    }

    /// Whatever no general leads and nobody has lost is at headquarters.
    fn balance(&mut self) {
        if !self.is_full() {
            return;
        }
        for side in Side::ALL {
            let led: u32 = Unit::of(side).map(|unit| u32::from(self.generals[unit.index()].troops)).sum();
            let spoken_for = led + u32::from(self.graveyard[side.index()]);
            self.reserve[side.index()] = u32::from(POOL).saturating_sub(spoken_for) as u8;
        }
    }

    /// `turn`, `actions`, `knocks:A`, `troops:GY`, `lives:GY` or `effect:GY.UB`.
    fn set(&mut self, dial: &str, to: &str) -> Result<(), Refusal> {
        match dial.split_once(':') {
            None if dial == "turn" => self.turn = side(to)?,
            None if dial == "actions" => self.actions = named(0..=self.rules.actions, to)?,
            Some(("knocks", whose)) => self.knocks[side(whose)?.index()] = named(0..self.rules.knocks, to)?,
            Some(("troops", code)) => {
                let unit = self.unit(code)?;
                self.stand_mut(unit).troops = named(0..=POOL, to)?;
            }
            Some(("lives", code)) => {
                let unit = self.unit(code)?;
                self.stand_mut(unit).has_out = named(LIVES, to)? == 1;
            }
            Some(("effect", what)) => {
                let (code, name) = what.split_once('.').ok_or_else(|| unknown(dial))?;
                let unit = self.unit(code)?;
                let (_, effect) = EFFECTS.into_iter().find(|(word, _)| *word == name).ok_or_else(|| unknown(dial))?;
                let stand = self.stand_mut(unit);
                let on = named(SWITCH, to)? == "on";
                stand.effects = if on { stand.effects.with(effect) } else { stand.effects.without(effect) };
            }
            _ => return Err(unknown(dial)),
        }
        Ok(())
    }

    fn dials_of(&self, unit: Unit) -> Vec<Dial> {
        let (code, stand) = (self.code(unit), &self.generals[unit.index()]);
        if !matches!(stand.place, Place::Board(_)) {
            return Vec::new();
        }
        let most = if self.is_full() { POOL } else { stand.name.general().cap() };
        let lives = 2 - u8::from(stand.has_out);
        let effect = |(name, effect): (&str, Effects)| {
            let on = SWITCH[usize::from(stand.effects.has(effect))];
            Dial::new(format!("effect:{code}.{name}"), &on, SWITCH)
        };
        let troops = Dial::new(format!("troops:{code}"), &stand.troops, 0..=most);
        let mut dials = vec![troops, Dial::new(format!("lives:{code}"), &lives, LIVES)];
        dials.extend(EFFECTS.map(effect));
        dials
    }
}

impl Diagram for Setup {
    type Rules = Rules;

    fn change(&mut self, edit: &Edit, _: &Rules) -> Result<(), Refusal> {
        match edit {
            Edit::Put { man, at } => {
                let (unit, at) = (self.unit(man)?, tile(at)?);
                self.put(unit, at);
            }
            Edit::Take { at } => {
                let at = tile(at)?;
                match self.on(at) {
                    Some(unit) => self.send_away(unit),
                    None => self.sites.retain(|(site, _)| *site != at),
                }
            }
            Edit::Move { from, to } => {
                let (from, to) = (tile(from)?, tile(to)?);
                if let Some(unit) = self.on(from) {
                    self.put(unit, to);
                }
            }
            Edit::Set { dial, to } => self.set(dial, to)?,
            Edit::Clear => {
                Unit::all().for_each(|unit| self.send_away(unit));
                self.sites.clear();
            }
            Edit::Mirror => return Err(no_mirror()),
        }
        self.ending = None;
        self.balance();
        Ok(())
    }

    fn men(&self) -> Vec<Offer> {
        Unit::all().map(|unit| Offer { man: self.code(unit), seat: Some(unit.side().seat()) }).collect()
    }

    fn dials(&self, _: &Rules) -> Vec<Dial> {
        let knocks = |side: Side| {
            Dial::new(format!("knocks:{}", side.letter()), &self.knocks[side.index()], 0..self.rules.knocks)
        };
        let mut dials = vec![
            Dial::new("turn", &self.turn.letter(), Side::ALL.map(Side::letter)),
            Dial::new("actions", &self.actions, 0..=self.rules.actions),
        ];
        dials.extend(Side::ALL.map(knocks));
        dials.extend(Unit::all().flat_map(|unit| self.dials_of(unit)));
        dials
    }

    fn seen(&self, rules: &Rules) -> Seen {
        let (position, problems) = Position::admitted(self, rules);
        if problems.is_empty() {
            Seen::sound(position.setup().to_string(), &View::of(&position))
        } else {
            Seen::flawed(problems, &View::plain(&position))
        }
    }
}
