//! Ratings: whether a game counts when it begins, and the one task that moves them when it is over.

mod tally;
mod terms;
mod undo;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use ratings::{Form, Pool};
use room::Rater;
use serde::Serialize;
use tokio::sync::{Mutex, MutexGuard, Notify};

use crate::house::House;
use crate::rooms::Rooms;
use crate::store::{Batch, Change, Due, Rated, Score, Store, Tally};

pub(crate) use terms::{note_bots, standing};
pub(crate) use undo::unrating;

/// How many results are rated in one transaction.
const AT_ONCE: u32 = 256;
/// How often results are looked for that nobody has told of: those of before a crash.
const LOOK_EVERY: Duration = Duration::from_secs(30);
/// The same where games end at other nodes as well: a question to the database.
const LOOK_EVERY_NODES: Duration = Duration::from_secs(1);

/// Tells the task that there is something to rate.
#[derive(Default)]
pub(crate) struct Scores {
    ended: Notify,
    books: Mutex<()>,
}

impl Scores {
    /// A result has been stored.
    pub(crate) fn ended(&self) {
        self.ended.notify_one();
    }

    /// Nobody else moves ratings meanwhile: whoever does reads them first and writes what they are then.
    pub(crate) async fn books(&self) -> MutexGuard<'_, ()> {
        self.books.lock().await
    }
}

/// What games of a pool look like, if the catalog has it.
#[must_use]
pub(crate) fn form(pool: &Pool) -> Option<Form> {
    let about = engine::catalog::find(pool.kind())?.about();
    let family = about.families.iter().find(|family| family.name == pool.family())?;
    Form::of(about.seats.len(), family.has_partners)
}

/// Rates what is due, as long as the server runs. There is only one such task, and it writes ratings and the mark that they are
/// written at once: a crash lets it begin again where it was.
pub(crate) async fn keep_rating(house: Arc<House>, rooms: Rooms) {
    // Whoever rates is not told of what ends at other nodes.
    let look_every = if house.cluster.is_some() { LOOK_EVERY_NODES } else { LOOK_EVERY };
    loop {
        while house.leads()
            && let Some(rated) = rate_next(&house).await
        {
            for rated in rated {
                rooms.tell_anywhere(rated.due.game, told(&rated)).await;
            }
        }
        let _ = tokio::time::timeout(look_every, house.scores.ended.notified()).await;
    }
}

async fn rate_next(house: &House) -> Option<Vec<Rated>> {
    let _books = house.scores.books().await;
    rate_some(&house.store).await
}

/// Rates the earliest results that are due; `None` if there is none, or it cannot be done at present.
pub(crate) async fn rate_some(store: &Store) -> Option<Vec<Rated>> {
    let tally = match tally_some(store).await {
        Ok(tally) if !tally.rated.is_empty() => tally,
        Ok(_) => return None,
        Err(error) => {
            tracing::error!(%error, "results cannot be rated");
            return None;
        }
    };
    let rated = tally.rated.clone();
    // The writer itself has said what is wrong.
    store.writer().write(Batch { tally: Some(tally), ..Batch::default() }).await.ok()?;
    Some(rated)
}

async fn tally_some(store: &Store) -> Result<Tally, sqlx::Error> {
    let due = store.due(AT_ONCE).await?;
    let mut scores = HashMap::new();
    for Due { pool, seats, .. } in &due {
        for seated in seats {
            if let Entry::Vacant(unasked) = scores.entry((seated.who.clone(), pool.clone())) {
                unasked.insert(store.score(&seated.who, pool).await?);
            }
        }
    }
    Ok(tally::tally(due, scores))
}

/// Everybody's rating in some pools, as far as there is one.
type Known = HashMap<(Rater, Pool), Option<Score>>;

#[derive(Serialize)]
struct Told<'a> {
    t: &'static str,
    d: ToldChanges<'a>,
}

#[derive(Serialize)]
struct ToldChanges<'a> {
    pool: &'a Pool,
    seats: Vec<Option<ChangeSight>>,
}

/// What a game did to a rating, in whole points.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct ChangeSight {
    before: i64,
    after: i64,
    deviation: i64,
    rank: ratings::Rank,
    provisional: bool,
}

impl ChangeSight {
    /// As viewers are told.
    #[must_use]
    pub(crate) fn of(change: &Change, form: Form) -> Self {
        Self {
            before: change.before.shown(),
            after: change.after.shown(),
            deviation: change.after.deviation().round() as i64,
            rank: change.after.rank(),
            provisional: change.after.is_provisional(form),
        }
    }
}

/// The message that a game's viewers get.
fn told(rated: &Rated) -> String {
    let form = form(&rated.due.pool);
    let sight = |change: &Option<Change>| change.as_ref().zip(form).map(|(change, form)| ChangeSight::of(change, form));
    let d = ToldChanges { pool: &rated.due.pool, seats: rated.changes.iter().map(sight).collect() };
    serde_json::to_string(&Told { t: "rated", d }).unwrap_or_default()
}

#[cfg(test)]
mod tests;
