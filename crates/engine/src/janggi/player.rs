//! The engine as a thinking player of the house.

use std::sync::atomic::AtomicBool;

use game::Match;
use janggi::Position;

use super::engine::{Engine, Problem, Report};
use super::level::Level;
use super::search::{Budget, Line};
use super::value;
use crate::{Brain, Decision, Limits, Score, Task, Thought};

/// Enough for a few seconds.
const HASH_MB: usize = 32;

/// Plays janggi at a level, or as well as its limits let it.
pub struct Player {
    engine: Engine,
    level: Option<Level>,
    seed: u64,
}

/// No level thinks longer, however slow the machine.
const TIME_MAX_MS: u64 = 4_000;

impl Player {
    /// A player of that level, with other choices among equals for every seed; without a level it
    /// always plays the best that it finds.
    #[must_use]
    pub fn new(level: Option<Level>, seed: u64) -> Self {
        Self { engine: Engine::new(HASH_MB, 1), level, seed }
    }

    fn budget(&self, limits: &Limits) -> Budget {
        let mut budget = Budget { nodes: limits.nodes, hard_ms: limits.time_ms, ..Budget::default() };
        if let Some(depth) = limits.depth {
            budget.depth = i32::try_from(depth).unwrap_or(i32::MAX).clamp(1, budget.depth);
        }
        let Some(level) = self.level else { return budget };
        budget.hard_ms = Some(limits.time_ms.unwrap_or(TIME_MAX_MS).min(TIME_MAX_MS));
        level.limit(budget)
    }
}

impl Brain for Player {
    /// # Panics
    /// If the table is not one of janggi.
    fn think(&mut self, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Decision {
        let game = task.table.as_any().downcast_ref::<Match<Position>>().expect("a table of janggi");
        let problem = Problem::of(game);
        let budget = self.budget(&task.limits);
        let mut report =
            |report: Report<'_>| report.lines.first().into_iter().for_each(|line| tell(&thought(line, report.nodes)));
        let lines = self.engine.think(&problem, &budget, task.timer, &AtomicBool::new(false), &mut report);
        let choice = match self.level {
            Some(level) => level.choose(&lines, problem.seed() ^ self.seed.rotate_left(32)),
            None => lines.first(),
        };
        let action = choice.and_then(|line| line.actions.first());
        action.map_or(Decision::Resign, |action| Decision::Act(action.to_string()))
    }
}

fn thought(line: &Line, nodes: u64) -> Thought {
    Thought {
        depth: line.depth.unsigned_abs(),
        score: score(line.value),
        nodes,
        line: line.actions.iter().map(ToString::to_string).collect(),
    }
}

fn score(value: value::Value) -> Score {
    match value::end_plies(value) {
        Some(plies) if plies >= 0 => Score::WinIn(plies.unsigned_abs()),
        Some(plies) => Score::LossIn(plies.unsigned_abs()),
        None => Score::Value(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;
    use janggi::Rules;

    fn choice(level: Option<Level>, fen: &str, limits: Limits) -> (Decision, Vec<Thought>) {
        let table: Match<Position> = Match::load(Rules::FSF_JANGGI, fen).expect("a legal position");
        let seat = table.turn().unwrap_or(Seat::FIRST);
        let mut thoughts = Vec::new();
        let task = Task { table: &table, seat, limits, timer: &() };
        let decision = Player::new(level, 0).think(&task, &mut |thought| thoughts.push(thought.clone()));
        (decision, thoughts)
    }

    /// A chariot mates on the last rank, at every level.
    #[test]
    fn a_mate_in_one_is_played_and_counted() {
        let fen = "4k4/R8/9/9/9/9/9/9/9/3K3R1 w - - 0 1";
        for level in [None, Level::from_name("18k"), Level::from_name("9d")] {
            let limits = Limits { nodes: Some(20_000), depth: Some(6), time_ms: None };
            let (decision, thoughts) = choice(level, fen, limits);
            assert_eq!(decision, Decision::Act("h1h10".to_owned()), "{level:?}");
            assert!(thoughts.iter().any(|thought| thought.score == Score::WinIn(1)), "{level:?} {thoughts:?}");
        }
    }
}
