//! The only place with SQL. One text serves `SQLite` and `PostgreSQL`.

mod writer;

use std::path::Path;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions, AnyRow};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, ConnectOptions as _, Row as _, SqlSafeStr as _};

use crate::ids::{GameId, GuestId};
use crate::time::{Outages, Time};

pub(crate) use writer::keep_alive;
pub(crate) use writer::{Batch, NewGame, NewGuest, Writer};

/// Readers beside the one writer.
const READERS: u32 = 4;

const MIGRATIONS: &[(i64, &str, &str)] = &[(1, "games", include_str!("../../migrations/0001_games.sql"))];

/// Every statement that is not assembled by the writer, so that a test can prepare them all.
mod sql {
    pub(super) const GUEST: &str = "SELECT id, name FROM guest WHERE token_hash = $1";
    pub(super) const PLAN: &str = "SELECT plan, created_ms FROM game WHERE id = $1";
    pub(super) const EVENTS: &str = "SELECT at_ms, guest, ack, body FROM event WHERE game = $1 ORDER BY version";
    pub(super) const GAMES_OF: &str = "SELECT game FROM holder WHERE guest = $1 ORDER BY since_ms DESC LIMIT $2";
    pub(super) const ALIVE: &str = "SELECT at_ms FROM alive WHERE id = 1";
    pub(super) const OUTAGES: &str = "SELECT from_ms, to_ms FROM outage ORDER BY from_ms";
    pub(super) const NEW_OUTAGE: &str = "INSERT INTO outage (from_ms, to_ms) VALUES ($1, $2)";
    #[cfg(test)]
    pub(super) const ALL: &[&str] = &[GUEST, PLAN, EVENTS, GAMES_OF, ALIVE, OUTAGES, NEW_OUTAGE];
}

/// Games and guests on disk.
pub(crate) struct Store {
    pool: AnyPool,
    writer: Writer,
}

/// A person without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guest {
    /// The public name.
    pub id: GuestId,
    /// The chosen name; empty until chosen.
    pub name: String,
}

/// A game as it is stored.
#[derive(Debug)]
pub(crate) struct StoredGame {
    /// What was agreed when the table was made, as JSON.
    pub plan: String,
    /// When that was.
    pub created_ms: i64,
    /// What has happened since, the first at version 1.
    pub events: Vec<StoredEvent>,
}

/// One event of a game.
#[derive(Clone, Debug)]
pub(crate) struct StoredEvent {
    /// When it happened.
    pub at_ms: i64,
    /// Whose message brought it about, and the id of that message; both empty if none did.
    pub guest: String,
    /// See `guest`.
    pub ack: String,
    /// The event as JSON.
    pub body: String,
}

/// The address of an `SQLite` file, for [`Store::open`].
#[must_use]
pub(crate) fn sqlite_url(file: &Path) -> String {
    let encoded: String = file.to_string_lossy().chars().map(encode).collect();
    format!("sqlite://{encoded}?mode=rwc")
}

fn encode(character: char) -> String {
    match character {
        '%' | '?' | '#' | ' ' => format!("%{:02X}", character as u32),
        _ => character.to_string(),
    }
}

impl Store {
    /// Opens a database and brings its tables up to date; also gives the time that goes with it.
    ///
    /// # Errors
    /// If it cannot be opened or changed.
    pub(crate) async fn open(url: &str) -> Result<(Self, Time), sqlx::Error> {
        sqlx::any::install_default_drivers();
        let pool = connect(url).await?;
        migrate(&pool).await?;
        let time = read_time(&pool).await?;
        let writer = Writer::start(pool.acquire().await?);
        Ok((Self { pool, writer }, time))
    }

    /// The one writer.
    #[must_use]
    pub(crate) const fn writer(&self) -> &Writer {
        &self.writer
    }

    /// The guest with that token.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn guest(&self, token_hash: &str) -> Result<Option<Guest>, sqlx::Error> {
        let row = sqlx::query(sql::GUEST).bind(token_hash).fetch_optional(&self.pool).await?;
        row.map(|row| Ok(Guest { id: id(&row, 0)?, name: row.try_get(1)? })).transpose()
    }

    /// A game with all its events.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn game(&self, game: GameId) -> Result<Option<StoredGame>, sqlx::Error> {
        let Some(row) = sqlx::query(sql::PLAN).bind(game.as_str()).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let rows = sqlx::query(sql::EVENTS).bind(game.as_str()).fetch_all(&self.pool).await?;
        let events = rows.iter().map(event).collect::<Result<_, _>>()?;
        Ok(Some(StoredGame { plan: row.try_get(0)?, created_ms: row.try_get(1)?, events }))
    }

    /// The games in which a guest has held a seat, latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn games_of(&self, guest: GuestId, limit: u32) -> Result<Vec<GameId>, sqlx::Error> {
        let query = sqlx::query(sql::GAMES_OF).bind(guest.as_str()).bind(i64::from(limit));
        query.fetch_all(&self.pool).await?.iter().map(|row| id(row, 0)).collect()
    }

    /// Whether it can be read.
    pub(crate) async fn is_well(&self) -> bool {
        sqlx::query(sql::ALIVE).fetch_optional(&self.pool).await.is_ok()
    }
}

async fn connect(url: &str) -> Result<AnyPool, sqlx::Error> {
    let options: AnyConnectOptions = url.parse()?;
    let options = options.disable_statement_logging();
    let on_sqlite = url.starts_with("sqlite:");
    let in_memory = url.contains(":memory:");
    AnyPoolOptions::new()
        .max_connections(if in_memory { 1 } else { READERS + 1 })
        .after_connect(move |connection, _| {
            Box::pin(async move {
                if on_sqlite {
                    // Full: a committed row survives the loss of power, not only of the process.
                    for pragma in ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"] {
                        sqlx::query(pragma).execute(&mut *connection).await?;
                    }
                }
                Ok(())
            })
        })
        .connect_with(options)
        .await
}

async fn migrate(pool: &AnyPool) -> Result<(), sqlx::Error> {
    let migration = |(version, name, text): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.iter().map(migration).collect()).run(pool).await?;
    Ok(())
}

/// Time goes on where it was last known, and what lies between was an outage.
async fn read_time(pool: &AnyPool) -> Result<Time, sqlx::Error> {
    let mut outages = Outages::default();
    for row in sqlx::query(sql::OUTAGES).fetch_all(pool).await? {
        outages.push(row.try_get(0)?, row.try_get(1)?);
    }
    let alive = sqlx::query(sql::ALIVE).fetch_optional(pool).await?;
    let last_ms: Option<i64> = alive.map(|row| row.try_get(0)).transpose()?;
    let mut time = Time::starting(last_ms.unwrap_or(0), outages);
    if let Some(last_ms) = last_ms {
        sqlx::query(sql::NEW_OUTAGE).bind(last_ms).bind(time.started_ms()).execute(pool).await?;
        time.add_outage(last_ms);
    }
    Ok(time)
}

fn id(row: &AnyRow, column: usize) -> Result<GameId, sqlx::Error> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|_| sqlx::Error::Decode("not an id".into()))
}

fn event(row: &AnyRow) -> Result<StoredEvent, sqlx::Error> {
    Ok(StoredEvent { at_ms: row.try_get(0)?, guest: row.try_get(1)?, ack: row.try_get(2)?, body: row.try_get(3)? })
}

#[cfg(test)]
mod tests;
