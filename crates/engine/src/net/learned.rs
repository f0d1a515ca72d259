//! A judge by hand with a network beside it.

use std::marker::PhantomData;
use std::sync::Arc;

use game::rng::SplitMix;
use game::{Position, Seat};

use super::{Eyes, Net, Sums};
use crate::judge::Judge;
use crate::worth::Merit;

/// The judge by hand, corrected by what a network has learned; all but the value is the judge's own.
pub struct Learned<J, E> {
    hand: J,
    net: Arc<Net>,
    eyes: PhantomData<fn() -> E>,
}

impl<J, E> Learned<J, E> {
    /// Puts a network beside a judge.
    #[must_use]
    pub const fn new(hand: J, net: Arc<Net>) -> Self {
        Self { hand, net, eyes: PhantomData }
    }
}

impl<J: Clone, E> Clone for Learned<J, E> {
    fn clone(&self) -> Self {
        Self::new(self.hand.clone(), Arc::clone(&self.net))
    }
}

impl<P: Position, J: Judge<P>, E: Eyes<P>> Judge<P> for Learned<J, E> {
    fn value(&self, position: &P, seat: Seat) -> i32 {
        self.value_with(position, seat, &mut Sums::default())
    }

    fn value_with(&self, position: &P, seat: Seat, sums: &mut Sums) -> i32 {
        let learned = if E::knows(position) { sums.value::<P, E>(&self.net, position, seat) } else { 0 };
        self.hand.value(position, seat) + learned
    }

    fn is_loud(&self, position: &P, action: P::Action) -> bool {
        self.hand.is_loud(position, action)
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

    fn allied(&self, position: &P, one: Seat, other: Seat) -> bool {
        self.hand.allied(position, one, other)
    }

    fn merit(&self, position: &P, seat: Seat) -> Option<Merit> {
        self.hand.merit(position, seat)
    }

    fn search_key(&self, position: &P) -> u64 {
        self.hand.search_key(position)
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
