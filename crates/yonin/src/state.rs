//! Set-ups as text: `<board> <turn> <hands> <pending> <out> <ply>` (§12).

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use game::text::{COUNTER_MAX, number};
use game::{Problems, Refusal};

use crate::key::HAND_MAX;
use crate::position::{Hand, OUT_MAX};
use crate::{Cause, Elimination, Kind, Man, Role, Setup, Side, Square};

/// The state string of the first position, South to move (§4).
pub const START: &str =
    "2nSnGnKnGnS2/3nPnRnP3/wS3nP3eS/wGwP5ePeG/wKwRwP3ePeReK/wGwP5ePeG/wS3sP3eS/3sPsRsP3/2sSsGsKsGsS2 s - - - 1";

/// Reads a state string; only its form is judged.
impl FromStr for Setup {
    type Err = Problems;

    fn from_str(text: &str) -> Result<Self, Problems> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, turn, hands, pending, out, ply] = fields[..] else {
            return Err(Refusal::state(format!("a state has six fields, not {}", fields.len())).into());
        };
        let mut problems = Problems::default();
        let setup = Self {
            men: problems.take(read_board(board), [None; Square::COUNT]),
            turn: problems.take(read_turn(turn), None),
            hands: problems.take(read_hands(hands), Default::default()),
            pending: problems.take(read_pending(pending), None),
            out: problems.take(read_out(out), ArrayVec::new()),
            ply: problems.take(read_ply(ply), 1),
        };
        problems.or(setup)
    }
}

/// Writes the state string.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn.map_or('-', Side::letter);
        let pending = self.pending.as_ref().map_or_else(|| "?".to_owned(), |pending| write_pending(pending));
        let (board, hands, out) = (write_board(&self.men), write_hands(&self.hands), write_out(&self.out));
        write!(f, "{board} {turn} {hands} {pending} {out} {}", self.ply)
    }
}

fn read_board(text: &str) -> Result<[Option<Man>; Square::COUNT], Refusal> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(Refusal::state(format!("the board has nine rows, not {}", rows.len())));
    }
    let mut men = [None; Square::COUNT];
    for (row, places) in rows.iter().zip(men.chunks_exact_mut(9)) {
        read_row(row, places)?;
    }
    Ok(men)
}

fn read_row(row: &str, places: &mut [Option<Man>]) -> Result<(), Refusal> {
    let wrong = |what: &str| Refusal::state(format!("row `{row}`: {what}"));
    let mut places = places.iter_mut();
    let mut rest = row.chars();
    let mut after_run = false;
    while let Some(first) = rest.next() {
        if let Some(run @ 1..) = first.to_digit(10) {
            if after_run {
                return Err(wrong("two runs of empty squares side by side"));
            }
            if places.by_ref().take(run as usize).count() < run as usize {
                return Err(wrong("more than nine squares"));
            }
            after_run = true;
        } else {
            let man =
                read_man(first, &mut rest).ok_or_else(|| wrong("a man is owner, facing if it differs, + and kind"))?;
            *places.next().ok_or_else(|| wrong("more than nine squares"))? = Some(man);
            after_run = false;
        }
    }
    if places.next().is_some() { Err(wrong("less than nine squares")) } else { Ok(()) }
}

/// `sR`, `w+S`, `snG`, `xnK`; the facing is written if it differs from the owner, and only then.
fn read_man(first: char, rest: &mut std::str::Chars<'_>) -> Option<Man> {
    let owner = Side::from_letter(first);
    if owner.is_none() && first != 'x' {
        return None;
    }
    let mut next = rest.next()?;
    let mut facing = owner;
    if let Some(side) = Side::from_letter(next) {
        if owner == Some(side) {
            return None;
        }
        facing = Some(side);
        next = rest.next()?;
    }
    let promoted = next == '+';
    let letter = if promoted { rest.next()? } else { next };
    Some(Man::new(owner, facing?, Role::from_letter(letter, promoted)?))
}

fn write_board(men: &[Option<Man>; Square::COUNT]) -> String {
    let rows: Vec<String> = men.chunks(9).map(write_row).collect();
    rows.join("/")
}

fn write_row(men: &[Option<Man>]) -> String {
    let mut row = String::new();
    for run in men.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run {
            [Some(man)] => row.push_str(&man.to_string()),
            _ => row.push_str(&run.len().to_string()),
        }
    }
    row
}

fn read_turn(text: &str) -> Result<Option<Side>, Refusal> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some('-'), None) => Ok(None),
        (Some(letter), None) if Side::from_letter(letter).is_some() => Ok(Side::from_letter(letter)),
        _ => Err(Refusal::state(format!("the turn is one of s, w, n, e and -, not `{text}`"))),
    }
}

fn read_hands(text: &str) -> Result<[Hand; Side::COUNT], Refusal> {
    let mut hands = [Hand::default(); Side::COUNT];
    if text == "-" {
        return Ok(hands);
    }
    let mut next_side = 0;
    for group in text.split(',') {
        let wrong = || Refusal::state(format!("hand `{group}` is not a seat and its men in the order R G S P"));
        let mut letters = group.chars();
        let side = letters.next().and_then(Side::from_letter).filter(|side| side.index() >= next_side);
        let side = side.ok_or_else(wrong)?;
        hands[side.index()] = read_hand(letters.as_str()).ok_or_else(wrong)?;
        next_side = side.index() + 1;
    }
    Ok(hands)
}

/// `R2P`: at least one man, counts only above one.
fn read_hand(text: &str) -> Option<Hand> {
    let mut hand = Hand::default();
    let mut rest = text;
    for kind in Kind::ALL {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = rest.split_at(digits);
        if let Some(after) = after.strip_prefix(kind.role().code()) {
            hand[kind.index()] = if number.is_empty() { 1 } else { read_count(number)? };
            rest = after;
        }
    }
    (rest.is_empty() && !text.is_empty()).then_some(hand)
}

fn read_count(number: &str) -> Option<u8> {
    game::text::number(number).filter(|count| *count > 1 && usize::from(*count) <= HAND_MAX)
}

fn write_hands(hands: &[Hand; Side::COUNT]) -> String {
    let groups: Vec<String> = Side::ALL
        .iter()
        .zip(hands)
        .filter_map(|(side, hand)| write_hand(*hand).map(|men| format!("{}{men}", side.letter())))
        .collect();
    if groups.is_empty() { "-".to_owned() } else { groups.join(",") }
}

/// The men of a hand as in state strings, unless it is empty.
pub(crate) fn write_hand(hand: Hand) -> Option<String> {
    let mut text = String::new();
    for (kind, count) in Kind::ALL.iter().zip(hand) {
        match count {
            0 => {}
            1 => text.push_str(kind.role().code()),
            _ => text.extend([&count.to_string(), kind.role().code()]),
        }
    }
    (!text.is_empty()).then_some(text)
}

fn read_pending(text: &str) -> Result<Option<ArrayVec<Side, { Side::COUNT }>>, Refusal> {
    match text {
        "?" => Ok(None),
        "-" => Ok(Some(ArrayVec::new())),
        _ if text.chars().count() <= Side::COUNT && !text.is_empty() => {
            let sides: Option<_> = text.chars().map(Side::from_letter).collect();
            sides.map(Some).ok_or_else(|| Refusal::state(format!("`{text}` does not list seats in check")))
        }
        _ => Err(Refusal::state(format!("`{text}` does not list seats in check"))),
    }
}

pub(crate) fn write_pending(pending: &[Side]) -> String {
    if pending.is_empty() { "-".to_owned() } else { pending.iter().map(|side| side.letter()).collect() }
}

fn read_out(text: &str) -> Result<ArrayVec<Elimination, OUT_MAX>, Refusal> {
    let mut out = ArrayVec::new();
    if text == "-" {
        return Ok(out);
    }
    for part in text.split(',') {
        let wrong = |what: &str| Refusal::state(format!("`{part}` among the seats that are out: {what}"));
        let elimination = read_elimination(part).ok_or_else(|| wrong("it is a seat, a cause and after # a credit"))?;
        let gone = |side: Side| out.iter().any(|earlier: &Elimination| earlier.seat == side);
        if gone(elimination.seat) {
            return Err(wrong("the seat is named twice"));
        }
        if elimination.credit.is_some_and(|credit| credit == elimination.seat || gone(credit)) {
            return Err(wrong("the credit goes to another seat that is still in the game"));
        }
        out.try_push(elimination).map_err(|_| wrong("somebody must be left"))?;
    }
    Ok(out)
}

fn read_elimination(part: &str) -> Option<Elimination> {
    let mut letters = part.chars();
    let seat = Side::from_letter(letters.next()?)?;
    let cause = Cause::from_letter(letters.next()?)?;
    let credit = match letters.next() {
        None => None,
        Some(letter) if cause == Cause::Mate => Some(Side::from_letter(letter)?),
        Some(_) => return None,
    };
    letters.next().is_none().then_some(Elimination { seat, cause, credit })
}

fn write_out(out: &[Elimination]) -> String {
    let parts: Vec<String> = out.iter().map(ToString::to_string).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(",") }
}

fn read_ply(text: &str) -> Result<u32, Refusal> {
    number(text)
        .filter(|ply| (1..=COUNTER_MAX).contains(ply))
        .ok_or_else(|| Refusal::state(format!("the ply is a number from 1 to {COUNTER_MAX}, not `{text}`")))
}
