//! What tactics do (§27–§29).

use crate::action::{Target, Targets};
use crate::geometry::{Tile, Tiles};
use crate::play::Watcher;
use crate::position::Position;
use crate::site::{Feature, Marker, Site, TOWER_SHOTS, WALL_DURABILITY};
use crate::tactic::Tactic;
use crate::unit::{Effects, Place, Side, Unit};

const STRIKE_DAMAGE: u8 = 3;
const RAM_DAMAGE: u8 = 1;
const CRUSHING_RAM_DAMAGE: u8 = 2;
const BOLT_DAMAGE: u8 = 1;
const LOCUST_DAMAGE: u8 = 1;
const FIRE_DAMAGE: u8 = 2;
const SPARK_DAMAGE: u8 = 1;
const CATAPULT_DAMAGE: u8 = 2;
const CARROT_ACTIONS: u8 = 2;
/// The most troops that Recruit brings back.
pub(crate) const RECRUITS: u8 = 3;
/// The most troops that Hua Tuo heals.
pub(crate) const HEALED: u8 = 2;

impl Position {
    pub(crate) fn cast(&mut self, unit: Unit, tactic: Tactic, targets: Targets, watcher: &mut impl Watcher) {
        self.hands[unit.index()] = self.hand(unit).without(tactic);
        self.clock.note_progress();
        let side = unit.side();
        match tactic {
            Tactic::Strike => self.hurt_targets(side, targets, STRIKE_DAMAGE, watcher),
            Tactic::Unbreakable => self.add_effect(unit, Effects::UNBREAKABLE),
            Tactic::InfantryMight => self.add_effect(unit, Effects::MIGHT),
            Tactic::Breakthrough => self.add_effect(unit, Effects::BREAKTHROUGH),
            Tactic::Counterattack => self.add_effect(unit, Effects::COUNTERATTACK),
            Tactic::Provoke => self.provoke(unit, targets),
            Tactic::PremiumCarrot => self.actions = self.actions.saturating_add(CARROT_ACTIONS),
            Tactic::BatteringRam => self.ram(side, targets, watcher),
            Tactic::RepeatingCrossbow => self.hurt_targets(side, targets, BOLT_DAMAGE, watcher),
            Tactic::Locusts => self.swarm(unit, watcher),
            Tactic::FalseReport => generals(targets).for_each(|enemy| self.add_effect(enemy, Effects::DISRUPTED)),
            Tactic::Recruit => generals(targets).for_each(|ally| self.recover(ally, RECRUITS)),
            Tactic::Ambush => self.lay(side, targets, Marker::Ambush),
            Tactic::Trap => self.lay(side, targets, Marker::Trap),
            Tactic::Deception => self.lay(side, targets, Marker::Decoy),
            Tactic::Fire => tiles(targets).for_each(|tile| self.burn(side, tile, watcher)),
            Tactic::EarthWall => self.build(side, targets, Feature::Wall { durability: WALL_DURABILITY }),
            Tactic::Watchtower => {
                self.build(side, targets, Feature::Tower { shots: TOWER_SHOTS });
                tiles(targets).for_each(|tile| self.reveal_around(tile, side));
            }
            Tactic::HuaTuo => generals(targets).for_each(|ally| self.treat(ally)),
            Tactic::Catapult => {
                self.hurt_targets(side, targets, CATAPULT_DAMAGE, watcher);
                tiles(targets).for_each(|tile| self.clear_site(tile));
            }
        }
    }

    fn add_effect(&mut self, unit: Unit, effect: Effects) {
        self.effects[unit.index()] = self.effects(unit).with(effect);
    }

    /// A bolt at a target that is already gone is lost.
    fn hurt_targets(&mut self, by: Side, targets: Targets, damage: u8, watcher: &mut impl Watcher) {
        for target in generals(targets) {
            self.hurt(target, damage, Some(by), watcher);
        }
    }

    fn provoke(&mut self, unit: Unit, targets: Targets) {
        for enemy in generals(targets) {
            self.effects[enemy.index()] = self.effects(enemy).provoked_by(unit.slot());
        }
    }

    fn ram(&mut self, by: Side, targets: Targets, watcher: &mut impl Watcher) {
        match targets {
            Targets::Two(Target::General(enemy), Target::Tile(to)) => {
                self.push(enemy.unit, to);
                self.hurt(enemy.unit, RAM_DAMAGE, Some(by), watcher);
            }
            Targets::One(Target::General(enemy)) => self.hurt(enemy.unit, CRUSHING_RAM_DAMAGE, Some(by), watcher),
            targets => tiles(targets).for_each(|tile| self.clear_site(tile)),
        }
    }

    fn swarm(&mut self, unit: Unit, watcher: &mut impl Watcher) {
        let touched = self.tile(unit).map_or(Tiles::EMPTY, |tile| tile.neighbors() | tile.corner_neighbors());
        for enemy in Unit::of(unit.side().other()) {
            if self.tile(enemy).is_some_and(|tile| touched.contains(tile)) {
                self.hurt(enemy, LOCUST_DAMAGE, Some(unit.side()), watcher);
            }
        }
    }

    fn recover(&mut self, unit: Unit, most: u8) {
        let troops = self.recovery(unit, most);
        self.troops[unit.index()] += troops;
        self.graveyard[unit.side().index()] -= troops;
    }

    fn lay(&mut self, side: Side, targets: Targets, marker: Marker) {
        self.build(side, targets, Feature::Marker { marker, revealed: false });
    }

    fn build(&mut self, side: Side, targets: Targets, feature: Feature) {
        tiles(targets).for_each(|tile| self.put_site(tile, Site::new(side, feature)));
    }

    /// Friend or foe: the tile first, then its neighbors in the caster's own order.
    fn burn(&mut self, by: Side, tile: Tile, watcher: &mut impl Watcher) {
        self.clear_site(tile);
        if let Some(unit) = self.unit_at(tile) {
            self.hurt(unit, FIRE_DAMAGE, Some(by), watcher);
        }
        for near in Tile::in_order_of(by).filter(|near| tile.neighbors().contains(*near)) {
            if let Some(unit) = self.unit_at(near) {
                self.hurt(unit, SPARK_DAMAGE, Some(by), watcher);
            }
        }
    }

    fn treat(&mut self, unit: Unit) {
        if self.tile(unit).is_some() {
            self.recover(unit, HEALED);
            self.effects[unit.index()] = self.effects(unit).cured();
        } else {
            self.put_away(unit, Place::Headquarters);
        }
    }
}

fn generals(targets: Targets) -> impl Iterator<Item = Unit> {
    targets.iter().filter_map(|target| match target {
        Target::General(actor) => Some(actor.unit),
        Target::Tile(_) => None,
    })
}

fn tiles(targets: Targets) -> impl Iterator<Item = Tile> {
    targets.iter().filter_map(|target| match target {
        Target::Tile(tile) => Some(tile),
        Target::General(_) => None,
    })
}
