//! The transposition table, shared by all threads without locks.
//!
//! An entry is two words: the data, and the key exclusive-or the data. A torn write shows itself,
//! because the two no longer belong together.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use janggi::{Action, Point};

use super::depth::Depth;
use super::value::Value;
use super::window::Window;

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// This is the true value.
    Exact,
}

impl Bound {
    /// Whether a value with this bound alone decides what a window asks.
    pub(super) fn decides(self, value: Value, window: Window) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= window.beta(),
            Self::Upper => value <= window.alpha(),
        }
    }

    /// Whether a value with this bound says more than the static evaluation.
    pub(super) fn refines(self, value: Value, eval: Value) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value > eval,
            Self::Upper => value < eval,
        }
    }
}

/// What the table remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The best action found.
    pub best: Option<Action>,
    /// Its value, ends counted from the position.
    pub value: Value,
    /// The static evaluation.
    pub eval: Value,
    /// How deep it was searched.
    pub depth: Depth,
    /// What the value means.
    pub bound: Bound,
}

const BUCKET: usize = 4;
const BYTES_PER_BUCKET: usize = BUCKET * 16;
/// Entries age by searches; six bits of age fit.
const AGES: u8 = 64;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Neighbors that fit into one line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

const _: () = assert!(size_of::<Bucket>() == BYTES_PER_BUCKET);

/// The table.
pub struct Transpositions {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl Transpositions {
    /// A table of so many mebibytes (at least one).
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / BYTES_PER_BUCKET;
        let mut buckets = Vec::with_capacity(count);
        prefer_large_pages(&mut buckets);
        buckets.resize_with(count, Bucket::default);
        Self { buckets: buckets.into_boxed_slice(), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: older entries are replaced first.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// Asks the processor to fetch a position's bucket while other work is done.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: prefetching has no effect but on caches, and the address is inside the table.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[must_use]
    #[inline]
    pub fn recall(&self, key: u64) -> Option<Memory> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data)).flatten()
        })
    }

    /// Remembers a position, in place of its older self or of the least useful neighbor.
    pub fn remember(&self, key: u64, memory: Memory) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut chosen = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                chosen = slot;
                if !worth_replacing(data, memory, age) {
                    return;
                }
                break;
            }
            let usefulness = if data == 0 { i32::MIN } else { (depth_of(data) - 4 * years(data, age)).plies() };
            if usefulness < least {
                least = usefulness;
                chosen = slot;
            }
        }
        let data = pack(memory, age);
        chosen.data.store(data, Relaxed);
        chosen.check.store(key ^ data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    #[must_use]
    pub fn fullness(&self) -> usize {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && years(data, age) == 0
        };
        sample.iter().flat_map(|bucket| &bucket.0).filter(used).count() * 1000 / (sample.len() * BUCKET)
    }
}

/// A shallower result does not drive out a deeper one of the same search.
fn worth_replacing(old: u64, new: Memory, age: u8) -> bool {
    new.bound == Bound::Exact || years(old, age) > 0 || new.depth + 4 > depth_of(old)
}

// Layout, from the lowest bit: from 7, to 7, value 16, eval 16, depth 8, bound 2, nothing 1, age 6, used 1.
const USED: u64 = 1 << 63;

/// Asks the system for large pages before the memory is touched: a table is read at random, and with
/// small pages nearly every look misses the processor's list of pages, too.
fn prefer_large_pages(buckets: &mut Vec<Bucket>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let start: *mut u8 = buckets.as_mut_ptr().cast();
        let (skipped, bytes) = (start.align_offset(PAGE), buckets.capacity() * BYTES_PER_BUCKET);
        #[allow(unsafe_code)]
        // SAFETY: the range is this vector's own memory, and the advice changes nothing but speed.
        unsafe {
            libc::madvise(start.wrapping_add(skipped).cast(), bytes.saturating_sub(skipped), libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = buckets;
}

fn pack(memory: Memory, age: u8) -> u64 {
    let action = memory.best.map_or(0, |best| best.from.index() as u64 | (best.to.index() as u64) << 7);
    let bound = match memory.bound {
        Bound::Upper => 0,
        Bound::Lower => 1,
        Bound::Exact => 2,
    };
    action
        | word(memory.value) << 14
        | word(memory.eval) << 30
        | ((memory.depth.plies() + DEPTH_SHIFT).clamp(0, 255) as u64) << 46
        | bound << 54
        | u64::from(age) << 57
        | USED
}

/// Depths of the quiescence search are negative.
const DEPTH_SHIFT: i32 = 8;

fn word(value: Value) -> u64 {
    u64::from((value.hundredths() as i16).cast_unsigned())
}

fn value_at(data: u64, shift: u32) -> Value {
    Value::new(((data >> shift) as u16).cast_signed().into())
}

fn depth_of(data: u64) -> Depth {
    Depth::new((data >> 46 & 0xff) as i32 - DEPTH_SHIFT)
}

fn years(data: u64, age: u8) -> i32 {
    let born = (data >> 57 & u64::from(AGES - 1)) as u8;
    i32::from((age + AGES - born) % AGES)
}

/// `None` if the bits are no entry, as after a torn write that went unnoticed.
fn unpack(data: u64) -> Option<Memory> {
    let (from, to) = ((data & 0x7f) as usize, (data >> 7 & 0x7f) as usize);
    if from >= Point::COUNT || to >= Point::COUNT {
        return None;
    }
    let best = (data & 0x3fff != 0).then(|| Action::new(Point::from_index(from), Point::from_index(to)));
    let bound = match data >> 54 & 3 {
        0 => Bound::Upper,
        1 => Bound::Lower,
        _ => Bound::Exact,
    };
    Some(Memory { best, value: value_at(data, 14), eval: value_at(data, 30), depth: depth_of(data), bound })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(seed: u64) -> Memory {
        let from = Point::from_index((seed % 90) as usize);
        let to = Point::from_index((seed / 7 % 89) as usize + 1);
        Memory {
            best: Some(Action::new(from, to)),
            value: Value::new((seed % 60_000) as i32 - 30_000),
            eval: Value::new((seed % 6_000) as i32 - 3_000),
            depth: Depth::new((seed % 100) as i32 - 6),
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][(seed % 3) as usize],
        }
    }

    #[test]
    fn what_is_remembered_is_recalled() {
        let table = Transpositions::new(1);
        for seed in 0..1000_u64 {
            let key = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            table.remember(key, memory(seed));
            assert_eq!(table.recall(key), Some(memory(seed)), "{seed}");
        }
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let table = Transpositions::new(1);
        let key = |seed: u64| seed % 64;
        std::thread::scope(|scope| {
            for thread in 0..2_u64 {
                let table = &table;
                scope.spawn(move || {
                    for seed in 0..200_000_u64 {
                        let seed = seed * 2 + thread;
                        table.remember(key(seed), memory(seed));
                        if let Some(found) = table.recall(key(seed)) {
                            // Any writer's whole entry for this key is fine; a mixture is not.
                            let origin = (found.value.hundredths() + 30_000) as u64;
                            assert_eq!(
                                origin % 3,
                                [Bound::Upper, Bound::Lower, Bound::Exact]
                                    .iter()
                                    .position(|b| *b == found.bound)
                                    .expect("a bound") as u64
                            );
                        }
                    }
                });
            }
        });
    }
}
