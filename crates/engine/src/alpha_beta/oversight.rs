//! What a novice does not think of.

/// How many of a hundred answers a search does not think of, and which: always the same ones in a position,
/// so that looking deeper does not find them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oversight {
    percent: u8,
    seed: u64,
}

impl Oversight {
    /// Everything is thought of.
    pub const NONE: Self = Self { percent: 0, seed: 0 };

    /// So many of a hundred are not, others for every seed.
    #[must_use]
    pub const fn new(percent: u8, seed: u64) -> Self {
        Self { percent, seed }
    }

    /// What is not thought of in the position of that key; `None` if all is.
    pub(super) fn at(self, key: impl FnOnce() -> u64) -> Option<Blind> {
        (self.percent > 0).then(|| Blind { percent: u64::from(self.percent), mark: self.seed ^ key() })
    }
}

/// What is not thought of in one position.
#[derive(Clone, Copy)]
pub(super) struct Blind {
    percent: u64,
    mark: u64,
}

impl Blind {
    /// Whether the action of that number is not thought of.
    pub(super) fn misses(self, slot: usize) -> bool {
        let mut mixed =
            (self.mark ^ (slot as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 29;
        mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 32) % 100 < self.percent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_missed_as_is_said() {
        let missed = |percent: u8| {
            let seen =
                (0..1000_u64).filter_map(|key| Oversight::new(percent, 7).at(|| key.wrapping_mul(0x1234_5678_9abc)));
            seen.flat_map(|blind| (0..50).map(move |slot| blind.misses(slot))).filter(|missed| *missed).count()
        };
        assert_eq!(missed(0), 0);
        assert!((14_000..16_000).contains(&missed(30)), "{}", missed(30));
        assert!((2_000..3_000).contains(&missed(5)), "{}", missed(5));
    }
}
