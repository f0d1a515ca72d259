//! People and puzzles: a try is a game between the two.

use crate::{Form, Rating, glicko};

/// A puzzle of a theme that was wished for says less: one knows what to look for.
const CHOSEN_WEIGHT: f64 = 0.3;
/// The most that one try changes a puzzle.
const PUZZLE_CHANGE_MAX: f64 = 100.0;
/// Somebody of whom so little is known says nothing of a puzzle.
const DEVIATION_TELLING: f64 = 200.0;

/// The ratings of a person and a puzzle after a first try. `chosen` says whether the person had wished for its theme.
#[must_use]
pub fn solve(person: &Rating, puzzle: &Rating, solved: bool, chosen: bool) -> (Rating, Rating) {
    let score = f64::from(u8::from(solved));
    let weight = if chosen { CHOSEN_WEIGHT } else { 1.0 };
    let own = blended(person, &glicko::after(person, puzzle, score), weight);
    if person.deviation() > DEVIATION_TELLING {
        return (own, *puzzle);
    }
    let after = glicko::after(puzzle, person, 1.0 - score);
    let change = (after.points() - puzzle.points()).abs();
    let share = if change > PUZZLE_CHANGE_MAX { PUZZLE_CHANGE_MAX / change } else { 1.0 };
    (own, blended(puzzle, &after, weight * share))
}

/// A part of the way from one rating to another.
fn blended(from: &Rating, to: &Rating, share: f64) -> Rating {
    let part = |one: f64, other: f64| one + share * (other - one);
    let points = part(from.points(), to.points());
    let deviation = part(from.deviation(), to.deviation());
    let volatility = part(from.volatility(), to.volatility());
    Rating::new(Form::Duel, points, deviation, volatility).unwrap_or(*from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(points: f64, deviation: f64) -> Rating {
        Rating::new(Form::Duel, points, deviation, 0.06).expect("a rating")
    }

    #[test]
    fn who_solves_rises_and_the_puzzle_falls() {
        let (person, puzzle) = (rating(1500.0, 80.0), rating(1500.0, 80.0));
        let (better, easier) = solve(&person, &puzzle, true, false);
        assert!(better.points() > 1510.0 && easier.points() < 1490.0, "{better:?} {easier:?}");
        let (worse, harder) = solve(&person, &puzzle, false, false);
        assert!(worse.points() < 1490.0 && harder.points() > 1510.0);
        assert!((better.points() - person.points() - (puzzle.points() - easier.points())).abs() < 1e-6);
    }

    #[test]
    fn a_chosen_theme_weighs_three_tenths() {
        let (person, puzzle) = (rating(1500.0, 80.0), rating(1600.0, 100.0));
        let whole = solve(&person, &puzzle, true, false).0.points() - 1500.0;
        let part = solve(&person, &puzzle, true, true).0.points() - 1500.0;
        assert!((part - 0.3 * whole).abs() < 1e-9, "{part} of {whole}");
    }

    #[test]
    fn a_puzzle_moves_little_and_not_for_strangers() {
        let puzzle = rating(2400.0, 350.0);
        let (_, shaken) = solve(&rating(900.0, 50.0), &puzzle, true, false);
        assert!((puzzle.points() - shaken.points() - 100.0).abs() < 1e-6, "{shaken:?}");
        let (newcomer, same) = solve(&rating(900.0, 201.0), &puzzle, true, false);
        assert_eq!(same, puzzle);
        assert!(newcomer.points() > 900.0);
    }
}
