//! A small network that judges positions: two views of the board through one sparse layer, then
//! one sum chosen by the stage of the game.
//!
//! The first layer is kept up to date move by move ([`evaluator`]); everything is integers
//! ([`kernels`]), so the same file gives the same values on every machine.

pub mod evaluator;
pub mod file;
pub mod inputs;

use std::sync::{Arc, LazyLock};

use crate::net::kernels;
use inputs::{Context, INPUTS, STAGES};

/// The neurons of one side's view.
pub const WIDTH: usize = 128;

/// One number a neuron.
type Row = kernels::Row<WIDTH>;

/// The weights of a network.
#[derive(PartialEq, Eq, Debug)]
pub struct Network {
    /// What each input adds to the neurons.
    inputs: Box<[Row]>, // INPUTS of them
    /// What the context adds.
    contexts: Box<[Row]>, // Context::COUNT of them
    /// Where the neurons start.
    bias: Row,
    /// The weights of the sum, by stage: the mover's neurons, then the other side's.
    outputs: Box<[[Row; 2]]>, // STAGES of them
    output_bias: [i32; STAGES],
}

/// The value of one in the weights of the sum.
pub const OUTPUT_UNIT: i32 = 64;
/// The most that a weight of the sum may be, so that products fit into 16 bits.
pub const OUTPUT_MAX: i16 = 127;
/// What the network's one is worth in hundredths of a point: 73 chances in 100.
pub const SCALE: i32 = 420;

/// The network that comes with the program.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::read(include_bytes!("daeguk.net")).expect("a test reads the built-in network");
    Arc::new(network)
});

impl Network {
    /// The network that comes with the program.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// A network whose weights are all given by `next`, in the order of the file.
    fn fill<E>(mut next: impl FnMut() -> Result<i16, E>) -> Result<Self, E> {
        let mut row = || -> Result<Row, E> {
            let mut row = Row::ZERO;
            for neuron in &mut row.0 {
                *neuron = next()?;
            }
            Ok(row)
        };
        let inputs = (0..INPUTS).map(|_| row()).collect::<Result<_, _>>()?;
        let contexts = (0..Context::COUNT).map(|_| row()).collect::<Result<_, _>>()?;
        let bias = row()?;
        let outputs = (0..STAGES).map(|_| Ok([row()?, row()?])).collect::<Result<_, _>>()?;
        let mut output_bias = [0; STAGES];
        for bias in &mut output_bias {
            *bias = i32::from(next()?);
        }
        Ok(Self { inputs, contexts, bias, outputs, output_bias })
    }

    /// All weights in the order of the file.
    fn weights(&self) -> impl Iterator<Item = i16> {
        let rows = self.inputs.iter().chain(&self.contexts).chain([&self.bias]).chain(self.outputs.iter().flatten());
        rows.flat_map(|row| row.0).chain(self.output_bias.iter().map(|bias| *bias as i16))
    }
}
