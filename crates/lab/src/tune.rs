//! Tunes the weights of the hand-written evaluation on games against itself: gradient descent
//! (Adam) on the squared difference between expected and actual result.

use std::path::Path;

use anyhow::{Result, ensure};
use engine::janggi::features::{self, Sink};
use engine::janggi::network::SCALE;
use engine::janggi::weights::WEIGHTS;

use crate::data::{GameResult, Reader, position_of};

/// How to tune.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// How often to go over the data.
    pub epochs: usize,
    /// How much the game's result counts beside the search's value, from 0 to 1.
    pub result_share: f64,
    /// The step of the descent, in hundredths of a point.
    pub rate: f64,
}

/// The terms of one position and what is to be expected of it.
struct Case {
    terms: Vec<(u16, i8)>,
    /// The share of the middle game.
    middle: f32,
    /// The expected result for Cho, from 0 to 1.
    target: f32,
}

#[derive(Default)]
struct Terms(Vec<(u16, i8)>);

impl Sink for Terms {
    fn add(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.0.push((term as u16, count as i8));
        }
    }
}

/// The chances of a value; that of [`SCALE`] is worth about three in four.
fn expectation(value: f64) -> f64 {
    1.0 / (1.0 + (-value / f64::from(SCALE)).exp())
}

/// Reads the samples of several files.
///
/// # Errors
/// If a file is damaged.
fn cases(paths: &[&Path], order: &Order) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for path in paths {
        let mut reader = Reader::open(path)?;
        while let Some((_, samples)) = reader.next_block()? {
            for sample in samples {
                let Some(position) = position_of(&sample, janggi::Rules::FSF_JANGGI) else { continue };
                let mut terms = Terms::default();
                features::collect(&position, &mut terms);
                let middle = f64::from(features::phase(position.board())) / f64::from(features::PHASE_MAX);
                let cho_value =
                    if sample.side == janggi::Side::Cho { f64::from(sample.value) } else { -f64::from(sample.value) };
                let result = match sample.result {
                    GameResult::Lost => 0.0,
                    GameResult::Drawn => 0.5,
                    GameResult::Won => 1.0,
                };
                let target = order.result_share * result + (1.0 - order.result_share) * expectation(cho_value);
                cases.push(Case { terms: terms.0, middle: middle as f32, target: target as f32 });
            }
        }
    }
    Ok(cases)
}

/// One pair a term: middle game and end.
type Weights = Vec<[f64; 2]>;

struct Adam {
    first: Weights,
    second: Weights,
    step: i32,
}

impl Adam {
    fn new(count: usize) -> Self {
        Self { first: vec![[0.0; 2]; count], second: vec![[0.0; 2]; count], step: 0 }
    }

    fn apply(&mut self, weights: &mut Weights, gradient: &Weights, rate: f64) {
        const KEEP_FIRST: f64 = 0.9;
        const KEEP_SECOND: f64 = 0.999;
        self.step += 1;
        let (fix_first, fix_second) = (1.0 - KEEP_FIRST.powi(self.step), 1.0 - KEEP_SECOND.powi(self.step));
        for (index, weight) in weights.iter_mut().enumerate() {
            for part in 0..2 {
                let slope = gradient[index][part];
                let first = &mut self.first[index][part];
                *first = KEEP_FIRST * *first + (1.0 - KEEP_FIRST) * slope;
                let second = &mut self.second[index][part];
                *second = KEEP_SECOND * *second + (1.0 - KEEP_SECOND) * slope * slope;
                weight[part] -= rate * (*first / fix_first) / ((*second / fix_second).sqrt() + 1e-12);
            }
        }
    }
}

fn value(case: &Case, weights: &Weights) -> f64 {
    let middle = f64::from(case.middle);
    let term = |&(term, count): &(u16, i8)| {
        let [in_middle, in_end] = weights[usize::from(term)];
        f64::from(count) * (in_middle * middle + in_end * (1.0 - middle))
    };
    case.terms.iter().map(term).sum()
}

/// The mean squared error and its gradient over some cases.
fn error(cases: &[Case], weights: &Weights) -> (f64, Weights) {
    let mut gradient = vec![[0.0; 2]; weights.len()];
    let mut sum = 0.0;
    for case in cases {
        let expected = expectation(value(case, weights));
        let difference = expected - f64::from(case.target);
        sum += difference * difference;
        let slope = difference * expected * (1.0 - expected);
        let middle = f64::from(case.middle);
        for (term, count) in &case.terms {
            let share = slope * f64::from(*count);
            gradient[usize::from(*term)][0] += share * middle;
            gradient[usize::from(*term)][1] += share * (1.0 - middle);
        }
    }
    (sum, gradient)
}

/// The same on two threads.
fn error_on_threads(cases: &[Case], weights: &Weights) -> (f64, Weights) {
    let (left, right) = cases.split_at(cases.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| error(left, weights));
        let (mut sum, mut gradient) = error(right, weights);
        if let Ok((more, others)) = other.join() {
            sum += more;
            for (mine, theirs) in gradient.iter_mut().zip(others) {
                mine[0] += theirs[0];
                mine[1] += theirs[1];
            }
        }
        (sum, gradient)
    })
}

/// What tuning has brought.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The weights as Rust source for the engine.
    pub source: String,
    /// The mean squared error on the training cases before.
    pub error_before: f64,
    /// The same with the new weights.
    pub error_after: f64,
}

/// Tunes on the files; tells the errors on training and held-out cases on the way.
///
/// # Errors
/// If a file is damaged or there is not enough data.
pub fn run(order: &Order, paths: &[&Path], tell: &mut dyn FnMut(&str)) -> Result<Tuned> {
    let cases = cases(paths, order)?;
    ensure!(cases.len() > 1000, "only {} positions: not enough to tune on", cases.len());
    let (held_out, training) = cases.split_at(cases.len() / 20);
    tell(&format!("{} positions, {} held out", training.len(), held_out.len()));
    let mut weights: Weights = WEIGHTS.iter().map(|[middle, end]| [f64::from(*middle), f64::from(*end)]).collect();
    let mean_error = |weights: &Weights| error_on_threads(training, weights).0 / training.len() as f64;
    let error_before = mean_error(&weights);
    let mut adam = Adam::new(weights.len());
    for epoch in 0..order.epochs {
        let (sum, gradient) = error_on_threads(training, &weights);
        let rate = order.rate * if epoch * 4 > order.epochs * 3 { 0.25 } else { 1.0 };
        adam.apply(&mut weights, &gradient, rate);
        if epoch % 20 == 0 || epoch + 1 == order.epochs {
            let (held, _) = error(held_out, &weights);
            tell(&format!(
                "epoch {epoch}: error {:.6}, held out {:.6}",
                sum / training.len() as f64,
                held / held_out.len() as f64
            ));
        }
    }
    Ok(Tuned { error_before, error_after: mean_error(&weights), source: source(&weights) })
}

fn source(weights: &Weights) -> String {
    use std::fmt::Write as _;
    let mut text = String::from(
        "//! The weights of the evaluation, in hundredths of a point: middle game and end.\n//!\n//! Made by `daeguk lab tune`; do not edit by hand.\n\nuse super::features::term;\n\n/// One pair a term.\n#[rustfmt::skip]\npub static WEIGHTS: [[i16; 2]; term::COUNT] = [\n",
    );
    for row in weights.chunks(10) {
        text.push_str("   ");
        for [middle, end] in row {
            let _ = write!(text, " [{}, {}],", middle.round() as i16, end.round() as i16);
        }
        text.push('\n');
    }
    text.push_str("];\n");
    text
}
