//! Counts how games of the house began: those that strangers have played, and everybody's own. Nobody waits for it: it is done
//! beside the answer to whoever asks, some games at a time.

use std::sync::Arc;

use game::{Game, Record};

use crate::app::App;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::shelf::{self, Setups, Tally};
use crate::store::{Addition, Amend, Batch, Collection};

/// How many games are counted at a time.
const AT_ONCE: u32 = 50;

/// Whose games are counted without being brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whose {
    /// Those that strangers have played here.
    House,
    /// Somebody's own, and those in the library.
    Own(PersonId),
}

impl Whose {
    /// The name of the collection.
    #[must_use]
    pub(crate) fn id(self, kind: &str) -> String {
        match self {
            Self::House => format!("house:{kind}"),
            Self::Own(person) => format!("own:{person}:{kind}"),
        }
    }

    fn person(self) -> String {
        match self {
            Self::House => String::new(),
            Self::Own(person) => person.to_string(),
        }
    }
}

/// A collection as it stands, be it still empty.
///
/// # Errors
/// If the database fails.
pub(crate) async fn standing(app: &App, whose: Whose, kind: &str) -> Result<Collection, Refused> {
    let known = app.house.store.collection(&whose.id(kind)).await.map_err(Refused::logged)?;
    let (id, person, kind) = (whose.id(kind), whose.person(), kind.to_owned());
    Ok(known.unwrap_or(Collection { id, person, kind, name: String::new(), games: 0, changed_ms: 0 }))
}

/// Whether there is something to count.
///
/// # Errors
/// If the database fails.
pub(crate) async fn is_behind(app: &App, whose: Whose, collection: &Collection) -> Result<bool, Refused> {
    let store = &app.house.store;
    let is_behind = match whose {
        Whose::House => !store.uncounted(collection, 1).await.map_err(Refused::logged)?.is_empty(),
        Whose::Own(person) => {
            !store.uncounted_volumes(person, collection, 1).await.map_err(Refused::logged)?.is_empty()
                || !store.uncounted_of(person, collection, 1).await.map_err(Refused::logged)?.is_empty()
        }
    };
    Ok(is_behind)
}

/// Counts some games, unless somebody counts already.
pub(crate) async fn catch_up(app: Arc<App>, whose: Whose, kind: &'static dyn Game) {
    let Ok(_one_at_a_time) = app.counting.try_lock() else { return };
    // What fails is in the log, and is tried again by whoever asks next.
    let _ = count_some(&app, whose, kind).await;
}

async fn count_some(app: &App, whose: Whose, game: &'static dyn Game) -> Result<(), Refused> {
    let mut collection = standing(app, whose, game.about().kind).await?;
    let mut records = Vec::new();
    let mut seen_ms = app.house.time.now_ms();
    match whose {
        Whose::House => {
            for (id, ended_ms) in app.house.store.uncounted(&collection, AT_ONCE).await.map_err(Refused::logged)? {
                records.push((id.to_string(), played(app, id).await));
                seen_ms = ended_ms;
            }
        }
        Whose::Own(person) => {
            let store = &app.house.store;
            for id in store.uncounted_volumes(person, &collection, AT_ONCE).await.map_err(Refused::logged)? {
                let volume = store.volume(person, &id).await.map_err(Refused::logged)?;
                let record = volume.and_then(|(spine, text)| shelf::read_one(&spine.kind, &text));
                records.push((id, record.map(|(_, record)| record)));
            }
            for id in store.uncounted_of(person, &collection, AT_ONCE).await.map_err(Refused::logged)? {
                records.push((id.to_string(), played(app, id).await));
            }
        }
    }
    if records.is_empty() {
        return Ok(());
    }
    let tally = tokio::task::spawn_blocking(move || counted(game, records)).await.map_err(Refused::logged)?;
    (collection.games, collection.changed_ms) = (tally.games.len() as i64, seen_ms);
    let addition = Amend::Count(Box::new(Addition { collection, tally }));
    app.house.store.writer().write(Batch::about_people(vec![addition])).await.map_err(Refused::logged)
}

/// The record of a game of the house. One that cannot be read is in the log, and is counted as nothing.
async fn played(app: &App, game: crate::ids::GameId) -> Option<Record> {
    app.rooms.sitting(game).await.ok()?.record()
}

fn counted(game: &'static dyn Game, records: Vec<(String, Option<Record>)>) -> Tally {
    let (mut tally, mut setups) = (Tally::default(), Setups::new(game));
    for (name, record) in records {
        match record {
            Some(record) => {
                let setup = setups.name(&record.rules, &record.start);
                tally.count(game, &record, &setup, name);
            }
            None => tally.games.push(name),
        }
    }
    tally
}
