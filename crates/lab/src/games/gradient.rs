//! How the error changes with each parameter.
#![allow(unsafe_code)] // a function compiled for AVX2 may only be called where there is AVX2
#![allow(clippy::inline_always)] // what is not inlined there is not compiled for AVX2

use engine::net::{Shape, WIDTH};

use super::lessons::{Lesson, Lessons};
use super::model::Model;
use crate::rows::{self, add, expectation, row, row_mut};

type Row = [f32; WIDTH];

/// What the other seat sees counts against the own.
const SIGNS: [f32; 2] = [1.0, -1.0];

/// The sum of squared errors of some lessons, and its slope for each parameter.
pub(super) struct Gradient {
    shape: Shape,
    pub(super) error: f64,
    pub(super) slopes: Vec<f32>,
}

impl Gradient {
    pub(super) fn new(shape: Shape) -> Self {
        Self { shape, error: 0.0, slopes: vec![0.0; shape.weights()] }
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
        let [bias, sums, biases] = Model::places(self.shape);
        let views = [neurons(network, bias, lesson.inputs[0]), neurons(network, bias, lesson.inputs[1])];
        let expected = expectation(answer(self.shape, network, lesson, &views));
        let difference = expected - lesson.target;
        self.error += f64::from(difference * difference);
        let slope = 2.0 * difference * expected * (1.0 - expected);
        let output = sums + lesson.stage * WIDTH;
        let used = seen(lesson);
        for ((neurons, inputs), sign) in views.iter().zip(lesson.inputs).zip(SIGNS).take(used) {
            self.slopes[biases + lesson.stage] += sign * slope;
            let back = rows::back(row_mut(&mut self.slopes, output), row(network, output), neurons, sign * slope);
            for input in inputs {
                add(row_mut(&mut self.slopes, usize::from(*input) * WIDTH), &back);
            }
            add(row_mut(&mut self.slopes, bias), &back);
        }
    }
}

/// How many views a lesson has: two if both seats are asked.
#[inline(always)]
const fn seen(lesson: &Lesson<'_>) -> usize {
    if lesson.inputs[1].is_empty() { 1 } else { 2 }
}

/// The sums of squared errors of lessons that are not learned from: with the network, and by hand alone.
pub(super) fn errors(shape: Shape, network: &[f32], lessons: &Lessons) -> [f64; 2] {
    let bias = Model::places(shape)[0];
    let mut errors = [0.0; 2];
    for lesson in (0..lessons.len()).map(|number| lessons.get(number)) {
        let views = lesson.inputs.map(|inputs| neurons(network, bias, inputs));
        for (error, value) in errors.iter_mut().zip([answer(shape, network, &lesson, &views), lesson.hand]) {
            *error += f64::from((expectation(value) - lesson.target).powi(2));
        }
    }
    errors
}

#[inline(always)]
fn neurons(network: &[f32], bias: usize, inputs: &[u16]) -> Row {
    let mut neurons = *row(network, bias);
    for input in inputs {
        add(&mut neurons, row(network, usize::from(*input) * WIDTH));
    }
    neurons
}

/// The judge by hand and the network together, in units of the network.
#[inline(always)]
fn answer(shape: Shape, network: &[f32], lesson: &Lesson<'_>, views: &[Row; 2]) -> f32 {
    let [_, sums, biases] = Model::places(shape);
    let weights = row(network, sums + lesson.stage * WIDTH);
    let mut answer = lesson.hand;
    for (neurons, sign) in views.iter().zip(SIGNS).take(seen(lesson)) {
        let mut lanes = [0.0_f32; 8];
        rows::answer(&mut lanes, neurons, weights);
        answer += sign * (network[biases + lesson.stage] + lanes.iter().sum::<f32>());
    }
    answer
}
