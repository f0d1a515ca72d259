//! How strong a thinking player is.

use game::{Position, Title};

use crate::alpha_beta::Method;
use crate::{Judge, Limits};

/// What people are told of a level.
#[derive(Clone, Copy, Debug)]
pub struct LevelInfo {
    /// The name in commands, addresses and records.
    pub name: &'static str,
    /// The name for people.
    pub title: Title,
    /// What to expect of it, in a sentence; a rank says enough by itself.
    pub about: Option<Title>,
}

impl LevelInfo {
    const fn new(name: &'static str, title: Title, about: Title) -> Self {
        Self { name, title, about: Some(about) }
    }
}

/// The levels of a game, the weakest first. Those that [every game has](Self::EVERYWHERE) stand in stored
/// games and ratings, so the others are steps between them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Overlooks about every third answer.
    Newcomer,
    /// Sees the plainest threats, most of the time.
    Beginner,
    /// Sees most exchanges.
    Gentle,
    /// Hardly ever overlooks what is near, and is not too exact.
    Easy,
    /// Plans a turn.
    Casual,
    /// Plans several turns.
    Normal,
    /// Punishes small mistakes.
    Skilled,
    /// As well as it can within a few seconds.
    Hard,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 8] = [
        Self::Newcomer,
        Self::Beginner,
        Self::Gentle,
        Self::Easy,
        Self::Casual,
        Self::Normal,
        Self::Skilled,
        Self::Hard,
    ];

    /// Those that every game has, whatever else it has.
    pub const EVERYWHERE: [Self; 4] = [Self::Beginner, Self::Easy, Self::Normal, Self::Hard];

    /// What people are told of all levels, in the same order.
    pub const INFOS: &'static [LevelInfo] = &[
        LevelInfo::new(
            "newcomer",
            Title { ko: "첫걸음", en: "First steps", ja: "はじめの一歩" },
            Title {
                ko: "눈앞의 수만 보고, 상대의 대답을 자주 놓칩니다. 규칙을 막 익힌 분께 맞습니다.",
                en: "Looks at its own move and often overlooks yours: for whoever has just learned the rules.",
                ja: "自分の手しか見ず、相手の応手をよく見落とします。ルールを覚えたばかりの方に。",
            },
        ),
        LevelInfo::new(
            "beginner",
            Title { ko: "입문", en: "Beginner", ja: "入門" },
            Title {
                ko: "잡을 수 있는 것은 보지만, 되잡히는 것은 가끔 놓칩니다.",
                en: "Sees what it can take, and sometimes not what it loses by that.",
                ja: "取れる駒は見えますが、取り返されるのを時々見落とします。",
            },
        ),
        LevelInfo::new(
            "gentle",
            Title { ko: "아주 쉬움", en: "Very easy", ja: "とてもやさしい" },
            Title {
                ko: "주고받기를 대체로 셈하지만, 어쩌다 한 번씩 놓칩니다.",
                en: "Counts exchanges, and misses one now and then.",
                ja: "駒の取り合いはだいたい読めますが、たまに見落とします。",
            },
        ),
        LevelInfo::new(
            "easy",
            Title { ko: "쉬움", en: "Easy", ja: "やさしい" },
            Title {
                ko: "가까운 수는 좀처럼 놓치지 않지만, 멀리 보지는 못합니다.",
                en: "Hardly ever overlooks what is near, but does not see far.",
                ja: "近くの手はめったに見落としませんが、遠くまでは読めません。",
            },
        ),
        LevelInfo::new(
            "casual",
            Title { ko: "조금 쉬움", en: "Fairly easy", ja: "少しやさしい" },
            Title {
                ko: "내 차례와 상대의 대답까지 계획을 세웁니다.",
                en: "Plans its turn together with your answer.",
                ja: "自分の手番と相手の応手まで考えて計画を立てます。",
            },
        ),
        LevelInfo::new(
            "normal",
            Title { ko: "보통", en: "Normal", ja: "ふつう" },
            Title {
                ko: "몇 차례 앞을 내다봅니다. 동호회에서 두는 분과 비슷합니다.",
                en: "Looks several turns ahead, like somebody who plays in a club.",
                ja: "数手先まで読みます。愛好会で指す方と同じくらいです。",
            },
        ),
        LevelInfo::new(
            "skilled",
            Title { ko: "조금 어려움", en: "Fairly hard", ja: "少しむずかしい" },
            Title {
                ko: "작은 실수도 놓치지 않습니다. 2초 안에 둡니다.",
                en: "Makes you pay for small mistakes; moves within two seconds.",
                ja: "小さなミスも見逃しません。2秒以内に指します。",
            },
        ),
        LevelInfo::new(
            "hard",
            Title { ko: "어려움", en: "Hard", ja: "むずかしい" },
            Title {
                ko: "5초 안에 둘 수 있는 가장 좋은 수를 찾습니다.",
                en: "The best that it can find within five seconds.",
                ja: "5秒以内に見つけられる最善の手を指します。",
            },
        ),
    ];

    /// The level of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.info().name == name)
    }

    /// What people are told of it.
    #[must_use]
    pub const fn info(self) -> LevelInfo {
        Self::INFOS[self as usize]
    }
}

/// What makes a level of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// How long it thinks. The nodes decide, so that it plays the same on every machine; the time
    /// is there for slow ones.
    pub limits: Limits,
    /// How exact it is.
    pub care: Care,
    /// How many of a hundred answers it does not think of.
    pub overlooks: u8,
    /// Whether it gives up a plainly lost game.
    pub resigns: bool,
}

/// How a player chooses among actions of similar worth. It never plays what its own search has
/// found to be worse than the best by more than the margin, so it errs as people do: a little, and
/// where it matters little.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Care {
    /// How much worse than the best an action may be, in the judge's unit.
    pub margin: i32,
    /// The difference of worth at which the better action is chosen `e` times as often.
    pub spread: f64,
}

impl Care {
    /// Always the best.
    pub const FULL: Self = Self { margin: 0, spread: 1.0 };

    /// A margin, and half of it as the spread.
    #[must_use]
    pub fn within(margin: i32) -> Self {
        Self { margin, spread: f64::from(margin) / 2.0 }
    }
}

/// No level thinks longer, however slow the machine.
const TIME_MAX_MS: u64 = 1_800;

impl Strength {
    /// So many nodes, chosen among with so much care.
    #[must_use]
    pub const fn new(nodes: u64, care: Care) -> Self {
        let limits = Limits { nodes: Some(nodes), depth: None, time_ms: Some(TIME_MAX_MS) };
        Self { limits, care, overlooks: 0, resigns: false }
    }

    /// The same with more time, where the nodes need it.
    #[must_use]
    pub const fn within_ms(mut self, time_ms: u64) -> Self {
        self.limits.time_ms = Some(time_ms);
        self
    }

    /// The same, not thinking of so many of a hundred answers.
    #[must_use]
    pub const fn overlooking(mut self, percent: u8) -> Self {
        self.overlooks = percent;
        self
    }

    /// The same, giving up what is plainly lost.
    #[must_use]
    pub const fn resigning(mut self) -> Self {
        self.resigns = true;
        self
    }

    /// Takes over what a text says of a strength: `nodes=N`, `margin=N` or `overlooks=N`. Whether it says one of these.
    pub(crate) fn take(&mut self, change: &str) -> bool {
        let number = |name: &str| change.strip_prefix(name)?.strip_prefix('=')?.parse::<u32>().ok();
        if let Some(nodes) = number("nodes") {
            self.limits.nodes = Some(nodes.into());
        } else if let Some(margin) = number("margin").and_then(|margin| i32::try_from(margin).ok()) {
            self.care = Care::within(margin);
        } else if let Some(percent) = number("overlooks").filter(|percent| *percent < 100) {
            self.overlooks = percent as u8;
        } else {
            return false;
        }
        true
    }

    /// No limits but the task's own, always the best action, never gives up: for analysis.
    pub const FULL: Self = Self {
        limits: Limits { nodes: None, depth: None, time_ms: None },
        care: Care::FULL,
        overlooks: 0,
        resigns: false,
    };
}

/// A judge with its measured levels.
pub trait Graded<P: Position>: Judge<P> + Clone + Default + 'static {
    /// How it searches best.
    const METHOD: Method;

    /// What makes a level of this game.
    fn strength(level: Level) -> Strength;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_takes_what_is_said_of_it_and_nothing_else() {
        let mut strength = Strength::FULL;
        assert!(["nodes=300", "margin=120", "overlooks=12"].iter().all(|change| strength.take(change)));
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        assert_eq!(strength, Strength { limits, care: Care::within(120), overlooks: 12, resigns: false });
        for other in ["", "nodes", "nodes=", "nodes=many", "overlooks=100", "margin=-1", "root=open"] {
            assert!(!strength.take(other), "{other}");
        }
    }
}
