//! What players may agree on before a game (§3).

use game::choices::{bad_value, unknown};
use game::{Choice, Choices, Preset, Refusal};

game::choice_enum! {
    /// The rule set.
    #[derive(Default)]
    pub enum Mode {
        /// The five tigers, simple supply, no tactics.
        #[default]
        Base = "base",
        /// Decks, a pool of troops, tactics.
        Full = "full",
    }
}

game::choice_enum! {
    /// Whether a Move may end on an ally.
    #[derive(Default)]
    pub enum Supply {
        /// Allies simply block.
        Off = "0",
        /// Moving onto an ally hands over troops.
        #[default]
        On = "1",
    }
}

game::choice_enum! {
    /// Who sees the kind of a marker.
    #[derive(Default)]
    pub enum Markers {
        /// Its owner.
        #[default]
        Hidden = "hidden",
        /// Everyone, for two players at one screen.
        Open = "open",
    }
}

/// The options of a game. All but `markers` are written in the head of a state string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Base or full; the preset.
    pub mode: Mode,
    /// Actions a turn.
    pub actions: u8,
    /// Knocks to win.
    pub knocks: u8,
    /// Whether allies can be supplied.
    pub supply: Supply,
    /// Player turns without progress after which the game is adjudicated.
    pub quiet: u16,
    /// Player turns after which the game is adjudicated.
    pub turns: u16,
    /// Who sees the kind of a marker.
    pub markers: Markers,
}

impl Rules {
    /// The options of the state head, in its order.
    pub(crate) const HEAD: [&'static str; 5] = ["ap", "kn", "sup", "quiet", "ply"];

    /// The usual options of a mode.
    #[must_use]
    pub const fn of(mode: Mode) -> Self {
        Self { mode, actions: 3, knocks: 3, supply: Supply::On, quiet: 30, turns: 200, markers: Markers::Hidden }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Mode::Base)
    }
}

const ACTIONS_MAX: u16 = 20;
const KNOCKS_MAX: u16 = 99;
const TURNS_MAX: u16 = 9999;

fn number(key: &str, value: &str, max: u16) -> Result<u16, Refusal> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    value
        .parse()
        .ok()
        .filter(|number| digits && (1..=max).contains(number))
        .ok_or_else(|| Refusal::option(format!("`{key}` cannot be `{value}`; it is a number from 1 to {max}")))
}

impl Choices for Rules {
    const CHOICES: &'static [Choice] = &[
        Choice { key: "ap", values: &["3", "N"], about: "actions a turn" },
        Choice { key: "kn", values: &["3", "N"], about: "knocks to win" },
        Choice { key: "sup", values: &["1", "0"], about: "whether a Move onto an ally supplies it" },
        Choice { key: "quiet", values: &["30", "N"], about: "player turns without progress that end the game" },
        Choice { key: "ply", values: &["200", "N"], about: "player turns that end the game" },
        Choice { key: "markers", values: Markers::TEXTS, about: "who sees the kind of a marker in full mode" },
    ];

    fn get(&self, key: &str) -> Option<String> {
        Some(match key {
            "ap" => self.actions.to_string(),
            "kn" => self.knocks.to_string(),
            "sup" => self.supply.text().to_owned(),
            "quiet" => self.quiet.to_string(),
            "ply" => self.turns.to_string(),
            "markers" => self.markers.text().to_owned(),
            _ => return None,
        })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        let bad = || bad_value::<Self>(key, value);
        match key {
            "ap" => self.actions = number(key, value, ACTIONS_MAX)? as u8,
            "kn" => self.knocks = number(key, value, KNOCKS_MAX)? as u8,
            "sup" => self.supply = Supply::from_text(value).ok_or_else(bad)?,
            "quiet" => self.quiet = number(key, value, TURNS_MAX)?,
            "ply" => self.turns = number(key, value, TURNS_MAX)?,
            "markers" => self.markers = Markers::from_text(value).ok_or_else(bad)?,
            _ => return Err(unknown(key)),
        }
        Ok(())
    }
}

impl game::Rules for Rules {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "base", about: "the five tigers on both sides, simple supply, no tactics" },
        Preset { name: "full", about: "decks with tactics, a pool of thirty troops, sorties and installations" },
    ];

    fn preset(name: &str) -> Option<Self> {
        Mode::from_text(name).map(Self::of)
    }

    fn base(&self) -> &'static str {
        self.mode.text()
    }
}
