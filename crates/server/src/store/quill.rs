//! Writes the moves of games into `SQLite` on the thread that serves them. Handing a row to another thread and waiting for it
//! wakes two threads, which costs more than writing it; so what a busy house does most goes without. Everything else, and
//! every other database, goes through the connection of the library (`writer.rs`).

use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, params};
use tokio::runtime::{Handle, RuntimeFlavor};

use super::StoredEvent;
use super::batch::insert_text;
use super::door::Door;
use crate::ids::GameId;

/// A disk that takes longer than this is not waited for on the thread that serves.
const SLOW: Duration = Duration::from_millis(4);

const BEGIN: &str = "BEGIN IMMEDIATE";
const COMMIT: &str = "COMMIT";
const ROLLBACK: &str = "ROLLBACK";

/// One row of the table of events.
pub(super) type Row<'a> = &'a (GameId, i64, StoredEvent);

/// What became of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stroke {
    /// They are on disk.
    Written,
    /// Another process writes just now; nothing was done.
    Busy,
}

/// A connection of its own, beside that of the writer and only used by it.
pub(super) struct Quill {
    connection: Connection,
    /// What one row takes.
    insert: String,
    /// Whether the last stroke was slow.
    is_slow: bool,
}

impl Quill {
    /// For a database in a file that is there; others have none.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn open(door: &Door) -> Result<Option<Self>, rusqlite::Error> {
        let Some(file) = door.file() else { return Ok(None) };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(Duration::ZERO)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        Ok(Some(Self { connection, insert: insert_text(1), is_slow: false }))
    }

    /// Writes rows in one transaction.
    ///
    /// # Errors
    /// If the database fails; the quill is not to be used again then.
    pub(super) fn write(&mut self, rows: &[Row]) -> Result<Stroke, rusqlite::Error> {
        let began = Instant::now();
        let written = if self.is_slow { aside(|| self.commit(rows)) } else { self.commit(rows) };
        self.is_slow = began.elapsed() > SLOW;
        match written {
            Ok(()) => Ok(Stroke::Written),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(Stroke::Busy),
            Err(error) => Err(error),
        }
    }

    /// One statement is a transaction of its own.
    fn commit(&self, rows: &[Row]) -> Result<(), rusqlite::Error> {
        if let [row] = rows {
            return self.insert(row);
        }
        self.run(BEGIN)?;
        let written = rows.iter().try_for_each(|row| self.insert(row)).and_then(|()| self.run(COMMIT));
        if written.is_err() {
            // What went wrong has been told, and the connection is not used again.
            let _ = self.run(ROLLBACK);
        }
        written
    }

    /// These, too, are understood once and not anew in every transaction.
    fn run(&self, statement: &str) -> Result<(), rusqlite::Error> {
        self.connection.prepare_cached(statement)?.execute([]).map(drop)
    }

    fn insert(&self, (game, version, event): Row) -> Result<(), rusqlite::Error> {
        let mut statement = self.connection.prepare_cached(&self.insert)?;
        statement.execute(params![game.as_str(), version, event.at_ms, event.guest, event.ack, event.body]).map(drop)
    }
}

/// Lets the other tasks of this thread go on elsewhere meanwhile, where there is an elsewhere.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids;
    use crate::store::{Batch, Store, sqlite_url};

    fn rows(count: usize) -> Vec<(GameId, i64, StoredEvent)> {
        let event =
            || StoredEvent { at_ms: 1, guest: "민수".to_owned(), ack: "a'1".to_owned(), body: "{}".to_owned() };
        (0..count).map(|version| (ids::new_game(), version as i64, event())).collect()
    }

    async fn house() -> (tempfile::TempDir, Store, Quill) {
        let folder = tempfile::tempdir().expect("a folder");
        let url = sqlite_url(&folder.path().join("a.db"));
        let (store, _) = Store::open(&url).await.expect("a database");
        let quill = Quill::open(&Door::of(&url).expect("an address")).expect("it opens").expect("it is a file");
        (folder, store, quill)
    }

    async fn count(store: &Store) -> i64 {
        use sqlx::Row as _;
        sqlx::query("SELECT count(*) FROM event").fetch_one(&store.pool).await.expect("a count").get(0)
    }

    #[tokio::test]
    async fn what_is_written_is_read_by_others() {
        let (_folder, store, mut quill) = house().await;
        for size in [1, 3] {
            let rows = rows(size);
            assert_eq!(quill.write(&rows.iter().collect::<Vec<_>>()), Ok(Stroke::Written));
        }
        assert_eq!(count(&store).await, 4);
        store.close().await;
    }

    #[tokio::test]
    async fn rows_are_written_all_or_not_at_all() {
        let (_folder, store, mut quill) = house().await;
        let twice = rows(1);
        let rows: Vec<_> = [&twice[0], &twice[0]].into();
        assert!(quill.write(&rows).is_err(), "a version is written once");
        assert_eq!(count(&store).await, 0);
        store.close().await;
    }

    #[tokio::test]
    async fn nobody_waits_on_this_thread_for_another_writer() {
        let (folder, store, mut quill) = house().await;
        let other = Connection::open(folder.path().join("a.db")).expect("it opens");
        other.execute_batch("BEGIN IMMEDIATE").expect("nobody writes");
        let rows = rows(1);
        assert_eq!(quill.write(&[&rows[0]]), Ok(Stroke::Busy));
        other.execute_batch("ROLLBACK").expect("it has begun");
        assert_eq!(quill.write(&[&rows[0]]), Ok(Stroke::Written));
        store.close().await;
    }

    /// While another process writes, moves go the slower way, which waits.
    #[tokio::test]
    async fn a_busy_database_is_waited_for_elsewhere() {
        let (folder, store, _) = house().await;
        let other = Connection::open(folder.path().join("a.db")).expect("it opens");
        other.execute_batch("BEGIN IMMEDIATE").expect("nobody writes");
        let writing = store.writer().write(Batch { events: rows(2), ..Batch::default() });
        let ending = async { other.execute_batch("ROLLBACK").expect("it has begun") };
        let (written, ()) = tokio::join!(writing, ending);
        written.expect("it was waited for");
        assert_eq!(count(&store).await, 2);
        store.close().await;
    }
}
