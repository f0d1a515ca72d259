//! Game records as text, one line a player turn (§34).

use std::fmt::Write as _;

use game::{Choices as _, Entry, Format, Keeper, Match, Position as _, Record, RecordError, Refusal, choices};

use crate::position::Position;
use crate::rules::Rules;
use crate::start::Start;

/// The format of the rule book.
pub(crate) const FORMAT: Format = Format {
    name: "ftg",
    about: "Five Tigers record: headers, start, one line a player turn, result",
    exact: true,
    each,
    write: Some(write),
};

/// How a record writes that time ran out.
pub(crate) const TIMEOUT: &str = "end ;timeout";
const TIMEOUT_NOTE: &str = "timeout";
const CLOCK_NOTE: &str = "clock ";
const VERSION: &str = "FTG1";
const UNFINISHED: &str = "*";
/// Headers that say again what the start says, or that are not headers.
const OWN: [&str; 7] = ["format", "mode", "first", "markers", "start", "result", "final"];

fn write(record: &Record) -> Result<Vec<u8>, Refusal> {
    let (rules, _) = choices::parse::<Rules, Start>(&record.rules)?;
    let mut game = Match::<Position>::load(rules, &record.start)?;
    let mut text = write_headers(record, &game);
    let mut turn = None;
    let mut at_line_start = true;
    for entry in &record.entries {
        let position = game.position();
        let number = position.turn_number();
        let token = match position.read(&entry.deed)? {
            game::Deed::Leave(_, game::Leaving::Flagged) => TIMEOUT.to_owned(),
            deed => position.spell(&deed),
        };
        let gap = match (turn == Some(number), at_line_start) {
            (true, true) => String::new(),
            (true, false) => " ".to_owned(),
            (false, true) => format!("{number}. "),
            (false, false) => format!("\n{number}. "),
        };
        let _ = write!(text, "{gap}{token}");
        game.act(&entry.deed)?;
        turn = Some(number);
        at_line_start = write_notes(&mut text, entry, token == TIMEOUT);
    }
    if !at_line_start {
        text.push('\n');
    }
    let _ = writeln!(text, "result: {}", game.position().result().as_deref().unwrap_or(UNFINISHED));
    Ok(text.into_bytes())
}

fn write_headers(record: &Record, game: &Match<Position>) -> String {
    let mut text = format!("format: {VERSION}\n");
    for (key, value) in record.headers.iter().filter(|(key, _)| is_header(key) && !OWN.contains(&key.as_str())) {
        let line = format!("{key}: {}", one_line(value));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = writeln!(text, "mode: {}", game.preset());
    let _ = writeln!(text, "first: {}", game.position().side().letter());
    if game.position().is_open() {
        let _ = writeln!(text, "markers: {}", game.rules().markers.text());
    }
    let _ = writeln!(text, "start: {}", record.start);
    text
}

/// Writes what was noted beside a deed; `true` if that ended the line.
fn write_notes(text: &mut String, entry: &Entry, has_note: bool) -> bool {
    let clock = entry.clock_ms.map(|ms| format!("{CLOCK_NOTE}{ms}"));
    let notes: Vec<_> = clock.into_iter().chain(entry.notes.iter().map(|note| one_line(note))).collect();
    for (index, note) in notes.iter().enumerate() {
        // A comment fills the rest of its line; a second one has a line of its own.
        let gap = if index == 0 && !has_note {
            " "
        } else if index == 0 {
            "\n"
        } else {
            ""
        };
        let _ = writeln!(text, "{gap};{note}");
    }
    !notes.is_empty()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_header(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'-')
}

fn each(bytes: &[u8], keep: &mut Keeper<'_>) {
    let text = String::from_utf8_lossy(bytes);
    let mut drafts: Vec<Draft> = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let number = index as u32 + 1;
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if drafts.is_empty() || drafts.last().is_some_and(|draft| draft.is_over(line)) {
            drafts.push(Draft { line: number, ..Draft::default() });
        }
        if let Some(draft) = drafts.last_mut() {
            draft.take_line(number, line);
        }
    }
    game::hand_over(drafts, |draft| draft.line, Draft::replay, keep);
}

/// A game as its lines say it, not yet replayed.
#[derive(Default)]
struct Draft {
    line: u32,
    headers: Vec<(String, String)>,
    markers: Option<(u32, String)>,
    start: Option<(u32, String)>,
    deeds: Vec<Note>,
    result: Option<(u32, String)>,
    last: Option<(u32, String)>,
    flaw: Option<RecordError>,
}

/// One deed as written.
struct Note {
    line: u32,
    /// The number at the beginning of the line, before the first deed of a turn.
    turn: Option<u32>,
    entry: Entry,
}

impl Draft {
    /// Whether this line begins another game.
    fn is_over(&self, line: &str) -> bool {
        let closing = |key: &str| key == "result" || key == "final";
        split_header(line).is_some_and(|(key, _)| self.start.is_some() && !closing(key))
    }

    fn take_line(&mut self, number: u32, line: &str) {
        if let Some((key, value)) = split_header(line) {
            let value = value.to_owned();
            match key {
                "start" => self.start = Some((number, value)),
                "result" => self.result = Some((number, value)),
                "final" => self.last = Some((number, value)),
                "markers" => self.markers = Some((number, value)),
                _ if OWN.contains(&key) => {}
                _ => self.headers.push((key.to_owned(), value)),
            }
        } else {
            self.take_deeds(number, line);
        }
    }

    fn take_deeds(&mut self, line: u32, text: &str) {
        let (deeds, comment) = text.split_once(';').map_or((text, None), |(deeds, note)| (deeds, Some(note.trim())));
        let mut tokens = deeds.split_whitespace().peekable();
        let turn = tokens.next_if(|token| token.ends_with('.')).map(|token| token.trim_end_matches('.').parse().ok());
        if turn == Some(None) && self.flaw.is_none() {
            self.flaw = Some(RecordError::new(line, Refusal::syntax("a line begins with the number of its turn")));
        }
        let mut turn = turn.flatten();
        for token in tokens {
            self.deeds.push(Note { line, turn: turn.take(), entry: Entry::new(token) });
        }
        if let Some(comment) = comment {
            self.take_comment(comment, !deeds.trim().is_empty());
        }
    }

    fn take_comment(&mut self, comment: &str, beside_deed: bool) {
        let Some(Note { entry, .. }) = self.deeds.last_mut() else { return };
        if beside_deed && comment == TIMEOUT_NOTE && entry.deed == "end" {
            TIMEOUT.clone_into(&mut entry.deed);
        } else if let Some(ms) = comment.strip_prefix(CLOCK_NOTE).and_then(|ms| ms.parse().ok()) {
            entry.clock_ms = Some(ms);
        } else if !comment.is_empty() {
            entry.notes.push(one_line(comment));
        }
    }

    fn replay(self) -> Result<Record, RecordError> {
        if let Some(flaw) = self.flaw {
            return Err(flaw);
        }
        let missing = || RecordError::new(self.line, Refusal::syntax("a game without a `start:` line"));
        let (start_line, start) = self.start.ok_or_else(missing)?;
        let mut rules = Rules::default();
        if let Some((line, markers)) = &self.markers {
            rules.set("markers", markers).map_err(|refusal| RecordError::new(*line, refusal))?;
        }
        let mut game =
            Match::<Position>::load(rules, &start).map_err(|refusal| RecordError::new(start_line, refusal))?;
        for note in &self.deeds {
            note.act(&mut game).map_err(|refusal| RecordError::new(note.line, refusal))?;
        }
        verify(self.result.as_ref(), "result", game.position().result().as_deref().unwrap_or(UNFINISHED))?;
        verify(self.last.as_ref(), "final", &game.position().state())?;
        let mut record = game.record();
        record.headers = self.headers;
        for (entry, note) in record.entries.iter_mut().zip(self.deeds) {
            *entry = Entry { deed: std::mem::take(&mut entry.deed), ..note.entry };
        }
        Ok(record)
    }
}

impl Note {
    fn act(&self, game: &mut Match<Position>) -> Result<(), Refusal> {
        let expected = u32::from(game.position().turn_number());
        match self.turn {
            Some(turn) if turn != expected => {
                Err(Refusal::syntax(format!("turn {turn} is written where turn {expected} is played")))
            }
            _ => game.act(&self.entry.deed),
        }
    }
}

/// What a record claims must be what its replay shows.
fn verify(claim: Option<&(u32, String)>, key: &str, truth: &str) -> Result<(), RecordError> {
    match claim {
        Some((line, claim)) if claim != truth => {
            Err(RecordError::new(*line, Refusal::syntax(format!("{key} `{claim}`, but the replay gives `{truth}`"))))
        }
        _ => Ok(()),
    }
}

fn split_header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    is_header(key).then_some((key, value.trim()))
}
