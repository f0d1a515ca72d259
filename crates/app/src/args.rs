//! What may be typed, with its help. Nothing here acts.

pub mod collection;
pub mod keeping;
pub mod people;
pub mod puzzles;
pub mod tables;
pub mod worker;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, styling};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use lab::arena::Limit;

/// The deepest count that is offered: far beyond any patience, far below any stack's end.
pub const DEPTH_MAX: i64 = 64;

/// Daeguk 대국: one house for strategy games.
#[derive(Parser, Debug)]
#[command(name = "daeguk", version, styles = STYLES, after_help = EXAMPLES, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do; without it the house opens its doors.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// One command each.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Open the house: games in the browser (also without any command)
    ///
    /// Prints its address once it is ready and runs until it is told to end.
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(Serve),
    /// Think for a house on another machine: its computers' moves, reviews and analyses
    ///
    /// Asks the house for jobs, thinks, answers, and runs until it is told to end; a job that is not done then is given back. It needs
    /// a token with the scope `worker`, which a host makes in the settings, and nobody needs to reach it.
    #[command(after_help = WORKER_EXAMPLES)]
    Worker(worker::Worker),
    /// List the games with their presets, options and record formats
    #[command(after_help = GAMES_EXAMPLES)]
    Games(Games),
    /// Print the state after some actions, and whose turn it is
    ///
    /// Line 1 is the state string, line 2 is `turn SEAT` or `result TEXT`.
    /// If an action is refused, the state before it is printed, the reason goes to standard error
    /// and the exit status is 1.
    #[command(after_help = STATE_EXAMPLES)]
    State(Play),
    /// Print every legal action, one a line
    #[command(after_help = LEGAL_EXAMPLES)]
    Legal(Play),
    /// Draw the board as text
    #[command(after_help = SHOW_EXAMPLES)]
    Show(Play),
    /// Count the action sequences of some length
    ///
    /// The count is alone on the last line. History (repetition, limits) plays no part.
    #[command(after_help = PERFT_EXAMPLES)]
    Perft(Perft),
    /// Count and search fixed positions: checksums of rules and engine, and their speed
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(Bench),
    /// Replay game records and report what is not legal in them
    ///
    /// Prints `FILE:LINE: CODE: reason` for each refused game, then
    /// `N games, M legal, K refused`. The exit status is 1 if any game was refused.
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(Replay),
    /// Write the games of a record file in another format
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert(Convert),
    /// Ask the engine for its choice
    ///
    /// Its thoughts come first, one a line: depth, score in points for the side to move, positions
    /// looked at, expected line. The choice is alone on the last line.
    #[command(after_help = BEST_EXAMPLES)]
    Best(Best),
    /// Judge whether a position favors one of two sides
    ///
    /// The engine says what the first side can expect: *even* within 45 to 55 of 100, *leaning* within 38 to 62, *uneven*
    /// beyond. Then it plays the position against itself, each two games with seats changed, and prints the score with the
    /// interval in which it lies in 95 of 100 cases.
    #[command(after_help = FAIR_EXAMPLES)]
    Fair(Fair),
    /// Speak the engine protocol (UCI) on standard input and output
    #[command(after_help = UCI_EXAMPLES)]
    Uci,
    /// Let two engines play janggi against each other
    ///
    /// Each opening is played twice with colors swapped. The rules of the house are the only referee;
    /// an illegal move, a crash or an overrun clock loses. A line a game goes to standard error, the
    /// summary to standard output. Ctrl-C ends the match and still prints the summary.
    #[command(after_help = MATCH_EXAMPLES)]
    Match(Match),
    /// The workshop of the engines: matches between players of the house; data, tuning and training for janggi
    Lab(Lab),
    /// Accounts, at the machine itself: list them, make a host, help who is locked out, shut somebody out
    ///
    /// Works beside a running server as well as without one.
    #[command(after_help = PEOPLE_EXAMPLES)]
    People(people::People),
    /// Collections of games whose beginnings everybody in the house can explore: add records, list, remove
    ///
    /// Works beside a running server as well as without one.
    #[command(after_help = COLLECTION_EXAMPLES)]
    Collection(collection::Collection),
    /// Copy the database into a file, while the server runs or not
    ///
    /// The copy is one moment of everything. It appears under its name only when it is whole and on disk; nothing
    /// is written over.
    #[command(after_help = BACKUP_EXAMPLES)]
    Backup(keeping::Backup),
    /// Put a copy in the place of the database, while no server runs
    #[command(after_help = BACKUP_EXAMPLES)]
    Restore(keeping::Restore),
    /// Play every stored game through and compare it with its summary, while the server runs or not
    ///
    /// The last line counts; every problem is a line before it. The exit status is 1 if there is one.
    #[command(after_help = BACKUP_EXAMPLES)]
    Check(keeping::Check),
    /// Copy everything into another, empty database, be it a file or a server, while no server runs
    ///
    /// It is kept only if every table comes out as it was.
    #[command(after_help = BACKUP_EXAMPLES)]
    MoveHouse(keeping::MoveHouse),
    /// Janggi endings known to their last move: make the tables, ask them, prove them
    Tables(tables::Tables),
    /// Puzzles: find them in games, prove them anew
    Puzzles(puzzles::Puzzles),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(Completions),
}

/// Arguments of `serve`.
#[derive(Args, Debug)]
pub struct Serve {
    /// Where to listen: an address, a port, or both [default: 127.0.0.1:8080, or the next free port]
    #[arg(long, value_name = "ADDR", value_hint = ValueHint::Other)]
    pub listen: Option<String>,
    /// The folder of the database [default: daeguk in the platform's data folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// A database by its address, instead of a file in the data folder
    #[arg(long, value_name = "URL", conflicts_with = "data", value_hint = ValueHint::Other)]
    pub database: Option<String>,
    /// The address under which browsers reach the server, if a proxy stands in front: `https://play.example.org`
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub public_url: Option<String>,
    /// A proxy that is believed when it says for whom it asks (X-Forwarded-For), or a range such as 10.0.0.0/8;
    /// several times for several [default: this machine with --public-url, else none]
    #[arg(long, value_name = "ADDR", value_hint = ValueHint::Other)]
    pub proxy: Vec<String>,
    /// Who may have an account
    #[arg(long, value_name = "WHO", value_enum, default_value_t)]
    pub accounts: Accounts,
    /// What guests, who have none, may do
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pub guests: Guests,
    /// Who may say what at tables
    #[arg(long, value_name = "WHO", value_enum, default_value_t)]
    pub chat: Chat,
    /// The fewest characters of a password
    #[arg(long, value_name = "N", default_value_t = PASSWORD_MIN, value_parser = clap::value_parser!(u8).range(10..=64))]
    pub password_min: u8,
    /// Where to tell counters for Prometheus, at /metrics; never on the public address
    #[arg(long, value_name = "ADDR", value_hint = ValueHint::Other)]
    pub metrics: Option<String>,
    /// How many computer players think at once; with 0 workers elsewhere think for the house [default: all cores but one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub thinkers: Option<u16>,
    /// Where the other nodes of the house reach this one, on a private network; makes it one of several on one database
    #[arg(long, value_name = "ADDR:PORT", requires = "database", value_hint = ValueHint::Other)]
    pub node_address: Option<String>,
    /// A file with the key that all nodes have in common [default: the environment's `DAEGUK_CLUSTER_KEY`]
    #[arg(long, value_name = "FILE", requires = "node_address", value_hint = ValueHint::FilePath)]
    pub cluster_key: Option<PathBuf>,
}

/// The fewest characters of a password, unless the host asks for more.
const PASSWORD_MIN: u8 = 10;

impl Default for Serve {
    fn default() -> Self {
        Self {
            listen: None,
            data: None,
            database: None,
            public_url: None,
            proxy: Vec::new(),
            accounts: Accounts::default(),
            guests: Guests::default(),
            chat: Chat::default(),
            password_min: PASSWORD_MIN,
            metrics: None,
            thinkers: None,
            node_address: None,
            cluster_key: None,
        }
    }
}

/// Who may have an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Accounts {
    /// Nobody
    Off,
    /// Whoever a host has invited
    Invite,
    /// Whoever wants one
    #[default]
    Open,
}

/// What guests may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Guests {
    /// Play
    #[default]
    Play,
    /// Watch
    Watch,
}

/// Who may say what at tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Chat {
    /// Nobody says anything
    Off,
    /// Everybody has a few words that are read in every language
    Presets,
    /// The same, and members write texts
    #[default]
    Members,
}

/// Arguments of `games`.
#[derive(Args, Debug)]
pub struct Games {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// Where a game begins.
#[derive(Args, Debug)]
pub struct Beginning {
    /// The game
    #[arg(value_name = "GAME", index = 1)]
    pub game: String,
    /// A preset and what to change of it: `PRESET;key=value;…` (see `daeguk games`)
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true, value_hint = ValueHint::Other)]
    pub rules: String,
    /// A state string to begin from, instead of the start of the game
    #[arg(long, value_name = "STATE", value_hint = ValueHint::Other)]
    pub state: Option<String>,
}

/// Arguments of `state`, `legal` and `show`.
#[derive(Args, Debug)]
pub struct Play {
    /// Where the game begins.
    #[command(flatten)]
    pub from: Beginning,
    /// Actions to play first, as the rule book writes them; put `--` before them if one begins with a hyphen
    #[arg(value_name = "ACTION", index = 2, value_hint = ValueHint::Other)]
    pub actions: Vec<String>,
}

/// Arguments of `perft`.
#[derive(Args, Debug)]
pub struct Perft {
    /// Where the count begins.
    #[command(flatten)]
    pub from: Beginning,
    /// How many actions a sequence has
    #[arg(value_name = "DEPTH", index = 2, value_parser = clap::value_parser!(u32).range(0..=DEPTH_MAX))]
    pub depth: u32,
    /// Print the count below each first action, too
    #[arg(long)]
    pub divide: bool,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
pub struct Bench {
    /// Only this game
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// Files of records; their ending or content tells the format
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
}

/// Arguments of `convert`.
#[derive(Args, Debug)]
pub struct Convert {
    /// A file of records; its ending or content tells the format
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The format to write (see `daeguk games`)
    #[arg(long, value_name = "FORMAT", value_hint = ValueHint::Other)]
    pub to: String,
}

/// Arguments of `best`.
#[derive(Args, Debug)]
pub struct Best {
    /// Where the engine is asked.
    #[command(flatten)]
    pub play: Play,
    /// Play at that level: for janggi 18k (18급) to 1k, then 1d (1단) to 9d; for others newcomer, beginner,
    /// gentle, easy, casual, normal, skilled, hard (see `daeguk games`)
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["nodes", "ms"])]
    pub level: Option<String>,
    /// Look at so many positions; the same question always gets the same answer
    #[arg(long, value_name = "N", conflicts_with = "ms", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Think for so many milliseconds (1000 if nothing else is said)
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..))]
    pub ms: Option<u64>,
}

/// Arguments of `fair`.
#[derive(Args, Debug)]
pub struct Fair {
    /// Which position is judged.
    #[command(flatten)]
    pub play: Play,
    /// How many games are played; 0 for none
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=10_000))]
    pub games: usize,
    /// Positions to look at for the judgment
    #[arg(long, value_name = "N", default_value_t = engine::fairness::NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Positions to look at for every action of the games
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub game_nodes: u64,
    /// Other games for another seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    pub seed: u64,
}

/// Arguments of `match`.
#[derive(Args, Debug)]
pub struct Match {
    /// The first engine: `daeguk`, `daeguk:level=3k`, `daeguk:nodes=5000` or the command of any UCI program
    #[arg(long, value_name = "ENGINE", default_value = "daeguk")]
    pub engine1: String,
    /// The second engine
    #[arg(long, value_name = "ENGINE", default_value = "daeguk")]
    pub engine2: String,
    /// An option of the first engine; may be given several times
    #[arg(long = "option1", value_name = "NAME=VALUE")]
    pub options1: Vec<String>,
    /// An option of the second engine
    #[arg(long = "option2", value_name = "NAME=VALUE")]
    pub options2: Vec<String>,
    /// How long both may think: `movetime=MS`, `nodes=N`, `depth=D` or `tc=SECONDS+INCREMENT`
    #[arg(long, value_name = "LIMIT", default_value = "movetime=100")]
    pub limit: Limit,
    /// The same for the first engine alone
    #[arg(long, value_name = "LIMIT")]
    pub limit1: Option<Limit>,
    /// The same for the second engine alone
    #[arg(long, value_name = "LIMIT")]
    pub limit2: Option<Limit>,
    /// The rules: a variant of other engines (janggi, janggimodern, …) or `PRESET;key=value;…`
    #[arg(long, value_name = "RULES", default_value = "janggi")]
    pub rules: String,
    /// Openings, a line each: a FEN, or `FEN;start FEN;moves …` so that the past is known
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Option<PathBuf>,
    /// Shuffle the openings with this seed
    #[arg(long, value_name = "SEED")]
    pub shuffle: Option<u64>,
    /// How many games; an odd number is rounded up to complete the last pair
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    pub games: usize,
    /// How many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub concurrency: usize,
    /// Milliseconds by which a limit of time may be overrun
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(0..=3_600_000))]
    pub margin: u64,
    /// End early when it is clear whether the first engine is better by ELO1 rather than by ELO0
    /// (sequential test on pairs of games: pentanomial, logistic Elo)
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
    /// How often the test may accept ELO0's equal
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    pub alpha: f64,
    /// How often the test may reject ELO1's equal
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    pub beta: f64,
    /// Add the games to this file; its ending is the record format
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub save: Option<PathBuf>,
}

/// Arguments of `lab`.
#[derive(Args, Debug)]
pub struct Lab {
    /// What to do.
    #[command(subcommand)]
    pub command: LabCommand,
}

/// One command of the workshop each.
#[derive(Subcommand, Debug)]
pub enum LabCommand {
    /// Let two players of the house play each other, in any game
    ///
    /// Games come in trials: each begins with the same random actions, and the players change seats until
    /// both have had all. What they spend is counted in processor time or positions, so a busy machine favors
    /// nobody. A line a game goes to standard error, the summary to standard output. Ctrl-C ends the match
    /// and still prints the summary.
    #[command(after_help = LAB_MATCH_EXAMPLES)]
    Match(LabMatch),
    /// Measure how much stronger each level of a game is than the one below
    ///
    /// Each level plays the one below as in `lab match`, with no limits but its own. A line a step goes to
    /// standard output. Ctrl-C ends it with the games so far.
    #[command(after_help = LAB_LADDER_EXAMPLES)]
    Ladder(LabLadder),
    /// Fit the scale that turns values of a game's engine into expected results
    ///
    /// The engine plays itself, every lead that it sees is kept with the result, and the scale that tells the results
    /// best is printed with what it expected and what was found. Ctrl-C ends it with the games so far.
    #[command(after_help = SCALE_EXAMPLES)]
    Scale(LabScale),
    /// Let the engine play against itself and keep the positions
    ///
    /// Can be interrupted with Ctrl-C at any time; the same command then goes on where it stopped.
    /// The same seed and settings give the same games, whatever the number of threads.
    #[command(after_help = DATAGEN_EXAMPLES)]
    Datagen(Datagen),
    /// Make data without a search: positions near those of games, as the evaluation by hand judges them
    ///
    /// A network that begins with them (`lab train --result-share 0`, then `--start`) needs far fewer games.
    #[command(after_help = IMITATE_EXAMPLES)]
    Imitate(Imitate),
    /// Judge the positions of old data anew, with a better network or a deeper search
    ///
    /// Results of the games stay. Can be interrupted with Ctrl-C; the same command then goes on.
    #[command(after_help = RELABEL_EXAMPLES)]
    Relabel(Relabel),
    /// Train a network on such data
    ///
    /// Writes the network after every pass over the data. Can be interrupted with Ctrl-C, which ends
    /// it after the pass under way; the same command then goes on where it stopped.
    #[command(after_help = TRAIN_EXAMPLES)]
    Train(Train),
    /// Tune the weights of the evaluation by hand on such data
    #[command(after_help = TUNE_EXAMPLES)]
    Tune(Tune),
    /// Tune the numbers that the search guesses with, by games
    ///
    /// All numbers are turned a little at once, up or down at random, and the winner of two games shows the
    /// way. Ctrl-C ends it with what has been found so far. The numbers are printed, not built in.
    #[command(after_help = SPSA_EXAMPLES)]
    Spsa(Spsa),
}

/// Arguments of `lab match`.
#[derive(Args, Debug)]
pub struct LabMatch {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The rules: `PRESET;key=value;…`; `{round}` becomes another number in every trial
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true, value_hint = ValueHint::Other)]
    pub rules: String,
    /// The first player: a level; `hand` or `hand:OPTIONS`, the search with the judgment by hand; `net` or
    /// `net=FILE`, with a network; or `puct`, `uct`, `maxn`, `greedy`, `random`
    #[arg(long, value_name = "PLAYER", default_value = "hard", value_hint = ValueHint::Other)]
    pub one: String,
    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "puct", value_hint = ValueHint::Other)]
    pub two: String,
    /// Milliseconds of processor time for every action
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime: Option<u64>,
    /// The same for the second player alone
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime2: Option<u64>,
    /// Positions to look at for every action; with them and without time the same match gives the same games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The same for the second player alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes2: Option<u64>,
    /// How many games; the last trial is always completed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    pub games: usize,
    /// With four seats: two seats each, or one for the first player against three
    #[arg(long, value_name = "SEATS", default_value = "half", value_parser = ["half", "one"])]
    pub seats: String,
    /// Random actions at the start of a game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=100))]
    pub random_actions: usize,
    /// Other openings and choices for another seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    pub seed: u64,
    /// How many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub concurrency: usize,
    /// End early when it is clear whether the first player is better by ELO1 rather than by ELO0
    /// (sequential test on trials, logistic Elo): `0,30`
    #[arg(long, value_name = "ELO0,ELO1", value_parser = two_numbers, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// Keep finished games in this file; the same command then goes on where it stopped
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub journal: Option<PathBuf>,
}

/// Arguments of `lab ladder`.
#[derive(Args, Debug)]
pub struct LabLadder {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The rules: `PRESET;key=value;…`; `{round}` becomes another number in every trial
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true, value_hint = ValueHint::Other)]
    pub rules: String,
    /// How many games for each step; the last trial is always completed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    pub games: usize,
    /// Random actions at the start of a game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=100))]
    pub random_actions: usize,
    /// Other openings and choices for another seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    pub seed: u64,
    /// How many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub concurrency: usize,
    /// Keep finished games in this folder, a file a step; the same command then goes on where it stopped
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub journal: Option<PathBuf>,
}

/// Arguments of `lab scale`.
#[derive(Args, Debug)]
pub struct LabScale {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The rules: `PRESET;key=value;…`; `{round}` becomes another number in every game
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true, value_hint = ValueHint::Other)]
    pub rules: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub games: usize,
    /// Positions to look at for every action
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Random actions at the start of a game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=100))]
    pub random_actions: usize,
    /// Other games for another seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    pub seed: u64,
}

/// Reads two numbers with a comma between.
fn two_numbers(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').and_then(|(one, two)| Some((one.parse().ok()?, two.parse().ok()?)));
    numbers.ok_or_else(|| "two numbers with a comma between are needed, such as `0,30`".to_owned())
}

/// Arguments of `lab datagen`.
#[derive(Args, Debug)]
pub struct Datagen {
    /// The game; without it, the engine of janggi
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The file to make or to go on with
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// How many games the file is to hold
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// Positions to look at for each move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// How many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: usize,
    /// Other games for another seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Random moves at the start of a game, at least; up to half as many more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=100))]
    pub random_plies: usize,
    /// The rules, as in `daeguk match`; in other games than janggi several may be given, which take turns, and
    /// `{round}` in them becomes the number of the game
    #[arg(long, value_name = "RULES", default_value = "janggi")]
    pub rules: Vec<String>,
    /// Who judges positions: `built-in`, `none` for the evaluation by hand, or a network file; of the games
    /// only janggi has a network built in, the others are judged by hand without a file
    #[arg(long, value_name = "NETWORK", default_value = "built-in", value_hint = ValueHint::FilePath)]
    pub network: String,
}

/// Arguments of `lab spsa`.
#[derive(Args, Debug)]
pub struct Spsa {
    /// How many pairs of games
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub pairs: u64,
    /// Positions to look at for each move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// How far a won game moves the numbers, as a share of the distance they were turned
    #[arg(long, value_name = "RATE", default_value_t = 0.025)]
    pub rate: f64,
    /// How many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: usize,
    /// Other games for another seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// The rules, as in `daeguk match`
    #[arg(long, value_name = "RULES", default_value = "janggi")]
    pub rules: String,
    /// Who judges positions: `built-in`, `none` for the evaluation by hand, or a network file
    #[arg(long, value_name = "NETWORK", default_value = "built-in", value_hint = ValueHint::FilePath)]
    pub network: String,
}

/// Arguments of `lab relabel`.
#[derive(Args, Debug)]
pub struct Relabel {
    /// The file to make or to go on with
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// The file with the positions
    #[arg(value_name = "DATA", value_hint = ValueHint::FilePath)]
    pub data: PathBuf,
    /// How deep to look
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(i32).range(1..=40))]
    pub depth: i32,
    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: usize,
    /// Who judges positions: `built-in`, `none` for the evaluation by hand, or a network file
    #[arg(long, value_name = "NETWORK", default_value = "built-in", value_hint = ValueHint::FilePath)]
    pub network: String,
}

/// Arguments of `lab imitate`.
#[derive(Args, Debug)]
pub struct Imitate {
    /// The file to make
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// Files of data with the positions to begin at
    #[arg(value_name = "DATA", required = true, value_hint = ValueHint::FilePath)]
    pub data: Vec<PathBuf>,
    /// How many walks of random moves to begin at each position
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub walks: usize,
    /// Other walks for another seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
}

/// Arguments of `lab train`.
#[derive(Args, Debug)]
pub struct Train {
    /// The game; without it, the engine of janggi
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The network to write; beside it the curve of the errors (`.svg`) and what is needed to go on
    /// (`.training`)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// Files of data
    #[arg(value_name = "DATA", required = true, value_hint = ValueHint::FilePath)]
    pub data: Vec<PathBuf>,
    /// How often to go over the data
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub epochs: usize,
    /// How much a game's result counts beside the search's value, from 0 to 1; only in janggi
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    pub result_share: f32,
    /// The step at the start; it falls to a hundredth
    #[arg(long, value_name = "STEP", default_value_t = 0.001)]
    pub rate: f32,
    /// Positions a step
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub batch: usize,
    /// How many threads; with one, the same command always gives the same network
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: usize,
    /// Another start and order of the positions for another seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Begin with the weights of an earlier training (`.training`)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub start: Option<PathBuf>,
}

/// Arguments of `lab tune`.
#[derive(Args, Debug)]
pub struct Tune {
    /// The Rust file to write
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// Files of data
    #[arg(value_name = "DATA", required = true, value_hint = ValueHint::FilePath)]
    pub data: Vec<PathBuf>,
    /// How often to go over the data
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub epochs: usize,
    /// How much a game's result counts beside the search's value, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.6)]
    pub result_share: f64,
    /// The step of the descent, in hundredths of a point
    #[arg(long, value_name = "STEP", default_value_t = 2.0)]
    pub rate: f64,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// The whole definition, with the names of the games filled in.
#[must_use]
pub fn command(kinds: &[&'static str]) -> clap::Command {
    fill_in(Cli::command(), kinds)
}

fn fill_in(command: clap::Command, kinds: &[&'static str]) -> clap::Command {
    let command = if command.get_arguments().any(|arg| arg.get_id() == "game") {
        command.mut_arg("game", |arg| arg.value_parser(PossibleValuesParser::new(kinds)))
    } else {
        command
    };
    command.mut_subcommands(|command| fill_in(command, kinds))
}

const STYLES: styling::Styles = styling::Styles::styled()
    .header(styling::AnsiColor::Green.on_default().bold())
    .usage(styling::AnsiColor::Green.on_default().bold())
    .literal(styling::AnsiColor::Cyan.on_default().bold())
    .placeholder(styling::AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  daeguk games                       what can be played, under which rules
  daeguk show janggi a4a5            the board after one move
  daeguk legal janggi                every legal first move
  daeguk perft janggi 3              how many games of three moves there are
  daeguk best janggi                 what would the engine play?
  daeguk replay club.gib             are the games of a file legal?

`daeguk COMMAND --help` says more about each command.";

const SERVE_EXAMPLES: &str = "\
Examples:
  daeguk
  daeguk serve --listen 0.0.0.0:8080
  daeguk serve --data ./club --public-url https://janggi.example.org
  daeguk serve --listen 0.0.0.0 --proxy 10.0.0.0/8 --metrics 127.0.0.1:9100";

const WORKER_EXAMPLES: &str = "\
Examples:
  DAEGUK_TOKEN=dgk_… daeguk worker --house https://janggi.example.org
  daeguk worker --house http://10.0.0.2:8080 --token-file worker.token --threads 4";

const PEOPLE_EXAMPLES: &str = "\
Examples:
  daeguk people host 민수
  daeguk people list --data ./club
  daeguk people reset 영희 --data ./club
  daeguk people ban troll --days 30";

const COLLECTION_EXAMPLES: &str = "\
Examples:
  daeguk collection add 'KJA 2019' 2019/*.gib --data ./club
  daeguk collection list --data ./club
  daeguk collection remove 'KJA 2019' --data ./club";

const BACKUP_EXAMPLES: &str = "\
Examples:
  daeguk backup club.db --data ./club
  daeguk check --data ./club
  daeguk restore club.db --data ./club --replace
  daeguk move-house --data ./club --to postgres://daeguk@localhost/daeguk";

const GAMES_EXAMPLES: &str = "\
Examples:
  daeguk games
  daeguk games --json";

const STATE_EXAMPLES: &str = "\
Examples:
  daeguk state janggi
  daeguk state janggi --rules 'kja;cho=inner;han=outer' a4a5 a7a6
  daeguk state janggi -- 71-61 41-51";

const LEGAL_EXAMPLES: &str = "\
Examples:
  daeguk legal janggi
  daeguk legal janggi --rules casual a4a5
  daeguk legal janggi --state '4k4/9/9/9/9/9/9/9/9/3K3R1 w - - 0 1'";

const SHOW_EXAMPLES: &str = "\
Examples:
  daeguk show janggi
  daeguk show janggi a4a5 a7a6

Colors appear on a terminal only, and never if NO_COLOR is set.";

const PERFT_EXAMPLES: &str = "\
Examples:
  daeguk perft janggi 3
  daeguk perft janggi --rules fsf-janggi --divide 2";

const BENCH_EXAMPLES: &str = "\
Examples:
  daeguk bench
  daeguk bench janggi

The last line, `Bench: N`, changes only when the rules change; the line before it, `Search: N`,
when the engine thinks differently. Both are the same on every machine.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  daeguk replay club.gib
  daeguk replay records/*.jgn records/*.gib";

const CONVERT_EXAMPLES: &str = "\
Examples:
  daeguk convert club.gib --to jgn > club.jgn

Games that cannot be read are reported on standard error, and the exit status is then 1.";

const BEST_EXAMPLES: &str = "\
Examples:
  daeguk best janggi --nodes 2000
  daeguk best janggi --level 10k a4b4 i7h7
  daeguk best janggi --ms 300 --state '4k4/R8/9/9/9/9/9/9/9/3K3R1 w - - 0 1'

Scores are in points for the side to move; `win-in-5` is a forced end after five plies.";

const UCI_EXAMPLES: &str = "\
Example:
  (echo position startpos moves a4b4; echo go movetime 500; sleep 1) | daeguk uci

`go perft N`, `bench` and `d` (the board) are understood, too. The end of input ends it, at once.";

const MATCH_EXAMPLES: &str = "\
Examples:
  daeguk match --engine1 daeguk:level=9k --engine2 daeguk:level=10k --games 40
  daeguk match --engine2 ./fairy-stockfish --option2 'Use NNUE=false' --openings openings.epd --games 200 --concurrency 2
  daeguk match --engine1 'new/daeguk uci' --engine2 'old/daeguk uci' --limit nodes=20000 --sprt 0 10 --games 2000 --save games.jgn";

const LAB_MATCH_EXAMPLES: &str = "\
Examples:
  daeguk lab match --game tigers --rules base --one hard --two puct --movetime 2 --games 200
  daeguk lab match --game nanguk --rules 'sea;terrain=random:{round}' --one normal --two easy --nodes 20000
  daeguk lab match --game yonin --one hand --two maxn --movetime 5 --seats half --sprt 0,30 --journal yonin.match";

const LAB_LADDER_EXAMPLES: &str = "\
Examples:
  daeguk lab ladder --game tigers --rules base --games 100
  daeguk lab ladder --game nanguk --rules 'base;terrain=random:{round}' --journal nanguk-ladder";

const FAIR_EXAMPLES: &str = "\
Examples:
  daeguk fair nanguk --rules 'base;terrain=random:7'
  daeguk fair nanguk --rules 'base;terrain=example' --games 0";

const SCALE_EXAMPLES: &str = "\
Example:
  daeguk lab scale nanguk --rules 'base;terrain=random:{round}' --games 200";

const DATAGEN_EXAMPLES: &str = "\
Example:
  daeguk lab datagen --out games.data --games 10000 --nodes 5000 --threads 2 --seed 7
  daeguk lab datagen --game tigers --rules base --rules full --games 4000 --out tigers.games";

const IMITATE_EXAMPLES: &str = "\
Example:
  daeguk lab imitate --out near.data games.data
  daeguk lab train --out near.net --epochs 4 --rate 0.0015 --result-share 0 near.data
  daeguk lab train --out my.net --epochs 2 --rate 0.0003 --result-share 0.2 --start near.training games.data";

const TRAIN_EXAMPLES: &str = "\
Example:
  daeguk lab train --out my.net --epochs 30 --threads 2 games.data
  daeguk lab train --game tigers --out tigers.net --epochs 4 tigers.games
  echo 'setoption name EvalFile value my.net' | daeguk uci";

const RELABEL_EXAMPLES: &str = "\
Example:
  daeguk lab relabel --out better.data --depth 3 --threads 2 --network new.net games.data";

const SPSA_EXAMPLES: &str = "\
Example:
  daeguk lab spsa --pairs 5000 --nodes 5000 --threads 2";

const TUNE_EXAMPLES: &str = "\
Example:
  daeguk lab tune --out crates/engine/src/janggi/weights.rs games.data more.data";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  daeguk completions bash > ~/.local/share/bash-completion/completions/daeguk
  daeguk completions zsh > ~/.zfunc/_daeguk
  daeguk completions fish > ~/.config/fish/completions/daeguk.fish";

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_is_sound() {
        super::command(&["one", "two"]).debug_assert();
    }
}
