//! Tables that lie in a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Class, Damage, Family, Shelf, TableFile};

/// Why tables of a folder are not at hand.
#[derive(Debug, thiserror::Error)]
pub enum NotRead {
    /// The folder or a file cannot be read.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// A table in the folder is damaged.
    #[error("{0}: {1}; remove it to have it made again")]
    Damaged(PathBuf, Damage),
    /// A table is not there.
    #[error("{0} is needed first; make the earlier tiers")]
    Missing(String),
}

impl Shelf {
    /// The tables with a name: `built-in`, `none`, or those and all of a folder.
    ///
    /// # Errors
    /// If the folder or a table in it cannot be read.
    pub fn named(name: &str) -> Result<Arc<Self>, NotRead> {
        match name {
            "built-in" => Ok(Self::built_in()),
            "none" => Ok(Arc::default()),
            folder => Self::built_in_and(Path::new(folder)).map(Arc::new),
        }
    }

    /// The tables that come with the program, and those of a folder.
    ///
    /// # Errors
    /// If the folder or a table in it cannot be read.
    pub fn built_in_and(folder: &Path) -> Result<Self, NotRead> {
        let mut shelf = Self::clone(&Self::built_in());
        shelf.extend(read_all(folder)?);
        Ok(shelf)
    }
}

/// Reads a table from a folder.
///
/// # Errors
/// If it is not there or damaged.
pub fn read_one(folder: &Path, class: &Class, family: Family) -> Result<TableFile, NotRead> {
    let name = TableFile::name(class, family);
    let path = folder.join(&name);
    if path.exists() { read(path) } else { Err(NotRead::Missing(name)) }
}

/// Every table in a folder, in the order of their names.
///
/// # Errors
/// If the folder or a table cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<TableFile>, NotRead> {
    let failed = |error| NotRead::File(folder.to_owned(), error);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "dgt"));
    paths.sort();
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Result<TableFile, NotRead> {
    match std::fs::read(&path) {
        Ok(bytes) => TableFile::read(bytes).map_err(|damage| NotRead::Damaged(path, damage)),
        Err(error) => Err(NotRead::File(path, error)),
    }
}
