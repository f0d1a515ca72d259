//! A judge by hand with a network beside it.

use std::sync::Arc;

use game::rng::SplitMix;
use game::{Match, Position, Seat};

use super::sums::Turns;
use super::{Eyes, FAR, Net, Sums};
use crate::judge::Judge;
use crate::worth::Merit;

/// The judge by hand, corrected by what a network has learned; all but the value is the judge's own.
pub struct Learned<P: Position, E: Eyes<P>> {
    hand: E::Hand,
    net: Arc<Net>,
    turns: Arc<Turns>,
}

impl<P: Position, E: Eyes<P>> Learned<P, E> {
    /// Puts a network beside the judge by hand.
    #[must_use]
    pub fn new(net: Arc<Net>) -> Self {
        Self { hand: E::Hand::default(), net, turns: Arc::new(Turns::of::<P, E>()) }
    }
}

impl<P: Position, E: Eyes<P>> Clone for Learned<P, E> {
    fn clone(&self) -> Self {
        Self { hand: self.hand.clone(), net: Arc::clone(&self.net), turns: Arc::clone(&self.turns) }
    }
}

impl<P: Position, E: Eyes<P>> Judge<P> for Learned<P, E> {
    fn value(&self, position: &P, seat: Seat) -> i32 {
        self.value_with(position, seat, &mut Sums::default())
    }

    fn value_with(&self, position: &P, seat: Seat, sums: &mut Sums) -> i32 {
        let glance = E::glance(position);
        let by_hand = E::by_hand(&self.hand, position, &glance, seat);
        if by_hand.abs() > FAR || !E::knows(position) {
            return by_hand;
        }
        by_hand + sums.value::<P, E>(&self.net, &self.turns, position, &glance, seat)
    }

    fn is_loud(&self, position: &P, action: P::Action) -> bool {
        self.hand.is_loud(position, action)
    }

    fn each_loud(&self, position: &P, visit: &mut dyn FnMut(P::Action)) {
        self.hand.each_loud(position, visit);
    }

    fn hint(&self, position: &P, action: P::Action) -> i32 {
        self.hand.hint(position, action)
    }

    fn slot(&self, action: P::Action) -> usize {
        self.hand.slot(action)
    }

    fn plies(&self, position: &P, action: P::Action) -> u32 {
        self.hand.plies(position, action)
    }

    fn is_even(&self, position: &P, depth: u32) -> bool {
        self.hand.is_even(position, depth)
    }

    fn must_answer(&self, position: &P) -> bool {
        self.hand.must_answer(position)
    }

    fn may_threaten(&self, position: &P, action: P::Action) -> bool {
        self.hand.may_threaten(position, action)
    }

    fn chain_share(&self) -> u64 {
        self.hand.chain_share()
    }

    fn allied(&self, position: &P, one: Seat, other: Seat) -> bool {
        self.hand.allied(position, one, other)
    }

    fn merit(&self, position: &P, seat: Seat) -> Option<Merit> {
        self.hand.merit(position, seat)
    }

    fn search_key(&self, position: &P) -> u64 {
        self.hand.search_key(position)
    }

    fn recall(&self, game: &Match<P>, seat: Seat) -> P {
        self.hand.recall(game, seat)
    }

    fn hides(&self, masked: &P, seat: Seat) -> bool {
        self.hand.hides(masked, seat)
    }

    fn guess(&self, masked: &P, seat: Seat, rng: &mut SplitMix) -> P {
        self.hand.guess(masked, seat, rng)
    }

    fn effort(&self, position: &P) -> u32 {
        self.hand.effort(position)
    }

    fn hopeless(&self, position: &P) -> Option<i32> {
        self.hand.hopeless(position)
    }
}
