//! Players between two thoughts of theirs, with what they remember.

use std::collections::HashMap;

use engine::Brain;

use super::errand::Place;
use crate::ids::GameId;

/// How much memory the kept players may have together.
const BYTES_MAX: usize = 128 << 20;

/// At most so many bytes of players; those that were asked longest ago go first.
#[derive(Default)]
pub(super) struct Pool {
    kept: HashMap<Place, Kept>,
    bytes: usize,
    puts: u64,
}

struct Kept {
    brain: Box<dyn Brain>,
    bytes: usize,
    put: u64,
}

impl Pool {
    /// The player of a seat, if it is still there.
    pub(super) fn take(&mut self, place: Place) -> Option<Box<dyn Brain>> {
        let kept = self.kept.remove(&place)?;
        self.bytes -= kept.bytes;
        Some(kept.brain)
    }

    /// Keeps a player that has something to remember, and returns those that must go for it. Ending them takes
    /// time, so that is left to the caller.
    pub(super) fn put(&mut self, place: Place, brain: Box<dyn Brain>) -> Vec<Box<dyn Brain>> {
        let bytes = brain.memory();
        if bytes == 0 || bytes > BYTES_MAX {
            return vec![brain];
        }
        let mut gone: Vec<_> = self.take(place).into_iter().collect();
        while self.bytes + bytes > BYTES_MAX {
            let Some(oldest) = self.kept.iter().min_by_key(|(_, kept)| kept.put).map(|(place, _)| *place) else {
                break;
            };
            gone.extend(self.take(oldest));
        }
        self.puts += 1;
        self.bytes += bytes;
        self.kept.insert(place, Kept { brain, bytes, put: self.puts });
        gone
    }

    /// Lets the players of a game go.
    pub(super) fn forget(&mut self, game: GameId) -> Vec<Box<dyn Brain>> {
        let places: Vec<_> = self.kept.keys().filter(|place| place.game == game).copied().collect();
        places.into_iter().filter_map(|place| self.take(place)).collect()
    }

    /// What the kept players remember, in bytes.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use engine::{Decision, Task, Thought};
    use game::Seat;

    use super::*;

    struct Big(usize);

    impl Brain for Big {
        fn think(&mut self, _: &Task<'_>, _: &mut dyn FnMut(&Thought)) -> Decision {
            Decision::Resign
        }

        fn memory(&self) -> usize {
            self.0
        }
    }

    fn place(seat: Seat) -> Place {
        Place { game: crate::ids::new_game(), seat }
    }

    #[test]
    fn the_longest_unasked_go_first() {
        let mut pool = Pool::default();
        let places: Vec<_> = (0..5).map(|_| place(Seat::FIRST)).collect();
        let quarter = || Box::new(Big(BYTES_MAX / 4));
        for place in &places[..4] {
            assert!(pool.put(*place, quarter()).is_empty());
        }
        let first = pool.take(places[0]).expect("kept");
        assert!(pool.put(places[0], first).is_empty());
        assert_eq!(pool.put(places[4], quarter()).len(), 1);
        assert!(pool.take(places[1]).is_none() && pool.take(places[0]).is_some());
        assert_eq!(pool.bytes(), BYTES_MAX / 4 * 3);
    }

    #[test]
    fn a_player_without_memory_and_one_with_too_much_are_not_kept() {
        let mut pool = Pool::default();
        let place = place(Seat::FIRST);
        assert_eq!(pool.put(place, Box::new(Big(0))).len(), 1);
        assert_eq!(pool.put(place, Box::new(Big(BYTES_MAX + 1))).len(), 1);
        assert!(pool.take(place).is_none());
    }

    #[test]
    fn a_game_that_leaves_memory_takes_its_players_with_it() {
        let mut pool = Pool::default();
        let (own, other) = (place(Seat::FIRST), place(Seat::FIRST));
        for place in [own, Place { seat: Seat::SECOND, ..own }, other] {
            pool.put(place, Box::new(Big(10)));
        }
        assert_eq!(pool.forget(own.game).len(), 2);
        assert_eq!(pool.bytes(), 10);
    }
}
