//! What the result screen says of a game.

use game::{Deed, Leaving, Position as _, Record, Refusal, choices};
use serde::Serialize;

use crate::action::{Action, Target};
use crate::geometry::Line;
use crate::play::Watcher;
use crate::position::{Ending, Position, Reason};
use crate::rules::Rules;
use crate::start::Start;
use crate::tactic::Tactic;
use crate::unit::{DECK, Side, Unit};

/// What happened in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Statistics {
    /// Player turns that were begun.
    pub player_turns: u16,
    /// The result's text once the game is over.
    pub result: Option<String>,
    /// A and B.
    pub sides: [SideStatistics; 2],
}

/// What happened to one side, and what it did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SideStatistics {
    /// `A` or `B`.
    pub seat: char,
    /// Knocks.
    pub knocks: u8,
    /// Troops lost, by whatever hand.
    pub troops_lost: u32,
    /// Enemy troops that fell by this side's hand; a disengage is nobody's.
    pub troops_dealt: u32,
    /// Annihilations suffered, exits included.
    pub annihilations: u32,
    /// Generals that fell for good.
    pub exits: u32,
    /// Generals that have not fallen.
    pub generals_left: usize,
    /// Troops on the board, waiting and in reserve.
    pub troops_left: u32,
    /// Attacks by line.
    pub attacks: Attacks,
    /// Tactics cast, by code, in the order of casting.
    pub tactics: Vec<&'static str>,
    /// What each general did.
    pub generals: [GeneralStatistics; DECK],
}

/// Attacks by the line along which they were made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Attacks {
    /// Along Sun lines.
    pub sun: u32,
    /// Along Moon lines.
    pub moon: u32,
    /// Over the frontline.
    pub front: u32,
    /// On structures.
    pub structures: u32,
}

/// What a general did.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct GeneralStatistics {
    /// As actions write it.
    pub code: String,
    /// Moves.
    pub moves: u32,
    /// Steps of those moves, as they were ordered.
    pub steps: u32,
    /// Attacks.
    pub attacks: u32,
    /// Knocks.
    pub knocks: u32,
    /// Sorties.
    pub sorties: u32,
    /// Tactics cast.
    pub tactics: u32,
    /// Troops lost while this general led them.
    pub troops_lost: u32,
    /// Times annihilated.
    pub annihilations: u32,
}

/// Replays a record and counts.
///
/// # Errors
/// If the record cannot be replayed.
pub fn statistics(record: &Record) -> Result<Statistics, Refusal> {
    let (mut rules, _) = choices::parse::<Rules, Start>(&record.rules)?;
    let first = Position::load(&mut rules, &record.start)?;
    let mut position = first;
    let mut tally = Tally::new(&first);
    for text in record.deeds() {
        match position.read(text)? {
            Deed::Act(action) => {
                position.check(action)?;
                tally.action(&position, action);
                position.play_watched(action, &mut tally);
            }
            Deed::Leave(seat, Leaving::Flagged) if seat == position.turn() && position.ending().is_none() => {
                position.end_turn(&mut tally);
            }
            Deed::Leave(seat, why) => position.leave(seat, why)?,
            Deed::Agree => position.agree()?,
        }
    }
    Ok(tally.close(&first, &position))
}

struct Tally {
    sides: [SideStatistics; 2],
}

impl Tally {
    fn new(position: &Position) -> Self {
        Self { sides: Side::ALL.map(|side| SideStatistics::new(position, side)) }
    }

    fn side(&mut self, side: Side) -> &mut SideStatistics {
        &mut self.sides[side.index()]
    }

    fn general(&mut self, unit: Unit) -> &mut GeneralStatistics {
        &mut self.side(unit.side()).generals[unit.slot()]
    }

    fn action(&mut self, position: &Position, action: Action) {
        match action {
            Action::Move(actor, path) => {
                self.general(actor.unit).moves += 1;
                self.general(actor.unit).steps += path.tiles().len() as u32;
            }
            Action::Attack(actor, target) => self.attack(position, actor.unit, target),
            Action::Knock(actor) => self.general(actor.unit).knocks += 1,
            Action::Sortie(actor, ..) => self.general(actor.unit).sorties += 1,
            Action::Tactic(actor, tactic, _) => self.tactic(actor.unit, tactic),
            Action::End => {}
        }
    }

    fn attack(&mut self, position: &Position, unit: Unit, target: Target) {
        self.general(unit).attacks += 1;
        let attacks = &mut self.side(unit.side()).attacks;
        let line = match target {
            Target::Tile(_) => None,
            Target::General(enemy) => position.tile(unit).zip(position.tile(enemy.unit)),
        };
        match line.and_then(|(from, to)| from.line_to(to)) {
            Some(Line::Sun) => attacks.sun += 1,
            Some(Line::Moon) => attacks.moon += 1,
            Some(Line::Front) => attacks.front += 1,
            None => attacks.structures += 1,
        }
    }

    fn tactic(&mut self, unit: Unit, tactic: Tactic) {
        self.general(unit).tactics += 1;
        self.side(unit.side()).tactics.push(tactic.code());
    }

    fn close(mut self, first: &Position, last: &Position) -> Statistics {
        for side in Side::ALL {
            let entry = self.side(side);
            entry.knocks = last.knocks(side);
            entry.generals_left = last.generals_left(side);
            entry.troops_left = last.strength(side);
        }
        // An adjudicated game has already counted the turn after the last one (§25).
        let adjudicated = matches!(last.ending(), Some(Ending::Drawn | Ending::Won(_, Reason::Adjudication)));
        let begun = last.turn_number() - first.turn_number() + u16::from(!adjudicated);
        Statistics { player_turns: begun, result: last.result(), sides: self.sides }
    }
}

impl SideStatistics {
    fn new(position: &Position, side: Side) -> Self {
        let general = |slot| GeneralStatistics { code: position.code(Unit::new(side, slot)), ..Default::default() };
        Self {
            seat: side.letter(),
            knocks: 0,
            troops_lost: 0,
            troops_dealt: 0,
            annihilations: 0,
            exits: 0,
            generals_left: 0,
            troops_left: 0,
            attacks: Attacks::default(),
            tactics: Vec::new(),
            generals: std::array::from_fn(general),
        }
    }
}

impl Watcher for Tally {
    fn lost(&mut self, unit: Unit, troops: u8, by: Option<Side>) {
        let troops = u32::from(troops);
        self.side(unit.side()).troops_lost += troops;
        self.general(unit).troops_lost += troops;
        if by == Some(unit.side().other()) {
            self.side(unit.side().other()).troops_dealt += troops;
        }
    }

    fn annihilated(&mut self, unit: Unit, fallen: bool) {
        self.side(unit.side()).annihilations += 1;
        self.side(unit.side()).exits += u32::from(fallen);
        self.general(unit).annihilations += 1;
    }
}
