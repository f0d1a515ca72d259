//! How turns end and begin, and how games end (§12, §24, §25, §29).

use std::cmp::Ordering;

use crate::geometry::Tile;
use crate::play::Watcher;
use crate::position::{Ending, Position, Reason};
use crate::site::{Feature, Site};
use crate::unit::{Effects, Place, Side, Unit, Used, Wait};

const TOWER_DAMAGE: u8 = 1;

impl Position {
    /// Looks for a winner after every action (§24).
    pub(crate) fn look_for_winner(&mut self) {
        let (side, enemy) = (self.turn, self.turn.other());
        if self.knocks(side) >= self.rules.knocks {
            self.ending = Some(Ending::Won(side, Reason::Knock));
        } else if let Some(reason) = self.wiped_out(enemy) {
            self.ending = Some(Ending::Won(side, reason));
        } else if let Some(reason) = self.wiped_out(side) {
            self.ending = Some(Ending::Won(enemy, reason));
        }
    }

    #[inline]
    fn wiped_out(&self, side: Side) -> Option<Reason> {
        if !self.occupied[side.index()].is_empty() {
            return None;
        }
        if self.generals_left(side) == 0 {
            return Some(Reason::Collapse);
        }
        (self.strength(side) == 0).then_some(Reason::Annihilation)
    }

    /// Ends the turn, and skips turns in which nothing is possible (§12).
    pub(crate) fn end_turn(&mut self, watcher: &mut impl Watcher) {
        loop {
            let without_progress = self.close_turn();
            if (without_progress && self.clock.quiet >= self.rules.quiet) || self.clock.number > self.rules.turns {
                return self.adjudicate();
            }
            self.open_turn(watcher);
            if self.ending.is_some() || self.can_act() {
                return;
            }
        }
    }

    /// Says whether the turn was without progress.
    fn close_turn(&mut self) -> bool {
        for unit in Unit::of(self.turn) {
            self.effects[unit.index()] = self.effects(unit).after_turn();
        }
        self.used = [Used::NONE; Unit::COUNT];
        self.clock.close_turn()
    }

    /// §25.
    pub(crate) fn adjudicate(&mut self) {
        self.actions = 0;
        let score = |side: Side| (self.knocks(side), self.generals_left(side), self.strength(side));
        let (a, b) = (score(Side::A), score(Side::B));
        self.ending = Some(match a.cmp(&b) {
            Ordering::Greater => Ending::Won(Side::A, Reason::Adjudication),
            Ordering::Less => Ending::Won(Side::B, Reason::Adjudication),
            Ordering::Equal => Ending::Drawn,
        });
    }

    fn open_turn(&mut self, watcher: &mut impl Watcher) {
        self.turn = self.turn.other();
        for unit in Unit::of(self.turn) {
            self.effects[unit.index()] = self.effects(unit).without(Effects::UNTIL_TURN_START);
        }
        for unit in Unit::of(self.turn) {
            self.wait_less(unit);
        }
        self.actions = self.rules.actions;
        if self.is_full() {
            self.release_riders();
            self.man_towers(watcher);
            self.look_for_winner();
        }
    }

    fn wait_less(&mut self, unit: Unit) {
        match self.place(unit) {
            Place::Out(Wait::Two) => self.put_away(unit, Place::Out(Wait::One)),
            Place::Away(Wait::Two) => self.put_away(unit, Place::Away(Wait::One)),
            Place::Out(Wait::One) | Place::Away(Wait::One) if self.is_full() => {
                self.put_away(unit, Place::Headquarters);
            }
            Place::Out(Wait::One) => self.come_back(unit, self.initial_troops(unit)),
            Place::Away(Wait::One) => self.come_back(unit, self.troops(unit)),
            _ => {}
        }
    }

    fn come_back(&mut self, unit: Unit, troops: u8) {
        if let Some(tile) = self.make_room(unit) {
            self.troops[unit.index()] = troops;
            self.put(unit, tile);
        }
    }

    /// Riders leave, and what the host cannot lead goes to the reserve (§17).
    fn release_riders(&mut self) {
        for unit in Unit::of(self.turn) {
            let Place::Riding(slot) = self.place(unit) else { continue };
            self.put_away(unit, Place::Away(Wait::One));
            let host = Unit::new(self.turn, usize::from(slot));
            let excess = self.troops(host).saturating_sub(self.general(host).cap());
            self.troops[host.index()] -= excess;
            self.reserve[self.turn.index()] = self.reserve(self.turn).saturating_add(excess);
        }
    }

    /// All towers look out, then each shoots (§29).
    fn man_towers(&mut self, watcher: &mut impl Watcher) {
        if self.structures.is_empty() {
            return;
        }
        let side = self.turn;
        let towers = self.sites_of(side, |site| matches!(site.feature(), Feature::Tower { .. }));
        for tower in towers.iter() {
            self.reveal_around(tower, side);
        }
        for tower in Tile::in_order_of(side).filter(|tile| towers.contains(*tile)) {
            self.shoot(tower, side, watcher);
        }
    }

    /// Reveals the enemy markers within two steps of a tower.
    pub(crate) fn reveal_around(&mut self, tower: Tile, side: Side) {
        for tile in (tower.within_two() & self.markers).iter() {
            if let Some(site) = self.site(tile)
                && site.owner() != side
                && let Feature::Marker { marker, .. } = site.feature()
            {
                self.put_site(tile, Site::new(site.owner(), Feature::Marker { marker, revealed: true }));
            }
        }
    }

    fn shoot(&mut self, tower: Tile, side: Side, watcher: &mut impl Watcher) {
        let Some(Feature::Tower { shots }) = self.site(tower).map(Site::feature) else { return };
        let in_range = |tile: &Tile| tower.within_two().contains(*tile);
        let target = Unit::of(side.other())
            .filter_map(|unit| self.tile(unit).filter(in_range).map(|tile| (unit, tile)))
            .min_by_key(|(unit, tile)| (tile.distance(tower), self.troops(*unit), tile.rank_for(side)));
        let Some((target, _)) = target else { return };
        if shots > 1 {
            self.put_site(tower, Site::new(side, Feature::Tower { shots: shots - 1 }));
        } else {
            self.clear_site(tower);
        }
        self.hurt(target, TOWER_DAMAGE, Some(side), watcher);
    }
}
