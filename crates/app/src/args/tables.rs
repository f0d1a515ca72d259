//! Arguments of `tables`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand, ValueHint};
use engine::janggi::endgame::Family;

/// Arguments of `tables`.
#[derive(Args, Debug)]
pub struct Tables {
    /// What to do with them.
    #[command(subcommand)]
    pub command: TablesCommand,
}

/// One way to use the tables each.
#[derive(Subcommand, Debug)]
pub enum TablesCommand {
    /// Make the tables of a tier that are not there yet; goes on where it was interrupted
    ///
    /// Tier 1: one attacking piece, any guards on both sides. Tier 2: two attackers without guards against any guards;
    /// needs tier 1. Tier 3: one attacker each, no guards; needs tier 1. Prints the name and size of every new file.
    #[command(after_help = BUILD_EXAMPLES)]
    Build(Build),
    /// Put small tables into one file, as the program carries those of tiers 1 and 3
    #[command(after_help = BUNDLE_EXAMPLES)]
    Bundle(Bundle),
    /// Say what can be forced in a position, and what follows every move
    #[command(after_help = PROBE_EXAMPLES)]
    Probe(Probe),
    /// Hold every entry of the tables at hand against its successors
    ///
    /// Prints a line a table: what either side wins and loses if it is to move, and the longest win with a position
    /// that takes so long. The exit status is 1 if an entry is wrong.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
}

/// Where the tables are.
#[derive(Args, Debug)]
pub struct Shelf {
    /// The folder of the tables [default: tables in the platform's data folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

/// Arguments of `tables build`.
#[derive(Args, Debug)]
pub struct Build {
    /// Where to put them.
    #[command(flatten)]
    pub shelf: Shelf,
    /// Which tier
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<u8>::new().range(1..=3))]
    pub tier: u8,
    /// Under which rules: casual, fsf-traditional, and, where points decide, for either side as the stronger: kja-cho,
    /// kja-han, modern-cho, modern-han, fsf-janggi-cho, fsf-janggi-han [default: all]
    #[arg(long, value_name = "NAME", value_parser = family)]
    pub family: Vec<Family>,
    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: usize,
}

/// Arguments of `tables bundle`.
#[derive(Args, Debug)]
pub struct Bundle {
    /// Where they are.
    #[command(flatten)]
    pub shelf: Shelf,
    /// Which tiers
    #[arg(long, value_name = "N", default_values_t = [1, 3], value_parser = RangedU64ValueParser::<u8>::new().range(1..=3))]
    pub tier: Vec<u8>,
    /// Under which rules [default: all]
    #[arg(long, value_name = "NAME", value_parser = family)]
    pub family: Vec<Family>,
    /// Only those with at most so many pieces, kings included
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub men: usize,
    /// The file to write
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
}

/// Arguments of `tables probe`.
#[derive(Args, Debug)]
pub struct Probe {
    /// Where they are.
    #[command(flatten)]
    pub shelf: Shelf,
    /// A preset and what to change of it: `PRESET;key=value;…` (see `daeguk games`)
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true, value_hint = ValueHint::Other)]
    pub rules: String,
    /// The position
    #[arg(value_name = "FEN", value_hint = ValueHint::Other)]
    pub state: String,
}

/// Arguments of `tables verify`.
#[derive(Args, Debug)]
pub struct Verify {
    /// Where they are.
    #[command(flatten)]
    pub shelf: Shelf,
    /// Look at every so many entries only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub every: usize,
    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: usize,
}

fn family(name: &str) -> Result<Family, String> {
    let names = || Family::ALL.map(Family::name).join(", ");
    Family::from_name(name).ok_or_else(|| format!("the families are {}", names()))
}

const BUILD_EXAMPLES: &str = "\
Examples:
  daeguk tables build
  daeguk tables build --tier 2 --family casual --threads 2 --dir tables";

const BUNDLE_EXAMPLES: &str = "\
Example:
  daeguk tables bundle --dir tables --family casual --family kja-cho --family kja-han --out built-in.dgb";

const PROBE_EXAMPLES: &str = "\
Example:
  daeguk tables probe '4k4/9/9/R8/9/9/1N7/9/9/3K5 w - - 0 1'";

const VERIFY_EXAMPLES: &str = "\
Example:
  daeguk tables verify --every 50";
