//! How exactly somebody played, as one number.

use game::Seat;

use super::Judged;

/// Turns where much was at stake weigh more, but within these bounds.
const WEIGHTS: (f64, f64) = (0.5, 12.0);
/// How many turns around one show how much was at stake.
const WINDOW: (usize, usize) = (2, 8);

/// The accuracy of a seat, from 0 to 100: the mean of the harmonic mean and of the mean weighted by how much the
/// expectation moved around each turn. `None` without turns.
#[must_use]
pub fn accuracy(judged: &[Judged], seat: Seat) -> Option<f64> {
    let expected: Vec<f64> = judged.iter().map(|turn| turn.w[seat]).collect();
    let window = (judged.len() / 10).clamp(WINDOW.0, WINDOW.1);
    let own: Vec<(f64, f64)> = judged
        .iter()
        .enumerate()
        .filter(|(_, turn)| turn.seat == seat)
        .map(|(index, turn)| (of_turn(turn.drop), weight(&expected, index, window)))
        .collect();
    if own.is_empty() {
        return None;
    }
    let total: f64 = own.iter().map(|(_, weight)| weight).sum();
    let weighted = own.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / total;
    let harmonic = own.len() as f64 / own.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum::<f64>();
    Some(weighted.midpoint(harmonic))
}

/// The curve that lichess fitted on games of people.
fn of_turn(drop: f64) -> f64 {
    103.1668_f64.mul_add((-0.04354 * drop).exp(), -2.1669).clamp(0.0, 100.0)
}

/// The standard deviation of what was expected around a turn.
fn weight(expected: &[f64], index: usize, window: usize) -> f64 {
    let end = (index + 1).max(window).min(expected.len());
    let around = &expected[end.saturating_sub(window)..end];
    let mean = around.iter().sum::<f64>() / around.len().max(1) as f64;
    let variance = around.iter().map(|each| (each - mean).powi(2)).sum::<f64>() / around.len().max(1) as f64;
    variance.sqrt().clamp(WEIGHTS.0, WEIGHTS.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::BySeat;

    fn turn(seat: usize, own: f64, drop: f64) -> Judged {
        let w = BySeat::from_fn(2, |other| if other.index() == seat { own } else { 100.0 - own });
        let (best, refutation) = (Vec::new(), Vec::new());
        Judged {
            n: 0,
            count: 1,
            seat: Seat::new(seat),
            w,
            best,
            refutation,
            drop,
            verdict: None,
            why: None,
            themes: Vec::new(),
        }
    }

    #[test]
    fn exact_play_is_a_hundred_and_worse_is_less() {
        let exact: Vec<_> = (0..20).map(|index| turn(index % 2, 50.0, 0.0)).collect();
        let best = accuracy(&exact, Seat::FIRST).expect("turns");
        assert!(best > 99.9, "{best}");
        let mut worse = exact;
        worse[4].drop = 30.0;
        let one = accuracy(&worse, Seat::FIRST).expect("turns");
        worse[6].drop = 60.0;
        let two = accuracy(&worse, Seat::FIRST).expect("turns");
        assert!(two < one && one < best && two > 0.0, "{two} {one}");
        assert!(accuracy(&worse, Seat::SECOND).expect("turns") > 99.9);
        assert_eq!(accuracy(&[], Seat::FIRST), None);
    }

    #[test]
    fn a_turn_that_loses_everything_has_nothing() {
        assert!(of_turn(100.0) < 0.1 && (of_turn(10.0) - 64.6).abs() < 0.5);
    }
}
