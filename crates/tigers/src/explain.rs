//! Why a request is refused: the first hit in the order of §35.

use crate::geometry::{Tile, Tiles};
use crate::position::Position;
use crate::refusal::Code;
use crate::request::{Aim, Request, Spot};
use crate::site::Site;
use crate::tactic::{Ground, Tactic};
use crate::unit::{Effects, Kind, Place, Unit};

type Verdict = Result<(), Code>;

fn ensure(holds: bool, code: Code) -> Verdict {
    if holds { Ok(()) } else { Err(code) }
}

impl Position {
    pub(crate) fn explain(&self, request: &Request) -> Verdict {
        let Some((unit, kind)) = request.unit_and_kind() else {
            return ensure(self.ending.is_none(), Code::GameOver);
        };
        self.explain_common(unit, kind)?;
        match request {
            Request::Move(_, path) => self.explain_move(unit, path),
            Request::Attack(_, aim) => self.explain_attack(unit, *aim),
            Request::Knock(_) => self.explain_knock(unit),
            Request::Sortie(_, spot, troops) => self.explain_sortie(unit, *spot, *troops),
            Request::Tactic(_, tactic, aims) => self.explain_tactic(unit, *tactic, aims),
            Request::End => Ok(()),
        }
    }

    fn explain_common(&self, unit: Unit, kind: Kind) -> Verdict {
        let full_only = matches!(kind, Kind::Sortie | Kind::Tactic);
        ensure(self.is_full() || !full_only, Code::Mode)?;
        ensure(self.ending.is_none(), Code::GameOver)?;
        ensure(unit.side() == self.turn, Code::NotYourTurn)?;
        ensure(self.actions > 0, Code::NoActions)?;
        let place = self.place(unit);
        ensure(place != Place::Fallen, Code::Exited)?;
        let present = match kind {
            Kind::Sortie => true,
            Kind::Tactic => matches!(place, Place::Board(_) | Place::Headquarters),
            _ => matches!(place, Place::Board(_)),
        };
        ensure(present, Code::OffBoard)?;
        ensure(!self.effects(unit).has(Effects::DISRUPTED), Code::Disrupted)?;
        ensure(!self.used(unit).has(kind), Code::Repeat)
    }

    /// §14–§17.
    fn explain_move(&self, unit: Unit, path: &[Spot]) -> Verdict {
        let moves = usize::from(self.general(unit).moves);
        ensure(self.effects(unit).snared() == 0 && moves > 0, Code::Immobile)?;
        ensure(!path.is_empty(), Code::EmptyPath)?;
        ensure(path.len() <= moves, Code::TooFar)?;
        let mut at = self.tile(unit).ok_or(Code::OffBoard)?;
        for (index, spot) in path.iter().enumerate() {
            at = self.explain_step(unit, at, *spot, index + 1 == path.len())?;
        }
        Ok(())
    }

    fn explain_step(&self, unit: Unit, from: Tile, to: Spot, is_last: bool) -> Result<Tile, Code> {
        let to = to.ok_or(Code::NotAdjacent)?;
        let over_corners = self.effects(unit).has(Effects::BREAKTHROUGH) && from.corner_neighbors().contains(to);
        ensure(from.neighbors().contains(to) || over_corners, Code::NotAdjacent)?;
        match self.unit_at(to).filter(|other| *other != unit) {
            Some(other) if other.side() != unit.side() => return Err(Code::EnemyTile),
            Some(_) if !is_last => return Err(Code::AllyNotLast),
            Some(host) => ensure(self.can_supply(unit, host), Code::SupplyImpossible)?,
            None => {}
        }
        ensure(!self.structures.contains(to), Code::Blocked)?;
        Ok(to)
    }

    /// §16, §17.
    fn can_supply(&self, unit: Unit, host: Unit) -> bool {
        self.has_supply() && self.can_take(host) && self.can_give(unit)
    }

    /// §19, §29.
    fn explain_attack(&self, unit: Unit, aim: Aim) -> Verdict {
        let here = self.tile(unit).ok_or(Code::OffBoard)?;
        let target = match aim {
            Aim::General(target) => {
                ensure(target.side() != unit.side(), Code::AllyTarget)?;
                self.tile(target)
            }
            Aim::Spot(spot) => spot.filter(|tile| self.is_enemy_structure(unit, *tile)),
        };
        let target = target.ok_or(Code::NoTarget)?;
        ensure(here.neighbors().contains(target), Code::NotAdjacent)?;
        match (self.effects(unit).provoker(), aim) {
            (None, _) => Ok(()),
            (Some(slot), Aim::General(target)) => ensure(target.slot() == slot, Code::Provoked),
            (Some(_), Aim::Spot(_)) => Err(Code::Provoked),
        }
    }

    fn is_enemy_structure(&self, unit: Unit, tile: Tile) -> bool {
        self.site(tile).is_some_and(|site| site.is_structure() && site.owner() != unit.side())
    }

    /// §23.
    fn explain_knock(&self, unit: Unit) -> Verdict {
        let end_row = Tiles::end_row(unit.side().other());
        ensure(self.tile(unit).is_some_and(|tile| end_row.contains(tile)), Code::NotEndRow)?;
        ensure(!self.is_engaged(unit), Code::Stalemated)?;
        ensure(self.effects(unit).provoker().is_none(), Code::Provoked)
    }

    /// §18.
    fn explain_sortie(&self, unit: Unit, spot: Spot, troops: u32) -> Verdict {
        ensure(self.place(unit) == Place::Headquarters, Code::NotStandby)?;
        let tile = spot.filter(|tile| Tiles::end_row(unit.side()).contains(*tile)).ok_or(Code::BadTarget)?;
        ensure(self.free().contains(tile), Code::TileOccupied)?;
        ensure((1..=u32::from(self.sortie_troops(unit))).contains(&troops), Code::Troops)
    }

    /// §27, §28.
    fn explain_tactic(&self, unit: Unit, tactic: Option<Tactic>, aims: &[Aim]) -> Verdict {
        let tactic = tactic.ok_or(Code::TacticNotEquipped)?;
        let spent = self.hand(unit).find(tactic).ok_or(Code::TacticNotEquipped)?;
        ensure(!spent, Code::TacticUsed)?;
        ensure(self.effects(unit).provoker().is_none(), Code::Provoked)?;
        if tactic.ground() == Ground::Office {
            ensure(!self.is_engaged(unit), Code::Stalemated)?;
        }
        ensure(self.is_on_ground(unit, tactic.ground()), Code::TacticCondition)?;
        self.explain_targets(unit, tactic, aims)
    }

    fn explain_targets(&self, unit: Unit, tactic: Tactic, aims: &[Aim]) -> Verdict {
        match tactic {
            Tactic::Strike => self.explain_range(unit, aims, 1, 1),
            Tactic::Provoke => self.explain_range(unit, aims, 1, 2),
            Tactic::RepeatingCrossbow => self.explain_range(unit, aims, 2, 2),
            Tactic::BatteringRam => self.explain_ram(unit, aims),
            Tactic::Breakthrough => {
                ensure(aims.is_empty(), Code::BadTarget)?;
                ensure(!self.used(unit).has(Kind::Move), Code::TacticCondition)
            }
            Tactic::Unbreakable
            | Tactic::InfantryMight
            | Tactic::PremiumCarrot
            | Tactic::Counterattack
            | Tactic::Locusts => ensure(aims.is_empty(), Code::BadTarget),
            Tactic::FalseReport => self.explain_enemy_outside(unit, aims, Tiles::camp(unit.side().other())),
            Tactic::Recruit => self.explain_recruit(unit, aims),
            Tactic::HuaTuo => self.explain_treatment(unit, aims),
            Tactic::Ambush | Tactic::Trap | Tactic::EarthWall | Tactic::Watchtower => self.explain_sites(aims, 1),
            Tactic::Deception => self.explain_sites(aims, 2),
            Tactic::Fire => {
                let tile = only_tile(aims)?;
                ensure(Tiles::OUTSIDE_END_ROWS.contains(tile), Code::BadTarget)
            }
            Tactic::Catapult => self.explain_catapult(unit, aims),
        }
    }

    /// One up to so many enemies on the board, within so many steps.
    fn explain_range(&self, unit: Unit, aims: &[Aim], most: usize, steps: u8) -> Verdict {
        ensure((1..=most).contains(&aims.len()), Code::BadTarget)?;
        for aim in aims {
            self.enemy_tile(unit, *aim)?;
        }
        let here = self.tile(unit).ok_or(Code::TacticCondition)?;
        for aim in aims {
            ensure(self.enemy_tile(unit, *aim)?.distance(here) <= steps, Code::Range)?;
        }
        Ok(())
    }

    fn enemy_tile(&self, unit: Unit, aim: Aim) -> Result<Tile, Code> {
        let enemy = aim.enemy_of(unit.side()).ok_or(Code::BadTarget)?;
        self.tile(enemy).ok_or(Code::BadTarget)
    }

    fn explain_ram(&self, unit: Unit, aims: &[Aim]) -> Verdict {
        let here = self.tile(unit).ok_or(Code::TacticCondition)?;
        let (first, push) = match aims {
            [first] => (*first, None),
            [first, second] => (*first, Some(*second)),
            _ => return Err(Code::BadTarget),
        };
        let target = match first {
            Aim::General(_) => self.enemy_tile(unit, first)?,
            Aim::Spot(spot) => spot.filter(|tile| self.is_enemy_structure(unit, *tile)).ok_or(Code::BadTarget)?,
        };
        ensure(here.neighbors().contains(target), Code::Range)?;
        let room = match first {
            Aim::General(_) => target.neighbors() & self.free(),
            Aim::Spot(_) => Tiles::EMPTY,
        };
        let fits = match push {
            None => room.is_empty(),
            Some(Aim::Spot(Some(tile))) => room.contains(tile),
            Some(_) => false,
        };
        ensure(fits, Code::BadTarget)
    }

    fn explain_enemy_outside(&self, unit: Unit, aims: &[Aim], shelter: Tiles) -> Verdict {
        let [aim] = aims else { return Err(Code::BadTarget) };
        let tile = self.enemy_tile(unit, *aim)?;
        ensure(!shelter.contains(tile), Code::BadTarget)
    }

    fn explain_recruit(&self, unit: Unit, aims: &[Aim]) -> Verdict {
        let ally = only_ally(unit, aims)?;
        ensure(self.tile(ally).is_some(), Code::BadTarget)?;
        ensure(self.recovery(ally, crate::cast::RECRUITS) > 0, Code::NoEffect)
    }

    fn explain_treatment(&self, unit: Unit, aims: &[Aim]) -> Verdict {
        let ally = only_ally(unit, aims)?;
        match self.place(ally) {
            Place::Board(_) => ensure(self.is_patient(ally), Code::NoEffect),
            Place::Out(_) => Ok(()),
            _ => Err(Code::BadTarget),
        }
    }

    /// One up to so many different tiles to build on (§29).
    fn explain_sites(&self, aims: &[Aim], most: usize) -> Verdict {
        ensure((1..=most).contains(&aims.len()), Code::BadTarget)?;
        let tiles = aims.iter().map(|aim| tile_of(*aim)).collect::<Result<Vec<_>, _>>()?;
        ensure(tiles.len() < 2 || tiles[0] != tiles[1], Code::BadTarget)?;
        for tile in tiles {
            ensure(Tiles::OUTSIDE_END_ROWS.contains(tile), Code::BadTarget)?;
            ensure((self.free() & !self.markers).contains(tile), Code::TileOccupied)?;
        }
        Ok(())
    }

    fn explain_catapult(&self, unit: Unit, aims: &[Aim]) -> Verdict {
        match aims {
            [Aim::General(_)] => self.explain_enemy_outside(unit, aims, Tiles::end_row(unit.side().other())),
            [Aim::Spot(Some(tile))] => {
                let is_known = |site: Site| site.owner() != unit.side() && !site.is_hidden();
                ensure(self.site(*tile).is_some_and(is_known), Code::BadTarget)
            }
            _ => Err(Code::BadTarget),
        }
    }
}

fn tile_of(aim: Aim) -> Result<Tile, Code> {
    match aim {
        Aim::Spot(Some(tile)) => Ok(tile),
        _ => Err(Code::BadTarget),
    }
}

fn only_tile(aims: &[Aim]) -> Result<Tile, Code> {
    match aims {
        [aim] => tile_of(*aim),
        _ => Err(Code::BadTarget),
    }
}

fn only_ally(unit: Unit, aims: &[Aim]) -> Result<Unit, Code> {
    match aims {
        [Aim::General(ally)] if ally.side() == unit.side() => Ok(*ally),
        _ => Err(Code::BadTarget),
    }
}
