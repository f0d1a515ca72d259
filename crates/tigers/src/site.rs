//! Walls, towers and hidden markers on tiles (§29).

use std::num::NonZeroU8;

use crate::geometry::Tile;
use crate::unit::Side;

/// Something built on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site(NonZeroU8);

/// What was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Blocks the tile until it has been hit so often.
    Wall {
        /// 1 or 2.
        durability: u8,
    },
    /// Blocks the tile, shoots so often; one hit destroys it.
    Tower {
        /// 1 to 3.
        shots: u8,
    },
    /// Lies in wait for a step of an enemy.
    Marker {
        /// What it does.
        marker: Marker,
        /// Whether the opponent knows it.
        revealed: bool,
    },
}

game::small_enum! {
    /// What a marker does to the enemy that steps on it.
    pub enum Marker {
        /// Stops it, 3 damage.
        Ambush,
        /// Stops it, 1 damage, snared.
        Trap,
        /// Nothing; the marker is removed.
        Decoy,
        /// Not known to whoever looks at this position; it acts as a decoy.
        Unknown,
    }
}

impl Marker {
    /// The two letters in state strings.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ambush => "AM",
            Self::Trap => "TR",
            Self::Decoy => "DC",
            Self::Unknown => "QQ",
        }
    }

    /// The marker with that code in upper case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|marker| marker.code() == code)
    }
}

/// The durability of a new wall.
pub(crate) const WALL_DURABILITY: u8 = 2;
/// The shots of a new tower.
pub(crate) const TOWER_SHOTS: u8 = 3;

const B: u8 = 128;
const WALL: u8 = 8;
const TOWER: u8 = 16;
const MARKER: u8 = 32;
const REVEALED: u8 = 64;

impl Site {
    /// Something built by a side.
    ///
    /// # Panics
    /// Never: every feature has a bit of its own.
    #[must_use]
    pub fn new(owner: Side, feature: Feature) -> Self {
        let bits = match feature {
            Feature::Wall { durability } => WALL | durability.clamp(1, WALL_DURABILITY),
            Feature::Tower { shots } => TOWER | shots.clamp(1, TOWER_SHOTS),
            Feature::Marker { marker, revealed } => MARKER | marker as u8 | if revealed { REVEALED } else { 0 },
        };
        let owner = if owner == Side::B { B } else { 0 };
        Self(NonZeroU8::new(bits | owner).expect("every feature has a bit of its own"))
    }

    /// Who built it.
    #[must_use]
    pub const fn owner(self) -> Side {
        if self.0.get() & B == 0 { Side::A } else { Side::B }
    }

    /// What it is.
    #[must_use]
    pub const fn feature(self) -> Feature {
        let bits = self.0.get();
        let number = bits & 7;
        if bits & WALL != 0 {
            Feature::Wall { durability: number }
        } else if bits & TOWER != 0 {
            Feature::Tower { shots: number }
        } else {
            Feature::Marker { marker: Marker::ALL[(number & 3) as usize], revealed: bits & REVEALED != 0 }
        }
    }

    /// Whether it blocks its tile.
    #[must_use]
    pub const fn is_structure(self) -> bool {
        self.0.get() & MARKER == 0
    }

    /// Whether it stops whoever steps on it, and everyone knows.
    #[must_use]
    pub const fn is_known_stop(self) -> bool {
        matches!(self.feature(), Feature::Marker { marker: Marker::Ambush | Marker::Trap, revealed: true })
    }

    /// Whether it is a marker whose kind the opponent does not know.
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        matches!(self.feature(), Feature::Marker { revealed: false, .. })
    }

    pub(crate) const fn byte(self) -> u8 {
        self.0.get()
    }
}

/// The tiles on which something can be built.
pub(crate) const SITES: usize = 24;

/// The place of a tile outside the end rows in a table of [`SITES`].
pub(crate) const fn site_index(tile: Tile) -> Option<usize> {
    match tile.number() {
        number @ 5..=24 => Some(number as usize - 5),
        number @ 30.. => Some(number as usize - 10),
        _ => None,
    }
}
