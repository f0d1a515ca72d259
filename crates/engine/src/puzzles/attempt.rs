//! A try at a puzzle: one question, one answer.

use game::{Man, Refusal, Seat, Table};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::puzzle::{Flaw, Puzzle, play};
use crate::lessons::{ACTS_MAX, SHOWN_FROM, Told, told};

/// How much of a refutation is shown.
const REFUTATION_MAX: usize = 4;

/// What a solver has done since the puzzle began.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The own actions.
    pub acts: Vec<String>,
    /// How many steps of help were asked for.
    #[serde(default)]
    pub hints: u32,
    /// Whether a wrong try is to be refuted.
    #[serde(default)]
    pub show: bool,
}

/// What comes of it.
#[derive(Serialize)]
pub struct Answer {
    /// Whether all of it was right.
    pub ok: bool,
    /// Whether the puzzle is solved.
    pub done: bool,
    /// The board as the solver sees it.
    pub view: Box<RawValue>,
    /// What may be done now; nothing unless the puzzle goes on.
    pub legal: Vec<String>,
    /// The last own action and the replies to it, oldest first; at the beginning, the mistake.
    pub told: Vec<Told>,
    /// Where the man stands that is to act, for whoever asked for help.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// What is to be done, for whoever asked for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// How others answer what was wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refutation: Vec<Told>,
    /// The game as it stands, for whoever refutes it.
    #[serde(skip)]
    pub table: Box<dyn Table>,
}

/// Where a try has led.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The solver is to go on.
    Going,
    /// Solved.
    Right,
    /// Not the turn that was asked for.
    Wrong,
}

/// A puzzle as it begins: the mistake is told, the solver is to move.
///
/// # Errors
/// What is wrong with the puzzle.
pub fn begin(puzzle: &Puzzle) -> Result<(Box<RawValue>, Answer), Flaw> {
    let origin = puzzle.origin()?.written_view(Some(puzzle.solver()));
    Ok((origin, seen(puzzle.solver(), puzzle.start()?, 0, Verdict::Going)))
}

/// Plays a puzzle as far as the attempt goes.
///
/// # Errors
/// Which rule refuses an action; `E_OVER` for what comes after the end.
pub fn attempt(puzzle: &Puzzle, attempt: &Attempt) -> Result<Answer, Refusal> {
    let mut run = Run::new(puzzle).map_err(|flaw| Refusal::new("E_PUZZLE", flaw.to_string()))?;
    let mut from = 0;
    for act in attempt.acts.iter().take(ACTS_MAX) {
        if run.verdict != Verdict::Going {
            return Err(Refusal::new("E_OVER", "the puzzle has come to its end"));
        }
        from = run.table.deeds();
        run.act(act)?;
    }
    let help = if run.verdict == Verdict::Going && attempt.hints > 0 { run.next() } else { None };
    let mut answer = seen(puzzle.solver(), run.table, from, run.verdict);
    if let Some((act, cells)) = help {
        answer.act = (attempt.hints >= SHOWN_FROM).then_some(act);
        answer.cells = cells;
    }
    Ok(answer)
}

impl Answer {
    /// Adds how others answer: the beginning of a line from where the try has led.
    pub fn refute(&mut self, puzzle: &Puzzle, line: &[String]) {
        let mut table = self.table.fork();
        let from = table.deeds();
        for act in line.iter().take(REFUTATION_MAX) {
            if table.play(act).is_err() {
                break;
            }
        }
        self.refutation = told(puzzle.solver(), table.as_ref(), from);
    }
}

/// A puzzle on its way.
struct Run<'a> {
    puzzle: &'a Puzzle,
    aim: super::Aim,
    table: Box<dyn Table>,
    /// The turn of the line that is being played.
    turn: usize,
    /// The position before it.
    before: Box<dyn Table>,
    /// What was done of it.
    done: Vec<String>,
    verdict: Verdict,
}

impl<'a> Run<'a> {
    fn new(puzzle: &'a Puzzle) -> Result<Self, Flaw> {
        let (table, aim) = (puzzle.start()?, puzzle.aim()?);
        Ok(Self { puzzle, aim, before: table.fork(), table, turn: 0, done: Vec::new(), verdict: Verdict::Going })
    }

    fn act(&mut self, act: &str) -> Result<(), Refusal> {
        let (from, mark) = (self.table.deeds(), self.table.turn_mark());
        self.table.play(act)?;
        self.done.extend(self.table.deed(from).map(str::to_owned));
        self.table.carry_out_forced();
        let seat = self.puzzle.solver();
        let won = self.table.outcome().is_some_and(|outcome| outcome.winner() == Some(seat));
        if won || self.aim.is_reached(self.table.as_ref()) {
            self.verdict = Verdict::Right;
            return Ok(());
        }
        let goes_on = self.table.turn() == Some(seat) && self.table.turn_mark() == mark;
        if !goes_on || self.done.len() >= self.expected().len() {
            self.end_turn();
        }
        Ok(())
    }

    fn expected(&self) -> &[String] {
        self.puzzle.turns.get(self.turn).map_or(&[], Vec::as_slice)
    }

    /// Compares where a turn has led with where it should have led, and lets the others reply.
    fn end_turn(&mut self) {
        let mut wanted = self.before.fork();
        let expected = self.expected().to_vec();
        let same =
            plays(wanted.as_mut(), &expected) && wanted.key() == self.table.key() && wanted.turn() == self.table.turn();
        if !same {
            self.verdict = Verdict::Wrong;
            return;
        }
        let Some(reply) = self.puzzle.turns.get(self.turn + 1) else {
            self.verdict = Verdict::Right;
            return;
        };
        // A reply of the line is legal, or the puzzle would not have been read.
        plays(self.table.as_mut(), reply);
        self.turn += 2;
        self.done.clear();
        self.before = self.table.fork();
    }

    /// The next action of the line that is not done yet, and where the man stands that does it.
    fn next(&self) -> Option<(String, Vec<String>)> {
        let legal = self.table.legal();
        let act = self.expected().iter().find(|act| !self.done.contains(act) && legal.contains(act))?;
        let mut after = self.table.fork();
        after.play(act).ok()?;
        Some((act.clone(), left(self.puzzle.solver(), &self.table.men(), &after.men())))
    }
}

/// Plays actions, as far as they are legal; whether all were.
fn plays(table: &mut dyn Table, acts: &[String]) -> bool {
    acts.iter().all(|act| play(table, act).is_ok())
}

/// The cells that a seat's men have left; else those where somebody else's men have changed.
fn left(seat: Seat, before: &[Man], after: &[Man]) -> Vec<String> {
    let gone = |own: bool| {
        let mut cells = before.iter().filter(|man| (man.seat == Some(seat)) == own && !after.contains(man));
        cells.next().map(|man| man.cell.clone())
    };
    gone(true).or_else(|| gone(false)).into_iter().collect()
}

fn seen(seat: Seat, table: Box<dyn Table>, from: usize, verdict: Verdict) -> Answer {
    let goes_on = verdict == Verdict::Going;
    Answer {
        ok: verdict != Verdict::Wrong,
        done: verdict == Verdict::Right,
        view: table.written_view(Some(seat)),
        legal: if goes_on { table.legal() } else { Vec::new() },
        told: told(seat, table.as_ref(), from),
        cells: Vec::new(),
        act: None,
        refutation: Vec::new(),
        table,
    }
}
