//! Proves puzzles anew, each as its field says.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use engine::catalog;
use engine::puzzles::prove;
use engine::puzzles::{Budget, Proof, Puzzle, themes};

use super::screen::{Analyst, TWICE_NODES};

/// Later turns of a line are looked at less long than the first.
const LATER: u64 = 10;

/// A puzzle that does not hold, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// Its name.
    pub id: String,
    /// Why.
    pub why: String,
}

/// Proves all puzzles anew; `nodes` is what a proof may look at, its usual budget if nothing is said.
pub fn recheck(
    puzzles: &[Puzzle],
    nodes: Option<u64>,
    threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(usize),
) -> Vec<Failed> {
    let next = AtomicUsize::new(0);
    let (sender, checked) = mpsc::sync_channel(64);
    let mut failed = Vec::new();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    let Some(puzzle) = puzzles.get(next.fetch_add(1, Relaxed)) else { break };
                    if sender.send(fault(puzzle, nodes).map(|why| Failed { id: puzzle.id.clone(), why })).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (number, found) in (1..).zip(checked) {
            failed.extend(found);
            tell(number);
        }
    });
    failed.sort_by(|one, other| one.id.cmp(&other.id));
    failed
}

/// What does not hold of a puzzle.
fn fault(puzzle: &Puzzle, nodes: Option<u64>) -> Option<String> {
    match themes(puzzle) {
        Err(flaw) => return Some(flaw.to_string()),
        Ok(found) if found != puzzle.themes => return Some(format!("its themes are {}", found.join(" "))),
        Ok(_) => {}
    }
    match puzzle.proof {
        Proof::All => {
            let mut budget = Budget::new(nodes.unwrap_or(prove::NODES_MAX));
            prove::check(puzzle, &mut budget).err().map(|why| why.to_string())
        }
        Proof::Twice => match agrees(puzzle, nodes.unwrap_or(TWICE_NODES)) {
            Some(true) => None,
            _ => Some("a long search finds something else, or less".to_owned()),
        },
    }
}

/// Whether a long search with empty memory finds every turn of the solver: so long for the first, a tenth of it for
/// those after it.
pub(super) fn agrees(puzzle: &Puzzle, nodes: u64) -> Option<bool> {
    let kind = catalog::find(&puzzle.kind)?.about().kind;
    let analyst = Analyst::new(kind)?;
    let mut table = puzzle.start().ok()?;
    for (index, turn) in puzzle.turns.iter().enumerate() {
        if index.is_multiple_of(2) {
            let nodes = if index == 0 { nodes } else { nodes / LATER };
            let [act] = &turn[..] else { return Some(false) };
            if !analyst.agrees(table.as_ref(), puzzle.solver(), act, nodes)? {
                return Some(false);
            }
        }
        for act in turn {
            table.play(act).ok()?;
        }
    }
    Some(true)
}
