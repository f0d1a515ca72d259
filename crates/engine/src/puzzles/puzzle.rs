//! What a line of a puzzle file says.

use game::{Seat, Table};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::aim::{Aim, Goal};
use super::themes::known;
use crate::catalog;

/// The longest line of a file, in bytes.
pub const LINE_MAX: usize = 2048;
/// The most puzzles of a file.
const PUZZLES_MAX: usize = 100_000;
/// The most turns of a line, replies included.
const TURNS_MAX: usize = 15;
/// The most actions of one turn, or of all others between two turns of the solver.
const ACTS_MAX: usize = 16;
/// The most themes of one puzzle.
const THEMES_MAX: usize = 12;
/// How far the first rating may be off.
pub const RD_FIRST: u16 = 250;

/// A position in which one turn is right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name in addresses.
    pub id: String,
    /// The game.
    pub kind: String,
    /// Rules as `--rules` writes them.
    pub rules: String,
    /// The position before the mistake.
    pub state: String,
    /// The mistake, shown first.
    pub before: Vec<String>,
    /// Who is to find the answer.
    pub seat: u8,
    /// The solver's turns and the strongest replies in between.
    pub turns: Vec<Vec<String>>,
    /// What is asked for.
    pub goal: Goal,
    /// How it was proved.
    pub proof: Proof,
    /// What the line shows.
    pub themes: Vec<String>,
    /// How hard it is, before people have tried it.
    pub rating: u16,
    /// How far that may be off.
    #[serde(default = "usual_rd", skip_serializing_if = "is_usual_rd")]
    pub rd: u16,
    /// Where it comes from.
    pub from: String,
}

/// How a puzzle was proved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// Every reply was tried, and no other turn is as quick.
    All,
    /// A second, longer search with empty memory says the same.
    Twice,
}

const fn usual_rd() -> u16 {
    RD_FIRST
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_usual_rd(rd: &u16) -> bool {
    *rd == RD_FIRST
}

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// It is not written as one.
    #[error("{0}")]
    Form(String),
    /// A field is longer or larger than it may be.
    #[error("`{0}` is out of its bounds")]
    Bounds(&'static str),
    /// There is no such game.
    #[error("there is no game `{0}`")]
    Kind(String),
    /// No theme of its game.
    #[error("`{0}` is no theme of its game")]
    Theme(String),
    /// The rules or the state are refused.
    #[error("the position is refused: {0}")]
    Position(String),
    /// An action is refused.
    #[error("`{act}` is refused: {why}")]
    Act {
        /// The action.
        act: String,
        /// Why.
        why: String,
    },
    /// Somebody else is to move than the line says.
    #[error("`{0}` is not done by whose turn the line says it is")]
    Turn(String),
    /// The line does not do what the goal asks.
    #[error("the line does not reach its goal")]
    Goal,
    /// Another puzzle has the name.
    #[error("the id `{0}` is taken")]
    Taken(String),
}

/// A file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {flaw}")]
pub struct NotRead {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub flaw: Flaw,
}

/// Reads a file of puzzles, one a line, and plays every one through.
///
/// # Errors
/// The first line that is not a puzzle, and why.
pub fn read(text: &str) -> Result<Vec<Puzzle>, NotRead> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut ids = std::collections::HashSet::new();
    for (line, row) in (1..).zip(text.lines()) {
        let found = if line > PUZZLES_MAX { Err(Flaw::Bounds("puzzles")) } else { read_line(row) };
        let puzzle = found.map_err(|flaw| NotRead { line, flaw })?;
        if !ids.insert(puzzle.id.clone()) {
            return Err(NotRead { line, flaw: Flaw::Taken(puzzle.id) });
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

/// Reads one puzzle and plays it through.
///
/// # Errors
/// What is wrong with it.
pub fn read_line(line: &str) -> Result<Puzzle, Flaw> {
    let puzzle = Puzzle::trusted(line)?;
    puzzle.within_bounds()?;
    puzzle.play_through()?;
    Ok(puzzle)
}

impl Puzzle {
    /// What a line would be as a puzzle: its solver's turns and what the others do in between.
    pub(super) fn of_line(kind: &str, from: &dyn Table, solver: Seat, acts: &[String], goal: Goal) -> Option<Self> {
        let mut table = from.fork();
        let mut turns: Vec<Vec<String>> = vec![Vec::new()];
        for act in acts {
            let is_own = table.turn()? == solver;
            if is_own == turns.len().is_multiple_of(2) {
                turns.push(Vec::new());
            }
            play(table.as_mut(), act).ok()?;
            turns.last_mut()?.push(act.clone());
        }
        // Nobody is asked for what others do last.
        if turns.len().is_multiple_of(2) {
            turns.pop();
        }
        turns.last().is_some_and(|turn| !turn.is_empty()).then_some(())?;
        Some(Self {
            id: String::new(),
            kind: kind.to_owned(),
            rules: from.record().rules,
            state: from.state(),
            before: Vec::new(),
            seat: u8::try_from(solver.index()).ok()?,
            turns,
            goal,
            proof: Proof::Twice,
            themes: Vec::new(),
            rating: 0,
            rd: RD_FIRST,
            from: String::new(),
        })
    }

    /// Reads a line that was checked before.
    pub(super) fn trusted(line: &str) -> Result<Self, Flaw> {
        if line.len() > LINE_MAX {
            return Err(Flaw::Bounds("line"));
        }
        serde_json::from_str(line).map_err(|error| Flaw::Form(error.to_string()))
    }

    fn within_bounds(&self) -> Result<(), Flaw> {
        let named = |id: &str| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let acts = |acts: &[String]| !acts.is_empty() && acts.len() <= ACTS_MAX;
        let turns = self.turns.len() % 2 == 1 && self.turns.len() <= TURNS_MAX;
        let checks = [
            ("id", (3..=12).contains(&self.id.len()) && named(&self.id)),
            ("before", self.before.len() <= ACTS_MAX),
            ("turns", turns && self.turns.iter().all(|turn| acts(turn))),
            ("themes", self.themes.len() <= THEMES_MAX),
            ("rating", (100..=3500).contains(&self.rating)),
            ("rd", (30..=350).contains(&self.rd)),
            ("from", self.from.len() <= 40),
        ];
        if let Some((field, _)) = checks.iter().find(|(_, holds)| !holds) {
            return Err(Flaw::Bounds(field));
        }
        match self.themes.iter().find(|theme| !known(&self.kind, theme)) {
            Some(theme) => Err(Flaw::Theme(theme.clone())),
            None => Ok(()),
        }
    }

    fn play_through(&self) -> Result<(), Flaw> {
        let mut table = self.start()?;
        let aim = self.aim()?;
        for (index, turn) in self.turns.iter().enumerate() {
            self.play_turn(table.as_mut(), index, turn)?;
        }
        let reached = aim.is_reached(table.as_ref());
        if self.goal.is_certain() && !reached { Err(Flaw::Goal) } else { Ok(()) }
    }

    /// Plays one turn of the line: the solver's, or all of the others' before the solver's next.
    pub(super) fn play_turn(&self, table: &mut dyn Table, index: usize, turn: &[String]) -> Result<(), Flaw> {
        let is_own = index.is_multiple_of(2);
        for act in turn {
            if table.turn().is_some_and(|seat| (seat == self.solver()) != is_own) {
                return Err(Flaw::Turn(act.clone()));
            }
            play(table, act)?;
        }
        let is_last = index + 1 == self.turns.len();
        match table.turn() {
            Some(seat) if !is_last && (seat == self.solver()) == is_own => {
                Err(Flaw::Turn(turn.last().cloned().unwrap_or_default()))
            }
            None if !is_last => Err(Flaw::Goal),
            _ => Ok(()),
        }
    }

    /// The puzzle as a line of a file, without its end.
    ///
    /// # Panics
    /// Never: all of it can be written.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }

    /// Who solves it.
    ///
    /// # Panics
    /// Never for a puzzle that was read: no game has so many seats.
    #[must_use]
    pub fn solver(&self) -> Seat {
        Seat::new(usize::from(self.seat))
    }

    /// How many turns the solver has.
    #[must_use]
    pub const fn own_turns(&self) -> usize {
        self.turns.len().div_ceil(2)
    }

    /// The position before the mistake.
    ///
    /// # Errors
    /// If there is no such game or position.
    pub fn origin(&self) -> Result<Box<dyn Table>, Flaw> {
        let game = catalog::find(&self.kind).ok_or_else(|| Flaw::Kind(self.kind.clone()))?;
        if usize::from(self.seat) >= game.about().seats.len() {
            return Err(Flaw::Bounds("seat"));
        }
        game.load(&self.rules, &self.state).map_err(|refusal| Flaw::Position(refusal.to_string()))
    }

    /// The position after the mistake: the solver is to move.
    ///
    /// # Errors
    /// If there is no such game or position, or the solver is not to move.
    pub fn start(&self) -> Result<Box<dyn Table>, Flaw> {
        let mut table = self.origin()?;
        for act in &self.before {
            play(table.as_mut(), act)?;
        }
        if table.turn() == Some(self.solver()) { Ok(table) } else { Err(Flaw::Turn(self.before.concat())) }
    }

    /// What is to be reached: of what can be counted, as much as the line brings.
    ///
    /// # Errors
    /// As [`start`](Self::start), or if the line is refused.
    pub fn aim(&self) -> Result<Aim, Flaw> {
        let start = self.start()?;
        let mut end = start.fork();
        for (index, turn) in self.turns.iter().enumerate() {
            self.play_turn(end.as_mut(), index, turn)?;
        }
        let holds = |times: &usize| Aim::new(self.goal, start.as_ref(), self.solver(), *times).is_reached(end.as_ref());
        let times = (1..=TIMES_MAX).rev().find(holds).unwrap_or(1);
        Ok(Aim::new(self.goal, start.as_ref(), self.solver(), times))
    }
}

/// The most knocks or annihilations of one turn.
const TIMES_MAX: usize = 4;

/// Plays an action and what the rules do after it.
pub(super) fn play(table: &mut dyn Table, act: &str) -> Result<(), Flaw> {
    table.play(act).map_err(|refusal| Flaw::Act { act: act.to_owned(), why: refusal.to_string() })?;
    table.carry_out_forced();
    Ok(())
}
