//! Finds puzzles: positions of games in which one turn is right, proved, named and rated.
//!
//! Games are numbered, and what a game yields depends on its number and the seed alone. Threads work on games ahead;
//! what they find is taken in the order of the numbers, so that the same order gives the same file.

mod known;
mod rate;
mod recheck;
mod screen;
mod seek;
mod slips;

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use anyhow::{Context as _, Result, ensure};
use engine::puzzles::{Puzzle, read};
use game::{Game, Record};

use known::Known;

pub use rate::rated;
pub use recheck::{Failed, recheck};

/// Where positions come from.
#[derive(Clone)]
pub enum Source {
    /// Games that somebody played.
    Records(Vec<Record>),
    /// Games of the house's weaker players against themselves.
    Own,
    /// One random turn away from positions of such games.
    Near,
}

impl Source {
    const fn word(&self) -> &'static str {
        match self {
            Self::Records(_) => "records",
            Self::Own => "self",
            Self::Near => "near",
        }
    }

    /// How many games there are; nothing if there is no end of them.
    const fn games(&self) -> Option<usize> {
        match self {
            Self::Records(records) => Some(records.len()),
            Self::Own | Self::Near => None,
        }
    }
}

/// What is to be found.
pub struct Order {
    /// The game.
    pub game: &'static dyn Game,
    /// From where.
    pub source: Source,
    /// How many puzzles the file shall have.
    pub count: usize,
    /// How many threads.
    pub threads: usize,
    /// Other games for another seed.
    pub seed: u64,
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games that were looked through.
    pub games: usize,
    /// Positions that were looked at.
    pub positions: usize,
    /// Puzzles of the file.
    pub puzzles: usize,
}

/// What one game has yielded.
struct Yield {
    number: usize,
    positions: usize,
    puzzles: Vec<Puzzle>,
}

/// Finds what the file lacks. `stop` ends it early; the next time it goes on where it was.
///
/// # Errors
/// If the file cannot be read or written, or is of another order.
pub fn mine(order: &Order, out: &Path, stop: &AtomicBool, tell: &mut dyn FnMut(Progress)) -> Result<Progress> {
    let name = out.display().to_string();
    let (mut known, first) = resume(order, out).with_context(|| name.clone())?;
    let mut file = OpenOptions::new().append(true).create(true).open(out).with_context(|| name.clone())?;
    let mut progress = Progress { games: first, positions: 0, puzzles: known.len() };
    let (next, done) = (AtomicUsize::new(first), AtomicBool::new(progress.puzzles >= order.count));
    let (sender, yields) = mpsc::sync_channel(order.threads.max(1) * 2);
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..order.threads.max(1) {
            let (sender, next, done) = (sender.clone(), &next, &done);
            scope.spawn(move || work(order, next, &[stop, done], &sender));
        }
        drop(sender);
        let mut waiting: BTreeMap<usize, Yield> = BTreeMap::new();
        for found in yields {
            let found: Yield = found?;
            waiting.insert(found.number, found);
            while let Some(found) = waiting.remove(&progress.games) {
                let rows = take(order, &found, &mut known);
                file.write_all(rows.as_bytes()).with_context(|| name.clone())?;
                progress = Progress {
                    games: progress.games + 1,
                    positions: progress.positions + found.positions,
                    puzzles: known.len(),
                };
                tell(progress);
                if progress.puzzles >= order.count {
                    done.store(true, Relaxed);
                    return Ok(());
                }
            }
        }
        Ok(())
    })?;
    Ok(progress)
}

/// What is new of a game's puzzles, rated, as lines.
fn take(order: &Order, found: &Yield, known: &mut Known) -> String {
    let mut rows = String::new();
    for puzzle in &found.puzzles {
        if known.len() < order.count
            && let Some(puzzle) = known.take(puzzle.clone())
        {
            rows.push_str(&rated(puzzle).line());
            rows.push('\n');
        }
    }
    rows
}

/// One worker, game after game.
fn work(order: &Order, next: &AtomicUsize, ends: &[&AtomicBool; 2], sender: &mpsc::SyncSender<Result<Yield>>) {
    let over = || ends.iter().any(|end| end.load(Relaxed));
    while !over() {
        let number = next.fetch_add(1, Relaxed);
        if order.source.games().is_some_and(|games| number >= games) {
            return;
        }
        let found = seek::through(order, number);
        if over() || sender.send(found).is_err() {
            return;
        }
    }
}

/// What a file has already, and the game to go on with. The last game of a file may not have been written to its end,
/// so it is done again.
fn resume(order: &Order, out: &Path) -> Result<(Known, usize)> {
    let text = match std::fs::read_to_string(out) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut puzzles = read(whole)?;
    let last = puzzles.last().map(|puzzle| number_of(order, puzzle)).transpose()?;
    puzzles.retain(|puzzle| number_of(order, puzzle).ok() != last);
    let mut known = Known::new(order);
    let mut kept = String::new();
    for puzzle in puzzles {
        kept.push_str(&puzzle.line());
        kept.push('\n');
        known.keep(&puzzle);
    }
    if kept != text {
        std::fs::write(out, kept)?;
    }
    Ok((known, last.unwrap_or(0)))
}

/// The word for where a puzzle comes from.
fn origin(order: &Order, number: usize) -> String {
    format!("{} {}/{number}", order.source.word(), order.seed)
}

fn number_of(order: &Order, puzzle: &Puzzle) -> Result<usize> {
    let number = puzzle.from.rsplit('/').next().and_then(|number| number.parse().ok());
    let number = number.with_context(|| format!("`{}` is not a game of this order", puzzle.from))?;
    ensure!(puzzle.from == origin(order, number), "the file is of another order: {}", puzzle.from);
    Ok(number)
}
