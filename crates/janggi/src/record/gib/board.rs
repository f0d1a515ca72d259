//! The header 판: the board on which a handicap game begins.

use game::Refusal;

use super::malformed;
use crate::geometry::{FILES, RANKS};
use crate::{Board, Piece, Point, Role, Setup, Side};

pub(super) const HEADER: &str = "판";

/// Reads ten rows from Cho's back rank upward, Hangul for Cho and Hanja for Han, and perhaps who
/// gives the handicap and so moves first. Says as well whether it was told that.
pub(super) fn read(text: &str) -> Result<(Setup, bool), Refusal> {
    let (rows, words) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let rows: Vec<_> = rows.split('/').collect();
    if rows.len() != RANKS {
        return Err(malformed(format!("the board has {} rows instead of {RANKS}", rows.len())));
    }
    let mut board = Board::default();
    for (row, rank) in rows.iter().zip(0..) {
        read_row(row, rank, &mut board)?;
    }
    let giver = match words.trim().chars().next() {
        Some('한' | '漢') => Some(Side::Han),
        Some('초' | '楚') => Some(Side::Cho),
        _ => None,
    };
    let setup = Setup { board, turn: giver.unwrap_or(Side::Cho), halfmove: 0, fullmove: 1 };
    Ok((setup, giver.is_some()))
}

fn read_row(row: &str, rank: usize, board: &mut Board) -> Result<(), Refusal> {
    let mut file = 0;
    for character in row.chars() {
        if let Some(empty) = character.to_digit(10) {
            file += empty as usize;
            continue;
        }
        let role = Role::from_character(character)
            .ok_or_else(|| malformed(format!("row {} of the board has a strange `{character}`", rank + 1)))?;
        let side = if is_hangul(character) { Side::Cho } else { Side::Han };
        let point = Point::new(file, rank).ok_or_else(|| too_long(rank))?;
        board.put(Piece::new(side, role), point);
        file += 1;
    }
    if file > FILES { Err(too_long(rank)) } else { Ok(()) }
}

fn too_long(rank: usize) -> Refusal {
    malformed(format!("row {} of the board has more than {FILES} points", rank + 1))
}

const fn is_hangul(character: char) -> bool {
    matches!(character, '가'..='힣')
}

/// Writes what [`read`] reads.
pub(super) fn write(setup: &Setup) -> String {
    let rows: Vec<_> = (0..RANKS).map(|rank| row(&setup.board, rank)).collect();
    let giver = if setup.turn == Side::Han { " 한 접장기" } else { "" };
    rows.join("/") + giver
}

/// A row without the empty points at its end.
fn row(board: &Board, rank: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in 0..FILES {
        let Some(piece) = Point::new(file, rank).and_then(|point| board.at(point)) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push(character(piece));
    }
    text
}

const fn character(piece: Piece) -> char {
    match (piece.side(), piece.role()) {
        (Side::Cho, Role::King) => '장',
        (Side::Cho, _) => piece.hangul(),
        (Side::Han, _) => piece.record_hanja(),
    }
}
