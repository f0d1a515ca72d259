//! What the generic searches need beyond the rules.

use game::rng::SplitMix;
use game::{Match, Position, Seat};

use crate::net::Sums;
use crate::worth::Merit;

/// How many numbers there are for actions.
pub const SLOTS: usize = 1 << 13;

/// Judges the positions of a game. Only [`value`](Self::value) is needed; the rest makes a search
/// faster, deeper or fairer.
pub trait Judge<P: Position>: Send + Sync {
    /// What a position that goes on is worth to a seat. With two seats, the worth to one is the
    /// opposite of the worth to the other.
    fn value(&self, position: &P, seat: Seat) -> i32;

    /// The same, with what the search has summed up so far; a judge that learns nothing needs no sums.
    fn value_with(&self, position: &P, seat: Seat, sums: &mut Sums) -> i32 {
        let _ = sums;
        self.value(position, seat)
    }

    /// Whether an action may change the value so much that a search must not stop before it.
    fn is_loud(&self, position: &P, action: P::Action) -> bool {
        let _ = (position, action);
        false
    }

    /// Calls with every action that is loud, in the order of the rules.
    fn each_loud(&self, position: &P, visit: &mut dyn FnMut(P::Action)) {
        position.each_legal(&mut |action| {
            if self.is_loud(position, action) {
                visit(action);
            }
        });
    }

    /// How promising an action looks before it is tried: the order of the search.
    fn hint(&self, position: &P, action: P::Action) -> i32 {
        let _ = (position, action);
        0
    }

    /// Under which number, below [`SLOTS`], experience with an action is kept, whatever the position.
    fn slot(&self, action: P::Action) -> usize {
        let _ = action;
        0
    }

    /// How much of a search's depth an action uses up: one, or more if it forgoes others, so that
    /// all lines of a search end at the same time.
    fn plies(&self, position: &P, action: P::Action) -> u32 {
        let _ = (position, action);
        1
    }

    /// Whether lines of that depth from here end where values can be compared, such as between two
    /// turns rather than within one.
    fn is_even(&self, position: &P, depth: u32) -> bool {
        let _ = (position, depth);
        true
    }

    /// Whether the seat to move has to answer a threat at once, such as a check.
    fn must_answer(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Whether an action may make a threat that [must be answered](Self::must_answer); in doubt, yes.
    fn may_threaten(&self, position: &P, action: P::Action) -> bool {
        let _ = (position, action);
        true
    }

    /// How much of a thought goes into looking for a [`Chain`](crate::chain::Chain) of threats, in percent.
    fn chain_share(&self) -> u64 {
        0
    }

    /// Whether two seats win together.
    fn allied(&self, position: &P, one: Seat, other: Seat) -> bool {
        let _ = position;
        one == other
    }

    /// What the end is worth to a seat, once nothing can change it: by default, when the game is
    /// over, the share of its opponents that it has left behind.
    fn merit(&self, position: &P, seat: Seat) -> Option<Merit> {
        let outcome = position.outcome()?;
        let own = outcome.places[seat];
        let (mut balance, mut opponents) = (0, 0);
        for (other, place) in outcome.places.iter().filter(|(other, _)| !self.allied(position, seat, *other)) {
            debug_assert!(other != seat);
            opponents += 1;
            balance += i32::from(own < *place) - i32::from(own > *place);
        }
        Some(Merit::thousandths(1000 * balance / opponents.max(1)))
    }

    /// A hash of all that matters for what comes: the key of the repetition rule, and what else
    /// the rules ask for.
    fn search_key(&self, position: &P) -> u64 {
        position.key()
    }

    /// What a seat knows that has watched the whole game: what it sees, and what it remembers.
    fn recall(&self, game: &Match<P>, seat: Seat) -> P {
        game.position().masked(Some(seat))
    }

    /// Whether the seat that sees `masked` has to guess.
    fn hides(&self, masked: &P, seat: Seat) -> bool {
        let _ = (masked, seat);
        false
    }

    /// A position that looks like `masked` to that seat, with the unknown filled in.
    fn guess(&self, masked: &P, seat: Seat, rng: &mut SplitMix) -> P {
        let _ = (seat, rng);
        masked.clone()
    }

    /// How much of the usual thinking a position deserves, in percent.
    fn effort(&self, position: &P) -> u32 {
        let _ = position;
        100
    }

    /// The value below which going on is idle, if giving up is a thing of this game.
    fn hopeless(&self, position: &P) -> Option<i32> {
        let _ = position;
        None
    }
}
