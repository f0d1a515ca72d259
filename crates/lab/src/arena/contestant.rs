//! Who plays.

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use engine::janggi::level::Rank;

use super::Limit;

/// An engine, its options and how long it may think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// The name in reports and records.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options to set before the first game.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub limit: Limit,
    /// Whether it is our own, which knows all our rules.
    pub own: bool,
}

/// Our own engine's name on the command line.
const OWN: &str = "daeguk";

impl Contestant {
    /// Reads `daeguk`, `daeguk:KEY=VALUE,…` or the command of another program. Keys of our own engine
    /// are `level`, `nodes`, `depth`, `movetime` and `tc`; without one of the limits it has `limit`.
    ///
    /// # Errors
    /// If a key or value makes no sense.
    pub fn read(text: &str, own_command: &[String], limit: Limit) -> Result<Self> {
        let own = text.strip_prefix(OWN).filter(|rest| rest.is_empty() || rest.starts_with(':'));
        let Some(settings) = own else { return Self::of_command(text, limit) };
        let command = own_command.to_vec();
        let mut player = Self { name: text.to_owned(), command, options: Vec::new(), limit, own: true };
        for setting in settings.trim_start_matches(':').split(',').filter(|setting| !setting.is_empty()) {
            player.apply(setting)?;
        }
        Ok(player)
    }

    fn of_command(text: &str, limit: Limit) -> Result<Self> {
        // A program in a folder with blanks is still a program.
        let whole = Path::new(text).is_file();
        let command: Vec<String> =
            if whole { vec![text.to_owned()] } else { text.split_whitespace().map(str::to_owned).collect() };
        let program = command.first().context("an engine needs a command")?;
        let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, command, options: Vec::new(), limit, own: false })
    }

    fn apply(&mut self, setting: &str) -> Result<()> {
        match setting.split_once('=') {
            Some(("level", name)) => {
                let level = Rank::from_name(name)
                    .with_context(|| format!("there is no level `{name}`; there are 18k to 1k and 1d to 9d"))?;
                self.options.push(("UCI_LimitStrength".to_owned(), "true".to_owned()));
                self.options.push(("UCI_Elo".to_owned(), level.elo().to_string()));
            }
            Some(("nodes" | "depth" | "movetime" | "tc", _)) => self.limit = setting.parse()?,
            _ => bail!("`{setting}` is not one of level=, nodes=, depth=, movetime=, tc="),
        }
        Ok(())
    }

    /// Adds an option, written `Name=Value`.
    ///
    /// # Errors
    /// If it is not written so, or would not fit on a line of the protocol.
    pub fn add_option(&mut self, text: &str) -> Result<()> {
        let (name, value) = text.split_once('=').with_context(|| format!("`{text}` is not of the form Name=Value"))?;
        ensure!(!text.contains(['\n', '\r']), "an option fits on one line");
        self.options.push((name.trim().to_owned(), value.trim().to_owned()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Contestant> {
        Contestant::read(text, &["here".to_owned(), "uci".to_owned()], Limit::Depth(1))
    }

    #[test]
    fn our_own_and_others_are_told_apart() {
        let own = read("daeguk:level=3k,nodes=500").expect("our own");
        assert_eq!((own.command.join(" "), own.limit, own.own), ("here uci".to_owned(), Limit::Nodes(500), true));
        assert_eq!(own.options[1], ("UCI_Elo".to_owned(), "1700".to_owned()));
        let other = read("../bin/fish uci -x").expect("another program");
        assert_eq!((other.name.as_str(), other.command.len(), other.limit), ("fish", 3, Limit::Depth(1)));
        assert!(!read("daegukfish").expect("another program").own);
        for text in ["", " ", "daeguk:level=40k", "daeguk:speed=3", "daeguk:nodes", "daeguk:nodes=x"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn options_are_name_and_value_on_one_line() {
        let mut other = read("fish").expect("another program");
        other.add_option("Use NNUE=false").expect("an option");
        assert_eq!(other.options, [("Use NNUE".to_owned(), "false".to_owned())]);
        assert!(other.add_option("Hash").is_err() && other.add_option("a=b\nquit").is_err());
    }
}
