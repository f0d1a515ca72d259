//! A file with a line a game, so that a match can go on where it stopped.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::{Finished, Plan, Spent};

/// The games of one match so far.
pub(super) struct Journal {
    file: File,
    games: Vec<Finished>,
}

impl Journal {
    /// Opens the journal of a match or begins one.
    ///
    /// # Errors
    /// If the file is of another match, damaged, or cannot be written.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<Self> {
        let name = path.display().to_string();
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).context(name),
        };
        // A line that was not finished is as if it had never been begun.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let games = read(whole, plan).with_context(|| name.clone())?;
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(|| name.clone())?;
        file.set_len(whole.len() as u64).with_context(|| name.clone())?;
        let mut journal = Self { file, games };
        if whole.is_empty() {
            writeln!(journal.file, "{}", plan.recipe()).context(name)?;
        }
        Ok(journal)
    }

    /// The games that were there when it was opened.
    pub(super) fn take_games(&mut self) -> Vec<Finished> {
        std::mem::take(&mut self.games)
    }

    pub(super) fn keep(&mut self, game: &Finished) -> Result<()> {
        let Finished { number, points, first, deeds, reason, spent } = game;
        let spent =
            spent.map(|Spent { thoughts, time_ms, nodes, depths }| format!("{thoughts} {time_ms} {nodes} {depths}"));
        writeln!(self.file, "{number} {points} {} {deeds} {reason} {}", u8::from(*first), spent.join(" "))
            .context("the journal of the match")
    }
}

fn read(text: &str, plan: &Plan) -> Result<Vec<Finished>> {
    let mut lines = text.lines();
    let Some(recipe) = lines.next() else { return Ok(Vec::new()) };
    ensure!(recipe == plan.recipe(), "this is the journal of another match: {recipe}");
    let mut games: Vec<Finished> = Vec::new();
    for (line, text) in (2..).zip(lines) {
        let game = read_game(text).with_context(|| format!("line {line} is damaged"))?;
        ensure!(game.points <= plan.seats.points_max(), "line {line} is damaged");
        // More games than before may be asked for, but fewer may be, too.
        if game.number < plan.games() && games.iter().all(|other| other.number != game.number) {
            games.push(game);
        }
    }
    Ok(games)
}

fn read_game(line: &str) -> Option<Finished> {
    let words: Vec<_> = line.split(' ').collect();
    let [number, points, first, deeds, reason, spent @ ..] = &words[..] else { return None };
    let numbers: Vec<u64> = spent.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [one, two]: [&[u64]; 2] = [numbers.get(..4)?, numbers.get(4..)?];
    let spent = |numbers: &[u64]| match numbers {
        [thoughts, time_ms, nodes, depths] => {
            Some(Spent { thoughts: *thoughts, time_ms: *time_ms, nodes: *nodes, depths: *depths })
        }
        _ => None,
    };
    Some(Finished {
        number: number.parse().ok()?,
        points: points.parse().ok()?,
        first: *first == "1",
        deeds: deeds.parse().ok()?,
        reason: (*reason).to_owned(),
        spent: [spent(one)?, spent(two)?],
    })
}
