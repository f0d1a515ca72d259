//! What a search remembers of positions that it may meet again.

use crate::worth::Worth;

/// What is known of a worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<A> {
    pub(crate) key: u64,
    /// As seen from the position itself.
    pub(crate) worth: Worth,
    pub(crate) depth: i16,
    pub(crate) bound: Bound,
    pub(crate) action: Option<A>,
}

/// A fixed number of entries, in buckets of two: one keeps the deepest, the other the newest.
#[derive(Clone, Debug)]
pub(crate) struct Transpositions<A> {
    entries: Vec<Option<Entry<A>>>,
}

const ENTRIES_MIN: usize = 1 << 10;
const ENTRIES_MAX: usize = 1 << 18;

impl<A: Copy> Transpositions<A> {
    /// Room for a search of so many nodes.
    pub(crate) fn for_nodes(nodes: u64) -> Self {
        let wanted = usize::try_from(nodes).unwrap_or(ENTRIES_MAX).clamp(ENTRIES_MIN, ENTRIES_MAX);
        Self { entries: vec![None; wanted.next_power_of_two()] }
    }

    fn bucket(&self, key: u64) -> usize {
        // The product spreads keys whose low bits are alike.
        let spread = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        spread & (self.entries.len() - 1) & !1
    }

    pub(crate) fn find(&self, key: u64) -> Option<&Entry<A>> {
        let bucket = self.bucket(key);
        self.entries[bucket..bucket + 2].iter().flatten().find(|entry| entry.key == key)
    }

    pub(crate) fn keep(&mut self, entry: Entry<A>) {
        let bucket = self.bucket(entry.key);
        let deeper = self.entries[bucket].is_none_or(|old| old.key == entry.key || old.depth <= entry.depth);
        self.entries[bucket + usize::from(!deeper)] = Some(entry);
    }
}
