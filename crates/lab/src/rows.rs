//! Rows of neurons among the parameters of a network that learns.
//!
//! Everything here is inlined, so that it is compiled for AVX2 wherever its caller is.
#![allow(clippy::inline_always)]

/// The chances at a value in units of a network.
#[inline(always)]
pub(crate) fn expectation(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The row that begins there.
#[inline(always)]
pub(crate) fn row<const W: usize>(numbers: &[f32], from: usize) -> &[f32; W] {
    numbers[from..].first_chunk().expect("rows lie within the parameters")
}

/// The same, to be changed.
#[inline(always)]
pub(crate) fn row_mut<const W: usize>(numbers: &mut [f32], from: usize) -> &mut [f32; W] {
    numbers[from..].first_chunk_mut().expect("rows lie within the parameters")
}

#[inline(always)]
pub(crate) fn add<const W: usize>(to: &mut [f32; W], row: &[f32; W]) {
    for index in 0..W {
        to[index] += row[index];
    }
}

/// The neurons clipped and squared, each times its weight, in sums that go on side by side.
#[inline(always)]
pub(crate) fn answer<const W: usize, const LANES: usize>(
    sums: &mut [f32; LANES],
    neurons: &[f32; W],
    weights: &[f32; W],
) {
    for (neurons, weights) in neurons.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            let clipped = neurons[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
}

/// The slopes of neurons from the slope of the answer, while those of their weights are noted.
#[inline(always)]
pub(crate) fn back<const W: usize>(
    slopes: &mut [f32; W],
    weights: &[f32; W],
    neurons: &[f32; W],
    slope: f32,
) -> [f32; W] {
    let mut back = [0.0; W];
    for index in 0..W {
        let clipped = neurons[index].clamp(0.0, 1.0);
        slopes[index] += slope * clipped * clipped;
        let open = if neurons[index] > 0.0 && neurons[index] < 1.0 { 1.0 } else { 0.0 };
        back[index] = open * 2.0 * clipped * slope * weights[index];
    }
    back
}
