//! Makes the tables of endings, and proves them.

mod lower;
mod prove;
mod solve;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::janggi::endgame::{Class, Family, NotRead, Prober, Shelf, TableFile, Verdict, tier};
use game::Match;
use janggi::{Position, Rules};

pub use prove::{Checked, Tally, check};
use solve::Workbench;

/// A table in the making is watched and can be stopped.
pub struct Watch<'a> {
    /// Told the class, the family, a number of plies and how many entries are over in so many.
    pub tell: &'a mut dyn FnMut(&Class, Family, u8, usize),
    /// Whether to stop.
    pub stop: &'a AtomicBool,
}

/// Why tables were not made.
#[derive(Debug, thiserror::Error)]
pub enum NotMade {
    /// A file cannot be written.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// A table that is needed first is not at hand.
    #[error(transparent)]
    Table(#[from] NotRead),
    /// A win takes more moves than an entry can hold.
    #[error("{0} has wins of more than {max} moves", max = Verdict::MOVES_MAX)]
    TooLong(Class),
    /// It was told to stop. What was finished is kept.
    #[error("stopped")]
    Stopped,
}

/// Makes every table of a tier that is not in the folder yet; tells the name and the bytes of each new file.
///
/// # Errors
/// If a file cannot be read or written, or if it was told to stop.
pub fn build(
    folder: &Path,
    number: u8,
    families: &[Family],
    threads: usize,
    watch: &mut Watch<'_>,
) -> Result<Vec<(String, usize)>, NotMade> {
    let mut made = Vec::new();
    for family in families {
        for class in tier(number).into_iter().filter(|class| family.has(class)) {
            let name = TableFile::name(&class, *family);
            if !folder.join(&name).exists() {
                made.push((name, make(folder, &class, *family, threads, watch)?));
            }
        }
    }
    Ok(made)
}

/// Makes one table; gives its bytes.
fn make(folder: &Path, class: &Class, family: Family, threads: usize, watch: &mut Watch<'_>) -> Result<usize, NotMade> {
    let entries = Workbench::new(class, family, folder)?.solve(threads, watch)?;
    let bytes = TableFile::pack(class, family, &entries);
    write_whole(&folder.join(TableFile::name(class, family)), &bytes)?;
    Ok(bytes.len())
}

/// A file is there whole or not at all, also when the process is killed.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), NotMade> {
    let failed = |error| NotMade::File(path.to_owned(), error);
    let beside = path.with_extension("part");
    std::fs::write(&beside, bytes).map_err(failed)?;
    std::fs::rename(&beside, path).map_err(failed)
}

/// What the side to move can force in a position, and after each of its actions; `None` where no table knows it.
///
/// # Errors
/// If a table cannot be read, or the rules refuse the position.
pub fn probe(folder: &Path, rules: &str, state: &str) -> anyhow::Result<Probed> {
    let (rules, _) = game::choices::parse::<Rules, janggi::Start>(rules)?;
    let game = Match::<Position>::load(rules, state)?;
    let mut prober = Prober::new(shelf(folder)?);
    let verdict = prober.verdict(game.position());
    let mut actions = Vec::new();
    for action in game.legal() {
        let mut next = game.clone();
        next.act(&action.to_string())?;
        let answer = answer_to(next.position(), &mut prober);
        actions.push((action.to_string(), answer.map(Verdict::before)));
    }
    Ok(Probed { verdict, actions })
}

/// What the tables say of a position.
pub struct Probed {
    /// Of the position itself.
    pub verdict: Option<Verdict>,
    /// Of what can be done.
    pub actions: Vec<(String, Option<Verdict>)>,
}

fn shelf(folder: &Path) -> Result<Arc<Shelf>, NotRead> {
    if folder.exists() { Shelf::built_in_and(folder).map(Arc::new) } else { Ok(Shelf::built_in()) }
}

/// What the side to move can force, also where the game has just ended.
fn answer_to(position: &Position, prober: &mut Prober) -> Option<Verdict> {
    match position.ending().or_else(|| position.rule_end()) {
        Some(ending) if ending.winner == Some(position.side()) => Some(Verdict::Win(1)),
        Some(ending) if ending.winner.is_some() => Some(Verdict::Loss(0)),
        Some(_) => Some(Verdict::Open),
        None => prober.verdict(position),
    }
}
