//! The janggi engine as one of the house's thinking players.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::{Match, Position as _, Seat};
use janggi::{Action, Lineup, Position, Side};

use super::depth::Depth;
use super::endgame::{Outcome, Prober};
use super::engine::{Engine, Judgment, Problem};
use super::level::Rank;
use super::lineups;
use super::search::{Budget, Line};
use super::value::Value;
use crate::brain::opposed;
use crate::{Brain, Decision, Limits, Score, Task, Thought};

/// Enough for a few seconds of thought.
const HASH_MB: usize = 16;
/// A rank that looks at few positions needs less: so many for each mebibyte.
const NODES_A_MB: u64 = 16_384;
/// However slow the machine, a level answers within two seconds.
const TIME_MAX_MS: u64 = 1_800;
/// No line is made longer than this by the tables.
const LINE_MAX: usize = 12;
/// A game is given up when the engine has found itself mated or this far behind, in hundredths of
/// a point.
const HOPELESS: Value = Value::new(-4000);

/// A player of a rank, or of full strength.
pub struct JanggiPlayer {
    engine: Engine,
    prober: Prober,
    level: Option<Rank>,
    limits: Limits,
    seed: u64,
    resigns: bool,
}

impl JanggiPlayer {
    /// A player of that rank (`None`: full strength) that thinks within `limits`, with other
    /// choices among equals for every seed. It does not give up.
    #[must_use]
    pub fn new(level: Option<Rank>, limits: Limits, seed: u64) -> Self {
        let mut engine = Engine::new(hash_mb(level), 1);
        if level.is_some() {
            // A rank that knew every ending by heart would be none.
            engine.know(Arc::default());
        }
        Self::with(engine, level, limits, seed)
    }

    fn with(engine: Engine, level: Option<Rank>, limits: Limits, seed: u64) -> Self {
        let prober = Prober::new(Arc::clone(engine.endings()));
        Self { engine, prober, level, limits, seed, resigns: false }
    }

    /// A player of full strength and without limits that judges positions so.
    #[must_use]
    pub fn judging(judgment: Judgment) -> Self {
        Self::with(Engine::judging(judgment, HASH_MB, 1), None, Limits::default(), 0)
    }

    /// A player of a level of the house (`beginner` to `hard`) or of a rank (`18k` to `9d`), who
    /// gives up what is plainly lost.
    #[must_use]
    pub fn of_level(name: &str, seed: u64) -> Option<Self> {
        let limits = Limits { time_ms: Some(TIME_MAX_MS), ..Limits::default() };
        let rank = match name {
            "beginner" => "15k",
            "easy" => "7k",
            "normal" => "1d",
            "hard" => return Some(Self { resigns: true, ..Self::new(None, limits, seed) }),
            rank => rank,
        };
        let level = Rank::from_name(rank)?;
        // Weaker ranks let people win their games to the end.
        Some(Self { resigns: level >= Rank::from_name("1d")?, ..Self::new(Some(level), limits, seed) })
    }

    fn budget(&self, task: &Task<'_>, position: &Position) -> Budget {
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let time_ms = least(self.limits.time_ms, task.limits.time_ms);
        let full = Budget::default();
        let depth = self.limits.depth.into_iter().chain(task.limits.depth).min();
        let budget = Budget {
            nodes: least(self.limits.nodes, task.limits.nodes),
            hard_ms: time_ms,
            depth: depth.map_or(full.depth, |depth| Depth::wished(depth.into())),
            lines: task.lines.max(1),
            only: task.only.iter().filter_map(|text| position.parse(text).ok()).collect(),
            ..full
        };
        self.level.map_or_else(|| budget.clone(), |level| level.limit(budget.clone()))
    }
}

impl Brain for JanggiPlayer {
    fn think(&mut self, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Decision {
        let Some(game) = task.table.as_any().downcast_ref::<Match<Position>>() else { return Decision::Resign };
        let problem = Problem::of(game);
        let budget = self.budget(task, problem.position());
        let stop = AtomicBool::new(false);
        let mut told = false;
        let Self { engine, prober, .. } = self;
        let mut thought = |index, line: &Line, nodes| {
            let line = continued(problem.position(), line, prober);
            thought(index, &line, known_score(problem.position(), &line, prober), nodes, task.seat)
        };
        let lines = engine.think(&problem, &budget, task.timer, &stop, &mut |report| {
            told |= !report.lines.is_empty();
            for (index, line) in report.lines.iter().enumerate().take(task.lines.max(1)) {
                tell(&thought(index, line, report.nodes));
            }
        });
        // The weakest look at too few positions to finish even one iteration.
        if let Some(line) = lines.first().filter(|_| !told) {
            tell(&thought(0, line, budget.nodes.unwrap_or_default()));
        }
        let choice = match self.level {
            Some(level) => level.choose(&lines, problem.seed() ^ self.seed.rotate_left(32)),
            None => lines.first(),
        };
        match choice.and_then(|line| Some((line.value, *line.actions.first()?))) {
            Some((value, _)) if self.resigns && value < HOPELESS => Decision::Resign,
            Some((_, action)) => Decision::Act(action.to_string()),
            None => Decision::Resign,
        }
    }

    /// The set-up that has done best in the engine's own games: Han's against Cho's best answer,
    /// Cho's against what Han has chosen.
    fn choose_opening(&mut self, choices: &str, seat: Seat) -> Option<String> {
        let (_, start) = game::choices::parse::<janggi::Rules, janggi::Start>(choices).ok()?;
        let lineup: Lineup = match Side::of(seat) {
            Side::Han => lineups::best_for_han(),
            Side::Cho => lineups::best_for_cho(start.han),
        };
        Some(lineup.text().to_owned())
    }

    fn memory(&self) -> usize {
        hash_mb(self.level) << 20
    }
}

fn hash_mb(level: Option<Rank>) -> usize {
    let wanted = level.map(|level| level.means().nodes.div_ceil(NODES_A_MB));
    wanted.and_then(|wanted| usize::try_from(wanted).ok()).map_or(HASH_MB, |wanted| wanted.clamp(1, HASH_MB))
}

/// The position after some actions.
fn after(position: &Position, actions: &[Action]) -> Position {
    let mut next = position.clone();
    for action in actions {
        next.play_watched(*action, &mut ());
    }
    next
}

/// A line ends where a table knows the rest; people want to see it.
fn continued(position: &Position, line: &Line, prober: &mut Prober) -> Line {
    let mut line = line.clone();
    let most = LINE_MAX.saturating_sub(line.actions.len());
    line.actions.extend(prober.way(&after(position, &line.actions), most));
    line
}

/// A line that begins with a move to a draw of which the tables know is one.
fn known_score(position: &Position, line: &Line, prober: &mut Prober) -> Score {
    let first = &line.actions[..line.actions.len().min(1)];
    let is_drawn = !first.is_empty() && prober.outcome(&after(position, first)) == Some(Outcome::Draw);
    if is_drawn { Score::Draw } else { score(line.value) }
}

fn thought(index: usize, line: &Line, score: Score, nodes: u64, seat: Seat) -> Thought {
    Thought {
        index,
        depth: line.depth.plies().unsigned_abs(),
        score,
        nodes,
        line: line.actions.iter().map(ToString::to_string).collect(),
        values: opposed(Position::SEATS.len(), seat, line.value.hundredths()),
    }
}

fn score(value: Value) -> Score {
    match value.end_plies() {
        Some(plies) if plies >= 0 => Score::WinIn(plies.unsigned_abs()),
        Some(plies) => Score::LossIn(plies.unsigned_abs()),
        None => Score::Value(value.hundredths()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;
    use janggi::Rules;

    fn choice(level: Option<Rank>, fen: &str, limits: Limits) -> (Decision, Vec<Thought>) {
        let table: Match<Position> = Match::load(Rules::FSF_JANGGI, fen).expect("a legal position");
        let seat = table.turn().unwrap_or(Seat::FIRST);
        let mut thoughts = Vec::new();
        let task = Task::choose(&table, seat, limits, &());
        let decision =
            JanggiPlayer::new(level, Limits::default(), 0).think(&task, &mut |thought| thoughts.push(thought.clone()));
        (decision, thoughts)
    }

    /// A chariot mates on the last rank, at every level.
    #[test]
    fn a_mate_in_one_is_played_and_counted() {
        let fen = "4k4/R8/9/9/9/9/9/9/9/3K3R1 w - - 0 1";
        for level in [None, Rank::from_name("18k"), Rank::from_name("9d")] {
            let limits = Limits { nodes: Some(20_000), depth: Some(6), time_ms: None };
            let (decision, thoughts) = choice(level, fen, limits);
            assert_eq!(decision, Decision::Act("h1h10".to_owned()), "{level:?}");
            assert!(thoughts.iter().any(|thought| thought.score == Score::WinIn(1)), "{level:?} {thoughts:?}");
        }
    }

    #[test]
    fn a_rank_keeps_no_more_memory_than_it_fills() {
        let mebibytes = |name| JanggiPlayer::of_level(name, 0).map(|player| player.memory() >> 20);
        assert_eq!((mebibytes("beginner"), mebibytes("hard")), (Some(1), Some(HASH_MB)));
        assert!(mebibytes("1d") < mebibytes("9d"));
    }
}
