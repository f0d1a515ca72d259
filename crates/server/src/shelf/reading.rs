//! Files that strangers bring: which game and format they hold, and the games in them, as many and for as long as is allowed.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use game::{Format, Game, Record, RecordError, Refusal};
use serde::Serialize;

use super::binding::{bind, digest};
use super::openings::Tally;
use super::setups::Setups;
use crate::store::Volume;

/// The most bytes of a file.
pub(crate) const FILE_MAX: usize = 1024 * 1024;
/// The most games of a file.
const GAMES_MAX: usize = 500;
/// How long a file may take. It is looked at after each game, and no single game takes long.
const TIME_MAX: Duration = Duration::from_secs(2);
/// The most bytes of a file that is counted and not kept, and how long it may take.
pub(crate) const COLLECTION_MAX: usize = 8 * 1024 * 1024;
const COUNTING_MAX: Duration = Duration::from_secs(5);
/// How many games are counted together, and written together.
const TOGETHER: usize = 50;
/// How many games tell the format.
const SAMPLE: usize = 3;

/// A game, or the rest of a file, that was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NotRead {
    /// Where, counted from 1.
    pub line: u32,
    /// Why: the game's code, `E_LENGTH` or `E_SIZE` for a game that is too long, `E_SIZE` for more games than one file may have,
    /// `E_SLOW` for what would have taken too long.
    pub code: &'static str,
    /// The same as a sentence.
    pub detail: String,
}

/// What was found in a file.
pub(crate) struct Found {
    /// Which game.
    pub kind: &'static str,
    /// The games, in order.
    pub volumes: Vec<Volume>,
    /// What was not read.
    pub refused: Vec<NotRead>,
}

/// A way in which the file may be written.
#[derive(Clone, Copy)]
struct Way {
    game: &'static dyn Game,
    format: &'static Format,
}

/// How much of a file is read.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// The most games.
    pub games: usize,
    /// Until when; it is looked at after each game.
    pub until: Option<Instant>,
}

impl Bounds {
    /// What a stranger's file may have that is counted and not kept.
    pub(crate) fn of_collection() -> Self {
        Self { games: 20_000, until: Some(Instant::now() + COUNTING_MAX) }
    }
}

/// Reads a file. `ending` is that of its name, if it has one: it decides only where the text does not.
pub(crate) fn read_file(bytes: &[u8], ending: &str, added_ms: i64) -> Found {
    read_within(bytes, ending, added_ms, Bounds { games: GAMES_MAX, until: Some(Instant::now() + TIME_MAX) })
}

fn read_within(bytes: &[u8], ending: &str, added_ms: i64, bounds: Bounds) -> Found {
    let way = recognized(bytes, ending, bounds);
    let (mut setups, mut volumes) = (Setups::new(way.game), Vec::new());
    let refused = walk(bytes, way, bounds, |record| {
        volumes.push(bind(way.game, &record, &mut setups, added_ms)?);
        Ok(())
    });
    Found { kind: way.game.about().kind, volumes, refused }
}

/// What was counted of a file.
pub(crate) struct Counted {
    /// Which game.
    pub kind: &'static str,
    /// Some games each, so that none is long to write.
    pub tallies: Vec<Tally>,
    /// What was not read.
    pub refused: Vec<NotRead>,
}

/// Counts how the games of a file began; none that is known already, which is told by what tells games from others.
pub(crate) fn count_file(
    bytes: &[u8],
    ending: &str,
    bounds: Bounds,
    mut is_new: impl FnMut(&'static str, &str) -> bool,
) -> Counted {
    let way = recognized(bytes, ending, bounds);
    let kind = way.game.about().kind;
    let (mut setups, mut tallies) = (Setups::new(way.game), vec![Tally::default()]);
    let refused = walk(bytes, way, bounds, |record| {
        let name = digest(way.game, &record);
        if is_new(kind, &name) {
            if tallies.last().is_none_or(|tally| tally.games.len() >= TOGETHER) {
                tallies.push(Tally::default());
            }
            let setup = setups.name(&record.rules, &record.start);
            if let Some(tally) = tallies.last_mut() {
                tally.count(way.game, &record, &setup, name);
            }
        }
        Ok(())
    });
    tallies.retain(|tally| !tally.games.is_empty());
    Counted { kind, tallies, refused }
}

/// Hands every game over, within bounds, and tells what was not taken.
fn walk(bytes: &[u8], way: Way, bounds: Bounds, mut take: impl FnMut(Record) -> Result<(), Refusal>) -> Vec<NotRead> {
    let mut refused: Vec<NotRead> = Vec::new();
    let mut games = 0;
    (way.format.each)(bytes, &mut |line, read| {
        games += 1;
        if games > bounds.games {
            let detail = format!("a file has at most {} games", bounds.games);
            refused.push(NotRead { line, code: "E_SIZE", detail });
            return ControlFlow::Break(());
        }
        let taken = read.and_then(|record| take(record).map_err(|refusal| RecordError::new(line, refusal)));
        if let Err(RecordError { line, refusal }) = taken {
            refused.push(NotRead { line, code: refusal.code, detail: refusal.detail.into_owned() });
        }
        if bounds.until.is_none_or(|until| Instant::now() < until) {
            return ControlFlow::Continue(());
        }
        refused.push(NotRead { line, code: "E_SLOW", detail: "what follows would take too long".to_owned() });
        ControlFlow::Break(())
    });
    refused
}

/// Reads what we have written ourselves.
pub(crate) fn read_one(kind: &str, text: &str) -> Option<(&'static dyn Game, Record)> {
    let game = engine::catalog::find(kind)?;
    let format = game.about().formats.iter().find(|format| format.exact)?;
    let mut first = None;
    (format.each)(text.as_bytes(), &mut |_, read| {
        first = read.ok();
        ControlFlow::Break(())
    });
    first.map(|record| (game, record))
}

/// The way in which the most of the first games are read. If none is, the whole file is tried.
fn recognized(bytes: &[u8], ending: &str, bounds: Bounds) -> Way {
    let ways = ways(ending);
    let best = |games: usize| {
        let bounds = Bounds { games, ..bounds };
        let rated = ways.iter().map(|way| (legal(*way, bytes, bounds), *way)).filter(|(legal, _)| *legal > 0);
        rated.reduce(|first, next| if next.0 > first.0 { next } else { first }).map(|(_, way)| way)
    };
    best(SAMPLE).or_else(|| best(GAMES_MAX)).unwrap_or(ways[0])
}

/// Every way, those first whose files are called so.
fn ways(ending: &str) -> Vec<Way> {
    let of = |game: &'static dyn Game| game.about().formats.iter().map(move |format| Way { game, format });
    let mut ways: Vec<Way> = engine::catalog::games().iter().flat_map(|game| of(*game)).collect();
    ways.sort_by_key(|way| !way.format.name.eq_ignore_ascii_case(ending));
    ways
}

/// How many of the first games can be read in that way.
fn legal(way: Way, bytes: &[u8], bounds: Bounds) -> usize {
    let (mut seen, mut legal) = (0, 0);
    (way.format.each)(bytes, &mut |_, read| {
        seen += 1;
        legal += usize::from(read.is_ok());
        let goes_on = seen < bounds.games && bounds.until.is_none_or(|until| Instant::now() < until);
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    legal
}

#[cfg(test)]
mod tests;
