//! State strings: `<board> <turn> <hands> <pending> <out> <ply>` (§12).

use std::fmt::Write as _;

use arrayvec::ArrayVec;
use game::Refusal;
use game::text::{COUNTER_MAX, number};

use crate::board::Board;
use crate::key::HAND_MAX;
use crate::position::{Hand, OUT_MAX};
use crate::{Cause, Elimination, Ending, Kind, Man, Position, Role, Rules, Side, Sides, Square};

/// The state string of the first position, South to move (§4).
pub const START: &str =
    "2nSnGnKnGnS2/3nPnRnP3/wS3nP3eS/wGwP5ePeG/wKwRwP3ePeReK/wGwP5ePeG/wS3sP3eS/3sPsRsP3/2sSsGsKsGsS2 s - - - 1";

/// What a state string says, before anybody asks whether such a game can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The men, from `9a` to `1i`.
    pub men: [Option<Man>; Square::COUNT],
    /// Who is to move; nobody if the game is over.
    pub turn: Option<Side>,
    /// The hands.
    pub hands: [Hand; Side::COUNT],
    /// The seats in check as the string lists them; `None` if it asks to compute them.
    pub pending: Option<ArrayVec<Side, { Side::COUNT }>>,
    /// The seats that are out.
    pub out: ArrayVec<Elimination, OUT_MAX>,
    /// One more than the number of moves made.
    pub ply: u32,
}

impl Setup {
    /// Reads a state string; only its form is judged.
    ///
    /// # Errors
    /// `E_STATE` and the place that is not of the form.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, turn, hands, pending, out, ply] = fields[..] else {
            return Err(Refusal::state(format!("a state has six fields, not {}", fields.len())));
        };
        Ok(Self {
            men: read_board(board)?,
            turn: read_turn(turn)?,
            hands: read_hands(hands)?,
            pending: read_pending(pending)?,
            out: read_out(out)?,
            ply: read_ply(ply)?,
        })
    }

    /// The position, if a game can stand so.
    ///
    /// # Errors
    /// `E_STATE` and what is against it.
    pub fn position(&self, rules: Rules) -> Result<Position, Refusal> {
        let gone: Sides = self.out.iter().map(|elimination| elimination.seat).collect();
        self.check_men(gone)?;
        let board = Board::new(&self.men, self.kings(gone)?);
        let mut position = Position {
            rules,
            board,
            hands: self.hands,
            turn: self.turn.unwrap_or(Side::South),
            living: !gone,
            checked: Sides::EMPTY,
            ending: None,
            out: self.out.clone(),
            ply: self.ply,
            last: None,
            side_key: 0,
        };
        position.checked = position.checked_afresh();
        position.ending = if self.turn.is_none() { Some(position.supposed_end()) } else { None };
        position.side_key = position.side_key_afresh();
        self.check_turn(&position)?;
        Ok(position)
    }

    fn check_men(&self, gone: Sides) -> Result<(), Refusal> {
        let mut count: usize = self.hands.iter().flatten().copied().map(usize::from).sum();
        for (at, man) in Square::all().zip(self.men).filter_map(|(at, man)| man.map(|man| (at, man))) {
            count += 1;
            if man.owner().is_some_and(|owner| gone.contains(owner)) {
                return Err(Refusal::state(format!("{man} on {at} belongs to a seat that is out")));
            }
            if man.role() == Role::King && man.owner().is_some_and(|owner| owner != man.facing()) {
                return Err(Refusal::state(format!("the king {man} on {at} has another owner than its own")));
            }
            if man.role() == Role::Pawn && at.depth(man.facing()) == 1 {
                return Err(Refusal::state(format!("the pawn {man} on {at} could never move")));
            }
        }
        if count > HAND_MAX {
            return Err(Refusal::state(format!("there are more than {HAND_MAX} men")));
        }
        Ok(())
    }

    /// Every seat has exactly one king, flipped if the seat is out.
    fn kings(&self, gone: Sides) -> Result<[Square; Side::COUNT], Refusal> {
        let mut kings = [Square::from_index(0); Side::COUNT];
        for side in Side::ALL {
            let own = |man: Man| man.role() == Role::King && man.facing() == side;
            let mut found =
                Square::all().zip(self.men).filter_map(|(at, man)| man.filter(|man| own(*man)).map(|m| (at, m)));
            let flipped = gone.contains(side);
            match (found.next(), found.next()) {
                (Some((at, man)), None) if man.owner().is_none() == flipped => kings[side.index()] = at,
                _ => {
                    let wanted = if flipped { "flipped king" } else { "king" };
                    return Err(Refusal::state(format!("{} needs exactly one {wanted}", side.title())));
                }
            }
        }
        Ok(kings)
    }

    fn check_turn(&self, position: &Position) -> Result<(), Refusal> {
        let pending: ArrayVec<Side, { Side::COUNT }> = position.pending().collect();
        if self.pending.as_ref().is_some_and(|given| *given != pending) {
            let right = write_pending(&pending);
            return Err(Refusal::state(format!("the seats in check are `{right}`")));
        }
        let Some(turn) = self.turn else { return Ok(()) };
        let title = turn.title();
        if !position.living.contains(turn) {
            return Err(Refusal::state(format!("{title} is out and cannot be to move")));
        }
        if position.end_by_eliminations().is_some() {
            return Err(Refusal::state("the game is over under these rules, so the turn must be `-`"));
        }
        if !position.checked.is_empty() && !position.checked.contains(turn) {
            return Err(Refusal::state(format!("somebody is in check, but not {title}, whose turn it is")));
        }
        if !position.has_legal(turn) {
            return Err(Refusal::state(format!("{title} is to move and has no legal move")));
        }
        Ok(())
    }
}

impl Position {
    /// How a game whose state names nobody to move has ended: as the seats that are out demand,
    /// by the cap if it is reached, and else by repetition.
    fn supposed_end(&self) -> Ending {
        let capped = self.rules.cap != 0 && self.ply > self.rules.cap;
        self.end_by_eliminations().unwrap_or(if capped { Ending::Impasse } else { Ending::Repetition })
    }

    /// The state string.
    pub(crate) fn write_state(&self) -> String {
        let mut text = write_board(self.board.men());
        let turn = self.mover().map_or('-', Side::letter);
        let pending: ArrayVec<Side, { Side::COUNT }> = self.pending().collect();
        let (hands, pending, out) = (write_hands(&self.hands), write_pending(&pending), write_out(&self.out));
        // Writing to a string cannot fail.
        let _ = write!(text, " {turn} {hands} {pending} {out} {}", self.ply);
        text
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

fn write_pending(pending: &[Side]) -> String {
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
