//! Which actions are legal (§13–§29).
//!
//! One canonical spelling an effect: a Move is listed once for each general and destination other
//! than its own tile, on a shortest path that avoids the opponent's markers where it can; bolts
//! and decoys are listed in the own order. The list never depends on what the player to move
//! cannot see.

use crate::action::{Action, Path, Target, Targets};
use crate::geometry::{Tile, Tiles};
use crate::position::Position;
use crate::site::Site;
use crate::tactic::{Ground, Tactic};
use crate::unit::{Effects, Kind, Place, Side, Unit};

/// What several generals' actions ask about, gathered once a position.
struct Survey {
    side: Side,
    enemies: Tiles,
    free: Tiles,
    /// Allies that can take supplies.
    hosts: Tiles,
    /// The opponent's markers.
    markers: Tiles,
    /// Those of them that are known to stop whoever steps on them.
    stops: Tiles,
    /// The opponent's walls and towers.
    targets: Tiles,
}

impl Survey {
    fn new(position: &Position) -> Self {
        let side = position.turn;
        let enemy = side.other();
        let built = !(position.structures | position.markers).is_empty();
        let sites = |test: fn(Site) -> bool| if built { position.sites_of(enemy, test) } else { Tiles::EMPTY };
        Self {
            side,
            enemies: position.occupied[enemy.index()],
            free: position.free(),
            hosts: position.hosts(side),
            markers: sites(|site| !site.is_structure()),
            stops: sites(Site::is_known_stop),
            targets: sites(Site::is_structure),
        }
    }
}

/// The tiles that a Move can reach, by the number of steps.
struct Reach {
    layers: [Tiles; Path::LONGEST + 1],
    seen: Tiles,
}

/// How a general moves now.
#[derive(Clone, Copy)]
struct Gait {
    from: Tile,
    steps: u8,
    over_corners: bool,
    /// Tiles on which a Move may end.
    ends: Tiles,
    /// Tiles that a Move may leave again.
    through: Tiles,
}

impl Gait {
    #[inline]
    fn spread(&self, tiles: Tiles) -> Tiles {
        if self.over_corners { tiles.spread_over_corners() } else { tiles.spread() }
    }

    #[inline]
    fn reach(&self) -> Reach {
        let start = Tiles::of(self.from);
        let mut layers = [Tiles::EMPTY; Path::LONGEST + 1];
        layers[0] = start;
        let (mut front, mut seen) = (start, start);
        for layer in layers.iter_mut().take(usize::from(self.steps) + 1).skip(1) {
            *layer = self.spread(front) & self.ends & !seen;
            seen |= *layer;
            front = *layer & self.through;
        }
        Reach { layers, seen: seen.without(self.from) }
    }

    /// How many tiles a Move can reach.
    #[inline]
    fn count(&self) -> u32 {
        let start = Tiles::of(self.from);
        let (mut front, mut seen) = (start, start);
        for _ in 0..self.steps {
            let fresh = self.spread(front) & self.ends & !seen;
            seen |= fresh;
            front = fresh & self.through;
        }
        seen.len() - 1
    }

    /// The shortest path to a tile in a layer, each step back chosen by the own order.
    fn path_to(&self, reach: &Reach, end: Tile, steps: usize, side: Side) -> Path {
        let mut tiles = [end; Path::LONGEST];
        let mut at = end;
        for step in (1..steps).rev() {
            let before = self.spread(Tiles::of(at)) & reach.layers[step] & self.through;
            at = before.first_for(side).expect("every layer is reached from the one before");
            tiles[step - 1] = at;
        }
        Path::new(&tiles[..steps]).expect("a layer is one to five steps away")
    }
}

impl Position {
    /// Calls `visit` with every legal action.
    pub(crate) fn visit_legal(&self, visit: &mut impl FnMut(Action)) {
        if self.ending.is_some() {
            return;
        }
        if self.actions > 0 {
            let survey = Survey::new(self);
            for unit in Unit::of(self.turn).filter(|unit| self.can_be_ordered(*unit)) {
                self.visit_unit(&survey, unit, visit);
            }
        }
        visit(Action::End);
    }

    /// Counts without listing.
    pub(crate) fn count_all_legal(&self) -> u64 {
        if self.ending.is_some() {
            return 0;
        }
        if self.actions == 0 {
            return 1;
        }
        let survey = Survey::new(self);
        let units = Unit::of(self.turn).filter(|unit| self.can_be_ordered(*unit));
        1 + units.map(|unit| u64::from(self.count_unit(&survey, unit))).sum::<u64>()
    }

    /// Whether the player to move can do anything but end the turn (§12).
    pub(crate) fn can_act(&self) -> bool {
        let units = || Unit::of(self.turn).filter(|unit| self.can_be_ordered(*unit));
        if units().any(|unit| self.may_step(unit)) {
            return true;
        }
        let survey = Survey::new(self);
        units().any(|unit| self.count_unit(&survey, unit) > 0)
    }

    /// A quick yes for the usual case: the general has a free neighbor.
    fn may_step(&self, unit: Unit) -> bool {
        self.tile(unit).is_some_and(|tile| tile.neighbors().meets(self.free()) && self.has_move_points(unit))
    }

    fn has_move_points(&self, unit: Unit) -> bool {
        !self.used(unit).has(Kind::Move) && self.effects(unit).snared() == 0
    }

    #[inline]
    fn can_be_ordered(&self, unit: Unit) -> bool {
        !self.effects(unit).has(Effects::DISRUPTED)
    }

    /// Allies that can take supplies from someone (§16, §17).
    fn hosts(&self, side: Side) -> Tiles {
        if !self.has_supply() {
            return Tiles::EMPTY;
        }
        Unit::of(side).filter(|unit| self.can_take(*unit)).filter_map(|unit| self.tile(unit)).collect()
    }

    /// Whether a general has room for more (§16, §17).
    pub(crate) fn can_take(&self, host: Unit) -> bool {
        if self.is_full() { self.rider(host).is_none() } else { self.troops(host) < self.general(host).cap() }
    }

    /// The troops that are left after a disengage (§15).
    #[inline]
    pub(crate) fn troops_after_leaving(&self, unit: Unit) -> u8 {
        let unhurt = !self.is_engaged(unit) || self.effects(unit).has(Effects::UNBREAKABLE);
        self.troops(unit).saturating_sub(if unhurt { 0 } else { crate::play::DISENGAGE_DAMAGE })
    }

    /// Whether a general has anything to hand over (§16, §17).
    pub(crate) fn can_give(&self, unit: Unit) -> bool {
        if self.is_full() { self.rider(unit).is_none() } else { self.troops_after_leaving(unit) >= 2 }
    }

    #[inline]
    fn gait(&self, survey: &Survey, unit: Unit, from: Tile) -> Gait {
        let hosts = if survey.hosts.is_empty() || !self.can_give(unit) { Tiles::EMPTY } else { survey.hosts };
        Gait {
            from,
            steps: self.general(unit).moves,
            over_corners: self.effects(unit).has(Effects::BREAKTHROUGH),
            ends: survey.free | hosts,
            through: survey.free & !survey.stops,
        }
    }

    fn visit_unit(&self, survey: &Survey, unit: Unit, visit: &mut impl FnMut(Action)) {
        if let Some(tile) = self.tile(unit) {
            if self.has_move_points(unit) {
                self.visit_moves(survey, unit, tile, visit);
            }
            self.visit_attacks(survey, unit, tile, visit);
            if self.may_knock(survey, unit, tile) {
                visit(Action::Knock(self.actor(unit)));
            }
        } else if self.may_sortie(unit) {
            self.visit_sorties(survey, unit, visit);
        }
        if self.may_cast(unit) {
            self.visit_tactics(survey, unit, visit);
        }
    }

    fn count_unit(&self, survey: &Survey, unit: Unit) -> u32 {
        let mut count = 0;
        if let Some(tile) = self.tile(unit) {
            if self.has_move_points(unit) {
                let reached = self.gait(survey, unit, tile).count();
                count += if self.troops_after_leaving(unit) == 0 { reached.min(1) } else { reached };
            }
            count += self.attack_tiles(survey, unit, tile).len();
            count += u32::from(self.may_knock(survey, unit, tile));
        } else if self.may_sortie(unit) {
            count += self.sortie_tiles(survey).len() * u32::from(self.sortie_troops(unit));
        }
        if self.may_cast(unit) {
            count += self.count_tactics(survey, unit);
        }
        count
    }

    fn visit_moves(&self, survey: &Survey, unit: Unit, tile: Tile, visit: &mut impl FnMut(Action)) {
        let actor = self.actor(unit);
        let bold = self.gait(survey, unit, tile);
        let careful = Gait { through: bold.through & !survey.markers, ..bold };
        let reach = careful.reach();
        let mut list = |gait: &Gait, reach: &Reach, wanted: Tiles| {
            for (steps, layer) in reach.layers.iter().enumerate().skip(1) {
                for end in (*layer & wanted).iter() {
                    visit(Action::Move(actor, gait.path_to(reach, end, steps, survey.side)));
                }
            }
        };
        if self.troops_after_leaving(unit) == 0 {
            // Whatever its path, the general falls where it stands (§15).
            let nearest = reach.layers[1].first_for(survey.side);
            return list(&careful, &reach, nearest.map_or(Tiles::EMPTY, Tiles::of));
        }
        list(&careful, &reach, reach.seen);
        if !survey.markers.is_empty() {
            let risky = bold.reach();
            list(&bold, &risky, risky.seen & !reach.seen);
        }
    }

    /// The tiles with something to attack (§19).
    #[inline]
    fn attack_tiles(&self, survey: &Survey, unit: Unit, tile: Tile) -> Tiles {
        if self.used(unit).has(Kind::Attack) {
            return Tiles::EMPTY;
        }
        let allowed = match self.effects(unit).provoker() {
            None => survey.enemies | survey.targets,
            Some(slot) => self.tile(Unit::new(unit.side().other(), slot)).map_or(Tiles::EMPTY, Tiles::of),
        };
        tile.neighbors() & allowed
    }

    fn visit_attacks(&self, survey: &Survey, unit: Unit, tile: Tile, visit: &mut impl FnMut(Action)) {
        for at in self.attack_tiles(survey, unit, tile).iter() {
            let target = self.unit_at(at).map_or(Target::Tile(at), |enemy| Target::General(self.actor(enemy)));
            visit(Action::Attack(self.actor(unit), target));
        }
    }

    #[inline]
    fn may_knock(&self, survey: &Survey, unit: Unit, tile: Tile) -> bool {
        Tiles::end_row(survey.side.other()).contains(tile)
            && !self.used(unit).has(Kind::Knock)
            && !self.is_engaged(unit)
            && self.effects(unit).provoker().is_none()
    }

    fn may_sortie(&self, unit: Unit) -> bool {
        self.place(unit) == Place::Headquarters && !self.used(unit).has(Kind::Sortie)
    }

    fn sortie_tiles(&self, survey: &Survey) -> Tiles {
        Tiles::end_row(self.turn) & survey.free
    }

    /// The most troops of a sortie (§18).
    pub(crate) fn sortie_troops(&self, unit: Unit) -> u8 {
        self.general(unit).cap().min(self.reserve(unit.side()))
    }

    fn visit_sorties(&self, survey: &Survey, unit: Unit, visit: &mut impl FnMut(Action)) {
        for tile in self.sortie_tiles(survey).iter() {
            for troops in 1..=self.sortie_troops(unit) {
                visit(Action::Sortie(self.actor(unit), tile, troops));
            }
        }
    }

    fn may_cast(&self, unit: Unit) -> bool {
        self.is_full() && !self.used(unit).has(Kind::Tactic) && self.effects(unit).provoker().is_none()
    }

    /// Whether a general stands where tactics of this ground are cast (§27, §28).
    pub(crate) fn is_on_ground(&self, unit: Unit, ground: Ground) -> bool {
        match (self.place(unit), ground) {
            (Place::Board(_), Ground::Field) | (Place::Headquarters, Ground::Office) => true,
            (Place::Board(tile), Ground::Office) => {
                let side = unit.side();
                Tiles::camp(side).contains(tile)
                    && !self.is_engaged(unit)
                    && !tile.neighbors().meets(self.occupied[side.other().index()])
            }
            _ => false,
        }
    }
}

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

    fn count_tactics(&self, survey: &Survey, unit: Unit) -> u32 {
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

    fn visit_tactics(&self, survey: &Survey, unit: Unit, visit: &mut impl FnMut(Action)) {
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
