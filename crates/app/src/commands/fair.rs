//! `daeguk fair`: whether a position favors one of two sides, by a thought and by games.

use std::sync::atomic::Ordering::Relaxed;

use engine::arena::play;
use engine::fairness::{Fairness, expected};
use engine::{Brain, Limits, catalog};
use game::{Seat, Table};

use crate::args::Fair;
use crate::sitting::Sitting;
use crate::{Console, Failure, House, interrupt};

/// Who plays: as strong as the house can, with another choice among equals for every seed.
const LEVEL: &str = "hard";
/// A game that is longer counts as drawn.
const DEEDS_MAX: usize = 2_000;
/// So many standard deviations have 95 of 100 results within them.
const DEVIATIONS: f64 = 1.96;

pub(crate) fn run(args: &Fair, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    let kind = &args.play.from.game;
    let table = Sitting::play(house, &args.play)?.into_table()?;
    let [first, _] = table.seats() else {
        return Err(Failure::Misused(format!(
            "{kind} is for more than two, and nothing is fair or unfair to one of two"
        )));
    };
    let share = expected(kind, table.as_ref(), args.nodes, &());
    let share = share.ok_or_else(|| Failure::Misused("the game is over there, or no engine plays it".to_owned()))?;
    let judged = Fairness::of(share).word();
    writeln!(console.out, "{first} can expect {share:.1} of 100 at {} positions: {judged}", args.nodes)?;
    if args.games > 0 { played(args, table.as_ref(), first, console) } else { Ok(()) }
}

/// Wins, draws and losses of the first seat.
#[derive(Clone, Copy, Default)]
struct Score {
    wins: usize,
    draws: usize,
    losses: usize,
}

fn played(args: &Fair, from: &dyn Table, first: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let stop = interrupt::flag()?;
    let mut score = Score::default();
    for number in 0..args.games {
        if stop.load(Relaxed) {
            break;
        }
        let outcome = one(args, from, number)?;
        match outcome {
            Some(true) => score.wins += 1,
            Some(false) => score.losses += 1,
            None => score.draws += 1,
        }
        console.note(&format!("{} of {} games", number + 1, args.games));
    }
    let Score { wins, draws, losses } = score;
    let games = wins + draws + losses;
    let share = (wins as f64 + draws as f64 / 2.0) / games.max(1) as f64;
    let [low, high] = interval(share, games).map(|share| 100.0 * share);
    let percent = 100.0 * share;
    writeln!(
        console.out,
        "{games} games: {first} +{wins} ={draws} -{losses}, {percent:.1} % (95 of 100: {low:.1} to {high:.1})"
    )?;
    Ok(())
}

/// Whether the first seat won; nothing for a draw. Each two games have the same players with seats changed.
fn one(args: &Fair, from: &dyn Table, number: usize) -> Result<Option<bool>, Failure> {
    let kind = &args.play.from.game;
    let (pair, turned) = (number as u64 / 2, number % 2);
    let seeds = [2 * pair + turned as u64, 2 * pair + 1 - turned as u64];
    let player = |seed: u64| catalog::seeded_brain(kind, LEVEL, args.seed.wrapping_mul(1_000_003).wrapping_add(seed));
    let minds = seeds.map(player);
    let [Some(mut one), Some(mut other)] = minds else {
        return Err(Failure::Misused(format!("no engine plays {kind}")));
    };
    let mut brains: [&mut dyn Brain; 2] = [one.as_mut(), other.as_mut()];
    let mut table = from.fork();
    let limits = Limits { nodes: Some(args.game_nodes), ..Limits::default() };
    let bout = play(table.as_mut(), &mut brains, |_| limits, DEEDS_MAX, || (), &mut |_, _, _| ());
    Ok(bout.outcome.and_then(|outcome| outcome.winner()).map(|winner| winner == Seat::FIRST))
}

/// Between which shares the true one lies in 95 of 100 cases (Wilson).
fn interval(share: f64, games: usize) -> [f64; 2] {
    let (count, square) = (games.max(1) as f64, DEVIATIONS * DEVIATIONS);
    let middle = (share + square / (2.0 * count)) / (1.0 + square / count);
    let spread = (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
    let half = DEVIATIONS * spread / (1.0 + square / count);
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn few_games_say_little_and_none_nothing() {
        let [low, high] = interval(0.5, 40);
        assert!((low - 0.352).abs() < 0.001 && (high - 0.648).abs() < 0.001, "{low} {high}");
        let [low, high] = interval(1.0, 4);
        assert!((low - 0.510).abs() < 0.001 && (high - 1.0).abs() < 1e-9, "{low} {high}");
    }
}
