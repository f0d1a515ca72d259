//! Files of game records: which game and format they hold.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use game::{Format, Game};

use crate::{Failure, House};

/// How much of a file is read to recognize its format.
const SAMPLE_BYTES: u64 = 16 * 1024;

/// A file of records whose format is known, not yet read.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) game: &'static dyn Game,
    pub(crate) format: &'static Format,
}

impl Source {
    /// Looks at the ending of a file, and at its beginning if that leaves a doubt.
    pub(crate) fn recognize(house: House, path: &Path) -> Result<Self, Failure> {
        let sample = sample(path).map_err(|error| unreadable(path, &error))?;
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let named = house.formats().filter(|(_, format)| format.name.eq_ignore_ascii_case(ending));
        let (game, format) = best(named, &sample)
            .or_else(|| best(house.formats(), &sample))
            .or_else(|| house.formats().find(|(_, format)| format.name.eq_ignore_ascii_case(ending)))
            .ok_or_else(|| unknown(house, path))?;
        Ok(Self { path: path.to_owned(), game, format })
    }

    /// The whole file.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        fs::read(&self.path).map_err(|error| unreadable(&self.path, &error))
    }
}

fn sample(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(SAMPLE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The format that reads the most games of a sample without complaint; the first of several.
fn best(
    formats: impl Iterator<Item = (&'static dyn Game, &'static Format)>,
    sample: &[u8],
) -> Option<(&'static dyn Game, &'static Format)> {
    let legal = |format: &Format| format.read(sample).iter().filter(|game| game.is_ok()).count();
    let rated = formats.map(|found| (legal(found.1), found)).filter(|(games, _)| *games > 0);
    rated.reduce(|first, next| if next.0 > first.0 { next } else { first }).map(|(_, found)| found)
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Misused(format!("cannot read {}: {error}", path.display()))
}

fn unknown(house: House, path: &Path) -> Failure {
    let mut endings: Vec<_> = house.formats().map(|(_, format)| format!(".{}", format.name)).collect();
    endings.dedup();
    let endings = endings.join(", ");
    Failure::Misused(format!("{} holds no record in a known format (known are {endings})", path.display()))
}
