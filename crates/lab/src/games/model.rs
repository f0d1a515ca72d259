//! A network while it learns: numbers with fractions.

use engine::net::kernels::UNIT;
use engine::net::{INPUT_MAX, Net, OUTPUT_MAX, OUTPUT_UNIT, Shape, WIDTH};
use game::rng::SplitMix;

/// The parameters in the order of the file: inputs, bias, sums, the sums' biases.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Model {
    pub(super) shape: Shape,
    pub(super) numbers: Vec<f32>,
}

/// Weights stay below these, so that they fit when they are rounded.
const OUTPUT_LIMIT: f32 = (OUTPUT_MAX as f32 - 0.5) / OUTPUT_UNIT as f32;
const INPUT_LIMIT: f32 = (INPUT_MAX as f32 - 0.5) / UNIT as f32;
/// The weights of the inputs begin between this and its opposite.
const FIRST: f32 = 0.08;

impl Model {
    /// Small random weights, and sums of zero: at first the judge by hand decides alone.
    pub(super) fn new(shape: Shape, seed: u64) -> Self {
        let mut rng = SplitMix::new(seed);
        let mut numbers = vec![0.0; shape.weights()];
        let random = |rng: &mut SplitMix| (rng.next_u64() >> 40) as f32 / (1 << 23) as f32 * FIRST - FIRST;
        numbers[..shape.inputs * WIDTH].fill_with(|| random(&mut rng));
        numbers[shape.inputs * WIDTH..(shape.inputs + 1) * WIDTH].fill(0.25);
        Self { shape, numbers }
    }

    /// Where the bias, the sums and the sums' biases begin.
    pub(super) const fn places(shape: Shape) -> [usize; 3] {
        let bias = shape.inputs * WIDTH;
        [bias, bias + WIDTH, bias + WIDTH + shape.stages * WIDTH]
    }

    /// Keeps the weights where the whole-number network can follow.
    pub(super) fn limit(&mut self) {
        let [_, sums, biases] = Self::places(self.shape);
        let clamp = |numbers: &mut [f32], limit: f32| numbers.iter_mut().for_each(|n| *n = n.clamp(-limit, limit));
        clamp(&mut self.numbers[..sums], INPUT_LIMIT);
        clamp(&mut self.numbers[sums..biases], OUTPUT_LIMIT);
    }

    /// The network in whole numbers.
    pub(super) fn quantized(&self) -> Option<Net> {
        let [_, sums, biases] = Self::places(self.shape);
        let unit = f32::from(UNIT);
        let scale = |index: usize| match index {
            _ if index < sums => unit,
            _ if index < biases => OUTPUT_UNIT as f32,
            _ => unit * OUTPUT_UNIT as f32,
        };
        let whole = |(index, number): (usize, &f32)| (number * scale(index)).round() as i16;
        let weights: Vec<i16> = self.numbers.iter().enumerate().map(whole).collect();
        Net::from_weights(self.shape, &weights)
    }
}
