//! Positions as a network sees them, with what is to be learned from each.

use std::path::Path;

use anyhow::Result;
use engine::Judge;
use engine::net::{Eyes, FAR, view};
use game::{Match, Position, Seat};

use super::file::{Block, read};
use super::play::{advance, start};

/// Every so many games one is held out to see what the network has understood.
const HELD_OUT_EVERY: usize = 20;
/// With more than two seats, a value is also taught to a seat that will think so of the next positions.
const AHEAD_MAX: usize = 4;

/// Many positions, packed.
#[derive(Default)]
pub(super) struct Lessons {
    inputs: Vec<u16>,
    lessons: Vec<Packed>,
}

struct Packed {
    first: u64,
    own: u8,
    other: u8,
    stage: u8,
    hand: f32,
    target: f32,
}

/// One position and what is to be expected of it.
pub(super) struct Lesson<'a> {
    /// The inputs of the own view and, with two seats, of the other's.
    pub(super) inputs: [&'a [u16]; 2],
    pub(super) stage: usize,
    /// What the judge by hand says, in units of the network.
    pub(super) hand: f32,
    /// The chances to be expected, from 0 to 1.
    pub(super) target: f32,
}

impl Lessons {
    pub(super) const fn len(&self) -> usize {
        self.lessons.len()
    }

    pub(super) fn get(&self, index: usize) -> Lesson<'_> {
        let Packed { first, own, other, stage, hand, target } = self.lessons[index];
        let (first, own, other) = (first as usize, usize::from(own), usize::from(other));
        let inputs = &self.inputs[first..first + own + other];
        Lesson { inputs: [&inputs[..own], &inputs[own..]], stage: usize::from(stage), hand, target }
    }

    fn push<P: Position, E: Eyes<P>>(&mut self, judge: &E::Hand, position: &P, seat: Seat, value: i16) {
        let glance = E::glance(position);
        let by_hand = E::by_hand(judge, position, &glance, seat);
        if by_hand.abs() > FAR || !E::knows(position) {
            return;
        }
        let first = self.inputs.len() as u64;
        let own = self.see::<P, E>(position, &glance, seat);
        let other = Seat::new(1 - seat.index() % 2);
        let other = if P::SEATS.len() == 2 { self.see::<P, E>(position, &glance, other) } else { 0 };
        let scale = E::SCALE as f32;
        let hand = by_hand as f32 / scale;
        let target = crate::rows::expectation(f32::from(value) / scale);
        self.lessons.push(Packed { first, own, other, stage: E::stage(position) as u8, hand, target });
    }

    fn see<P: Position, E: Eyes<P>>(&mut self, position: &P, glance: &E::Glance, seat: Seat) -> u8 {
        let before = self.inputs.len();
        self.inputs.extend(view::<P, E>(position, glance, seat).map(|input| input as u16));
        (self.inputs.len() - before) as u8
    }
}

/// What is learned, and what is held out.
#[derive(Default)]
pub(super) struct Material {
    pub(super) training: Lessons,
    pub(super) held_out: Lessons,
}

impl Material {
    pub(super) fn read<P: Position, E: Eyes<P>>(paths: &[&Path]) -> Result<Self> {
        let mut material = Self::default();
        let judge = E::Hand::default();
        for path in paths {
            for game in read(path)?.1 {
                let held_out = game.number.is_multiple_of(HELD_OUT_EVERY);
                let lessons = if held_out { &mut material.held_out } else { &mut material.training };
                replay::<P, E>(&judge, &game, lessons)?;
            }
        }
        Ok(material)
    }
}

fn replay<P: Position, E: Eyes<P>>(judge: &E::Hand, block: &Block, lessons: &mut Lessons) -> Result<()> {
    let mut game = start::<P>(&block.rules)?;
    let mut walks = block.walks.iter().peekable();
    let mut recent: Vec<P> = Vec::new();
    for (index, step) in block.steps.iter().enumerate() {
        while let Some(walk) = walks.next_if(|walk| usize::from(walk.after) == index) {
            let mut walked: Match<P> = game.clone();
            if walk.actions.iter().all(|action| advance(&mut walked, *action).is_some()) {
                let position = walked.position();
                lessons.push::<P, E>(judge, position, position.turn(), walk.value);
            }
        }
        let position = game.position();
        if let Some(value) = step.value {
            lessons.push::<P, E>(judge, position, position.turn(), value);
            if P::SEATS.len() > 2 {
                let seat = position.turn();
                let waiting = recent.iter().rev().take(AHEAD_MAX).take_while(|earlier| earlier.turn() != seat);
                waiting.filter(|earlier| !judge.must_answer(earlier)).for_each(|earlier| {
                    lessons.push::<P, E>(judge, earlier, seat, value);
                });
            }
        }
        if P::SEATS.len() > 2 {
            recent.push(position.clone());
        }
        if advance(&mut game, step.action).is_none() {
            break;
        }
    }
    Ok(())
}
