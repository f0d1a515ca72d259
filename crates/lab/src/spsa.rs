//! Finds the numbers that the search guesses with by playing: all are turned a little at once, each
//! up or down at random, and the winner of two games shows the way (simultaneous
//! perturbation stochastic approximation).

use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::janggi::engine::{Engine, Judgment};
use engine::janggi::params::{Param, Params};
use game::rng::SplitMix;

use crate::selfplay::{self, Settings};

/// What to do.
#[derive(Clone, Debug)]
pub struct Order {
    /// How games are played.
    pub settings: Settings,
    /// How many pairs of games.
    pub pairs: u64,
    /// How far a pair that is won moves the numbers, as a share of the distance they were turned.
    pub rate: f64,
    /// The seed of all games.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// How the engine judges positions.
    pub judgment: Judgment,
}

/// Numbers are turned by this share of their range at the beginning.
const TURN: f64 = 0.08;
/// How the turns and the rate shrink with the number of pairs.
const TURN_DECAY: f64 = 0.101;
const RATE_DECAY: f64 = 0.3;
/// How often progress is told, in pairs.
const TELL_EVERY: u64 = 100;

/// Where the numbers stand.
struct State<'a> {
    values: Vec<f64>,
    /// Pairs that were handed out, and that are back.
    begun: u64,
    done: u64,
    /// By how many games the pairs were not even, in all.
    swing: u64,
    tell: &'a mut (dyn FnMut(&str) + Send),
}

/// Plays until all pairs are done or `stop` is set; `tell` gets the numbers now and then.
pub fn run(order: &Order, stop: &AtomicBool, tell: &mut (dyn FnMut(&str) + Send)) -> Params {
    let now = Params::default();
    let values = Params::ALL.iter().map(|param| f64::from((param.get)(&now))).collect();
    let state = Mutex::new(State { values, begun: 0, done: 0, swing: 0, tell });
    std::thread::scope(|scope| {
        for _ in 0..order.threads.max(1) {
            scope.spawn(|| work(order, &state, stop));
        }
    });
    let state = state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    rounded(&state.values)
}

fn work(order: &Order, state: &Mutex<State<'_>>, stop: &AtomicBool) {
    let mut engines = [(); 2].map(|()| Engine::judging(order.judgment.clone(), 2, 1));
    let locked = || state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    while !stop.load(Relaxed) {
        let (number, values) = {
            let mut state = locked();
            if state.begun == order.pairs {
                return;
            }
            state.begun += 1;
            (state.begun - 1, state.values.clone())
        };
        let turns = turns(order.seed, number);
        let turned = |sign: f64| {
            let values: Vec<f64> = values.iter().zip(&turns).map(|(value, turn)| value + sign * turn).collect();
            rounded(&values)
        };
        engines[0].guess_with(turned(1.0));
        engines[1].guess_with(turned(-1.0));
        let balance = selfplay::play_pair(&mut engines, &order.settings, order.seed, number);
        let mut state = locked();
        let rate = order.rate / (1.0 + number as f64 / 200.0).powf(RATE_DECAY);
        for ((value, turn), param) in state.values.iter_mut().zip(&turns).zip(Params::ALL) {
            let (min, max) = param.range;
            *value = (*value + rate * f64::from(balance) * turn).clamp(f64::from(min), f64::from(max));
        }
        state.done += 1;
        state.swing += u64::from(balance.unsigned_abs());
        if state.done.is_multiple_of(TELL_EVERY) {
            let text = format!("{} of {} pairs, {} games swung", state.done, order.pairs, state.swing);
            let numbers = describe(&rounded(&state.values));
            (state.tell)(&format!("{text}\n{numbers}"));
        }
    }
}

/// How far each number is turned, up or down, for one pair.
fn turns(seed: u64, number: u64) -> Vec<f64> {
    let mut rng = SplitMix::new(!seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
    let share = TURN / (1.0 + number as f64 / 200.0).powf(TURN_DECAY);
    let turn = |param: &Param| {
        let size = f64::from(param.range.1 - param.range.0) * share;
        if rng.below(2) == 0 { size } else { -size }
    };
    Params::ALL.iter().map(turn).collect()
}

fn rounded(values: &[f64]) -> Params {
    let mut params = Params::default();
    for (value, param) in values.iter().zip(Params::ALL) {
        (param.set)(&mut params, value.round() as i32);
    }
    params
}

/// All numbers by name, before and after.
#[must_use]
pub fn describe(params: &Params) -> String {
    let before = Params::default();
    let mut text = String::new();
    for param in Params::ALL {
        let (old, new) = ((param.get)(&before), (param.get)(params));
        let _ = writeln!(text, "{:16} {old:6} {new:6}", param.name);
    }
    text
}
