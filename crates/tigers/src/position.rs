//! Where a game stands.

use crate::action::Actor;
use crate::general::{General, Name};
use crate::geometry::{Tile, Tiles};
use crate::rules::{Markers, Mode, Rules, Supply};
use crate::site::{SITES, Site, site_index};
use crate::tactic::Hand;
use crate::unit::{DECK, Effects, Kind, PackedPlace, Place, Side, Unit, Units, Used};

/// All troops of a side in full mode: on the board, in reserve, in the graveyard (§9).
pub const POOL: u8 = 30;

/// Where a game stands: 192 bytes in both modes, copied freely.
///
/// Equality and key ignore turn number, quiet counter and last action: no rule compares positions, and so two orders of the
/// same actions meet in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) occupied: [Tiles; 2],
    /// Tiles with a wall or a tower of either side.
    pub(crate) structures: Tiles,
    /// Tiles with a marker of either side.
    pub(crate) markers: Tiles,
    pub(crate) places: [PackedPlace; Unit::COUNT],
    pub(crate) troops: [u8; Unit::COUNT],
    pub(crate) effects: [Effects; Unit::COUNT],
    pub(crate) used: [Used; Unit::COUNT],
    pub(crate) hands: [Hand; Unit::COUNT],
    pub(crate) identities: [Identity; Unit::COUNT],
    /// What a general of base mode comes back with.
    pub(crate) initial: [u8; Unit::COUNT],
    pub(crate) sites: [Option<Site>; SITES],
    /// Generals that have been annihilated once.
    pub(crate) outs: Units,
    /// Generals in a stalemate; the partner stands across the front (§20).
    pub(crate) engaged: Units,
    pub(crate) turn: Side,
    pub(crate) actions: u8,
    pub(crate) knocks: [u8; 2],
    pub(crate) reserve: [u8; 2],
    pub(crate) graveyard: [u8; 2],
    pub(crate) ending: Option<Ending>,
    pub(crate) clock: Clock,
    pub(crate) rules: Rules,
}

const _: () = assert!(size_of::<Position>() <= 192);

/// Who a general is and where it starts, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Identity(u8);

const NAME: u8 = 32;

impl Identity {
    /// `start` is the place on the own end row, 0 to 4 in the own order.
    pub(crate) const fn new(name: Name, start: u8) -> Self {
        Self(start * NAME + name.index() as u8)
    }

    #[inline]
    pub(crate) const fn name(self) -> Name {
        Name::from_index(self.0 % NAME)
    }

    #[inline]
    const fn start(self, side: Side) -> Tile {
        let tile = Tile::from_index((self.0 / NAME) as usize);
        match side {
            Side::A => tile,
            Side::B => tile.half_turn(),
        }
    }

    pub(crate) const fn byte(self) -> u8 {
        self.0
    }
}

/// What the last action did, for drawings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trace {
    pub(crate) unit: Unit,
    pub(crate) from: PackedPlace,
    /// Where it ended up, or what it aimed at.
    pub(crate) to: PackedPlace,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A side has won.
    Won(Side, Reason),
    /// Adjudicated with everything equal.
    Drawn,
}

game::choice_enum! {
    /// Why a side has won (§24–§26).
    pub enum Reason {
        /// Enough knocks.
        Knock = "knock",
        /// The opponent has no troops left.
        Annihilation = "annihilation",
        /// All five opposing generals have fallen.
        Collapse = "collapse",
        /// The opponent gave up.
        Surrender = "surrender",
        /// The opponent went away, as the host decided.
        Forfeit = "forfeit",
        /// A limit was reached.
        Adjudication = "adjudication",
    }
}

/// What passes with the turns. It never makes two positions differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) number: u16,
    /// Turns that have ended since the last progress, its own included (§25).
    pub(crate) quiet: u16,
    /// Whether this turn has seen progress, so that it cannot end the game.
    pub(crate) stirred: bool,
    pub(crate) last: Option<Trace>,
}

impl Clock {
    /// Troops were lost, a tactic was cast, somebody knocked, a structure was hit (§25).
    pub(crate) const fn note_progress(&mut self) {
        self.quiet = 0;
        self.stirred = true;
    }

    /// Ends a turn (§12) and says whether it was without progress.
    pub(crate) const fn close_turn(&mut self) -> bool {
        self.quiet = self.quiet.saturating_add(1);
        self.number = self.number.saturating_add(1);
        !std::mem::replace(&mut self.stirred, false)
    }
}

impl PartialEq for Clock {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Clock {}

impl Position {
    /// Whose turn it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.turn
    }

    /// The options of this game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Actions left this turn.
    #[must_use]
    pub const fn actions_left(&self) -> u8 {
        self.actions
    }

    /// Knocks of a side.
    #[must_use]
    pub const fn knocks(&self, side: Side) -> u8 {
        self.knocks[side.index()]
    }

    /// Troops of a side that wait at headquarters; full mode.
    #[must_use]
    pub const fn reserve(&self, side: Side) -> u8 {
        self.reserve[side.index()]
    }

    /// Troops that a side has lost; full mode.
    #[must_use]
    pub const fn graveyard(&self, side: Side) -> u8 {
        self.graveyard[side.index()]
    }

    /// The number of this player turn, from 1.
    #[must_use]
    pub const fn turn_number(&self) -> u16 {
        self.clock.number
    }

    /// Player turns without progress.
    #[must_use]
    pub const fn quiet_turns(&self) -> u16 {
        self.clock.quiet
    }

    /// What a state string tells of progress in its turn: attacks, knocks and tactics among the used actions.
    pub(crate) fn seems_stirred(&self) -> bool {
        let loud = |unit: Unit| [Kind::Attack, Kind::Knock, Kind::Tactic].iter().any(|kind| self.used(unit).has(*kind));
        self.clock.quiet == 0 && Unit::all().any(loud)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who a general is.
    #[must_use]
    #[inline]
    pub const fn name(&self, unit: Unit) -> Name {
        self.identities[unit.index()].name()
    }

    /// A general's numbers.
    #[must_use]
    #[inline]
    pub fn general(&self, unit: Unit) -> &'static General {
        self.name(unit).general()
    }

    /// Where a general is.
    #[must_use]
    pub const fn place(&self, unit: Unit) -> Place {
        self.places[unit.index()].open()
    }

    /// The tile of a general on the board.
    #[must_use]
    #[inline]
    pub const fn tile(&self, unit: Unit) -> Option<Tile> {
        self.places[unit.index()].tile()
    }

    /// A general's troops.
    #[must_use]
    #[inline]
    pub const fn troops(&self, unit: Unit) -> u8 {
        self.troops[unit.index()]
    }

    /// What lies upon a general.
    #[must_use]
    #[inline]
    pub const fn effects(&self, unit: Unit) -> Effects {
        self.effects[unit.index()]
    }

    /// What a general has done this turn.
    #[must_use]
    #[inline]
    pub const fn used(&self, unit: Unit) -> Used {
        self.used[unit.index()]
    }

    /// A general's tactics.
    #[must_use]
    #[inline]
    pub const fn hand(&self, unit: Unit) -> Hand {
        self.hands[unit.index()]
    }

    /// The tile where a general started, to which it returns (§22).
    #[must_use]
    pub const fn start_tile(&self, unit: Unit) -> Tile {
        self.identities[unit.index()].start(unit.side())
    }

    /// The troops with which a general comes back in base mode.
    #[must_use]
    pub const fn initial_troops(&self, unit: Unit) -> u8 {
        self.initial[unit.index()]
    }

    /// Whether a general has been annihilated once.
    #[must_use]
    pub const fn has_out(&self, unit: Unit) -> bool {
        self.outs.contains(unit)
    }

    /// Whether a general is in a stalemate.
    #[must_use]
    #[inline]
    pub const fn is_engaged(&self, unit: Unit) -> bool {
        self.engaged.contains(unit)
    }

    /// The enemy with which a general is in a stalemate.
    #[must_use]
    pub fn partner(&self, unit: Unit) -> Option<Unit> {
        if !self.is_engaged(unit) {
            return None;
        }
        self.unit_at(self.tile(unit)?.across_front()?)
    }

    /// The general on a tile.
    #[must_use]
    pub fn unit_at(&self, tile: Tile) -> Option<Unit> {
        Unit::all().find(|unit| self.tile(*unit) == Some(tile))
    }

    /// The general of that side with that name.
    #[must_use]
    pub fn find(&self, side: Side, name: Name) -> Option<Unit> {
        Unit::of(side).find(|unit| self.name(*unit) == name)
    }

    /// The general as actions name it.
    #[must_use]
    #[inline]
    pub const fn actor(&self, unit: Unit) -> Actor {
        Actor { unit, name: self.name(unit) }
    }

    /// What is built on a tile.
    #[must_use]
    #[inline]
    pub fn site(&self, tile: Tile) -> Option<Site> {
        site_index(tile).and_then(|index| self.sites[index])
    }

    /// Everything built, by tile.
    pub fn sites(&self) -> impl Iterator<Item = (Tile, Site)> {
        (self.structures | self.markers).iter().filter_map(|tile| Some((tile, self.site(tile)?)))
    }

    /// The tiles without a general and without a structure.
    #[must_use]
    #[inline]
    pub fn free(&self) -> Tiles {
        !(self.occupied[0] | self.occupied[1] | self.structures)
    }

    /// The general that a general carries; full mode (§17).
    #[must_use]
    pub fn rider(&self, host: Unit) -> Option<Unit> {
        let riding = Place::Riding(host.slot() as u8);
        Unit::of(host.side()).find(|unit| self.place(*unit) == riding)
    }

    /// All troops that a side can still use: board, waiting and reserve.
    #[must_use]
    pub fn strength(&self, side: Side) -> u32 {
        let led: u32 = Unit::of(side).map(|unit| u32::from(self.troops(unit))).sum();
        led + u32::from(self.reserve(side))
    }

    /// Generals of a side that have not fallen.
    #[must_use]
    pub fn generals_left(&self, side: Side) -> usize {
        Unit::of(side).filter(|unit| self.place(*unit) != Place::Fallen).count()
    }

    #[inline]
    pub(crate) const fn is_full(&self) -> bool {
        matches!(self.rules.mode, Mode::Full)
    }

    #[inline]
    pub(crate) const fn has_supply(&self) -> bool {
        matches!(self.rules.supply, Supply::On)
    }

    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.rules.markers, Markers::Open)
    }

    pub(crate) fn put_site(&mut self, tile: Tile, site: Site) {
        let Some(index) = site_index(tile) else { return };
        self.clear_site(tile);
        self.sites[index] = Some(site);
        if site.is_structure() {
            self.structures = self.structures.with(tile);
        } else {
            self.markers = self.markers.with(tile);
        }
    }

    pub(crate) fn clear_site(&mut self, tile: Tile) {
        let Some(index) = site_index(tile) else { return };
        self.sites[index] = None;
        self.structures = self.structures.without(tile);
        self.markers = self.markers.without(tile);
    }

    /// The tiles whose site passes a test, out of those built by a side.
    pub(crate) fn sites_of(&self, owner: Side, test: impl Fn(Site) -> bool) -> Tiles {
        self.sites().filter(|(_, site)| site.owner() == owner && test(*site)).map(|(tile, _)| tile).collect()
    }

    pub(crate) fn lift(&mut self, unit: Unit) {
        if let Some(tile) = self.tile(unit) {
            self.occupied[unit.side().index()] = self.occupied[unit.side().index()].without(tile);
        }
    }

    /// Puts a general on a tile, whether it was on the board or not.
    pub(crate) fn put(&mut self, unit: Unit, tile: Tile) {
        self.lift(unit);
        self.places[unit.index()] = PackedPlace::new(Place::Board(tile));
        self.occupied[unit.side().index()] = self.occupied[unit.side().index()].with(tile);
    }

    /// Puts a general off the board.
    pub(crate) fn put_away(&mut self, unit: Unit, place: Place) {
        self.lift(unit);
        self.places[unit.index()] = PackedPlace::new(place);
    }

    /// An empty board, to be filled.
    pub(crate) fn empty(rules: Rules) -> Self {
        Self {
            occupied: [Tiles::EMPTY; 2],
            structures: Tiles::EMPTY,
            markers: Tiles::EMPTY,
            places: [PackedPlace::new(Place::Fallen); Unit::COUNT],
            troops: [0; Unit::COUNT],
            effects: [Effects::NONE; Unit::COUNT],
            used: [Used::NONE; Unit::COUNT],
            hands: [Hand::EMPTY; Unit::COUNT],
            identities: std::array::from_fn(|index| Identity::new(Name::TIGERS[index % DECK], (index % DECK) as u8)),
            initial: [0; Unit::COUNT],
            sites: [None; SITES],
            outs: Units::EMPTY,
            engaged: Units::EMPTY,
            turn: Side::A,
            actions: rules.actions,
            knocks: [0; 2],
            reserve: [0; 2],
            graveyard: [0; 2],
            ending: None,
            clock: Clock { number: 1, quiet: 0, stirred: false, last: None },
            rules,
        }
    }
}
