//! The game's own text format, `.ngn` (§36).
//!
//! ```text
//! [Game "nanguk"]
//! [Event "…"]                  names and values about the game
//! [Rules "base;limit=50"]
//! [Start "N 00000000/… b T 32:32 0 1 - *"]
//! [Result "b+K"]
//!
//! 1. +a1 +b1 +c1 +d1 +e1 +f1 +g1 +h1
//! 2. +a8 … 9. d2-d4 {[%clk 0:09:41]} {a note} 10. d7-d5 …
//! b+K
//! ```
//!
//! Turns are numbered; whoever acts several times in a row has one number. Values and notes
//! escape what would end them with a backslash. Many games may follow one another.

use std::fmt::Write as _;

use game::text::{escape, line_break, read_clock_note, unescape, write_clock_note};
use game::{Entry, Format, Keeper, Match, Position as _, Record, RecordError, Refusal};

use crate::position::Position;

/// The format.
pub const NGN: Format = Format {
    name: "ngn",
    about: "Nanguk's own text: headers, start state, numbered actions, result",
    exact: true,
    each,
    write: Some(write),
};

/// Headers that say what the record itself says.
const RESERVED: [&str; 4] = ["Game", "Rules", "Start", "Result"];
/// Where lines of actions are broken.
const LINE_WIDTH: usize = 100;
const INFALLIBLE: &str = "writing to a string cannot fail";

fn problem(detail: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new("E_RECORD", detail)
}

fn write(record: &Record) -> Result<Vec<u8>, Refusal> {
    let game = Match::<Position>::replay(record).map_err(|(_, refusal)| refusal)?;
    let result = game.position().result().unwrap_or_else(|| "*".to_owned());
    let mut text = "[Game \"nanguk\"]\n".to_owned();
    for (name, value) in &record.headers {
        if RESERVED.contains(&name.as_str()) || !is_name(name) {
            return Err(problem(format!("`{name}` cannot be a header of this format")));
        }
        write_tag(name, value, &mut text);
    }
    write_tag("Rules", &record.rules, &mut text);
    write_tag("Start", &record.start, &mut text);
    write_tag("Result", &result, &mut text);
    text.push('\n');
    write_actions(record, &mut text)?;
    writeln!(text, "{result}\n").expect(INFALLIBLE);
    Ok(text.into_bytes())
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn write_tag(name: &str, value: &str, text: &mut String) {
    writeln!(text, "[{name} \"{}\"]", escape(value, &['"'])).expect(INFALLIBLE);
}

/// Writes numbered turns. The record is played again to know who acts.
fn write_actions(record: &Record, text: &mut String) -> Result<(), Refusal> {
    let (rules, _) = game::choices::parse::<crate::Rules, crate::Start>(&record.rules)?;
    let mut game = Match::<Position>::load(rules, &record.start)?;
    let mut lines = Lines::default();
    let mut number = 0;
    let mut before = None;
    for entry in &record.entries {
        let turn = game.position().turn();
        if before != Some(turn) {
            number += 1;
            lines.push(&format!("{number}."));
        }
        before = Some(turn);
        lines.push(&entry.deed);
        if let Some(clock) = entry.clock_ms {
            lines.push(&format!("{{{}}}", write_clock_note(clock)));
        }
        for note in &entry.notes {
            lines.push(&format!("{{{}}}", escaped_note(note)));
        }
        game.act(&entry.deed)?;
    }
    text.push_str(&lines.finish());
    Ok(())
}

/// A note that looks like a clock must not become one.
fn escaped_note(note: &str) -> String {
    let plain = escape(note, &['{', '}']);
    if plain.starts_with('[') { format!("\\{plain}") } else { plain }
}

/// A clock in our own spelling; any other is a note.
fn clock_from_text(note: &str) -> Option<u64> {
    let (ms, _) = read_clock_note(note)?;
    (write_clock_note(ms) == note).then_some(ms)
}

/// Words filled into lines.
#[derive(Default)]
struct Lines {
    done: String,
    line: String,
}

impl Lines {
    fn push(&mut self, word: &str) {
        if !self.line.is_empty() && self.line.chars().count() + 1 + word.chars().count() > LINE_WIDTH {
            self.end_line();
        }
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(word);
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.done.push_str(&self.line);
            self.done.push('\n');
            self.line.clear();
        }
    }

    fn finish(mut self) -> String {
        self.end_line();
        self.done
    }
}

fn each(bytes: &[u8], keep: &mut Keeper<'_>) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = 1 + before.matches('\n').count() as u32;
            let _ = keep(line, Err(RecordError::new(line, problem("the text is not UTF-8"))));
            return;
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    game::hand_over(games(text), |(line, _)| *line, |(line, game)| read_game(game, line), keep);
}

/// Splits a file where headers follow actions; each part comes with its first line.
fn games(text: &str) -> Vec<(u32, &str)> {
    let mut games = Vec::new();
    let (mut begin, mut first, mut acted) = (0, 1, false);
    let mut at = 0;
    for (line, content) in (1..).zip(text.split_inclusive('\n')) {
        let is_tag = content.starts_with('[');
        if is_tag && acted {
            games.push((first, &text[begin..at]));
            (begin, first, acted) = (at, line, false);
        }
        acted |= !is_tag && !content.trim().is_empty();
        at += content.len();
    }
    games.push((first, &text[begin..]));
    games.retain(|(_, game)| !game.trim().is_empty());
    games
}

fn read_game(text: &str, first: u32) -> Result<Record, RecordError> {
    let mut reading = Reading { line: first, rules_line: first, start_line: first, ..Reading::default() };
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n').or_else(|| (!rest.is_empty()).then_some((rest, ""))) {
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('[') {
            break;
        }
        if !content.is_empty() {
            reading.tag(content).map_err(|refusal| RecordError::new(reading.line, refusal))?;
        }
        reading.line += 1;
        rest = after;
    }
    reading.actions(rest).map_err(|refusal| RecordError::new(reading.line, refusal))?;
    reading.finish()
}

/// A game while it is read.
#[derive(Default)]
struct Reading {
    line: u32,
    record: Record,
    rules_line: u32,
    start_line: u32,
    /// The line of each entry.
    lines: Vec<u32>,
    /// The results in the header and at the end, with their lines.
    results: Vec<(u32, String)>,
    ended: bool,
}

impl Reading {
    fn tag(&mut self, line: &str) -> Result<(), Refusal> {
        let wrong = || problem("a header has the form [Name \"value\"]");
        let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]")).ok_or_else(wrong)?;
        let (name, value) = inner.split_once(" \"").ok_or_else(wrong)?;
        let value = unescaped(value).filter(|_| is_name(name)).ok_or_else(wrong)?;
        match name {
            "Game" if value == "nanguk" => {}
            "Game" => return Err(problem("this is a record of another game")),
            "Rules" => (self.record.rules, self.rules_line) = (value, self.line),
            "Start" => (self.record.start, self.start_line) = (value, self.line),
            "Result" => self.results.push((self.line, value)),
            _ => self.record.headers.push((name.to_owned(), value)),
        }
        Ok(())
    }

    fn actions(&mut self, text: &str) -> Result<(), Refusal> {
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let used = match letter {
                '\n' => {
                    self.line += 1;
                    1
                }
                _ if letter.is_whitespace() => letter.len_utf8(),
                '{' => self.note(rest)?,
                _ => self.word(rest)?,
            };
            rest = &rest[used..];
        }
        Ok(())
    }

    /// Reads a note and returns its length.
    fn note(&mut self, text: &str) -> Result<usize, Refusal> {
        let mut escape = false;
        let end = text.char_indices().find(|(_, letter)| {
            let ends = *letter == '}' && !escape;
            escape = *letter == '\\' && !escape;
            ends
        });
        let (end, _) = end.ok_or_else(|| problem("a note has no end"))?;
        let inner = &text[1..end];
        let note = unescaped(inner).ok_or_else(|| problem("a note ends with a lone backslash"))?;
        let Some(entry) = self.record.entries.last_mut() else {
            return Err(problem("a note must follow an action"));
        };
        match clock_from_text(inner) {
            Some(clock) if entry.clock_ms.is_none() && entry.notes.is_empty() => entry.clock_ms = Some(clock),
            _ => entry.notes.push(note),
        }
        self.line += inner.matches('\n').count() as u32;
        Ok(end + 1)
    }

    /// Reads a number, a result or an action and returns its length.
    fn word(&mut self, text: &str) -> Result<usize, Refusal> {
        let end = text.find(|letter: char| letter.is_whitespace() || letter == '{').unwrap_or(text.len());
        let word = &text[..end];
        let is_number = word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        if is_number {
            return Ok(end);
        }
        if word == "*" || crate::Ending::from_text(word).is_some() {
            self.results.push((self.line, word.to_owned()));
            self.ended = true;
        } else if self.ended {
            return Err(problem("an action follows the result"));
        } else {
            self.record.entries.push(Entry::new(word));
            self.lines.push(self.line);
        }
        Ok(end)
    }

    /// Plays the game; its own result must be the one that the text claims. Whole turns
    /// (`+e4,d4,…`) become single blocks; notes stay with the last.
    fn finish(mut self) -> Result<Record, RecordError> {
        let at = |line: u32| move |refusal| RecordError::new(line, refusal);
        let (rules, _) =
            game::choices::parse::<crate::Rules, crate::Start>(&self.record.rules).map_err(at(self.rules_line))?;
        let mut game = Match::<Position>::load(rules, &self.record.start).map_err(at(self.start_line))?;
        let mut entries = Vec::with_capacity(self.record.entries.len());
        for (entry, line) in self.record.entries.into_iter().zip(self.lines) {
            game.act(&entry.deed).map_err(at(line))?;
            entries.extend(game.entries()[entries.len()..].iter().cloned());
            if let Some(last) = entries.last_mut() {
                *last = Entry { deed: std::mem::take(&mut last.deed), ..entry };
            }
        }
        let played = game.record();
        let result = played.result.as_deref().unwrap_or("*");
        if let Some((line, claimed)) = self.results.iter().find(|(_, claimed)| claimed != result) {
            return Err(at(*line)(problem(format!("the result is said to be {claimed}, but it is {result}"))));
        }
        self.record = Record { headers: self.record.headers, entries, ..played };
        Ok(self.record)
    }
}

/// Nothing if the text ends within an escape.
fn unescaped(text: &str) -> Option<String> {
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    let whole = backslashes.is_multiple_of(2);
    whole.then(|| unescape(text, |letter| Some(line_break(letter).unwrap_or(letter))))
}
