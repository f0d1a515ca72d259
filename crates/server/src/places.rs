//! How many of something each holds at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts by holder; a holder with none is forgotten.
pub(crate) struct Places<K>(Arc<Mutex<HashMap<K, usize>>>);

/// One of them, given back when it is dropped.
pub(crate) struct Place<K: Eq + Hash> {
    places: Places<K>,
    holder: K,
}

impl<K> Default for Places<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Eq + Hash + Copy> Places<K> {
    /// One more for this holder, if it has fewer than `max`.
    pub(crate) fn take(&self, holder: K, max: usize) -> Option<Place<K>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&holder).copied().unwrap_or(0);
        (count < max).then(|| {
            counts.insert(holder, count + 1);
            Place { places: Self(Arc::clone(&self.0)), holder }
        })
    }
}

impl<K: Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut counts = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.holder) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.holder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_by_holder_and_given_back() {
        let places = Places::default();
        let first = places.take('a', 2);
        let _second = places.take('a', 2).expect("two are allowed");
        assert!(places.take('a', 2).is_none() && places.take('b', 2).is_some());
        drop(first);
        assert!(places.take('a', 2).is_some());
        assert_eq!(places.0.lock().expect("sound").len(), 1, "who holds none is forgotten");
    }
}
