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

/// An entry and the thought that it is of.
#[derive(Clone, Copy, Debug)]
struct Kept<A> {
    entry: Entry<A>,
    age: u8,
}

/// A fixed number of entries, in buckets of two: one keeps the deepest of this thought, the other the newest.
#[derive(Clone, Debug)]
pub(crate) struct Transpositions<A> {
    entries: Vec<Option<Kept<A>>>,
    age: u8,
}

const ENTRIES_MIN: usize = 1 << 10;
const ENTRIES_MAX: usize = 1 << 18;

impl<A: Copy> Transpositions<A> {
    /// Room for a search of so many nodes.
    pub(crate) fn for_nodes(nodes: u64) -> Self {
        Self { entries: vec![None; Self::entries_for(nodes)], age: 0 }
    }

    fn entries_for(nodes: u64) -> usize {
        let wanted = usize::try_from(nodes).unwrap_or(ENTRIES_MAX).clamp(ENTRIES_MIN, ENTRIES_MAX);
        wanted.next_power_of_two()
    }

    /// The same for another thought of the same player: what was found before helps, and is the first to go.
    pub(crate) fn renewed(mut self, nodes: u64) -> Self {
        if self.entries.len() < Self::entries_for(nodes) {
            return Self::for_nodes(nodes);
        }
        self.age = self.age.wrapping_add(1);
        self
    }

    /// How many bytes it occupies.
    pub(crate) const fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Option<Kept<A>>>()
    }

    fn bucket(&self, key: u64) -> usize {
        // The product spreads keys whose low bits are alike.
        let spread = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        spread & (self.entries.len() - 1) & !1
    }

    pub(crate) fn find(&self, key: u64) -> Option<&Entry<A>> {
        let bucket = self.bucket(key);
        self.entries[bucket..bucket + 2].iter().flatten().map(|kept| &kept.entry).find(|entry| entry.key == key)
    }

    pub(crate) fn keep(&mut self, entry: Entry<A>) {
        let bucket = self.bucket(entry.key);
        let goes = |old: Kept<A>| old.entry.key == entry.key || old.age != self.age || old.entry.depth <= entry.depth;
        let first = self.entries[bucket].is_none_or(goes);
        self.entries[bucket + usize::from(!first)] = Some(Kept { entry, age: self.age });
    }
}
