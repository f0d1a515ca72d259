//! The network while it learns: numbers with fractions, and the layers' common part apart.

use engine::janggi::network::inputs::{Context, INPUTS, SHARED_INPUTS, STAGES};
use engine::janggi::network::{Network, OUTPUT_MAX, OUTPUT_UNIT, WIDTH};
use engine::net::kernels::UNIT;
use game::rng::SplitMix;

/// The places of the parameters in one long row.
pub(super) mod at {
    use super::{Context, INPUTS, SHARED_INPUTS, STAGES, WIDTH};

    pub(in super::super) const INPUT: usize = 0;
    pub(in super::super) const CONTEXT: usize = INPUT + INPUTS * WIDTH;
    pub(in super::super) const BIAS: usize = CONTEXT + Context::COUNT * WIDTH;
    pub(in super::super) const OUTPUT: usize = BIAS + WIDTH;
    pub(in super::super) const OUTPUT_BIAS: usize = OUTPUT + STAGES * 2 * WIDTH;
    /// The parameters of the network as it will be used.
    pub(in super::super) const NETWORK_END: usize = OUTPUT_BIAS + STAGES;
    /// What the inputs of all places of the king have in common: learned by all of them together,
    /// so that rare places know what common ones have learned.
    pub(in super::super) const SHARED: usize = NETWORK_END;
    pub(in super::super) const END: usize = SHARED + SHARED_INPUTS * WIDTH;
}

/// The parameters.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Model(pub(super) Vec<f32>); // at::END of them

/// Weights of the sum stay below this, so that they fit when they are rounded.
const OUTPUT_LIMIT: f32 = (OUTPUT_MAX as f32 - 0.5) / OUTPUT_UNIT as f32;
/// Weights of the inputs stay below this, so that the sum of 32 fits into 16 bits.
const INPUT_LIMIT: f32 = 1.98;

impl Model {
    /// Small random weights.
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = SplitMix::new(seed);
        let mut random = |limit: f32| (rng.next_u64() >> 40) as f32 / (1 << 23) as f32 * limit - limit;
        let mut numbers = vec![0.0; at::END];
        let shared = (6.0 / (SHARED_INPUTS as f32 + WIDTH as f32)).sqrt();
        numbers[at::SHARED..].fill_with(|| random(shared));
        let output = (6.0 / (2 * WIDTH) as f32).sqrt() / 2.0;
        numbers[at::OUTPUT..at::OUTPUT_BIAS].fill_with(|| random(output));
        numbers[at::BIAS..at::OUTPUT].fill(0.25);
        Self(numbers)
    }

    /// The parameters of the network, each input together with its shared part.
    pub(super) fn network(&self, numbers: &mut Vec<f32>) {
        numbers.clear();
        numbers.extend_from_slice(&self.0[..at::NETWORK_END]);
        let shared = &self.0[at::SHARED..];
        for place in numbers[at::INPUT..at::CONTEXT].chunks_exact_mut(SHARED_INPUTS * WIDTH) {
            place.iter_mut().zip(shared).for_each(|(own, common)| *own += common);
        }
    }

    /// Keeps the weights where the whole-number network can follow.
    pub(super) fn limit(&mut self) {
        let clamp = |numbers: &mut [f32], limit: f32| numbers.iter_mut().for_each(|n| *n = n.clamp(-limit, limit));
        clamp(&mut self.0[at::OUTPUT..at::OUTPUT_BIAS], OUTPUT_LIMIT);
        clamp(&mut self.0[at::SHARED..], INPUT_LIMIT / 2.0);
        clamp(&mut self.0[at::INPUT..at::CONTEXT], INPUT_LIMIT / 2.0);
    }

    /// The network in whole numbers.
    pub(super) fn quantized(&self) -> Option<Network> {
        let mut numbers = Vec::new();
        self.network(&mut numbers);
        let unit = f32::from(UNIT);
        let scale = |index: usize| match index {
            ..at::OUTPUT => unit,
            at::OUTPUT..at::OUTPUT_BIAS => OUTPUT_UNIT as f32,
            _ => unit * OUTPUT_UNIT as f32,
        };
        let whole = |(index, number): (usize, &f32)| (number * scale(index)).round() as i16;
        Network::from_weights(numbers.iter().enumerate().map(whole))
    }
}
