//! Which games are this node's, where there are several.

use std::collections::HashSet;
use std::net::SocketAddr;

use room::Chair;

use super::{Rooms, TRIES};
use crate::cluster::{Cluster, Note};
use crate::error::Refused;
use crate::ids::GameId;
use crate::owner::{Hold, Request, Room};
use crate::store::Held;

/// Where a game is, or is to be.
pub(crate) enum Place {
    /// With this process.
    Here,
    /// With another node.
    At(SocketAddr, Held),
    /// With the one who has the lobby, because strangers find it.
    Leader,
}

impl Rooms {
    /// Where to go with what concerns a game.
    ///
    /// # Errors
    /// If it cannot be found out.
    pub(crate) async fn place(&self, id: GameId) -> Result<Place, Refused> {
        let Some(cluster) = &self.house().cluster else { return Ok(Place::Here) };
        if self.in_memory(id).is_some() {
            return Ok(Place::Here);
        }
        // One that is not there is refused by whoever looks for it.
        let Some(held) = self.house().store.holder(id).await.map_err(Refused::logged)? else { return Ok(Place::Here) };
        let is_others = held.is_alive && held.node != cluster.id();
        Ok(match held.address.filter(|_| is_others) {
            Some(address) => Place::At(address, held),
            None if held.is_listed && held.node != cluster.id() && !cluster.leads() => Place::Leader,
            None => Place::Here,
        })
    }

    /// Takes a game for this process before it is loaded.
    pub(super) async fn claim(&self, id: GameId) -> Result<Hold, Refused> {
        let Some(cluster) = &self.house().cluster else { return Ok(Hold::Alone) };
        for _ in 0..TRIES {
            let held = self.house().store.holder(id).await.map_err(Refused::logged)?.ok_or_else(Refused::no_game)?;
            if held.node != cluster.id() && held.is_alive {
                return Err(Refused::moved());
            }
            if let Some(hold) = self.claim_from(cluster, id, &held).await? {
                return Ok(hold);
            }
        }
        Err(Refused::moved())
    }

    /// Takes a game from a node that lives but cannot be reached, or that has to give it up. Its writes are refused from then on.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn seize(&self, id: GameId, seen: &Held) -> Result<(), Refused> {
        let Some(cluster) = &self.house().cluster else { return Ok(()) };
        if self.claim_from(cluster, id, seen).await?.is_some() {
            cluster.tell(Note::Moved { game: id });
        }
        Ok(())
    }

    async fn claim_from(&self, cluster: &Cluster, id: GameId, seen: &Held) -> Result<Option<Hold>, Refused> {
        let is_ours = self.house().store.claim(id, cluster.id(), seen).await.map_err(Refused::logged)?;
        let since_ms = if seen.lost_ms > 0 { seen.lost_ms } else { seen.beat_ms };
        let hold = match () {
            () if seen.lost_ms == 0 && seen.node.is_empty() => Hold::Free,
            () if seen.lost_ms == 0 && seen.node == cluster.id() => Hold::Kept,
            // Of a node that nobody remembers nothing is known.
            () if since_ms == 0 => Hold::Free,
            () => Hold::Lost { since_ms },
        };
        Ok(is_ours.then_some(hold))
    }

    /// Asks for what one node does in the games of all: a game of another is taken.
    ///
    /// # Errors
    /// As [`Rooms::ask`].
    pub(crate) async fn ask_anywhere<T>(
        &self,
        id: GameId,
        request: impl Fn(tokio::sync::oneshot::Sender<T>) -> Request,
    ) -> Result<T, Refused> {
        if let Place::At(_, held) = self.place(id).await? {
            self.seize(id, &held).await?;
        }
        self.ask(id, request).await
    }

    /// Who sits at a game, on whatever node it is: what is stored tells as well, and nobody is sent away for a question.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) async fn chairs(&self, id: GameId) -> Result<Vec<Chair>, Refused> {
        if self.is_elsewhere(id).await {
            return Ok(self.sitting(id).await?.chairs());
        }
        Ok(self.ask(id, |answer| Request::Seated { answer }).await?.chairs)
    }

    /// Whether another node has a game in memory.
    pub(crate) async fn is_elsewhere(&self, id: GameId) -> bool {
        matches!(self.place(id).await, Ok(Place::At(..)))
    }

    /// Lets go of all games in memory that are no longer ours.
    ///
    /// # Errors
    /// If that cannot be found out.
    pub(crate) async fn let_go_of_lost(&self, node: &str) -> Result<(), sqlx::Error> {
        // In this order: whoever is opened meanwhile is not among them.
        let open: Vec<(GameId, Room)> = self.all_in_memory();
        if open.is_empty() {
            return Ok(());
        }
        let ours: HashSet<GameId> = self.house().store.held_by(node).await?.into_iter().collect();
        for (_, room) in open.into_iter().filter(|(id, _)| !ours.contains(id)) {
            let _ = room.ask(Request::Move).await;
        }
        Ok(())
    }

    /// Lets go of one.
    pub(crate) async fn let_go(&self, id: GameId) {
        if let Some(room) = self.in_memory(id) {
            let _ = room.ask(Request::Move).await;
        }
    }
}
