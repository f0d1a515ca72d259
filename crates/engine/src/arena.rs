//! Games between thinking players.

use game::{Leaving, Outcome, Seat, Table};

use crate::{Brain, Decision, Limits, Task, Thought, Timer};

/// How a game between brains went.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended; `None` if it was cut off.
    pub outcome: Option<Outcome>,
    /// How many deeds were done.
    pub deeds: usize,
    /// What was played when somebody tried what the rules forbid: an error of a brain.
    pub refused: Option<String>,
}

/// One player's turn is over: who it was, and what it last thought.
pub type Report<'a> = dyn FnMut(Seat, Option<&Thought>, u64) + 'a;

/// Plays a game to its end, or until `deeds_max` deeds are done.
///
/// `limits` says what a seat may spend on a thought, and `timer` makes a new clock for each.
pub fn play<T: Timer>(
    table: &mut dyn Table,
    brains: &mut [&mut dyn Brain],
    limits: impl Fn(Seat) -> Limits,
    deeds_max: usize,
    timer: impl Fn() -> T,
    report: &mut Report<'_>,
) -> Played {
    table.carry_out_forced();
    while let Some(seat) = table.turn()
        && table.deeds() < deeds_max
    {
        let clock = timer();
        let task = Task::choose(&*table, seat, limits(seat), &clock);
        let mut last = None;
        let decision = brains[seat.index()].think(&task, &mut |thought| last = Some(thought.clone()));
        report(seat, last.as_ref(), clock.elapsed_ms());
        let done = match &decision {
            Decision::Act(text) => table.act(text).map_err(|refusal| format!("{text}: {refusal}")),
            Decision::Resign => table.leave(seat, Leaving::Resigned).map_err(|refusal| format!("resign: {refusal}")),
        };
        if let Err(refused) = done {
            return Played { outcome: None, deeds: table.deeds(), refused: Some(refused) };
        }
        table.carry_out_forced();
    }
    Played { outcome: table.outcome(), deeds: table.deeds(), refused: None }
}
