//! Which actions are legal (§13–§29).
//!
//! One canonical spelling an effect: a Move is listed once for each general and destination other
//! than its own tile, on a shortest path that avoids the opponent's markers where it can; bolts
//! and decoys are listed in the own order. The list never depends on what the player to move
//! cannot see.

use crate::action::{Action, Path, Target};
use crate::geometry::{Tile, Tiles};
use crate::position::Position;
use crate::site::Site;
use crate::tactic::Ground;
use crate::unit::{Effects, Kind, Place, Side, Unit};

/// What several generals' actions ask about, gathered once a position.
pub(crate) struct Survey {
    pub(crate) side: Side,
    pub(crate) enemies: Tiles,
    pub(crate) free: Tiles,
    /// Allies that can take supplies.
    hosts: Tiles,
    /// The opponent's markers.
    markers: Tiles,
    /// Those of them that are known to stop whoever steps on them.
    stops: Tiles,
    /// The opponent's walls and towers.
    pub(crate) targets: Tiles,
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

    /// Calls with a shortest path to each of the wanted tiles, each step back chosen by the own order.
    fn visit_paths(&self, reach: &Reach, wanted: Tiles, side: Side, visit: &mut impl FnMut(Path)) {
        // A path is that to the tile before its last step, and this step.
        let mut paths = [Path::to(self.from); Tile::COUNT];
        for steps in 1..reach.layers.len() {
            let before = reach.layers[steps - 1] & self.through;
            for end in reach.layers[steps].iter() {
                let path = if steps == 1 {
                    Path::to(end)
                } else {
                    let at = (self.spread(Tiles::of(end)) & before).first_for(side);
                    paths[at.expect("every layer is reached from the one before").index()].then(end)
                };
                paths[end.index()] = path;
                if wanted.contains(end) {
                    visit(path);
                }
            }
        }
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

    /// Calls `visit` with every legal attack and knock, without looking for the ways of the others.
    pub fn each_blow(&self, visit: &mut dyn FnMut(Action)) {
        if self.ending.is_some() || self.actions == 0 {
            return;
        }
        let survey = Survey::new(self);
        for unit in Unit::of(self.turn).filter(|unit| self.can_be_ordered(*unit)) {
            if let Some(tile) = self.tile(unit) {
                self.visit_blows(&survey, unit, tile, visit);
            }
        }
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
            self.visit_blows(survey, unit, tile, visit);
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
            gait.visit_paths(reach, wanted, survey.side, &mut |path| visit(Action::Move(actor, path)));
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

    #[inline]
    fn visit_blows(&self, survey: &Survey, unit: Unit, tile: Tile, visit: &mut (impl FnMut(Action) + ?Sized)) {
        for at in self.attack_tiles(survey, unit, tile).iter() {
            let target = self.unit_at(at).map_or(Target::Tile(at), |enemy| Target::General(self.actor(enemy)));
            visit(Action::Attack(self.actor(unit), target));
        }
        if self.may_knock(survey, unit, tile) {
            visit(Action::Knock(self.actor(unit)));
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
