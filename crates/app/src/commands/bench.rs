//! `daeguk bench`: fixed counts and searches, checksums of behavior and measures of speed.

use std::time::{Duration, Instant};

use engine::catalog;
use game::{BenchPosition, Game, Refusal};

use crate::args::Bench;
use crate::sitting::find;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Bench, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let games = match &args.game {
        Some(kind) => vec![find(house, kind)?],
        None => house.games().collect(),
    };
    writeln!(
        console.out,
        "{:<7} {:<6} {:>3} {:>5} {:>14} {:>9} {:>13}  position",
        "game", "what", "no", "depth", "nodes", "ms", "nodes/s"
    )?;
    let mut rules = Score::default();
    let mut search = Score::default();
    for game in games {
        rules = rules.and(count_all(game, console)?);
        search = search.and(search_all(game.about().kind, console)?);
    }
    writeln!(console.out, "{:<24} {rules}", "total of the rules")?;
    writeln!(console.out, "{:<24} {search}", "total of the searches")?;
    writeln!(console.out, "Search: {}", search.nodes)?;
    writeln!(console.out, "Bench: {}", rules.nodes)?;
    Ok(())
}

/// The rules: action sequences are counted.
fn count_all(game: &dyn Game, console: &mut Console<'_>) -> Result<Score, Failure> {
    let mut total = Score::default();
    for (number, position) in (1..).zip(game.about().bench) {
        let score = count(game, position).map_err(Failure::Refused)?;
        let label = format!("{:<7} {:<6} {number:>3} {:>5}", game.about().kind, "rules", position.depth);
        writeln!(console.out, "{label} {score}  {}", described(position))?;
        console.out.flush()?;
        total = total.and(score);
    }
    Ok(total)
}

/// The engine, if the game has one: positions are searched.
fn search_all(kind: &str, console: &mut Console<'_>) -> Result<Score, Failure> {
    let mut total = Score::default();
    let Some(bench) = catalog::search_bench(kind) else { return Ok(total) };
    for (number, position) in (1..).zip(bench.positions) {
        let begin = Instant::now();
        let score = Score { nodes: (bench.search)(position), time: begin.elapsed() };
        writeln!(console.out, "{kind:<7} {:<6} {number:>3} {:>5} {score}  {position}", "search", bench.depth)?;
        console.out.flush()?;
        total = total.and(score);
    }
    Ok(total)
}

fn count(game: &dyn Game, position: &BenchPosition) -> Result<Score, Refusal> {
    let table = match position.state {
        None => game.start(position.rules)?,
        Some(state) => game.load(position.rules, state)?,
    };
    let begin = Instant::now();
    let nodes = table.perft(position.depth);
    Ok(Score { nodes, time: begin.elapsed() })
}

fn described(position: &BenchPosition) -> String {
    let rules = if position.rules.is_empty() { "default" } else { position.rules };
    position.state.map_or_else(|| rules.to_owned(), |state| format!("{rules}, {state}"))
}

/// What was counted, and how long it took.
#[derive(Clone, Copy, Default)]
struct Score {
    nodes: u64,
    time: Duration,
}

impl Score {
    fn and(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, time: self.time + other.time }
    }

    fn nodes_per_second(self) -> u128 {
        u128::from(self.nodes) * 1_000_000_000 / self.time.as_nanos().max(1)
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:>14} {:>9.1} {:>13}", self.nodes, self.time.as_secs_f64() * 1000.0, self.nodes_per_second())
    }
}
