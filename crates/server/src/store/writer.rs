//! The one writer. What arrives while it is at work is written together, in one transaction.

use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AssertSqlSafe, Connection as _};
use tokio::sync::{mpsc, oneshot};

use super::StoredEvent;
use crate::ids::{GameId, GuestId};

/// How many batches may wait.
const QUEUE: usize = 4096;
/// How many batches are written in one transaction.
const GROUP: usize = 512;
/// How long it waits for more where more than one batch came at once: a commit costs as much for many
/// as for one.
const GATHERING: Duration = Duration::from_millis(2);
/// How many rows one statement inserts at most; there is a prepared statement for every number up to it.
const ROWS: usize = 64;
const COLUMNS: usize = 6;

pub(super) const NEW_GUEST: &str = "INSERT INTO guest (token_hash, id, name, created_ms) VALUES ($1, $2, $3, $4)";
pub(super) const RENAME: &str = "UPDATE guest SET name = $2 WHERE id = $1";
pub(super) const NEW_GAME: &str = "INSERT INTO game (id, plan, created_ms) VALUES ($1, $2, $3)";
pub(super) const NEW_HOLDER: &str =
    "INSERT INTO holder (guest, game, since_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
pub(super) const STILL_ALIVE: &str =
    "INSERT INTO alive (id, at_ms) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at_ms = $1";

/// What is written all or not at all.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// A guest who comes for the first time.
    pub guest: Option<NewGuest>,
    /// A new name for a guest.
    pub rename: Option<(GuestId, String)>,
    /// A new table.
    pub game: Option<NewGame>,
    /// Who holds a seat in which game from now on.
    pub holders: Vec<(GuestId, GameId, i64)>,
    /// Events, each with its game and version.
    pub events: Vec<(GameId, i64, StoredEvent)>,
    /// The server runs.
    pub alive_ms: Option<i64>,
}

/// A guest who comes for the first time.
#[derive(Debug)]
pub(crate) struct NewGuest {
    /// Of the token.
    pub token_hash: String,
    /// The public name.
    pub id: GuestId,
    /// The chosen name.
    pub name: String,
    /// When.
    pub created_ms: i64,
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

/// The batch could not be written; nothing of it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not written: {0}")]
pub(crate) struct NotWritten(String);

/// Hands batches to the one task that writes.
#[derive(Clone)]
pub(crate) struct Writer {
    jobs: mpsc::Sender<Job>,
}

struct Job {
    batch: Batch,
    done: oneshot::Sender<Result<(), NotWritten>>,
}

impl Writer {
    pub(super) fn start(connection: PoolConnection<Any>) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(connection, queue));
        Self { jobs }
    }

    /// Writes a batch; when this returns it is on disk.
    ///
    /// # Errors
    /// If it could not be written.
    pub(crate) async fn write(&self, batch: Batch) -> Result<(), NotWritten> {
        let (done, written) = oneshot::channel();
        let gone = |_| NotWritten("the writer has ended".to_owned());
        self.jobs.send(Job { batch, done }).await.map_err(|_| NotWritten("the writer has ended".to_owned()))?;
        written.await.map_err(gone)?
    }

    /// Whether it keeps up.
    #[must_use]
    pub(crate) fn is_well(&self) -> bool {
        !self.jobs.is_closed() && self.jobs.capacity() > 0
    }
}

async fn write_all(mut connection: PoolConnection<Any>, mut queue: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(GROUP);
    let mut is_busy = false;
    while queue.recv_many(&mut jobs, GROUP).await > 0 {
        if is_busy {
            tokio::time::sleep(GATHERING).await;
            while jobs.len() < GROUP
                && let Ok(job) = queue.try_recv()
            {
                jobs.push(job);
            }
        }
        is_busy = jobs.len() > 1;
        write_group(&mut connection, &mut jobs).await;
    }
}

/// All in one transaction; if that fails, each alone, so that one bad batch does not spoil the rest.
async fn write_group(connection: &mut AnyConnection, jobs: &mut Vec<Job>) {
    let batches: Vec<&Batch> = jobs.iter().map(|job| &job.batch).collect();
    match transact(connection, &batches).await {
        Ok(()) => answer_all(jobs),
        Err(error) if jobs.len() == 1 => answer(jobs.remove(0), Err(error)),
        Err(_) => {
            for job in jobs.drain(..) {
                let written = transact(connection, &[&job.batch]).await;
                answer(job, written);
            }
        }
    }
}

fn answer_all(jobs: &mut Vec<Job>) {
    for job in jobs.drain(..) {
        answer(job, Ok(()));
    }
}

/// Whoever no longer waits does not need the answer.
fn answer(job: Job, written: Result<(), sqlx::Error>) {
    let written = written.map_err(|error| {
        tracing::error!(%error, "a batch was not written");
        NotWritten(error.to_string())
    });
    let _ = job.done.send(written);
}

async fn transact(connection: &mut AnyConnection, batches: &[&Batch]) -> Result<(), sqlx::Error> {
    let events: Vec<_> = batches.iter().flat_map(|batch| &batch.events).collect();
    if batches.iter().all(|batch| batch.is_events_only()) && events.len() <= ROWS {
        // One statement is a transaction of its own.
        return insert_events(connection, &events).await;
    }
    let mut transaction = connection.begin().await?;
    for batch in batches {
        write_rest(&mut transaction, batch).await?;
    }
    for rows in events.chunks(ROWS) {
        insert_events(&mut transaction, rows).await?;
    }
    transaction.commit().await
}

impl Batch {
    const fn is_events_only(&self) -> bool {
        self.guest.is_none()
            && self.rename.is_none()
            && self.game.is_none()
            && self.holders.is_empty()
            && self.alive_ms.is_none()
    }
}

async fn write_rest(connection: &mut AnyConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    if let Some(guest) = &batch.guest {
        let query = sqlx::query(NEW_GUEST).bind(&guest.token_hash).bind(guest.id.as_str());
        query.bind(&guest.name).bind(guest.created_ms).execute(&mut *connection).await?;
    }
    if let Some((guest, name)) = &batch.rename {
        sqlx::query(RENAME).bind(guest.as_str()).bind(name).execute(&mut *connection).await?;
    }
    if let Some(game) = &batch.game {
        let query = sqlx::query(NEW_GAME).bind(game.id.as_str()).bind(&game.plan).bind(game.created_ms);
        query.execute(&mut *connection).await?;
    }
    for (guest, game, since_ms) in &batch.holders {
        let query = sqlx::query(NEW_HOLDER).bind(guest.as_str()).bind(game.as_str()).bind(*since_ms);
        query.execute(&mut *connection).await?;
    }
    if let Some(alive_ms) = batch.alive_ms {
        sqlx::query(STILL_ALIVE).bind(alive_ms).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_events(
    connection: &mut AnyConnection,
    rows: &[&(GameId, i64, StoredEvent)],
) -> Result<(), sqlx::Error> {
    let mut query = sqlx::query(AssertSqlSafe(insert_text(rows.len())));
    for (game, version, event) in rows {
        query = query.bind(game.as_str()).bind(*version).bind(event.at_ms);
        query = query.bind(&event.guest).bind(&event.ack).bind(&event.body);
    }
    query.execute(connection).await?;
    Ok(())
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

/// Keeps the server's last sign of life fresh until the writer ends.
pub(crate) async fn keep_alive(writer: Writer, time: std::sync::Arc<crate::time::Time>, every: Duration) {
    loop {
        let batch = Batch { alive_ms: Some(time.now_ms()), ..Batch::default() };
        if writer.write(batch).await.is_err() {
            return;
        }
        tokio::time::sleep(every).await;
    }
}
