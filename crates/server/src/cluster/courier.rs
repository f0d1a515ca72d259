//! What one node tells the others beside games: small, rare, and to be found by asking if it does not arrive.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use room::{GameId, PersonId};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::app::App;
use crate::http;
use crate::lobby::Rung;

/// How many notes may wait.
const WAITING_MAX: usize = 1024;

/// What is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum Note {
    /// Somebody is to be called, wherever in the house they are.
    Ring {
        /// Who.
        person: PersonId,
        /// Why.
        why: Rung,
        /// To which game.
        game: GameId,
        /// By whom.
        from: String,
    },
    /// A text is for all who look at a game.
    Tell {
        /// Which.
        game: GameId,
        /// What.
        text: String,
    },
    /// Somebody goes by another name.
    Renamed {
        /// Who.
        person: PersonId,
    },
    /// A game is not the receiver's any more.
    Moved {
        /// Which.
        game: GameId,
    },
    /// Sessions have ended.
    Sessions,
}

/// Where notes wait to be carried.
pub(crate) struct Couriers {
    notes: mpsc::Sender<Note>,
    queue: Mutex<Option<mpsc::Receiver<Note>>>,
}

impl Default for Couriers {
    fn default() -> Self {
        let (notes, queue) = mpsc::channel(WAITING_MAX);
        Self { notes, queue: Mutex::new(Some(queue)) }
    }
}

impl Couriers {
    pub(super) fn send(&self, note: Note) {
        if self.notes.try_send(note).is_err() {
            tracing::warn!("a note for the other nodes was dropped");
        }
    }

    fn queue(&self) -> Option<mpsc::Receiver<Note>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Carries notes as long as the server runs.
pub(crate) async fn carry(app: Arc<App>) {
    let Some(cluster) = &app.house.cluster else { return };
    let Some(mut queue) = cluster.couriers.queue() else { return };
    while let Some(note) = queue.recv().await {
        let to: Vec<SocketAddr> = match note {
            // All who listen to bells are connected to one node.
            Note::Ring { .. } => cluster.leader().into_iter().map(|peer| peer.address).collect(),
            _ => cluster.others().into_iter().map(|peer| peer.address).collect(),
        };
        for address in to {
            if let Err(error) = http::bring(cluster, address, &note).await {
                tracing::warn!(%error, %address, "a note did not arrive");
            }
        }
    }
}
