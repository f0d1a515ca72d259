//! Arguments of `people`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

/// Arguments of `people`.
#[derive(Args, Debug)]
pub struct People {
    /// What to do.
    #[command(subcommand)]
    pub errand: PeopleErrand,
}

/// One errand each.
#[derive(Subcommand, Debug)]
pub enum PeopleErrand {
    /// Make a member a host; without such a member, print the address where the first host signs up
    ///
    /// A member who becomes a host signs in again. The address is good once, for 15 minutes.
    Host(Named),
    /// List all accounts, one a line: name, role, and whether they may not come in
    List(Books),
    /// Print the address where a member who has lost password and recovery code chooses a new password
    Reset(Named),
    /// Shut a member out: all sessions end
    Ban(Ban),
}

/// Whose.
#[derive(Args, Debug)]
pub struct Named {
    /// The member's name
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Where the books are.
    #[command(flatten)]
    pub books: Books,
}

/// Whom, and for how long.
#[derive(Args, Debug)]
pub struct Ban {
    /// The member's name
    #[arg(value_name = "NAME")]
    pub name: String,
    /// For how many days; 0 lets them in again [default: for ever]
    #[arg(long, value_name = "N")]
    pub days: Option<u32>,
    /// Where the books are.
    #[command(flatten)]
    pub books: Books,
}

/// Where the books are, as for `serve`.
#[derive(Args, Debug, Default)]
pub struct Books {
    /// The folder of the database [default: daeguk in the platform's data folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// A database by its address, instead of a file in the data folder
    #[arg(long, value_name = "URL", conflicts_with = "data", value_hint = ValueHint::Other)]
    pub database: Option<String>,
}
