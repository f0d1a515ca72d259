//! The board: 34 triangles, the lines between them, and distances (§2–§6).
//!
//! Every table is computed by the compiler from the corners of the triangles.

use crate::unit::Side;

/// One of the 34 tiles: 0–29 row by row, 30–33 the four edge tiles (§2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

game::define_set! {
    /// A set of tiles.
    pub struct Tiles(u64) of Tile;
}

/// The line that two neighbors share decides how they fight (§5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// An edge that runs like `\`.
    Sun,
    /// An edge that runs like `/`.
    Moon,
    /// A horizontal edge.
    Front,
}

/// A corner in half base lengths and row heights, down and to the right from the top left.
pub type Corner = (u8, u8);

const COLUMNS: u8 = 5;
/// The first edge tile.
const EDGE: u8 = 30;

impl Tile {
    /// How many tiles there are.
    pub const COUNT: usize = 34;

    /// The tile with that number.
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number as u8)) } else { None }
    }

    /// The tile with that number, which must be below [`COUNT`](Self::COUNT).
    ///
    /// # Panics
    /// If it is not.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "there are 34 tiles");
        Self(index as u8)
    }

    /// Its number.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // The remainder is never taken; it tells the compiler that tables need no bounds check.
        self.0 as usize % 64
    }

    /// Its number, in a byte.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether it is one of the four that lie on their side in the notches.
    #[must_use]
    pub const fn is_edge(self) -> bool {
        self.0 >= EDGE
    }

    /// Whether the apex points up; an edge tile points neither up nor down.
    #[must_use]
    pub const fn points_up(self) -> bool {
        !self.is_edge() && self.0.is_multiple_of(2)
    }

    /// The tile where the half turn of the board puts this one; it swaps the players (§4).
    #[must_use]
    pub const fn half_turn(self) -> Self {
        Self(if self.is_edge() { 63 - self.0 } else { 29 - self.0 })
    }

    /// The three corners.
    #[must_use]
    pub const fn corners(self) -> [Corner; 3] {
        match self.0 {
            30 => [(0, 1), (0, 3), (1, 2)],
            31 => [(0, 3), (0, 5), (1, 4)],
            32 => [(6, 1), (6, 3), (5, 2)],
            33 => [(6, 3), (6, 5), (5, 4)],
            id => {
                let (row, column) = (id / COLUMNS, id % COLUMNS);
                if id.is_multiple_of(2) {
                    [(column + 1, row), (column, row + 1), (column + 2, row + 1)]
                } else {
                    [(column, row), (column + 2, row), (column + 1, row + 1)]
                }
            }
        }
    }

    /// The tiles across an edge.
    #[must_use]
    #[inline]
    pub const fn neighbors(self) -> Tiles {
        NEIGHBORS[self.index()]
    }

    /// The tiles that share one corner and no edge; only Breakthrough and Locusts ask (§27).
    #[must_use]
    #[inline]
    pub const fn corner_neighbors(self) -> Tiles {
        CORNER_NEIGHBORS[self.index()]
    }

    /// The tile across the horizontal edge; no tile has two of them (§5).
    #[must_use]
    #[inline]
    pub const fn across_front(self) -> Option<Self> {
        ACROSS_FRONT[self.index()]
    }

    /// The line between two tiles, if they share an edge.
    #[must_use]
    pub const fn line_to(self, other: Self) -> Option<Line> {
        shared_line(self, other)
    }

    /// Steps over edges on the empty board (§6).
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        DISTANCES[self.index()][other.index()]
    }

    /// The tiles at distance one or two.
    #[must_use]
    #[inline]
    pub const fn within_two(self) -> Tiles {
        WITHIN_TWO[self.index()]
    }

    /// The place of this tile in a side's own order, which breaks every tie (§6).
    #[must_use]
    pub const fn rank_for(self, side: Side) -> u8 {
        match side {
            Side::A => self.0,
            Side::B => self.half_turn().0,
        }
    }

    /// All tiles in a side's own order.
    pub fn in_order_of(side: Side) -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index).map(move |tile| match side {
            Side::A => tile,
            Side::B => tile.half_turn(),
        })
    }
}

impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

const MAIN: u64 = (1 << 30) - 1;
const FIRST_COLUMN: u64 = COLUMN;
const LAST_COLUMN: u64 = COLUMN << 4;
const COLUMN: u64 = 1 | 1 << 5 | 1 << 10 | 1 << 15 | 1 << 20 | 1 << 25;
const UP: u64 = 0x5555_5555 & MAIN;

/// From 5 and 10 onto 30, from 15 and 20 onto 31, from 9 and 14 onto 32, from 19 and 24 onto 33.
#[inline]
const fn onto_edges(main: u64) -> u64 {
    // Both rows beside an edge tile fall together; one multiplication then carries the four bits
    // 0, 10, 4 and 14 to 30, 31, 32 and 33. No two of its sixteen products meet.
    const BESIDE: u64 = 1 | 1 << 10 | 1 << 4 | 1 << 14;
    const CARRY: u64 = 1 << 30 | 1 << (31 - 10) | 1 << (32 - 4) | 1 << (33 - 14);
    ((main >> 5 | main >> 10) & BESIDE).wrapping_mul(CARRY) & 0b1111 << EDGE
}

/// The neighbors of every set of edge tiles.
static OFF_EDGES: [u64; 16] = {
    const BESIDE: [u64; 4] = [1 << 5 | 1 << 10, 1 << 15 | 1 << 20, 1 << 9 | 1 << 14, 1 << 19 | 1 << 24];
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut edge = 0;
        while edge < 4 {
            if set >> edge & 1 != 0 {
                table[set] |= BESIDE[edge];
            }
            edge += 1;
        }
        set += 1;
    }
    table
};

impl Tiles {
    /// Where a side's generals start and the other side knocks (§4).
    #[must_use]
    #[inline]
    pub const fn end_row(side: Side) -> Self {
        match side {
            Side::A => Self::from_bits(0b11111),
            Side::B => Self::from_bits(0b11111 << 25),
        }
    }

    /// The two rows of a side (§4).
    #[must_use]
    #[inline]
    pub const fn camp(side: Side) -> Self {
        match side {
            Side::A => Self::from_bits(0b11_1111_1111),
            Side::B => Self::from_bits(0b11_1111_1111 << 20),
        }
    }

    /// Where something can be built: everywhere but on the end rows (§29).
    pub const OUTSIDE_END_ROWS: Self =
        Self::from_bits(!(Self::end_row(Side::A).bits() | Self::end_row(Side::B).bits()));

    /// Everything across an edge of a member.
    #[must_use]
    #[inline]
    pub const fn spread(self) -> Self {
        let all = self.bits();
        let main = all & MAIN;
        let beside = (main << 1) & !FIRST_COLUMN | (main >> 1) & !LAST_COLUMN;
        let across = (main & UP) << 5 | (main & !UP) >> 5;
        Self((beside | across) & MAIN | onto_edges(main) | OFF_EDGES[(all >> EDGE) as usize % 16])
    }

    /// Everything that touches a member by an edge or a corner.
    #[must_use]
    pub fn spread_over_corners(self) -> Self {
        self.iter().fold(Self::EMPTY, |set, tile| set | tile.neighbors() | tile.corner_neighbors())
    }

    /// The member that comes first in a side's own order (§6).
    #[must_use]
    #[inline]
    pub const fn first_for(self, side: Side) -> Option<Tile> {
        match side {
            Side::A => self.first(),
            Side::B => {
                let main = self.bits() & MAIN;
                let rest = if main == 0 { self.bits() } else { main };
                if rest == 0 { None } else { Some(Tile::from_index(63 - rest.leading_zeros() as usize)) }
            }
        }
    }

    /// The member nearest to a tile, ties by a side's own order.
    #[must_use]
    pub fn nearest(self, to: Tile, side: Side) -> Option<Tile> {
        self.iter().min_by_key(|tile| (tile.distance(to), tile.rank_for(side)))
    }
}

const fn same(a: Corner, b: Corner) -> bool {
    a.0 == b.0 && a.1 == b.1
}

/// The corners that two tiles share, and how many they are.
const fn shared_corners(a: Tile, b: Tile) -> ([Corner; 3], usize) {
    let (mut shared, mut count) = ([(0, 0); 3], 0);
    let (ours, theirs) = (a.corners(), b.corners());
    let mut i = 0;
    while i < 9 {
        if same(ours[i / 3], theirs[i % 3]) {
            shared[count] = ours[i / 3];
            count += 1;
        }
        i += 1;
    }
    (shared, count)
}

const fn shared_line(a: Tile, b: Tile) -> Option<Line> {
    let ([first, second, _], 2) = shared_corners(a, b) else { return None };
    Some(if first.1 == second.1 {
        Line::Front
    } else if (first.0 < second.0) == (first.1 < second.1) {
        Line::Sun
    } else {
        Line::Moon
    })
}

/// The set of tiles that share exactly so many corners with each tile.
const fn sharing(corners: usize) -> [Tiles; Tile::COUNT] {
    let mut table = [Tiles::EMPTY; Tile::COUNT];
    let mut i = 0;
    while i < Tile::COUNT * Tile::COUNT {
        let (a, b) = (Tile::from_index(i / Tile::COUNT), Tile::from_index(i % Tile::COUNT));
        if shared_corners(a, b).1 == corners {
            table[a.index()] = table[a.index()].with(b);
        }
        i += 1;
    }
    table
}

const fn across_front() -> [Option<Tile>; Tile::COUNT] {
    let mut table = [None; Tile::COUNT];
    let mut i = 0;
    while i < Tile::COUNT * Tile::COUNT {
        let (a, b) = (Tile::from_index(i / Tile::COUNT), Tile::from_index(i % Tile::COUNT));
        if matches!(shared_line(a, b), Some(Line::Front)) {
            table[a.index()] = Some(b);
        }
        i += 1;
    }
    table
}

const fn distances() -> [[u8; Tile::COUNT]; Tile::COUNT] {
    let mut table = [[0; Tile::COUNT]; Tile::COUNT];
    let mut from = 0;
    while from < Tile::COUNT {
        let (mut seen, mut steps) = (Tiles::of(Tile::from_index(from)), 0);
        while seen.bits() != Tiles::ALL.bits() {
            steps += 1;
            let fresh = seen.spread().bits() & !seen.bits();
            seen = seen.or(Tiles::from_bits(fresh));
            let mut to = 0;
            while to < Tile::COUNT {
                if fresh >> to & 1 != 0 {
                    table[from][to] = steps;
                }
                to += 1;
            }
        }
        from += 1;
    }
    table
}

const fn within_two() -> [Tiles; Tile::COUNT] {
    let mut table = [Tiles::EMPTY; Tile::COUNT];
    let mut i = 0;
    while i < Tile::COUNT {
        let tile = Tile::from_index(i);
        let near = Tiles::of(tile).spread();
        table[i] = near.or(near.spread()).without(tile);
        i += 1;
    }
    table
}

// Padded to a power of two, so that an index below 64 needs no bounds check.
static NEIGHBORS: [Tiles; 64] = padded(&sharing(2));
static CORNER_NEIGHBORS: [Tiles; 64] = padded(&sharing(1));
static WITHIN_TWO: [Tiles; 64] = padded(&within_two());
static ACROSS_FRONT: [Option<Tile>; Tile::COUNT] = across_front();
static DISTANCES: [[u8; Tile::COUNT]; Tile::COUNT] = distances();

const fn padded(table: &[Tiles; Tile::COUNT]) -> [Tiles; 64] {
    let mut wide = [Tiles::EMPTY; 64];
    let mut i = 0;
    while i < Tile::COUNT {
        wide[i] = table[i];
        i += 1;
    }
    wide
}
