//! Proofs of puzzles: how a certain end is forced, and that no other turn forces it as soon.

use game::Table;
use thiserror::Error;

use super::aim::Aim;
use super::puzzle::{Puzzle, play};
use super::{Goal, Prover};
use crate::catalog;

/// How many positions a proof may look at.
pub const NODES_MAX: u64 = 2_000_000;
/// So many replies are tried until one leaves the solver a single answer.
const REPLIES_TRIED: usize = 12;

/// Positions that may still be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// So many.
    #[must_use]
    pub const fn new(nodes: u64) -> Self {
        Self { left: nodes }
    }

    /// How many are left.
    #[must_use]
    pub const fn left(self) -> u64 {
        self.left
    }

    pub(super) fn spend(&mut self) -> Result<(), Unproved> {
        self.left = self.left.checked_sub(1).ok_or(Unproved::Spent)?;
        Ok(())
    }
}

/// Why something is not proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unproved {
    /// The budget is used up.
    #[error("the budget of positions does not suffice")]
    Spent,
    /// There is a defense.
    #[error("it is not forced in so many turns")]
    NotForced,
    /// Fewer turns suffice.
    #[error("it is forced in fewer turns")]
    Sooner,
    /// Another turn does it, too.
    #[error("another turn does it as soon")]
    Other,
    /// The line is not the one that is forced.
    #[error("the line does not begin with the turn that forces it")]
    Line,
}

fn prover(kind: &str) -> Result<Prover, Unproved> {
    catalog::prover(kind).ok_or(Unproved::NotForced)
}

/// In how few turns an aim can be forced with nothing but threats, up to so many; quick, and no proof of being the
/// only way.
#[must_use]
pub fn find(kind: &str, table: &dyn Table, aim: &Aim, turns_max: usize, nodes: u64) -> Option<usize> {
    (prover(kind).ok()?.find)(table, aim, turns_max, &mut Budget::new(nodes))
}

/// The whole line of the only way to force an aim in just so many turns, with replies that hold out longest and leave
/// the solver a single answer where there are such.
///
/// # Errors
/// Why there is no such line, or that the budget does not suffice.
pub fn prove(
    kind: &str,
    table: &dyn Table,
    aim: &Aim,
    turns: usize,
    budget: &mut Budget,
) -> Result<Vec<Vec<String>>, Unproved> {
    let first = (prover(kind)?.only)(table, aim, turns, budget)?;
    go_on(kind, table, aim, turns, first, budget)
}

/// The line from a turn that is known to be the right one.
fn go_on(
    kind: &str,
    table: &dyn Table,
    aim: &Aim,
    turns: usize,
    own: Vec<String>,
    budget: &mut Budget,
) -> Result<Vec<Vec<String>>, Unproved> {
    let after = played(table, &own)?;
    if turns == 1 {
        return Ok(vec![own]);
    }
    let prover = prover(kind)?;
    let replies = (prover.replies)(after.as_ref(), aim, turns - 1, budget)?;
    let mut loose = None;
    for reply in replies.into_iter().take(REPLIES_TRIED) {
        let next = played(after.as_ref(), &reply)?;
        match (prover.only)(next.as_ref(), aim, turns - 1, budget) {
            Ok(turn) => {
                let rest = go_on(kind, next.as_ref(), aim, turns - 1, turn, budget);
                if rest != Err(Unproved::Other) {
                    return Ok([vec![own, reply], rest?].concat());
                }
            }
            // Whatever ends the game at once is accepted, so the last turn need not be the only one.
            Err(Unproved::Other) if turns == 2 => {
                loose.get_or_insert((reply, next));
            }
            Err(Unproved::Other | Unproved::Sooner) => {}
            Err(why) => return Err(why),
        }
    }
    let (reply, next) = loose.ok_or(Unproved::Other)?;
    let last = (prover.last)(next.as_ref(), aim, budget)?;
    Ok(vec![own, reply, last])
}

fn played(table: &dyn Table, acts: &[String]) -> Result<Box<dyn Table>, Unproved> {
    let mut table = table.fork();
    for act in acts {
        play(table.as_mut(), act).map_err(|_| Unproved::Line)?;
    }
    Ok(table)
}

/// Proves a puzzle with a certain end anew, along its line: every turn of the solver is the only one that forces the
/// end as soon, but for the last, where whatever ends the game is right.
///
/// # Errors
/// What does not hold.
pub fn check(puzzle: &Puzzle, budget: &mut Budget) -> Result<(), Unproved> {
    if puzzle.goal == Goal::Gain {
        return Err(Unproved::NotForced);
    }
    let prover = prover(&puzzle.kind)?;
    let aim = puzzle.aim().map_err(|_| Unproved::Line)?;
    let mut table = puzzle.start().map_err(|_| Unproved::Line)?;
    let count = puzzle.own_turns();
    for (index, turn) in puzzle.turns.iter().enumerate() {
        let left = count - index / 2;
        if index.is_multiple_of(2) && (index == 0 || left > 1) {
            let only = (prover.only)(table.as_ref(), &aim, left, budget)?;
            let [one, other] = [played(table.as_ref(), &only)?, played(table.as_ref(), turn)?];
            let mut sorted = [only, turn.clone()];
            for acts in &mut sorted {
                acts.sort_unstable();
            }
            if one.key() != other.key() && sorted[0] != sorted[1] {
                return Err(Unproved::Line);
            }
        }
        puzzle.play_turn(table.as_mut(), index, turn).map_err(|_| Unproved::Line)?;
    }
    if aim.is_reached(table.as_ref()) { Ok(()) } else { Err(Unproved::NotForced) }
}
