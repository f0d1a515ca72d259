//! Computer players: who can think, and a house in which all thoughts share the processors fairly.
//!
//! `desk.rs` takes errands and has threads of its own; `queue.rs` decides whose thought goes on, by what
//! networks and people have used so far (`shares.rs`). A thought gives way when it looks at its clock
//! (`watch.rs`), waits, and goes on where it was: it is never made worse by a crowd, only later. What thinks is
//! kept warm between two thoughts (`pool.rs`).

mod desk;
mod errand;
mod lines;
mod pool;
mod queue;
mod shares;
mod watch;

use engine::Brain;

pub(crate) use desk::{Figures, Loan, Outcome, Thinkers, Thinking};
pub(crate) use engine::jobs::Answer;
pub(crate) use errand::{Errand, Place, Question, Study, any_action};
pub(crate) use lines::{line_sight, tenths};
pub use queue::Caps;
pub(crate) use queue::Full;
use queue::Purpose;
pub(crate) use watch::THOUGHT_MS_MAX;

/// Who can think about which game, and how well.
pub trait Minds: Send + Sync + 'static {
    /// The names of the levels at which a game is played, weakest first.
    fn levels(&self, kind: &str) -> Vec<&'static str>;
    /// A player of that level, which knows how long to think; other choices among equals for every seed.
    fn brain(&self, kind: &str, level: &str, seed: u64) -> Option<Box<dyn Brain>>;
    /// Someone who thinks as long as let and tells what positions are worth.
    fn analyst(&self, kind: &str) -> Option<Box<dyn Brain>> {
        engine::catalog::analyst(kind)
    }
}

/// The players of the house.
pub struct HouseMinds;

impl Minds for HouseMinds {
    fn levels(&self, kind: &str) -> Vec<&'static str> {
        engine::catalog::levels(kind).iter().map(|level| level.name).collect()
    }

    fn brain(&self, kind: &str, level: &str, seed: u64) -> Option<Box<dyn Brain>> {
        engine::catalog::seeded_brain(kind, level, seed)
    }
}
