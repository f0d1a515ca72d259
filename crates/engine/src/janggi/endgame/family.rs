//! Under which rules a table holds.

use janggi::Side;
use janggi::rules::{BikjangTrigger, DoublePass, Facing, Pass, Rules, Stalemate, YesNo};

use super::Class;

/// What it means when a side accepts a bikjang, the one thing in which tables differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Facing kings mean nothing.
    Ignored,
    /// A draw.
    Draw,
    /// Points decide, and the stronger side is Cho.
    ScoreCho,
    /// Points decide, and the stronger side is Han, who has the extra points.
    ScoreHan,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ignored, Self::Draw, Self::ScoreCho, Self::ScoreHan];

    /// The family of a game in which `strong` is the stronger side; `None` where tables know nothing.
    #[must_use]
    pub fn of(rules: &Rules, strong: Side) -> Option<Self> {
        let usual = rules.pass == Pass::NotInCheck
            && rules.stalemate == Stalemate::ForcedPass
            && rules.cannon_takes_cannon == YesNo::No;
        match rules.facing {
            _ if !usual => None,
            Facing::Ignored => Some(Self::Ignored),
            Facing::Bikjang if rules.bikjang_trigger == BikjangTrigger::KingMove => None,
            Facing::Bikjang if !rules.scores() => Some(Self::Draw),
            // Without the extra points the leader may be another one.
            Facing::Bikjang if rules.dum.half_points() == 0 => None,
            Facing::Bikjang if strong == Side::Cho => Some(Self::ScoreCho),
            Facing::Bikjang => Some(Self::ScoreHan),
            Facing::Illegal => None,
        }
    }

    /// Rules by which its tables are made, with nothing that counts plies or repetitions.
    #[must_use]
    pub const fn rules(self) -> Rules {
        let facing = match self {
            Self::Ignored => Rules::CASUAL,
            Self::Draw => Rules::FSF_TRADITIONAL,
            Self::ScoreCho | Self::ScoreHan => Rules::FSF_JANGGI,
        };
        Rules { no_capture_limit: 0, total_ply_limit: 0, repetition_count: 0, double_pass: DoublePass::None, ..facing }
    }

    /// The family after a capture that made the other side the stronger one.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self {
            Self::ScoreCho => Self::ScoreHan,
            Self::ScoreHan => Self::ScoreCho,
            other => other,
        }
    }

    /// Whether the stronger side wins when a bikjang is accepted; `None` for a draw (and where there is none).
    #[must_use]
    pub fn strong_leads(self, class: &Class) -> Option<bool> {
        let (strong, weak) = (2 * class.strong().points(), 2 * class.weak().points());
        let extra = Rules::KJA.dum.half_points();
        match self {
            Self::Ignored | Self::Draw => None,
            Self::ScoreCho => Some(strong > weak + extra),
            Self::ScoreHan => Some(strong + extra >= weak),
        }
    }

    /// The word in the names of files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ignored => "ignored",
            Self::Draw => "draw",
            Self::ScoreCho => "score-cho",
            Self::ScoreHan => "score-han",
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
        assert_eq!(of(Rules::KJA), [Some(Family::ScoreCho), Some(Family::ScoreHan)]);
        assert_eq!(of(Rules::CASUAL), [Some(Family::Ignored); 2]);
        assert_eq!(of(Rules::FSF_TRADITIONAL), [Some(Family::Draw); 2]);
        assert_eq!(of(Rules::TRADITIONAL), [None; 2]);
        assert_eq!(of(Rules::SEED1), [None; 2]);
    }

    #[test]
    fn the_extra_points_decide_who_leads() {
        let class = |name: &str| Class::from_name(name).expect("a class");
        // Elephant against a guard: three points each.
        assert_eq!(Family::ScoreCho.strong_leads(&class("KBvKA")), Some(false));
        assert_eq!(Family::ScoreHan.strong_leads(&class("KBvKA")), Some(true));
        assert_eq!(Family::ScoreHan.strong_leads(&class("KPvKAA")), Some(false));
        assert_eq!(Family::Draw.strong_leads(&class("KRvK")), None);
    }
}
