//! What players may agree on before a game (§3).

use game::{Family, Preset};

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
        /// Moving onto an ally hands over troops.
        #[default]
        On = "1",
        /// Allies simply block.
        Off = "0",
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

const ACTIONS_MAX: u8 = 20;
const KNOCKS_MAX: u8 = 99;
const TURNS_MAX: u16 = 9999;

game::options! {
    Rules {
        ("ap", actions, { number &["3", "N"], 1..=ACTIONS_MAX }, "actions a turn"),
        ("kn", knocks, { number &["3", "N"], 1..=KNOCKS_MAX }, "knocks to win"),
        ("sup", supply, Supply, "whether a Move onto an ally supplies it"),
        ("quiet", quiet, { number &["30", "N"], 1..=TURNS_MAX }, "player turns without progress that end the game"),
        ("ply", turns, { number &["200", "N"], 1..=TURNS_MAX }, "player turns that end the game"),
        ("markers", markers, Markers, "who sees the kind of a marker in full mode"),
    }
}

impl game::Rules for Rules {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "base", about: "the five tigers on both sides, simple supply, no tactics" },
        Preset { name: "full", about: "decks with tactics, a pool of thirty troops, sorties and installations" },
    ];

    const FAMILIES: &'static [Family] = &[
        Family { name: "base", presets: &["base"], has_partners: false },
        Family { name: "full", presets: &["full"], has_partners: false },
    ];

    fn preset(name: &str) -> Option<Self> {
        Mode::from_text(name).map(Self::of)
    }

    fn base(&self) -> &'static str {
        self.mode.text()
    }
}
