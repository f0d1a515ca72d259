//! `daeguk bench`: fixed counts, a checksum of behavior and a measure of speed.

use std::time::{Duration, Instant};

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
        "{:<7} {:>3} {:>5} {:>14} {:>9} {:>13}  rules",
        "game", "no", "depth", "nodes", "ms", "nodes/s"
    )?;
    let mut total = Score::default();
    for game in games {
        for (index, position) in game.about().bench.iter().enumerate() {
            let score = count(game, position).map_err(Failure::Refused)?;
            let label = format!("{:<7} {:>3} {:>5}", game.about().kind, index + 1, position.depth);
            writeln!(console.out, "{label} {score}  {}", described(position))?;
            console.out.flush()?;
            total = total.and(score);
        }
    }
    writeln!(console.out, "{:<17} {total}", "total")?;
    writeln!(console.out, "Bench: {}", total.nodes)?;
    Ok(())
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
