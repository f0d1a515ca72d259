//! Several processes that are one house: who runs, who owns a game, and who does what one does for all. The database decides; what
//! stands here is what this process knows of it, and for how long that is good.

mod courier;
mod key;
mod pulse;

use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::ids;
use crate::store::{LEASE_MS, Peer};

pub(crate) use courier::{Couriers, Note, carry};
pub use key::{ClusterKey, NotAKey};
pub(crate) use pulse::{keep_beating, leave};

/// How long what was learned with a sign of life is good.
const LEASE: Duration = Duration::from_millis(LEASE_MS.unsigned_abs());
/// How often it is looked whether a node is still there.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How one of several processes is reached by the others, and by what they know each other.
#[derive(Clone, Debug)]
pub struct NodeConfig {
    /// Where it listens for the others.
    pub address: SocketAddr,
    /// What they have in common.
    pub key: ClusterKey,
}

/// This process among the others.
pub(crate) struct Cluster {
    id: String,
    address: SocketAddr,
    key: ClusterKey,
    view: Mutex<View>,
    leads: watch::Sender<bool>,
    couriers: Couriers,
}

/// What is known of the house.
#[derive(Default)]
struct View {
    good_until: Option<Instant>,
    peers: Vec<Peer>,
}

impl Cluster {
    /// A node that nobody has heard of yet.
    #[must_use]
    pub(crate) fn new(config: &NodeConfig, address: SocketAddr) -> Self {
        Self {
            id: ids::short_secret(),
            address,
            key: config.key.clone(),
            view: Mutex::default(),
            leads: watch::channel(false).0,
            couriers: Couriers::default(),
        }
    }

    /// The name of this run of this process.
    #[must_use]
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Where the others reach it.
    #[must_use]
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the nodes have in common.
    #[must_use]
    pub(crate) const fn key(&self) -> &ClusterKey {
        &self.key
    }

    /// Whether the others must still take what is here for ours.
    #[must_use]
    pub(crate) fn is_current(&self) -> bool {
        self.view().good_until.is_some_and(|until| Instant::now() < until)
    }

    /// Whether this node does what one does for all.
    #[must_use]
    pub(crate) fn leads(&self) -> bool {
        let view = self.view();
        let is_current = view.good_until.is_some_and(|until| Instant::now() < until);
        is_current && view.peers.iter().any(|peer| peer.leads && peer.id == self.id)
    }

    /// To be told when that changes.
    #[must_use]
    pub(crate) fn watch_lead(&self) -> watch::Receiver<bool> {
        self.leads.subscribe()
    }

    /// Who does what one does for all, if that is known.
    #[must_use]
    pub(crate) fn leader(&self) -> Option<Peer> {
        self.view().peers.iter().find(|peer| peer.leads).cloned()
    }

    /// All other nodes.
    #[must_use]
    pub(crate) fn others(&self) -> Vec<Peer> {
        self.view().peers.iter().filter(|peer| peer.id != self.id).cloned().collect()
    }

    /// Returns when a node was not heard of for too long. One that the database knows may be too new to be known here yet.
    pub(crate) async fn gone(&self, address: SocketAddr) {
        let (began, mut was_known) = (Instant::now(), false);
        loop {
            let is_known = self.view().peers.iter().any(|peer| peer.address == address);
            if !is_known && (was_known || began.elapsed() >= LEASE) {
                return;
            }
            was_known |= is_known;
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Has the others told something; what does not arrive is found by those who ask.
    pub(crate) fn tell(&self, note: Note) {
        self.couriers.send(note);
    }

    fn learned(&self, began: Instant, peers: Vec<Peer>) {
        {
            let mut view = self.view();
            view.good_until = Some(began + LEASE);
            view.peers = peers;
        }
        self.note_lead();
    }

    fn forget(&self) {
        *self.view() = View::default();
        self.note_lead();
    }

    fn note_lead(&self) {
        let leads = self.leads();
        self.leads.send_if_modified(|led| std::mem::replace(led, leads) != leads);
    }

    fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(address: SocketAddr) -> Peer {
        Peer { id: "b".to_owned(), address, leads: false }
    }

    #[tokio::test]
    async fn a_node_is_gone_once_it_was_known() {
        let key = "0123456789abcdef0123456789abcdef".parse().expect("a key");
        let own = SocketAddr::from(([127, 0, 0, 1], 1));
        let other = SocketAddr::from(([127, 0, 0, 1], 2));
        let cluster = Cluster::new(&NodeConfig { address: own, key }, own);
        let gone = tokio::time::timeout(LOOK_EVERY * 2, cluster.gone(other)).await;
        assert!(gone.is_err(), "it may have come just now");
        cluster.learned(Instant::now(), vec![peer(other)]);
        tokio::join!(cluster.gone(other), async {
            tokio::time::sleep(LOOK_EVERY).await;
            cluster.learned(Instant::now(), Vec::new());
        });
    }
}
