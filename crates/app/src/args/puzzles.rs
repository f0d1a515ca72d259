//! Arguments of `puzzles`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand, ValueHint};

/// Arguments of `puzzles`.
#[derive(Args, Debug)]
pub struct Puzzles {
    /// What to do with them.
    #[command(subcommand)]
    pub command: PuzzlesCommand,
}

/// One way to use puzzles each.
#[derive(Subcommand, Debug)]
pub enum PuzzlesCommand {
    /// Look for puzzles in games, prove, name and rate them; goes on where it was interrupted
    ///
    /// Adds a line a puzzle to the file until it has as many as wished for. The same seed gives the same file,
    /// whatever the number of threads. Progress goes to standard error, the last line of standard output counts.
    #[command(after_help = MINE_EXAMPLES)]
    Mine(Mine),
    /// Prove every puzzle of a file anew, as its field `proof` says
    ///
    /// Prints `ID: reason` for each that does not hold, then `N puzzles, M hold`. The exit status is 1 if one does not.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
}

/// Arguments of `puzzles mine`.
#[derive(Args, Debug)]
pub struct Mine {
    /// The game
    #[arg(value_name = "GAME", value_hint = ValueHint::Other)]
    pub game: String,
    /// Where positions come from: a file of records, `self` for games of the house's weaker players, or `near` for
    /// positions one random turn away from these
    #[arg(long, value_name = "FILE|self|near", default_value = "near", value_hint = ValueHint::FilePath)]
    pub from: String,
    /// How many puzzles the file shall have
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    pub count: usize,
    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: usize,
    /// Other games for another seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The file
    #[arg(long, value_name = "FILE", default_value = "puzzles.jsonl", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
}

/// Arguments of `puzzles check`.
#[derive(Args, Debug)]
pub struct Check {
    /// The file; without it, the puzzles that come with the program
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// How many positions a proof may look at [default: 2 million for `all`, 1 million for `twice`]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: usize,
}

const MINE_EXAMPLES: &str = "\
Examples:
  daeguk puzzles mine janggi --from near --count 50 --out puzzles.jsonl
  daeguk puzzles mine janggi --from club.gib --count 20 --threads 2 --out club.jsonl";

const CHECK_EXAMPLES: &str = "\
Examples:
  daeguk puzzles check
  daeguk puzzles check puzzles.jsonl --threads 2 --nodes 10000000";
