//! Looks through one game.

use anyhow::{Context as _, Result};
use engine::puzzles::prove::{self, NODES_MAX};
use engine::puzzles::{Aim, Budget, Goal, Proof, Puzzle, RD_FIRST, themes};
use game::{Seat, Table};

use super::recheck::agrees;
use super::screen::{Analyst, Prospect, TWICE_NODES};
use super::slips::{Ground, Slip, slips};
use super::{Order, Yield, origin};

/// So many deeds lie between two puzzles of a game.
const APART: usize = 20;
/// Mates are looked for up to so many turns.
const MATE_MAX: usize = 4;
/// And up to so many if they begin with a quiet turn.
const QUIET_MATE_MAX: usize = 3;
/// How many positions the search for threats may look at.
const THREAT_NODES: u64 = 20_000;
/// Until somebody has tried it.
const RATING_UNKNOWN: u16 = 1500;
/// Of a turn with several actions, so many are enough to be a puzzle.
const ACTS_MIN: usize = 2;

/// The puzzles of one game, the first of every stretch of it.
pub(super) fn through(order: &Order, number: usize) -> Result<Yield> {
    let kind = order.game.about().kind;
    let mut analyst = Analyst::new(kind).with_context(|| format!("no engine plays {kind}"))?;
    let mut found = Yield { number, positions: 0, puzzles: Vec::new() };
    let mut free_from = 0;
    for slip in slips(order, number)? {
        if slip.deeds < free_from {
            continue;
        }
        found.positions += 1;
        if let Some(mut puzzle) = puzzle(&slip, kind, &mut analyst) {
            puzzle.from = origin(order, number);
            found.puzzles.push(puzzle);
            free_from = slip.deeds + APART;
        }
    }
    Ok(found)
}

/// The puzzle that a slip leads to, if it does.
fn puzzle(slip: &Slip, kind: &'static str, analyst: &mut Analyst) -> Option<Puzzle> {
    let mut table = slip.before.fork();
    for act in &slip.acts {
        table.play(act).ok()?;
    }
    let (mover, solver) = (slip.before.turn()?, table.turn()?);
    // Nothing is to be found before the men stand.
    if mover == solver || table.legal().len() < 2 || table.men().is_empty() {
        return None;
    }
    let mut search = Search { kind, before: slip.before.as_ref(), table: table.as_ref(), solver, analyst };
    let (goal, turns) = search.line(Ground::of(kind))?;
    let proof = if goal.is_certain() { Proof::All } else { Proof::Twice };
    let mut puzzle = Puzzle {
        id: String::new(),
        kind: kind.to_owned(),
        rules: slip.before.record().rules,
        state: slip.before.state(),
        before: slip.acts.clone(),
        seat: u8::try_from(solver.index()).ok()?,
        turns,
        goal,
        proof,
        themes: Vec::new(),
        rating: RATING_UNKNOWN,
        rd: RD_FIRST,
        from: String::new(),
    };
    // It is proved once more as readers will see it: from its state alone.
    let holds = match proof {
        Proof::All => prove::check(&puzzle, &mut Budget::new(NODES_MAX)).is_ok(),
        Proof::Twice => agrees(&puzzle, TWICE_NODES) == Some(true),
    };
    puzzle.themes = themes(&puzzle).ok()?;
    holds.then_some(puzzle)
}

/// A goal and the line that reaches it.
type Found = (Goal, Vec<Vec<String>>);

/// One position under the glass.
struct Search<'a> {
    kind: &'static str,
    before: &'a dyn Table,
    table: &'a dyn Table,
    solver: Seat,
    analyst: &'a mut Analyst,
}

impl Search<'_> {
    /// What there is to find: a certain end, or else a gain.
    fn line(&mut self, ground: &Ground) -> Option<Found> {
        if !ground.has_gains {
            return self.is_open().then(|| self.within_a_turn())?;
        }
        let aim = self.aim(Goal::Mate, 1);
        match prove::find(self.kind, self.table, &aim, MATE_MAX, THREAT_NODES) {
            Some(turns) => self.is_open().then(|| self.mate(turns))?,
            None => self.gain(),
        }
    }

    /// Whether nothing was decided before the mistake.
    fn is_open(&mut self) -> bool {
        self.analyst.is_open(self.before, self.solver)
    }

    fn aim(&self, goal: Goal, times: usize) -> Aim {
        Aim::new(goal, self.table, self.solver, times)
    }

    fn proved(&self, aim: &Aim, turns: usize) -> Option<Vec<Vec<String>>> {
        prove::prove(self.kind, self.table, aim, turns, &mut Budget::new(NODES_MAX)).ok()
    }

    fn mate(&self, turns: usize) -> Option<Found> {
        self.proved(&self.aim(Goal::Mate, 1), turns).map(|line| (Goal::Mate, line))
    }

    /// What one turn of several actions can reach, and in one way only.
    fn within_a_turn(&self) -> Option<Found> {
        [Goal::Knock, Goal::Annihilate].into_iter().find_map(|goal| {
            let once = self.proved(&self.aim(goal, 1), 1)?;
            // What one action does is no puzzle; doing it twice may be one.
            let line = if once[0].len() >= ACTS_MIN { once } else { self.proved(&self.aim(goal, 2), 1)? };
            Some((goal, line))
        })
    }

    /// What gains by the analyst's judgment; a certain win that it finds is proved as one.
    fn gain(&mut self) -> Option<Found> {
        let prospect = self.analyst.stands_out(self.table, self.solver)?;
        if !self.is_open() {
            return None;
        }
        match prospect {
            Prospect::Win { turns } if turns <= QUIET_MATE_MAX => self.mate(turns),
            Prospect::Win { .. } => None,
            Prospect::Gain => {
                let line = self.analyst.gain(self.table, self.solver)?;
                does_something(self.table, &line).then_some((Goal::Gain, line))
            }
        }
    }
}

/// A win by answering a pass with a pass, or by letting kings face, is no puzzle: every own turn moves somebody, and
/// no turn ends the game by counting.
fn does_something(start: &dyn Table, line: &[Vec<String>]) -> bool {
    let mut table = start.fork();
    for (index, turn) in line.iter().enumerate() {
        for act in turn {
            let men = table.men();
            if table.play(act).is_err() {
                return false;
            }
            let is_own = index % 2 == 0;
            let faces = table.gauge("facing") == Some(1.0);
            if is_own && (men == table.men() || faces || table.outcome().is_some()) {
                return false;
            }
        }
    }
    true
}
