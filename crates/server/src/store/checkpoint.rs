//! Copies the write-ahead log of `SQLite` into the database, beside the writer: by itself it would do so within a commit, for
//! which every game waits. The log begins anew only when all of it is copied, and in a busy house something is written
//! meanwhile; so the writer copies the little that is left then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::{AnyConnection, Connection as _};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::door::Door;

/// After how many rows of a log it is due; a row takes two or three pages of the log.
const DUE_AFTER: usize = 2000;

/// Waits for nobody: writers and readers go on meanwhile.
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// Counts what is written, and calls whoever copies it.
pub(super) struct Checkpoints {
    rows: usize,
    due: mpsc::Sender<()>,
    /// Whether the log was copied and the rest is the writer's.
    is_copied: Arc<AtomicBool>,
    keeper: JoinHandle<()>,
}

impl Checkpoints {
    /// For a database in a file; others take care of themselves.
    #[must_use]
    pub(super) fn start(door: &Door) -> Option<Self> {
        door.file()?;
        let ((due, calls), is_copied) = (mpsc::channel(1), Arc::<AtomicBool>::default());
        let keeper = tokio::spawn(keep(door.clone(), calls, Arc::clone(&is_copied)));
        Some(Self { rows: 0, due, is_copied, keeper })
    }

    /// So many rows more have been written; whether the writer is to copy the rest of the log now.
    #[must_use]
    pub(super) fn wrote(&mut self, rows: usize) -> bool {
        self.rows += rows;
        // If the last one is not done yet, the next commit calls again.
        if self.rows >= DUE_AFTER && self.due.try_send(()).is_ok() {
            self.rows = 0;
        }
        self.is_copied.swap(false, Ordering::Relaxed)
    }

    /// Returns when its connection has been let go.
    pub(super) async fn end(self) {
        drop(self.due);
        let _ = self.keeper.await;
    }
}

/// A connection that has failed is not used again.
async fn keep(door: Door, mut calls: mpsc::Receiver<()>, is_copied: Arc<AtomicBool>) {
    let mut connection = None;
    while calls.recv().await.is_some() {
        match copied_beside(&door, connection.take()).await {
            Ok(well) => {
                connection = Some(well);
                is_copied.store(true, Ordering::Relaxed);
            }
            Err(error) => tracing::warn!(%error, "the log was not copied into the database"),
        }
    }
    if let Some(connection) = connection {
        let _ = connection.close().await;
    }
}

async fn copied_beside(door: &Door, connection: Option<AnyConnection>) -> Result<AnyConnection, super::OpenError> {
    let mut connection = match connection {
        Some(connection) => connection,
        None => door.open_beside().await?,
    };
    copy(&mut connection).await.map_err(|error| super::OpenError::at(&door.place(), error))?;
    Ok(connection)
}

/// Copies what no reader still needs in the log.
///
/// # Errors
/// If the database cannot be written.
pub(super) async fn copy(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    sqlx::query(CHECKPOINT).fetch_one(connection).await.map(drop)
}

#[cfg(test)]
mod tests {
    use crate::ids;
    use crate::store::{Batch, Store, StoredEvent, sqlite_url};

    const ROWS: usize = 64;
    const BODY: usize = 1000;
    /// Long before so many the log has begun anew.
    const BATCHES_MAX: usize = 2000;

    fn batch(number: usize) -> Batch {
        let event = |row| {
            let event = StoredEvent { at_ms: 0, guest: String::new(), ack: String::new(), body: "a".repeat(BODY) };
            (ids::new_game(), (number * ROWS + row) as i64, event)
        };
        Batch { events: (0..ROWS).map(event).collect(), ..Batch::default() }
    }

    #[tokio::test]
    async fn the_log_begins_anew_while_others_write() {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, _) = Store::open(&sqlite_url(&folder.path().join("a.db"))).await.expect("a database");
        let is_short = |written: usize| {
            let log = std::fs::metadata(folder.path().join("a.db-wal")).expect("a log").len();
            log < (written * ROWS * BODY / 2) as u64
        };
        let mut written = 0;
        while written < BATCHES_MAX && !is_short(written) {
            let writer = store.writer();
            let (one, other) = tokio::join!(writer.write(batch(written)), writer.write(batch(written + 1)));
            one.and(other).expect("written");
            written += 2;
        }
        assert!(written < BATCHES_MAX, "the log only grows");
        store.close().await;
    }
}
