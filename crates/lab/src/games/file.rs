//! Games as a text file: a line a game, so that work goes on where it stopped.
//!
//! A game is its rules and, for each action, its number in the order of the rules and what a search
//! thought of the position before it. So no game needs packing of its own: lessons are made by replay.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

/// One action of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its number among the legal ones.
    pub action: u16,
    /// What the position before it is worth to its mover, if that is worth learning.
    pub value: Option<i16>,
}

/// Some random actions away from a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// How many steps of the game come before.
    pub after: u16,
    /// The actions, by number.
    pub actions: Vec<u16>,
    /// What the position is worth to its mover.
    pub value: i16,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its number in the file's order.
    pub number: usize,
    /// Its rules, as a table is opened with.
    pub rules: String,
    /// What was done.
    pub steps: Vec<Step>,
    /// Ways not taken.
    pub walks: Vec<Walk>,
}

impl Block {
    /// How many positions have a value.
    #[must_use]
    pub fn lessons(&self) -> usize {
        self.steps.iter().filter(|step| step.value.is_some()).count() + self.walks.len()
    }

    fn line(&self) -> String {
        let mut line = format!("{}|{}|", self.number, self.rules);
        let steps = self.steps.iter().map(|step| match step.value {
            Some(value) => format!("{}:{value}", step.action),
            None => step.action.to_string(),
        });
        line += &steps.collect::<Vec<_>>().join(" ");
        let walks = self.walks.iter().map(|walk| {
            let actions: Vec<_> = walk.actions.iter().map(ToString::to_string).collect();
            format!("{}>{}:{}", walk.after, actions.join(","), walk.value)
        });
        let _ = write!(line, "|{}", walks.collect::<Vec<_>>().join(" "));
        let sum = crc32fast::hash(line.as_bytes());
        let _ = write!(line, "|{sum:08x}");
        line
    }

    fn parse(line: &str) -> Option<Self> {
        let (content, sum) = line.rsplit_once('|')?;
        let whole = u32::from_str_radix(sum, 16).ok()? == crc32fast::hash(content.as_bytes());
        let parts: Vec<_> = content.split('|').collect();
        let [number, rules, steps, walks] = parts[..] else { return None };
        let number = number.parse().ok().filter(|_| whole)?;
        let steps = steps.split_whitespace().map(step).collect::<Option<_>>()?;
        let walks = walks.split_whitespace().map(walk).collect::<Option<_>>()?;
        Some(Self { number, rules: rules.to_owned(), steps, walks })
    }
}

fn step(text: &str) -> Option<Step> {
    match text.split_once(':') {
        Some((action, value)) => Some(Step { action: action.parse().ok()?, value: Some(value.parse().ok()?) }),
        None => Some(Step { action: text.parse().ok()?, value: None }),
    }
}

fn walk(text: &str) -> Option<Walk> {
    let (after, rest) = text.split_once('>')?;
    let (actions, value) = rest.split_once(':')?;
    let actions = actions.split(',').map(|action| action.parse().ok()).collect::<Option<_>>()?;
    Some(Walk { after: after.parse().ok()?, actions, value: value.parse().ok()? })
}

/// Reads a file of games: its recipe and the games.
///
/// # Errors
/// If it cannot be read or a line other than an unfinished last one is damaged.
pub fn read(path: &Path) -> Result<(String, Vec<Block>)> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut lines = whole.lines();
    let recipe = lines.next().unwrap_or_default().to_owned();
    let games =
        (2..).zip(lines).map(|(at, line)| Block::parse(line).with_context(|| format!("{name}: line {at} is damaged")));
    Ok((recipe, games.collect::<Result<_>>()?))
}

/// Appends games to a file.
pub struct Writer {
    file: File,
    done: Vec<usize>,
    lessons: usize,
}

impl Writer {
    /// Opens a file to go on with it, or makes it. An unfinished last line is dropped.
    ///
    /// # Errors
    /// If the file is damaged or of another recipe.
    pub fn open(path: &Path, recipe: &str) -> Result<Self> {
        let begun = path.exists();
        let (found, games) = if begun { read(path)? } else { (String::new(), Vec::new()) };
        ensure!(found.is_empty() || found == recipe, "{} was made with other settings: {found}", path.display());
        let file =
            OpenOptions::new().create(true).append(true).open(path).with_context(|| path.display().to_string())?;
        if begun {
            let text = std::fs::read(path).with_context(|| path.display().to_string())?;
            file.set_len(text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end as u64 + 1))?;
        }
        let lessons = games.iter().map(Block::lessons).sum();
        let mut writer = Self { file, done: games.iter().map(|game| game.number).collect(), lessons };
        if found.is_empty() {
            writeln!(writer.file, "{recipe}")?;
        }
        Ok(writer)
    }

    /// Whether a game is there already.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.done.contains(&number)
    }

    /// How many games and lessons there are.
    #[must_use]
    pub const fn count(&self) -> (usize, usize) {
        (self.done.len(), self.lessons)
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &Block) -> Result<()> {
        self.done.push(game.number);
        self.lessons += game.lessons();
        writeln!(self.file, "{}", game.line()).context("the file of games")
    }
}
