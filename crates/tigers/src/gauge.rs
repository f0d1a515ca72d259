//! What a position says of itself for lessons and explanations.

use game::Man;

use crate::action::Action;
use crate::geometry::Tile;
use crate::position::Position;
use crate::unit::{Place, Side, Unit};

impl Position {
    pub(crate) fn list_men(&self) -> Vec<Man> {
        let man = |unit: Unit| {
            let one =
                Man::one(self.tile(unit)?.to_string(), Some(unit.side().seat()), self.general(unit).code.to_owned());
            Some(Man { amount: u32::from(self.troops(unit)), ..one })
        };
        Unit::all().filter_map(man).collect()
    }

    /// `knocks:SEAT`, `actions`, `reserve:SEAT`, `built:TILE`, and of a general, in its side's case:
    /// `troops:GY`, `out:gy`, `away:GY`, `headquarters:GY`, `locked:GY` (§20), `tile:GY` (−1 off
    /// the board), `effect:GY.DS` (§30).
    pub(crate) fn read_gauge(&self, name: &str) -> Option<f64> {
        let Some((what, whom)) = name.split_once(':') else {
            return (name == "actions").then(|| f64::from(self.actions_left()));
        };
        let number = match what {
            "knocks" => self.knocks(Side::from_name(whom)?),
            "reserve" => self.reserve(Side::from_name(whom)?),
            "built" => self.site(Tile::new(whom.parse().ok()?)?).is_some().into(),
            _ => return self.general_gauge(what, whom),
        };
        Some(f64::from(number))
    }

    fn general_gauge(&self, what: &str, whom: &str) -> Option<f64> {
        let (code, effect) = whom.split_once('.').map_or((whom, None), |(code, effect)| (code, Some(effect)));
        let unit = self.coded(code)?;
        let place = self.place(unit);
        let holds = match what {
            "troops" => return Some(f64::from(self.troops(unit))),
            "tile" => return Some(self.tile(unit).map_or(-1.0, |tile| f64::from(tile.number()))),
            "out" => matches!(place, Place::Out(_) | Place::Fallen),
            "away" => matches!(place, Place::Away(_)),
            "headquarters" => place == Place::Headquarters,
            "locked" => self.is_engaged(unit),
            "effect" => {
                self.effect_texts(unit).iter().any(|text| effect.is_some_and(|effect| text.starts_with(effect)))
            }
            _ => return None,
        };
        Some(f64::from(u8::from(holds)))
    }

    /// The general with that code in its side's case.
    fn coded(&self, code: &str) -> Option<Unit> {
        Unit::all().find(|unit| self.code(*unit) == code)
    }

    /// Whoever is to move may always end the turn; what is hidden stays as it is.
    pub(crate) fn after_skip(&self) -> Option<Self> {
        let mut next = *self;
        if self.ending.is_some() {
            return None;
        }
        next.play_watched(Action::End, &mut ());
        next.ending.is_none().then_some(next)
    }
}
