//! What all parts of the server share.

use std::time::Duration;

use crate::brains::Thinkers;
use crate::metrics::Metrics;
use crate::store::Store;
use crate::time::Time;
use std::sync::Arc;

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
