//! Why a turn was worse than another, as far as the lines show it on the board. What they do not show is not said.

use game::{Man, Seat, Table};
use serde::Serialize;

/// So many actions of a line are walked along.
const PLIES_MAX: usize = 6;

/// A reason, with the cells that it is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "lowercase")]
pub enum Why {
    /// The game is lost by force.
    Ends {
        /// After so many actions.
        plies: usize,
    },
    /// The win at hand was not taken.
    Misses {
        /// After so many actions.
        plies: usize,
    },
    /// The answer takes a man for nothing.
    Hangs {
        /// Where it stood.
        at: String,
        /// Where its taker came from.
        by: String,
    },
    /// A man could have been taken for nothing.
    Spares {
        /// Where it stands.
        at: String,
        /// Where its taker stands.
        by: String,
    },
}

/// What a line does to the board, action by action.
struct Walk {
    steps: Vec<Step>,
    /// After how many actions the game has ended, and whether `seat` came first.
    end: Option<(usize, bool)>,
}

struct Step {
    by: Seat,
    /// Who lost a man, where, and where its taker came from.
    taken: Option<(Seat, String, String)>,
}

/// Why what was done (with what follows) is worse for a seat than what was best; none if the lines do not show it.
#[must_use]
pub(crate) fn why(before: &dyn Table, seat: Seat, played: &[String], best: &[String]) -> Option<Why> {
    let (played, best) = (walk(before, seat, played), walk(before, seat, best));
    if let Some((plies, false)) = played.end {
        return Some(Why::Ends { plies });
    }
    if let Some((plies, true)) = best.end {
        return Some(Why::Misses { plies });
    }
    hangs(&played, seat).or_else(|| spares(&played, &best, seat))
}

/// What speaks for a line, if it shows that: it ends the game, or takes a man for nothing.
#[must_use]
pub fn worth(before: &dyn Table, seat: Seat, line: &[String]) -> Option<Why> {
    why(before, seat, &[], line)
}

/// The first answer takes a man, and nothing was taken before it or is taken back.
fn hangs(played: &Walk, seat: Seat) -> Option<Why> {
    let first = played.steps.iter().position(|step| step.by != seat)?;
    let (loser, at, by) = played.steps[first].taken.clone()?;
    let takes = |step: &Step| step.by == seat && step.taken.is_some();
    let evened = played.steps.iter().take(first + 3).any(takes);
    (loser == seat && !evened).then_some(Why::Hangs { at, by })
}

/// The best line takes at once what the other does not take at all, and is not made to pay for it.
fn spares(played: &Walk, best: &Walk, seat: Seat) -> Option<Why> {
    let own = |walk: &Walk| walk.steps.iter().take_while(|step| step.by == seat).find_map(|step| step.taken.clone());
    let (loser, at, by) = own(best)?;
    let paid = best.steps.iter().take(3).any(|step| step.taken.as_ref().is_some_and(|taken| taken.0 == seat));
    (loser != seat && own(played).is_none() && !paid).then_some(Why::Spares { at, by })
}

fn walk(before: &dyn Table, seat: Seat, acts: &[String]) -> Walk {
    let mut table = before.fork();
    let mut walk = Walk { steps: Vec::new(), end: None };
    for (index, act) in acts.iter().take(PLIES_MAX).enumerate() {
        let (Some(by), men) = (table.turn(), table.men()) else { break };
        if table.act(act).is_err() {
            break;
        }
        walk.steps.push(Step { by, taken: taken(by, &men, &table.men()) });
        if let Some(outcome) = table.outcome() {
            walk.end = Some((index + 1, outcome.places[seat] == 1));
            break;
        }
    }
    walk
}

/// A man of somebody else that is gone, where a man of the mover stands now that stood elsewhere before.
fn taken(by: Seat, before: &[Man], after: &[Man]) -> Option<(Seat, String, String)> {
    let at = |men: &[Man], cell: &str| men.iter().find(|man| man.cell == cell).and_then(|man| man.seat);
    let lost = before.iter().find(|man| man.seat.is_some_and(|seat| seat != by) && at(after, &man.cell) == Some(by))?;
    let left = before.iter().find(|man| man.seat == Some(by) && at(after, &man.cell) != Some(by))?;
    Some((lost.seat?, lost.cell.clone(), left.cell.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    fn reason(kind: &str, rules: &str, state: &str, played: &[&str], best: &[&str]) -> Option<Why> {
        let table = catalog::find(kind).expect("a game").load(rules, state).expect("a state");
        let owned = |acts: &[&str]| acts.iter().map(|act| (*act).to_owned()).collect::<Vec<_>>();
        why(table.as_ref(), table.turn().expect("it goes on"), &owned(played), &owned(best))
    }

    /// Cho's chariot steps before a soldier, or takes it.
    const SOLDIER: &str = "4k4/9/9/9/p8/9/9/9/9/R3K4 w - - 0 1";

    #[test]
    fn a_man_that_is_left_to_be_taken_hangs() {
        let hangs = reason("janggi", "casual", SOLDIER, &["a1a5", "a6a5"], &["a1a6"]);
        assert_eq!(hangs, Some(Why::Hangs { at: "a5".to_owned(), by: "a6".to_owned() }));
    }

    #[test]
    fn a_man_that_could_have_been_taken_is_spared() {
        let spares = reason("janggi", "casual", SOLDIER, &["e1e2", "e10e9"], &["a1a6", "e10e9"]);
        assert_eq!(spares, Some(Why::Spares { at: "a6".to_owned(), by: "a1".to_owned() }));
        assert_eq!(reason("janggi", "casual", SOLDIER, &["e1e2"], &["e1e1"]), None, "what is not seen is not said");
    }

    #[test]
    fn an_end_that_was_missed_is_counted() {
        let mate = "4k4/R8/9/9/9/9/9/9/9/3K3R1 w - - 0 1";
        assert_eq!(reason("janggi", "fsf-janggi", mate, &["d1d2"], &["h1h10"]), Some(Why::Misses { plies: 1 }));
    }
}
