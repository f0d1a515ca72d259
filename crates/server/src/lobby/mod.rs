//! What strangers find: tables that wait for somebody, games to look at, and a bell for each person. The owners of games keep
//! it true (`owner/listing.rs`); nothing of it is stored, because it can be made anew from the games.

mod bells;
mod board;
mod leaving;
mod tv;

use std::time::Duration;

pub(crate) use bells::{Bells, Rung};
pub(crate) use board::{Board, News, SitterSight, TableSight};
pub use tv::TvWaits;
pub(crate) use tv::{Picture, Tv};

/// Who has no rating yet is taken for this strong.
pub(crate) const UNRATED_STRENGTH: i64 = 1500;

/// How long tables of the lobby outlast their makers' sockets.
#[derive(Clone, Copy, Debug)]
pub struct LobbyWaits {
    /// Until a table is hidden.
    pub hidden: Duration,
    /// Until it is closed.
    pub closed: Duration,
}

impl Default for LobbyWaits {
    fn default() -> Self {
        Self { hidden: Duration::from_mins(1), closed: Duration::from_mins(10) }
    }
}

/// What strangers find.
pub(crate) struct Lobby {
    /// Tables that wait.
    pub(crate) tables: Board,
    /// Games of strangers that go on.
    pub(crate) games: Board,
    /// What is shown to whoever does not choose.
    pub(crate) tv: Tv,
    /// Who is told what concerns them.
    pub(crate) bells: Bells,
    /// One person is matched at a time, so that two who come at once find each other.
    pub(crate) matching: tokio::sync::Mutex<()>,
    /// How long tables wait for their makers.
    pub(crate) waits: LobbyWaits,
}

impl Lobby {
    /// An empty one.
    #[must_use]
    pub(crate) fn new(waits: LobbyWaits, tv: TvWaits) -> Self {
        Self {
            tables: Board::new("lobby", "table"),
            games: Board::new("live", "game"),
            tv: Tv::new(engine::catalog::games().iter().map(|game| game.about().kind), tv),
            bells: Bells::default(),
            matching: tokio::sync::Mutex::default(),
            waits,
        }
    }
}
