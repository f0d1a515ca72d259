//! What a search has summed up, changed only where the next position differs.

use game::{Position, Seat};

use super::{Eyes, Net, Row, kernels};

/// Which inputs are on: a set, so that two views are compared in a few instructions, in whatever
/// order eyes look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs([u64; WORDS]);

const WORDS: usize = 64;

impl Inputs {
    /// No eyes can have more.
    pub const MAX: usize = 64 * WORDS;
    /// All off.
    pub const NONE: Self = Self([0; WORDS]);

    /// Switches an input on.
    #[inline]
    pub fn insert(&mut self, input: usize) {
        debug_assert!(input < Self::MAX, "there is no input {input}");
        self.0[input / 64 % WORDS] |= 1 << (input % 64);
    }

    /// Those that are on, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, word)| bits(*word).map(move |bit| 64 * index + bit))
    }
}

fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// The neurons of one view and the inputs that they are the sum of.
#[derive(Clone, Debug)]
struct View {
    inputs: Inputs,
    neurons: Option<Row>,
}

impl View {
    const NONE: Self = Self { inputs: Inputs::NONE, neurons: None };

    /// Brings the neurons to other inputs.
    fn turn_to(&mut self, net: &Net, inputs: &Inputs) -> &Row {
        let neurons = self.neurons.get_or_insert(net.bias);
        for (index, (old, new)) in self.inputs.0.iter_mut().zip(inputs.0).enumerate() {
            let changed = std::mem::replace(old, new) ^ new;
            for bit in bits(changed) {
                let row = &net.inputs[64 * index + bit];
                if new >> bit & 1 == 1 { kernels::add(neurons, row) } else { kernels::subtract(neurons, row) }
            }
        }
        neurons
    }
}

/// What one search has summed up: the views of the last position that was valued.
#[derive(Clone, Debug)]
pub struct Sums([View; 2]);

impl Default for Sums {
    fn default() -> Self {
        Self([View::NONE; 2])
    }
}

impl Sums {
    /// What a network says of a position to a seat, in the judge's unit. With two seats, what it says
    /// to one is the opposite of what it says to the other.
    pub(super) fn value<P: Position, E: Eyes<P>>(
        &mut self,
        net: &Net,
        position: &P,
        glance: &E::Glance,
        seat: Seat,
    ) -> i32 {
        let stage = E::stage(position);
        let mut answer = |seat| net.answer(self.neurons::<P, E>(net, position, glance, seat), stage);
        let other = if P::SEATS.len() == 2 { answer(Seat::new(1 - seat.index())) } else { 0 };
        let answer = answer(seat) - other;
        let one = i64::from(kernels::UNIT) * i64::from(kernels::UNIT) * i64::from(super::OUTPUT_UNIT);
        (i64::from(answer) * i64::from(E::SCALE) / one) as i32
    }

    fn neurons<P: Position, E: Eyes<P>>(&mut self, net: &Net, position: &P, glance: &E::Glance, seat: Seat) -> &Row {
        let mut inputs = Inputs::NONE;
        E::look(position, glance, seat, &mut inputs);
        // With two seats each has its own view; with more a search asks for one seat alone.
        self.0[seat.index() % 2].turn_to(net, &inputs)
    }
}
