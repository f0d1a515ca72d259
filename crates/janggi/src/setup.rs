//! Anything a FEN can say, and what the law says about it (§2, §24).

use std::fmt;

use game::Refusal;

use crate::geometry::{FILES, PALACE, RANKS};
use crate::{Board, Piece, Point, Role, Side, attack};

/// A diagram: pieces anywhere, a side to move, counters. It may break every law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Side,
    /// Plies since the last capture.
    pub halfmove: u16,
    /// Starts at 1 and grows after Han's turn.
    pub fullmove: u16,
}

impl Setup {
    /// Everything that forbids playing from here, all at once.
    #[must_use]
    pub fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        for side in Side::ALL {
            self.counts(side, &mut flaws);
            self.strays(side, &mut flaws);
        }
        let waiting = self.turn.other();
        if let (Some(king), 1) = (self.board.king(waiting), self.board.pieces(waiting, Role::King).len())
            && let Some(slot) = king.palace_slot()
            && attack::attacked(&self.board, slot, self.turn, self.board.occupied())
        {
            flaws.push(Flaw::WaitingKingInCheck(waiting));
        }
        flaws
    }

    fn counts(&self, side: Side, flaws: &mut Vec<Flaw>) {
        for role in Role::ALL {
            let count = self.board.pieces(side, role).len();
            if role == Role::King && count == 0 {
                flaws.push(Flaw::NoKing(side));
            } else if count > role.full_count() {
                flaws.push(Flaw::TooMany(side, role, count));
            }
        }
    }

    fn strays(&self, side: Side, flaws: &mut Vec<Flaw>) {
        for role in [Role::King, Role::Guard] {
            let outside = self.board.pieces(side, role) & !PALACE[side.index()];
            flaws.extend(outside.iter().map(|point| Flaw::OutsidePalace(side, role, point)));
        }
    }
}

/// One reason why a diagram cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// A side has no king.
    NoKing(Side),
    /// A side has more of a piece than a full set holds.
    TooMany(Side, Role, u32),
    /// A king or guard stands outside its own palace.
    OutsidePalace(Side, Role, Point),
    /// The side that is not to move is in check.
    WaitingKingInCheck(Side),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKing(side) => write!(f, "{} has no king", side.name()),
            Self::TooMany(side, role, count) => {
                write!(f, "{} has {count} pieces of kind {} ({} at most)", side.name(), role.name(), role.full_count())
            }
            Self::OutsidePalace(side, role, point) => {
                write!(f, "the {} of {} on {point} is outside its palace", role.name(), side.name())
            }
            Self::WaitingKingInCheck(side) => write!(f, "{} is in check but not to move", side.name()),
        }
    }
}

/// Reads a FEN: `placement turn - - halfmove fullmove`, trailing fields may be missing.
impl std::str::FromStr for Setup {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = text.split_ascii_whitespace();
        let placement = fields.next().ok_or_else(|| Refusal::state("the state is empty"))?;
        let board = read_placement(placement)?;
        let turn = match fields.next() {
            Some("w") => Side::Cho,
            Some("b") => Side::Han,
            Some(other) => return Err(bad_field(2, other, "the side to move is `w` (Cho) or `b` (Han)")),
            None => return Err(Refusal::state("field 2, the side to move (`w` or `b`), is missing")),
        };
        for number in [3, 4] {
            if let Some(other) = fields.next().filter(|field| *field != "-") {
                return Err(bad_field(number, other, "it is always `-`"));
            }
        }
        let halfmove = counter(5, fields.next(), 0)?;
        let fullmove = counter(6, fields.next(), 1)?;
        if fullmove == 0 {
            return Err(bad_field(6, "0", "moves are counted from 1"));
        }
        match fields.next() {
            Some(extra) => Err(bad_field(7, extra, "a FEN has six fields")),
            None => Ok(Self { board, turn, halfmove, fullmove }),
        }
    }
}

fn bad_field(number: usize, found: &str, wanted: &str) -> Refusal {
    Refusal::state(format!("field {number} is `{found}`: {wanted}"))
}

fn counter(number: usize, field: Option<&str>, missing: u16) -> Result<u16, Refusal> {
    field.map_or(Ok(missing), |text| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let value = if digits { text.parse().ok() } else { None };
        value.ok_or_else(|| bad_field(number, text, "it is a number from 0 to 65535"))
    })
}

fn read_placement(text: &str) -> Result<Board, Refusal> {
    let rows: Vec<_> = text.split('/').collect();
    if rows.len() != RANKS {
        return Err(Refusal::state(format!("the placement has {} rows instead of {RANKS}", rows.len())));
    }
    let mut board = Board::default();
    for (row, rank) in rows.iter().zip((0..RANKS).rev()) {
        read_row(row, rank, &mut board)?;
    }
    Ok(board)
}

fn read_row(row: &str, rank: usize, board: &mut Board) -> Result<(), Refusal> {
    let number = rank + 1;
    let mut file = 0;
    for character in row.chars() {
        if let Some(empty @ 1..=9) = character.to_digit(10) {
            file += empty as usize;
        } else {
            let piece = Piece::from_letter(character)
                .ok_or_else(|| Refusal::state(format!("rank {number} has an unknown letter `{character}`")))?;
            if let Some(point) = Point::new(file, rank) {
                board.put(piece, point);
            }
            file += 1;
        }
    }
    if file == FILES {
        Ok(())
    } else {
        Err(Refusal::state(format!("rank {number} has {file} points instead of {FILES}")))
    }
}

/// The placement field of a FEN: rank 10 first, files a to i.
pub(crate) fn placement(board: &Board) -> String {
    let mut text = String::with_capacity(64);
    for rank in (0..RANKS).rev() {
        let mut empty = 0_u8;
        for piece in (0..FILES).map(|file| board.at(Point::from_index(rank * FILES + file))) {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    flush(&mut text, &mut empty);
                    text.push(piece.letter());
                }
            }
        }
        flush(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn flush(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = if self.turn == Side::Cho { 'w' } else { 'b' };
        write!(f, "{} {turn} - - {} {}", placement(&self.board), self.halfmove, self.fullmove)
    }
}
