//! One line a game, as engines are told it (§24): `position startpos moves a4b4 h10g8`.
//!
//! Engines stop reading at the first word that is no move, so what follows `#` is for us alone:
//! `# rules kja result cho checkmate`. Without it the moves are held to what recorded games are
//! held to.

use game::{Keeper, Record, RecordError, Refusal, choices};

use super::malformed;
use super::play::{Player, Written};
use super::verdict::Verdict;
use crate::{Rules, Start};

/// Reads every line; lines that are empty or begin with `#` are skipped.
#[must_use]
pub fn read(bytes: &[u8]) -> Vec<Result<Record, RecordError>> {
    game::read_all(each, bytes)
}

pub(super) fn each(bytes: &[u8], keep: &mut Keeper<'_>) {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.trim_start_matches('\u{feff}').split('\n').map(str::trim).zip(1_u32..);
    let games = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    game::hand_over(games, |(_, number)| *number, |(line, number)| read_line(line, number), keep);
}

fn read_line(line: &str, number: u32) -> Result<Record, RecordError> {
    let blame = |refusal| RecordError::new(number, refusal);
    let (command, remark) = line.split_once('#').unwrap_or((line, ""));
    let (rules, verdict) = read_remark(remark).map_err(blame)?;
    let (start, moves) = read_command(command, &rules).map_err(blame)?;
    let mut player = Player::new(rules, &start).map_err(blame)?;
    for text in moves.split_whitespace() {
        player.act(number, text)?;
    }
    let result = player.conclude(verdict).map_err(blame)?;
    Ok(player.record(Vec::new(), result))
}

/// The FEN and the moves of `position startpos|fen FEN [moves …]`.
fn read_command<'a>(command: &'a str, rules: &Rules) -> Result<(String, &'a str), Refusal> {
    let usage = || malformed("a game is written `position startpos moves …` or `position fen FEN moves …`");
    let rest =
        command.strip_prefix("position").filter(|rest| rest.starts_with(char::is_whitespace)).ok_or_else(usage)?;
    let (place, moves) = match rest.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (rest.trim(), ""),
    };
    match place.strip_prefix("fen") {
        Some(fen) => Ok((fen.trim().to_owned(), moves)),
        None if place == "startpos" => Ok((Start::default().setup(rules)?.to_string(), moves)),
        None => Err(usage()),
    }
}

fn read_remark(remark: &str) -> Result<(Rules, Option<Verdict>), Refusal> {
    let (rules, result) = match remark.split_once("result ") {
        Some((rules, result)) => (rules, Some(result.trim())),
        None => (remark, None),
    };
    let rules = match rules.trim().strip_prefix("rules ") {
        Some(text) => choices::parse::<Rules, ()>(text.trim())?.0,
        None if rules.trim().is_empty() => Rules::of_recorded_games(),
        None => return Err(malformed("behind `#` stands `rules … result …`")),
    };
    Ok((rules, result.map(Verdict::from_text).transpose()?))
}

/// Writes one game.
///
/// # Errors
/// If the record cannot be replayed.
pub fn write(record: &Record) -> Result<Vec<u8>, Refusal> {
    let written = Written::of(record)?;
    let setup = written.start.setup();
    let mut text = match Start::default().setup(&written.rules) {
        Ok(start) if start == setup => "position startpos".to_owned(),
        _ => format!("position fen {setup}"),
    };
    if !written.plies.is_empty() {
        text.push_str(" moves");
    }
    for (action, _) in &written.plies {
        text.push(' ');
        text.push_str(&action.to_string());
    }
    text.push_str(" # rules ");
    text.push_str(&choices::write(&written.rules));
    if let Some(verdict) = written.verdict {
        text.push_str(" result ");
        text.push_str(&verdict.text());
    }
    text.push('\n');
    Ok(text.into_bytes())
}
