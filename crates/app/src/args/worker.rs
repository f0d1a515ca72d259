//! Arguments of `worker`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `worker`.
#[derive(Args, Debug)]
pub struct Worker {
    /// The house to think for: `https://play.example.org`, or `http://` within this machine or a private network
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub house: String,
    /// The token of a worker, which a host of the house has made; others on this machine can see it here
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file", value_hint = ValueHint::Other)]
    pub token: Option<String>,
    /// A file in which it stands [default: the environment's `DAEGUK_TOKEN`]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,
    /// How many jobs at once [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}
