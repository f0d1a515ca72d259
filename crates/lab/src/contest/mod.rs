//! Matches between players of the house, for every game.
//!
//! Unlike in the [arena](crate::arena), where engines are processes, both players think in this one,
//! and what they may spend is counted as processor time or positions: a busy machine favors nobody.

mod clock;
mod journal;
mod plan;
mod player;
mod seating;
mod standing;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, SyncSender};

use anyhow::{Result, anyhow, bail};
use engine::Brain;
use engine::arena::play;

use crate::arena::statistics::Verdict;
use clock::ProcessorClock;
use journal::Journal;

pub use plan::Plan;
pub(crate) use plan::opening;
pub use player::Player;
pub use seating::{Seating, Seats};
pub use standing::{Finished, Spent, Standing};

/// A game that is not over after so many deeds counts half.
pub const DEEDS_MAX: usize = 600;
/// An opening that ends the game is drawn anew, so often at most.
const OPENINGS_MAX: usize = 100;

/// Plays what is missing of a match and tells every finished game. Games that `journal` already has
/// are counted, not played again; `stop` ends the match early.
///
/// # Errors
/// If the rules are refused, the journal is of another match or damaged, or a player breaks a rule.
pub fn run(
    plan: &Plan,
    journal: Option<&Path>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Finished, &Standing),
) -> Result<Standing> {
    plan.start(0)?;
    let mut standing = Standing::new(plan);
    let mut journal = journal.map(|path| Journal::open(path, plan)).transpose()?;
    let before = journal.as_mut().map(Journal::take_games).unwrap_or_default();
    for game in &before {
        standing.add(game);
    }
    let has = |number: &usize| before.iter().any(|game| game.number == *number);
    let missing: Vec<usize> = (0..plan.games()).filter(|number| !has(number)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicBool::new(is_decided(plan, &standing)));
    let (sender, games) = mpsc::sync_channel(plan.concurrency.max(1));
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..plan.concurrency.max(1) {
            let (sender, next, done, missing) = (sender.clone(), &next, &done, &missing);
            scope.spawn(move || play_games(plan, missing, next, &[stop, done], &sender));
        }
        drop(sender);
        let heard = games.into_iter().try_for_each(|game: Result<Finished>| -> Result<()> {
            let game = game?;
            standing.add(&game);
            journal.as_mut().map_or(Ok(()), |journal| journal.keep(&game))?;
            tell(&game, &standing);
            if is_decided(plan, &standing) {
                done.store(true, Relaxed);
            }
            Ok(())
        });
        done.store(true, Relaxed);
        heard
    })?;
    Ok(standing)
}

fn is_decided(plan: &Plan, standing: &Standing) -> bool {
    plan.sprt.is_some_and(|sprt| sprt.verdict(&standing.trials) != Verdict::Open)
}

/// One worker, game after game. A game that was under way when the match ended does not count.
fn play_games(
    plan: &Plan,
    missing: &[usize],
    next: &AtomicUsize,
    ends: &[&AtomicBool; 2],
    sender: &SyncSender<Result<Finished>>,
) {
    let over = || ends.iter().any(|end| end.load(Relaxed));
    while !over() {
        let Some(number) = missing.get(next.fetch_add(1, Relaxed)) else { return };
        let game = play_game(plan, *number, ends);
        if over() || sender.send(game).is_err() {
            return;
        }
    }
}

fn play_game(plan: &Plan, number: usize, ends: &[&AtomicBool; 2]) -> Result<Finished> {
    let (round, seating) = plan.place(number);
    let mut table = plan.start(round)?;
    let mut minds = minds(plan, round, seating)?;
    let mut brains: Vec<&mut dyn Brain> = minds.iter_mut().map(|mind| &mut **mind as &mut dyn Brain).collect();
    let mut spent = [Spent::default(), Spent::default()];
    let bout = play(
        &mut *table,
        &mut brains,
        |seat| plan.limits[seating.player(seat)],
        DEEDS_MAX,
        || ProcessorClock::start(ends),
        &mut |seat, thought, time_ms| spent[seating.player(seat)].add(thought, time_ms),
    );
    if let Some(refused) = bout.refused {
        bail!("a player broke a rule: {refused} in {}", table.state());
    }
    let points = bout.outcome.as_ref().map_or(plan.seats.points_max() / 2, |outcome| seating.points(outcome));
    let first = bout.outcome.as_ref().is_some_and(|outcome| seating.is_first(outcome));
    let reason = bout.outcome.map_or("unfinished", |outcome| outcome.reason).to_owned();
    Ok(Finished { number, points, first, deeds: bout.deeds, reason, spent })
}

fn minds(plan: &Plan, round: usize, seating: Seating) -> Result<Vec<Box<dyn Brain>>> {
    let seats = game::Seat::first(plan.seats.count());
    let seeded = seats.map(|seat| (seat, plan.seed * 1_000_003 + round as u64 * 16 + seat.index() as u64));
    seeded.map(|(seat, seed)| plan.players[seating.player(seat)].brain(seed).map_err(|why| anyhow!(why))).collect()
}
