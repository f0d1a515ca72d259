//! Adam (Kingma and Ba 2014): steps that fit each parameter.

use engine::janggi::network::WIDTH;
use engine::janggi::network::inputs::SHARED_INPUTS;

use super::gradient::Gradient;
use super::model::{Model, at};

const KEEP_FIRST: f32 = 0.9;
const KEEP_SECOND: f32 = 0.999;

/// What Adam remembers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Adam {
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    pub(super) steps: u32,
    shared: Vec<f32>,
}

impl Adam {
    pub(super) fn new() -> Self {
        Self::resume(vec![0.0; at::END], vec![0.0; at::END], 0)
    }

    pub(super) fn resume(first: Vec<f32>, second: Vec<f32>, steps: u32) -> Self {
        Self { first, second, steps, shared: vec![0.0; SHARED_INPUTS * WIDTH] }
    }

    /// One step down the slopes of `count` lessons.
    pub(super) fn step(&mut self, model: &mut Model, gradient: &Gradient, count: usize, rate: f32) {
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let fix = (1.0 - KEEP_SECOND.powi(steps)).sqrt() / (1.0 - KEEP_FIRST.powi(steps));
        let pace = Pace { share: 1.0 / count as f32, rate: rate * fix };
        self.shared.fill(0.0);
        for place in gradient.slopes[at::INPUT..at::CONTEXT].chunks_exact(SHARED_INPUTS * WIDTH) {
            self.shared.iter_mut().zip(place).for_each(|(sum, slope)| *sum += slope);
        }
        let (network, common) = model.0.split_at_mut(at::SHARED);
        let (first, first_common) = self.first.split_at_mut(at::SHARED);
        let (second, second_common) = self.second.split_at_mut(at::SHARED);
        pace.apply(network, &gradient.slopes, first, second);
        pace.apply(common, &self.shared, first_common, second_common);
        model.limit();
    }
}

#[derive(Clone, Copy)]
struct Pace {
    share: f32,
    rate: f32,
}

impl Pace {
    fn apply(self, numbers: &mut [f32], slopes: &[f32], first: &mut [f32], second: &mut [f32]) {
        let all = numbers.iter_mut().zip(slopes).zip(first.iter_mut().zip(second));
        for ((number, slope), (first, second)) in all {
            let slope = slope * self.share;
            *first = KEEP_FIRST * *first + (1.0 - KEEP_FIRST) * slope;
            *second = KEEP_SECOND * *second + (1.0 - KEEP_SECOND) * slope * slope;
            *number -= self.rate * *first / (second.sqrt() + 1e-8);
        }
    }
}
