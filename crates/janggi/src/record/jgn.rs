//! Our own format, `.jgn` (§24): tags and moves like PGN, numeric moves, UTF-8.
//!
//! Writing what was read gives the same bytes for every file that we wrote, and reading what was
//! written gives the same game.

use std::fmt::Write as _;

use game::{Keeper, Problems, Record, RecordError, Refusal, choices};

use super::malformed;
use super::movetext;
use super::play::{Player, Written};
use super::sheet::{Dialect, Sheet, is_name, sheets, tag_line};
use super::verdict::{self, Reason, Verdict};
use crate::{Handicap, Lineup, Rules, Setup, Side, Start, notation};

/// The tags that every game has, in the order in which they are written.
const REQUIRED: [&str; 10] =
    ["Event", "Site", "Date", "Round", "Cho", "Han", "Result", "RuleSet", "SetupCho", "SetupHan"];
/// The tags that say who played when, with their values for "unknown".
pub(super) const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("Cho", "?"), ("Han", "?")];
/// The tags that follow the rules when a game has them.
const OPTIONAL: [&str; 3] = ["ChoRank", "HanRank", "TimeControl"];
/// The tags that are written from the game itself, and so are not kept as headers.
pub(super) const DERIVED: [&str; 13] = [
    "Result",
    "RuleSet",
    "SetupCho",
    "SetupHan",
    "Termination",
    "PointsCho",
    "PointsHan",
    "PlyCount",
    "White",
    "Black",
    "Variant",
    "SetUp",
    "FEN",
];
/// How many plies stand on a line.
const PLIES_A_LINE: usize = 6;

/// Reads every game of a file.
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
    let missing: Vec<_> = REQUIRED.into_iter().filter(|name| sheet.tag(name).is_none()).collect();
    if !missing.is_empty() {
        return Err(RecordError::new(sheet.line, malformed(format!("missing tags: {}", missing.join(", ")))));
    }
    let rules = read_rules(sheet)?;
    let start = read_start(sheet, &rules)?;
    play(sheet, rules, &start)
}

/// Plays the moves behind the tags and ends the game as they say.
pub(super) fn play(sheet: &Sheet, rules: Rules, start: &Setup) -> Result<Record, RecordError> {
    let blame = |name: &'static str| move |refusal| RecordError::new(sheet.line_of(name), refusal);
    let verdict = read_verdict(sheet)?;
    let mut player = Player::new(rules, &start.to_string()).map_err(blame("FEN"))?;
    let late = player.read_moves(sheet, verdict::score(verdict))?;
    let result = player.conclude(verdict).map_err(blame("Result"))?;
    for comment in late {
        player.comment(&comment);
    }
    Ok(player.record(read_headers(sheet, start), result))
}

/// The rules of the tag `RuleSet`.
pub(super) fn read_rules(sheet: &Sheet) -> Result<Rules, RecordError> {
    let text = sheet.value("RuleSet").unwrap_or_default();
    let (rules, ()) = choices::parse(text).map_err(|refusal| RecordError::new(sheet.line_of("RuleSet"), refusal))?;
    Ok(rules)
}

/// The first diagram: the FEN if there is one, else the set-ups.
fn read_start(sheet: &Sheet, rules: &Rules) -> Result<Setup, RecordError> {
    let blame = |name: &str, refusal| RecordError::new(sheet.line_of(name), refusal);
    let cho = read_lineup(sheet, "SetupCho")?;
    let han = read_lineup(sheet, "SetupHan")?;
    if let Some(fen) = sheet.value("FEN") {
        let setup: Setup = fen.parse().map_err(|problems: Problems| blame("FEN", problems.into()))?;
        for (side, name, lineup) in [(Side::Cho, "SetupCho", cho), (Side::Han, "SetupHan", han)] {
            let stands = Lineup::of_board(&setup.board, side);
            if let (Some(lineup), Some(stands)) = (lineup, stands.filter(|stands| lineup != Some(*stands))) {
                let detail = format!("the FEN shows `{}` and not `{}`", stands.text(), lineup.text());
                return Err(blame(name, malformed(detail)));
            }
        }
        return Ok(setup);
    }
    let even = sheet.value("Handicap").is_none_or(|handicap| handicap == Handicap::Off.text());
    let (Some(cho), Some(han), true) = (cho, han, even) else {
        return Err(RecordError::new(sheet.line, malformed("the tag FEN is missing")));
    };
    Start { cho, han, handicap: Handicap::Off }.setup(rules).map_err(|refusal| blame("SetupCho", refusal))
}

fn read_lineup(sheet: &Sheet, name: &str) -> Result<Option<Lineup>, RecordError> {
    let text = sheet.value(name).unwrap_or_default();
    match Lineup::from_text(text) {
        None if text != "fen" => {
            let detail = format!("`{text}` is no set-up; it is one of {}, fen", Lineup::TEXTS.join(", "));
            Err(RecordError::new(sheet.line_of(name), malformed(detail)))
        }
        lineup => Ok(lineup),
    }
}

fn read_verdict(sheet: &Sheet) -> Result<Option<Verdict>, RecordError> {
    let blame = |name: &'static str| move |refusal| RecordError::new(sheet.line_of(name), refusal);
    let termination = sheet.value("Termination").unwrap_or("unknown");
    let reason = Reason::from_text(termination)
        .ok_or_else(|| malformed(format!("`{termination}` is no reason for the end of a game")))
        .map_err(blame("Termination"))?;
    verdict::from_score(sheet.value("Result").unwrap_or("*"), reason).map_err(blame("Result"))
}

/// What is not written from the game itself and is not just unknown.
fn read_headers(sheet: &Sheet, start: &Setup) -> Vec<(String, String)> {
    let is_known_handicap = |value: &str| Start::of(start).is_some_and(|start| start.handicap.text() == value);
    let is_header = |name: &str, value: &str| match name {
        "Handicap" => !is_known_handicap(value),
        _ => !DERIVED.contains(&name) && !ROSTER.contains(&(name, value)),
    };
    let kept = sheet.tags.iter().filter(|tag| is_header(&tag.name, &tag.value));
    let mut headers: Vec<_> = kept.map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    sort_headers(&mut headers);
    headers
}

/// Writes one game.
///
/// # Errors
/// If the record cannot be replayed.
pub fn write(record: &Record) -> Result<Vec<u8>, Refusal> {
    let written = Written::of(record)?;
    let mut text = tags(record, &written);
    text.push('\n');
    text.push_str(&moves(&written));
    Ok(text.into_bytes())
}

fn tags(record: &Record, written: &Written) -> String {
    let mut tags = Tags::default();
    for (name, unknown) in ROSTER {
        tags.add(name, record.header(name).unwrap_or(unknown));
    }
    let setup = written.start.setup();
    let start = Start::of(&setup);
    tags.add("Result", verdict::score(written.verdict));
    tags.add("RuleSet", &choices::write(&written.rules));
    tags.add("SetupCho", start.map_or("fen", |start| start.cho.text()));
    tags.add("SetupHan", start.map_or("fen", |start| start.han.text()));
    for name in OPTIONAL {
        tags.add_if(name, record.header(name));
    }
    tags.add_if("Handicap", handicap(record, start));
    tags.add_if("Termination", written.verdict.map(|verdict| verdict.reason.text()));
    tags.add("PointsCho", &points(written, Side::Cho));
    tags.add("PointsHan", &points(written, Side::Han));
    tags.add("PlyCount", &written.plies.len().to_string());
    tags.add("White", record.header("Cho").unwrap_or("?"));
    tags.add("Black", record.header("Han").unwrap_or("?"));
    tags.add("Variant", "janggi");
    tags.add("SetUp", "1");
    tags.add("FEN", &setup.to_string());
    tags.add_others(record, &[]);
    tags.text
}

/// The handicap that the start shows, or what the record says about it.
fn handicap(record: &Record, start: Option<Start>) -> Option<&str> {
    match start.map(|start| start.handicap) {
        None => record.header("Handicap"),
        Some(Handicap::Off) => record.header("Handicap").filter(|text| *text != Handicap::Off.text()),
        Some(handicap) => Some(handicap.text()),
    }
}

/// Puts the headers that have a place of their own into the order in which they are written.
pub(super) fn sort_headers(headers: &mut [(String, String)]) {
    let places = || ROSTER.iter().map(|(name, _)| name).chain(&OPTIONAL);
    headers.sort_by_key(|(name, _)| places().position(|place| place == name).unwrap_or(usize::MAX));
}

/// The headers of a record in that order.
pub(super) fn sorted_headers(record: &Record) -> Vec<(String, String)> {
    let mut headers = record.headers.clone();
    sort_headers(&mut headers);
    headers
}

/// Tag lines, no name twice.
#[derive(Default)]
pub(super) struct Tags {
    pub(super) text: String,
    names: Vec<String>,
}

impl Tags {
    pub(super) fn add(&mut self, name: &str, value: &str) {
        if is_name(name) && !self.names.iter().any(|known| known == name) {
            self.text.push_str(&tag_line(name, value));
            self.names.push(name.to_owned());
        }
    }

    pub(super) fn add_if(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.add(name, value);
        }
    }

    /// Every header that has no place of its own and is not `said` already under another name.
    pub(super) fn add_others(&mut self, record: &Record, said: &[&str]) {
        let is_other = |name: &str| !DERIVED.contains(&name) && !said.contains(&name);
        for (name, value) in sorted_headers(record).iter().filter(|(name, _)| is_other(name)) {
            self.add(name, value);
        }
    }
}

fn points(written: &Written, side: Side) -> String {
    half(written.end.half_points(side))
}

/// Half points as a decimal number: `72`, `73.5`.
pub(super) fn half(half_points: u32) -> String {
    let fraction = if half_points.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{fraction}", half_points / 2)
}

fn moves(written: &Written) -> String {
    let mut text = String::new();
    for ((position, action, entry), number) in written.walk().zip(1_usize..) {
        let token = notation::token(&position, action);
        let end = if number.is_multiple_of(PLIES_A_LINE) && number < written.plies.len() { '\n' } else { ' ' };
        let _ = write!(text, "{number}. {token}{}{end}", movetext::comments(entry));
    }
    text.push_str(verdict::score(written.verdict));
    if let Some(entry) = &written.last_word {
        text.push_str(&movetext::comments(entry));
    }
    text.push_str("\n\n");
    text
}
