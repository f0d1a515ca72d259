//! Wakes tables at which time has run out while nobody looked.

use std::time::Duration;

use futures_util::future::join_all;

use crate::ids::GameId;
use crate::owner::Request;
use crate::rooms::Rooms;
use crate::store::DueAt;

/// The most tables that one round wakes.
const ROUND: u32 = 100;
/// How many at a time: each is loaded and stored.
const AT_ONCE: usize = 8;

/// Looks now and then, as long as the server runs.
pub(crate) async fn keep_sweeping(rooms: Rooms, every: Duration) {
    let mut sweeper = Sweeper::default();
    loop {
        if !rooms.house().leads() {
            // Somebody else looks.
        } else if let Err(error) = sweeper.round(&rooms).await {
            tracing::error!(%error, "tables whose time has run out cannot be looked for");
        }
        tokio::time::sleep(every).await;
    }
}

/// Goes through the tables whose time has run out. One that cannot be woken does not hold up those behind it.
#[derive(Default)]
struct Sweeper {
    /// Where the next round begins.
    after: DueAt,
}

impl Sweeper {
    /// Wakes the next tables; how many.
    async fn round(&mut self, rooms: &Rooms) -> Result<usize, sqlx::Error> {
        let house = rooms.house();
        for game in house.store.untold(ROUND).await? {
            // What cannot be read is in the log.
            let _ = rooms.recard(game).await;
        }
        let due = house.store.past_due(house.time.stamp().uptime_ms, &self.after, ROUND).await?;
        let is_last = due.len() < ROUND as usize;
        self.after = due.last().filter(|_| !is_last).cloned().unwrap_or_default();
        let mut games: Vec<_> = due.into_iter().filter_map(|place| place.game).collect();
        games.dedup();
        for games in games.chunks(AT_ONCE) {
            // Whoever is asked anything lets its flags fall first.
            join_all(games.iter().map(|game| wake(rooms, *game))).await;
        }
        Ok(games.len())
    }
}

/// One that another node has in memory is awake.
async fn wake(rooms: &Rooms, game: GameId) {
    if !rooms.is_elsewhere(game).await {
        let _ = rooms.ask(game, |answer| Request::List { answer }).await;
    }
}

#[cfg(test)]
mod tests;
