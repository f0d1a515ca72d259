//! A match: many games, several at a time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, SyncSender};
use std::time::Duration;

use anyhow::{Result, ensure};
use engine::janggi::variant;
use janggi::{Rules, Side};

use super::bout::{self, Bout, Setting};
use super::process::Process;
use super::statistics::{Sprt, Trials, Verdict};
use super::{Contestant, Opening};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The two engines.
    pub contestants: [Contestant; 2],
    /// The rules of all games.
    pub rules: Rules,
    /// Where games begin, in this order and again from the front.
    pub openings: Vec<Opening>,
    /// How many pairs of games: each opening twice, with colors swapped.
    pub pairs: usize,
    /// How many games at a time.
    pub concurrency: usize,
    /// What a clock may be overrun by.
    pub margin: Duration,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// A finished game and whose it was.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The number of the pair, from 0.
    pub pair: usize,
    /// Which contestant played Cho.
    pub cho: usize,
    /// The game.
    pub bout: Bout,
}

impl Finished {
    /// Half points of the first contestant: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self) -> usize {
        let first = if self.cho == 0 { Side::Cho } else { Side::Han };
        self.bout.winner.map_or(1, |winner| if winner == first { 2 } else { 0 })
    }

    /// Which contestant plays a side.
    #[must_use]
    pub fn contestant(&self, side: Side) -> usize {
        if side == Side::Cho { self.cho } else { 1 - self.cho }
    }
}

/// How a match stands, from the first contestant's view.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Lost, drawn and won games.
    pub games: [u64; 3],
    /// Complete pairs.
    pub pairs: Trials,
    /// How often each result came about.
    pub results: BTreeMap<String, u64>,
    /// Games lost by each contestant's own fault.
    pub faults: [u64; 2],
    halves: BTreeMap<usize, usize>,
}

impl Standing {
    /// All games.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The first contestant's share of points in all games.
    #[must_use]
    pub fn share(&self) -> f64 {
        let half_points = self.games[1] + 2 * self.games[2];
        if self.count() == 0 { 0.5 } else { half_points as f64 / (2 * self.count()) as f64 }
    }

    fn add(&mut self, game: &Finished) {
        let half_points = game.half_points();
        self.games[half_points] += 1;
        *self.results.entry(game.bout.result.clone()).or_default() += 1;
        if let Some((side, _)) = &game.bout.fault {
            self.faults[game.contestant(*side)] += 1;
        }
        match self.halves.remove(&game.pair) {
            Some(other) => self.pairs.add(other + half_points),
            None => drop(self.halves.insert(game.pair, half_points)),
        }
    }
}

/// Plays a match and tells every finished game; `stop` ends it early.
///
/// # Errors
/// If an engine cannot be started or does not know the rules.
pub fn run(
    plan: &Plan,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Finished, &Standing) -> Result<()>,
) -> Result<Standing> {
    ensure!(!plan.openings.is_empty(), "there are no openings");
    ensure!(
        game_ends(plan.rules),
        "these rules may let a game go on forever; add `;total_ply_limit=400` or another limit"
    );
    let next = AtomicUsize::new(0);
    // Set when the match is decided, without the caller's own signal.
    let done = AtomicBool::new(false);
    let (sender, games) = mpsc::sync_channel(plan.concurrency.max(1));
    let mut standing = Standing::default();
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..plan.concurrency.max(1).min(2 * plan.pairs) {
            let (sender, next, done) = (sender.clone(), &next, &done);
            scope.spawn(move || {
                if let Err(error) = play_games(plan, next, done, &sender) {
                    drop(sender.send(Err(error)));
                }
            });
        }
        drop(sender);
        let told = listen(plan, games, &mut standing, stop, &done, tell);
        done.store(true, Relaxed);
        told
    })?;
    Ok(standing)
}

fn game_ends(rules: Rules) -> bool {
    use game::Position as _;
    janggi::Position::deeds_max(&rules).is_some() || rules.repetition_count > 0
}

type Game = Result<Finished>;

/// Counts games as they come in, until there are no more or the match is decided. It owns the
/// receiving end, so that no worker waits to be heard after that.
#[allow(clippy::needless_pass_by_value)]
fn listen(
    plan: &Plan,
    games: mpsc::Receiver<Game>,
    standing: &mut Standing,
    stop: &AtomicBool,
    done: &AtomicBool,
    tell: &mut dyn FnMut(&Finished, &Standing) -> Result<()>,
) -> Result<()> {
    const PACE: Duration = Duration::from_millis(50);
    loop {
        match games.recv_timeout(PACE) {
            Ok(game) => {
                let game = game?;
                standing.add(&game);
                tell(&game, standing)?;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        let decided = plan.sprt.is_some_and(|sprt| sprt.verdict(&standing.pairs) != Verdict::Open);
        if decided || stop.load(Relaxed) {
            done.store(true, Relaxed);
            return Ok(());
        }
    }
}

/// One worker: two engines of its own, game after game.
fn play_games(plan: &Plan, next: &AtomicUsize, done: &AtomicBool, sender: &SyncSender<Game>) -> Result<()> {
    let variant = variant::name(&plan.rules);
    let start = |index: usize| Process::start(&plan.contestants[index], &variant, done);
    let mut engines = [start(0)?, start(1)?];
    while !done.load(Relaxed) {
        let number = next.fetch_add(1, Relaxed);
        let (pair, cho) = (number / 2, number % 2);
        if pair >= plan.pairs {
            break;
        }
        let setting = Setting {
            rules: plan.rules,
            opening: &plan.openings[pair % plan.openings.len()],
            cho,
            limits: [plan.contestants[0].limit, plan.contestants[1].limit],
            margin: plan.margin,
            stop: done,
        };
        let Some(bout) = bout::play(&mut engines, &setting)? else { break };
        let game = Finished { pair, cho, bout };
        let faulty = game.bout.fault.as_ref().map(|(side, _)| game.contestant(*side));
        if sender.send(Ok(game)).is_err() {
            break;
        }
        // An engine that broke down or still thinks is not asked again.
        if let Some(index) = faulty {
            engines[index] = start(index)?;
        }
    }
    Ok(())
}
