//! Trains the network on positions of the engine's own games: Adam on the squared difference
//! between expected and actual result, on as many threads as wanted.

mod adam;
mod checkpoint;
mod curve;
mod gradient;
mod lessons;
mod model;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use game::rng::SplitMix;

use adam::Adam;
use checkpoint::Checkpoint;
use gradient::Gradient;
use lessons::{Course, Lessons};
use model::Model;

pub(crate) use adam::Pace;
pub(crate) use curve::draw;
pub use lessons::Reading;

/// How to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// How often to go over the data.
    pub epochs: usize,
    /// The step at the start; it falls to a hundredth along half a cosine.
    pub rate: f32,
    /// How the lessons are read.
    pub reading: Reading,
    /// Positions a step.
    pub batch: usize,
    /// How many threads; with one, the same order always gives the same network.
    pub threads: usize,
    /// The seed of the first weights and of the order of the positions.
    pub seed: u64,
    /// An earlier training (`.training`) whose weights are the first ones.
    pub start: Option<PathBuf>,
}

/// What a training has brought.
#[derive(Clone, Copy, Debug)]
pub struct Trained {
    /// Positions learned from, and held out.
    pub positions: [usize; 2],
    /// The mean squared errors of the last epoch.
    pub errors: [f32; 2],
    /// Whether all epochs were done.
    pub finished: bool,
}

/// Trains on the files and writes the network to `out` after every epoch, with the curve of the
/// errors beside it (`.svg`) and what is needed to go on (`.training`). `stop` ends it after the
/// epoch under way.
///
/// # Errors
/// If a file is damaged, there is not enough data, or something cannot be written.
pub fn run(
    order: &Order,
    paths: &[&Path],
    out: &Path,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&str),
) -> Result<Trained> {
    let course = Course::read(paths, order.reading, order.seed)?;
    let positions = [course.training.len(), course.held_out.len()];
    ensure!(positions[0] > 1000, "only {} positions: not enough to train on", positions[0]);
    tell(&format!("{} positions, {} held out", positions[0], positions[1]));
    let side_file = out.with_extension("training");
    let recipe = recipe(order, paths, positions);
    let state = match Checkpoint::find(&side_file, recipe)? {
        Some(state) => state,
        None => Checkpoint { recipe, model: first_model(order)?, adam: Adam::new(), curve: Vec::new() },
    };
    let mut training = Training::new(order, state);
    while training.state.curve.len() < order.epochs && !stop.load(Relaxed) {
        let begin = Instant::now();
        training.epoch(&course);
        training.state.write(&side_file)?;
        write_network(&training.state, out)?;
        let [learned, held_out] = training.state.curve[training.state.curve.len() - 1];
        let speed = positions[0] as f64 / begin.elapsed().as_secs_f64().max(0.001);
        let epoch = training.state.curve.len();
        tell(&format!("epoch {epoch}: error {learned:.6}, held out {held_out:.6}, {speed:.0} positions/s"));
    }
    let errors = training.state.curve.last().copied().unwrap_or_default();
    Ok(Trained { positions, errors, finished: training.state.curve.len() >= order.epochs })
}

fn first_model(order: &Order) -> Result<Model> {
    match &order.start {
        Some(earlier) => Ok(Checkpoint::read(earlier)?.model),
        None => Ok(Model::new(order.seed)),
    }
}

fn write_network(state: &Checkpoint, out: &Path) -> Result<()> {
    let network = state.model.quantized().context("the model has the shape of the network")?;
    std::fs::write(out, network.write()).with_context(|| format!("cannot write {}", out.display()))?;
    let picture = out.with_extension("svg");
    std::fs::write(&picture, curve::draw(&state.curve)).with_context(|| format!("cannot write {}", picture.display()))
}

/// A fingerprint of everything that decides the network.
fn recipe(order: &Order, paths: &[&Path], positions: [usize; 2]) -> u64 {
    let settings = Order { threads: 1, ..order.clone() };
    crate::data::fingerprint(&format!("{settings:?} {paths:?} {positions:?}"))
}

struct Training<'a> {
    order: &'a Order,
    state: Checkpoint,
    gradients: Vec<Gradient>,
    network: Vec<f32>,
}

impl<'a> Training<'a> {
    fn new(order: &'a Order, state: Checkpoint) -> Self {
        let gradients = (0..order.threads.max(1)).map(|_| Gradient::new()).collect();
        Self { order, state, gradients, network: Vec::new() }
    }

    /// Goes once over all lessons, in an order of its own.
    fn epoch(&mut self, course: &Course) {
        let epoch = self.state.curve.len();
        let numbers = shuffled(course.training.len(), self.order.seed.wrapping_add(epoch as u64));
        let batches = numbers.len().div_ceil(self.order.batch);
        let mut error = 0.0;
        for (index, batch) in numbers.chunks(self.order.batch).enumerate() {
            let progress = (epoch as f32 + index as f32 / batches as f32) / self.order.epochs as f32;
            let fall = 0.5 + 0.5 * (progress * std::f32::consts::PI).cos();
            error += self.learn(&course.training, batch, self.order.rate * (0.01 + 0.99 * fall));
        }
        self.state.model.network(&mut self.network);
        let held_out = gradient::error(&self.network, &course.held_out) / course.held_out.len().max(1) as f64;
        self.state.curve.push([(error / course.training.len() as f64) as f32, held_out as f32]);
    }

    /// One step; the sum of squared errors before it.
    fn learn(&mut self, lessons: &Lessons, batch: &[u32], rate: f32) -> f64 {
        self.state.model.network(&mut self.network);
        let (network, share) = (&self.network, batch.len().div_ceil(self.gradients.len()));
        std::thread::scope(|scope| {
            for (gradient, part) in self.gradients.iter_mut().zip(batch.chunks(share)) {
                scope.spawn(move || {
                    gradient.clear();
                    gradient.learn(network, lessons, part);
                });
            }
        });
        let used = batch.len().div_ceil(share);
        let [sum, others @ ..] = &mut self.gradients[..used] else { return 0.0 };
        for other in others {
            sum.error += other.error;
            sum.slopes.iter_mut().zip(&other.slopes).for_each(|(sum, slope)| *sum += slope);
        }
        self.state.adam.step(&mut self.state.model, sum, batch.len(), rate);
        sum.error
    }
}

/// The numbers below `count` in an order that the seed decides (Fisher and Yates).
pub(crate) fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut rng = SplitMix::new(seed ^ 0x7368_7566_666c_6564);
    let mut numbers: Vec<u32> = (0..count as u32).collect();
    for last in (1..count).rev() {
        numbers.swap(last, rng.below(last + 1));
    }
    numbers
}
