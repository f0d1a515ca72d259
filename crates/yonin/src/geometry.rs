//! Squares, and what can be reached from them. Everything is drawn once for South and turned.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::Side;

/// One of the 81 squares, counted from `9a` row by row to `1i` (§2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

game::define_set! {
    /// A set of squares.
    pub struct Squares(u128) of Square;
}

const WIDTH: usize = 9;

impl Square {
    /// The number of squares.
    pub const COUNT: usize = WIDTH * WIDTH;

    /// The square on file 1–9 (from the right) and rank 1–9 (`a`–`i` from the top).
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if matches!((file, rank), (1..=9, 1..=9)) { Some(Self((rank - 1) * 9 + 9 - file)) } else { None }
    }

    /// The number of this square.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with that number.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Every square from `9a` to `1i`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The file, 9 at the left.
    #[must_use]
    pub const fn file(self) -> u8 {
        9 - self.0 % 9
    }

    /// The rank, 1 (`a`) at the top.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 9 + 1
    }

    /// The square that this one becomes when the board is turned so that South's place is West's.
    #[must_use]
    pub const fn turned(self) -> Self {
        let (row, column) = (self.0 / 9, self.0 % 9);
        Self(column * 9 + 8 - row)
    }

    /// How far the square is from the end of the board for men of that facing: 1 is the farthest
    /// rank, 9 the back rank (§2).
    #[must_use]
    pub const fn depth(self, facing: Side) -> u8 {
        match facing {
            Side::South => self.rank(),
            Side::West => self.file(),
            Side::North => 10 - self.rank(),
            Side::East => 10 - self.file(),
        }
    }

    /// Reads a file digit and a rank letter.
    #[must_use]
    pub const fn from_ascii(file: u8, rank: u8) -> Option<Self> {
        if file.is_ascii_digit() && rank.is_ascii_lowercase() { Self::new(file - b'0', rank - b'a' + 1) } else { None }
    }

    const fn offset(self, rows: i8, columns: i8) -> Option<Self> {
        let row = (self.0 / 9).checked_add_signed(rows);
        let column = (self.0 % 9).checked_add_signed(columns);
        match (row, column) {
            (Some(row @ 0..=8), Some(column @ 0..=8)) => Some(Self(row * 9 + column)),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), char::from(b'a' + self.rank() - 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Squares {
    /// The member with the highest index.
    #[inline]
    const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(127 - self.0.leading_zeros() as u8)) }
    }

    const fn turned(self) -> Self {
        let mut turned = Self::EMPTY;
        let mut index = 0;
        while index < Square::COUNT {
            if self.contains(Square::from_index(index)) {
                turned = turned.with(Square::from_index(index).turned());
            }
            index += 1;
        }
        turned
    }
}

/// A set for each square.
type BySquare = [Squares; Square::COUNT];

/// Where a king can step to, whatever its facing.
pub(crate) static AROUND: BySquare = steps(&[(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]);
/// Where a dragon can step to beyond its lines.
pub(crate) static DIAGONALS: BySquare = steps(&[(-1, -1), (-1, 1), (1, -1), (1, 1)]);
/// Where golds can step to, by facing.
pub(crate) static GOLD: [BySquare; Side::COUNT] = turned_steps(&[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)]);
/// Where silvers can step to, by facing.
pub(crate) static SILVER: [BySquare; Side::COUNT] = turned_steps(&[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 1)]);
/// Where pawns can step to, by facing.
pub(crate) static PAWN: [BySquare; Side::COUNT] = turned_steps(&[(-1, 0)]);
/// The squares within two king's steps.
pub(crate) static NEIGHBORHOOD: BySquare = neighborhoods();

/// The four ways along a line; the first two lead to lower numbers.
const WAYS: [(i8, i8); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];
static RAYS: [BySquare; 4] = rays();
/// Row and column of a square, without the square itself.
pub(crate) static LINES: BySquare = lines();
/// The line along the forward axis of a side, with the square itself: the "file" of §7.
pub(crate) static FILES: [BySquare; Side::COUNT] = files();
/// The squares with a depth of at most the index, by facing.
pub(crate) static DEPTHS: [[Squares; 4]; Side::COUNT] = depths();

/// What a rook reaches: each line up to the first man, that man included.
#[inline]
pub(crate) fn rook_reach(from: Square, occupied: Squares) -> Squares {
    let mut reach = LINES[from.index()];
    for (way, rays) in RAYS.iter().enumerate() {
        if let Some(first) = nearest(way, rays[from.index()] & occupied) {
            reach ^= rays[first.index()];
        }
    }
    reach
}

/// The first two men that an eye at `from` sees one behind the other, each with the squares up to
/// and including it, on the lines where one of `sought` stands.
#[inline]
pub(crate) fn sights(from: Square, occupied: Squares, sought: Squares) -> impl Iterator<Item = Sight> {
    let ways = RAYS.iter().enumerate().filter(move |(_, rays)| rays[from.index()].meets(sought));
    ways.filter_map(move |(way, rays)| {
        let ray = rays[from.index()];
        let first = nearest(way, ray & occupied)?;
        let behind = rays[first.index()];
        let second = nearest(way, behind & occupied);
        let second = second.map(|second| (second, ray ^ rays[second.index()]));
        Some(Sight { first, path: ray ^ behind, second })
    })
}

/// What stands on one line from a square.
pub(crate) struct Sight {
    /// The first man.
    pub(crate) first: Square,
    /// The squares up to and including it.
    pub(crate) path: Squares,
    /// The man behind it, and the squares up to and including that one.
    pub(crate) second: Option<(Square, Squares)>,
}

#[inline]
fn nearest(way: usize, men: Squares) -> Option<Square> {
    if way < 2 { men.last() } else { men.first() }
}

const fn steps(offsets: &[(i8, i8)]) -> BySquare {
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut nth = 0;
        while nth < offsets.len() {
            let (rows, columns) = offsets[nth];
            if let Some(to) = Square::from_index(index).offset(rows, columns) {
                table[index] = table[index].with(to);
            }
            nth += 1;
        }
        index += 1;
    }
    table
}

/// The steps of South, turned for the others.
const fn turned_steps(offsets: &[(i8, i8)]) -> [BySquare; Side::COUNT] {
    let mut tables = [steps(offsets); Side::COUNT];
    let mut side = 1;
    while side < Side::COUNT {
        let mut index = 0;
        while index < Square::COUNT {
            tables[side][Square::from_index(index).turned().index()] = tables[side - 1][index].turned();
            index += 1;
        }
        side += 1;
    }
    tables
}

const fn neighborhoods() -> BySquare {
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut rows = -2;
        while rows <= 2 {
            let mut columns = -2;
            while columns <= 2 {
                if let Some(to) = Square::from_index(index).offset(rows, columns) {
                    table[index] = table[index].with(to);
                }
                columns += 1;
            }
            rows += 1;
        }
        index += 1;
    }
    table
}

const fn rays() -> [BySquare; 4] {
    let mut tables = [[Squares::EMPTY; Square::COUNT]; 4];
    let mut way = 0;
    while way < WAYS.len() {
        let mut index = 0;
        while index < Square::COUNT {
            let mut at = Square::from_index(index);
            while let Some(next) = at.offset(WAYS[way].0, WAYS[way].1) {
                tables[way][index] = tables[way][index].with(next);
                at = next;
            }
            index += 1;
        }
        way += 1;
    }
    tables
}

const fn lines() -> BySquare {
    let rays = rays();
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = rays[0][index].or(rays[1][index]).or(rays[2][index]).or(rays[3][index]);
        index += 1;
    }
    table
}

const fn files() -> [BySquare; Side::COUNT] {
    let rays = rays();
    let mut tables = [[Squares::EMPTY; Square::COUNT]; Side::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let own = Squares::of(Square::from_index(index));
        let mut side = 0;
        while side < Side::COUNT {
            let way = side % 2;
            tables[side][index] = rays[way][index].or(own).or(rays[way + 2][index]);
            side += 1;
        }
        index += 1;
    }
    tables
}

const fn depths() -> [[Squares; 4]; Side::COUNT] {
    let mut tables = [[Squares::EMPTY; 4]; Side::COUNT];
    let mut side = 0;
    while side < Side::COUNT {
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::from_index(index);
            let mut depth = square.depth(Side::ALL[side]) as usize;
            while depth < 4 {
                tables[side][depth] = tables[side][depth].with(square);
                depth += 1;
            }
            index += 1;
        }
        side += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Square {
        Square::from_ascii(text.as_bytes()[0], text.as_bytes()[1]).expect("a square")
    }

    fn set(text: &str) -> Squares {
        text.split_whitespace().map(at).collect()
    }

    #[test]
    fn squares_are_written_as_seen_from_south() {
        assert_eq!(Square::from_index(0).to_string(), "9a");
        assert_eq!(Square::from_index(80).to_string(), "1i");
        assert!(Square::all().all(|square| at(&square.to_string()) == square));
        assert_eq!(Square::from_ascii(b'0', b'a'), None);
        assert_eq!(Square::from_ascii(b'5', b'z'), None);
    }

    #[test]
    fn four_turns_are_none() {
        assert_eq!((at("5i").turned(), at("7i").turned()), (at("9e"), at("9c")));
        assert!(Square::all().all(|square| square.turned().turned().turned().turned() == square));
    }

    #[test]
    fn depth_turns_with_the_board() {
        for side in Side::ALL {
            assert!(Square::all().all(|square| square.turned().depth(side.next()) == square.depth(side)));
        }
    }

    #[test]
    fn golds_and_silvers_point_where_they_face() {
        assert_eq!(GOLD[Side::South.index()][at("5e").index()], set("6d 5d 4d 6e 4e 5f"));
        assert_eq!(GOLD[Side::West.index()][at("5e").index()], set("4d 4e 4f 5d 5f 6e"));
        assert_eq!(SILVER[Side::North.index()][at("5e").index()], set("4d 4f 5f 6d 6f"));
        assert_eq!(PAWN[Side::East.index()][at("5e").index()], set("6e"));
    }

    #[test]
    fn a_step_back_is_the_step_of_the_opposite_facing() {
        for (side, table) in Side::ALL.into_iter().flat_map(|side| [(side, &GOLD), (side, &SILVER), (side, &PAWN)]) {
            for from in Square::all() {
                for to in table[side.index()][from.index()].iter() {
                    assert!(table[side.opposite().index()][to.index()].contains(from));
                }
            }
        }
    }

    #[test]
    fn a_rook_stops_at_the_first_man() {
        let reach = rook_reach(at("7g"), set("7e 7c 3g 2g 9i"));
        assert_eq!(reach, set("7f 7e 8g 9g 6g 5g 4g 3g 7h 7i"));
    }

    #[test]
    fn files_follow_the_forward_axis() {
        assert_eq!(FILES[Side::North.index()][at("7g").index()], set("7a 7b 7c 7d 7e 7f 7g 7h 7i"));
        assert_eq!(FILES[Side::West.index()][at("7g").index()], set("9g 8g 7g 6g 5g 4g 3g 2g 1g"));
    }
}
