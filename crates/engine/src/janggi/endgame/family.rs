//! Under which rules a table holds.

use janggi::rules::{BikjangTrigger, DoublePass, Facing, Pass, Rules, Stalemate, Switch, YesNo};
use janggi::{Board, Piece, Setup, Side};

use super::Class;

/// The presets in which endings differ. Where points decide, it matters which side the stronger one is: Han has the
/// extra points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Facing kings mean nothing, and neither do points.
    Casual,
    /// An accepted bikjang is a draw.
    Traditional,
    /// Points decide an accepted bikjang, and a game without attackers; the stronger side is Cho.
    KjaCho,
    /// The same, and the stronger side is Han.
    KjaHan,
    /// Facing kings mean nothing, points decide a game without attackers; the stronger side is Cho.
    ModernCho,
    /// The same, and the stronger side is Han.
    ModernHan,
    /// Points decide an accepted bikjang, a game without attackers goes on; the stronger side is Cho.
    FairyCho,
    /// The same, and the stronger side is Han.
    FairyHan,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Casual,
        Self::Traditional,
        Self::KjaCho,
        Self::KjaHan,
        Self::ModernCho,
        Self::ModernHan,
        Self::FairyCho,
        Self::FairyHan,
    ];

    /// The family of a game in which `strong` is the stronger side; `None` where tables know nothing.
    #[must_use]
    pub fn of(rules: &Rules, strong: Side) -> Option<Self> {
        let usual = rules.pass == Pass::NotInCheck
            && rules.stalemate == Stalemate::ForcedPass
            && rules.cannon_takes_cannon == YesNo::No;
        let bare_ends = rules.scores() && rules.insufficient_material == Switch::On;
        let families = match rules.facing {
            _ if !usual => None,
            Facing::Illegal => None,
            Facing::Bikjang if rules.bikjang_trigger == BikjangTrigger::KingMove => None,
            Facing::Bikjang if !rules.scores() => Some([Self::Traditional; 2]),
            Facing::Ignored if !bare_ends => Some([Self::Casual; 2]),
            // Without the extra points the leader may be another one.
            _ if rules.dum.half_points() == 0 => None,
            Facing::Ignored => Some([Self::ModernCho, Self::ModernHan]),
            Facing::Bikjang if bare_ends => Some([Self::KjaCho, Self::KjaHan]),
            Facing::Bikjang => Some([Self::FairyCho, Self::FairyHan]),
        };
        families.map(|by_side| by_side[strong.index()])
    }

    /// Rules by which its tables are made, with nothing that counts plies or repetitions.
    #[must_use]
    pub const fn rules(self) -> Rules {
        let preset = match self {
            Self::Casual => Rules::CASUAL,
            Self::Traditional => Rules::FSF_TRADITIONAL,
            Self::KjaCho | Self::KjaHan => Rules::KJA,
            Self::ModernCho | Self::ModernHan => Rules::MODERN,
            Self::FairyCho | Self::FairyHan => Rules::FSF_JANGGI,
        };
        Rules { no_capture_limit: 0, total_ply_limit: 0, repetition_count: 0, double_pass: DoublePass::None, ..preset }
    }

    /// The family after a capture that made the other side the stronger one.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self {
            Self::KjaCho => Self::KjaHan,
            Self::KjaHan => Self::KjaCho,
            Self::ModernCho => Self::ModernHan,
            Self::ModernHan => Self::ModernCho,
            Self::FairyCho => Self::FairyHan,
            Self::FairyHan => Self::FairyCho,
            Self::Casual | Self::Traditional => self,
        }
    }

    /// Whether the stronger side is Han, to whom that matters.
    #[must_use]
    pub const fn strong_is_han(self) -> bool {
        matches!(self, Self::KjaHan | Self::ModernHan | Self::FairyHan)
    }

    /// A diagram in which Cho is the stronger side, as it stands in a game of this family.
    #[must_use]
    pub fn as_played(self, setup: Setup) -> Setup {
        if !self.strong_is_han() {
            return setup;
        }
        let mut turned = Setup { board: Board::default(), turn: setup.turn.other(), ..setup };
        for (point, piece) in setup.board.iter() {
            turned.board.put(Piece::new(piece.side().other(), piece.role()), point.turned());
        }
        turned
    }

    /// Whether there are tables of a class: of equal forces Cho's counts as the stronger.
    #[must_use]
    pub fn has(self, class: &Class) -> bool {
        !(self.strong_is_han() && class.is_even())
    }

    /// Whether a game in which nobody can attack any more is over, and won by who leads.
    #[must_use]
    pub const fn bare_ends(self) -> bool {
        matches!(self, Self::KjaCho | Self::KjaHan | Self::ModernCho | Self::ModernHan)
    }

    /// Whether the stronger side leads on points; `None` where they mean nothing.
    #[must_use]
    pub fn strong_leads(self, class: &Class) -> Option<bool> {
        let (strong, weak) = (2 * class.strong().points(), 2 * class.weak().points());
        let extra = Rules::KJA.dum.half_points();
        match self {
            Self::Casual | Self::Traditional => None,
            _ if self.strong_is_han() => Some(strong + extra >= weak),
            _ => Some(strong > weak + extra),
        }
    }

    /// The word in the names of files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Casual => "casual",
            Self::Traditional => "fsf-traditional",
            Self::KjaCho => "kja-cho",
            Self::KjaHan => "kja-han",
            Self::ModernCho => "modern-cho",
            Self::ModernHan => "modern-han",
            Self::FairyCho => "fsf-janggi-cho",
            Self::FairyHan => "fsf-janggi-han",
        }
    }

    /// The family of a word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_their_families() {
        let of = |rules: Rules| Side::ALL.map(|side| Family::of(&rules, side));
        assert_eq!(of(Rules::KJA), [Some(Family::KjaCho), Some(Family::KjaHan)]);
        assert_eq!(of(Rules::MODERN), [Some(Family::ModernCho), Some(Family::ModernHan)]);
        assert_eq!(of(Rules::FSF_JANGGI), [Some(Family::FairyCho), Some(Family::FairyHan)]);
        assert_eq!(of(Rules::CASUAL), [Some(Family::Casual); 2]);
        assert_eq!(of(Rules::FSF_TRADITIONAL), [Some(Family::Traditional); 2]);
        assert_eq!(of(Rules::TRADITIONAL), [None; 2]);
        assert_eq!(of(Rules::SEED1), [None; 2]);
        assert_eq!(of(Rules { dum: janggi::rules::Dum::Zero, ..Rules::KJA }), [None; 2]);
    }

    #[test]
    fn a_family_is_that_of_the_rules_it_is_made_by() {
        for family in Family::ALL {
            let strong = if family.strong_is_han() { Side::Han } else { Side::Cho };
            assert_eq!(Family::of(&family.rules(), strong), Some(family));
            assert_eq!(Family::of(&family.rules(), strong.other()), Some(family.exchanged()));
            assert_eq!(Family::from_name(family.name()), Some(family));
        }
    }

    #[test]
    fn the_extra_points_decide_who_leads() {
        let class = |name: &str| Class::from_name(name).expect("a class");
        // Elephant against a guard: three points each.
        assert_eq!(Family::KjaCho.strong_leads(&class("KBvKA")), Some(false));
        assert_eq!(Family::KjaHan.strong_leads(&class("KBvKA")), Some(true));
        assert_eq!(Family::ModernHan.strong_leads(&class("KPvKAA")), Some(false));
        assert_eq!(Family::Traditional.strong_leads(&class("KRvK")), None);
    }
}
