//! How the error changes with each parameter.
#![allow(unsafe_code)] // a function compiled for AVX2 may only be called where there is AVX2
#![allow(clippy::inline_always)] // what is not inlined there is not compiled for AVX2

use engine::janggi::network::WIDTH;

use super::lessons::{Lesson, Lessons};
use super::model::at;
use crate::rows::{self, add, expectation, row, row_mut};

type Row = [f32; WIDTH];

/// The sum of squared errors of some lessons, and its slope for each parameter of the network.
pub(super) struct Gradient {
    pub(super) error: f64,
    pub(super) slopes: Vec<f32>,
}

impl Gradient {
    pub(super) fn new() -> Self {
        Self { error: 0.0, slopes: vec![0.0; at::NETWORK_END] }
    }

    pub(super) fn clear(&mut self) {
        self.error = 0.0;
        self.slopes.fill(0.0);
    }

    /// Adds the lessons with these numbers.
    pub(super) fn learn(&mut self, network: &[f32], lessons: &Lessons, numbers: &[u32]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            // SAFETY: the line above has asked the machine.
            return unsafe { self.learn_avx2(network, lessons, numbers) };
        }
        self.learn_anywhere(network, lessons, numbers);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn learn_avx2(&mut self, network: &[f32], lessons: &Lessons, numbers: &[u32]) {
        self.learn_anywhere(network, lessons, numbers);
    }

    #[inline(always)]
    fn learn_anywhere(&mut self, network: &[f32], lessons: &Lessons, numbers: &[u32]) {
        for number in numbers {
            self.learn_one(network, &lessons.get(*number as usize));
        }
    }

    #[inline(always)]
    fn learn_one(&mut self, network: &[f32], lesson: &Lesson<'_>) {
        let neurons = [neurons(network, lesson, 0), neurons(network, lesson, 1)];
        let expected = expectation(answer(network, lesson.stage, &neurons));
        let difference = expected - lesson.target;
        self.error += f64::from(difference * difference);
        let slope = 2.0 * difference * expected * (1.0 - expected);
        self.slopes[at::OUTPUT_BIAS + lesson.stage] += slope;
        for (view, neurons) in neurons.iter().enumerate() {
            let output = at::OUTPUT + (lesson.stage * 2 + view) * WIDTH;
            let back = rows::back(row_mut(&mut self.slopes, output), row(network, output), neurons, slope);
            for input in lesson.inputs[view] {
                add(row_mut(&mut self.slopes, at::INPUT + usize::from(*input) * WIDTH), &back);
            }
            add(row_mut(&mut self.slopes, at::CONTEXT + lesson.contexts[view] * WIDTH), &back);
            add(row_mut(&mut self.slopes, at::BIAS), &back);
        }
    }
}

/// The sum of squared errors of lessons that are not learned from.
pub(super) fn error(network: &[f32], lessons: &Lessons) -> f64 {
    let squared = |number: usize| {
        let lesson = lessons.get(number);
        let neurons = [neurons(network, &lesson, 0), neurons(network, &lesson, 1)];
        let difference = expectation(answer(network, lesson.stage, &neurons)) - lesson.target;
        f64::from(difference * difference)
    };
    (0..lessons.len()).map(squared).sum()
}

#[inline(always)]
fn neurons(network: &[f32], lesson: &Lesson<'_>, view: usize) -> Row {
    let mut neurons = *row(network, at::BIAS);
    add(&mut neurons, row(network, at::CONTEXT + lesson.contexts[view] * WIDTH));
    for input in lesson.inputs[view] {
        add(&mut neurons, row(network, at::INPUT + usize::from(*input) * WIDTH));
    }
    neurons
}

#[inline(always)]
fn answer(network: &[f32], stage: usize, neurons: &[Row; 2]) -> f32 {
    let mut sums = [0.0_f32; 16];
    for (view, neurons) in neurons.iter().enumerate() {
        let weights = row(network, at::OUTPUT + (stage * 2 + view) * WIDTH);
        rows::answer(&mut sums, neurons, weights);
    }
    network[at::OUTPUT_BIAS + stage] + sums.iter().sum::<f32>()
}
