//! What all parts of the server share.

use std::sync::Arc;
use std::time::Duration;

use ratings::Standing;
use room::{Chair, GameId, Host, PersonId, Plan};

use crate::brains::Thinkers;
use crate::cluster::{Cluster, Note};
use crate::lobby::{Lobby, Rung};
use crate::metrics::Metrics;
use crate::scores::{self, Scores};
use crate::store::Store;
use crate::time::Time;
use crate::workers::Workers;
use crate::{ids, names};

/// The store, the time, the thinkers and the counters.
pub(crate) struct House {
    /// Games and guests on disk.
    pub store: Store,
    /// The server's time.
    pub time: Arc<Time>,
    /// Computer players.
    pub thinkers: Thinkers,
    /// Those who think for the house elsewhere.
    pub workers: Workers,
    /// Counters.
    pub metrics: Metrics,
    /// What strangers find.
    pub lobby: Lobby,
    /// Wakes the task that moves ratings.
    pub scores: Scores,
    /// After how long without anybody a game leaves memory.
    pub room_idle: Duration,
    /// The other processes, if there may be any.
    pub cluster: Option<Cluster>,
}

impl Host for House {
    fn new_game(&self) -> GameId {
        ids::new_game()
    }

    fn name(&self, wished: &str) -> Option<String> {
        names::normalized(wished)
    }

    fn shuffled(&self, count: usize) -> Vec<u8> {
        ids::shuffled(count)
    }

    fn levels(&self, kind: &str) -> Vec<&'static str> {
        self.thinkers.minds().levels(kind)
    }
}

#[cfg(test)]
impl House {
    /// A house of a test's own, in a folder and by a clock.
    pub(crate) async fn of_test(folder: &std::path::Path, wall: crate::time::Wall) -> Arc<Self> {
        let url = crate::store::sqlite_url(&folder.join("a.db"));
        let (store, time) = Store::open_by(&url, wall).await.expect("a database");
        let minds = Arc::new(crate::brains::HouseMinds);
        Arc::new(Self {
            store,
            time,
            thinkers: Thinkers::new(minds, 1, crate::brains::Caps::default()).expect("threads"),
            workers: Workers::new(crate::workers::WorkWaits::default()),
            metrics: Metrics::default(),
            lobby: Lobby::new(crate::lobby::LobbyWaits::default(), crate::lobby::TvWaits::default()),
            scores: Scores::default(),
            room_idle: Duration::from_mins(1),
            cluster: None,
        })
    }
}

impl House {
    /// Calls somebody to a game, wherever in the house they listen.
    pub(crate) fn ring(&self, person: PersonId, why: Rung, game: GameId, from: &str) {
        match &self.cluster {
            Some(cluster) if !cluster.leads() => {
                cluster.tell(Note::Ring { person, why, game, from: from.to_owned() });
            }
            _ => self.lobby.bells.ring(person, why, game, from),
        }
    }

    /// Whether this process does what one does for all: always, where there is no other.
    pub(crate) fn leads(&self) -> bool {
        self.cluster.as_ref().is_none_or(Cluster::leads)
    }

    /// Whether a game with these people counts if it begins now. If that cannot be found out, it does not.
    pub(crate) async fn standing(&self, plan: &Plan, chairs: &[Chair], now_ms: i64) -> Standing {
        let Some(kind) = plan.game() else { return Standing::default() };
        scores::standing(&self.store, plan, kind, chairs, now_ms).await.unwrap_or_else(|error| {
            tracing::error!(%error, "whether a game counts cannot be found out");
            Standing::default()
        })
    }
}
