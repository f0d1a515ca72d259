//! What Korean programs write, `.gib` (§24): CP949 or UTF-8, Korean headers, numeric moves.
//!
//! Such games were played under rules that the file does not name. They are held to the movement
//! of the pieces and the safety of the king alone, and their result is believed.

use std::borrow::Cow;
use std::fmt::Write as _;

use encoding_rs::EUC_KR;
use game::{Keeper, Record, RecordError, Refusal};

use super::jgn;
use super::malformed;
use super::movetext::{self, Item, Items};
use super::play::{Player, Written};
use super::sheet::{Dialect, Sheet, is_name, sheets};
use crate::notation::{self, Spelling};
use crate::{Position, Rules, Setup, Side, Start};

mod board;
mod header;
mod result;

/// How many moves stand on a line.
const MOVES_A_LINE: usize = 6;
/// The word for a pass.
const PASS: &str = "한수쉼";

/// Reads every game of a file.
#[must_use]
pub fn read(bytes: &[u8]) -> Vec<Result<Record, RecordError>> {
    game::read_all(each, bytes)
}

pub(super) fn each(bytes: &[u8], keep: &mut Keeper<'_>) {
    game::hand_over(&sheets(&decode(bytes), Dialect::Gib), |sheet| sheet.line, read_game, keep);
}

/// UTF-8 if it is that, else CP949. Old programs leave stray FF and 1A bytes behind.
fn decode(bytes: &[u8]) -> String {
    let clean: Vec<u8> = bytes.iter().copied().filter(|byte| !matches!(byte, 0xff | 0x1a)).collect();
    match String::from_utf8(clean) {
        Ok(text) => text,
        Err(error) => EUC_KR.decode_without_bom_handling(error.as_bytes()).0.into_owned(),
    }
}

fn read_game(sheet: &Sheet) -> Result<Record, RecordError> {
    if let Some(error) = &sheet.broken {
        return Err(error.clone());
    }
    let mut headers = header::read(sheet);
    let moves = read_moves(sheet)?;
    let mut start = read_start(sheet)?;
    if starts_unannounced(&start, &moves) {
        start.setup.turn = Side::Han;
        header::add(&mut headers, "Warning", "Han moves first although the record does not say so");
    }
    let mut player = Player::new(Rules::of_recorded_games(), &start.setup.to_string())
        .map_err(|refusal| RecordError::new(start.line, refusal))?;
    for (line, text) in &moves {
        player.act(*line, text)?;
    }
    let verdict = sheet.value(result::HEADER).and_then(result::read);
    let result = player.conclude(verdict).map_err(|refusal| RecordError::new(sheet.line, refusal))?;
    let result = result.or_else(|| player.position().ending().map(crate::Ending::text));
    Ok(player.record(headers, result))
}

/// The first diagram and the line that describes it.
struct Beginning {
    setup: Setup,
    line: u32,
    /// Whether the record says who moves first.
    announced: bool,
}

fn read_start(sheet: &Sheet) -> Result<Beginning, RecordError> {
    if let Some(tag) = sheet.tag(board::HEADER) {
        let (setup, announced) = board::read(&tag.value).map_err(|refusal| RecordError::new(tag.line, refusal))?;
        return Ok(Beginning { setup, line: tag.line, announced });
    }
    let cho = header::lineup(sheet, Side::Cho)?;
    let han = header::lineup(sheet, Side::Han)?;
    let setup = Start { cho, han, ..Start::default() }
        .setup(&Rules::of_recorded_games())
        .map_err(|refusal| RecordError::new(sheet.line, refusal))?;
    Ok(Beginning { setup, line: sheet.line, announced: false })
}

/// Some records of handicap games forget to say that Han moves first.
fn starts_unannounced(start: &Beginning, moves: &[(u32, Cow<str>)]) -> bool {
    let first = moves.first().and_then(|(_, text)| notation::read(text));
    let Some(Spelling::Move { from, .. }) = first else { return false };
    !start.announced && start.setup.board.at(from).is_some_and(|piece| piece.side() == Side::Han)
}

/// The moves with their lines, in the spelling of today.
fn read_moves<'a>(sheet: &Sheet<'a>) -> Result<Vec<(u32, Cow<'a, str>)>, RecordError> {
    let old = sheet.value(header::COORDINATES).is_some_and(|value| value.trim() == "구좌표");
    let mut moves = Vec::new();
    for item in Items::new(sheet.body, sheet.body_line, Dialect::Gib) {
        let (line, Item::Word(word)) = item? else { continue };
        let token = movetext::without_number(word);
        if token.is_empty() {
            continue;
        }
        let text = if old { modern(token) } else { Some(Cow::Borrowed(token)) };
        let text = text.filter(|text| is_move(text)).ok_or_else(|| RecordError::new(line, no_move(token)))?;
        moves.push((line, text));
    }
    Ok(moves)
}

fn is_move(token: &str) -> bool {
    let counted = !token.starts_with(|character: char| character.is_ascii_alphabetic());
    token == PASS || (counted && notation::read(token).is_some())
}

fn no_move(token: &str) -> Refusal {
    let lettered = token.starts_with(|character: char| character.is_ascii_alphabetic());
    let why =
        if lettered { "coordinates are two digits, not letters" } else { "write it like `79卒78` or `한수쉼`" };
    Refusal::syntax(format!("`{token}` is no move: {why}"))
}

/// Old coordinates (구좌표) count the points from 1 to 90, file by file from Cho's left, each file
/// from Cho's side: `84졸74` is `79졸78`.
fn modern(token: &str) -> Option<Cow<'_, str>> {
    if token == PASS {
        return Some(token.into());
    }
    let (from, rest) = old_point(token)?;
    let piece = rest.find(|character: char| character.is_ascii_digit())?;
    let (piece, rest) = rest.split_at(piece);
    let (to, remarks) = old_point(rest)?;
    Some(format!("{}{piece}{}{remarks}", notation::numeric(from), notation::numeric(to)).into())
}

fn old_point(text: &str) -> Option<(crate::Point, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    Some((crate::Point::new(index / 10, index % 10)?, rest))
}

/// Writes one game.
///
/// # Errors
/// If the record cannot be replayed, or only under rules that these files do not know: they have
/// no cannon that takes a cannon.
pub fn write(record: &Record) -> Result<Vec<u8>, Refusal> {
    let written = Written::of(record)?;
    check_playable(&written)?;
    let tokens = tokens(&written);
    let mut text = header::write(record, &written, tokens.len());
    text.push_str("\r\n");
    for (token, number) in tokens.iter().zip(1_usize..) {
        let end = if number.is_multiple_of(MOVES_A_LINE) || number == tokens.len() { "\r\n" } else { " " };
        let _ = write!(text, "{number}. {token}{end}");
    }
    text.push_str("\r\n");
    Ok(EUC_KR.encode(&text).0.into_owned())
}

/// Whoever reads the file will hold the game to the rules of recorded games.
fn check_playable(written: &Written) -> Result<(), Refusal> {
    let mut position = Position::from_setup(&written.start.setup(), &Rules::of_recorded_games())
        .map_err(|_| Refusal::state("the start cannot be played"))?;
    for (before, action, _) in written.walk().filter(|(before, action, _)| !accepts_bikjang(before, *action)) {
        debug_assert_eq!(before, position);
        position.check_action(action)?;
        game::Position::play_unchecked(&mut position, action);
    }
    Ok(())
}

/// These files end with the call; that it was accepted stands in their result.
fn accepts_bikjang(position: &Position, action: crate::Action) -> bool {
    action.is_pass() && position.bikjang()
}

fn tokens(written: &Written) -> Vec<String> {
    let plies = written.walk().filter(|(before, action, _)| !accepts_bikjang(before, *action));
    plies.map(|(before, action, _)| token(&before, action)).collect()
}

/// `79楚卒78`, `76楚象53馬장군`.
fn token(position: &Position, action: crate::Action) -> String {
    if action.is_pass() {
        return PASS.to_owned();
    }
    let board = position.board();
    let mut text = notation::numeric(action.from);
    text.push(if position.side() == Side::Cho { '楚' } else { '漢' });
    text.extend(board.at(action.from).map(crate::Piece::record_hanja));
    text.push_str(&notation::numeric(action.to));
    text.extend(board.at(action.to).map(crate::Piece::record_hanja));
    if notation::mark(position, action).is_some() {
        text.push_str("장군");
    }
    text
}

/// Whether CP949 has every character.
fn is_encodable(text: &str) -> bool {
    !EUC_KR.encode(text).2
}
