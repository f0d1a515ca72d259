//! The contract that every game of the house fulfills, and what comes free with it.
//!
//! A game is a [`Position`]: a value that knows whose turn it is, which actions are legal, why
//! another is refused, and how the game ends. From that alone this crate builds
//!
//! - a [`Match`]: a game in progress with its past and its record,
//! - a [`Table`] and a [`Game`]: the same without type parameters, text in and out, for the
//!   server and the command line,
//! - [`perft`](perft::perft): the counting of action sequences,
//! - [`conformance`]: the tests that every game must pass.
//!
//! Nothing here does input or output, reads a clock or starts a thread.

pub mod choices;
pub mod clock;
pub mod conformance;
pub mod edit;
mod flaw;
mod gameplay;
mod kind;
mod outcome;
mod paint;
pub mod perft;
mod position;
mod problems;
pub mod record;
mod refusal;
pub mod rng;
mod scroll;
mod seat;
mod sense;
mod set;
mod small;
mod table;
pub mod text;
mod tree;

pub use choices::{Choice, Choices, Family, Preset, Rules};
pub use flaw::Flaw;
pub use gameplay::{DEEDS_MAX, FORCED_MAX, Match};
pub use kind::{About, Game, KindOf};
pub use outcome::Outcome;
pub use paint::Paint;
pub use position::{BenchPosition, Deed, Leaving, Moment, OpeningOrder, Position, Title};
pub use problems::Problems;
pub use record::{Entry, Format, Keeper, Record, RecordError, hand_over, read_all};
pub use refusal::Refusal;
pub use seat::{BySeat, Seat};
pub use sense::Man;
pub use table::Table;
pub use tree::{NODES_MAX, NodeId, Tree, Variations};
