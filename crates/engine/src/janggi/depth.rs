//! How deep a search looks.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, Sub};

use super::value::PLY_MAX;

/// A depth in plies: how many are still to be looked at. At the horizon and beyond it there are only
/// captures. How far a node is from the root is no depth but a `ply`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Depth(i32);

impl Depth {
    /// Nothing is left to be looked at.
    pub const HORIZON: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(1);
    /// As deep as a line can be.
    pub const MAX: Self = Self(PLY_MAX as i32 - 1);

    /// So many plies.
    #[must_use]
    pub const fn new(plies: i32) -> Self {
        Self(plies)
    }

    /// As deep as somebody wishes, who may wish for too much or for nothing.
    #[must_use]
    pub fn wished(plies: u64) -> Self {
        i32::try_from(plies).map_or(Self::MAX, Self).clamp(Self::ONE, Self::MAX)
    }

    /// The number of plies.
    #[must_use]
    pub const fn plies(self) -> i32 {
        self.0
    }

    /// Half as deep, rounded to the horizon.
    #[must_use]
    pub const fn halved(self) -> Self {
        Self(self.0 / 2)
    }

    /// Depth by depth, from one ply to this.
    pub fn from_one(self) -> impl Iterator<Item = Self> {
        (1..=self.0).map(Self)
    }
}

impl std::fmt::Display for Depth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Add<i32> for Depth {
    type Output = Self;

    fn add(self, plies: i32) -> Self {
        Self(self.0 + plies)
    }
}

impl AddAssign<i32> for Depth {
    fn add_assign(&mut self, plies: i32) {
        self.0 += plies;
    }
}

impl Sub<i32> for Depth {
    type Output = Self;

    fn sub(self, plies: i32) -> Self {
        Self(self.0 - plies)
    }
}

/// What a number for each ply comes to.
impl Mul<Depth> for i32 {
    type Output = Self;

    fn mul(self, depth: Depth) -> Self {
        self * depth.0
    }
}

impl PartialEq<i32> for Depth {
    fn eq(&self, plies: &i32) -> bool {
        self.0 == *plies
    }
}

impl PartialOrd<i32> for Depth {
    fn partial_cmp(&self, plies: &i32) -> Option<Ordering> {
        self.0.partial_cmp(plies)
    }
}
