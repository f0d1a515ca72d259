//! All games in memory, each with its one owner.

mod holding;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use room::{Chair, Face, Plan, Sitting};
use tokio::sync::{OnceCell, oneshot};

use crate::cluster::Note;
use crate::error::Refused;
use crate::house::House;
use crate::ids::{self, GameId, PersonId};
use crate::lobby::Rung;
use crate::owner::{Request, Room, card, new_table};
use crate::store::{Batch, Listed};

pub(crate) use holding::Place;

/// The most games in memory.
const ROOMS_MAX: usize = 100_000;
/// The most games, the latest first, that are told of another name.
const RENAMED_MAX: u32 = 1000;
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

    /// What all parts of the server share.
    #[must_use]
    pub(crate) fn house(&self) -> &House {
        &self.house
    }

    /// Makes a table.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn make(&self, plan: Plan) -> Result<GameId, Refused> {
        let id = ids::new_game();
        let stamp = self.house.time.stamp();
        let (chairs, is_listed) = (plan.chairs.clone(), plan.listed);
        let standing = self.house.standing(&plan, &plan.chairs, stamp.at_ms).await;
        let batch = new_table(id, plan, &standing, stamp, &self.house).map_err(Refused::logged)?;
        self.house.store.writer().write(batch).await.map_err(Refused::logged)?;
        self.house.metrics.games.add(1);
        self.call(id, &chairs).await;
        if is_listed {
            // Its owner has told the lobby of it when it answers.
            self.ask(id, |answer| Request::List { answer }).await?;
        }
        Ok(id)
    }

    /// Calls those for whom seats are kept.
    async fn call(&self, id: GameId, chairs: &[Chair]) {
        let invited = |chair: &Chair| if let Chair::Invited { guest } = chair { Some(*guest) } else { None };
        let maker = chairs.iter().find_map(|chair| match chair {
            Chair::Person { guest, name } => Some((*guest, name.as_str())),
            _ => None,
        });
        let Some((maker, label)) = maker.filter(|_| chairs.iter().any(|chair| invited(chair).is_some())) else {
            return;
        };
        let faces = self.house.store.faces([maker]).await.unwrap_or_default();
        for person in chairs.iter().filter_map(invited) {
            self.house.ring(person, Rung::Challenge, id, Face::called(faces.get(&maker), label, 1));
        }
    }

    /// The owner of a game. Whoever asks may stop waiting at any moment.
    ///
    /// # Errors
    /// If there is no such game, or too many are in memory.
    pub(crate) async fn find(&self, id: GameId) -> Result<Room, Refused> {
        let search = self.search(id)?;
        search.cell.get_or_try_init(|| self.load(id)).await.cloned()
    }

    fn search(&self, id: GameId) -> Result<Search<'_>, Refused> {
        let mut open = self.lock();
        if let Some(cell) = open.get(&id).filter(|cell| cell.get().is_none_or(|room| !room.is_gone())) {
            return Ok(Search { rooms: self, id, cell: Arc::clone(cell) });
        }
        if open.len() >= ROOMS_MAX {
            return Err(Refused::full());
        }
        let cell = Arc::new(OnceCell::new());
        open.insert(id, Arc::clone(&cell));
        Ok(Search { rooms: self, id, cell })
    }

    async fn load(&self, id: GameId) -> Result<Room, Refused> {
        // Before anything is read: nobody else writes from then on.
        let hold = self.claim(id).await?;
        let sitting = self.sitting(id).await?;
        let faces = self.house.store.faces(sitting.people()).await.map_err(Refused::logged)?;
        let has_lines = self.house.store.last_line(id).await.map_err(Refused::logged)? > 0;
        let rooms = self.clone();
        Ok(Room::open(Arc::clone(&self.house), sitting, faces, (hold, has_lines), move |id| rooms.forget_gone(id)))
    }

    /// A game as it is stored, without making it live.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) async fn sitting(&self, id: GameId) -> Result<Sitting, Refused> {
        let stored = self.house.store.game(id).await.map_err(Refused::logged)?.ok_or_else(Refused::no_game)?;
        let time = &self.house.time;
        Sitting::restored(id, &stored, &|at_ms| time.uptime_ms(at_ms)).map_err(Refused::logged)
    }

    /// What lists tell of a game: of one that is in memory as it stands, of another what its card says. Only a game whose
    /// card is missing, or behind after a crash, is played through, and gets a new one.
    ///
    /// # Errors
    /// If the game cannot be read.
    pub(crate) async fn line(&self, listed: Listed) -> Result<String, Refused> {
        let (answer, answered) = oneshot::channel();
        if let Some(room) = self.in_memory(listed.game)
            && room.ask(Request::List { answer }).await.is_ok()
            && let Ok(summary) = answered.await
        {
            return Ok(summary);
        }
        match listed.summary {
            Some(summary) => Ok(summary),
            None => self.recard(listed.game).await,
        }
    }

    /// Makes the card of a game anew from its events; what it says.
    ///
    /// # Errors
    /// If the game cannot be read.
    pub(crate) async fn recard(&self, game: GameId) -> Result<String, Refused> {
        let card = card::card(&self.sitting(game).await?);
        let summary = card.summary.clone();
        let batch = Batch { cards: vec![card], ..Batch::default() };
        self.house.store.writer().write(batch).await.map_err(Refused::logged)?;
        Ok(summary)
    }

    /// Sends a text into every socket of a game, if the game is in memory.
    pub(crate) async fn tell(&self, id: GameId, text: String) {
        if let Some(room) = self.in_memory(id) {
            // Whoever comes later asks for it.
            let _ = room.ask(Request::Tell { text }).await;
        }
    }

    /// The same on whatever node it is.
    pub(crate) async fn tell_anywhere(&self, id: GameId, text: String) {
        if let Some(cluster) = &self.house.cluster
            && self.in_memory(id).is_none()
        {
            return cluster.tell(Note::Tell { game: id, text });
        }
        self.tell(id, text).await;
    }

    /// Somebody goes by another name: games in memory in which they sit are told.
    pub(crate) async fn renamed(&self, person: PersonId) {
        if let Some(cluster) = &self.house.cluster {
            cluster.tell(Note::Renamed { person });
        }
        self.learn(person).await;
    }

    /// The same of those games that are in memory here.
    pub(crate) async fn learn(&self, person: PersonId) {
        // What cannot be read now is asked for when the game is next loaded.
        for game in self.house.store.games_of(person, RENAMED_MAX).await.unwrap_or_default() {
            if let Some(room) = self.in_memory(game) {
                let _ = room.ask(Request::Learn).await;
            }
        }
    }

    fn in_memory(&self, id: GameId) -> Option<Room> {
        self.lock().get(&id).and_then(|cell| cell.get().cloned()).filter(|room| !room.is_gone())
    }

    fn all_in_memory(&self) -> Vec<(GameId, Room)> {
        self.lock().iter().filter_map(|(id, cell)| Some((*id, cell.get()?.clone()))).collect()
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

/// Someone waits for a game to be loaded.
struct Search<'a> {
    rooms: &'a Rooms,
    id: GameId,
    cell: Arc<OnceCell<Room>>,
}

impl Drop for Search<'_> {
    /// The last who gives up takes the empty cell away. Cells are shared and let go under the lock, so the count is true.
    fn drop(&mut self) {
        if self.cell.get().is_some() {
            return;
        }
        let mut open = self.rooms.lock();
        drop(std::mem::take(&mut self.cell));
        if open.get(&self.id).is_some_and(|cell| Arc::strong_count(cell) == 1 && cell.get().is_none()) {
            open.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::future::{join_all, poll_immediate};

    use super::*;

    async fn rooms(folder: &std::path::Path) -> Rooms {
        Rooms::new(House::of_test(folder, crate::time::Wall::default()).await)
    }

    #[tokio::test]
    async fn whoever_gives_up_a_search_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = rooms(folder.path()).await;
        let _held = rooms.house.store.all_readers().await;
        for _ in 0..100 {
            let id = ids::new_game();
            let mut searches: Vec<_> = (0..3).map(|_| Box::pin(rooms.find(id))).collect();
            for search in &mut searches {
                assert!(poll_immediate(search).await.is_none(), "it waits for the database");
            }
            assert_eq!(rooms.lock().len(), 1);
            searches.pop();
            assert_eq!(rooms.lock().len(), 1, "others still search");
            drop(searches);
            assert_eq!(rooms.lock().len(), 0);
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn searches_for_what_is_not_there_leave_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = rooms(folder.path()).await;
        for round in 0..20 {
            let id = ids::new_game();
            let search = |n: u64| {
                let rooms = rooms.clone();
                tokio::spawn(async move {
                    let patience = Duration::from_micros((n * 37 + round * 101) % 1500);
                    tokio::time::timeout(patience, rooms.find(id)).await.is_ok_and(|found| found.is_ok())
                })
            };
            let found = join_all((0..16).map(search)).await;
            assert!(found.into_iter().all(|found| !found.expect("no panic")));
            assert_eq!(rooms.lock().len(), 0);
        }
    }
}
