//! What is written, and the SQL that writes it.

use room::Ended;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

use super::StoredEvent;
use super::amend::{self, Amend};
use super::attended::Attended;
use super::card::Card;
use super::nodes;
use super::progress::Earned;
use super::puzzles::Puzzled;
use super::scores::{self, Tally};
use crate::ids::{GameId, PersonId};
use crate::time::Span;

/// How many rows one statement inserts at most; there is a prepared statement for every number up to it.
const ROWS: usize = 64;
const COLUMNS: usize = 6;

/// Every statement of the writer but the inserts of events, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const NEW_GAME: &str = "INSERT INTO game (id, plan, created_ms) VALUES ($1, $2, $3)";
    pub(in super::super) const NEW_HOLDER: &str =
        "INSERT INTO holder (guest, game, since_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    pub(in super::super) const STILL_ALIVE: &str =
        "INSERT INTO alive (id, at_ms) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at_ms = $1";
    pub(in super::super) const NEW_OUTAGE: &str = "INSERT INTO outage (from_ms, to_ms) VALUES ($1, $2)";
    pub(in super::super) const HAS_EVENT: &str = "SELECT 1 FROM event
        WHERE game = $1 AND version = $2 AND at_ms = $3 AND guest = $4 AND ack = $5 AND body = $6";
    pub(in super::super) const HAS_GAME: &str = "SELECT 1 FROM game WHERE id = $1";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[NEW_GAME, NEW_HOLDER, STILL_ALIVE, NEW_OUTAGE, HAS_EVENT, HAS_GAME];
}

/// What is written all or not at all.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// What changes about people.
    pub people: Vec<Amend>,
    /// A new table.
    pub game: Option<NewGame>,
    /// Who holds a seat in which game from now on.
    pub holders: Vec<(PersonId, GameId, i64)>,
    /// Games as lists tell of them.
    pub cards: Vec<Card>,
    /// Events, each with its game and version.
    pub events: Vec<(GameId, i64, StoredEvent)>,
    /// A game that has ended.
    pub ending: Option<Ended>,
    /// Results that have been rated.
    pub tally: Option<Tally>,
    /// Who was at a game of strangers, and who left it.
    pub attended: Vec<Attended>,
    /// What someone has learned, and when.
    pub earned: Option<Earned>,
    /// What someone did with a puzzle.
    pub puzzled: Option<Puzzled>,
    /// The server runs.
    pub alive_ms: Option<i64>,
    /// A game that this process, one of several, gives up.
    pub released: Option<GameId>,
    /// A game whose clock goes on after its former owner was lost.
    pub resumed: Option<GameId>,
}

/// A new table.
#[derive(Debug)]
pub(crate) struct NewGame {
    /// Its name.
    pub id: GameId,
    /// What was agreed, as JSON.
    pub plan: String,
    /// When.
    pub created_ms: i64,
}

impl Batch {
    /// A sign of life.
    #[must_use]
    pub(crate) fn alive(at_ms: i64) -> Self {
        Self { alive_ms: Some(at_ms), ..Self::default() }
    }

    /// Only something about people.
    #[must_use]
    pub(crate) fn about_people(people: Vec<Amend>) -> Self {
        Self { people, ..Self::default() }
    }

    pub(super) const fn is_events_only(&self) -> bool {
        self.people.is_empty()
            && self.game.is_none()
            && self.holders.is_empty()
            && self.cards.is_empty()
            && self.ending.is_none()
            && self.tally.is_none()
            && self.attended.is_empty()
            && self.earned.is_none()
            && self.puzzled.is_none()
            && self.alive_ms.is_none()
            && self.released.is_none()
            && self.resumed.is_none()
    }

    /// Whether all of it is in the database already. A batch of which that cannot be told may be written
    /// twice, so the answer is no.
    pub(super) async fn is_in(&self, connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
        let query = if let Some((game, version, event)) = self.events.last() {
            let query = sqlx::query(sql::HAS_EVENT).bind(game.as_str()).bind(*version).bind(event.at_ms);
            query.bind(&event.guest).bind(&event.ack).bind(&event.body)
        } else if let Some(game) = &self.game {
            sqlx::query(sql::HAS_GAME).bind(game.id.as_str())
        } else if let Some(token_hash) = self.people.iter().find_map(Amend::proof) {
            sqlx::query(amend::sql::HAS_SESSION).bind(token_hash)
        } else if let Some((collection, game)) = self.people.iter().find_map(Amend::mark) {
            sqlx::query(super::opening::sql::HAS_MARK).bind(collection.to_owned()).bind(game.to_owned())
        } else if let Some(game) = self.tally.as_ref().and_then(Tally::proof) {
            sqlx::query(scores::sql::IS_DONE).bind(game.to_string())
        } else {
            return Ok(false);
        };
        Ok(query.fetch_optional(connection).await?.is_some())
    }
}

/// Writes batches in one transaction. Outages go with it, so that no event is stored before the outage that it comes after. One
/// of several processes, by its name, writes events of games only that it owns, or nothing at all.
pub(super) async fn transact(
    connection: &mut AnyConnection,
    outages: &[Span],
    batches: &[&Batch],
    node: Option<&str>,
) -> Result<(), sqlx::Error> {
    let events: Vec<_> = batches.iter().flat_map(|batch| &batch.events).collect();
    let is_events_only = outages.is_empty() && batches.iter().all(|batch| batch.is_events_only());
    if is_events_only && events.len() <= ROWS {
        // One statement is a transaction of its own.
        return insert_events(connection, &events, node).await;
    }
    let mut transaction = connection.begin().await?;
    for outage in outages {
        let query = sqlx::query(sql::NEW_OUTAGE).bind(outage.from_ms).bind(outage.to_ms);
        query.execute(&mut *transaction).await?;
    }
    for batch in batches {
        write_rest(&mut transaction, batch, node).await?;
    }
    for rows in events.chunks(ROWS) {
        insert_events(&mut transaction, rows, node).await?;
    }
    if let Some(node) = node {
        for batch in batches {
            hand_on(&mut transaction, batch, node).await?;
        }
    }
    transaction.commit().await
}

/// What changes hands with a batch. A new table is nobody's until somebody looks at it.
async fn hand_on(connection: &mut AnyConnection, batch: &Batch, node: &str) -> Result<(), sqlx::Error> {
    for game in batch.game.iter().map(|game| game.id).chain(batch.released) {
        sqlx::query(nodes::RELEASE).bind(game.as_str()).bind(node.to_owned()).execute(&mut *connection).await?;
    }
    if let Some(game) = batch.resumed {
        sqlx::query(nodes::RESUMED).bind(game.as_str()).bind(node.to_owned()).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn write_rest(connection: &mut AnyConnection, batch: &Batch, node: Option<&str>) -> Result<(), sqlx::Error> {
    for amend in &batch.people {
        amend.write(&mut *connection).await?;
    }
    if let Some(game) = &batch.game {
        let query = sqlx::query(sql::NEW_GAME).bind(game.id.as_str()).bind(&game.plan).bind(game.created_ms);
        query.execute(&mut *connection).await?;
        if let Some(node) = node {
            sqlx::query(nodes::TAKE).bind(game.id.as_str()).bind(node.to_owned()).execute(&mut *connection).await?;
        }
    }
    for (guest, game, since_ms) in &batch.holders {
        let query = sqlx::query(sql::NEW_HOLDER).bind(guest.as_str()).bind(game.as_str()).bind(*since_ms);
        query.execute(&mut *connection).await?;
    }
    for card in &batch.cards {
        card.write(&mut *connection).await?;
    }
    if let Some(ending) = &batch.ending {
        scores::write_ending(ending, &mut *connection).await?;
    }
    if let Some(tally) = &batch.tally {
        leads(connection, node).await?;
        tally.write(&mut *connection).await?;
    }
    for attended in &batch.attended {
        attended.write(&mut *connection).await?;
    }
    if let Some(earned) = &batch.earned {
        earned.write(&mut *connection).await?;
    }
    if let Some(puzzled) = &batch.puzzled {
        puzzled.write(&mut *connection).await?;
    }
    if let Some(alive_ms) = batch.alive_ms {
        let query = match node {
            Some(node) => sqlx::query(nodes::PROVE).bind(alive_ms).bind(node.to_owned()),
            None => sqlx::query(sql::STILL_ALIVE).bind(alive_ms),
        };
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Of several processes only one moves ratings.
async fn leads(connection: &mut AnyConnection, node: Option<&str>) -> Result<(), sqlx::Error> {
    let Some(node) = node else { return Ok(()) };
    sqlx::query(nodes::LEADS).bind(node.to_owned()).fetch_one(connection).await.map(drop)
}

async fn insert_events(
    connection: &mut AnyConnection,
    rows: &[&(GameId, i64, StoredEvent)],
    node: Option<&str>,
) -> Result<(), sqlx::Error> {
    let text = if node.is_some() { fenced_text(rows.len()) } else { insert_text(rows.len()) };
    let mut query = sqlx::query(AssertSqlSafe(text));
    for (game, version, event) in rows {
        query = query.bind(game.as_str()).bind(*version).bind(event.at_ms);
        query = query.bind(&event.guest).bind(&event.ack).bind(&event.body);
    }
    if let Some(node) = node {
        query = query.bind(node.to_owned());
    }
    query.execute(connection).await?;
    Ok(())
}

/// Writes all rows if all their games are ours, and else none: a game of somebody else has no name here, and what has no name
/// is no event. Holds nothing but numbers of placeholders.
fn fenced_text(rows: usize) -> String {
    let row = |row: usize| {
        let mark = |column: usize| format!("${}", row * COLUMNS + column);
        let texts = |column: usize| format!("{}::text", mark(column));
        format!("({}, {}::bigint, {}::bigint, {}, {}, {})", texts(1), mark(2), mark(3), texts(4), texts(5), texts(6))
    };
    let values: Vec<_> = (0..rows).map(row).collect();
    format!(
        "INSERT INTO event (game, version, at_ms, guest, ack, body)
        SELECT CASE WHEN held.node = ${} THEN fresh.game END, fresh.version, fresh.at_ms, fresh.guest, fresh.ack, fresh.body
        FROM (VALUES {}) AS fresh (game, version, at_ms, guest, ack, body) LEFT JOIN held ON held.game = fresh.game",
        rows * COLUMNS + 1,
        values.join(", ")
    )
}

/// Holds nothing but numbers of placeholders.
pub(super) fn insert_text(rows: usize) -> String {
    let row = |row: usize| {
        let marks: Vec<_> = (1..=COLUMNS).map(|column| format!("${}", row * COLUMNS + column)).collect();
        format!("({})", marks.join(", "))
    };
    let rows: Vec<_> = (0..rows).map(row).collect();
    format!("INSERT INTO event (game, version, at_ms, guest, ack, body) VALUES {}", rows.join(", "))
}
