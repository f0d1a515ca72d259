//! Squares of the 8×8 field, sets of them, and ways to go from one to another (§2).

use std::fmt;

/// One of the 64 squares, `a1` at Blue's left corner, rank by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8); // invariant: < Square::COUNT

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square with that index; the half turn of `index` is `63 - index`.
    ///
    /// # Panics
    /// If there is no such square.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "there are 64 squares");
        Self(index as u8)
    }

    /// The index, rank by rank from `a1`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square on a file and rank, both counted from zero; `None` beyond the edge.
    #[must_use]
    pub const fn at(file: i8, rank: i8) -> Option<Self> {
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self((rank * 8 + file).cast_unsigned()))
        } else {
            None
        }
    }

    /// The file, `a` being 0.
    #[must_use]
    pub const fn file(self) -> i8 {
        (self.0 % 8).cast_signed()
    }

    /// The rank, counted from 0.
    #[must_use]
    pub const fn rank(self) -> i8 {
        (self.0 / 8).cast_signed()
    }

    /// The square that a half turn of the board puts here.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self(63 - self.0)
    }

    /// Every square, lowest index first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// Reads `e4`.
    #[must_use]
    pub const fn from_text(text: [u8; 2]) -> Option<Self> {
        match text {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Self::at((file - b'a').cast_signed(), (rank - b'1').cast_signed())
            }
            _ => None,
        }
    }

    /// The square that lies `offset` indices before this one.
    #[inline]
    pub(crate) const fn back(self, offset: i8) -> Self {
        Self(self.0.wrapping_sub(offset.cast_unsigned()) & 63)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

game::define_set! {
    /// A set of squares.
    pub struct Squares(u64) of Square;
}

impl Squares {
    /// The squares of one rank, counted from zero.
    #[must_use]
    pub const fn rank(rank: usize) -> Self {
        Self(0xff << (8 * rank))
    }

    /// All squares moved one step that way; those that would leave the board are dropped.
    #[must_use]
    #[inline]
    pub const fn shifted(self, way: Way) -> Self {
        Self((self.0 & way.keep).rotate_left(way.rotation))
    }

    /// The squares that share an edge with one of these (§2: neighbors are orthogonal).
    #[must_use]
    pub const fn neighbors(self) -> Self {
        let upright = self.shifted(Way::NORTH).or(self.shifted(Way::SOUTH));
        upright.or(self.shifted(Way::EAST)).or(self.shifted(Way::WEST))
    }

    /// All squares that can be reached from these through neighbors within `sea`.
    #[must_use]
    pub fn flooded(self, sea: Self) -> Self {
        let mut reached = self & sea;
        loop {
            let next = (reached | reached.neighbors()) & sea;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// A displacement on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    files: i8,
    ranks: i8,
    /// The squares from which the step stays on the board. With those alone a rotation of the
    /// bits cannot wrap.
    keep: u64,
    rotation: u32,
}

impl Way {
    /// Towards rank 8.
    pub const NORTH: Self = Self::new(0, 1);
    /// Towards rank 1.
    pub const SOUTH: Self = Self::new(0, -1);
    /// Towards file h.
    pub const EAST: Self = Self::new(1, 0);
    /// Towards file a.
    pub const WEST: Self = Self::new(-1, 0);

    /// The eight directions: four straight ones, then four diagonal ones.
    pub const LINES: [Self; 8] = [
        Self::NORTH,
        Self::SOUTH,
        Self::EAST,
        Self::WEST,
        Self::new(1, 1),
        Self::new(-1, 1),
        Self::new(1, -1),
        Self::new(-1, -1),
    ];

    /// The same eight directions turned round.
    pub(crate) const LINES_BACK: [Self; 8] = {
        let mut back = Self::LINES;
        let mut index = 0;
        while index < back.len() {
            back[index] = Self::new(-Self::LINES[index].files, -Self::LINES[index].ranks);
            index += 1;
        }
        back
    };

    /// The eight jumps of a horse.
    pub const HORSE: [Self; 8] = [
        Self::new(1, 2),
        Self::new(-1, 2),
        Self::new(2, 1),
        Self::new(-2, 1),
        Self::new(2, -1),
        Self::new(-2, -1),
        Self::new(1, -2),
        Self::new(-1, -2),
    ];

    /// So many files to the right and ranks up.
    #[must_use]
    pub const fn new(files: i8, ranks: i8) -> Self {
        let mut keep = 0;
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::from_index(index);
            if Square::at(from.file() + files, from.rank() + ranks).is_some() {
                keep |= 1 << index;
            }
            index += 1;
        }
        Self { files, ranks, keep, rotation: (ranks * 8 + files).cast_unsigned() as u32 & 63 }
    }

    /// By how much the index of a square grows.
    #[must_use]
    #[inline]
    pub const fn offset(self) -> i8 {
        self.ranks * 8 + self.files
    }
}

/// How one square lies to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bearing {
    pub(crate) files: i8,
    pub(crate) ranks: i8,
}

impl Bearing {
    pub(crate) const fn new(from: Square, to: Square) -> Self {
        Self { files: to.file() - from.file(), ranks: to.rank() - from.rank() }
    }

    /// The number of king's steps.
    pub(crate) fn distance(self) -> i8 {
        self.files.abs().max(self.ranks.abs())
    }

    pub(crate) const fn is_straight(self) -> bool {
        (self.files == 0) != (self.ranks == 0)
    }

    pub(crate) const fn is_diagonal(self) -> bool {
        self.files != 0 && self.files.abs() == self.ranks.abs()
    }

    pub(crate) const fn is_line(self) -> bool {
        self.is_straight() || self.is_diagonal()
    }
}

/// The squares of a straight or diagonal line from `from` (left out) to `to` (included).
pub(crate) fn path(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let bearing = Bearing::new(from, to);
    let (file, rank) = (bearing.files.signum(), bearing.ranks.signum());
    (1..=bearing.distance()).filter_map(move |n| Square::at(from.file() + n * file, from.rank() + n * rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_moves_every_square_that_stays_on_the_board() {
        for way in Way::LINES.into_iter().chain(Way::HORSE) {
            for square in Square::all() {
                let to = Square::at(square.file() + way.files, square.rank() + way.ranks);
                assert_eq!(Squares::of(square).shifted(way).first(), to, "{square} {way:?}");
                if let Some(to) = to {
                    assert_eq!(to.back(way.offset()), square);
                }
            }
        }
    }

    #[test]
    fn texts_name_squares() {
        for square in Square::all() {
            let text = square.to_string();
            let bytes = [text.as_bytes()[0], text.as_bytes()[1]];
            assert_eq!(Square::from_text(bytes), Some(square));
        }
        assert_eq!(Square::from_text(*b"e9"), None);
        assert_eq!(Square::from_text(*b"i1"), None);
    }
}
