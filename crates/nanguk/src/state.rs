//! Set-ups as text: the state string 국면 문자열 (§33).

use std::fmt;
use std::str::FromStr;

use game::text::{COUNTER_MAX, letter, number};
use game::{Problems, Refusal};

use crate::board::Board;
use crate::ending::Ending;
use crate::geometry::{Square, Squares};
use crate::piece::Piece;
use crate::position::{Phase, Position};
use crate::rules::{Rules, Variant};
use crate::setup::{Setup, bad};
use crate::side::Side;

/// Writes the state string.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [blue, red] = self.hands;
        write!(
            f,
            "{} {} {} {} {} {blue}:{red} {} {} {} {}",
            self.variant.letter(),
            rows(|square| char::from(b'0' + self.heights[square.index()])),
            self.piece_rows(),
            self.turn.letter(),
            self.phase_letter(),
            self.quiet,
            self.number,
            self.extras(),
            self.ending.map_or_else(|| "*".to_owned(), Ending::text),
        )
    }
}

impl Setup {
    const fn phase_letter(&self) -> char {
        match (self.ending, self.phase) {
            (Some(_), _) => 'E',
            (None, Phase::Terrain) => 'T',
            (None, Phase::Inspection) => 'I',
            (None, Phase::Battle) => 'B',
        }
    }

    fn piece_rows(&self) -> String {
        let plain = rows(|square| self.board.at(square).map_or('.', Piece::letter));
        let ranks: Vec<String> = plain.split('/').map(packed_row).collect();
        ranks.join("/")
    }

    fn extras(&self) -> String {
        match self.variant {
            Variant::Siege if !self.breached.is_empty() => {
                self.breached.iter().map(|square| square.to_string()).collect()
            }
            Variant::Firearms => {
                let fuse = self.fuse.map_or_else(String::new, |square| format!("@{square}"));
                format!("{}:{}{fuse}", self.bombs[0], self.bombs[1])
            }
            Variant::Base | Variant::Siege | Variant::Sea => "-".to_owned(),
        }
    }
}

/// Eight groups, rank 8 first.
fn rows(letter: impl Fn(Square) -> char) -> String {
    let mut text = String::with_capacity(71);
    for rank in (0..8).rev() {
        for file in 0..8 {
            text.push(letter(Square::from_index(rank * 8 + file)));
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// A row with its runs of dots as numbers.
fn packed_row(row: &str) -> String {
    let letters: Vec<char> = row.chars().collect();
    let mut text = String::new();
    for run in letters.chunk_by(|a, b| *a == '.' && *b == '.') {
        match run {
            ['.', ..] => text.push_str(&run.len().to_string()),
            _ => text.extend(run),
        }
    }
    text
}

/// Reads a state string; only its form is judged.
impl FromStr for Setup {
    type Err = Problems;

    fn from_str(text: &str) -> Result<Self, Problems> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [variant, terrain, pieces, side, phase, hands, quiet, number, extras, result] = fields[..] else {
            return Err(bad("the string", format!("has {} fields instead of 10", fields.len())).into());
        };
        let mut problems = Problems::default();
        let mut setup = Position::bare(&Rules::default()).setup();
        setup.variant = problems.take(read_variant(variant), setup.variant);
        setup.heights = problems.take(read_terrain(terrain), setup.heights);
        setup.board = problems.take(read_pieces(pieces), Board::default());
        setup.turn = problems.take(read_side(side), setup.turn);
        setup.hands = problems.take(read_hands(hands), setup.hands);
        setup.quiet = problems.take(read_number("the no-progress counter", quiet), 0);
        setup.number = problems.take(read_number("the turn number", number), 1);
        setup.ending = problems.take(read_result(result), None);
        let read = setup.read_extras(extras);
        problems.take(read, ());
        let read = setup.read_phase(phase);
        setup.phase = problems.take(read, setup.phase);
        problems.or(setup)
    }
}

impl Setup {
    fn read_extras(&mut self, text: &str) -> Result<(), Refusal> {
        (self.bombs, self.fuse, self.breached) = ([0; 2], None, Squares::EMPTY);
        match self.variant {
            Variant::Siege => self.breached = read_breached(text)?,
            Variant::Firearms => (self.bombs, self.fuse) = read_bombs(text)?,
            Variant::Base | Variant::Sea if text != "-" => return Err(bad("the extras", "are not `-`")),
            Variant::Base | Variant::Sea => {}
        }
        Ok(())
    }

    fn read_phase(&self, text: &str) -> Result<Phase, Refusal> {
        if (text == "E") != self.ending.is_some() {
            return Err(bad("the phase", "and the result do not agree: E stands exactly with a result"));
        }
        match text {
            "T" => Ok(Phase::Terrain),
            "I" => Ok(Phase::Inspection),
            // A game without pieces was ended before the battle.
            "E" if self.board.occupied().is_empty() => Ok(Phase::Terrain),
            "B" | "E" => Ok(Phase::Battle),
            _ => Err(bad("the phase", "is none of T, I, B, E")),
        }
    }
}

fn read_variant(text: &str) -> Result<Variant, Refusal> {
    let is_it = |variant: &Variant| text.chars().eq([variant.letter()]);
    Variant::ALL.into_iter().find(is_it).ok_or_else(|| bad("the variant", "is none of N, S, H, F"))
}

fn read_side(text: &str) -> Result<Side, Refusal> {
    letter(text).and_then(Side::from_letter).ok_or_else(|| bad("the side to move", "is neither b nor r"))
}

/// The eight groups with the rank of each.
fn groups<'a>(what: &str, text: &'a str) -> Result<impl Iterator<Item = (usize, &'a str)>, Refusal> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(bad(what, format!("has {count} rows instead of 8")));
    }
    Ok((0..8).rev().zip(text.split('/')))
}

fn read_terrain(text: &str) -> Result<[u8; Square::COUNT], Refusal> {
    let mut heights = [0; Square::COUNT];
    for (rank, row) in groups("the terrain", text)? {
        let digits = row.as_bytes();
        if digits.len() != 8 || !digits.iter().all(u8::is_ascii_digit) {
            return Err(bad("the terrain", format!("of rank {} has not eight digits", rank + 1)));
        }
        for (height, digit) in heights[rank * 8..].iter_mut().zip(digits) {
            *height = digit - b'0';
        }
    }
    Ok(heights)
}

fn read_pieces(text: &str) -> Result<Board, Refusal> {
    let mut board = Board::default();
    for (rank, row) in groups("the board", text)? {
        read_piece_row(row, rank, &mut board)?;
    }
    Ok(board)
}

fn read_piece_row(row: &str, rank: usize, board: &mut Board) -> Result<(), Refusal> {
    let wrong = |problem: &str| bad("the board", format!("on rank {} {problem}", rank + 1));
    let mut file = 0;
    let mut after_digit = false;
    for letter in row.chars() {
        let digit = letter.to_digit(9).filter(|digit| *digit > 0);
        match (digit, Piece::from_letter(letter)) {
            (Some(_), _) if after_digit => return Err(wrong("has two runs of empty squares side by side")),
            (Some(run), _) => file += run as usize,
            (None, Some(piece)) if file < 8 => {
                board.put(piece, Square::from_index(rank * 8 + file));
                file += 1;
            }
            (None, Some(_)) => return Err(wrong("has more than eight squares")),
            _ => return Err(wrong(&format!("has an unknown piece `{}`", letter.escape_debug()))),
        }
        after_digit = digit.is_some();
    }
    if file == 8 { Ok(()) } else { Err(wrong("has not eight squares")) }
}

fn read_number(what: &str, text: &str) -> Result<u32, Refusal> {
    number(text)
        .filter(|number| *number <= COUNTER_MAX)
        .ok_or_else(|| bad(what, format!("is not a plain number up to {COUNTER_MAX}")))
}

/// Two numbers such as `8:8`, Blue's and Red's.
fn read_both(text: &str) -> Option<[u8; 2]> {
    let (blue, red) = text.split_once(':')?;
    Some([number(blue)?, number(red)?])
}

fn read_hands(text: &str) -> Result<[u8; 2], Refusal> {
    read_both(text).ok_or_else(|| bad("the hands", "are not two numbers such as 8:8"))
}

fn read_breached(text: &str) -> Result<Squares, Refusal> {
    if text == "-" {
        return Ok(Squares::EMPTY);
    }
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let squares: Option<Vec<Square>> = pairs.iter().map(|pair| Square::from_text(*pair)).collect();
    let sound = |squares: &Vec<Square>| !squares.is_empty() && rest.is_empty() && squares.is_sorted_by(|a, b| a < b);
    let wrong = || bad("the extras", "are neither `-` nor castle squares in ascending order such as d2c7");
    squares.filter(sound).map(|squares| squares.into_iter().collect()).ok_or_else(wrong)
}

fn read_bombs(text: &str) -> Result<([u8; 2], Option<Square>), Refusal> {
    let read = || match text.split_once('@') {
        None => Some((read_both(text)?, None)),
        Some((bombs, fuse)) => Some((read_both(bombs)?, Some(Square::from_text(fuse.as_bytes().try_into().ok()?)?))),
    };
    read().ok_or_else(|| bad("the extras", "are not bombs and perhaps a fuse such as 2:3@c6"))
}

fn read_result(text: &str) -> Result<Option<Ending>, Refusal> {
    if text == "*" {
        return Ok(None);
    }
    Ending::from_text(text).map(Some).ok_or_else(|| bad("the result", "is none of the known ones such as b+K or =3"))
}
