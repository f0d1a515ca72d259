//! What all parts of the server share.

use std::sync::Arc;
use std::time::Duration;

use room::{GameId, Host};

use crate::brains::Thinkers;
use crate::metrics::Metrics;
use crate::store::Store;
use crate::time::Time;
use crate::{ids, names};

/// The store, the time, the thinkers and the counters.
pub(crate) struct House {
    /// Games and guests on disk.
    pub store: Store,
    /// The server's time.
    pub time: Arc<Time>,
    /// Computer players.
    pub thinkers: Thinkers,
    /// Counters.
    pub metrics: Metrics,
    /// After how long without anybody a game leaves memory.
    pub room_idle: Duration,
}

impl Host for House {
    fn new_game(&self) -> GameId {
        ids::new_game()
    }

    fn name(&self, wished: &str) -> Option<String> {
        names::normalized(wished)
    }

    fn levels(&self, kind: &str) -> Vec<&'static str> {
        self.thinkers.minds().levels(kind)
    }
}
