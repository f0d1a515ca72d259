//! The state string 국면 문자열 (§33).

use std::fmt::Write as _;

use game::text::{COUNTER_MAX, letter, number};
use game::{Refusal, Rules as _};

use crate::board::Board;
use crate::ending::Ending;
use crate::geometry::{Square, Squares};
use crate::ground::Ground;
use crate::piece::Piece;
use crate::position::{Phase, Position};
use crate::refusals;
use crate::rules::{BOMBS_MAX, Rules, Variant};
use crate::side::Side;

/// With fewer islands than this there is always a place for one more (§26): a sea in which none is
/// left is one narrow way across the zone, and the longest such way has thirteen squares.
const ISLANDS_MAX: u32 = 32 - 13;

impl Position {
    pub(crate) fn state_string(&self) -> String {
        format!(
            "{} {} {} {} {} {}:{} {} {} {} {}",
            self.rules.variant.letter(),
            rows(|square| char::from(b'0' + self.ground.height(square))),
            self.piece_rows(),
            self.turn.letter(),
            self.phase_letter(),
            self.hands[0],
            self.hands[1],
            self.quiet,
            self.number,
            self.extras(),
            self.ending.map_or_else(|| "*".to_owned(), Ending::text),
        )
    }

    fn phase_letter(&self) -> char {
        match (self.ending, self.phase) {
            (Some(_), _) => 'E',
            (None, Phase::Terrain) => 'T',
            (None, Phase::Inspection) => 'I',
            (None, Phase::Battle) => 'B',
        }
    }

    fn piece_rows(&self) -> String {
        let plain = rows(|square| self.board.at(square).map_or('.', Piece::letter));
        let mut text = String::with_capacity(plain.len());
        let mut empty = 0;
        for letter in plain.chars().chain(['\n']) {
            if letter == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(text, "{empty}").expect("writing to a string cannot fail");
                empty = 0;
            }
            text.push(letter);
        }
        text.pop();
        text
    }

    fn extras(&self) -> String {
        match self.rules.variant {
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

    /// Reads a state string. Its variant wins over the one in the rules.
    pub(crate) fn from_state(rules: &mut Rules, state: &str) -> Result<Self, Refusal> {
        let fields: Vec<&str> = state.split(' ').collect();
        let fields: [&str; 10] = fields
            .try_into()
            .map_err(|fields: Vec<_>| bad("the string", format!("has {} fields instead of 10", fields.len())))?;
        let [variant, terrain, pieces, side, phase, hands, quiet, number, extras, result] = fields;
        let adopted = Rules { variant: read_variant(variant)?, ..*rules };
        adopted.validate()?;

        let mut position = Self::bare(&adopted);
        position.ground = read_terrain(terrain, adopted.height_max())?;
        position.board = read_pieces(pieces, adopted.variant)?;
        position.turn =
            letter(side).and_then(Side::from_letter).ok_or_else(|| bad("the side to move", "is neither b nor r"))?;
        position.hands = read_hands(hands, adopted.variant)?;
        position.quiet = read_number("the no-progress counter", quiet)?;
        position.number = read_number("the turn number", number)?;
        position.read_extras(extras)?;
        position.ending = read_result(result)?;
        position.phase = position.read_phase(phase)?;
        position.check_phase()?;
        position.check_ground()?;
        position.key = position.hash();
        *rules = adopted;
        Ok(position)
    }

    fn read_extras(&mut self, text: &str) -> Result<(), Refusal> {
        match self.rules.variant {
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

    /// A phase says what else can be there.
    fn check_phase(&self) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Ok(());
        }
        let fought = !self.board.occupied().is_empty() || self.fuse.is_some() || !self.breached.is_empty();
        match self.phase {
            Phase::Battle | Phase::Inspection if self.hands != [0; 2] => {
                Err(bad("the hands", "are not 0:0 although all blocks are laid"))
            }
            Phase::Terrain if !self.hands_fit_turn() => {
                Err(Refusal::new("E_COUNT", "the hands cannot be so: the sides lay whole turns, Blue first (§5)"))
            }
            Phase::Terrain if !self.has_room_for_hands() => {
                Err(bad("the hands", "hold more blocks than the ground has room for (§5, §26)"))
            }
            Phase::Terrain | Phase::Inspection if fought || (self.quiet, self.number) != (0, 1) => {
                Err(bad("the phase", "is before the battle, but there are pieces or counters of a battle"))
            }
            _ => Ok(()),
        }
    }

    /// Blue lays whole turns ahead of Red and is never more than one ahead (§5).
    fn hands_fit_turn(&self) -> bool {
        let size = self.rules.blocks_a_turn();
        let (own, other) = (self.hand(self.turn), self.hand(self.turn.other()));
        let in_order = match self.turn {
            Side::Blue => own <= other && other < own + size,
            Side::Red => other < own && own <= other + size,
        };
        own > 0 && other.is_multiple_of(size) && in_order
    }

    /// Whether every block in hand will find a place, however the others are laid.
    fn has_room_for_hands(&self) -> bool {
        let blocks = self.ground.blocks() + self.hands.map(u32::from).iter().sum::<u32>();
        match self.rules.variant {
            Variant::Sea => blocks <= ISLANDS_MAX && self.has_sound_sea(),
            _ => blocks <= Square::COUNT as u32 * u32::from(self.rules.height_max()),
        }
    }

    /// Cliffs are for honor placing (§6, §8): no other way leads to them, and bursts leave none.
    fn check_ground(&self) -> Result<(), Refusal> {
        if self.rules.on_honor() || self.ground.keeps_slope_rule() {
            return Ok(());
        }
        let cliff = self.ground.too_high().first().map_or(String::new(), |square| square.to_string());
        let detail = format!("the terrain breaks the slope rule on {cliff}, which only placing=honour allows (§6)");
        Err(Refusal::new(refusals::SLOPE.code, detail))
    }
}

fn bad(what: &str, problem: impl AsRef<str>) -> Refusal {
    Refusal::state(format!("{what} {}", problem.as_ref()))
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

fn read_variant(text: &str) -> Result<Variant, Refusal> {
    let is_it = |variant: &Variant| text.chars().eq([variant.letter()]);
    Variant::ALL.into_iter().find(is_it).ok_or_else(|| bad("the variant", "is none of N, S, H, F"))
}

/// The eight groups with the rank of each.
fn groups<'a>(what: &str, text: &'a str) -> Result<impl Iterator<Item = (usize, &'a str)>, Refusal> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(bad(what, format!("has {count} rows instead of 8")));
    }
    Ok((0..8).rev().zip(text.split('/')))
}

fn read_terrain(text: &str, height_max: u8) -> Result<Ground, Refusal> {
    let mut heights = [0; Square::COUNT];
    for (rank, row) in groups("the terrain", text)? {
        let row: &[u8; 8] = row
            .as_bytes()
            .try_into()
            .map_err(|_| bad("the terrain", format!("of rank {} has not eight digits", rank + 1)))?;
        for (file, digit) in row.iter().enumerate() {
            let height = digit.wrapping_sub(b'0');
            if height > height_max {
                let square = Square::from_index(rank * 8 + file);
                return Err(bad("the terrain", format!("on {square} is not a height from 0 to {height_max}")));
            }
            heights[rank * 8 + file] = height;
        }
    }
    Ok(Ground::new(&heights))
}

fn read_pieces(text: &str, variant: Variant) -> Result<Board, Refusal> {
    let mut board = Board::default();
    for (rank, row) in groups("the board", text)? {
        read_piece_row(row, rank, variant, &mut board)?;
    }
    for side in Side::ALL {
        if board.king(side).is_many() {
            return Err(bad("the board", format!("has more than one king of {}", side.name())));
        }
    }
    Ok(board)
}

fn read_piece_row(row: &str, rank: usize, variant: Variant, board: &mut Board) -> Result<(), Refusal> {
    let wrong = |problem: &str| bad("the board", format!("on rank {} {problem}", rank + 1));
    let mut file = 0;
    let mut after_digit = false;
    for letter in row.chars() {
        let digit = letter.to_digit(9).filter(|digit| *digit > 0);
        match (digit, Piece::from_letter(letter)) {
            (Some(_), _) if after_digit => return Err(wrong("has two runs of empty squares side by side")),
            (Some(run), _) => file += run as usize,
            (None, Some(piece)) if variant.has(piece.role) && file < 8 => {
                board.put(piece, Square::from_index(rank * 8 + file));
                file += 1;
            }
            (None, Some(piece)) if variant.has(piece.role) => return Err(wrong("has more than eight squares")),
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

fn read_hands(text: &str, variant: Variant) -> Result<[u8; 2], Refusal> {
    let read = || {
        let (blue, red) = text.split_once(':')?;
        Some([number(blue)?, number(red)?])
    };
    let most = variant.blocks();
    read()
        .filter(|hands: &[u8; 2]| hands.iter().all(|hand| *hand <= most))
        .ok_or_else(|| bad("the hands", format!("are not two numbers up to {most} such as 8:8")))
}

fn read_breached(text: &str) -> Result<Squares, Refusal> {
    if text == "-" {
        return Ok(Squares::EMPTY);
    }
    let wrong = || bad("the extras", "are neither `-` nor castle squares in ascending order such as d2c7");
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let squares: Option<Vec<Square>> = pairs.iter().map(|pair| Square::from_text(*pair)).collect();
    let squares = squares.filter(|squares| rest.is_empty() && squares.is_sorted_by(|a, b| a < b)).ok_or_else(wrong)?;
    let breached: Squares = squares.into_iter().collect();
    let castles = Side::Blue.castle() | Side::Red.castle();
    if breached.is_empty() || breached.meets(!castles) { Err(wrong()) } else { Ok(breached) }
}

fn read_bombs(text: &str) -> Result<([u8; 2], Option<Square>), Refusal> {
    let read = || {
        let (bombs, fuse) = match text.split_once('@') {
            None => (text, None),
            Some((bombs, fuse)) => (bombs, Some(Square::from_text(fuse.as_bytes().try_into().ok()?)?)),
        };
        let (blue, red) = bombs.split_once(':')?;
        Some(([number(blue)?, number(red)?], fuse))
    };
    read()
        .filter(|(bombs, _): &([u8; 2], _)| bombs.iter().all(|bombs| *bombs <= BOMBS_MAX))
        .ok_or_else(|| bad("the extras", "are not bombs and perhaps a fuse such as 2:3@c6"))
}

fn read_result(text: &str) -> Result<Option<Ending>, Refusal> {
    if text == "*" {
        return Ok(None);
    }
    Ending::from_text(text).map(Some).ok_or_else(|| bad("the result", "is none of the known ones such as b+K or =3"))
}

/// How many pieces of a side have been killed since the battle began.
pub(crate) fn killed(position: &Position, side: Side) -> u32 {
    let before = position.rules.variant.layout().of(side).len();
    match position.phase {
        Phase::Battle => before.saturating_sub(position.board.of(side).len()),
        Phase::Terrain | Phase::Inspection => 0,
    }
}
