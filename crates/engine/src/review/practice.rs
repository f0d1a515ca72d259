//! Which puzzles practice what a turn has shown: what others did to it, or what it has left undone.

use game::Table;

use crate::Why;
use crate::puzzles::{Goal, shown};

/// The themes for a turn of `own` actions, from what was played with its answer, the best line, and the reason.
pub(super) fn practice(
    kind: &str,
    before: &dyn Table,
    own: usize,
    (played, best): (&[String], &[String]),
    why: Option<&Why>,
) -> Vec<String> {
    let answers = |plies: usize, goal: Goal| {
        let mut after = before.fork();
        let done = played.iter().take(own).all(|act| after.act(act).is_ok());
        let line = played.get(own..plies.clamp(own, played.len())).unwrap_or_default();
        if done { shown(kind, after.as_ref(), line, goal) } else { Vec::new() }
    };
    let undone = |plies: usize, goal: Goal| shown(kind, before, &best[..plies.min(best.len())], goal);
    match why {
        Some(Why::Ends { plies } | Why::Falls { plies }) => answers(*plies, Goal::Mate),
        Some(Why::Knocked { plies }) => answers(*plies, Goal::Knock),
        Some(Why::Hangs { .. } | Why::Fork { .. }) => answers(played.len(), Goal::Gain),
        Some(Why::Misses { plies } | Why::Fells { plies }) => undone(*plies, Goal::Mate),
        Some(Why::Knocks { plies }) => undone(*plies, Goal::Knock),
        Some(Why::Spares { .. } | Why::Checks { .. } | Why::Ground { .. } | Why::Turn { .. }) => {
            undone(best.len(), Goal::Gain)
        }
        Some(Why::Counts { .. }) => Vec::new(),
        // Nothing was taken that anybody could see: only what else the better line shows.
        None => undone(best.len(), Goal::Gain).into_iter().filter(|theme| theme != "gain").collect(),
    }
}
