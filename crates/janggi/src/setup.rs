//! Anything a FEN can say, and what the law says about it (§2, §24).

use std::fmt;

use game::text::{COUNTER_MAX, digits, letter};
use game::{Problems, Refusal};

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
    pub fn problems(&self) -> Problems {
        let mut problems = Problems::default();
        problems.extend(self.flaws().into_iter().map(|flaw| flaw.problem(&self.board)));
        problems
    }

    /// The same with what each is about.
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

impl Flaw {
    fn problem(self, board: &Board) -> Refusal {
        let about = match self {
            Self::NoKing(side) => game::Flaw::new("no_king").seat(side.seat()),
            Self::TooMany(side, role, count) => game::Flaw::new("too_many")
                .man(Piece::new(side, role).letter())
                .at(board.pieces(side, role).iter())
                .count(count)
                .most(role.full_count()),
            Self::OutsidePalace(side, role, point) => {
                game::Flaw::new("outside").man(Piece::new(side, role).letter()).at([point])
            }
            Self::WaitingKingInCheck(side) => game::Flaw::new("checked").seat(side.seat()).at(board.king(side)),
        };
        Refusal::state(self.to_string()).because(about)
    }
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
    type Err = Problems;

    fn from_str(text: &str) -> Result<Self, Problems> {
        let Fen { setup, faults, .. } = Fen::read(text);
        faults.or(setup)
    }
}

/// A FEN as far as it can be read, and everything that is wrong with its text.
pub(crate) struct Fen {
    pub(crate) setup: Setup,
    pub(crate) faults: Problems,
    /// Whether the placement has ten rows, so that the points are where they seem to be.
    whole: bool,
}

impl Fen {
    pub(crate) fn read(text: &str) -> Self {
        let setup = Setup { board: Board::default(), turn: Side::Cho, halfmove: 0, fullmove: 1 };
        let mut fen = Self { setup, faults: Problems::default(), whole: false };
        let mut fields = text.split_ascii_whitespace();
        match fields.next() {
            Some(placement) => fen.read_placement(placement),
            None => fen.fault("the state is empty".to_owned()),
        }
        fen.read_turn(fields.next());
        for number in [3, 4] {
            if let Some(other) = fields.next().filter(|field| *field != "-") {
                fen.blame_field(number, other, "it is always `-`");
            }
        }
        fen.setup.halfmove = fen.counter(5, fields.next(), 0);
        fen.setup.fullmove = fen.counter(6, fields.next(), 1);
        if let Some(extra) = fields.next() {
            fen.blame_field(7, extra, "a FEN has six fields");
        }
        fen
    }

    /// Everything that is wrong, with the text and with the diagram, all at once.
    pub(crate) fn all_problems(self) -> Problems {
        let mut problems = self.faults;
        // On a board that is only partly known nobody can say who is in check.
        let sound = problems.is_empty();
        let flaws = if self.whole { self.setup.flaws() } else { Vec::new() };
        let known = flaws.into_iter().filter(|flaw| sound || !matches!(flaw, Flaw::WaitingKingInCheck(_)));
        problems.extend(known.map(|flaw| flaw.problem(&self.setup.board)));
        problems
    }

    fn fault(&mut self, fault: impl Into<String>) {
        self.faults.add(Refusal::state(fault.into()));
    }

    fn blame_field(&mut self, number: usize, found: &str, wanted: &str) {
        self.fault(format!("field {number} is `{found}`: {wanted}"));
    }

    fn read_turn(&mut self, field: Option<&str>) {
        match field {
            Some(text) => match letter(text).and_then(Side::from_letter) {
                Some(side) => self.setup.turn = side,
                None => self.blame_field(2, text, "the side to move is `w` (Cho) or `b` (Han)"),
            },
            None => self.fault("field 2, the side to move (`w` or `b`), is missing".to_owned()),
        }
    }

    /// A number that is at least what it is when it is missing.
    fn counter(&mut self, number: usize, field: Option<&str>, missing: u16) -> u16 {
        let Some(text) = field else { return missing };
        let range = missing..=COUNTER_MAX as u16;
        digits(text).filter(|value| range.contains(value)).unwrap_or_else(|| {
            self.blame_field(number, text, &format!("it is a number from {missing} to {COUNTER_MAX}"));
            missing
        })
    }

    fn read_placement(&mut self, text: &str) {
        let rows: Vec<_> = text.split('/').collect();
        self.whole = rows.len() == RANKS;
        if !self.whole {
            self.fault(format!("the placement has {} rows instead of {RANKS}", rows.len()));
        }
        for (row, rank) in rows.iter().zip((0..RANKS).rev()) {
            self.read_row(row, rank);
        }
    }

    fn read_row(&mut self, row: &str, rank: usize) {
        let number = rank + 1;
        let mut file = 0;
        for character in row.chars() {
            if let Some(empty @ 1..=9) = character.to_digit(10) {
                file += empty as usize;
                continue;
            }
            match Piece::from_letter(character) {
                None => self.fault(format!("rank {number} has an unknown letter `{character}`")),
                Some(piece) => {
                    if let Some(point) = Point::new(file, rank) {
                        self.setup.board.put(piece, point);
                    }
                }
            }
            file += 1;
        }
        if file != FILES {
            self.fault(format!("rank {number} has {file} points instead of {FILES}"));
        }
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
        let turn = self.turn.letter();
        write!(f, "{} {turn} - - {} {}", placement(&self.board), self.halfmove, self.fullmove)
    }
}
