//! How the database is reached: where it is, and how a connection is made ready.

use std::path::PathBuf;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AnyPool, ConnectOptions as _, Row as _};

use super::OpenError;
use super::job::Board;
use crate::ids;

/// Readers beside the one writer.
const READERS: u32 = 4;
/// Connections for the jobs of workers.
const BOARD: u32 = 2;
const UNHURRIED_SQLITE: &str = "PRAGMA synchronous = NORMAL";
const UNHURRIED_POSTGRES: &str = "SET synchronous_commit = off";
/// How long a reader may wait for a connection.
const READ_WITHIN: Duration = Duration::from_secs(5);
/// In the address of an `SQLite` file that is made if it is missing.
const MAKING: &str = "mode=rwc";
/// Half a megabyte for each reader; the system keeps the file in memory as well, once for all of them.
const SMALL_CACHE: &str = "PRAGMA cache_size = -512";
/// How often another writer of the same `PostgreSQL` database is asked for, and how long between: a killed process is not
/// forgotten at once.
const LOCK_TRIES: usize = 20;
const LOCK_EVERY: Duration = Duration::from_millis(100);

/// For `PostgreSQL`, where every session has a name, and one of them the lock.
mod sql {
    pub(super) const NAME: &str = "SELECT set_config('application_name', $1, false)";
    pub(super) const END_FORMER: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()";
    pub(super) const LOCK: &str = "SELECT pg_try_advisory_lock(hashtext('daeguk'), hashtext(current_schema()::text))";
    /// One of several shares the house with others of its kind, and has a lock of its own.
    pub(super) const SHARE: &str =
        "SELECT pg_try_advisory_lock_shared(hashtext('daeguk'), hashtext(current_schema()::text))
        AND pg_try_advisory_lock(hashtext('daeguk node'), hashtext($1))";
}

/// The way to one database.
#[derive(Clone, Debug)]
pub(super) struct Door {
    options: AnyConnectOptions,
    kind: Kind,
    makes_file: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Sqlite,
    Postgres {
        /// The name of our writer's sessions.
        writer: String,
        /// Which of several processes this is, if it is one.
        node: Option<String>,
    },
}

impl Door {
    /// The way to the database with that address.
    ///
    /// # Errors
    /// If that is no address.
    pub(super) fn of(url: &str) -> Result<Self, OpenError> {
        sqlx::any::install_default_drivers();
        if url.contains(":memory:") || url.contains("mode=memory") {
            return Err(OpenError::InMemory);
        }
        let mut options: AnyConnectOptions = url.parse().map_err(OpenError::Address)?;
        // We make a missing file ourselves, and only at the start: a disk that is gone must not become an empty database.
        let query = options.database_url.query().unwrap_or_default().to_owned();
        let makes_file = query.contains(MAKING);
        if makes_file {
            options.database_url.set_query(Some(&query.replace(MAKING, "mode=rw")));
        }
        let kind = if url.starts_with("sqlite:") {
            Kind::Sqlite
        } else {
            Kind::Postgres { writer: format!("daeguk writer {}", ids::new_game()), node: None }
        };
        Ok(Self { options: options.disable_statement_logging(), kind, makes_file })
    }

    /// The way for one of several processes, by its name.
    ///
    /// # Errors
    /// If that is no address, or of a file.
    pub(super) fn of_node(url: &str, name: &str) -> Result<Self, OpenError> {
        let mut door = Self::of(url)?;
        match &mut door.kind {
            Kind::Sqlite => return Err(OpenError::Alone),
            Kind::Postgres { node, .. } => *node = Some(name.to_owned()),
        }
        Ok(door)
    }

    /// Which of several processes goes this way, if it is one.
    pub(super) const fn node(&self) -> Option<&String> {
        match &self.kind {
            Kind::Postgres { node: Some(node), .. } => Some(node),
            _ => None,
        }
    }

    /// The database file, if it is one.
    pub(super) fn file(&self) -> Option<PathBuf> {
        matches!(self.kind, Kind::Sqlite)
            .then(|| SqliteConnectOptions::from_url(&self.options.database_url).ok())?
            .map(|options| options.get_filename().to_owned())
    }

    /// Whether a missing file is to be made.
    pub(super) const fn makes_file(&self) -> bool {
        self.makes_file
    }

    /// In words, without passwords.
    pub(super) fn place(&self) -> String {
        let url = &self.options.database_url;
        let host = url.host_str().unwrap_or_default();
        self.file()
            .map_or_else(|| format!("{}://{host}{}", url.scheme(), url.path()), |file| file.display().to_string())
    }

    /// Connections for reading, made when they are needed.
    pub(super) fn readers(&self) -> AnyPool {
        let mut options = AnyPoolOptions::new().max_connections(READERS).acquire_timeout(READ_WITHIN);
        if matches!(self.kind, Kind::Sqlite) {
            options = options.after_connect(|connection, _| {
                Box::pin(async move { sqlx::query(SMALL_CACHE).execute(connection).await.map(drop) })
            });
        }
        options.connect_lazy_with(self.options.clone())
    }

    /// Connections for what may be lost: they wait for no disk, and so keep nobody waiting who does.
    pub(super) fn board(&self) -> Board {
        let is_sqlite = matches!(self.kind, Kind::Sqlite);
        let text = if is_sqlite { UNHURRIED_SQLITE } else { UNHURRIED_POSTGRES };
        let options = AnyPoolOptions::new().max_connections(BOARD).acquire_timeout(READ_WITHIN);
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move { sqlx::query(text).execute(connection).await.map(drop) })
        });
        Board::new(options.connect_lazy_with(self.options.clone()), !is_sqlite)
    }

    /// A connection beside the one that has the database.
    ///
    /// # Errors
    /// If there is none.
    pub(super) async fn open_beside(&self) -> Result<AnyConnection, OpenError> {
        self.options.connect().await.map_err(|error| OpenError::at(&self.place(), error))
    }

    /// The one connection that may write.
    ///
    /// # Errors
    /// If there is none, or another process has it.
    pub(super) async fn open_to_write(&self) -> Result<AnyConnection, OpenError> {
        let failed = |error| OpenError::at(&self.place(), error);
        let mut connection = self.options.connect().await.map_err(failed)?;
        match &self.kind {
            Kind::Sqlite => ready_sqlite(&mut connection).await.map_err(failed)?,
            Kind::Postgres { writer, node } => {
                if !lock_postgres(&mut connection, writer, node.as_deref()).await.map_err(failed)? {
                    return Err(OpenError::InUse(self.place()));
                }
            }
        }
        Ok(connection)
    }
}

/// Full: a committed row survives the loss of power, not only of the process.
async fn ready_sqlite(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    // The log is copied beside the commits (`checkpoint.rs`), not within one.
    for pragma in ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA wal_autocheckpoint = 0"] {
        sqlx::query(pragma).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Whether the lock is ours. It belongs to the session: whoever has it knows that no former session of ours still commits.
async fn lock_postgres(connection: &mut AnyConnection, name: &str, node: Option<&str>) -> Result<bool, sqlx::Error> {
    sqlx::query(sql::END_FORMER).bind(name).fetch_all(&mut *connection).await?;
    sqlx::query(sql::NAME).bind(name).execute(&mut *connection).await?;
    for _ in 0..LOCK_TRIES {
        let query = match node {
            Some(node) => sqlx::query(sql::SHARE).bind(node.to_owned()),
            None => sqlx::query(sql::LOCK),
        };
        if query.fetch_one(&mut *connection).await?.try_get(0)? {
            return Ok(true);
        }
        tokio::time::sleep(LOCK_EVERY).await;
    }
    Ok(false)
}
