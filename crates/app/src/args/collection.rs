//! Arguments of `collection`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::people::Books;

/// Arguments of `collection`.
#[derive(Args, Debug)]
pub struct Collection {
    /// What to do.
    #[command(subcommand)]
    pub errand: CollectionErrand,
}

/// One errand each.
#[derive(Subcommand, Debug)]
pub enum CollectionErrand {
    /// Count how the games of files began, in a collection that everybody in the house may explore
    ///
    /// Records in every readable format; a game that the collection has already does not count again. Refused games
    /// are told on standard error, with their lines.
    Add(Add),
    /// List all collections, one a line: name, game, number of games
    List(Books),
    /// Take a collection away
    Remove(Remove),
}

/// What is added where.
#[derive(Args, Debug)]
pub struct Add {
    /// What it is called
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Files of records
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Where the books are.
    #[command(flatten)]
    pub books: Books,
}

/// What is taken away.
#[derive(Args, Debug)]
pub struct Remove {
    /// What it is called
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Where the books are.
    #[command(flatten)]
    pub books: Books,
}
