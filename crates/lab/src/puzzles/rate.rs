//! How hard a puzzle is, before people have tried it: by the weakest player of the house that solves it, or by its
//! length where players are not told what to look for.

use engine::janggi::level::Rank;
use engine::levels::Level;
use engine::puzzles::{Attempt, Goal, Puzzle, attempt};
use engine::{Decision, Limits, Task, catalog};

/// How often every player tries.
const TRIES: u64 = 5;
/// How many of these must be right.
const RIGHT: usize = 3;
/// No player looks at more positions for a puzzle.
const NODES_MAX: u64 = 100_000;
/// More own actions than any line has.
const ACTS_MAX: usize = 32;

/// A player, and the rating of what it is the weakest to solve.
struct Solver {
    level: &'static str,
    rating: u16,
}

/// The players from the weakest on, and the rating of what none of them solves.
fn ladder(kind: &str) -> (Vec<Solver>, u16) {
    let levels = catalog::levels(kind);
    if levels.iter().any(|level| Rank::from_name(level.name).is_some()) {
        let ranks = (0..Rank::COUNT).filter_map(Rank::new).zip(0..);
        let solver = |(rank, step): (Rank, u16)| Solver { level: rank.name(), rating: 600 + 50 * step };
        return (ranks.map(solver).collect(), 2000);
    }
    let ratings = Level::EVERYWHERE.iter().zip([800, 1100, 1400, 1700]);
    let solvers = ratings.map(|(level, rating)| Solver { level: level.info().name, rating });
    (solvers.collect(), 1900)
}

/// The puzzle with its first rating. A stronger player is taken to solve what a weaker one does.
#[must_use]
pub fn rated(mut puzzle: Puzzle) -> Puzzle {
    if matches!(puzzle.goal, Goal::Knock | Goal::Annihilate) {
        puzzle.rating = by_length(&puzzle);
        return puzzle;
    }
    let (solvers, none) = ladder(&puzzle.kind);
    let (mut low, mut high) = (0, solvers.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if is_solved(&puzzle, solvers[middle].level) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    puzzle.rating = solvers.get(low).map_or(none, |solver| solver.rating);
    puzzle
}

/// A player of the house plays for the game and not for this turn's goal. Actions make a turn hard, and more so if
/// something must be cleared away first or their order counts.
fn by_length(puzzle: &Puzzle) -> u16 {
    const BESIDES: [&str; 4] = ["annihilate", "unlock", "carrot", "order"];
    let acts = u16::try_from(puzzle.turns[0].len()).unwrap_or(u16::MAX).min(4);
    let besides = puzzle.themes.iter().filter(|theme| BESIDES.contains(&theme.as_str())).count();
    300 + 300 * acts + 150 * u16::try_from(besides.min(BESIDES.len())).unwrap_or_default()
}

/// Whether a player is right in most of its tries.
fn is_solved(puzzle: &Puzzle, level: &str) -> bool {
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..TRIES {
        if solves(puzzle, level, seed) == Some(true) {
            right += 1;
        } else {
            wrong += 1;
        }
        if right >= RIGHT || wrong > TRIES as usize - RIGHT {
            break;
        }
    }
    right >= RIGHT
}

fn solves(puzzle: &Puzzle, level: &str, seed: u64) -> Option<bool> {
    let mut brain = catalog::seeded_brain(&puzzle.kind, level, seed)?;
    let limits = Limits { nodes: Some(NODES_MAX), ..Limits::default() };
    let mut tried = Attempt::default();
    while tried.acts.len() < ACTS_MAX {
        let answer = attempt(puzzle, &tried).ok()?;
        if answer.done || !answer.ok {
            return Some(answer.done);
        }
        let task = Task::choose(answer.table.as_ref(), puzzle.solver(), limits, &());
        match brain.think(&task, &mut |_| ()) {
            Decision::Act(act) => tried.acts.push(act),
            Decision::Resign => return Some(false),
        }
    }
    Some(false)
}
