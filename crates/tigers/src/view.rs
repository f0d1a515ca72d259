//! A position as plain data, ready to draw.

use serde::Serialize;

use crate::geometry::{Corner, Line, Tile, Tiles};
use crate::position::{Ending, Position};
use crate::site::{Feature, Marker, Site};
use crate::tactic::Ground;
use crate::unit::{Kind, Place, Side, Unit};

/// What a viewer may see. Codes and numbers; the reader's language says the rest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// `base` or `full`.
    pub mode: &'static str,
    /// Whose turn it is.
    pub turn: char,
    /// Actions left this turn.
    pub actions: u8,
    /// Actions in every turn.
    pub actions_per_turn: u8,
    /// Knocks that win.
    pub knocks_to_win: u8,
    /// The number of this player turn, from 1.
    pub number: u16,
    /// Player turns without progress.
    pub quiet: u16,
    /// Player turns without progress that end the game.
    pub quiet_limit: u16,
    /// Player turns that end the game.
    pub number_limit: u16,
    /// The result's text once the game is over.
    pub result: Option<String>,
    /// The tiles by number.
    pub tiles: Vec<TileView>,
    /// A and B.
    pub sides: [SideView; 2],
    /// Stalemates, A's general first.
    pub pairs: Vec<[String; 2]>,
    /// What is built.
    pub sites: Vec<SiteView>,
    /// What attacks along shared lines would cost, as far as the viewer can know.
    pub strikes: Vec<StrikeView>,
    /// What the last action touched.
    pub last: Option<LastView>,
}

/// What an attack would cost both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StrikeView {
    /// Who attacks.
    pub by: String,
    /// Who is attacked.
    pub target: String,
    /// The troops that the target loses.
    pub dealt: u8,
    /// The troops that the attacker loses.
    pub taken: u8,
}

/// A tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TileView {
    /// The three corners in half base lengths and row heights.
    pub corners: [Corner; 3],
    /// `A-end`, `A-camp`, `neutral`, `B-camp`, `B-end`, `edge`.
    pub zone: &'static str,
    /// The neighbors across each kind of line.
    pub sun: Vec<u8>,
    /// Across `/`.
    pub moon: Vec<u8>,
    /// Across the horizontal edge.
    pub front: Option<u8>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SideView {
    /// `A` or `B`.
    pub seat: char,
    /// Knocks so far.
    pub knocks: u8,
    /// Troops at headquarters; full mode.
    pub reserve: u8,
    /// Troops lost; full mode.
    pub graveyard: u8,
    /// The deck.
    pub generals: Vec<GeneralView>,
}

/// A general.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GeneralView {
    /// As actions write it.
    pub code: String,
    /// The name in Korean.
    pub ko: &'static str,
    /// The name in English.
    pub en: &'static str,
    /// The name in Chinese characters.
    pub hanja: &'static str,
    /// Strength along Sun lines.
    pub sun: u8,
    /// Strength along Moon lines.
    pub moon: u8,
    /// Steps of a Move.
    pub moves: u8,
    /// Command.
    pub star: u8,
    /// The most troops.
    pub cap: u8,
    /// The troops.
    pub troops: u8,
    /// The tile, if on the board.
    pub tile: Option<u8>,
    /// The place as in state strings: a tile, `o2`, `o1`, `w2`, `w1`, `h`, `x` or `sXX`.
    pub place: String,
    /// Lives left: 2, 1 or 0.
    pub lives: u8,
    /// Where it started.
    pub start: u8,
    /// The partner of its stalemate.
    pub partner: Option<String>,
    /// Effects as in state strings.
    pub effects: Vec<String>,
    /// Kinds of action used this turn: `m`, `a`, `k`, `d`, `t`.
    pub used: String,
    /// The three tactics; none in base mode.
    pub tactics: Vec<TacticView>,
}

/// A tactic of a general.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TacticView {
    /// Two letters.
    pub code: &'static str,
    /// The name in Korean.
    pub ko: &'static str,
    /// The name in English.
    pub en: &'static str,
    /// `field` or `office`.
    pub ground: &'static str,
    /// Whether it has been cast.
    pub spent: bool,
    /// Whether the general stands where such tactics are cast.
    pub in_place: bool,
}

/// Something built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SiteView {
    /// Where.
    pub tile: u8,
    /// Whose.
    pub owner: char,
    /// `WA`, `TO`, `AM`, `TR`, `DC`, or `QQ` if the viewer does not know.
    pub code: &'static str,
    /// Hits that it stands; structures.
    pub durability: Option<u8>,
    /// Shots left; towers.
    pub shots: Option<u8>,
    /// Whether both players know a marker.
    pub revealed: Option<bool>,
}

/// What the last action touched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LastView {
    /// Who acted.
    pub code: String,
    /// The tile where it stood.
    pub from: Option<u8>,
    /// The tile where it ended, or at which it aimed.
    pub to: Option<u8>,
}

impl View {
    /// A position as it is; whoever must not see everything is shown a masked one.
    pub(crate) fn of(position: &Position) -> Self {
        Self { strikes: strikes(position), ..Self::plain(position) }
    }

    /// The same without what attacks would do, which only a sound position can tell.
    pub(crate) fn plain(position: &Position) -> Self {
        let rules = position.rules();
        Self {
            mode: rules.mode.text(),
            turn: position.turn.letter(),
            actions: position.actions,
            actions_per_turn: rules.actions,
            knocks_to_win: rules.knocks,
            number: position.clock.number,
            quiet: position.clock.quiet,
            quiet_limit: rules.quiet,
            number_limit: rules.turns,
            result: position.ending.map(Ending::text),
            tiles: Tiles::ALL.iter().map(TileView::new).collect(),
            sides: Side::ALL.map(|side| SideView::new(position, side)),
            pairs: Unit::of(Side::A).filter_map(|unit| pair(position, unit)).collect(),
            sites: position.sites().map(|(tile, site)| SiteView::new(tile, site)).collect(),
            strikes: Vec::new(),
            last: position.clock.last.map(|trace| LastView {
                code: position.code(trace.unit),
                from: trace.from.tile().map(Tile::number),
                to: trace.to.tile().map(Tile::number),
            }),
        }
    }
}

/// Every attack of the side to move on a general beside it, played on a copy.
fn strikes(position: &Position) -> Vec<StrikeView> {
    let beside = |one: Unit, other: Unit| position.tile(one)?.line_to(position.tile(other)?);
    let strike = |by: Unit, target: Unit| {
        let mut after = *position;
        after.attack(by, target, &mut ());
        let lost = |unit: Unit| position.troops(unit).saturating_sub(after.troops(unit));
        StrikeView { by: position.code(by), target: position.code(target), dealt: lost(target), taken: lost(by) }
    };
    let pairs = Unit::of(position.turn).flat_map(|by| Unit::of(position.turn.other()).map(move |target| (by, target)));
    pairs.filter(|(by, target)| beside(*by, *target).is_some()).map(|(by, target)| strike(by, target)).collect()
}

fn pair(position: &Position, unit: Unit) -> Option<[String; 2]> {
    Some([position.code(unit), position.code(position.partner(unit)?)])
}

impl TileView {
    fn new(tile: Tile) -> Self {
        let across = |line: Line| {
            let near = tile.neighbors().iter().filter(move |other| tile.line_to(*other) == Some(line));
            near.map(Tile::number).collect()
        };
        Self {
            corners: tile.corners(),
            zone: zone(tile),
            sun: across(Line::Sun),
            moon: across(Line::Moon),
            front: tile.across_front().map(Tile::number),
        }
    }
}

/// The name of a tile's zone (§4).
#[must_use]
pub fn zone(tile: Tile) -> &'static str {
    match tile.number() {
        0..=4 => "A-end",
        5..=9 => "A-camp",
        10..=19 => "neutral",
        20..=24 => "B-camp",
        25..=29 => "B-end",
        _ => "edge",
    }
}

impl SideView {
    fn new(position: &Position, side: Side) -> Self {
        Self {
            seat: side.letter(),
            knocks: position.knocks(side),
            reserve: position.reserve(side),
            graveyard: position.graveyard(side),
            generals: Unit::of(side).map(|unit| GeneralView::new(position, unit)).collect(),
        }
    }
}

impl GeneralView {
    fn new(position: &Position, unit: Unit) -> Self {
        let general = position.general(unit);
        let used = Kind::ALL.into_iter().filter(|kind| position.used(unit).has(*kind));
        Self {
            code: position.code(unit),
            ko: general.ko,
            en: general.en,
            hanja: general.hanja,
            sun: general.sun,
            moon: general.moon,
            moves: general.moves,
            star: general.star,
            cap: general.cap(),
            troops: position.troops(unit),
            tile: position.tile(unit).map(Tile::number),
            place: position.place_text(unit),
            lives: lives(position, unit),
            start: position.start_tile(unit).number(),
            partner: position.partner(unit).map(|partner| position.code(partner)),
            effects: position.effect_texts(unit),
            used: used.map(Kind::letter).collect(),
            tactics: position.hand(unit).cards().map(|card| TacticView::new(position, unit, card)).collect(),
        }
    }
}

fn lives(position: &Position, unit: Unit) -> u8 {
    match position.place(unit) {
        Place::Fallen => 0,
        _ => 2 - u8::from(position.has_out(unit)),
    }
}

impl TacticView {
    fn new(position: &Position, unit: Unit, card: crate::tactic::Card) -> Self {
        let ground = card.tactic.ground();
        Self {
            code: card.tactic.code(),
            ko: card.tactic.ko(),
            en: card.tactic.en(),
            ground: if ground == Ground::Field { "field" } else { "office" },
            spent: card.spent,
            in_place: position.is_on_ground(unit, ground),
        }
    }
}

impl SiteView {
    fn new(tile: Tile, site: Site) -> Self {
        let (code, durability, shots, revealed) = match site.feature() {
            Feature::Wall { durability } => ("WA", Some(durability), None, None),
            Feature::Tower { shots } => ("TO", Some(1), Some(shots), None),
            Feature::Marker { marker, revealed } => (Marker::code(marker), None, None, Some(revealed)),
        };
        Self { tile: tile.number(), owner: site.owner().letter(), code, durability, shots, revealed }
    }
}
