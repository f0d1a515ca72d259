//! What a search has summed up, changed only where the next position differs.

use game::{Position, Seat};

use super::{Eyes, Net, Row, kernels};

/// Which inputs are on: a set, so that two positions are compared in a few instructions, in whatever
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

    /// Switches on those of 64 inputs, the first of which is a multiple of 64, that have a bit.
    #[inline]
    pub fn insert_word(&mut self, first: usize, bits: u64) {
        debug_assert!(first.is_multiple_of(64) && first < Self::MAX, "no word begins at {first}");
        self.0[first / 64 % WORDS] |= bits;
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

/// The inputs of a seat's view.
pub fn view<P: Position, E: Eyes<P>>(position: &P, glance: &E::Glance, seat: Seat) -> impl Iterator<Item = usize> {
    let mut inputs = Inputs::NONE;
    E::look(position, glance, &mut inputs);
    let turn = E::turn(position, seat);
    (0..Inputs::MAX)
        .filter(move |input| inputs.0[input / 64] >> (input % 64) & 1 == 1)
        .map(move |input| E::seen(input, turn))
}

/// Under which number each input is seen, for every way in which the board is turned.
#[derive(Debug)]
pub(super) struct Turns {
    seen: Vec<u16>,
    inputs: usize,
}

impl Turns {
    pub(super) fn of<P: Position, E: Eyes<P>>() -> Self {
        let numbers = (0..E::TURNS).flat_map(|turn| (0..E::INPUTS).map(move |input| E::seen(input, turn) as u16));
        Self { seen: numbers.collect(), inputs: E::INPUTS }
    }

    fn turn(&self, turn: usize) -> &[u16] {
        &self.seen[turn * self.inputs..][..self.inputs]
    }
}

/// The neurons of one view, and how the board is turned in it.
#[derive(Clone, Debug)]
struct View {
    turn: usize,
    neurons: Row,
}

/// What one search has summed up: the last position that was valued, as the seats saw it.
#[derive(Clone, Debug)]
pub struct Sums {
    inputs: Inputs,
    views: [Option<View>; 2],
    come: Vec<u16>,
    gone: Vec<u16>,
}

impl Default for Sums {
    fn default() -> Self {
        Self { inputs: Inputs::NONE, views: [None, None], come: Vec::new(), gone: Vec::new() }
    }
}

impl Sums {
    /// What a network says of a position to a seat, in the judge's unit. With two seats, what it says
    /// to one is the opposite of what it says to the other.
    pub(super) fn value<P: Position, E: Eyes<P>>(
        &mut self,
        net: &Net,
        turns: &Turns,
        position: &P,
        glance: &E::Glance,
        seat: Seat,
    ) -> i32 {
        let stage = E::stage(position);
        let mut inputs = Inputs::NONE;
        E::look(position, glance, &mut inputs);
        let answer = if P::SEATS.len() == 2 {
            let seats = Seat::first(2);
            self.turn_to(net, turns, &inputs, seats.map(|seat| E::turn(position, seat)));
            let [own, other] = [seat.index(), 1 - seat.index()].map(|view| self.answer(net, view, stage));
            own - other
        } else {
            // A search asks for one seat alone.
            self.turn_to(net, turns, &inputs, std::iter::once(E::turn(position, seat)));
            self.answer(net, 0, stage)
        };
        let one = i64::from(kernels::UNIT) * i64::from(kernels::UNIT) * i64::from(super::OUTPUT_UNIT);
        (i64::from(answer) * i64::from(E::SCALE) / one) as i32
    }

    fn answer(&self, net: &Net, view: usize, stage: usize) -> i32 {
        self.views[view].as_ref().map_or(0, |view| net.answer(&view.neurons, stage))
    }

    /// Brings the views to other inputs, turned so.
    fn turn_to(&mut self, net: &Net, turns: &Turns, inputs: &Inputs, seen: impl Iterator<Item = usize>) {
        self.come.clear();
        self.gone.clear();
        for (index, (old, new)) in self.inputs.0.iter_mut().zip(inputs.0).enumerate() {
            let changed = std::mem::replace(old, new) ^ new;
            if changed != 0 {
                let numbered = |bit: usize| (64 * index + bit) as u16;
                self.come.extend(bits(changed & new).map(numbered));
                self.gone.extend(bits(changed & !new).map(numbered));
            }
        }
        for (view, turn) in self.views.iter_mut().zip(seen) {
            match view {
                Some(view) if view.turn == turn => {
                    kernels::change(&mut view.neurons, &net.inputs, turns.turn(turn), &self.come, &self.gone);
                }
                _ => {
                    let all: Vec<u16> = inputs.iter().map(|input| input as u16).collect();
                    let mut neurons = net.bias;
                    kernels::change(&mut neurons, &net.inputs, turns.turn(turn), &all, &[]);
                    *view = Some(View { turn, neurons });
                }
            }
        }
    }
}
