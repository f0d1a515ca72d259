//! Which set-ups do well: learned from the engine's own games, nothing known beforehand.

use janggi::Lineup;

/// How many of a hundred games Cho won with a set-up (row) against Han's (column), by
/// `daeguk lab lineups` on 3,021 games of the engine against itself at 2,000 nodes a move; pairs that
/// mirror each other are averaged. In the order inner, outer, left, right.
static CHO_WINS: [[u8; 4]; 4] = [[55, 48, 43, 43], [44, 46, 44, 44], [50, 53, 51, 50], [50, 53, 50, 51]];

/// Cho's best answer to Han's set-up.
#[must_use]
pub(super) fn best_for_cho(han: Lineup) -> Lineup {
    let column = Lineup::ALL.iter().position(|lineup| *lineup == han).filter(|column| *column < 4).unwrap_or(0);
    let row = (0..4).max_by_key(|row| CHO_WINS[*row][column]).unwrap_or(0);
    Lineup::ALL[row]
}

/// Han's set-up, expecting Cho's best answer.
#[must_use]
pub(super) fn best_for_han() -> Lineup {
    let answered = |column: usize| (0..4).map(|row| CHO_WINS[row][column]).max();
    let column = (0..4).min_by_key(|column| answered(*column)).unwrap_or(0);
    Lineup::ALL[column]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn han_expects_the_best_answer() {
        let han = best_for_han();
        let column = Lineup::ALL.iter().position(|lineup| *lineup == han).expect("one of the four");
        let wins = |lineup: Lineup, column: usize| {
            CHO_WINS[Lineup::ALL.iter().position(|other| *other == lineup).expect("one of the four")][column]
        };
        let expected = wins(best_for_cho(han), column);
        for other in 0..4 {
            assert!(wins(best_for_cho(Lineup::ALL[other]), other) >= expected);
        }
    }
}
