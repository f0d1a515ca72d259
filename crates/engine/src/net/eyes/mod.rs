//! What a seat sees of each game.

mod nanguk;
mod tigers;
mod yonin;

pub use nanguk::NangukEyes;
pub use tigers::TigersEyes;
pub use yonin::YoninEyes;

/// Groups of inputs, one after the other.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $size:expr;)+) => {
        groups!(@from 0usize; $($(#[$doc])* $name: $size;)+);
    };
    (@from $from:expr; $(#[$doc:meta])* $name:ident: $size:expr; $($rest:tt)*) => {
        $(#[$doc])*
        const $name: usize = $from;
        groups!(@from $name + $size; $($rest)*);
    };
    (@from $from:expr;) => {
        /// All inputs.
        const END: usize = $from;
        const _: () = assert!(END <= crate::net::Inputs::MAX, "a view has room for all inputs");
    };
}
use groups;

/// In which of some steps a number lies: how many of the steps it has reached.
fn step<T: PartialOrd + Copy>(number: T, steps: &[T]) -> usize {
    steps.iter().filter(|step| number >= **step).count()
}
