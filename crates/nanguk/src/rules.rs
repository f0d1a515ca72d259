//! The variants and the options on which players may differ (§32).

use game::{Choice, Choices, Family, Preset, Refusal};

use crate::ground::HEIGHT_MAX;

game::choice_enum! {
    /// The base game or one of its three variants. The variants are our own design on the few
    /// sentences that the source gives them.
    pub enum Variant {
        /// 난국.
        Base = "base",
        /// 난성, with castles and engines.
        Siege = "siege",
        /// 난해, with ships.
        Sea = "sea",
        /// 화기 난국, with bombs and rockets.
        Firearms = "firearms",
    }
}

impl Variant {
    /// The letter in state strings.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Base => 'N',
            Self::Siege => 'S',
            Self::Sea => 'H',
            Self::Firearms => 'F',
        }
    }

    /// How many blocks each player has (§5, §26).
    #[must_use]
    pub const fn blocks(self) -> u8 {
        match self {
            Self::Sea => 8,
            Self::Base | Self::Siege | Self::Firearms => 32,
        }
    }

    const fn turn_blocks(self) -> TurnBlocks {
        match self {
            Self::Sea => TurnBlocks::Four,
            Self::Base | Self::Siege | Self::Firearms => TurnBlocks::Eight,
        }
    }
}

game::choice_enum! {
    /// The greatest height of a square (§2).
    pub enum MaxHeight { Three = "3", Four = "4" }
}
game::choice_enum! {
    /// How many blocks make a terrain turn (§5).
    pub enum TurnBlocks { Eight = "8", One = "1", Two = "2", Four = "4", Sixteen = "16", ThirtyTwo = "32" }
}
game::choice_enum! {
    /// Whether wrong blocks are refused at once or left to be found (§8).
    pub enum Placing { Strict = "strict", Honor = "honour" }
}
game::choice_enum! {
    /// At which squares an archer shoots on level ground (§14).
    pub enum LevelShot { None = "none", Near = "near", Far = "far", Both = "both" }
}
game::choice_enum! {
    /// Whether a piece right ahead stops an archer's far shots (§14).
    pub enum ArrowBlock { Never = "never", Pieces = "pieces" }
}
game::choice_enum! {
    /// From where the two squares of a climb are counted (§12).
    pub enum Uphill { Whole = "whole", Foot = "foot" }
}
game::choice_enum! {
    /// Whether kings are killed or mated (§17).
    pub enum KingLaw { Capture = "capture", Check = "check" }
}
game::choice_enum! {
    /// What happens to a side without an action (§19).
    pub enum Stalemate { Draw = "draw", Loss = "loss", Pass = "pass" }
}
game::choice_enum! {
    /// At which occurrence of a position the game is drawn (§19).
    pub enum Repeat { Third = "3", Never = "0" }
}
game::choice_enum! {
    /// Whether Red's player may exchange seats before the first battle move. That changes who sits
    /// where and nothing on the board, so hosts carry it out (§9).
    pub enum Swap { Off = "off", On = "on" }
}

impl TurnBlocks {
    const fn count(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
            Self::Sixteen => 16,
            Self::ThirtyTwo => 32,
        }
    }
}

/// The most bombs that a side can own.
pub const BOMBS_MAX: u8 = 9;

/// A variant and the options of a game. Small, so that every position carries it.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The variant.
    pub variant: Variant,
    /// The greatest height.
    pub max_height: MaxHeight,
    /// The size of a terrain turn; `None` is the variant's own.
    pub turn_blocks: Option<TurnBlocks>,
    /// How wrong blocks are dealt with.
    pub placing: Placing,
    /// Shots on level ground.
    pub level_shot: LevelShot,
    /// What stops arrows.
    pub arrow_block: ArrowBlock,
    /// How climbs are counted.
    pub uphill: Uphill,
    /// How kings are protected.
    pub king: KingLaw,
    /// No action left.
    pub stalemate: Stalemate,
    /// Repeated positions.
    pub repeat: Repeat,
    /// The plies without progress that end a game; 0 for none.
    pub limit: u32,
    /// The bombs of each side at the start, [`BOMBS_MAX`] at most.
    pub bombs: u8,
    /// Exchange of seats.
    pub swap: Swap,
}

impl Rules {
    /// The default options of a variant.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        Self {
            variant,
            max_height: MaxHeight::Three,
            turn_blocks: None,
            placing: Placing::Strict,
            level_shot: LevelShot::None,
            arrow_block: ArrowBlock::Never,
            uphill: Uphill::Whole,
            king: KingLaw::Capture,
            stalemate: Stalemate::Draw,
            repeat: Repeat::Third,
            limit: 100,
            bombs: 3,
            swap: Swap::Off,
        }
    }

    /// The greatest height of a square; islands are one block high (§26).
    #[must_use]
    pub const fn height_max(&self) -> u8 {
        match (self.variant, self.max_height) {
            (Variant::Sea, _) => 1,
            (_, MaxHeight::Three) => 3,
            (_, MaxHeight::Four) => HEIGHT_MAX,
        }
    }

    /// How many blocks make a terrain turn.
    #[must_use]
    pub const fn blocks_a_turn(&self) -> u8 {
        self.turn_size().count()
    }

    const fn turn_size(&self) -> TurnBlocks {
        match self.turn_blocks {
            Some(size) => size,
            None => self.variant.turn_blocks(),
        }
    }

    /// Whether wrong blocks may be placed and relocated (§8); never at sea.
    #[must_use]
    pub fn on_honor(&self) -> bool {
        self.placing == Placing::Honor && self.variant != Variant::Sea
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Variant::Base)
    }
}

/// Rules are equal if every option has the same value, whether it was named or not.
impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        let same = |choice: &Choice| self.get(choice.key) == other.get(choice.key);
        self.variant == other.variant && Self::CHOICES.iter().all(same)
    }
}

impl Eq for Rules {}

const BOMBS: &[&str] = &["3", "0", "1", "2", "4", "5", "6", "7", "8", "9"];

game::options! {
    Rules {
        ("max_height", max_height, MaxHeight, "the greatest height of a square"),
        ("turn_blocks", turn_blocks, { option TurnBlocks, turn_size }, "blocks in a terrain turn (sea: 4, 1, 2 or 8)"),
        ("placing", placing, Placing, "whether wrong blocks are refused, or accepted and left to be found"),
        ("level_shot", level_shot, LevelShot, "at which squares an archer shoots on level ground"),
        ("arrow_block", arrow_block, ArrowBlock, "whether a piece right ahead stops an archer's far shots"),
        ("uphill", uphill, Uphill, "whether the two squares of a climb count from the start or the foot"),
        ("king", king, KingLaw, "whether kings are killed, or protected by check and mate"),
        ("stalemate", stalemate, Stalemate, "what happens to a side without an action"),
        ("repeat", repeat, Repeat, "at which occurrence of a position the game is drawn; 0 for never"),
        ("limit", limit, { number &["100", "N"], 0..=u32::MAX }, "plies without progress that end the game; 0 for no limit"),
        ("bombs", bombs, { number BOMBS, 0..=BOMBS_MAX }, "bombs of each side (firearms)"),
        ("swap", swap, Swap, "whether Red's player may exchange seats before the first battle move"),
    }
}

impl game::Rules for Rules {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "base", about: "Nanguk 難國, as the source describes it" },
        Preset { name: "siege", about: "Nanseong 難城: castles and siege engines (our design)" },
        Preset { name: "sea", about: "Nanhae 難海: islands, ships and spies (our design)" },
        Preset { name: "firearms", about: "Hwagi Nanguk 火器難國: bombs and rocket carts (our design)" },
    ];

    const FAMILIES: &'static [Family] = &[
        Family { name: "base", presets: &["base"], has_partners: false },
        Family { name: "variants", presets: &["siege", "sea", "firearms"], has_partners: false },
    ];

    /// The rule book writes the options of an unchanged game as `-`.
    fn preset(name: &str) -> Option<Self> {
        let name = if name == "-" { "base" } else { name };
        Variant::from_text(name).map(Self::of)
    }

    fn base(&self) -> &'static str {
        self.variant.text()
    }

    fn validate(&self) -> Result<(), Refusal> {
        if self.variant.blocks().is_multiple_of(self.blocks_a_turn()) {
            return Ok(());
        }
        let turn = self.blocks_a_turn();
        Err(Refusal::option(format!(
            "`turn_blocks` cannot be {turn}: each player has {} blocks",
            self.variant.blocks()
        )))
    }
}
