//! What actions do (§12–§25).

use std::cmp::Ordering;

use crate::action::{Action, Path, Target};
use crate::geometry::{Line, Tile, Tiles};
use crate::position::{Position, Trace};
use crate::site::{Feature, Marker, Site};
use crate::unit::{Effects, Kind, PackedPlace, Place, Side, Unit, Wait};

/// What the one who disengages loses (§15).
pub(crate) const DISENGAGE_DAMAGE: u8 = 2;
const FRONTLINE_DAMAGE: u8 = 1;
const MIGHTY_FRONTLINE_DAMAGE: u8 = 2;
const COUNTERATTACK_DAMAGE: u8 = 2;
const AMBUSH_DAMAGE: u8 = 3;
const TRAP_DAMAGE: u8 = 1;
/// A snare is set in the victim's own turn and holds through its next one.
const SNARE_TURNS: u8 = 2;

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
        self.look_for_winner();
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
    pub(crate) fn attack(&mut self, attacker: Unit, defender: Unit, watcher: &mut impl Watcher) {
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
        self.clock.note_progress();
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
        self.clock.note_progress();
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
    pub(crate) fn make_room(&mut self, unit: Unit) -> Option<Tile> {
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
        self.clock.note_progress();
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
