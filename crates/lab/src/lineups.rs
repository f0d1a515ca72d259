//! How the set-ups do in games of the engine against itself.

use std::path::Path;

use anyhow::Result;

use crate::data::{GameResult, Reader};

/// Points (2 a win, 1 a draw) of Cho and games, by Cho's set-up (row) and Han's (column).
pub type Results = [[(u64, u64); 4]; 4];

/// Counts the results of all games in the files.
///
/// # Errors
/// If a file is damaged.
pub fn results(paths: &[&Path]) -> Result<Results> {
    let mut results = Results::default();
    for path in paths {
        let mut reader = Reader::open(path)?;
        while let Some((number, samples)) = reader.next_block()? {
            let Some(sample) = samples.first() else { continue };
            let pair = (number % 16) as usize;
            let (points, games) = &mut results[pair / 4][pair % 4];
            *games += 1;
            *points += match sample.result {
                GameResult::Lost => 0,
                GameResult::Drawn => 1,
                GameResult::Won => 2,
            };
        }
    }
    Ok(results)
}

/// The results as a table for people, percent of Cho and games.
#[must_use]
pub fn table(results: &Results) -> String {
    use std::fmt::Write as _;
    let names = &janggi::Lineup::TEXTS[..4];
    let mut text = format!("{:>10}", "cho \\ han");
    for name in names {
        let _ = write!(text, "{name:>14}");
    }
    text.push('\n');
    for (row, name) in results.iter().zip(names) {
        let _ = write!(text, "{name:>10}");
        for (points, games) in row {
            let percent = (points * 50).checked_div(*games).unwrap_or(0);
            let _ = write!(text, "{:>14}", format!("{percent} % of {games}"));
        }
        text.push('\n');
    }
    text
}
