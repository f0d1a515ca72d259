//! All games in memory, each with its one owner.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OnceCell, oneshot};

use crate::error::Refused;
use crate::house::House;
use crate::ids::GameId;
use crate::room::plan::Plan;
use crate::room::sitting::{Moment, Sitting};
use crate::room::{Request, Room, new_table};

/// The most games in memory.
const ROOMS_MAX: usize = 100_000;
/// How often a game is looked for again that left memory while it was asked.
const TRIES: usize = 3;

/// Finds games, loading them when needed.
#[derive(Clone)]
pub(crate) struct Rooms {
    house: Arc<House>,
    open: Arc<Mutex<HashMap<GameId, Arc<OnceCell<Room>>>>>,
}

impl Rooms {
    /// No game yet.
    #[must_use]
    pub(crate) fn new(house: Arc<House>) -> Self {
        Self { house, open: Arc::default() }
    }

    /// Makes a table.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn make(&self, plan: Plan) -> Result<GameId, Refused> {
        let id = GameId::random();
        let (_, batch) = new_table(id, plan, Moment::now(&self.house.time)).map_err(Refused::logged)?;
        self.house.store.writer().write(batch).await.map_err(Refused::logged)?;
        self.house.metrics.games.add(1);
        Ok(id)
    }

    /// The owner of a game.
    ///
    /// # Errors
    /// If there is no such game, or too many are in memory.
    pub(crate) async fn find(&self, id: GameId) -> Result<Room, Refused> {
        let cell = self.cell(id)?;
        let found = cell.get_or_try_init(|| self.load(id)).await.cloned();
        if found.is_err() {
            self.forget(id, &cell);
        }
        found
    }

    fn cell(&self, id: GameId) -> Result<Arc<OnceCell<Room>>, Refused> {
        let mut open = self.lock();
        if let Some(cell) = open.get(&id).filter(|cell| cell.get().is_none_or(|room| !room.is_gone())) {
            return Ok(Arc::clone(cell));
        }
        if open.len() >= ROOMS_MAX {
            return Err(Refused::full());
        }
        let cell = Arc::new(OnceCell::new());
        open.insert(id, Arc::clone(&cell));
        Ok(cell)
    }

    async fn load(&self, id: GameId) -> Result<Room, Refused> {
        let sitting = self.sitting(id).await?;
        let rooms = self.clone();
        Ok(Room::open(Arc::clone(&self.house), sitting, move |id| rooms.forget_gone(id)))
    }

    /// A game as it is stored, without making it live.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) async fn sitting(&self, id: GameId) -> Result<Sitting, Refused> {
        let stored = self.house.store.game(id).await.map_err(Refused::logged)?.ok_or_else(Refused::no_game)?;
        Sitting::restored(id, &stored, &self.house.time).map_err(Refused::logged)
    }

    fn forget(&self, id: GameId, cell: &Arc<OnceCell<Room>>) {
        let mut open = self.lock();
        if open.get(&id).is_some_and(|current| Arc::ptr_eq(current, cell)) {
            open.remove(&id);
        }
    }

    /// A successor may have taken its place already.
    fn forget_gone(&self, id: GameId) {
        let mut open = self.lock();
        if open.get(&id).and_then(|cell| cell.get()).is_some_and(Room::is_gone) {
            open.remove(&id);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<OnceCell<Room>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the owner of a game and waits for the answer.
    ///
    /// # Errors
    /// If there is no such game, or it fails.
    pub(crate) async fn ask<T>(
        &self,
        id: GameId,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, Refused> {
        for _ in 0..TRIES {
            let (answer, answered) = oneshot::channel();
            let room = self.find(id).await?;
            if room.ask(request(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
        }
        Err(Refused::broken())
    }
}
