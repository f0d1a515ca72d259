//! Positions as the network sees them, with what is to be learned from each.

use std::path::Path;

use anyhow::Result;
use engine::janggi::network::SCALE;
use engine::janggi::network::inputs::{self, Context, Tilt, View};
use game::rng::SplitMix;
use janggi::{Position, Rules, Side};

use crate::data::{GameResult, Reader, Sample, position_of};

/// Every so many games one is held out to see what the network has understood.
const HELD_OUT_EVERY: u64 = 40;

/// Many positions, packed.
#[derive(Default)]
pub(super) struct Lessons {
    /// The inputs of all positions: the mover's, then as many of the other side.
    inputs: Vec<u16>,
    lessons: Vec<Packed>,
}

struct Packed {
    first: u32,
    pieces: u8,
    contexts: [u8; 2],
    target: f32,
}

/// One position and what is to be expected of it.
pub(super) struct Lesson<'a> {
    /// The inputs of the mover's view and of the other side's.
    pub(super) inputs: [&'a [u16]; 2],
    pub(super) contexts: [usize; 2],
    pub(super) stage: usize,
    /// The expected result for the mover, from 0 to 1.
    pub(super) target: f32,
}

impl Lessons {
    pub(super) const fn len(&self) -> usize {
        self.lessons.len()
    }

    pub(super) fn get(&self, index: usize) -> Lesson<'_> {
        let packed = &self.lessons[index];
        let (first, pieces) = (packed.first as usize, usize::from(packed.pieces));
        let inputs = &self.inputs[first..first + 2 * pieces];
        Lesson {
            inputs: [&inputs[..pieces], &inputs[pieces..]],
            contexts: packed.contexts.map(usize::from),
            stage: inputs::stage_of(pieces),
            target: packed.target,
        }
    }

    fn push(&mut self, position: &Position, target: f32) {
        let first = self.inputs.len() as u32;
        let tilt = Tilt::of(position.board());
        for side in [position.side(), position.side().other()] {
            let view = View::new(side, position.king(side), tilt);
            let pieces = position.board().iter();
            self.inputs.extend(pieces.map(|(at, piece)| view.input(side, piece, at) as u16));
        }
        let contexts = Context::of(position);
        let [mover, other] =
            [position.side(), position.side().other()].map(|side| contexts[side.index()].index() as u8);
        let pieces = position.board().occupied().len() as u8;
        self.lessons.push(Packed { first, pieces, contexts: [mover, other], target });
    }
}

/// How the lessons are read from the data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// How much the game's result counts beside the search's value, from 0 to 1.
    pub result_share: f32,
    /// Of so many positions one is learned as if points did not decide, so that the network can
    /// judge such games too.
    pub pointless_every: usize,
}

/// The lessons to learn from and those held out.
pub(super) struct Course {
    pub(super) training: Lessons,
    pub(super) held_out: Lessons,
}

impl Course {
    /// Reads the samples of several files.
    pub(super) fn read(paths: &[&Path], reading: Reading, seed: u64) -> Result<Self> {
        let mut course = Self { training: Lessons::default(), held_out: Lessons::default() };
        let mut rng = SplitMix::new(seed);
        for path in paths {
            let mut reader = Reader::open(path)?;
            while let Some((number, samples)) = reader.next_block()? {
                let held_out = (number / 16).is_multiple_of(HELD_OUT_EVERY);
                let lessons = if held_out { &mut course.held_out } else { &mut course.training };
                for sample in &samples {
                    let pointless = rng.below(reading.pointless_every.max(1)) == 0 && !held_out;
                    let rules = if pointless { Rules::FSF_TRADITIONAL } else { Rules::FSF_JANGGI };
                    if let Some(position) = position_of(sample, rules) {
                        lessons.push(&position, target(sample, reading.result_share));
                    }
                }
            }
        }
        Ok(course)
    }
}

fn target(sample: &Sample, result_share: f32) -> f32 {
    let cho = match sample.result {
        GameResult::Lost => 0.0,
        GameResult::Drawn => 0.5,
        GameResult::Won => 1.0,
    };
    let result = if sample.side == Side::Cho { cho } else { 1.0 - cho };
    result_share * result + (1.0 - result_share) * crate::rows::expectation(f32::from(sample.value) / SCALE as f32)
}
