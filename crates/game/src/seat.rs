//! Places at the table.

use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A place at the table, counted in the order of the game from the first.
///
/// Games know seats and not colors: two of them have two seats, one has four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The most seats that any game has.
    pub const MAX: usize = 4;

    /// The first seat of every game.
    pub const FIRST: Self = Self(0);
    /// The second seat of every game.
    pub const SECOND: Self = Self(1);

    /// The seat with that number, counted from zero.
    ///
    /// # Panics
    /// If no game has so many seats.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::MAX, "no game has so many seats");
        Self(index as u8)
    }

    /// The number of this seat, counted from zero.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` seats.
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> {
        (0..count).map(Self::new)
    }
}

/// One value for each seat of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T>(ArrayVec<T, { Seat::MAX }>);

impl<T> BySeat<T> {
    /// Asks `value` once for each of `count` seats.
    pub fn from_fn(count: usize, value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::first(count).map(value).collect())
    }

    /// How many seats there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Every seat with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::first(self.count()).zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = u8::deserialize(deserializer)?;
        if usize::from(index) < Self::MAX {
            Ok(Self(index))
        } else {
            Err(D::Error::custom("no game has so many seats"))
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut values = ArrayVec::new();
        for value in Vec::<T>::deserialize(deserializer)? {
            values.try_push(value).map_err(|_| D::Error::custom("no game has so many seats"))?;
        }
        Ok(Self(values))
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}
