//! Arguments of `backup`, `restore`, `check` and `move-house`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::people::Books;

/// Arguments of `backup`.
#[derive(Args, Debug)]
pub struct Backup {
    /// The file to make
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Where the books are.
    #[command(flatten)]
    pub books: Books,
}

/// Arguments of `restore`.
#[derive(Args, Debug)]
pub struct Restore {
    /// A file that `daeguk backup` has made
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Put it in the place of a database that is there; the former one is kept beside it under another name
    #[arg(long)]
    pub replace: bool,
    /// Where the books are.
    #[command(flatten)]
    pub books: Books,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct Check {
    /// Where the books are.
    #[command(flatten)]
    pub books: Books,
}

/// Arguments of `move-house`.
#[derive(Args, Debug)]
pub struct MoveHouse {
    /// The address of the new database, which must be empty
    #[arg(long, value_name = "URL", value_hint = ValueHint::Other)]
    pub to: String,
    /// Where the books are now.
    #[command(flatten)]
    pub books: Books,
}
