//! Trains a network beside the judge by hand: Adam on the squared difference between what both
//! together expect and what a search found.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use engine::net::{Eyes, Shape};
use game::Position;

use super::gradient::{self, Gradient};
use super::lessons::Material;
use super::model::Model;
use crate::train::{Pace, draw, shuffled};

/// How to train.
#[derive(Clone, Debug)]
pub struct Order {
    /// How often to go over the data.
    pub epochs: usize,
    /// The step at the start; it falls to a hundredth along half a cosine.
    pub rate: f32,
    /// Positions a step.
    pub batch: usize,
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
    /// The mean squared errors of the last epoch: training, held out, held out by hand alone.
    pub errors: [f32; 3],
}

/// Trains on files of games and writes the network after every epoch, with the curve of the errors
/// (`.svg`) and the weights to go on with (`.training`) beside it. The best epoch's is kept.
pub(super) fn run<P: Position, E: Eyes<P>>(
    order: &Order,
    paths: &[&Path],
    out: &Path,
    tell: &mut dyn FnMut(&str),
) -> Result<Trained> {
    let material = Material::read::<P, E>(paths)?;
    let positions = [material.training.len(), material.held_out.len()];
    ensure!(positions[0] > 1000, "only {} positions: not enough to train on", positions[0]);
    let shape = Shape::of::<P, E>();
    let mut training = Training::new(first_model(shape, order)?);
    let by_hand = training.errors(&material)[1];
    tell(&format!("{} positions, {} held out, by hand {by_hand:.6}", positions[0], positions[1]));
    let mut curve: Vec<[f32; 2]> = Vec::new();
    for epoch in 0..order.epochs {
        let learned = training.epoch(order, epoch, &material);
        let held_out = training.errors(&material)[0];
        tell(&format!("epoch {}: error {learned:.6}, held out {held_out:.6}", epoch + 1));
        let best = curve.iter().all(|[_, other]| held_out <= *other);
        curve.push([learned, held_out]);
        if best {
            write(&training.model, out)?;
        }
        std::fs::write(out.with_extension("svg"), draw(&curve)).context("the curve")?;
    }
    let [learned, held_out] = curve.last().copied().unwrap_or_default();
    Ok(Trained { positions, errors: [learned, held_out, by_hand] })
}

fn first_model(shape: Shape, order: &Order) -> Result<Model> {
    let Some(path) = &order.start else { return Ok(Model::new(shape, order.seed)) };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.display();
    let content = bytes.strip_prefix(&NAME).with_context(|| format!("{name}: not a training of this version"))?;
    let (numbers, sum) = content.split_at_checked(content.len().saturating_sub(4)).context("two parts")?;
    ensure!(sum == crc32fast::hash(numbers).to_le_bytes(), "{name}: damaged: its checksum is wrong");
    let numbers: Vec<f32> = numbers.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
    ensure!(numbers.len() == shape.weights(), "{name}: a training of another shape");
    Ok(Model { shape, numbers })
}

const NAME: [u8; 8] = *b"DGKTRN02";

fn write(model: &Model, out: &Path) -> Result<()> {
    let network = model.quantized().context("the model has the shape of the network")?;
    std::fs::write(out, network.write()).with_context(|| format!("cannot write {}", out.display()))?;
    let numbers: Vec<u8> = model.numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let sum = crc32fast::hash(&numbers).to_le_bytes();
    std::fs::write(out.with_extension("training"), [&NAME[..], &numbers, &sum].concat()).context("the training")
}

struct Training {
    model: Model,
    gradient: Gradient,
    pace: Pace,
}

impl Training {
    fn new(model: Model) -> Self {
        let (gradient, pace) = (Gradient::new(model.shape), Pace::new(model.numbers.len()));
        Self { model, gradient, pace }
    }

    /// Goes once over all lessons, in an order of its own; the mean error on the way.
    fn epoch(&mut self, order: &Order, epoch: usize, material: &Material) -> f32 {
        let lessons = &material.training;
        let numbers = shuffled(lessons.len(), order.seed.wrapping_add(epoch as u64));
        let batches = numbers.len().div_ceil(order.batch);
        let mut error = 0.0;
        for (index, batch) in numbers.chunks(order.batch).enumerate() {
            let progress = (epoch as f32 + index as f32 / batches as f32) / order.epochs as f32;
            let fall = 0.5 + 0.5 * (progress * std::f32::consts::PI).cos();
            self.gradient.clear();
            self.gradient.learn(&self.model.numbers, lessons, batch);
            error += self.gradient.error;
            let rate = order.rate * (0.01 + 0.99 * fall);
            self.pace.step(&mut self.model.numbers, &self.gradient.slopes, batch.len(), rate);
            self.model.limit();
        }
        (error / lessons.len().max(1) as f64) as f32
    }

    /// The mean errors on what is held out: with the network, and by hand alone.
    fn errors(&self, material: &Material) -> [f32; 2] {
        let count = material.held_out.len().max(1) as f64;
        gradient::errors(self.model.shape, &self.model.numbers, &material.held_out).map(|sum| (sum / count) as f32)
    }
}
