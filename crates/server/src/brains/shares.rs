//! How much each of several has used, so that the next turn goes to whoever has used the least.

use std::collections::HashMap;
use std::hash::Hash;

/// How far behind the others a newcomer begins, in microseconds: enough to go first with something short, too
/// little to hold the others up.
pub(super) const CREDIT_US: u64 = 50_000;
/// How many are remembered that have nothing to do now.
const REMEMBERED_MAX: usize = 4096;

/// What each has used, in microseconds, and how much it has to do now.
#[derive(Debug)]
pub(super) struct Shares<K> {
    shares: HashMap<K, Share>,
    /// What the least of those with something to do has used; it never falls.
    floor_us: u64,
}

#[derive(Debug, Default)]
struct Share {
    used_us: u64,
    tasks: usize,
}

impl<K> Default for Shares<K> {
    fn default() -> Self {
        Self { shares: HashMap::new(), floor_us: 0 }
    }
}

impl<K: Copy + Eq + Hash> Shares<K> {
    /// One more thing to do. Whoever comes anew has saved up no more than the credit.
    pub(super) fn enter(&mut self, key: K) {
        let least_us = self.floor_us.saturating_sub(CREDIT_US);
        let share = self.shares.entry(key).or_default();
        if share.tasks == 0 {
            share.used_us = share.used_us.max(least_us);
        }
        share.tasks += 1;
    }

    /// One thing less to do.
    pub(super) fn leave(&mut self, key: K) {
        let floor_us = self.floor_us;
        let Some(share) = self.shares.get_mut(&key) else { return };
        share.tasks = share.tasks.saturating_sub(1);
        // Nobody gains more than the credit by being forgotten.
        if share.tasks == 0 && share.used_us <= floor_us {
            self.shares.remove(&key);
        } else if self.shares.len() > REMEMBERED_MAX {
            self.shares.retain(|_, share| share.tasks > 0);
        }
    }

    /// It has used more.
    pub(super) fn charge(&mut self, key: K, used_us: u64) {
        if let Some(share) = self.shares.get_mut(&key) {
            share.used_us = share.used_us.saturating_add(used_us);
        }
        let least = self.shares.values().filter(|share| share.tasks > 0).map(|share| share.used_us).min();
        self.floor_us = self.floor_us.max(least.unwrap_or(0));
    }

    /// What it has used.
    pub(super) fn used_us(&self, key: K) -> u64 {
        self.shares.get(&key).map_or(0, |share| share.used_us)
    }

    /// How much it has to do.
    pub(super) fn tasks(&self, key: K) -> usize {
        self.shares.get(&key).map_or(0, |share| share.tasks)
    }

    /// Whether nobody has anything to do.
    pub(super) fn is_idle(&self) -> bool {
        self.shares.values().all(|share| share.tasks == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newcomer_goes_first_but_not_for_long() {
        let mut shares = Shares::default();
        shares.enter('a');
        shares.charge('a', 9_000_000);
        shares.enter('b');
        assert_eq!(shares.used_us('a') - shares.used_us('b'), CREDIT_US);
    }

    #[test]
    fn going_away_and_coming_back_saves_nothing_up() {
        let mut shares = Shares::default();
        shares.enter('a');
        shares.enter('b');
        shares.charge('b', 1_000_000);
        shares.charge('a', 3_000_000);
        shares.leave('a');
        shares.enter('a');
        assert_eq!(shares.used_us('a'), 3_000_000, "it is still ahead of the other");
        shares.leave('b');
        shares.charge('a', 5_000_000);
        shares.enter('b');
        assert_eq!(shares.used_us('b'), 8_000_000 - CREDIT_US);
    }

    #[test]
    fn strangers_are_forgotten() {
        let mut shares = Shares::default();
        shares.enter(u64::MAX);
        for key in 0..10_000 {
            shares.enter(key);
            shares.charge(key, key);
            shares.leave(key);
        }
        assert!(shares.shares.len() <= REMEMBERED_MAX + 1);
        assert_eq!(shares.tasks(u64::MAX), 1);
    }
}
