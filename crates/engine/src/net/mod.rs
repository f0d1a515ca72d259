//! Small networks for every game of the house: a sparse layer over what a seat sees, then one sum
//! chosen by the stage of the game.
//!
//! A game tells what is to be seen by its [`Eyes`]. [`Learned`] puts a network beside the judge by
//! hand. What a search has summed up is kept in [`Sums`] and only changed where the next position
//! differs, so that the rules need not know of it.

pub mod eyes;
mod file;
pub mod kernels;
mod learned;
mod sums;

use game::{Position, Seat};

use crate::judge::Judge as _;
use crate::levels::Graded;

pub use file::Damage;
pub use learned::Learned;
pub use sums::{Inputs, Sums, view};

/// The neurons of a view.
pub const WIDTH: usize = 32;
/// The value of one in the weights of the sum.
pub const OUTPUT_UNIT: i32 = 64;
/// The most that a weight of the sum may be, so that products fit into 16 bits.
pub const OUTPUT_MAX: i16 = 127;
/// The most that a weight of an input may be, so that the sum of [`SEEN_MAX`] fits into 16 bits.
pub const INPUT_MAX: i16 = 190;
/// No position shows more inputs to a seat.
pub const SEEN_MAX: usize = 170;

/// One number a neuron.
type Row = kernels::Row<WIDTH>;

/// Beyond this the judge by hand is sure, and the network is not asked.
pub const FAR: i32 = 4000;

/// What a seat sees of a position.
pub trait Eyes<P: Position>: Send + Sync + 'static {
    /// The judge by hand that the network stands beside.
    type Hand: Graded<P>;
    /// What that judge and all views need to know of a position, found out once for all of them.
    type Glance;
    /// How many inputs there are, at most [`Inputs::MAX`].
    const INPUTS: usize;
    /// In how many ways the board is turned.
    const TURNS: usize;
    /// How many stages of a game have weights of their own.
    const STAGES: usize;
    /// What the network's one is worth in the judge's unit: 73 chances in 100.
    const SCALE: i32;

    /// The first look at a position.
    fn glance(position: &P) -> Self::Glance;

    /// Switches on the inputs of a position as it stands: what the first way of turning the board shows.
    fn look(position: &P, glance: &Self::Glance, inputs: &mut Inputs);

    /// How the board is turned for a seat, below [`TURNS`](Self::TURNS).
    fn turn(position: &P, seat: Seat) -> usize;

    /// Under which number an input is seen when the board is turned so.
    fn seen(input: usize, turn: usize) -> usize;

    /// What the judge by hand says, spared what the glance has seen already.
    fn by_hand(hand: &Self::Hand, position: &P, glance: &Self::Glance, seat: Seat) -> i32 {
        let _ = glance;
        hand.value(position, seat)
    }

    /// The stage of a position, below [`STAGES`](Self::STAGES).
    fn stage(position: &P) -> usize;

    /// Whether the network has a say: not where it was never taught.
    fn knows(position: &P) -> bool {
        let _ = position;
        true
    }
}

/// What decides the size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The game.
    pub kind: &'static str,
    /// How many inputs a view has.
    pub inputs: usize,
    /// How many stages.
    pub stages: usize,
}

impl Shape {
    /// What the eyes of a game ask for.
    #[must_use]
    pub const fn of<P: Position, E: Eyes<P>>() -> Self {
        Self { kind: P::KIND, inputs: E::INPUTS, stages: E::STAGES }
    }

    /// How many weights a network of this shape has.
    #[must_use]
    pub const fn weights(self) -> usize {
        (self.inputs + 1 + self.stages) * WIDTH + self.stages
    }
}

/// The weights of a network.
#[derive(PartialEq, Eq, Debug)]
pub struct Net {
    shape: Shape,
    /// What each input adds to the neurons.
    inputs: Box<[Row]>, // as many as the shape says
    /// Where the neurons start.
    bias: Row,
    /// The weights of the sum, by stage.
    outputs: Box<[Row]>, // as many as the shape says
    output_bias: Box<[i16]>, // as many as the shape says
}

impl Net {
    /// A network from its weights in the order of the file: inputs, bias, sums and the sums' biases.
    /// `None` if they are not as many as needed.
    #[must_use]
    pub fn from_weights(shape: Shape, weights: &[i16]) -> Option<Self> {
        if weights.len() != shape.weights() {
            return None;
        }
        let (rows, output_bias) = weights.split_at(weights.len() - shape.stages);
        let mut rows = rows.as_chunks::<WIDTH>().0.iter().map(|row| kernels::Row(*row));
        let inputs = rows.by_ref().take(shape.inputs).collect();
        let bias = rows.next()?;
        Some(Self { shape, inputs, bias, outputs: rows.collect(), output_bias: output_bias.into() })
    }

    /// All weights in the order of the file.
    fn weights(&self) -> impl Iterator<Item = i16> {
        let rows = self.inputs.iter().chain([&self.bias]).chain(&self.outputs);
        rows.flat_map(|row| row.0).chain(self.output_bias.iter().copied())
    }

    /// What the neurons of a view say at a stage, in 1 / (`UNIT`² · `OUTPUT_UNIT`).
    fn answer(&self, neurons: &Row, stage: usize) -> i32 {
        let unit = i32::from(kernels::UNIT);
        kernels::answer(neurons, &Row::ZERO, &self.outputs[stage]) + i32::from(self.output_bias[stage]) * unit
    }
}
