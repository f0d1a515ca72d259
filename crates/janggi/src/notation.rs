//! The three coordinate systems and the spellings of an action (§2).

use crate::geometry::{FILES, RANKS};
use crate::{Action, Point, Position, Role};

/// Reads a point such as `e10` at the beginning of a text; gives the rest of the text too.
#[must_use]
pub fn uci_point(text: &str) -> Option<(Point, &str)> {
    let mut chars = text.chars();
    let file = (chars.next()? as usize).checked_sub('a' as usize)?;
    let rest = chars.as_str();
    // The longest rank that fits: in `a10a1` the first point is a10.
    let (rank, rest) = match rest.strip_prefix("10") {
        Some(rest) => (RANKS, rest),
        None => (digit(chars.next()?)?, chars.as_str()),
    };
    Some((Point::new(file, rank.checked_sub(1)?)?, rest))
}

/// Reads a point of the numeric system: row then file, from Cho's view, such as `76`. The row may
/// be a Chinese numeral, as in older records.
#[must_use]
pub fn numeric_point(text: &str) -> Option<(Point, &str)> {
    let mut chars = text.chars();
    let row = row_digit(chars.next()?)?;
    let file = digit(chars.next()?)?;
    let rank = if row == 0 { 0 } else { RANKS - row };
    Some((Point::new(file.checked_sub(1)?, rank)?, chars.as_str()))
}

/// A point in the numeric system.
#[must_use]
pub fn numeric(point: Point) -> String {
    format!("{}{}", (RANKS - point.rank()) % 10, point.file() + 1)
}

/// A point as seen with Han at the bottom: letters and numbers count from Han's left corner.
#[must_use]
pub fn from_han(point: Point) -> String {
    point.turned().to_string()
}

/// Reads a point as seen with Han at the bottom.
#[must_use]
pub fn from_han_point(text: &str) -> Option<(Point, &str)> {
    uci_point(text).map(|(point, rest)| (point.turned(), rest))
}

/// A spelling of an action before the position is asked about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spelling {
    /// A word for passing.
    Pass,
    /// From a point to a point, perhaps naming the piece.
    Move { from: Point, to: Point, role: Option<Role> },
}

/// Words for the pass; accepting a bikjang is a pass as well (§14).
const PASSES: [&str; 5] = ["pass", "한수쉼", "빅장", "0000", "@@@@"];

/// Reads UCI (`f4c6`), numeric (`76-53`, `76象53`, `76象53x馬+`, `H02-83`) or, after `han:`, the
/// coordinates seen from Han (`han:d7-g5`).
pub(crate) fn read(text: &str) -> Option<Spelling> {
    if PASSES.contains(&text) {
        return Some(Spelling::Pass);
    }
    match text.strip_prefix("han:") {
        Some(text) => read_plain(text, from_han_point),
        None => read_plain(text, uci_point).or_else(|| read_numeric(text)),
    }
}

/// An action as records and move lists write it: `79卒78`, `76象53x馬+`, `한수쉼`, and `빅장` for the
/// pass that accepts a bikjang (§14, §24).
///
/// ```
/// use janggi::{Position, Rules, notation};
/// let position = Position::from_state("3k5/9/9/9/2n6/9/5B3/9/9/4K4 w - - 0 1", &Rules::KJA)?;
/// let action = game::Position::parse(&position, "f4c6")?;
/// assert_eq!(notation::token(&position, action), "76象53x馬");
/// # Ok::<(), game::Refusal>(())
/// ```
#[must_use]
pub fn token(position: &Position, action: Action) -> String {
    let board = position.board();
    let Some(piece) = board.at(action.from) else { return action.to_string() };
    if action.is_pass() {
        return if position.bikjang() { "빅장" } else { "한수쉼" }.to_owned();
    }
    let mut text = format!("{}{}{}", numeric(action.from), piece.record_hanja(), numeric(action.to));
    if let Some(captured) = board.at(action.to) {
        text.extend(['x', captured.record_hanja()]);
    }
    text.extend(mark(position, action));
    text
}

/// An action as pychess writes it: `H02-83`, `R09x19+`, and `K95-95` for a pass (§24).
#[must_use]
pub fn san(position: &Position, action: Action) -> String {
    let board = position.board();
    let Some(piece) = board.at(action.from) else { return action.to_string() };
    let letter = match piece.role() {
        Role::Horse => 'H',
        Role::Elephant => 'E',
        role => role.letter(),
    };
    let joint = if action.is_pass() || board.at(action.to).is_none() { '-' } else { 'x' };
    let mut text = format!("{letter}{}{joint}{}", numeric(action.from), numeric(action.to));
    text.extend(mark(position, action));
    text
}

/// `+` if an action gives check, `#` if it mates (§10).
#[must_use]
pub fn mark(position: &Position, action: Action) -> Option<char> {
    let mut after = position.clone();
    game::Position::play_unchecked(&mut after, action);
    let check = !action.is_pass() && after.in_check(after.side());
    check.then(|| if after.has_legal() { '+' } else { '#' })
}

fn read_plain(text: &str, point: fn(&str) -> Option<(Point, &str)>) -> Option<Spelling> {
    let (from, rest) = point(text)?;
    let (to, rest) = point(rest.strip_prefix('-').unwrap_or(rest))?;
    rest.is_empty().then_some(Spelling::Move { from, to, role: None })
}

/// Row and file, the piece or a dash, row and file, then remarks about capture, check and mate.
fn read_numeric(text: &str) -> Option<Spelling> {
    let (letter, rest) = letter_role(text);
    let (from, rest) = numeric_point(rest)?;
    let rest = rest.strip_prefix(['楚', '漢', '초', '한']).filter(|rest| names_piece(rest)).unwrap_or(rest);
    let mut chars = rest.chars();
    let mark = chars.next()?;
    let role = Role::from_character(mark);
    if role.is_none() && !matches!(mark, '-' | 'x') {
        return None;
    }
    let (to, remarks) = numeric_point(chars.as_str())?;
    is_remark(remarks).then_some(Spelling::Move { from, to, role: role.or(letter) })
}

fn names_piece(rest: &str) -> bool {
    rest.chars().next().is_some_and(|character| Role::from_character(character).is_some())
}

fn letter_role(text: &str) -> (Option<Role>, &str) {
    let mut chars = text.chars();
    match chars.next().filter(char::is_ascii_uppercase).and_then(Role::from_any_letter) {
        Some(role) => (Some(role), chars.as_str()),
        None => (None, text),
    }
}

/// What may follow a move and is ignored: a captured piece (alone or after `x` or `타`), `+`, `#`,
/// `장군`, `외통`.
fn is_remark(text: &str) -> bool {
    let rest = text.strip_prefix(['x', '타']).unwrap_or(text);
    let mut chars = rest.chars();
    // `장` opens the word `장군` and names a king as well; a king is never captured.
    let captured = chars.next().is_some_and(|character| character != '장' && Role::from_character(character).is_some());
    let rest = if captured { chars.as_str() } else { rest };
    if rest.len() == text.len() || captured {
        matches!(rest, "" | "+" | "#" | "장군" | "외통" | "멍군")
    } else {
        false
    }
}

fn digit(character: char) -> Option<usize> {
    character.to_digit(10).map(|digit| digit as usize).filter(|digit| *digit <= FILES)
}

fn row_digit(character: char) -> Option<usize> {
    const NUMERALS: &str = "十一二三四五六七八九";
    digit(character).or_else(|| NUMERALS.chars().position(|numeral| numeral == character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_systems_name_the_same_points() {
        let table = "a1 01 i10, e1 05 e10, i1 09 a10, e2 95 e9, d1 04 f10, f3 86 d8, b3 82 h8, h3 88 b8, a4 71 i7,
            e4 75 e7, i4 79 a7, e5 65 e6, f4 76 d7, c6 53 g5, e7 45 e4, b8 32 h3, e9 25 e2, d10 14 f1, i10 19 a1,
            a10 11 i1, h10 18 b1, d8 34 f3";
        for row in table.split(',') {
            let words: Vec<_> = row.split_whitespace().collect();
            let point = uci_point(words[0]).expect("a point").0;
            assert_eq!(point.to_string(), words[0]);
            assert_eq!(numeric(point), words[1]);
            assert_eq!(from_han(point), words[2]);
            assert_eq!(numeric_point(words[1]), Some((point, "")));
            assert_eq!(from_han_point(words[2]), Some((point, "")));
        }
    }

    #[test]
    fn one_move_has_many_spellings() {
        let (from, to) = (uci_point("f4").expect("a point").0, uci_point("c6").expect("a point").0);
        let plain = Some(Spelling::Move { from, to, role: None });
        let named = Some(Spelling::Move { from, to, role: Some(Role::Elephant) });
        for text in ["f4c6", "f4-c6", "76-53", "han:d7g5", "han:d7-g5", "76x53", "七6-五3"] {
            assert_eq!(read(text), plain, "{text}");
        }
        for text in
            ["76象53", "76상53", "76象53x馬+", "76象53馬", "76楚象53타兵장군", "E76-53", "B76x53#", "76象53장군"]
        {
            assert_eq!(read(text), named, "{text}");
        }
    }

    #[test]
    fn nonsense_is_no_action() {
        for text in
            ["", "f4", "f4c", "f4c11", "j1a1", "f4c66", "76象5", "76象50", "76象53x", "76象53?", "a0a1", "9", "将"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("a10a1").map(|spelling| format!("{spelling:?}")), read("a10-a1").map(|s| format!("{s:?}")));
    }
}
