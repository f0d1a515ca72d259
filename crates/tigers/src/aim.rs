//! What tactics can be aimed at (§27–§29).

use crate::action::{Action, Target, Targets};
use crate::generate::Survey;
use crate::geometry::{Tile, Tiles};
use crate::position::Position;
use crate::tactic::Tactic;
use crate::unit::{Kind, Place, Side, Unit};

/// What a tactic can be aimed at.
enum Aim {
    /// Nothing, or only itself.
    Itself,
    /// One of the generals on these tiles.
    Generals(Tiles),
    /// One of these tiles.
    Tiles(Tiles),
    /// A general or a structure on these tiles.
    Either { generals: Tiles, sites: Tiles },
    /// One or two of the generals on these tiles, the same one twice included.
    Bolts(Tiles),
    /// One or two different tiles.
    Decoys(Tiles),
    /// A general on these tiles with the tile to push it to, or a structure.
    Rams { generals: Tiles, sites: Tiles },
    /// An own general on these tiles, or one that is out.
    Patients(Tiles),
    /// It cannot be cast.
    Nothing,
}

impl Position {
    fn aim(&self, survey: &Survey, unit: Unit, tactic: Tactic) -> Aim {
        if !self.is_on_ground(unit, tactic.ground()) {
            return Aim::Nothing;
        }
        let here = self.tile(unit);
        let near = |reach: fn(Tile) -> Tiles| here.map_or(Tiles::EMPTY, reach);
        let sites = Tiles::OUTSIDE_END_ROWS & survey.free & !self.markers;
        match tactic {
            Tactic::Strike => Aim::Generals(near(Tile::neighbors) & survey.enemies),
            Tactic::Provoke => Aim::Generals(near(Tile::within_two) & survey.enemies),
            Tactic::Breakthrough if self.used(unit).has(Kind::Move) => Aim::Nothing,
            Tactic::Unbreakable
            | Tactic::InfantryMight
            | Tactic::Breakthrough
            | Tactic::PremiumCarrot
            | Tactic::Counterattack
            | Tactic::Locusts => Aim::Itself,
            Tactic::BatteringRam => {
                let near = near(Tile::neighbors);
                Aim::Rams { generals: near & survey.enemies, sites: near & survey.targets }
            }
            Tactic::RepeatingCrossbow => Aim::Bolts(near(Tile::within_two) & survey.enemies),
            Tactic::FalseReport => Aim::Generals(survey.enemies & !Tiles::camp(survey.side.other())),
            Tactic::Recruit => Aim::Generals(self.recruits(survey.side)),
            Tactic::Ambush | Tactic::EarthWall | Tactic::Watchtower | Tactic::Trap => Aim::Tiles(sites),
            Tactic::Deception => Aim::Decoys(sites),
            Tactic::Fire => Aim::Tiles(Tiles::OUTSIDE_END_ROWS),
            Tactic::HuaTuo => Aim::Patients(self.patients(survey.side)),
            Tactic::Catapult => Aim::Either {
                generals: survey.enemies & !Tiles::end_row(survey.side.other()),
                sites: self.sites_of(survey.side.other(), |site| !site.is_hidden()),
            },
        }
    }

    /// Own tiles where Recruit would change something (§28).
    fn recruits(&self, side: Side) -> Tiles {
        Unit::of(side)
            .filter(|unit| self.recovery(*unit, crate::cast::RECRUITS) > 0)
            .filter_map(|unit| self.tile(unit))
            .collect()
    }

    /// Own tiles where Hua Tuo would change something (§28).
    fn patients(&self, side: Side) -> Tiles {
        Unit::of(side).filter(|unit| self.is_patient(*unit)).filter_map(|unit| self.tile(unit)).collect()
    }

    pub(crate) fn is_patient(&self, unit: Unit) -> bool {
        self.recovery(unit, crate::cast::HEALED) > 0 || self.effects(unit).cured() != self.effects(unit)
    }

    /// The troops that a general on the board can get back from the graveyard.
    pub(crate) fn recovery(&self, unit: Unit, most: u8) -> u8 {
        let room = self.general(unit).cap().saturating_sub(self.troops(unit));
        most.min(room).min(self.graveyard(unit.side()))
    }

    fn outs_waiting(&self, side: Side) -> impl Iterator<Item = Unit> {
        Unit::of(side).filter(|unit| matches!(self.place(*unit), Place::Out(_)))
    }

    pub(crate) fn count_tactics(&self, survey: &Survey, unit: Unit) -> u32 {
        self.hand(unit).unspent().map(|tactic| self.count_aims(survey, &self.aim(survey, unit, tactic))).sum()
    }

    fn count_aims(&self, survey: &Survey, aim: &Aim) -> u32 {
        match *aim {
            Aim::Nothing => 0,
            Aim::Itself => 1,
            Aim::Generals(tiles) | Aim::Tiles(tiles) => tiles.len(),
            Aim::Either { generals, sites } => generals.len() + sites.len(),
            Aim::Bolts(tiles) => tiles.len() + tiles.len() * (tiles.len() + 1) / 2,
            Aim::Decoys(tiles) => tiles.len() * (tiles.len() + 1) / 2,
            Aim::Rams { generals, sites } => {
                let pushes = |tile: Tile| (tile.neighbors() & survey.free).len().max(1);
                generals.iter().map(pushes).sum::<u32>() + sites.len()
            }
            Aim::Patients(tiles) => tiles.len() + self.outs_waiting(survey.side).count() as u32,
        }
    }

    pub(crate) fn visit_tactics(&self, survey: &Survey, unit: Unit, visit: &mut impl FnMut(Action)) {
        for tactic in self.hand(unit).unspent() {
            let actor = self.actor(unit);
            let aim = self.aim(survey, unit, tactic);
            self.visit_aims(survey, &aim, &mut |targets| visit(Action::Tactic(actor, tactic, targets)));
        }
    }

    fn visit_aims(&self, survey: &Survey, aim: &Aim, visit: &mut impl FnMut(Targets)) {
        let general = |tile: Tile| self.unit_at(tile).map_or(Target::Tile(tile), |unit| self.target(unit));
        match *aim {
            Aim::Nothing => {}
            Aim::Itself => visit(Targets::None),
            Aim::Generals(tiles) => tiles.iter().for_each(|tile| visit(Targets::One(general(tile)))),
            Aim::Tiles(tiles) => tiles.iter().for_each(|tile| visit(Targets::One(Target::Tile(tile)))),
            Aim::Either { generals, sites } => {
                generals.iter().for_each(|tile| visit(Targets::One(general(tile))));
                sites.iter().for_each(|tile| visit(Targets::One(Target::Tile(tile))));
            }
            Aim::Bolts(tiles) => visit_choices(tiles, true, &general, visit),
            Aim::Decoys(tiles) => visit_choices(tiles, false, &Target::Tile, visit),
            Aim::Rams { generals, sites } => {
                generals.iter().for_each(|tile| self.visit_pushes(survey, tile, visit));
                sites.iter().for_each(|tile| visit(Targets::One(Target::Tile(tile))));
            }
            Aim::Patients(tiles) => {
                tiles.iter().for_each(|tile| visit(Targets::One(general(tile))));
                self.outs_waiting(survey.side).for_each(|unit| visit(Targets::One(self.target(unit))));
            }
        }
    }

    fn target(&self, unit: Unit) -> Target {
        Target::General(self.actor(unit))
    }

    fn visit_pushes(&self, survey: &Survey, tile: Tile, visit: &mut impl FnMut(Targets)) {
        let Some(target) = self.unit_at(tile).map(|unit| self.target(unit)) else { return };
        let room = tile.neighbors() & survey.free;
        if room.is_empty() {
            visit(Targets::One(target));
        }
        room.iter().for_each(|to| visit(Targets::Two(target, Target::Tile(to))));
    }
}

/// One target, or two in the order of the tiles.
fn visit_choices(tiles: Tiles, twice: bool, target: &impl Fn(Tile) -> Target, visit: &mut impl FnMut(Targets)) {
    for first in tiles.iter() {
        visit(Targets::One(target(first)));
        for second in tiles.iter().filter(|second| *second > first || twice && *second == first) {
            visit(Targets::Two(target(first), target(second)));
        }
    }
}
