//! The arithmetic of all networks, for any number of neurons, compiled twice: for any machine and for AVX2, chosen at run time.
//!
//! Both are the same lines of Rust over integers, so they cannot differ but by a fault of the
//! compiler; a test compares them all the same.
#![allow(unsafe_code)] // a function compiled for AVX2 may only be called where there is AVX2
#![allow(clippy::inline_always)] // what is not inlined there is not compiled for AVX2

/// One number a neuron.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row<const WIDTH: usize>(pub [i16; WIDTH]);

impl<const WIDTH: usize> Row<WIDTH> {
    /// Nothing.
    pub const ZERO: Self = Self([0; WIDTH]);
}

/// The value of one in the first layer.
pub const UNIT: i16 = 255;

macro_rules! for_both_machines {
    ($(#[$doc:meta] fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {
        mod portable {
            use super::*;
            $(#[inline(always)] pub(super) fn $name<const WIDTH: usize>($($arg: $type),*) $(-> $result)? $body)*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            use super::*;
            $(#[target_feature(enable = "avx2")] pub(super) fn $name<const WIDTH: usize>($($arg: $type),*) $(-> $result)? {
                portable::$name($($arg),*)
            })*
        }

        $(#[$doc] #[inline] pub fn $name<const WIDTH: usize>($($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the line above has asked the machine.
                return unsafe { avx2::$name($($arg),*) };
            }
            portable::$name($($arg),*)
        })*

        #[cfg(all(test, target_arch = "x86_64"))]
        mod twins {
            use super::*;
            $(pub(super) fn $name<const WIDTH: usize>() -> [fn($($type),*) $(-> $result)?; 2] {
                [portable::$name::<WIDTH>, super::$name::<WIDTH>]
            })*
        }
    };
}

for_both_machines! {
    /// A quiet move: one input goes, one comes.
    fn swap(from: &Row<WIDTH>, gone: &Row<WIDTH>, come: &Row<WIDTH>, to: &mut Row<WIDTH>) {
        for index in 0..WIDTH {
            to.0[index] = from.0[index].wrapping_sub(gone.0[index]).wrapping_add(come.0[index]);
        }
    }

    /// An input comes.
    fn add(to: &mut Row<WIDTH>, come: &Row<WIDTH>) {
        for index in 0..WIDTH {
            to.0[index] = to.0[index].wrapping_add(come.0[index]);
        }
    }

    /// An input goes.
    fn subtract(to: &mut Row<WIDTH>, gone: &Row<WIDTH>) {
        for index in 0..WIDTH {
            to.0[index] = to.0[index].wrapping_sub(gone.0[index]);
        }
    }

    /// Inputs come and go, each under the number of the row that `turn` gives it.
    fn change(to: &mut Row<WIDTH>, rows: &[Row<WIDTH>], turn: &[u16], come: &[u16], gone: &[u16]) {
        let mut sum = to.0;
        for input in come {
            let row = &rows[usize::from(turn[usize::from(*input)])];
            for (sum, weight) in sum.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for input in gone {
            let row = &rows[usize::from(turn[usize::from(*input)])];
            for (sum, weight) in sum.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        to.0 = sum;
    }

    /// The second layer: the clipped square of each neuron, with what the context adds to it, times its weight.
    fn answer(neurons: &Row<WIDTH>, context: &Row<WIDTH>, weights: &Row<WIDTH>) -> i32 {
        let mut sum = 0_i32;
        for index in 0..WIDTH {
            let clipped = neurons.0[index].wrapping_add(context.0[index]).clamp(0, UNIT);
            // Fits because weights are at most 127 and 127 · 255 is below 2¹⁵.
            let weighted = clipped.wrapping_mul(weights.0[index]);
            sum = sum.wrapping_add(i32::from(weighted) * i32::from(clipped));
        }
        sum
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use game::rng::SplitMix;

    use super::*;

    const WIDTH: usize = 32;

    fn row(rng: &mut SplitMix, limit: i16) -> Row<WIDTH> {
        let span = 2 * limit as usize + 1;
        Row(std::array::from_fn(|_| rng.below(span) as i16 - limit))
    }

    #[test]
    fn both_machines_agree_bit_for_bit() {
        let mut rng = SplitMix::new(5);
        for _ in 0..2000 {
            let (mut rows, weights) = ([0; 3].map(|_| row(&mut rng, 500)), row(&mut rng, 127));
            let [a, b, c] = rows;
            let swapped = twins::swap().map(|swap| {
                let mut to = Row::ZERO;
                swap(&a, &b, &c, &mut to);
                to
            });
            assert_eq!(swapped[0], swapped[1]);
            let answers = twins::answer().map(|answer| answer(&a, &b, &weights));
            assert_eq!(answers[0], answers[1]);
            let changed = twins::change().map(|change| {
                let mut to = a;
                change(&mut to, &rows, &[2, 0, 1], &[0, 1], &[2]);
                to
            });
            assert_eq!(changed[0], changed[1]);
            for twins in [twins::add(), twins::subtract()] {
                let results = twins.map(|change| {
                    change(&mut rows[0], &b);
                    std::mem::replace(&mut rows[0], a)
                });
                assert_eq!(results[0], results[1]);
            }
        }
    }
}
