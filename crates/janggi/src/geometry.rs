//! The board (§1): ninety points, the ways between them, the two palaces.

use std::fmt;

use serde::Serialize;

use crate::Side;

/// One of the ninety points, `a1` at Cho's left corner, rank by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8); // invariant: < Point::COUNT

impl Point {
    /// How many points the board has.
    pub const COUNT: usize = 90;

    /// The point on a file (0 is `a`) and a rank (0 is Cho's back rank).
    #[must_use]
    pub const fn new(file: usize, rank: usize) -> Option<Self> {
        if file < FILES && rank < RANKS { Some(Self((rank * FILES + file) as u8)) } else { None }
    }

    /// The point with that index.
    ///
    /// # Panics
    /// If the index is not below [`COUNT`](Self::COUNT).
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The index, rank by rank from `a1`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, counted from 0.
    #[must_use]
    #[inline]
    pub const fn file(self) -> usize {
        self.index() % FILES
    }

    /// The rank, counted from 0.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() / FILES
    }

    /// The neighbor that way, or `None` over the edge.
    #[must_use]
    pub const fn step(self, way: Way) -> Option<Self> {
        let (files, ranks) = way.delta();
        self.offset(files, ranks)
    }

    /// The point so many files and ranks away, or `None` over the edge.
    #[must_use]
    pub const fn offset(self, files: isize, ranks: isize) -> Option<Self> {
        match (self.file().checked_add_signed(files), self.rank().checked_add_signed(ranks)) {
            (Some(file), Some(rank)) => Self::new(file, rank),
            _ => None,
        }
    }

    /// The same point seen from the other side of the board.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self((Self::COUNT - 1) as u8 - self.0)
    }

    /// The same point on the other wing.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self((self.rank() * FILES + (FILES - 1 - self.file())) as u8)
    }

    /// All points, from `a1`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The place among the 18 palace points, Cho's nine first; `None` outside.
    #[must_use]
    #[inline]
    pub const fn palace_slot(self) -> Option<PalaceSlot> {
        let slot = PALACE_SLOTS[self.index()];
        if slot == NO_SLOT { None } else { Some(PalaceSlot(slot)) }
    }
}

impl Point {
    /// Its name, such as `e2`. Every view and every list of actions is made of these.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let length = if self.rank() + 1 < 10 { 2 } else { 3 };
        std::str::from_utf8(&NAMES[self.index()][..length]).unwrap_or_default()
    }
}

/// The names of all points, each in the first two or three bytes.
static NAMES: [[u8; 3]; Point::COUNT] = {
    let mut names = [[0; 3]; Point::COUNT];
    let mut index = 0;
    while index < Point::COUNT {
        let (file, rank) = (b'a' + (index % FILES) as u8, index / FILES + 1);
        names[index] = if rank < 10 { [file, b'0' + rank as u8, 0] } else { [file, b'1', b'0'] };
        index += 1;
    }
    names
};

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The number of files.
pub const FILES: usize = 9;
/// The number of ranks.
pub const RANKS: usize = 10;

game::define_set! {
    /// A set of points.
    pub struct Points(u128) of Point;
}

impl Points {
    const FILE_A: Self = Self::file(0);
    const FILE_I: Self = Self::file(FILES - 1);

    /// The points of a file.
    #[must_use]
    pub const fn file(file: usize) -> Self {
        let mut bits = 0;
        let mut rank = 0;
        while rank < RANKS {
            bits |= 1 << (rank * FILES + file);
            rank += 1;
        }
        Self(bits)
    }

    /// The points of a rank.
    #[must_use]
    pub const fn rank(rank: usize) -> Self {
        Self(0x1ff << (rank * FILES))
    }

    /// Every member moved one step; those that would leave the board are dropped.
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always)] // folds to one shift and one mask in the generators' loops
    pub const fn step(self, way: Way) -> Self {
        let (files, _) = way.delta();
        let kept = match files {
            1 => self.0 & !Self::FILE_I.0,
            -1 => self.0 & !Self::FILE_A.0,
            _ => self.0,
        };
        let offset = way.index_offset();
        if offset > 0 { Self(kept << offset & Self::ALL.0) } else { Self(kept >> -offset) }
    }
}

/// The eight ways of a step; north is away from Cho.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the compass needs no words
pub enum Way {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

impl Way {
    /// The straight ways.
    pub const STRAIGHT: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
    /// The diagonal ways.
    pub const DIAGONAL: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];
    /// A straight step and the diagonal ones that go on outwards: the shape of horse and elephant.
    pub const BENDS: [(Self, Self); 8] = [
        (Self::North, Self::NorthEast),
        (Self::North, Self::NorthWest),
        (Self::East, Self::NorthEast),
        (Self::East, Self::SouthEast),
        (Self::South, Self::SouthEast),
        (Self::South, Self::SouthWest),
        (Self::West, Self::NorthWest),
        (Self::West, Self::SouthWest),
    ];

    /// Files and ranks of one step.
    #[must_use]
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::North => (0, 1),
            Self::East => (1, 0),
            Self::South => (0, -1),
            Self::West => (-1, 0),
            Self::NorthEast => (1, 1),
            Self::SouthEast => (1, -1),
            Self::SouthWest => (-1, -1),
            Self::NorthWest => (-1, 1),
        }
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::NorthEast => Self::SouthWest,
            Self::SouthEast => Self::NorthWest,
            Self::SouthWest => Self::NorthEast,
            Self::NorthWest => Self::SouthEast,
        }
    }

    /// What one step adds to a point's index.
    #[must_use]
    pub const fn index_offset(self) -> isize {
        let (files, ranks) = self.delta();
        ranks * FILES.cast_signed() + files
    }
}

/// One of the 18 palace points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PalaceSlot(u8); // invariant: < PalaceSlot::COUNT

impl PalaceSlot {
    /// Nine points in each palace.
    pub const COUNT: usize = 18;

    /// The index, Cho's nine first.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

const NO_SLOT: u8 = u8::MAX;

const PALACE_SLOTS: [u8; Point::COUNT] = {
    let mut slots = [NO_SLOT; Point::COUNT];
    let mut slot = 0;
    while slot < PalaceSlot::COUNT {
        slots[slot_point(slot).index()] = slot as u8;
        slot += 1;
    }
    slots
};

/// The point of a palace slot.
pub(crate) const fn slot_point(slot: usize) -> Point {
    let (palace, cell) = (slot / 9, slot % 9);
    let rank = cell / 3 + if palace == 0 { 0 } else { 7 };
    Point::from_index(rank * FILES + 3 + cell % 3)
}

const fn palace_of(side: Side) -> Points {
    let mut set = Points::EMPTY;
    let mut cell = 0;
    while cell < 9 {
        set = set.with(slot_point(side.index() * 9 + cell));
        cell += 1;
    }
    set
}

const fn center_of(side: Side) -> Point {
    slot_point(side.index() * 9 + 4)
}

const fn diagonal_points(side: Side) -> Points {
    let mut set = Points::EMPTY;
    let mut cell = 0;
    while cell < 9 {
        set = set.with(slot_point(side.index() * 9 + cell));
        cell += 2;
    }
    set
}

/// A side's palace.
#[must_use]
pub const fn palace(side: Side) -> Points {
    PALACE[side.index()]
}

/// Both palaces.
pub(crate) const PALACE: [Points; 2] = [palace_of(Side::Cho), palace_of(Side::Han)];
/// The centers of the palaces.
pub(crate) const CENTER: [Point; 2] = [center_of(Side::Cho), center_of(Side::Han)];
/// The points through which palace diagonals run, of both palaces.
pub(crate) const DIAGONAL_POINTS: Points = diagonal_points(Side::Cho).or(diagonal_points(Side::Han));

/// Whether one diagonal step is possible between two points (§1): both are diagonal points of one
/// palace and one of them is its center.
const fn on_palace_line(from: Point, to: Point) -> bool {
    let mut side = 0;
    while side < 2 {
        let center = CENTER[side];
        let palace = PALACE[side].and(DIAGONAL_POINTS);
        if palace.contains(from)
            && palace.contains(to)
            && (from.index() == center.index()) != (to.index() == center.index())
        {
            return true;
        }
        side += 1;
    }
    false
}

/// The neighbors along palace diagonals.
pub(crate) static DIAGONAL_STEPS: [Points; Point::COUNT] = {
    let mut table = [Points::EMPTY; Point::COUNT];
    let mut from = 0;
    while from < Point::COUNT {
        let mut to = 0;
        while to < Point::COUNT {
            if on_palace_line(Point::from_index(from), Point::from_index(to)) {
                table[from] = table[from].with(Point::from_index(to));
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// For a palace corner, the center next to it and the opposite corner.
pub(crate) const fn across(corner: Point) -> Option<(Point, Point)> {
    let Some(slot) = corner.palace_slot() else { return None };
    let cell = slot.index() % 9;
    if cell % 2 == 1 || cell == 4 {
        return None;
    }
    let palace = slot.index() / 9;
    Some((CENTER[palace], slot_point(palace * 9 + 8 - cell)))
}

/// Where a king or guard may step inside its palace (§4).
pub(crate) static PALACE_STEPS: [Points; PalaceSlot::COUNT] = {
    let mut table = [Points::EMPTY; PalaceSlot::COUNT];
    let mut slot = 0;
    while slot < PalaceSlot::COUNT {
        let from = slot_point(slot);
        let mut steps = DIAGONAL_STEPS[from.index()];
        let mut way = 0;
        while way < 4 {
            if let Some(to) = from.step(Way::STRAIGHT[way]) {
                steps = steps.with(to);
            }
            way += 1;
        }
        table[slot] = steps.and(PALACE[slot / 9]);
        slot += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> Point {
        crate::notation::uci_point(text).expect("a point").0
    }

    fn points(text: &str) -> Points {
        text.split_whitespace().map(point).collect()
    }

    #[test]
    fn kings_step_along_the_drawn_lines() {
        let steps = |text| PALACE_STEPS[point(text).palace_slot().expect("in a palace").index()];
        assert_eq!(steps("e2"), points("d1 e1 f1 d2 f2 d3 e3 f3"));
        assert_eq!(steps("d1"), points("d2 e1 e2"));
        assert_eq!(steps("e1"), points("d1 f1 e2"));
        assert_eq!(steps("f8"), points("e8 f9 e9"));
    }

    #[test]
    fn diagonals_exist_only_on_the_ten_points() {
        let with_lines: Points = Point::all().filter(|p| !DIAGONAL_STEPS[p.index()].is_empty()).collect();
        assert_eq!(with_lines, points("d1 f1 e2 d3 f3 d8 f8 e9 d10 f10"));
        assert_eq!(across(point("d8")), Some((point("e9"), point("f10"))));
        assert_eq!(across(point("e9")), None);
        assert_eq!(across(point("e8")), None);
    }

    #[test]
    fn steps_of_sets_are_steps_of_members() {
        for way in Way::STRAIGHT.into_iter().chain(Way::DIAGONAL) {
            for from in Point::all() {
                assert_eq!(Points::of(from).step(way).first(), from.step(way), "{from} {way:?}");
            }
        }
    }
}
