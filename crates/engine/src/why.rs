//! Why a turn was worse than another, as far as the lines show it on the board. What they do not show is not said.

mod walk;

use game::{Seat, Table};
use serde::Serialize;

use self::walk::{Step, Walk};

/// A reason, with the cells that it is about. Actions are counted from the position in question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "lowercase")]
pub enum Why {
    /// The game is lost by force.
    Ends {
        /// After so many actions.
        plies: usize,
    },
    /// The game ends, and whoever counts then is behind.
    Counts {
        /// After so many actions.
        plies: usize,
    },
    /// The seat is put out of a game that others play on.
    Falls {
        /// After so many actions.
        plies: usize,
    },
    /// The win at hand was not taken.
    Misses {
        /// After so many actions.
        plies: usize,
    },
    /// Another seat could have been put out.
    Fells {
        /// After so many actions.
        plies: usize,
    },
    /// Others knock, and need not have been let in.
    Knocked {
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
    /// The answer attacks two men at once, and one of them falls.
    Fork {
        /// Where that one stands.
        at: String,
        /// Where the other one stands; nothing if it is a king in check.
        and: Option<String>,
        /// Where the attacker stands.
        by: String,
    },
    /// There was a knock.
    Knocks {
        /// After so many actions.
        plies: usize,
    },
    /// A man could have been taken for nothing.
    Spares {
        /// Where it stands.
        at: String,
        /// Where its taker stands.
        by: String,
    },
    /// A king could have been attacked.
    Checks {
        /// From where.
        at: String,
    },
    /// The way went uphill; the better one of the same man does not climb.
    Ground {
        /// Where it ended.
        at: String,
        /// Where it began.
        by: String,
    },
    /// The check gave its victim the turn before those who would have come first.
    Turn {
        /// Who that is.
        next: Seat,
    },
}

/// Why what was done (with what follows) is worse for a seat than what was best; none if the lines do not show it.
#[must_use]
pub fn why(before: &dyn Table, seat: Seat, played: &[String], best: &[String]) -> Option<Why> {
    let (played, best) = (Walk::new(before, seat, played), Walk::new(before, seat, best));
    lost(&played)
        .or_else(|| unwon(&played, &best))
        .or_else(|| knocked(&played, &best))
        .or_else(|| hangs(&played))
        .or_else(|| forked(&played))
        .or_else(|| missed(&played, &best))
        .or_else(|| uphill(&played, &best))
        .or_else(|| hurried(before, &played, &best))
}

/// What speaks for a line, if it shows that: it ends the game, or takes a man for nothing.
#[must_use]
pub fn worth(before: &dyn Table, seat: Seat, line: &[String]) -> Option<Why> {
    why(before, seat, &[], line)
}

/// The line loses, by force or by what is counted at its end, or the seat has to leave.
fn lost(played: &Walk) -> Option<Why> {
    match &played.end {
        Some(end) if end.is_lost && end.is_counted => Some(Why::Counts { plies: end.plies }),
        Some(end) if end.is_lost => Some(Why::Ends { plies: end.plies }),
        Some(_) => None,
        None => played.fall_of(|seat| seat == played.seat).map(|plies| Why::Falls { plies }),
    }
}

/// The best line wins, or puts somebody out whom the other lets live.
fn unwon(played: &Walk, best: &Walk) -> Option<Why> {
    if let Some(end) = best.end.as_ref().filter(|end| end.is_won) {
        return Some(Why::Misses { plies: end.plies });
    }
    let others = |walk: &Walk| walk.fall_of(|seat| seat != walk.seat);
    others(best).filter(|_| others(played).is_none()).map(|plies| Why::Fells { plies })
}

fn knocked(played: &Walk, best: &Walk) -> Option<Why> {
    let by_others = |walk: &Walk| walk.knock_of(|seat| seat != walk.seat);
    by_others(played).filter(|_| by_others(best).is_none()).map(|plies| Why::Knocked { plies })
}

/// The first answer takes a man, and nothing was taken before it or is taken back.
fn hangs(played: &Walk) -> Option<Why> {
    let first = played.answered()?;
    let step = &played.steps[first];
    let (loser, at) = step.taken.clone()?;
    let evened = played.steps.iter().take(first + 3).any(|step| played.takes(step));
    (loser == played.seat && !evened).then_some(())?;
    Some(Why::Hangs { at, by: step.from.clone()? })
}

/// The first answer takes nothing but attacks twice, and its man takes one of the two for nothing afterwards.
fn forked(played: &Walk) -> Option<Why> {
    let first = played.answered()?;
    let fork = &played.steps[first];
    let by = fork.to.clone().filter(|_| fork.taken.is_none())?;
    let is_falling = |step: &&Step| step.by == fork.by && step.from.as_ref() == Some(&by) && step.taken.is_some();
    let later = first + 1 + played.steps[first + 1..].iter().position(|step| is_falling(&step))?;
    let (loser, at) = played.steps[later].taken.clone()?;
    let evened = played.steps.iter().take(later + 2).any(|step| played.takes(step));
    if loser != played.seat || evened {
        return None;
    }
    if fork.alarmed.contains(&played.seat) {
        return Some(Why::Fork { at, and: None, by });
    }
    let aimed = fork.aimed_at(&by, played.seat);
    let and = aimed.iter().find(|cell| **cell != at).cloned()?;
    aimed.contains(&at).then_some(Why::Fork { at, and: Some(and), by })
}

/// The best line knocks, takes or attacks at once what the other does not knock, take or attack at all.
fn missed(played: &Walk, best: &Walk) -> Option<Why> {
    let own_knock = |walk: &Walk| walk.knock_of(|seat| seat == walk.seat);
    if let Some(plies) = own_knock(best).filter(|_| own_knock(played).is_none()) {
        return Some(Why::Knocks { plies });
    }
    spares(played, best).or_else(|| {
        let check = |walk: &Walk| walk.own().find(|step| !step.alarmed.is_empty()).cloned();
        let at = check(best).filter(|_| check(played).is_none())?.to?;
        Some(Why::Checks { at })
    })
}

/// The best line takes at once what the other does not take at all, and is not made to pay for it.
fn spares(played: &Walk, best: &Walk) -> Option<Why> {
    let own = |walk: &Walk| walk.own().find(|step| step.taken.is_some()).cloned();
    let step = own(best)?;
    let (loser, at) = step.taken?;
    let own_count = best.own().count();
    let paid = best.steps.iter().take(own_count + 2).any(|step| step.costs(best.seat));
    (loser != best.seat && own(played).is_none() && !paid).then_some(())?;
    Some(Why::Spares { at, by: step.from? })
}

/// The same man climbs in one line and does not in the other.
fn uphill(played: &Walk, best: &Walk) -> Option<Why> {
    let (climb, level) = (played.own().next()?, best.own().next()?);
    let is_same = climb.from.is_some() && climb.from == level.from && climb.to != level.to;
    (is_same && climb.climbs && !level.climbs).then_some(())?;
    Some(Why::Ground { at: climb.to.clone()?, by: climb.from.clone()? })
}

/// A check calls its victim before those whose turn it would have been, and the better line calls nobody.
fn hurried(before: &dyn Table, played: &Walk, best: &Walk) -> Option<Why> {
    let usual = before.skipped()?.turn()?;
    let called = |walk: &Walk| {
        let last = walk.own().last()?;
        let next = last.next.filter(|next| *next != usual && *next != walk.seat)?;
        last.alarmed.contains(&next).then_some(next)
    };
    called(played).filter(|_| called(best).is_none()).map(|next| Why::Turn { next })
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
