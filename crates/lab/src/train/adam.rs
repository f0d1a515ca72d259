//! Adam (Kingma and Ba 2014): steps that fit each parameter.

use engine::janggi::network::WIDTH;
use engine::janggi::network::inputs::SHARED_INPUTS;

use super::gradient::Gradient;
use super::model::{Model, at};

const KEEP_FIRST: f32 = 0.9;
const KEEP_SECOND: f32 = 0.999;

/// What Adam remembers of some parameters.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pace {
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    pub(super) steps: u32,
}

impl Pace {
    pub(crate) fn new(count: usize) -> Self {
        Self { first: vec![0.0; count], second: vec![0.0; count], steps: 0 }
    }

    /// One step down the slopes, which are sums over `count` lessons.
    pub(crate) fn step(&mut self, numbers: &mut [f32], slopes: &[f32], count: usize, rate: f32) {
        self.begin_step();
        self.apply(0, numbers, slopes, count, rate);
    }

    const fn begin_step(&mut self) {
        self.steps += 1;
    }

    /// The step of the parameters from number `from` on.
    fn apply(&mut self, from: usize, numbers: &mut [f32], slopes: &[f32], count: usize, rate: f32) {
        let steps = self.steps.min(100_000) as i32;
        let fix = (1.0 - KEEP_SECOND.powi(steps)).sqrt() / (1.0 - KEEP_FIRST.powi(steps));
        let (share, rate) = (1.0 / count as f32, rate * fix);
        let moments = self.first[from..].iter_mut().zip(&mut self.second[from..]);
        for ((number, slope), (first, second)) in numbers.iter_mut().zip(slopes).zip(moments) {
            let slope = slope * share;
            *first = KEEP_FIRST * *first + (1.0 - KEEP_FIRST) * slope;
            *second = KEEP_SECOND * *second + (1.0 - KEEP_SECOND) * slope * slope;
            *number -= rate * *first / (second.sqrt() + 1e-8);
        }
    }
}

/// Adam for the network of janggi, whose inputs have a common part.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Adam {
    pub(super) pace: Pace,
    shared: Vec<f32>,
}

impl Adam {
    pub(super) fn new() -> Self {
        Self::resume(vec![0.0; at::END], vec![0.0; at::END], 0)
    }

    pub(super) fn resume(first: Vec<f32>, second: Vec<f32>, steps: u32) -> Self {
        Self { pace: Pace { first, second, steps }, shared: vec![0.0; SHARED_INPUTS * WIDTH] }
    }

    /// One step down the slopes of `count` lessons.
    pub(super) fn step(&mut self, model: &mut Model, gradient: &Gradient, count: usize, rate: f32) {
        self.shared.fill(0.0);
        for place in gradient.slopes[at::INPUT..at::CONTEXT].chunks_exact(SHARED_INPUTS * WIDTH) {
            self.shared.iter_mut().zip(place).for_each(|(sum, slope)| *sum += slope);
        }
        let (network, common) = model.0.split_at_mut(at::SHARED);
        self.pace.begin_step();
        self.pace.apply(0, network, &gradient.slopes, count, rate);
        self.pace.apply(at::SHARED, common, &self.shared, count, rate);
        model.limit();
    }
}
