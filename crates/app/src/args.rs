//! What may be typed, with its help. Nothing here acts.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, styling};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueHint};
use clap_complete::Shell;

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
    /// Count fixed positions: a checksum of the rules, and their speed
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
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(Completions),
}

/// Arguments of `serve`.
#[derive(Args, Debug, Default)]
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
    Cli::command().mut_subcommands(|command| {
        if command.get_arguments().any(|arg| arg.get_id() == "game") {
            command.mut_arg("game", |arg| arg.value_parser(PossibleValuesParser::new(kinds)))
        } else {
            command
        }
    })
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
  daeguk replay club.gib             are the games of a file legal?

`daeguk COMMAND --help` says more about each command.";

const SERVE_EXAMPLES: &str = "\
Examples:
  daeguk
  daeguk serve --listen 0.0.0.0:8080
  daeguk serve --data ./club --public-url https://janggi.example.org";

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

The last line, `Bench: N`, changes only when the rules change.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  daeguk replay club.gib
  daeguk replay records/*.jgn records/*.gib";

const CONVERT_EXAMPLES: &str = "\
Examples:
  daeguk convert club.gib --to jgn > club.jgn

Games that cannot be read are reported on standard error, and the exit status is then 1.";

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
