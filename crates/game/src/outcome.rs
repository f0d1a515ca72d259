//! How a game ended.

use serde::Serialize;

use crate::{BySeat, Seat};

/// Places for all seats, and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// The place of each seat, 1 for the best; equal numbers share a place.
    pub places: BySeat<u8>,
    /// The rule book's word for the reason, such as `checkmate`.
    pub reason: &'static str,
}

impl Outcome {
    /// One of two seats has won.
    #[must_use]
    pub fn won(winner: Seat, reason: &'static str) -> Self {
        Self { places: BySeat::from_fn(2, |seat| if seat == winner { 1 } else { 2 }), reason }
    }

    /// Two seats share the first place.
    #[must_use]
    pub fn drawn(reason: &'static str) -> Self {
        Self { places: BySeat::from_fn(2, |_| 1), reason }
    }

    /// The only seat in first place, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = self.places.iter().filter(|(_, place)| **place == 1);
        match (first.next(), first.next()) {
            (Some((seat, _)), None) => Some(seat),
            _ => None,
        }
    }
}
