//! Makes data: many games against itself, on several threads, to go on with after an interruption.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

use anyhow::Result;
use engine::janggi::engine::{Engine, Judgment};
use engine::janggi::params::Params;
use indicatif::{ProgressBar, ProgressStyle};

use crate::data::{self, Recipe, Writer};
use crate::selfplay::{self, Settings};

/// What to make.
#[derive(Clone, Debug)]
pub struct Order {
    /// How games are played.
    pub settings: Settings,
    /// The number of games in the whole file.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// How the engine judges positions.
    pub judgment: Judgment,
}

impl Order {
    /// A fingerprint of everything that decides a game's content.
    fn recipe(&self) -> Recipe {
        let (settings, guesses) = (self.settings, Params::careful());
        let text = format!("{settings:?} {guesses:?} {} {}", self.seed, self.judgment.fingerprint());
        Recipe(data::fingerprint(&text))
    }
}

/// Plays the games that the file lacks. `stop` ends it early without losing anything.
///
/// # Errors
/// If the file is damaged, of another recipe, or cannot be written.
pub fn run(order: &Order, path: &Path, stop: &AtomicBool) -> Result<(u64, u64)> {
    let mut writer = Writer::open(path, order.recipe())?;
    let missing: Vec<u64> = (0..order.games).filter(|number| !writer.has(*number)).collect();
    let bar = progress(order.games, writer.count());
    let next = AtomicU64::new(0);
    let (sender, finished) = mpsc::sync_channel(64);
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..order.threads.max(1) {
            let (sender, next, missing) = (sender.clone(), &next, &missing);
            scope.spawn(move || {
                let mut engine = Engine::judging(order.judgment.clone(), 2, 1);
                engine.guess_with(Params::careful());
                while !stop.load(Relaxed) {
                    let Some(number) = missing.get(next.fetch_add(1, Relaxed) as usize) else { break };
                    let samples = selfplay::play(&mut engine, &order.settings, order.seed, *number);
                    if sender.send((*number, samples)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let start_samples = writer.count().1;
        for (number, samples) in finished {
            writer.append(number, &samples)?;
            bar.inc(1);
            let made = writer.count().1 - start_samples;
            let speed = made as f64 / bar.elapsed().as_secs_f64().max(0.001);
            bar.set_message(format!("{} positions, {speed:.0}/s", writer.count().1));
        }
        Ok(())
    })?;
    bar.finish();
    Ok(writer.count())
}

fn progress(games: u64, (done, _): (u64, u64)) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games).with_style(style).with_position(done)
}
