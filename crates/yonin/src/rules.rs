//! The choices on which players of the game differ (§11).

use game::{Family, Preset, choice_enum};

use crate::geometry::DEPTHS;
use crate::{Side, Squares};

choice_enum! {
    /// What becomes of a mated seat's men (§8).
    pub enum Fate {
        /// They stay where they are, without an owner.
        Freeze = "freeze",
        /// They obey whoever mated, and keep their facing.
        Inherit = "inherit",
    }
}

choice_enum! {
    /// Where men promote (§6).
    pub enum Zone {
        /// In the camp that they face.
        Opposite = "opposite",
        /// In any of the three other camps.
        Any = "any",
    }
}

choice_enum! {
    /// On which of its last ranks a pawn must promote (§6).
    pub enum PawnForce {
        /// On the last two.
        Two = "2",
        /// On the last, as in ordinary shogi.
        One = "1",
    }
}

choice_enum! {
    /// Whether a dropped pawn may mate (§7).
    pub enum Uchifuzume {
        /// It may not.
        Forbid = "forbid",
        /// It may.
        Allow = "allow",
    }
}

choice_enum! {
    /// Whether a pawn may be dropped right in front of a flipped king (§7).
    pub enum Uraou {
        /// It may.
        Allow = "allow",
        /// It may not, for it could never move.
        Forbid = "forbid",
    }
}

choice_enum! {
    /// Who plays with whom (§10).
    pub enum Mode {
        /// Everybody alone.
        Singles = "singles",
        /// Those who sit opposite each other.
        Doubles = "doubles",
    }
}

choice_enum! {
    /// When the game ends (§10).
    pub enum Survivors {
        /// When one seat is left.
        Last = "last",
        /// When two seats are left.
        Two = "two",
    }
}

choice_enum! {
    /// From whom the order goes on after a mate (§5).
    pub enum AfterMate {
        /// From the last mover, as if the turn had never reached the mated seat.
        Mover = "mover",
        /// From the mated seat.
        Mated = "mated",
    }
}

choice_enum! {
    /// What ends a game that goes round and round (§9).
    pub enum Repetition {
        /// The fourth occurrence of a position.
        Fourth = "4",
        /// Nothing.
        Off = "0",
    }
}

choice_enum! {
    /// When a seat may resign (§8).
    pub enum Resign {
        /// On its own turn.
        Any = "any",
        /// On its own turn, if only two seats live.
        Duel = "duel",
    }
}

impl Zone {
    /// The squares where men of that facing promote.
    #[must_use]
    #[inline]
    pub fn squares(self, facing: Side) -> Squares {
        static ANY: [Squares; Side::COUNT] = any_camp();
        match self {
            Self::Opposite => DEPTHS[facing.index()][CAMP],
            Self::Any => ANY[facing.index()],
        }
    }
}

/// How deep a camp is.
const CAMP: usize = 3;

/// The camps of the three other sides; a corner that is also at home counts.
const fn any_camp() -> [Squares; Side::COUNT] {
    let mut tables = [Squares::EMPTY; Side::COUNT];
    let mut side = 0;
    while side < Side::COUNT {
        let mut other = 1;
        while other < Side::COUNT {
            // The camp of a side lies at the end of the board of the side across.
            let across = (side + other + 2) % Side::COUNT;
            tables[side] = tables[side].or(DEPTHS[across][CAMP]);
            other += 1;
        }
        side += 1;
    }
    tables
}

impl PawnForce {
    /// The squares where a pawn of that facing must promote.
    #[must_use]
    #[inline]
    pub fn squares(self, facing: Side) -> Squares {
        match self {
            Self::Two => DEPTHS[facing.index()][2],
            Self::One => DEPTHS[facing.index()][1],
        }
    }
}

choice_enum! {
    /// The presets (§11).
    enum Base {
        Standard = "standard",
        Sdin = "sdin",
        Federation = "federation",
        Official1993 = "official1993",
        Doubles = "doubles",
    }
}

/// The choices of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    base: Base,
    /// What becomes of a mated seat's men.
    pub fate: Fate,
    /// Where men promote.
    pub zone: Zone,
    /// On which of its last ranks a pawn must promote.
    pub pawnforce: PawnForce,
    /// Whether a dropped pawn may mate.
    pub uchifuzume: Uchifuzume,
    /// Whether a pawn may be dropped right in front of a flipped king.
    pub uraou: Uraou,
    /// Who plays with whom.
    pub mode: Mode,
    /// When the game ends.
    pub end: Survivors,
    /// From whom the order goes on after a mate.
    pub aftermate: AfterMate,
    /// What ends a game that goes round and round.
    pub rep: Repetition,
    /// After how many moves the game is adjudicated; zero for never.
    pub cap: u32,
    /// When a seat may resign.
    pub resign: Resign,
}

impl Rules {
    const STANDARD: Self = Self {
        base: Base::Standard,
        fate: Fate::Freeze,
        zone: Zone::Opposite,
        pawnforce: PawnForce::Two,
        uchifuzume: Uchifuzume::Forbid,
        uraou: Uraou::Allow,
        mode: Mode::Singles,
        end: Survivors::Last,
        aftermate: AfterMate::Mover,
        rep: Repetition::Fourth,
        cap: 500,
        resign: Resign::Any,
    };

    const fn of(base: Base) -> Self {
        let standard = Self { base, ..Self::STANDARD };
        match base {
            Base::Standard => standard,
            Base::Sdin => Self { pawnforce: PawnForce::One, rep: Repetition::Off, cap: 0, ..standard },
            Base::Federation => Self { pawnforce: PawnForce::One, cap: 300, resign: Resign::Duel, ..standard },
            Base::Official1993 => Self {
                fate: Fate::Inherit,
                end: Survivors::Two,
                pawnforce: PawnForce::One,
                uraou: Uraou::Forbid,
                ..standard
            },
            Base::Doubles => Self { mode: Mode::Doubles, ..standard },
        }
    }

    /// Whether opposite seats are partners.
    #[must_use]
    #[inline]
    pub const fn is_doubles(&self) -> bool {
        matches!(self.mode, Mode::Doubles)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

game::options! {
    Rules {
        ("fate", fate, Fate, "What becomes of a mated seat's men."),
        ("zone", zone, Zone, "In which camps men promote."),
        ("pawnforce", pawnforce, PawnForce, "On how many last ranks a pawn must promote."),
        ("uchifuzume", uchifuzume, Uchifuzume, "Whether a dropped pawn may mate."),
        ("uraou", uraou, Uraou, "Whether a pawn may be dropped before a flipped king."),
        ("mode", mode, Mode, "Everybody alone, or opposite seats together."),
        ("end", end, Survivors, "Whether one or two seats are left at the end."),
        ("aftermate", aftermate, AfterMate, "From whom the order goes on after a mate."),
        ("rep", rep, Repetition, "Which occurrence of a position ends the game."),
        ("cap", cap, { number &["500", "N"], 0..=u32::MAX }, "After how many moves points decide; 0 is never."),
        ("resign", resign, Resign, "On one's turn, or only when two seats live."),
    }
}

impl game::Rules for Rules {
    const PRESETS: &'static [Preset] = &[
        Preset { name: Base::Standard.text(), about: "Last survivor wins, mated men freeze, pawns promote early." },
        Preset { name: Base::Sdin.text(), about: "As on sdin.jp: repetition is not judged, no limit." },
        Preset { name: Base::Federation.text(), about: "As the Japan Yonin Shogi Federation plays." },
        Preset { name: Base::Official1993.text(), about: "The rules of 1993: the mater inherits, two mates end it." },
        Preset { name: Base::Doubles.text(), about: "Opposite seats are partners, the first mate decides." },
    ];

    const FAMILIES: &'static [Family] = &[
        Family { name: "singles", presets: &["standard", "federation"], has_partners: false },
        Family { name: "doubles", presets: &["doubles"], has_partners: true },
    ];

    fn preset(name: &str) -> Option<Self> {
        Base::from_text(name).map(Self::of)
    }

    fn base(&self) -> &'static str {
        self.base.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Choices as _, Rules as _};

    #[test]
    fn every_choice_is_read_and_written() {
        for preset in Rules::PRESETS {
            let rules = Rules::preset(preset.name).expect("a preset");
            for choice in Rules::CHOICES {
                let value = rules.get(choice.key).expect("a choice");
                assert!(choice.values.contains(&value.as_str()) || choice.key == "cap");
                let mut copy = rules;
                assert_eq!(copy.set(choice.key, &value), Ok(()));
                assert_eq!(copy, rules);
                assert!(copy.set(choice.key, "nonsense").is_err());
            }
        }
    }

    #[test]
    fn defaults_come_first() {
        for choice in Rules::CHOICES {
            assert_eq!(Rules::default().get(choice.key).as_deref(), Some(choice.values[0]));
        }
        assert_eq!(Rules::default().base(), Rules::PRESETS[0].name);
    }

    #[test]
    fn the_zone_is_the_camp_that_a_man_faces() {
        for side in Side::ALL {
            assert_eq!(Zone::Opposite.squares(side).len(), 27);
            assert_eq!(Zone::Any.squares(side).len(), 81 - 18);
        }
    }
}
