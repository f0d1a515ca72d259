//! What actions do (§12–§25).

use std::cmp::Ordering;

use crate::action::{Action, Path, Target};
use crate::geometry::{Line, Tile, Tiles};
use crate::position::{Ending, Position, Reason, Trace};
use crate::site::{Feature, Marker, Site};
use crate::unit::{Effects, Kind, PackedPlace, Place, Side, Unit, Used, Wait};

/// What the one who disengages loses (§15).
pub(crate) const DISENGAGE_DAMAGE: u8 = 2;
const FRONTLINE_DAMAGE: u8 = 1;
const MIGHTY_FRONTLINE_DAMAGE: u8 = 2;
const COUNTERATTACK_DAMAGE: u8 = 2;
const AMBUSH_DAMAGE: u8 = 3;
const TRAP_DAMAGE: u8 = 1;
/// A snare is set in the victim's own turn and holds through its next one.
const SNARE_TURNS: u8 = 2;
const TOWER_DAMAGE: u8 = 1;

/// Someone who is told what happens, such as statistics or a board that shows losses.
pub trait Watcher {
    /// A general lost troops; `by` is the side that dealt the damage, nobody in a disengage.
    fn lost(&mut self, unit: Unit, troops: u8, by: Option<Side>) {
        let _ = (unit, troops, by);
    }

    /// A general was annihilated; `fallen` if for good.
    fn annihilated(&mut self, unit: Unit, fallen: bool) {
        let _ = (unit, fallen);
    }
}

/// Nobody.
impl Watcher for () {}

impl Position {
    /// Plays an action that is legal, and tells a watcher what happens.
    pub fn play_watched(&mut self, action: Action, watcher: &mut impl Watcher) {
        let Some((kind, unit)) = kind_and_unit(action) else { return self.end_turn(watcher) };
        let from = self.places[unit.index()];
        self.pay(unit, kind);
        match action {
            Action::Move(_, path) => self.travel(unit, path, watcher),
            Action::Attack(_, Target::General(target)) => self.attack(unit, target.unit, watcher),
            Action::Attack(_, Target::Tile(tile)) => self.batter(tile),
            Action::Knock(_) => self.knock(unit, watcher),
            Action::Sortie(_, tile, troops) => self.sortie(unit, tile, troops),
            Action::Tactic(_, tactic, targets) => self.cast(unit, tactic, targets, watcher),
            Action::End => {}
        }
        let to = self.aimed_at(action).unwrap_or(self.places[unit.index()]);
        self.clock.last = Some(Trace { unit, from, to });
        self.judge();
        if self.ending.is_none() && (self.actions == 0 || !self.can_act()) {
            self.end_turn(watcher);
        }
    }

    fn aimed_at(&self, action: Action) -> Option<PackedPlace> {
        let target = match action {
            Action::Attack(_, target) => target,
            Action::Tactic(_, _, targets) => targets.iter().next()?,
            _ => return None,
        };
        Some(match target {
            Target::General(general) => self.places[general.unit.index()],
            Target::Tile(tile) => PackedPlace::new(Place::Board(tile)),
        })
    }

    fn pay(&mut self, unit: Unit, kind: Kind) {
        self.actions = self.actions.saturating_sub(1);
        self.used[unit.index()] = self.used(unit).with(kind);
    }

    /// Move, disengage and supply (§14–§17).
    fn travel(&mut self, unit: Unit, path: Path, watcher: &mut impl Watcher) {
        if self.is_engaged(unit) {
            self.part(unit);
            self.hurt(unit, DISENGAGE_DAMAGE, None, watcher);
        }
        if self.tile(unit).is_some() {
            self.walk(unit, path, watcher);
        }
        self.effects[unit.index()] = self.effects(unit).without(Effects::BREAKTHROUGH);
    }

    fn walk(&mut self, unit: Unit, path: Path, watcher: &mut impl Watcher) {
        let (tiles, end) = (path.tiles(), path.end());
        if self.occupied[unit.side().index()].contains(end) && self.tile(unit) != Some(end) {
            if self.walk_over_markers(unit, &tiles[..tiles.len() - 1], watcher) {
                self.supply(unit, end);
            }
        } else if self.markers.is_empty() {
            self.put(unit, end);
        } else {
            self.walk_over_markers(unit, tiles, watcher);
        }
    }

    /// Steps from tile to tile; `false` if a marker has stopped the general (§29).
    fn walk_over_markers(&mut self, unit: Unit, tiles: &[Tile], watcher: &mut impl Watcher) -> bool {
        for tile in tiles {
            self.put(unit, *tile);
            let site = self.site(*tile).filter(|site| site.owner() != unit.side());
            if let Some(Feature::Marker { marker, .. }) = site.map(Site::feature) {
                self.clear_site(*tile);
                if self.spring(unit, marker, watcher) {
                    return false;
                }
            }
        }
        true
    }

    /// A marker does its work; `true` if it stops the general.
    fn spring(&mut self, unit: Unit, marker: Marker, watcher: &mut impl Watcher) -> bool {
        let by = Some(unit.side().other());
        match marker {
            Marker::Ambush => self.hurt(unit, AMBUSH_DAMAGE, by, watcher),
            Marker::Trap => {
                self.effects[unit.index()] = self.effects(unit).with_snare(SNARE_TURNS);
                self.hurt(unit, TRAP_DAMAGE, by, watcher);
            }
            Marker::Decoy | Marker::Unknown => return false,
        }
        true
    }

    fn supply(&mut self, unit: Unit, end: Tile) {
        let Some(host) = self.unit_at(end) else { return };
        let (from, to) = (unit.index(), host.index());
        let given = if self.is_full() {
            self.troops[from]
        } else {
            let room = self.general(host).cap().saturating_sub(self.troops[to]);
            room.min(self.troops[from].saturating_sub(1))
        };
        self.troops[to] = self.troops[to].saturating_add(given);
        self.troops[from] -= given;
        let place = if self.is_full() { Place::Riding(host.slot() as u8) } else { Place::Away(Wait::Two) };
        self.leave_board(unit, place);
    }

    /// Along the line that the two share (§19).
    fn attack(&mut self, attacker: Unit, defender: Unit, watcher: &mut impl Watcher) {
        let (Some(from), Some(to)) = (self.tile(attacker), self.tile(defender)) else { return };
        match from.line_to(to) {
            Some(Line::Front) => self.clash(attacker, defender, watcher),
            Some(line) => self.compare(attacker, defender, line, watcher),
            None => return,
        }
        let strikes_back = self.tile(defender).is_some() && self.effects(defender).has(Effects::COUNTERATTACK);
        if strikes_back && self.tile(attacker).is_some() {
            self.hurt(attacker, COUNTERATTACK_DAMAGE, Some(defender.side()), watcher);
        }
    }

    fn clash(&mut self, attacker: Unit, defender: Unit, watcher: &mut impl Watcher) {
        let mighty = self.effects(attacker).has(Effects::MIGHT);
        let damage = if mighty { MIGHTY_FRONTLINE_DAMAGE } else { FRONTLINE_DAMAGE };
        self.hurt(defender, damage, Some(attacker.side()), watcher);
        if self.tile(defender).is_some() {
            self.engaged = self.engaged.with(attacker).with(defender);
        }
    }

    fn compare(&mut self, attacker: Unit, defender: Unit, line: Line, watcher: &mut impl Watcher) {
        let (ours, theirs) = (self.strength_along(attacker, line), self.strength_along(defender, line));
        let by_attacker = Some(attacker.side());
        let by_defender = Some(defender.side());
        match ours.cmp(&theirs) {
            Ordering::Greater => self.hurt(defender, ours - theirs, by_attacker, watcher),
            Ordering::Less => self.hurt(attacker, theirs - ours, by_defender, watcher),
            Ordering::Equal => {
                self.hurt(defender, 1, by_attacker, watcher);
                self.hurt(attacker, 1, by_defender, watcher);
            }
        }
    }

    fn strength_along(&self, unit: Unit, line: Line) -> u8 {
        let general = self.general(unit);
        let strength = if line == Line::Sun { general.sun } else { general.moon };
        strength + u8::from(self.effects(unit).has(Effects::MIGHT))
    }

    /// An attack on a structure (§29).
    fn batter(&mut self, tile: Tile) {
        let Some(site) = self.site(tile) else { return };
        self.clock.quiet = 0;
        match site.feature() {
            Feature::Wall { durability } if durability > 1 => {
                self.put_site(tile, Site::new(site.owner(), Feature::Wall { durability: durability - 1 }));
            }
            _ => self.clear_site(tile),
        }
    }

    /// §23.
    fn knock(&mut self, unit: Unit, watcher: &mut impl Watcher) {
        let side = unit.side();
        self.knocks[side.index()] = self.knocks(side).saturating_add(1);
        self.clock.quiet = 0;
        if self.knocks(side) >= self.rules.knocks {
            return;
        }
        self.lift(unit);
        match self.make_room(unit) {
            Some(tile) => self.put(unit, tile),
            None => self.hurt_to_death(unit, watcher),
        }
    }

    fn sortie(&mut self, unit: Unit, tile: Tile, troops: u8) {
        let side = unit.side().index();
        self.reserve[side] = self.reserve[side].saturating_sub(troops);
        self.troops[unit.index()] = troops;
        self.put(unit, tile);
    }

    /// The tile to which a general returns, after pushing an enemy away from it (§22).
    fn make_room(&mut self, unit: Unit) -> Option<Tile> {
        let (start, side) = (self.start_tile(unit), unit.side());
        if self.free().contains(start) {
            return Some(start);
        }
        if !self.occupied[side.other().index()].contains(start) {
            return (Tiles::camp(side) & self.free()).nearest(start, side);
        }
        let intruder = self.unit_at(start)?;
        let refuge = self.free().nearest(start, intruder.side())?;
        self.push(intruder, refuge);
        Some(start)
    }

    /// Puts a general elsewhere without damage; its stalemate ends.
    pub(crate) fn push(&mut self, unit: Unit, to: Tile) {
        self.part(unit);
        self.put(unit, to);
    }

    /// Dissolves a general's stalemate for both sides (§20).
    fn part(&mut self, unit: Unit) {
        if let Some(partner) = self.partner(unit) {
            self.engaged = self.engaged.without(unit).without(partner);
        }
    }

    /// Takes troops from a general (§21).
    pub(crate) fn hurt(&mut self, unit: Unit, damage: u8, by: Option<Side>, watcher: &mut impl Watcher) {
        if self.effects(unit).has(Effects::UNBREAKABLE) {
            return;
        }
        self.take(unit, damage, by, watcher);
    }

    fn hurt_to_death(&mut self, unit: Unit, watcher: &mut impl Watcher) {
        self.take(unit, u8::MAX, None, watcher);
    }

    fn take(&mut self, unit: Unit, damage: u8, by: Option<Side>, watcher: &mut impl Watcher) {
        let lost = damage.min(self.troops(unit));
        if lost == 0 {
            return;
        }
        self.troops[unit.index()] -= lost;
        if self.is_full() {
            let graveyard = &mut self.graveyard[unit.side().index()];
            *graveyard = graveyard.saturating_add(lost);
        }
        self.clock.quiet = 0;
        watcher.lost(unit, lost, by);
        if self.troops(unit) == 0 {
            self.annihilate(unit, watcher);
        }
    }

    /// The general leaves the board, and whoever it carries with it (§21).
    fn annihilate(&mut self, unit: Unit, watcher: &mut impl Watcher) {
        if self.is_full()
            && let Some(rider) = self.rider(unit)
        {
            self.strike_out(rider, watcher);
        }
        self.strike_out(unit, watcher);
    }

    fn strike_out(&mut self, unit: Unit, watcher: &mut impl Watcher) {
        let fallen = self.outs.contains(unit);
        // A fallen general bears no mark any more.
        self.outs = if fallen { self.outs.without(unit) } else { self.outs.with(unit) };
        self.leave_board(unit, if fallen { Place::Fallen } else { Place::Out(Wait::Two) });
        watcher.annihilated(unit, fallen);
    }

    /// Stalemate, effects and provocations end when a general leaves the board (§20, §30).
    fn leave_board(&mut self, unit: Unit, place: Place) {
        self.part(unit);
        self.put_away(unit, place);
        self.effects[unit.index()] = Effects::NONE;
        for enemy in Unit::of(unit.side().other()) {
            if self.effects(enemy).provoker() == Some(unit.slot()) {
                self.effects[enemy.index()] = self.effects(enemy).unprovoked();
            }
        }
    }

    /// Looks for a winner after every action (§24).
    pub(crate) fn judge(&mut self) {
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
            self.close_turn();
            if self.clock.quiet >= self.rules.quiet || self.clock.number > self.rules.turns {
                return self.adjudicate();
            }
            self.open_turn(watcher);
            if self.ending.is_some() || self.can_act() {
                return;
            }
        }
    }

    fn close_turn(&mut self) {
        for unit in Unit::of(self.turn) {
            self.effects[unit.index()] = self.effects(unit).after_turn();
        }
        self.clock.quiet = self.clock.quiet.saturating_add(1);
        self.clock.number = self.clock.number.saturating_add(1);
        self.used = [Used::NONE; Unit::COUNT];
    }

    /// §25.
    fn adjudicate(&mut self) {
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
            self.judge();
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

fn kind_and_unit(action: Action) -> Option<(Kind, Unit)> {
    Some(match action {
        Action::Move(actor, _) => (Kind::Move, actor.unit),
        Action::Attack(actor, _) => (Kind::Attack, actor.unit),
        Action::Knock(actor) => (Kind::Knock, actor.unit),
        Action::Sortie(actor, ..) => (Kind::Sortie, actor.unit),
        Action::Tactic(actor, ..) => (Kind::Tactic, actor.unit),
        Action::End => return None,
    })
}
