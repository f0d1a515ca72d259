//! The options of the protocol: what they are called, what they may be, what they are.

use std::sync::Arc;

use janggi::Rules;

use crate::janggi::endgame::Shelf;
use crate::janggi::engine::Judgment;
use crate::janggi::level::Rank;
use crate::janggi::{time, variant};

/// An option with a number.
struct Spin {
    name: &'static str,
    default: u64,
    min: u64,
    max: u64,
}

const HASH: Spin = Spin { name: "Hash", default: 64, min: 1, max: 65_536 };
const THREADS: Spin = Spin { name: "Threads", default: 1, min: 1, max: 256 };
const LINES: Spin = Spin { name: "MultiPV", default: 1, min: 1, max: 64 };
const OVERHEAD: Spin = Spin { name: "Move Overhead", default: time::OVERHEAD_MS, min: 0, max: 5000 };
const ELO: Spin =
    Spin { name: "UCI_Elo", default: Rank::ELO_MAX as u64, min: Rank::ELO_MIN as u64, max: Rank::ELO_MAX as u64 };

impl Spin {
    fn line(&self) -> String {
        let Self { name, default, min, max } = self;
        format!("option name {name} type spin default {default} min {min} max {max}")
    }

    fn read(&self, text: &str) -> Result<u64, String> {
        let number: u64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
        if (self.min..=self.max).contains(&number) {
            Ok(number)
        } else {
            Err(format!("{} is between {} and {}, not {number}", self.name, self.min, self.max))
        }
    }
}

/// The value of `EvalFile` and `TablesPath` for what comes with the program.
const BUILT_IN: &str = "built-in";

/// Every option, as the engine introduces it.
pub(super) fn lines() -> Vec<String> {
    let variants = format!("option name UCI_Variant type combo default {} var ", variant::DEFAULT);
    vec![
        HASH.line(),
        THREADS.line(),
        LINES.line(),
        "option name Ponder type check default false".to_owned(),
        "option name Clear Hash type button".to_owned(),
        "option name UCI_LimitStrength type check default false".to_owned(),
        ELO.line(),
        OVERHEAD.line(),
        "option name UseNetwork type check default true".to_owned(),
        format!("option name EvalFile type string default {BUILT_IN}"),
        format!("option name TablesPath type string default {BUILT_IN}"),
        variants + &variant::names().join(" var "),
    ]
}

/// What the options are set to.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) hash_mb: usize,
    pub(super) threads: usize,
    /// How many lines to show.
    pub(super) lines: usize,
    pub(super) rules: Rules,
    pub(super) overhead_ms: u64,
    limited: bool,
    elo: u32,
    /// The network of `EvalFile`, and whether it is used.
    network: Judgment,
    use_network: bool,
    /// The tables of endings.
    endings: Arc<Shelf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash_mb: HASH.default as usize,
            threads: THREADS.default as usize,
            lines: LINES.default as usize,
            rules: variant::rules(variant::DEFAULT).unwrap_or_default(),
            overhead_ms: OVERHEAD.default,
            limited: false,
            elo: Rank::ELO_MAX,
            network: Judgment::default(),
            use_network: true,
            endings: Shelf::built_in(),
        }
    }
}

/// What a changed option asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Nothing more.
    Noted,
    /// Another table, an empty one, or other threads.
    NewEngine,
    /// Another game.
    NewGame,
}

impl Settings {
    /// The level to play at, if strength is limited.
    pub(super) fn level(&self) -> Option<Rank> {
        self.limited.then(|| Rank::from_elo(self.elo))
    }

    /// How positions are judged.
    pub(super) fn judgment(&self) -> Judgment {
        if self.use_network { self.network.clone() } else { Judgment::Hand }
    }

    /// The tables of endings; a rank that knew every ending by heart would be none.
    pub(super) fn endings(&self) -> Arc<Shelf> {
        if self.limited { Arc::default() } else { Arc::clone(&self.endings) }
    }

    /// Reads `name NAME [value VALUE]`; nothing has changed if it is refused.
    pub(super) fn set(&mut self, text: &str) -> Result<Change, String> {
        let text = text.strip_prefix("name ").ok_or("setoption needs `name`")?.trim();
        let (name, value) = text.split_once(" value").map_or((text, ""), |(name, value)| (name.trim(), value.trim()));
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash_mb = HASH.read(value)? as usize,
            "threads" => self.threads = THREADS.read(value)? as usize,
            "multipv" => self.lines = LINES.read(value)? as usize,
            "move overhead" => self.overhead_ms = OVERHEAD.read(value)?,
            "uci_elo" => self.elo = ELO.read(value)? as u32,
            "uci_limitstrength" => self.limited = read_check(value)?,
            // The client says when to ponder; there is nothing to prepare.
            "ponder" => drop(read_check(value)?),
            "usenetwork" => self.use_network = read_check(value)?,
            "evalfile" => self.network = read_network(value)?,
            "tablespath" => self.endings = read_tables(value)?,
            "uci_variant" => self.rules = variant::rules(value).map_err(|refusal| refusal.to_string())?,
            "clear hash" => {}
            _ => return Err(format!("there is no option `{name}`")),
        }
        Ok(change(name))
    }
}

fn change(name: &str) -> Change {
    match name.to_ascii_lowercase().as_str() {
        "hash" | "threads" | "usenetwork" | "evalfile" | "tablespath" | "clear hash" => Change::NewEngine,
        "uci_variant" => Change::NewGame,
        _ => Change::Noted,
    }
}

fn read_network(name: &str) -> Result<Judgment, String> {
    let name = if name.is_empty() { BUILT_IN } else { name };
    Judgment::named(name).map_err(|why| format!("{why}; the network in use stays"))
}

fn read_tables(name: &str) -> Result<Arc<Shelf>, String> {
    let name = if name.is_empty() { BUILT_IN } else { name };
    Shelf::named(name).map_err(|why| format!("{why}; the tables in use stay"))
}

fn read_check(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("`{text}` is neither `true` nor `false`"))
}
