//! Files that strangers bring: which game and format they hold, and the games in them, as many and for as long as is allowed.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use game::{Format, Game, Record, RecordError};
use serde::Serialize;

use super::binding::bind;
use super::setups::Setups;
use crate::store::Volume;

/// The most bytes of a file.
pub(crate) const FILE_MAX: usize = 1024 * 1024;
/// The most games of a file.
const GAMES_MAX: usize = 500;
/// How long a file may take. It is looked at after each game, and no single game takes long.
const TIME_MAX: Duration = Duration::from_secs(2);
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

/// Reads a file. `ending` is that of its name, if it has one: it decides only where the text does not.
pub(crate) fn read_file(bytes: &[u8], ending: &str, added_ms: i64) -> Found {
    read_until(bytes, ending, added_ms, Instant::now() + TIME_MAX)
}

fn read_until(bytes: &[u8], ending: &str, added_ms: i64, until: Instant) -> Found {
    let way = recognized(bytes, ending, until);
    let mut setups = Setups::new(way.game);
    let mut found = Found { kind: way.game.about().kind, volumes: Vec::new(), refused: Vec::new() };
    let mut games = 0;
    let mut refuse = |line, code, detail: String| found.refused.push(NotRead { line, code, detail });
    (way.format.each)(bytes, &mut |line, read| {
        games += 1;
        if games > GAMES_MAX {
            refuse(line, "E_SIZE", format!("a file has at most {GAMES_MAX} games"));
            return ControlFlow::Break(());
        }
        let bound = read.and_then(|record| {
            bind(way.game, &record, &mut setups, added_ms).map_err(|refusal| RecordError::new(line, refusal))
        });
        match bound {
            Ok(volume) => found.volumes.push(volume),
            Err(RecordError { line, refusal }) => refuse(line, refusal.code, refusal.detail.into_owned()),
        }
        if Instant::now() < until {
            return ControlFlow::Continue(());
        }
        refuse(line, "E_SLOW", format!("what follows would take more than {} s", TIME_MAX.as_secs()));
        ControlFlow::Break(())
    });
    found
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
fn recognized(bytes: &[u8], ending: &str, until: Instant) -> Way {
    let ways = ways(ending);
    let best = |games: usize| {
        let rated = ways.iter().map(|way| (legal(*way, bytes, games, until), *way)).filter(|(legal, _)| *legal > 0);
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
fn legal(way: Way, bytes: &[u8], games: usize, until: Instant) -> usize {
    let (mut seen, mut legal) = (0, 0);
    (way.format.each)(bytes, &mut |_, read| {
        seen += 1;
        legal += usize::from(read.is_ok());
        if seen < games && Instant::now() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    legal
}

#[cfg(test)]
mod tests;
