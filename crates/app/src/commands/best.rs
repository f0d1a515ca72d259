//! `daeguk best`: what the engine would do.

use std::io::Write;

use engine::catalog;
use engine::janggi::clock::PonderTimer;
use engine::{Brain, Decision, Limits, Score, Task, Thought};
use game::Refusal;

use crate::args::Best;
use crate::sitting::Sitting;
use crate::{Console, Failure, House};

pub(crate) fn run(args: &Best, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let table = Sitting::play(house, &args.play)?.into_table()?;
    let mut brain = player(args)?;
    let Some(seat) = table.turn() else {
        let result = table.result().unwrap_or_default();
        return Err(Failure::Refused(Refusal::new("E_OVER", format!("the game is over: {result}"))));
    };
    let timer = PonderTimer::new(false);
    let task = Task::choose(table.as_ref(), seat, limits(args), &timer);
    let mut told = Ok(());
    let decision = brain.think(&task, &mut |thought| {
        if told.is_ok() {
            told = tell(console.out, thought);
        }
    });
    told?;
    match decision {
        Decision::Act(action) => writeln!(console.out, "{action}")?,
        Decision::Resign => writeln!(console.out, "resign")?,
    }
    Ok(())
}

fn player(args: &Best) -> Result<Box<dyn Brain>, Failure> {
    let kind = &args.play.from.game;
    let analyst = catalog::analyst(kind);
    let analyst = analyst.ok_or_else(|| Failure::Misused(format!("no engine plays {kind} yet")))?;
    match &args.level {
        None => Ok(analyst),
        Some(level) => {
            let names = || catalog::levels(kind).iter().map(|level| level.name).collect::<Vec<_>>().join(", ");
            let brain = catalog::brain(kind, level);
            brain.ok_or_else(|| Failure::Misused(format!("{kind} has no level `{level}`; it has {}", names())))
        }
    }
}

/// How long it thinks if nothing is said.
const USUAL_MS: u64 = 1000;

fn limits(args: &Best) -> Limits {
    let open = args.level.is_none() && args.nodes.is_none();
    Limits { nodes: args.nodes, depth: None, time_ms: args.ms.or(open.then_some(USUAL_MS)) }
}

fn tell(out: &mut dyn Write, thought: &Thought) -> std::io::Result<()> {
    let Thought { depth, nodes, line, .. } = thought;
    writeln!(out, "depth {depth} score {} nodes {nodes} line {}", score(thought.score), line.join(" "))?;
    out.flush()
}

fn score(score: Score) -> String {
    match score {
        Score::Value(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::WinIn(plies) => format!("win-in-{plies}"),
        Score::LossIn(plies) => format!("loss-in-{plies}"),
        Score::Draw => "draw".to_owned(),
    }
}
