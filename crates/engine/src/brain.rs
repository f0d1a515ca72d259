//! Thinking players.

use game::{BySeat, Seat, Table};
use serde::{Deserialize, Serialize};

/// A thinking player. Called once an action; inside, everything is static.
pub trait Brain: Send {
    /// Chooses for the seat whose turn it is, and tells what it thinks on the way.
    fn think(&mut self, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Decision;

    /// Chooses what a seat brings to the table before the first action, knowing what the other
    /// seats have chosen openly: the value of the start choice named after the seat.
    fn choose_opening(&mut self, choices: &str, seat: Seat) -> Option<String> {
        let _ = (choices, seat);
        None
    }

    /// About how many bytes it keeps from one thought to the next; 0 if a new one would do as well. What it
    /// remembers may make later answers better: only a fresh player gives the same answers to the same questions.
    fn memory(&self) -> usize {
        0
    }
}

/// What is to be thought about.
pub struct Task<'a> {
    /// The game; a brain looks at it only through its own seat's mask.
    pub table: &'a dyn Table,
    /// For whom to think.
    pub seat: Seat,
    /// How long to think.
    pub limits: Limits,
    /// Time and the wish to stop come from outside.
    pub timer: &'a dyn Timer,
    /// How many lines to tell; with none wanted, only the decision matters.
    pub lines: usize,
    /// The only actions to think about, in canonical spelling; empty for all.
    pub only: &'a [String],
    /// Whether the game shows no more than the seat knows already, and nothing of it is to be masked.
    pub known: bool,
}

impl<'a> Task<'a> {
    /// Asks what to do, and no more.
    #[must_use]
    pub const fn choose(table: &'a dyn Table, seat: Seat, limits: Limits, timer: &'a dyn Timer) -> Self {
        Self { table, seat, limits, timer, lines: 0, only: &[], known: false }
    }

    /// Whether somebody wants to know what the possibilities are worth, even where there is no choice.
    #[must_use]
    pub(crate) const fn is_study(&self) -> bool {
        self.lines > 0
    }
}

/// When to stop. Whatever comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// So many positions.
    pub nodes: Option<u64>,
    /// So deep.
    pub depth: Option<u32>,
    /// So long.
    pub time_ms: Option<u64>,
}

/// The clock and the stop signal of a thought.
pub trait Timer: Sync {
    /// Milliseconds since the thought began.
    fn elapsed_ms(&self) -> u64;
    /// Whether someone has asked to stop.
    fn stopped(&self) -> bool;
}

/// No clock and no wish to stop: for fixed nodes and depths.
impl Timer for () {
    fn elapsed_ms(&self) -> u64 {
        0
    }

    fn stopped(&self) -> bool {
        false
    }
}

/// A look into the thinking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thought {
    /// Which of the wanted lines, the best is 0. All lines of a depth are told together, in order.
    pub index: usize,
    /// How deep, in plies.
    pub depth: u32,
    /// The worth of the position for the thinking seat.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// The expected line, as action texts.
    pub line: Vec<String>,
    /// What the end of the line is worth to each seat, in the judge's unit; certain ends are far outside. With
    /// two seats it is the score and its opposite.
    pub values: BySeat<i32>,
}

/// A value to one seat that is its opposite to all others.
#[must_use]
pub(crate) fn opposed(seats: usize, seat: Seat, value: i32) -> BySeat<i32> {
    BySeat::from_fn(seats, |other| if other == seat { value } else { -value })
}

/// What a position is worth to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Hundredths of the game's smallest piece, or whatever unit its judge uses.
    Value(i32),
    /// A forced win after so many plies.
    WinIn(u32),
    /// A forced loss after so many plies.
    LossIn(u32),
    /// A draw that neither side can avoid.
    Draw,
}

/// What a brain decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// To act so.
    Act(String),
    /// To give up.
    Resign,
}
