//! The choices on which associations and clubs differ (§22).

use game::{Family, Preset, Refusal, choice_enum};

choice_enum! {
    /// Which set-ups may be chosen (§11).
    pub enum SetupChoice { FixedInner = "fixed_inner", Choose4 = "choose4", Choose5 = "choose5" }
}
choice_enum! {
    /// What it means when the kings face (§14).
    pub enum Facing { Illegal = "illegal", Bikjang = "bikjang", Ignored = "ignored" }
}
choice_enum! {
    /// Which moves call bikjang (§14).
    pub enum BikjangTrigger { Any = "any", KingMove = "king_move" }
}
choice_enum! {
    /// When a side may pass (§13).
    pub enum Pass { Never = "never", NotInCheck = "not_in_check", OnlyIfNoMove = "only_if_no_move" }
}
choice_enum! {
    /// What happens to a side that has no move and is not in check (§15).
    pub enum Stalemate { Loss = "loss", ForcedPass = "forced_pass" }
}
choice_enum! {
    /// Whether two passes in a row end the game (§13).
    pub enum DoublePass { Ends = "ends", None = "none" }
}
choice_enum! {
    /// What decides a game that ends without mate (§17).
    pub enum EndBy { Draw = "draw", Score = "score" }
}
choice_enum! {
    /// What happens when a position comes back (§16).
    pub enum RepetitionMode { Adjudicate = "adjudicate", Forbid = "forbid", Kja30 = "kja30" }
}
choice_enum! {
    /// What perpetual check brings (§16).
    pub enum PerpetualCheck { Loss = "loss", Draw = "draw", Score = "score" }
}
choice_enum! {
    /// An option that is on or off.
    pub enum Switch { On = "on", Off = "off" }
}
choice_enum! {
    /// An option that is answered yes or no.
    pub enum YesNo { Yes = "yes", No = "no" }
}
choice_enum! {
    /// The extra points of Han, who moves second (§17).
    pub enum Dum { OneAndAHalf = "1.5", Zero = "0" }
}

impl Dum {
    /// In half points, so that nothing is ever rounded.
    #[must_use]
    pub const fn half_points(self) -> u32 {
        match self {
            Self::OneAndAHalf => 3,
            Self::Zero => 0,
        }
    }
}

choice_enum! {
    /// A rule set with a name (§22).
    pub enum Base {
        Kja = "kja",
        Seed1 = "seed1",
        Traditional = "traditional",
        Casual = "casual",
        Modern = "modern",
        FsfJanggi = "fsf-janggi",
        FsfTraditional = "fsf-traditional",
    }
}

/// The rules of one game. Stored with it, so that an old game replays for ever.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The preset from which these rules started.
    pub base: Base,
    /// Which set-ups may be chosen.
    pub setup: SetupChoice,
    /// What it means when the kings face.
    pub facing: Facing,
    /// Which moves call bikjang.
    pub bikjang_trigger: BikjangTrigger,
    /// How many pieces must be gone before bikjang counts.
    pub bikjang_min_captures: u8,
    /// When a side may pass.
    pub pass: Pass,
    /// What happens to a side that has no move and is not in check.
    pub stalemate: Stalemate,
    /// Whether two passes in a row end the game.
    pub double_pass: DoublePass,
    /// What decides a game that ends without mate.
    pub end_by: EndBy,
    /// Which occurrence of a position matters; 0 for none.
    pub repetition_count: u8,
    /// What happens when a position comes back.
    pub repetition_mode: RepetitionMode,
    /// What perpetual check brings.
    pub perpetual_check: PerpetualCheck,
    /// After how many plies without a capture the game ends; 0 for never.
    pub no_capture_limit: u16,
    /// After how many plies the game ends; 0 for never.
    pub total_ply_limit: u16,
    /// Whether the game ends when only kings and guards are left.
    pub insufficient_material: Switch,
    /// Whether a cannon may capture a cannon.
    pub cannon_takes_cannon: YesNo,
    /// The extra points of Han.
    pub dum: Dum,
    /// In the `seed1` family: whether points decide a game that ends without mate.
    pub seed1_points: Switch,
}

impl Rules {
    /// Points decide and there are no draws: the rules of Korean events, and the default.
    pub const KJA: Self = Self {
        base: Base::Kja,
        setup: SetupChoice::Choose4,
        facing: Facing::Bikjang,
        bikjang_trigger: BikjangTrigger::Any,
        bikjang_min_captures: 1,
        pass: Pass::NotInCheck,
        stalemate: Stalemate::ForcedPass,
        double_pass: DoublePass::Ends,
        end_by: EndBy::Score,
        repetition_count: 3,
        repetition_mode: RepetitionMode::Kja30,
        perpetual_check: PerpetualCheck::Loss,
        no_capture_limit: 200,
        total_ply_limit: 0,
        insufficient_material: Switch::On,
        cannon_takes_cannon: YesNo::No,
        dum: Dum::OneAndAHalf,
        seed1_points: Switch::Off,
    };

    /// The strict rules of the first source: no pass, no facing, stalemate loses.
    pub const SEED1: Self = Self {
        base: Base::Seed1,
        setup: SetupChoice::FixedInner,
        facing: Facing::Illegal,
        bikjang_min_captures: 0,
        pass: Pass::Never,
        stalemate: Stalemate::Loss,
        double_pass: DoublePass::None,
        end_by: EndBy::Draw,
        repetition_mode: RepetitionMode::Adjudicate,
        no_capture_limit: 0,
        insufficient_material: Switch::Off,
        cannon_takes_cannon: YesNo::Yes,
        ..Self::KJA
    };

    /// The old rules: every end without mate is a draw, only a king calls bikjang.
    pub const TRADITIONAL: Self = Self {
        base: Base::Traditional,
        setup: SetupChoice::Choose5,
        bikjang_trigger: BikjangTrigger::KingMove,
        bikjang_min_captures: 0,
        end_by: EndBy::Draw,
        repetition_mode: RepetitionMode::Adjudicate,
        perpetual_check: PerpetualCheck::Draw,
        no_capture_limit: 0,
        ..Self::KJA
    };

    /// Facing kings mean nothing, ends without mate are draws.
    pub const CASUAL: Self = Self {
        base: Base::Casual,
        facing: Facing::Ignored,
        bikjang_min_captures: 0,
        end_by: EndBy::Draw,
        repetition_mode: RepetitionMode::Adjudicate,
        no_capture_limit: 100,
        insufficient_material: Switch::Off,
        ..Self::KJA
    };

    /// As large Korean sites play: no bikjang, no repetition, points after 200 plies.
    pub const MODERN: Self = Self {
        base: Base::Modern,
        facing: Facing::Ignored,
        bikjang_min_captures: 0,
        repetition_mode: RepetitionMode::Forbid,
        total_ply_limit: 200,
        ..Self::KJA
    };

    /// The variant `janggi` of Fairy-Stockfish.
    pub const FSF_JANGGI: Self = Self {
        base: Base::FsfJanggi,
        bikjang_min_captures: 0,
        repetition_mode: RepetitionMode::Adjudicate,
        no_capture_limit: 100,
        insufficient_material: Switch::Off,
        ..Self::KJA
    };

    /// The variant `janggitraditional` of Fairy-Stockfish.
    pub const FSF_TRADITIONAL: Self = Self { base: Base::FsfTraditional, end_by: EndBy::Draw, ..Self::FSF_JANGGI };

    /// What recorded games are held to: the movement of the pieces and self-check alone (§24).
    #[must_use]
    pub const fn of_recorded_games() -> Self {
        Self { double_pass: DoublePass::None, repetition_count: 0, no_capture_limit: 0, ..Self::CASUAL }
    }

    /// Whether points decide an end without mate.
    #[must_use]
    pub fn scores(&self) -> bool {
        self.end_by == EndBy::Score || self.seed1_points == Switch::On
    }

    const fn of_base(base: Base) -> Self {
        match base {
            Base::Kja => Self::KJA,
            Base::Seed1 => Self::SEED1,
            Base::Traditional => Self::TRADITIONAL,
            Base::Casual => Self::CASUAL,
            Base::Modern => Self::MODERN,
            Base::FsfJanggi => Self::FSF_JANGGI,
            Base::FsfTraditional => Self::FSF_TRADITIONAL,
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::KJA
    }
}

game::options! {
    Rules {
        ("setup", setup, SetupChoice, "which set-ups may be chosen"),
        ("facing", facing, Facing, "what it means when the kings face"),
        ("bikjang_trigger", bikjang_trigger, BikjangTrigger, "whether any move or only a king's calls bikjang"),
        ("bikjang_min_captures", bikjang_min_captures, { number &["N"], 0..=u8::MAX }, "how many pieces must be gone before bikjang counts"),
        ("pass", pass, Pass, "when a side may pass"),
        ("stalemate", stalemate, Stalemate, "what happens without a move and without check"),
        ("double_pass", double_pass, DoublePass, "whether two passes in a row end the game"),
        ("end_by", end_by, EndBy, "what decides a game that ends without mate"),
        ("repetition_count", repetition_count, { number &["N"], 0..=u8::MAX }, "which occurrence of a position matters, 0 for none"),
        ("repetition_mode", repetition_mode, RepetitionMode, "whether that ends the game or is forbidden"),
        ("perpetual_check", perpetual_check, PerpetualCheck, "what checking without end brings the checker"),
        ("no_capture_limit", no_capture_limit, { number &["N"], 0..=u16::MAX }, "plies without a capture that end the game, 0 for never"),
        ("total_ply_limit", total_ply_limit, { number &["N"], 0..=u16::MAX }, "plies that end the game, 0 for never"),
        ("insufficient_material", insufficient_material, Switch, "whether bare kings and guards end the game"),
        ("cannon_takes_cannon", cannon_takes_cannon, YesNo, "whether a cannon may capture a cannon"),
        ("dum", dum, Dum, "the extra points of Han"),
        ("seed1_points", seed1_points, Switch, "whether points decide an end without mate in seed1"),
    }
}

impl game::Rules for Rules {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "kja", about: "Korean events: points decide, no draws" },
        Preset { name: "seed1", about: "strict: no pass, kings may not face, stalemate loses" },
        Preset { name: "traditional", about: "old rules: ends without mate are draws, five set-ups" },
        Preset { name: "casual", about: "facing kings mean nothing, ends without mate are draws" },
        Preset { name: "modern", about: "large Korean sites: no bikjang, no repetition, points after 200 plies" },
        Preset { name: "fsf-janggi", about: "Fairy-Stockfish's janggi" },
        Preset { name: "fsf-traditional", about: "Fairy-Stockfish's janggitraditional" },
    ];

    const FAMILIES: &'static [Family] = &[Family { name: "std", presets: &["kja", "modern"], has_partners: false }];

    fn preset(name: &str) -> Option<Self> {
        Base::from_text(name).map(Self::of_base)
    }

    fn base(&self) -> &'static str {
        self.base.text()
    }

    fn validate(&self) -> Result<(), Refusal> {
        if self.repetition_count == 1 {
            return Err(Refusal::option("`repetition_count` cannot be 1: every position occurs once"));
        }
        if self.seed1_points == Switch::On && self.base != Base::Seed1 {
            return Err(Refusal::option("`seed1_points` belongs to the preset `seed1`; use `end_by=score`"));
        }
        Ok(())
    }
}
