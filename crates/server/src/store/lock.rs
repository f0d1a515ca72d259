//! One process for one database file, which only its owner can read.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::OpenError;

/// Held as long as the file is ours. It ends with the process, however that ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes a database file that no other process uses. The lock is on a file of its own: to close the database file
    /// ourselves would end `SQLite`'s locks on it.
    pub(super) fn take(database: &Path) -> Result<Self, OpenError> {
        let path = beside(&resolved(database));
        let failed = |error| OpenError::File(path.clone(), error);
        let file = private().open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(database.display().to_string())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

/// Makes a database file if there is none. `SQLite` gives the files beside it the same permissions.
pub(super) fn make_private(database: &Path) -> Result<(), OpenError> {
    match private().create_new(true).open(database) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(OpenError::File(database.to_owned(), error)),
        _ => Ok(()),
    }
}

/// For a file that only its owner can read, if it is made now.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The same file under another name has the same lock.
fn resolved(database: &Path) -> PathBuf {
    fs::canonicalize(database).unwrap_or_else(|_| {
        let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
        let name = database.file_name();
        folder.zip(name).map_or_else(|| database.to_owned(), |(folder, name)| folder.join(name))
    })
}

fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_owner_by_whatever_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("a.db");
        let lock = Lock::take(&database).expect("free");
        make_private(&database).expect("made");
        make_private(&database).expect("there already");
        let mut names = vec![database.clone(), folder.path().join(".").join("a.db")];
        #[cfg(unix)]
        {
            let other = folder.path().join("other.db");
            std::os::unix::fs::symlink(&database, &other).expect("a link");
            names.push(other);
        }
        for name in names {
            let refused = Lock::take(&name).expect_err("taken").to_string();
            assert!(refused.contains("in use"), "{refused}");
        }
        drop(lock);
        Lock::take(&database).expect("free again");
    }
}
