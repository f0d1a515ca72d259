//! The hash of a position.
//!
//! It is computed when asked for: a position is at most nineteen words, and folding them takes a
//! sixth of the time of listing and playing an action. Counting actions pays nothing for it, and
//! no path through supply, stacks, pushes, returns and effects can forget to keep it true.

use game::rng::SplitMix;

use crate::position::{Identity, Position};
use crate::site::Site;
use crate::unit::{Effects, PackedPlace, Unit, Used};

const WORDS: usize = 20;

const SALTS: [[u64; 2]; WORDS] = {
    let mut salts = [[0; 2]; WORDS];
    let mut rng = SplitMix::new(0x0005_7169_6572_5301);
    let mut i = 0;
    while i < WORDS {
        salts[i] = [rng.next_u64(), rng.next_u64() | 1];
        i += 1;
    }
    salts
};

/// Spreads a word over 64 bits by a wide multiplication with the salts of its place.
#[inline]
fn spread(place: usize, word: u64) -> u64 {
    let [mask, factor] = SALTS[place];
    let wide = u128::from(word ^ mask) * u128::from(factor);
    (wide >> 64) as u64 ^ wide as u64
}

/// The words of ten bytes: eight, and the last two.
#[inline]
fn split(bytes: [u8; Unit::COUNT]) -> (u64, u64) {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    (word(&bytes[..8]), word(&bytes[8..]))
}

impl Position {
    pub(crate) fn hash(&self) -> u64 {
        let (places, places_end) = split(self.places.map(PackedPlace::byte));
        let (troops, troops_end) = split(self.troops);
        let (used, used_end) = split(self.used.map(Used::bits));
        let (names, names_end) = split(self.identities.map(Identity::byte));
        let (initial, initial_end) = split(self.initial);
        let effects = self.effects.map(Effects::bits);
        let four = |at: usize| (0..4).fold(0, |word, i| word << 16 | u64::from(effects[at + i]));
        let ends = places_end | troops_end << 16 | used_end << 32 | names_end << 48;
        let sets = u64::from(self.engaged.bits()) | u64::from(self.outs.bits()) << 16 | initial_end << 32;
        let last_effects = u64::from(effects[8]) | u64::from(effects[9]) << 16;
        let words =
            [places, troops, used, names, initial, ends, sets, four(0), four(4), last_effects | self.turn_word() << 32];
        let hash = (0..words.len()).fold(0, |hash, place| hash ^ spread(place, words[place]));
        if self.is_full() { hash ^ self.hash_of_full_mode(words.len()) } else { hash }
    }

    fn hash_of_full_mode(&self, first: usize) -> u64 {
        let [reserve_a, reserve_b] = self.reserve;
        let [graveyard_a, graveyard_b] = self.graveyard;
        let pools = [reserve_a, reserve_b, graveyard_a, graveyard_b].map(u64::from);
        let mut hash = spread(first, pools.into_iter().fold(0, |word, pool| word << 8 | pool));
        for (index, sites) in self.sites.chunks_exact(8).enumerate() {
            let word = sites.iter().fold(0, |word, site| word << 8 | u64::from(site.map_or(0, Site::byte)));
            hash ^= spread(first + 1 + index, word);
        }
        for (index, hands) in self.hands.chunks_exact(2).enumerate() {
            let bytes = hands.iter().flat_map(|hand| hand.bytes());
            hash ^= spread(first + 4 + index, bytes.fold(0, |word, byte| word << 8 | u64::from(byte)));
        }
        hash
    }

    fn turn_word(&self) -> u64 {
        let flags = self.turn.index() as u8 * 2 + u8::from(self.ending.is_some());
        let [knocks_a, knocks_b] = self.knocks;
        u64::from(u32::from_le_bytes([flags, self.actions, knocks_a, knocks_b]))
    }
}
