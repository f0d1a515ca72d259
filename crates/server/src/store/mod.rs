//! The only place with SQL. One text serves `SQLite` and `PostgreSQL`.

mod accounts;
mod amend;
mod attended;
mod audit;
mod batch;
mod beside;
mod card;
mod checkpoint;
mod copies;
mod door;
mod faces;
mod job;
mod library;
mod lock;
mod moving;
mod nodes;
mod opening;
mod order;
mod pace;
mod pending;
mod person;
mod profile;
mod progress;
mod puzzles;
mod quill;
mod relation;
mod scores;
mod study;
mod talk;
mod terms;
mod token;
mod writer;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use room::{StoredEvent, StoredGame};
use sqlx::any::AnyRow;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, Row as _, SqlSafeStr as _};

use crate::ids::{GameId, PersonId};
use crate::time::{Outages, Time, Wall};

pub(crate) use amend::{Action, Amend};
pub(crate) use attended::Attended;
pub(crate) use audit::{Audit, StoredCard};
pub(crate) use batch::{Batch, NewGame};
pub(crate) use beside::Beside;
pub(crate) use card::{Card, Listed};
pub use copies::CopyError;
pub(crate) use copies::{back_up, restore};
pub(crate) use job::{Board, Hold, NewJob, Standing, Taken};
pub(crate) use library::{Search, Spine, Volume};
pub use moving::MoveError;
pub(crate) use moving::move_house;
pub(crate) use nodes::{Held, LEASE_MS, Peer, Pulse};
pub(crate) use opening::{Addition, Collection};
pub(crate) use order::{Conduct, Counted, Order, Reason, Report, ReportState};
pub(crate) use pending::DueAt;
pub(crate) use person::{Kind, Known, Person, RelationKind, Role, Secret, SecretKind, Session, Ticket, TicketKind};
pub(crate) use profile::{PAGE, Played, Point, Win};
pub(crate) use progress::Learned;
pub(crate) use puzzles::{FirstTry, Puzzled, Solver, Track, Tried, first_rating};
pub(crate) use relation::{RELATIONS_MAX, Relation};
pub(crate) use scores::{Change, Due, Rated, Score, Tally, key};
pub(crate) use study::{STUDIES_MAX, StudyRow};
pub(crate) use talk::{Circle, Line, Preset, Spoken, Utter, Words};
pub(crate) use token::{ApiToken, TOKENS_MAX, TokenChange};
pub(crate) use writer::{NotWritten, Writer, keep_alive};

use door::Door;
use lock::Lock;

const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "games", include_str!("../../migrations/0001_games.sql")),
    (2, "progress", include_str!("../../migrations/0002_progress.sql")),
    (3, "people", include_str!("../../migrations/0003_people.sql")),
    (4, "days", include_str!("../../migrations/0004_days.sql")),
    (5, "order", include_str!("../../migrations/0005_order.sql")),
    (7, "shelf", include_str!("../../migrations/0007_shelf.sql")),
    (8, "puzzles", include_str!("../../migrations/0008_puzzles.sql")),
    (9, "studies", include_str!("../../migrations/0009_studies.sql")),
    (10, "nodes", include_str!("../../migrations/0010_nodes.sql")),
    (11, "jobs", include_str!("../../migrations/0011_jobs.sql")),
];

/// Every statement that reads, so that a test can prepare them all.
mod sql {
    pub(super) const PLAN: &str = "SELECT plan, created_ms FROM game WHERE id = $1";
    pub(super) const EVENTS: &str = "SELECT at_ms, guest, ack, body FROM event WHERE game = $1 ORDER BY version";
    pub(super) const GAMES_OF: &str = "SELECT game FROM holder WHERE guest = $1 ORDER BY since_ms DESC LIMIT $2";
    pub(super) const ALIVE: &str = "SELECT at_ms FROM alive WHERE id = 1";
    pub(super) const OUTAGES: &str = "SELECT from_ms, to_ms FROM outage ORDER BY from_ms, to_ms";
    #[cfg(test)]
    pub(super) const ALL: &[&str] = &[PLAN, EVENTS, GAMES_OF, ALIVE, OUTAGES];
}

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it.
    #[error(
        "{0} is in use by another process; one server at a time may have it, or several that name their --node-address"
    )]
    InUse(String),
    /// A file has one process.
    #[error("several nodes need a PostgreSQL database: name it with --database postgres://…")]
    Alone,
    /// There can be none at that address.
    #[error("that is no address of a database: {0}")]
    Address(sqlx::Error),
    /// It is not what we have written.
    #[error("the database {0} is damaged, or is no database: {1}")]
    Damaged(String, sqlx::Error),
    /// It would be gone with the process, and every connection would have its own.
    #[error("a database in memory keeps no games; name a file")]
    InMemory,
    /// A file cannot be opened or locked.
    #[error("cannot open {}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// It cannot be reached or changed.
    #[error("cannot open the database {0}: {1}")]
    Database(String, sqlx::Error),
}

impl OpenError {
    fn at(place: &str, error: sqlx::Error) -> Self {
        // Of SQLite: the content is malformed, or there is no header of a database.
        let is_damage = |code: &str| ["11", "26"].contains(&code);
        let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
        if code.is_some_and(|code| is_damage(&code)) {
            return Self::Damaged(place.to_owned(), error);
        }
        Self::Database(place.to_owned(), error)
    }
}

/// Games and people on disk.
pub(crate) struct Store {
    pool: AnyPool,
    writer: Writer,
    board: Board,
    door: Door,
}

/// Somebody at a table: all that a game needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guest {
    /// The public name.
    pub id: PersonId,
    /// The chosen name; empty until chosen.
    pub name: String,
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
    /// Opens a database for this process alone and brings its tables up to date; also gives the time that goes with it.
    ///
    /// # Errors
    /// If it cannot be opened or changed, or another process has it.
    pub(crate) async fn open(url: &str) -> Result<(Self, Arc<Time>), OpenError> {
        Self::open_by(url, Wall::default()).await
    }

    /// The same by a clock on the wall.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub(crate) async fn open_by(url: &str, wall: Wall) -> Result<(Self, Arc<Time>), OpenError> {
        let door = Door::of(url)?;
        let lock = door.file().map(|file| claim(&file, door.makes_file())).transpose()?;
        let mut connection = door.open_to_write().await?;
        let failed = |error| OpenError::at(&door.place(), error);
        migrate(&mut connection).await.map_err(failed)?;
        nodes::clear(&mut connection).await.map_err(failed)?;
        let time = Arc::new(read_time(&mut connection, wall).await.map_err(failed)?);
        Ok(Self::started(door, connection, time, lock))
    }

    /// Opens a database as one of several processes.
    ///
    /// # Errors
    /// As [`Store::open`], and if it is a file.
    pub(crate) async fn open_node(
        url: &str,
        node: &str,
        address: SocketAddr,
        wall: Wall,
    ) -> Result<(Self, Arc<Time>), OpenError> {
        let door = Door::of_node(url, node)?;
        let mut connection = door.open_to_write().await?;
        let failed = |error| OpenError::at(&door.place(), error);
        migrate(&mut connection).await.map_err(failed)?;
        let now_ms = nodes::join(&mut connection, node, address).await.map_err(failed)?;
        let outages = read_outages(&mut connection).await.map_err(failed)?;
        let time = Arc::new(Time::shared(wall, now_ms, outages));
        Ok(Self::started(door, connection, time, None))
    }

    fn started(door: Door, connection: AnyConnection, time: Arc<Time>, lock: Option<Lock>) -> (Self, Arc<Time>) {
        let (pool, board) = (door.readers(), door.board());
        let writer = Writer::start(connection, door.clone(), pool.clone(), Arc::clone(&time), lock);
        (Self { pool, writer, board, door }, time)
    }

    /// Brings the tables of a database up to date; a server that runs has done it already.
    ///
    /// # Errors
    /// If it cannot be opened or changed.
    pub(crate) async fn bring_up_to_date(url: &str) -> Result<(), OpenError> {
        match Self::open(url).await {
            Ok((store, _)) => store.close().await,
            Err(OpenError::InUse(_)) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Writes what has been handed in, and lets the database go.
    pub(crate) async fn close(&self) {
        self.writer.end().await;
        self.board.close().await;
        self.pool.close().await;
    }

    /// The one writer.
    #[must_use]
    pub(crate) const fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Thoughts that are thought elsewhere.
    #[must_use]
    pub(crate) const fn board(&self) -> &Board {
        &self.board
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
    pub(crate) async fn games_of(&self, guest: PersonId, limit: u32) -> Result<Vec<GameId>, sqlx::Error> {
        let query = sqlx::query(sql::GAMES_OF).bind(guest.as_str()).bind(i64::from(limit));
        query.fetch_all(&self.pool).await?.iter().map(|row| id(row, 0)).collect()
    }

    /// Whether what is written is stored, and what is stored can be read.
    pub(crate) async fn is_well(&self) -> bool {
        self.writer.is_well() && last_alive(&self.pool, self.door.node()).await.is_ok()
    }
}

#[cfg(test)]
impl Store {
    /// Nobody can read as long as these are held.
    pub(crate) async fn all_readers(&self) -> Vec<sqlx::pool::PoolConnection<sqlx::Any>> {
        let acquire = |_| self.pool.acquire();
        let readers = (0..self.pool.options().get_max_connections()).map(acquire);
        futures_util::future::try_join_all(readers).await.expect("readers")
    }
}

/// Takes a file for this process, before anything else touches it.
fn claim(file: &Path, makes_file: bool) -> Result<Lock, OpenError> {
    let lock = Lock::take(file)?;
    if makes_file {
        lock::make_private(file)?;
    }
    Ok(lock)
}

/// The last sign of life of this process.
async fn last_alive(pool: &AnyPool, node: Option<&String>) -> Result<Option<i64>, sqlx::Error> {
    let query = match node {
        Some(node) => sqlx::query(nodes::PROOF).bind(node.clone()),
        None => sqlx::query(sql::ALIVE),
    };
    query.fetch_optional(pool).await?.map(|row| row.try_get(0)).transpose()
}

async fn migrate(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    migrate_with(connection, MIGRATIONS).await
}

async fn migrate_with(
    connection: &mut AnyConnection,
    migrations: &[(i64, &'static str, &'static str)],
) -> Result<(), sqlx::Error> {
    let migration = |(version, name, text): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(migrations.iter().map(migration).collect()).run(connection).await?;
    Ok(())
}

/// Time goes on where it was last known, and what lies between was an outage.
async fn read_time(connection: &mut AnyConnection, wall: Wall) -> Result<Time, sqlx::Error> {
    let outages = read_outages(connection).await?;
    let alive = sqlx::query(sql::ALIVE).fetch_optional(connection).await?;
    Ok(match alive {
        Some(row) => Time::resuming(wall, row.try_get(0)?, outages),
        None => Time::starting(wall, 0, outages),
    })
}

async fn read_outages(connection: &mut AnyConnection) -> Result<Outages, sqlx::Error> {
    let mut outages = Outages::default();
    for row in sqlx::query(sql::OUTAGES).fetch_all(connection).await? {
        outages.push(row.try_get(0)?, row.try_get(1)?);
    }
    Ok(outages)
}

fn id<T: std::str::FromStr>(row: &AnyRow, column: usize) -> Result<T, sqlx::Error> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|_| sqlx::Error::Decode("not an id".into()))
}

fn event(row: &AnyRow) -> Result<StoredEvent, sqlx::Error> {
    Ok(StoredEvent { at_ms: row.try_get(0)?, guest: row.try_get(1)?, ack: row.try_get(2)?, body: row.try_get(3)? })
}

#[cfg(test)]
mod migration_tests;
#[cfg(test)]
mod postgres_tests;
#[cfg(test)]
mod scratch;
#[cfg(test)]
mod tests;
