//! Networks for every game of the house, generic over the contract: games of a player against itself,
//! what is to be learned from them, and the training.
//!
//! A [`Course`] is one game's: its judge, its eyes, its rules. Nothing else here knows a game.

mod file;
mod gradient;
mod lessons;
mod model;
mod play;
mod train;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, Result};
use engine::levels::Graded;
use engine::net::eyes::{NangukEyes, TigersEyes, YoninEyes};
use engine::net::{Eyes, Learned, Net, Shape};
use game::Position;

pub use file::{Block, Step, Walk, Writer, read};
pub use play::Order as PlayOrder;
pub use train::{Order as TrainOrder, Trained};

/// Plays games against itself; gives how many games and lessons the file has.
type Play = fn(&PlayOrder, &Path, &AtomicBool) -> Result<(usize, usize)>;
/// Trains a network on files of games.
type Train = fn(&TrainOrder, &[&Path], &Path, &mut dyn FnMut(&str)) -> Result<Trained>;

/// The school of one game.
pub struct Course {
    /// The game.
    pub kind: &'static str,
    /// Plays games against itself; gives how many games and lessons the file has.
    pub play: Play,
    /// Trains a network on files of games.
    pub train: Train,
}

impl Course {
    const ALL: &'static [Self] = &[
        Self::of::<nanguk::Position, NangukEyes>(),
        Self::of::<tigers::Position, TigersEyes>(),
        Self::of::<yonin::Position, YoninEyes>(),
    ];

    const fn of<P: Position, E: Eyes<P>>() -> Self {
        Self { kind: P::KIND, play: play_with::<P, E>, train: train::run::<P, E> }
    }

    /// The school of that game, if it has one.
    #[must_use]
    pub fn find(kind: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|course| course.kind == kind)
    }
}

fn play_with<P: Position, E: Eyes<P>>(order: &PlayOrder, out: &Path, stop: &AtomicBool) -> Result<(usize, usize)> {
    let method = E::Hand::METHOD;
    let Some(path) = &order.network else { return play::run(order, method, &E::Hand::default(), out, stop) };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let net = Net::read(Shape::of::<P, E>(), &bytes).with_context(|| path.display().to_string())?;
    play::run(order, method, &Learned::<P, E>::new(Arc::new(net)), out, stop)
}
