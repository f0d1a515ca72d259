//! Judges the positions of old data anew, with a better network or a deeper search. Playing better
//! games takes hours; judging the positions of old ones better takes minutes.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Result;
use engine::janggi::depth::Depth;
use engine::janggi::engine::{Engine, Judgment, Problem};
use engine::janggi::params::Params;
use engine::janggi::search::Budget;
use engine::janggi::value::Value;
use game::{Match, Position as _};
use janggi::{Position, Rules};

use crate::data::{self, Reader, Recipe, Sample, Writer, position_of};
use crate::selfplay::is_quiet;

/// What to do.
#[derive(Clone, Debug)]
pub struct Order {
    /// How deep to look.
    pub depth: Depth,
    /// How many threads.
    pub threads: usize,
    /// Who judges.
    pub judgment: Judgment,
}

/// However lively a position, no more than this is looked at.
const NODES_MAX: u64 = 20_000;

/// Judges all positions of a file and keeps the games' results; gives the numbers of games and
/// positions. The same command goes on where it was stopped.
///
/// # Errors
/// If a file is damaged or the new one cannot be written.
pub fn run(order: &Order, from: &Path, to: &Path, stop: &AtomicBool, tell: &mut dyn FnMut(&str)) -> Result<(u64, u64)> {
    let (judge, guesses) = (order.judgment.fingerprint(), Params::careful());
    let recipe = format!("{} {} {judge} {guesses:?}", from.display(), order.depth);
    let old = Mutex::new(Reader::open(from)?);
    let mut writer = Writer::open(to, Recipe(data::fingerprint(&recipe)))?;
    let done = writer.games().clone();
    let (sender, judged) = std::sync::mpsc::sync_channel(64);
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..order.threads.max(1) {
            let (sender, old, done) = (sender.clone(), &old, &done);
            scope.spawn(move || {
                let mut judge = Labeler::new(order);
                while !stop.load(Relaxed) {
                    let block = old.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next_block();
                    let block = match block {
                        Ok(Some((number, _))) if done.contains(&number) => continue,
                        Ok(Some((number, samples))) => Ok((number, judge.all(&samples))),
                        Ok(None) => return,
                        Err(damage) => Err(damage),
                    };
                    if sender.send(block).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for block in judged {
            let (number, samples) = block?;
            writer.append(number, &samples)?;
            let (games, positions) = writer.count();
            if games.is_multiple_of(1000) {
                tell(&format!("{games} games, {positions} positions"));
            }
        }
        Ok(())
    })?;
    Ok(writer.count())
}

struct Labeler {
    engine: Engine,
    budget: Budget,
}

impl Labeler {
    fn new(order: &Order) -> Self {
        let mut engine = Engine::judging(order.judgment.clone(), 1, 1);
        engine.guess_with(Params::careful());
        Self { engine, budget: Budget { depth: order.depth, nodes: Some(NODES_MAX), ..Budget::default() } }
    }

    fn all(&mut self, samples: &[Sample]) -> Vec<Sample> {
        let judged = |sample: &Sample| Some(Sample { value: self.value(sample)?, ..sample.clone() });
        samples.iter().filter_map(judged).collect()
    }

    /// The mean of the last two depths: what one side gains by having the last word, the other gains
    /// in turn. `None` where the end of the game is in sight or something is about to be captured.
    fn value(&mut self, sample: &Sample) -> Option<i16> {
        let position = position_of(sample, Rules::FSF_JANGGI)?;
        let game = Match::<Position>::load(Rules::FSF_JANGGI, &position.state()).ok()?;
        let mut values = [None; 2];
        let mut note = |value: Value| values = [values[1], Some(value)];
        let never = AtomicBool::new(false);
        let lines = self.engine.think(&Problem::of(&game), &self.budget, &(), &never, &mut |report| {
            report.lines.iter().take(1).for_each(|line| note(line.value));
        });
        if !is_quiet(&position, *lines.first()?.actions.first()?) {
            return None;
        }
        let last = values[1]?;
        let mean = values[0].unwrap_or(last).midpoint(last);
        (!last.is_certain() && !mean.is_certain()).then_some(mean.hundredths() as i16)
    }
}
