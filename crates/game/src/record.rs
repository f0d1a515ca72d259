//! What is stored and sent of a game: its rules, its start and what was done.

use std::fmt;
use std::ops::ControlFlow;

use crate::Refusal;

/// A game from its first position to where it stands, as text that any host can keep.
///
/// Replaying it reaches the same position; nothing else of a game needs storing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Names and values about the game, in order; unknown ones are kept.
    pub headers: Vec<(String, String)>,
    /// The rules, as `PRESET;key=value;…`.
    pub rules: String,
    /// The first position, as a state string.
    pub start: String,
    /// What was done, in order.
    pub entries: Vec<Entry>,
    /// The rule book's text for the result; `None` while the game goes on.
    pub result: Option<String>,
}

impl Record {
    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets a header, in its old place if it was there.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.headers.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => self.headers.push((name.to_owned(), value)),
        }
    }

    /// The texts of all deeds, in order.
    pub fn deeds(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.deed.as_str())
    }
}

/// One deed with what was noted beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The canonical text of the deed.
    pub deed: String,
    /// What the mover's clock showed afterwards.
    pub clock_ms: Option<u64>,
    /// Free comments that followed it.
    pub notes: Vec<String>,
}

impl Entry {
    /// A deed without notes.
    pub fn new(deed: impl Into<String>) -> Self {
        Self { deed: deed.into(), ..Self::default() }
    }
}

/// What is done with each game of a file: it is told the line on which the game begins, and says whether to go on.
pub type Keeper<'a> = dyn FnMut(u32, Result<Record, RecordError>) -> ControlFlow<()> + 'a;
/// Reads the games of a file one after another, replaying each, until it is told to stop.
pub type Reader = fn(&[u8], &mut Keeper<'_>);
/// Writes one game.
pub type Writer = fn(&Record) -> Result<Vec<u8>, Refusal>;

/// A way to write records as bytes.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name for `--to` and the ending of files.
    pub name: &'static str,
    /// What it is, in one short sentence.
    pub about: &'static str,
    /// Whether everything in a record survives writing and reading.
    pub exact: bool,
    /// Reads the games of a file one after another; a broken game does not hide the others.
    pub each: Reader,
    /// Writes one game, or `None` if the format is for reading only.
    pub write: Option<Writer>,
}

impl Format {
    /// Reads every game of a file.
    #[must_use]
    pub fn read(&self, bytes: &[u8]) -> Vec<Result<Record, RecordError>> {
        read_all(self.each, bytes)
    }
}

/// Reads every game of a file.
#[must_use]
pub fn read_all(each: Reader, bytes: &[u8]) -> Vec<Result<Record, RecordError>> {
    let mut games = Vec::new();
    each(bytes, &mut |_, game| {
        games.push(game);
        ControlFlow::Continue(())
    });
    games
}

/// Hands games over one after another, each with its line, until it is enough: for readers.
pub fn hand_over<T>(
    parts: impl IntoIterator<Item = T>,
    line: impl Fn(&T) -> u32,
    read: impl Fn(T) -> Result<Record, RecordError>,
    keep: &mut Keeper<'_>,
) {
    for part in parts {
        let line = line(&part);
        if keep(line, read(part)).is_break() {
            return;
        }
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Format").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Why a game of a file could not be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: u32,
    /// What is wrong there.
    pub refusal: Refusal,
}

impl RecordError {
    /// An error at a line.
    #[must_use]
    pub const fn new(line: u32, refusal: Refusal) -> Self {
        Self { line, refusal }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.refusal)
    }
}

impl std::error::Error for RecordError {}
