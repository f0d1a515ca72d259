//! A judge of Five Tigers: knocks, troops, and how soon the next knock can come.

mod ledger;

use game::rng::SplitMix;
use game::{Match, Position as _, Seat};
use tigers::{Action, Effects, Kind, Place, Position, Side, Tactic, Target, Tile, Tiles, Unit};

use crate::alpha_beta::Method;
use crate::judge::Judge;
use crate::levels::{Care, Graded, Level, Strength};

/// The race for knocks, and the troops to run it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TigersJudge;

// The weights come from logistic regression over the turns of games of this player against itself.

/// What troops are worth to the general on the board that leads them: the first ones most.
const TROOPS: [i32; 21] =
    [0, 158, 237, 303, 362, 417, 469, 518, 566, 612, 657, 701, 744, 786, 827, 867, 906, 944, 981, 1017, 1052];
/// The next annihilation is the last.
const LAST_LIFE: i32 = -216;
const FALLEN: i32 = -312;
const RESERVE: i32 = 22;
const CARD: i32 = 30;
/// An action that is still to be used this turn.
const ACTION: i32 = 15;
/// A step toward the enemy's end row, whoever stands in the way.
const PULL: i32 = 19;
/// A tile of the own end row on which somebody could knock.
const OPEN_TILE: i32 = -26;
/// What cannot be stopped any more.
const WINNING: i32 = 8000;
/// No way across the board is longer.
const STEPS_MAX: u8 = 14;

/// What a general is worth beside its troops that can stand on the enemy's end row after so many
/// turns of moving, if its side is to move and if not.
const fn promise(turns: u8, to_move: bool) -> i32 {
    match (turns, to_move) {
        (0, true) => 214,
        (0, false) => 142,
        (1, true) => 71,
        (1, false) => 1,
        (2, true) => -47,
        (2, false) => -75,
        (3, _) => -82,
        _ => -97,
    }
}

/// How many steps each own general needs to a free tile of the enemy's end row, around everybody
/// who stands in the way; by deck place.
fn steps_to_knock(position: &Position, side: Side) -> [u8; 5] {
    let mut steps = [STEPS_MAX; 5];
    let own: [Option<_>; 5] = std::array::from_fn(|slot| position.tile(Unit::new(side, slot)));
    let goal = Tiles::end_row(side.other());
    let free = position.free();
    let waiting = own.iter().flatten().fold(Tiles::EMPTY, |tiles, tile| tiles | Tiles::of(*tile));
    for (count, tile) in steps.iter_mut().zip(own) {
        if tile.is_some_and(|tile| goal.contains(tile)) {
            *count = 0;
        }
    }
    let (mut front, mut seen) = (goal & free, goal);
    for distance in 1..STEPS_MAX {
        let next = front.spread() & !seen;
        seen |= next;
        for (count, tile) in steps.iter_mut().zip(own) {
            if tile.is_some_and(|tile| next.contains(tile)) {
                *count = distance;
            }
        }
        front = next & free;
        if front.is_empty() || (waiting & !seen).is_empty() {
            break;
        }
    }
    steps
}

/// How far everybody is from a knock.
#[derive(Clone, Copy, Debug)]
pub struct Race([[u8; 5]; 2]);

impl Race {
    pub(crate) fn of(position: &Position) -> Self {
        Self([Side::A, Side::B].map(|side| steps_to_knock(position, side)))
    }

    pub(crate) const fn steps(&self, unit: Unit) -> u8 {
        self.0[unit.side().index()][unit.slot()]
    }

    /// What a position is worth to a side.
    pub(crate) fn value(&self, position: &Position, side: Side) -> i32 {
        self.side_value(position, side) - self.side_value(position, side.other())
    }

    fn side_value(&self, position: &Position, side: Side) -> i32 {
        let steps = self.0[side.index()];
        let generals: i32 = Unit::of(side).map(|unit| general_value(position, unit, steps[unit.slot()])).sum();
        let cards = Unit::of(side).map(|unit| position.hand(unit).unspent().count()).sum::<usize>();
        let tempo = if position.side() == side { ACTION * i32::from(position.actions_left()) } else { 0 };
        let reserve = RESERVE * i32::from(position.reserve(side));
        let open = OPEN_TILE * (Tiles::end_row(side) & position.free()).len().cast_signed();
        generals + CARD * cards as i32 + race_value(position, side, steps) + reserve + tempo + open
    }
}

/// How many steps a tile is from a side's end row on the empty board.
const fn steps_from(tile: Tile, side: Side) -> i32 {
    STEPS_FROM[side.index()][tile.index()]
}

const STEPS_FROM: [[i32; Tile::COUNT]; 2] = [steps_from_row(Side::A), steps_from_row(Side::B)];

const fn steps_from_row(side: Side) -> [i32; Tile::COUNT] {
    let mut steps = [STEPS_MAX as i32; Tile::COUNT];
    let row = Tiles::end_row(side).bits();
    let mut index = 0;
    while index < Tile::COUNT {
        let mut end = 0;
        while end < Tile::COUNT {
            let distance = Tile::from_index(index).distance(Tile::from_index(end)) as i32;
            if row >> end & 1 == 1 && distance < steps[index] {
                steps[index] = distance;
            }
            end += 1;
        }
        index += 1;
    }
    steps
}

fn troops_value(troops: u8) -> i32 {
    TROOPS[usize::from(troops).min(TROOPS.len() - 1)]
}

fn general_value(position: &Position, unit: Unit, steps: u8) -> i32 {
    let troops = position.troops(unit);
    let life = if position.has_out(unit) { LAST_LIFE } else { 0 };
    let far = promise(u8::MAX, false);
    let place = match position.place(unit) {
        Place::Board(tile) => {
            let to_move = position.side() == unit.side();
            // A general that can be annihilated by one blow will not arrive.
            let held = is_held(position, unit) || troops <= 1;
            let hope = promise(turns(position, unit, steps), to_move) - far;
            PULL * (8 - steps_from(tile, unit.side().other())) + far + hope / if held { 3 } else { 1 }
        }
        Place::Out(_) => return life + far + troops_value(position.initial_troops(unit)),
        Place::Riding(_) | Place::Headquarters | Place::Away(_) => far,
        Place::Fallen => return FALLEN,
    };
    troops_value(troops) + life + place
}

/// How many turns of moving are so many steps to a general.
pub(crate) fn turns(position: &Position, unit: Unit, steps: u8) -> u8 {
    steps.div_ceil(position.general(unit).moves.max(1))
}

fn is_held(position: &Position, unit: Unit) -> bool {
    let effects = position.effects(unit);
    position.is_engaged(unit) || effects.snared() > 0 || effects.has(Effects::DISRUPTED) || effects.provoker().is_some()
}

/// The knocks that the side to move can carry out with the actions that it has left: nobody can
/// stop them.
fn knocks_at_hand(position: &Position, steps: [u8; 5]) -> u8 {
    let mut actions = position.actions_left();
    let mut knocks = 0;
    for needed in [1, 2] {
        for unit in Unit::of(position.side()) {
            let used = position.used(unit);
            let ready = match (needed, turns(position, unit, steps[unit.slot()])) {
                (1, 0) => true,
                (2, 1) => !used.has(Kind::Move),
                _ => false,
            };
            if ready && actions >= needed && !used.has(Kind::Knock) && !is_held(position, unit) {
                actions -= needed;
                knocks += 1;
            }
        }
    }
    knocks
}

/// Knocks weigh more the fewer are missing.
fn knock_value(position: &Position, knocks: u8) -> i32 {
    match position.rules().knocks.saturating_sub(knocks) {
        0 => WINNING,
        1 => 679,
        2 => 211,
        _ => 0,
    }
}

/// The knocks that were made, or the win that nobody can stop any more.
fn race_value(position: &Position, side: Side, steps: [u8; 5]) -> i32 {
    let done = position.knocks(side);
    let at_hand = if position.side() == side { knocks_at_hand(position, steps) } else { 0 };
    if done + at_hand >= position.rules().knocks { WINNING } else { knock_value(position, done) }
}

impl Judge<Position> for TigersJudge {
    fn value(&self, position: &Position, seat: Seat) -> i32 {
        Race::of(position).value(position, Side::of(seat))
    }

    fn is_loud(&self, position: &Position, action: Action) -> bool {
        match action {
            Action::Knock(_) => true,
            Action::Attack(_, Target::General(target)) => position.troops(target.unit) <= 1,
            _ => false,
        }
    }

    fn each_loud(&self, position: &Position, visit: &mut dyn FnMut(Action)) {
        position.each_blow(&mut |action| {
            if self.is_loud(position, action) {
                visit(action);
            }
        });
    }

    fn hint(&self, position: &Position, action: Action) -> i32 {
        match action {
            Action::Knock(_) => 1000,
            Action::Attack(_, Target::General(target)) if position.troops(target.unit) <= 1 => 300,
            Action::Move(actor, path) if Tiles::end_row(actor.unit.side().other()).contains(path.end()) => {
                let knocks = position.actions_left() > 1 && !position.used(actor.unit).has(Kind::Knock);
                if knocks { 400 } else { 100 }
            }
            Action::Attack(..) => 60,
            Action::Tactic(..) => 20,
            Action::Sortie(..) => 30,
            Action::Move(..) => 0,
            Action::End => -40,
        }
    }

    /// Moves by their general and goal, whatever the path.
    fn slot(&self, action: Action) -> usize {
        const ATTACKS: usize = Unit::COUNT * Tile::COUNT;
        const SORTIES: usize = ATTACKS + Unit::COUNT * TARGETS;
        const TACTICS: usize = SORTIES + Unit::COUNT * Tile::COUNT;
        const OTHERS: usize = TACTICS + Tactic::ALL.len() * (TARGETS + 1);
        match action {
            Action::Move(actor, path) => actor.unit.index() * Tile::COUNT + path.end().index(),
            Action::Attack(actor, target) => ATTACKS + actor.unit.index() * TARGETS + number(target),
            Action::Sortie(actor, tile, _) => SORTIES + actor.unit.index() * Tile::COUNT + tile.index(),
            Action::Tactic(_, tactic, targets) => {
                let first = targets.iter().next().map_or(TARGETS, number);
                TACTICS + tactic as usize * (TARGETS + 1) + first
            }
            Action::Knock(actor) => OTHERS + actor.unit.index(),
            Action::End => OTHERS + Unit::COUNT,
        }
    }

    /// Ending a turn forgoes the actions that are left.
    fn plies(&self, position: &Position, action: Action) -> u32 {
        match action {
            Action::End => u32::from(position.actions_left()).max(1),
            _ => 1,
        }
    }

    /// Within the own turn, or at the end of somebody's.
    fn is_even(&self, position: &Position, depth: u32) -> bool {
        let left = u32::from(position.actions_left());
        depth <= left || (depth - left).is_multiple_of(u32::from(position.rules().actions))
    }

    fn search_key(&self, position: &Position) -> u64 {
        const NEAR: u16 = 6;
        let rules = position.rules();
        let counted = |limit: u16, count: u16| if count + NEAR >= limit { u64::from(count) + 1 } else { 0 };
        let quiet = counted(rules.quiet, position.quiet_turns());
        let turns = counted(rules.turns, position.turn_number());
        position.key() ^ quiet.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ turns.wrapping_mul(0xd1b5_4a32_d192_ed03)
    }

    fn hides(&self, masked: &Position, _: Seat) -> bool {
        ledger::hides(masked)
    }

    fn recall(&self, game: &Match<Position>, seat: Seat) -> Position {
        ledger::recall(game, seat)
    }

    fn guess(&self, masked: &Position, seat: Seat, rng: &mut SplitMix) -> Position {
        ledger::guess(masked, seat, rng)
    }
}

/// What can be aimed at.
const TARGETS: usize = Unit::COUNT + Tile::COUNT;

const fn number(target: Target) -> usize {
    match target {
        Target::General(actor) => actor.unit.index(),
        Target::Tile(tile) => Unit::COUNT + tile.index(),
    }
}

impl Graded<Position> for TigersJudge {
    const METHOD: Method = Method::STRONG;

    fn strength(level: Level) -> Strength {
        match level {
            Level::Newcomer => Strength::new(80, Care::within(220)).overlooking(25),
            Level::Beginner => Strength::new(1_000, Care::within(90)).overlooking(5),
            Level::Gentle => Strength::new(2_000, Care::within(70)).overlooking(1),
            Level::Easy => Strength::new(4_000, Care::within(60)),
            Level::Casual => Strength::new(10_000, Care::within(45)),
            Level::Normal => Strength::new(50_000, Care::within(22)),
            Level::Skilled => Strength::new(350_000, Care::within(10)),
            Level::Hard => Strength::new(2_500_000, Care::within(5)).within_ms(5_000),
        }
    }
}
