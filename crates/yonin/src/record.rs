//! The game's own record format (§12).
//!
//! ```text
//! options standard fate=inherit
//! position startpos moves 5g5f 7e6e resign
//! result win:s 1:s 2:e 3:n 4:w
//! ```
//!
//! Games are separated by blank lines; `result` is missing while a game goes on. Lines that begin
//! with `#` hold what these three have no place for, and readers may skip them: `# header NAME
//! VALUE`, `# clock DEED MILLISECONDS` and `# note DEED TEXT`, deeds counted from one. In names
//! and texts `\n`, `\r`, `\s` and `\\` stand for line ends, a blank and a backslash.

use std::fmt::Write as _;

use game::text::{self, line_break};
use game::{Entry, Keeper, Match, Position as _, Record, RecordError, Refusal, Rules as _, choices};

use crate::state::START;
use crate::{Position, Rules, Start};

/// The format's name and the ending of its files.
pub const YSR: game::Format = game::Format {
    name: "ysr",
    about: "Yonin shogi record: options, position and result, a line each",
    exact: true,
    each,
    write: Some(write),
};

/// Lines that belong together, with their numbers.
type Block<'a> = Vec<(u32, &'a str)>;

/// Reads every game of a file.
fn each(bytes: &[u8], keep: &mut Keeper<'_>) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count() as u32;
            let _ = keep(line, Err(RecordError::new(line, Refusal::syntax("the file is not UTF-8"))));
            return;
        }
    };
    let first = |block: &&Block<'_>| block.first().map_or(1, |(number, _)| *number);
    game::hand_over(&blocks(text.strip_prefix('\u{feff}').unwrap_or(text)), first, read_game, keep);
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let lines: Block<'_> = (1..).zip(text.lines()).collect();
    lines.split(|(_, line)| line.trim().is_empty()).filter(|block| !block.is_empty()).map(<[_]>::to_vec).collect()
}

fn read_game(block: &Block<'_>) -> Result<Record, RecordError> {
    let (extras, lines): (Block<'_>, Block<'_>) = block.iter().partition(|(_, line)| line.starts_with('#'));
    let last = block.last().map_or(1, |(number, _)| *number);
    let mut lines = lines.into_iter().peekable();
    let (options_line, options) = expect(&mut lines, "options", last)?;
    let (position_line, position) = expect(&mut lines, "position", last)?;
    let result = if lines.peek().is_some() { Some(expect(&mut lines, "result", last)?) } else { None };
    if let Some((number, _)) = lines.next() {
        return Err(RecordError::new(number, Refusal::syntax("a game ends with its result; a blank line is missing")));
    }
    let (rules, start) = read_options(options).map_err(|refusal| RecordError::new(options_line, refusal))?;
    let mut record =
        read_position(position, rules, start).map_err(|refusal| RecordError::new(position_line, refusal))?;
    for (number, line) in extras {
        read_extra(line, &mut record).map_err(|refusal| RecordError::new(number, refusal))?;
    }
    finish(record, position_line, result)
}

/// The rest of the next line, which must begin with that word.
fn expect<'a>(
    lines: &mut impl Iterator<Item = (u32, &'a str)>,
    word: &str,
    last: u32,
) -> Result<(u32, &'a str), RecordError> {
    let (number, line) = lines.next().unwrap_or((last, ""));
    match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
        Some(rest) => Ok((number, rest.trim())),
        None => Err(RecordError::new(number, Refusal::syntax(format!("a line `{word} …` is expected here")))),
    }
}

fn read_options(text: &str) -> Result<(Rules, Start), Refusal> {
    let mut words = text.split_whitespace();
    let preset = words.next().unwrap_or_default();
    if Rules::preset(preset).is_none() {
        return Err(Refusal::option(format!("there is no preset `{preset}`")));
    }
    let parts: Vec<&str> = std::iter::once(preset).chain(words).collect();
    choices::parse(&parts.join(";"))
}

fn read_position(text: &str, rules: Rules, start: Start) -> Result<Record, Refusal> {
    let mut words = text.split_whitespace();
    let state = match words.next() {
        Some("startpos") => Position::start(&rules, &start)?.state(),
        Some("ysfen") => words.by_ref().take(6).collect::<Vec<_>>().join(" "),
        _ => return Err(Refusal::syntax("after `position` comes `startpos` or `ysfen`")),
    };
    if words.next().is_some_and(|word| word != "moves") {
        return Err(Refusal::syntax("after the position comes `moves`"));
    }
    let entries = words.map(Entry::new).collect();
    Ok(Record { rules: choices::write(&rules), start: state, entries, ..Record::default() })
}

fn read_extra(line: &str, record: &mut Record) -> Result<(), Refusal> {
    let mut parts = line.splitn(4, ' ').skip(1);
    let (what, key, value) = (parts.next(), parts.next(), parts.next());
    let (Some(what @ ("header" | "clock" | "note")), Some(key), Some(value)) = (what, key, value) else {
        return Ok(()); // A remark for people.
    };
    let value = unescape(value);
    if what == "header" {
        record.headers.push((unescape(key), value));
        return Ok(());
    }
    let index = key.parse::<usize>().ok().and_then(|deed| deed.checked_sub(1));
    let entry = index.and_then(|index| record.entries.get_mut(index));
    let entry = entry.ok_or_else(|| Refusal::syntax(format!("there is no deed `{key}` to add a {what} to")))?;
    if what == "note" {
        entry.notes.push(value);
    } else {
        let time = value.parse().map_err(|_| Refusal::syntax(format!("`{value}` is not a number of milliseconds")))?;
        entry.clock_ms = Some(time);
    }
    Ok(())
}

/// Replays the game; the result that the file claims must be the one that it has.
fn finish(record: Record, line: u32, claimed: Option<(u32, &str)>) -> Result<Record, RecordError> {
    let game = Match::<Position>::replay(&record).map_err(|(index, refusal)| {
        let place =
            record.entries.get(index).map_or(String::new(), |entry| format!("deed {}, {}: ", index + 1, entry.deed));
        RecordError::new(line, Refusal::new(refusal.code, format!("{place}{}", refusal.detail)))
    })?;
    let replayed = game.record();
    if let Some((line, claimed)) = claimed
        && replayed.result.as_deref() != Some(claimed)
    {
        let actual = replayed.result.as_deref().unwrap_or("none yet");
        return Err(RecordError::new(line, Refusal::new("E_RESULT", format!("the game's result is {actual}"))));
    }
    Ok(Record { headers: record.headers, ..replayed })
}

/// Writes one game.
fn write(record: &Record) -> Result<Vec<u8>, Refusal> {
    let mut text = String::new();
    for (name, value) in &record.headers {
        line(
            &mut text,
            &format!("# header {} {}", text::escape(name, &[]).replace(' ', "\\s"), text::escape(value, &[])),
        );
    }
    line(&mut text, &format!("options {}", record.rules.replace(';', " ")));
    line(&mut text, &position_line(record)?);
    for (number, entry) in (1..).zip(&record.entries) {
        write_extras(&mut text, number, entry);
    }
    if let Some(result) = &record.result {
        line(&mut text, &format!("result {result}"));
    }
    Ok(text.into_bytes())
}

fn position_line(record: &Record) -> Result<String, Refusal> {
    let mut text =
        if record.start == START { "position startpos".to_owned() } else { format!("position ysfen {}", record.start) };
    if !record.entries.is_empty() {
        text.push_str(" moves");
    }
    for deed in record.deeds() {
        if deed.is_empty() || deed.contains(char::is_whitespace) {
            return Err(Refusal::syntax(format!("`{deed}` is not a deed of yonin shogi")));
        }
        text.push(' ');
        text.push_str(deed);
    }
    Ok(text)
}

fn write_extras(text: &mut String, number: u32, entry: &Entry) {
    if let Some(time) = entry.clock_ms {
        line(text, &format!("# clock {number} {time}"));
    }
    for note in &entry.notes {
        line(text, &format!("# note {number} {}", text::escape(note, &[])));
    }
}

fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

fn unescape(text: &str) -> String {
    text::unescape(text, |letter| if letter == 's' { Some(' ') } else { Some(line_break(letter).unwrap_or(letter)) })
}
