//! PGN with the moves of pychess (§24): `H02-83`, `R09x19+`, `K95-95`.

use std::fmt::Write as _;

use game::{Keeper, Record, RecordError, Refusal, choices};

use super::jgn::{self, ROSTER, Tags};
use super::malformed;
use super::movetext;
use super::play::Written;
use super::sheet::{Dialect, Sheet, sheets};
use super::verdict;
use crate::{Rules, Setup, Side, Start, notation};

/// How many moves of both sides stand on a line.
const MOVES_A_LINE: usize = 6;

/// Reads every game of a file. Without the tag `RuleSet` the moves are held to what recorded games
/// are held to.
#[must_use]
pub fn read(bytes: &[u8]) -> Vec<Result<Record, RecordError>> {
    game::read_all(each, bytes)
}

pub(super) fn each(bytes: &[u8], keep: &mut Keeper<'_>) {
    let text = String::from_utf8_lossy(bytes);
    game::hand_over(&sheets(&text, Dialect::Jgn), |sheet| sheet.line, read_game, keep);
}

fn read_game(sheet: &Sheet) -> Result<Record, RecordError> {
    if let Some(error) = &sheet.broken {
        return Err(error.clone());
    }
    if !sheet.value("Variant").is_some_and(|variant| variant.to_ascii_lowercase().starts_with("janggi")) {
        return Err(RecordError::new(sheet.line_of("Variant"), malformed("the tag `Variant` does not say janggi")));
    }
    let rules = match sheet.tag("RuleSet") {
        Some(_) => jgn::read_rules(sheet)?,
        None => Rules::of_recorded_games(),
    };
    let start = match sheet.value("FEN") {
        Some(fen) => fen.parse::<Setup>().map_err(Refusal::from),
        None => Start::default().setup(&rules),
    };
    let start = start.map_err(|refusal| RecordError::new(sheet.line_of("FEN"), refusal))?;
    let mut record = jgn::play(sheet, rules, &start)?;
    for (ours, theirs) in [("Cho", "White"), ("Han", "Black")] {
        if let Some(name) = sheet.value(theirs).filter(|name| *name != "?" && record.header(ours).is_none()) {
            record.set_header(ours, name);
        }
    }
    jgn::sort_headers(&mut record.headers);
    Ok(record)
}

/// Writes one game.
///
/// # Errors
/// If the record cannot be replayed.
pub fn write(record: &Record) -> Result<Vec<u8>, Refusal> {
    let written = Written::of(record)?;
    let mut tags = Tags::default();
    for (name, unknown) in ROSTER {
        let theirs = match name {
            "Cho" => "White",
            "Han" => "Black",
            _ => name,
        };
        tags.add(theirs, record.header(name).unwrap_or(unknown));
    }
    tags.add("Result", verdict::score(written.verdict));
    tags.add("Variant", "janggi");
    tags.add("SetUp", "1");
    tags.add("FEN", &written.start.setup().to_string());
    tags.add("RuleSet", &choices::write(&written.rules));
    tags.add_if("Termination", written.verdict.map(|verdict| verdict.reason.text()));
    tags.add("PlyCount", &written.plies.len().to_string());
    tags.add_others(record, &["Cho", "Han"]);
    Ok(format!("{}\n{}", tags.text, moves(&written)).into_bytes())
}

fn moves(written: &Written) -> String {
    let mut text = String::new();
    let first = written.start.side() == Side::Cho;
    for ((position, action, entry), ply) in written.walk().zip(usize::from(!first)..) {
        let number = ply / 2 + 1;
        if position.side() == Side::Cho {
            let _ = write!(text, "{number}. ");
        } else if text.is_empty() {
            text.push_str("1... ");
        }
        let line_end = position.side() == Side::Han && number.is_multiple_of(MOVES_A_LINE);
        let end = if line_end { '\n' } else { ' ' };
        let _ = write!(text, "{}{}{end}", notation::san(&position, action), movetext::comments(entry));
    }
    text.push_str(verdict::score(written.verdict));
    if let Some(entry) = &written.last_word {
        text.push_str(&movetext::comments(entry));
    }
    text.push_str("\n\n");
    text
}
