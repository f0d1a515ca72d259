//! Who sits where in the games of a trial.

use std::cmp::Ordering;

use game::{Outcome, Seat};

/// How the seats of a game are shared out between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seats {
    /// One each; two seatings make a trial.
    Two,
    /// Four seats, two for each player; the six seatings make a trial.
    Half,
    /// Four seats, one for the first player; the four seatings make a trial.
    One,
}

/// The seats of the first player, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seating {
    first: u8,
    seats: usize,
}

impl Seats {
    /// How many seats there are.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Half | Self::One => 4,
        }
    }

    /// The seats of the first player in the games of a trial.
    const fn firsts(self) -> &'static [u8] {
        match self {
            Self::Two => &[0b01, 0b10],
            Self::Half => &[0b0101, 0b1010, 0b0011, 0b1100, 0b0110, 0b1001],
            Self::One => &[0b0001, 0b0010, 0b0100, 0b1000],
        }
    }

    /// How many games make a trial.
    #[must_use]
    pub const fn games(self) -> usize {
        self.firsts().len()
    }

    /// The seating of a game of a trial.
    #[must_use]
    pub const fn seating(self, game: usize) -> Seating {
        Seating { first: self.firsts()[game % self.games()], seats: self.count() }
    }

    /// The points of a won game: two for each pair of a seat of one player and a seat of the other.
    #[must_use]
    pub const fn points_max(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Half => 8,
            Self::One => 6,
        }
    }
}

impl Seating {
    /// Which player has a seat: 0 or 1.
    #[must_use]
    pub const fn player(self, seat: Seat) -> usize {
        if self.first >> seat.index() & 1 == 1 { 0 } else { 1 }
    }

    /// The first player's points: of each pair of seats, two for the better place and one for the
    /// same.
    #[must_use]
    pub fn points(self, outcome: &Outcome) -> usize {
        let places = |player: usize| Seat::first(self.seats).filter(move |seat| self.player(*seat) == player);
        let pairs = places(0).flat_map(|own| places(1).map(move |other| (own, other)));
        pairs
            .map(|(own, other)| match outcome.places[own].cmp(&outcome.places[other]) {
                Ordering::Less => 2,
                Ordering::Equal => 1,
                Ordering::Greater => 0,
            })
            .sum()
    }

    /// Whether the first player alone has the first place.
    #[must_use]
    pub fn is_first(self, outcome: &Outcome) -> bool {
        let mut firsts = outcome.places.iter().filter(|(_, place)| **place == 1);
        firsts.all(|(seat, _)| self.player(seat) == 0)
    }

    /// The names of the first player's seats.
    #[must_use]
    pub fn names(self, seats: &[&str]) -> String {
        let own = Seat::first(self.seats).filter(|seat| self.player(*seat) == 0);
        own.map(|seat| seats[seat.index()]).collect::<Vec<_>>().join("+")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::BySeat;

    fn outcome(places: &[u8]) -> Outcome {
        Outcome { places: BySeat::from_fn(places.len(), |seat| places[seat.index()]), reason: "test" }
    }

    /// Over a trial every seat is the first player's as often as every other.
    #[test]
    fn all_seats_are_had_equally_often() {
        for (seats, times) in [(Seats::Two, 1), (Seats::Half, 3), (Seats::One, 1)] {
            for seat in Seat::first(seats.count()) {
                let own = (0..seats.games()).filter(|game| seats.seating(*game).player(seat) == 0);
                assert_eq!(own.count(), times, "{seats:?} {seat:?}");
            }
        }
    }

    #[test]
    fn points_are_pairs_of_seats() {
        let half = Seats::Half.seating(2);
        assert_eq!(half.names(&["a", "b", "c", "d"]), "a+b");
        assert_eq!(half.points(&outcome(&[1, 2, 3, 4])), 8);
        assert_eq!(half.points(&outcome(&[1, 4, 2, 3])), 4);
        assert_eq!(half.points(&outcome(&[1, 1, 1, 1])), 4);
        assert!(half.is_first(&outcome(&[1, 4, 2, 3])) && !half.is_first(&outcome(&[1, 4, 1, 3])));
        assert_eq!(Seats::One.seating(3).points(&outcome(&[1, 2, 3, 2])), 3);
        assert_eq!(Seats::Two.seating(1).points(&outcome(&[1, 2])), 0);
    }
}
