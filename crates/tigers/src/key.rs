//! The hash of a position.
//!
//! Computed when asked for: a position is 24 words, and folding them costs a few nanoseconds,
//! less than keeping a key true through supply, stacks, pushes, returns and effects. Counting
//! actions then pays nothing at all for it.

use game::rng::SplitMix;

use crate::position::Position;
use crate::tactic::HAND;
use crate::unit::Unit;

const WORDS: usize = 28;

const SALTS: [u64; WORDS] = {
    let mut salts = [0; WORDS];
    let mut rng = SplitMix::new(0x0005_7169_6572_5301);
    let mut i = 0;
    while i < WORDS {
        salts[i] = rng.next_u64() | 1;
        i += 1;
    }
    salts
};

/// Folds words into 64 bits: each is spread by a wide multiplication with a salt of its own.
struct Fold {
    hash: u64,
    at: usize,
}

impl Fold {
    fn add(&mut self, word: u64) {
        let wide = u128::from(word ^ SALTS[self.at]) * u128::from(SALTS[WORDS - 1 - self.at]);
        self.hash ^= ((wide >> 64) as u64 ^ wide as u64).rotate_left(self.at as u32);
        self.at += 1;
    }
}

impl Position {
    pub(crate) fn hash(&self) -> u64 {
        let mut fold = Fold { hash: 0, at: 0 };
        for unit in Unit::all() {
            fold.add(self.unit_word(unit));
        }
        for chunk in self.sites.chunks(8) {
            fold.add(word(chunk.iter().map(|site| site.map_or(0, crate::site::Site::byte))));
        }
        fold.add(self.side_word());
        let initial = self.initial.map(u64::from);
        fold.add(initial.iter().fold(0, |word, troops| word << 6 | troops & 63));
        (fold.hash ^ fold.hash >> 32).wrapping_mul(SALTS[WORDS - 1])
    }

    /// All that is true of one general.
    fn unit_word(&self, unit: Unit) -> u64 {
        let at = unit.index();
        let flags = u64::from(self.outs.contains(unit)) | u64::from(self.engaged.contains(unit)) << 1;
        let hand: [u8; HAND] = self.hands[at].bytes();
        let hand = hand.iter().fold(0, |word, card| word << 6 | u64::from(card & 63));
        u64::from(self.places[at].byte())
            | u64::from(self.troops[at]) << 6
            | u64::from(self.effects[at].bits()) << 14
            | u64::from(self.used[at].bits()) << 25
            | flags << 30
            | u64::from(self.identities[at].byte()) << 32
            | hand << 40
    }

    /// Whose turn it is, knocks and pools.
    fn side_word(&self) -> u64 {
        let ended = u8::from(self.ending.is_some());
        let [knocks_a, knocks_b] = self.knocks;
        let [reserve_a, reserve_b] = self.reserve;
        let turn = self.turn.index() as u8 * 2 + ended;
        word([turn, self.actions, knocks_a, knocks_b, reserve_a, reserve_b].into_iter().chain(self.graveyard))
    }
}

fn word(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0, |word, byte| word << 8 | u64::from(byte))
}
