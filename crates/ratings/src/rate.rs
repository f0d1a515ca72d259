//! What one game does to the ratings of its players.

use std::num::NonZeroU8;

use crate::weng_lin::{Lesson, Side, weight};
use crate::{Form, Rating, glicko};

/// A place in the result, 1 for the best; equal places are shared.
pub type Place = NonZeroU8;

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person, whose rating moves through people alone.
    Person,
    /// A computer, whose rating moves through everybody.
    Computer,
}

/// One seat of a game that is over. The rating is from before the game.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// Person or computer.
    pub who: Who,
    /// How strong before.
    pub rating: Rating,
    /// Where it came in.
    pub place: Place,
}

impl Player {
    /// The pair rule: a person's rating moves only through pairs of people, a computer's through every pair.
    fn learns_from(&self, other: &Self) -> bool {
        self.who == Who::Computer || other.who == Who::Person
    }

    fn score(&self, other: &Self) -> f64 {
        match self.place.cmp(&other.place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        }
    }
}

/// Everybody's rating after a game, by seat; `None` where it does not move. All are told apart by what they were before the game,
/// so the order of the seats does not matter. Nobody moves if the number of players is not that of the form.
#[must_use]
pub fn rate(form: Form, players: &[Player]) -> Vec<Option<Rating>> {
    if players.len() != form.seats() {
        return vec![None; players.len()];
    }
    let after = |seat: usize| match form {
        Form::Duel => duel(players, seat),
        Form::Four => four(players, seat),
        Form::Doubles => doubles(players, seat),
    };
    (0..players.len()).map(after).collect()
}

/// At two seats only established people measure a computer: a newcomer says more about the newcomer.
fn duel(players: &[Player], seat: usize) -> Option<Rating> {
    let (own, other) = (&players[seat], &players[1 - seat]);
    let measures = own.who == Who::Person || !other.rating.is_provisional(Form::Duel);
    (own.learns_from(other) && measures).then(|| glicko::after(&own.rating, &other.rating, own.score(other)))
}

fn four(players: &[Player], seat: usize) -> Option<Rating> {
    let own = &players[seat];
    let others = players.iter().enumerate().filter(|(index, other)| *index != seat && own.learns_from(other));
    let pairs: Vec<_> = others.map(|(_, other)| (Side::of([&other.rating]), own.score(other))).collect();
    let side = Side::of([&own.rating]);
    let lesson = side.lesson(&pairs, weight(players.len() - 1));
    (lesson != Lesson::default()).then(|| side.taught(Form::Four, &own.rating, lesson))
}

/// Partners sit opposite each other and share a place. Computers do not play rated doubles, so that all learn.
fn doubles(players: &[Player], seat: usize) -> Option<Rating> {
    let own = &players[seat];
    if players.iter().any(|player| player.who == Who::Computer) {
        return None;
    }
    let team = |seat: usize| Side::of(players.iter().skip(seat % 2).step_by(2).map(|player| &player.rating));
    let side = team(seat);
    let lesson = side.lesson(&[(team(seat + 1), own.score(&players[(seat + 1) % 4]))], 1.0);
    Some(side.taught(Form::Doubles, &own.rating, lesson))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() <= 0.01, "{value} is not {expected}");
    }

    fn players<const N: usize>(form: Form, ratings: [(f64, f64); N], places: [u8; N]) -> Vec<Player> {
        let player = |((points, deviation), place): ((f64, f64), u8)| Player {
            who: Who::Person,
            rating: Rating::new(form, points, deviation, 0.06).expect("a rating"),
            place: Place::new(place).expect("a place"),
        };
        ratings.into_iter().zip(places).map(player).collect()
    }

    fn check(form: Form, players: &[Player], points: &[f64], deviations: &[f64]) {
        let after: Vec<_> = rate(form, players).into_iter().map(|rating| rating.expect("a change")).collect();
        after.iter().zip(points).for_each(|(rating, points)| close(rating.points(), *points));
        after.iter().zip(deviations).for_each(|(rating, deviation)| close(rating.deviation(), *deviation));
    }

    const NEW: (f64, f64) = (1500.0, 245.674);
    const CLUB: [(f64, f64); 4] = [(1700.0, 80.0), (1500.0, 80.0), (1500.0, 80.0), (1300.0, 80.0)];

    fn club(places: [u8; 4], computers: usize) -> Vec<Player> {
        let mut club = players(Form::Four, CLUB, places);
        club.iter_mut().rev().take(computers).for_each(|player| player.who = Who::Computer);
        club
    }

    /// Vector W1.
    #[test]
    fn four_newcomers() {
        let players = players(Form::Four, [NEW; 4], [1, 2, 3, 4]);
        check(Form::Four, &players, &[1577.69, 1525.90, 1474.10, 1422.31], &[237.78; 4]);
    }

    /// Vectors W2, W3, W4.
    #[test]
    fn four_who_are_known() {
        check(Form::Four, &club([1, 2, 2, 4], 0), &[1706.98, 1500.0, 1500.0, 1293.02], &[79.61, 79.50, 79.50, 79.61]);
        check(Form::Four, &club([4, 2, 2, 1], 0), &[1676.11, 1500.0, 1500.0, 1323.89], &[]);
        check(Form::Four, &club([1, 2, 2, 2], 0), &[1706.98, 1494.85, 1494.85, 1303.31], &[]);
    }

    /// Vector W5; partners sit opposite each other.
    #[test]
    fn doubles_share_by_what_is_unknown() {
        let ratings = [(1600.0, 100.0), (1500.0, 100.0), (1400.0, 200.0), (1500.0, 100.0)];
        let players = players(Form::Doubles, ratings, [2, 1, 2, 1]);
        check(Form::Doubles, &players, &[1584.20, 1515.80, 1336.81, 1515.80], &[99.11, 99.44, 192.82, 99.44]);
    }

    /// Vectors W6 and W7.
    #[test]
    fn people_do_not_move_through_computers_at_four_seats() {
        check(Form::Four, &club([2, 3, 4, 1], 1), &[1705.68, 1502.31, 1492.02, 1323.89], &[]);
        check(Form::Four, &club([2, 3, 4, 1], 2), &[1702.84, 1497.16, 1484.56, 1323.89], &[]);
    }

    #[test]
    fn people_do_not_move_through_computers_at_two_seats() {
        let mut duel = players(Form::Duel, [(1500.0, 100.0), (1500.0, 350.0)], [1, 2]);
        duel[1].who = Who::Computer;
        let [person, computer] = rate(Form::Duel, &duel)[..] else { panic!("two seats") };
        assert_eq!(person, None);
        assert!(computer.expect("measured").points() < 1500.0);
        duel[0].rating = Rating::start(Form::Duel);
        assert_eq!(rate(Form::Duel, &duel), [None, None], "a newcomer measures nobody");
    }

    #[test]
    fn a_person_alone_among_computers_stays() {
        let after = rate(Form::Four, &club([1, 2, 3, 4], 3));
        assert_eq!(after[0], None);
        assert!(after[1..].iter().all(Option::is_some));
    }

    #[test]
    fn a_wrong_number_of_players_moves_nobody() {
        assert_eq!(rate(Form::Four, &players(Form::Duel, [NEW; 2], [1, 2])), [None, None]);
        assert!(rate(Form::Duel, &[]).is_empty());
    }
}
