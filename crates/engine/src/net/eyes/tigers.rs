//! Five Tigers: generals by place and troops, what lies upon them, what is built, and the race.

use game::Seat;
use tigers::{Effects, Feature, Kind, Name, Place, Position, Side, Tactic, Tile, Unit, Wait};

use super::{groups, step};
use crate::judges::tigers::{Race, TigersJudge, turns};
use crate::net::{Eyes, Inputs};

/// Generals, what is built, and the race.
#[derive(Clone, Copy, Debug)]
pub struct TigersEyes;

/// Generals, own and other.
const WHO: usize = 2 * Name::COUNT;
/// The tiles; waiting twice in two ways, at headquarters, fallen, riding.
const PLACES: usize = Tile::COUNT + 7;
const TROOPS: usize = 12;
const TROOP_STEPS: [u8; 5] = [2, 3, 4, 6, 8];
const EFFECTS: [Effects; 5] =
    [Effects::UNBREAKABLE, Effects::MIGHT, Effects::COUNTERATTACK, Effects::BREAKTHROUGH, Effects::DISRUPTED];
/// The effects, snared and provoked.
const UPON: usize = EFFECTS.len() + 2;
const FEATURES: usize = 6;
const KNOCKS: usize = 4;
const ACTIONS: usize = 5;
const RESERVES: [u8; 5] = [1, 3, 6, 10, 15];
const TURNS: usize = 4;

groups! {
    STANDS: WHO * PLACES;
    LEADS: WHO * TROOPS;
    /// Troops on tiles, whoever leads them, own and other.
    FORCE: 2 * Tile::COUNT * (TROOP_STEPS.len() + 1);
    LAST_LIFE: WHO;
    ENGAGED: WHO;
    AFFECTED: WHO * UPON;
    /// Unspent tactics, own and other.
    CARDS: 2 * Tactic::ALL.len();
    KNOCKED: 2 * KNOCKS;
    /// Actions left, of the own turn and of the other's.
    LEFT: 2 * ACTIONS;
    /// What generals have done this turn.
    DONE: WHO * Kind::ALL.len();
    BUILT: 2 * FEATURES * Tile::COUNT;
    RESERVE: 2 * (RESERVES.len() + 1);
    /// Turns to a free tile of the end row.
    RACE: WHO * TURNS;
}

/// The troops on the board at which the next stage begins.
const STAGE_TROOPS: [u32; 5] = [12, 18, 24, 32, 42];

/// Places by number: tiles first.
fn place(place: Place) -> usize {
    const OTHERS: usize = Tile::COUNT;
    match place {
        Place::Board(tile) => tile.index(),
        Place::Out(Wait::Two) => OTHERS,
        Place::Out(Wait::One) => OTHERS + 1,
        Place::Away(Wait::Two) => OTHERS + 2,
        Place::Away(Wait::One) => OTHERS + 3,
        Place::Headquarters => OTHERS + 4,
        Place::Fallen => OTHERS + 5,
        Place::Riding(_) => OTHERS + 6,
    }
}

/// The number of a place from the other end of the board.
fn turned(place: usize) -> usize {
    if place < Tile::COUNT { Tile::from_index(place).half_turn().index() } else { place }
}

const fn feature(feature: Feature) -> usize {
    match feature {
        Feature::Wall { .. } => 0,
        Feature::Tower { .. } => 1,
        Feature::Marker { marker, .. } => 2 + marker as usize,
    }
}

/// One general; those of the first side are the own ones.
fn look_at(position: &Position, unit: Unit, steps: u8, inputs: &mut Inputs) {
    let other = unit.side().index();
    let who = other * Name::COUNT + position.name(unit).index();
    let (troops, effects) = (position.troops(unit), position.effects(unit));
    inputs.insert(STANDS + who * PLACES + place(position.place(unit)));
    inputs.insert(LEADS + who * TROOPS + usize::from(troops).min(TROOPS - 1));
    if let Some(tile) = position.tile(unit) {
        let spot = other * Tile::COUNT + tile.index();
        inputs.insert(FORCE + spot * (TROOP_STEPS.len() + 1) + step(troops, &TROOP_STEPS));
        inputs.insert(RACE + who * TURNS + usize::from(turns(position, unit, steps)).min(TURNS - 1));
    }
    if position.has_out(unit) {
        inputs.insert(LAST_LIFE + who);
    }
    if position.is_engaged(unit) {
        inputs.insert(ENGAGED + who);
    }
    let upon = EFFECTS.map(|effect| effects.has(effect)).into_iter();
    let upon = upon.chain([effects.snared() > 0, effects.provoker().is_some()]);
    upon.enumerate().filter(|(_, is)| *is).for_each(|(index, _)| inputs.insert(AFFECTED + who * UPON + index));
    for (index, kind) in Kind::ALL.into_iter().enumerate() {
        if position.used(unit).has(kind) {
            inputs.insert(DONE + who * Kind::ALL.len() + index);
        }
    }
    position.hand(unit).unspent().for_each(|card| inputs.insert(CARDS + other * Tactic::ALL.len() + card as usize));
}

/// The same input as the other side sees it: own and other change places, and tiles turn.
fn from_the_other_end(input: usize) -> usize {
    let halves = |from: usize, size: usize| from + (input - from + size / 2) % size;
    // A place, and so many numbers for each.
    let places = |from: usize, size: usize, places: usize, each: usize| {
        let number = halves(from, size) - from;
        let (place, rest) = (number / each % places, number - number / each % places * each);
        from + rest + turned(place) * each
    };
    match input {
        STANDS..LEADS => places(STANDS, LEADS - STANDS, PLACES, 1),
        LEADS..FORCE => halves(LEADS, FORCE - LEADS),
        FORCE..LAST_LIFE => places(FORCE, LAST_LIFE - FORCE, Tile::COUNT, TROOP_STEPS.len() + 1),
        LAST_LIFE..ENGAGED => halves(LAST_LIFE, ENGAGED - LAST_LIFE),
        ENGAGED..AFFECTED => halves(ENGAGED, AFFECTED - ENGAGED),
        AFFECTED..CARDS => halves(AFFECTED, CARDS - AFFECTED),
        CARDS..KNOCKED => halves(CARDS, KNOCKED - CARDS),
        KNOCKED..LEFT => halves(KNOCKED, LEFT - KNOCKED),
        LEFT..DONE => halves(LEFT, DONE - LEFT),
        DONE..BUILT => halves(DONE, BUILT - DONE),
        BUILT..RESERVE => places(BUILT, RESERVE - BUILT, Tile::COUNT, 1),
        RESERVE..RACE => halves(RESERVE, RACE - RESERVE),
        _ => halves(RACE, END - RACE),
    }
}

impl Eyes<Position> for TigersEyes {
    type Hand = TigersJudge;
    type Glance = Race;
    const INPUTS: usize = END;
    const TURNS: usize = 2;
    const STAGES: usize = STAGE_TROOPS.len() + 1;
    const SCALE: i32 = 400;

    fn glance(position: &Position) -> Race {
        Race::of(position)
    }

    fn by_hand(_: &TigersJudge, position: &Position, race: &Race, seat: Seat) -> i32 {
        race.value(position, Side::of(seat))
    }

    fn look(position: &Position, race: &Race, inputs: &mut Inputs) {
        for (other, whose) in Side::ALL.into_iter().enumerate() {
            Unit::of(whose).for_each(|unit| look_at(position, unit, race.steps(unit), inputs));
            inputs.insert(KNOCKED + other * KNOCKS + usize::from(position.knocks(whose)).min(KNOCKS - 1));
            inputs.insert(RESERVE + other * (RESERVES.len() + 1) + step(position.reserve(whose), &RESERVES));
        }
        let left = usize::from(position.actions_left()).min(ACTIONS - 1);
        inputs.insert(LEFT + position.side().index() * ACTIONS + left);
        for (tile, site) in position.sites() {
            let other = site.owner().index();
            inputs.insert(BUILT + (other * FEATURES + feature(site.feature())) * Tile::COUNT + tile.index());
        }
    }

    /// From the own end row.
    fn turn(_: &Position, seat: Seat) -> usize {
        Side::of(seat).index()
    }

    fn seen(input: usize, turn: usize) -> usize {
        if turn == 0 { input } else { from_the_other_end(input) }
    }

    fn stage(position: &Position) -> usize {
        let troops = Unit::all().filter(|unit| position.tile(*unit).is_some()).map(|unit| position.troops(unit));
        step(troops.map(u32::from).sum(), &STAGE_TROOPS)
    }
}
