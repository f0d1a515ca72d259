//! Copies of a database file: made while a server runs, put back while none does.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::{AnyConnection, Connection as _, Row as _};

use super::door::Door;
use super::lock::{self, Lock};
use super::{OpenError, sqlite_url};

/// Every statement; for `SQLite` alone.
mod sql {
    /// A whole copy of one moment; whoever writes meanwhile does not wait.
    pub(super) const COPY: &str = "VACUUM INTO $1";
    pub(super) const PROVE: &str = "PRAGMA integrity_check(1)";
    pub(super) const IS_OURS: &str = "SELECT COUNT(*) FROM game";
}

/// Why there is no copy, or why it was not put back.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// It has failed.
    #[error("the database has failed: {0}")]
    Failed(#[from] sqlx::Error),
    /// Nothing is written over.
    #[error("{} is there already", .0.display())]
    Taken(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// What came out cannot be relied on.
    #[error("{} is not whole: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// `PostgreSQL` has programs of its own for that.
    #[error("that is no SQLite file; PostgreSQL is copied by pg_dump and put back by pg_restore")]
    NotAFile,
}

/// Copies the database at an address into a new file. It appears under its name only when it is whole and on disk.
///
/// # Errors
/// If there is no copy; then there is no file either.
pub(crate) async fn back_up(url: &str, to: &Path) -> Result<(), CopyError> {
    let door = Door::of(url)?;
    door.file().ok_or(CopyError::NotAFile)?;
    if to.exists() {
        return Err(CopyError::Taken(to.to_owned()));
    }
    let part = Part::of(to)?;
    let name = part.0.to_str().ok_or_else(|| no_text(to))?.to_owned();
    let mut connection = door.open_beside().await?;
    sqlx::query(sql::COPY).bind(name).execute(&mut connection).await?;
    connection.close().await?;
    part.finish(to).await
}

/// Puts a copy in the place of the database at an address. What was there keeps lying beside it under another name,
/// which is told; without `replace`, nothing may be there.
///
/// # Errors
/// If it was not done; then nothing has changed.
pub(crate) async fn restore(from: &Path, url: &str, replace: bool, now_ms: i64) -> Result<Option<PathBuf>, CopyError> {
    let door = Door::of(url)?;
    let to = door.file().ok_or(CopyError::NotAFile)?;
    let _lock = Lock::take(&to)?;
    if to.exists() && !replace {
        return Err(CopyError::Taken(to));
    }
    let part = Part::of(&to)?;
    fs::copy(from, &part.0).map_err(|error| CopyError::File(from.to_owned(), error))?;
    give_to_owner(&part.0, &to)?;
    part.prove().await?;
    let aside = with_ending(&to, &format!(".before-{now_ms}"));
    let was_there = to.exists();
    // Of the former database all three files, or its log would be taken for the new one's.
    for ending in ["-wal", "-shm", ""] {
        move_if_there(&with_ending(&to, ending), &with_ending(&aside, ending))?;
    }
    part.finish(&to).await?;
    Ok(was_there.then_some(aside))
}

/// A file that is being made, gone if it does not become whole.
struct Part(PathBuf);

impl Part {
    fn of(file: &Path) -> Result<Self, CopyError> {
        let part = with_ending(file, ".part");
        remove_if_there(&part)?;
        lock::make_private(&part)?;
        Ok(Self(part))
    }

    /// A copy that cannot be read is none.
    async fn prove(&self) -> Result<(), CopyError> {
        let damaged = |reason: String| CopyError::Damaged(self.0.clone(), reason);
        let mut connection = Door::of(&sqlite_url(&self.0))?.open_beside().await?;
        let verdict = verdict(&mut connection).await.map_err(|error| damaged(error.to_string()))?;
        connection.close().await?;
        if verdict == "ok" { Ok(()) } else { Err(damaged(verdict)) }
    }

    async fn finish(self, to: &Path) -> Result<(), CopyError> {
        self.prove().await?;
        let failed = |error| CopyError::File(to.to_owned(), error);
        File::open(&self.0).and_then(|file| file.sync_all()).map_err(failed)?;
        fs::rename(&self.0, to).map_err(failed)?;
        // Its name is on disk, too.
        File::open(folder_of(to)).and_then(|folder| folder.sync_all()).map_err(failed)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            // Nobody needs it, and after a rename there is none.
            let _ = fs::remove_file(with_ending(&self.0, ending));
        }
    }
}

/// `ok`, or the first thing that is wrong.
pub(super) async fn verdict(connection: &mut AnyConnection) -> Result<String, sqlx::Error> {
    sqlx::query(sql::IS_OURS).fetch_one(&mut *connection).await?;
    sqlx::query(sql::PROVE).fetch_one(connection).await?.try_get(0)
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Whoever has the folder has what is put there, also when root does it: the house runs as a user of its own.
#[cfg(unix)]
fn give_to_owner(file: &Path, of: &Path) -> Result<(), CopyError> {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let failed = |error| CopyError::File(of.to_owned(), error);
    let (folder, own) = (fs::metadata(folder_of(of)).map_err(failed)?, fs::metadata(file).map_err(failed)?);
    if folder.uid() == own.uid() { Ok(()) } else { chown(file, Some(folder.uid()), Some(folder.gid())).map_err(failed) }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
fn give_to_owner(_: &Path, _: &Path) -> Result<(), CopyError> {
    Ok(())
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn no_text(file: &Path) -> CopyError {
    CopyError::File(
        file.to_owned(),
        io::Error::new(io::ErrorKind::InvalidFilename, "SQLite takes names in Unicode only"),
    )
}

fn remove_if_there(file: &Path) -> Result<(), CopyError> {
    absent_is_fine(fs::remove_file(file), file)
}

fn move_if_there(from: &Path, to: &Path) -> Result<(), CopyError> {
    absent_is_fine(fs::rename(from, to), from)
}

fn absent_is_fine(done: io::Result<()>, file: &Path) -> Result<(), CopyError> {
    match done {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(CopyError::File(file.to_owned(), error)),
        _ => Ok(()),
    }
}
