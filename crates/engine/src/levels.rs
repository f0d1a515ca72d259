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
}

/// The levels that every game has, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Looks at its next action and sees the plainest threats.
    Beginner,
    /// Looks a little further, and is not too exact.
    Easy,
    /// Plays well within two seconds.
    Normal,
    /// As well as it can within a few seconds.
    Hard,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 4] = [Self::Beginner, Self::Easy, Self::Normal, Self::Hard];

    /// What people are told of all levels, in the same order.
    pub const INFOS: &'static [LevelInfo] = &[
        LevelInfo { name: "beginner", title: Title { ko: "입문", en: "Beginner", ja: "入門" } },
        LevelInfo { name: "easy", title: Title { ko: "쉬움", en: "Easy", ja: "やさしい" } },
        LevelInfo { name: "normal", title: Title { ko: "보통", en: "Normal", ja: "ふつう" } },
        LevelInfo { name: "hard", title: Title { ko: "어려움", en: "Hard", ja: "難しい" } },
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
        Self { limits, care, resigns: false }
    }

    /// The same with more time, where the nodes need it.
    #[must_use]
    pub const fn within_ms(mut self, time_ms: u64) -> Self {
        self.limits.time_ms = Some(time_ms);
        self
    }

    /// The same, giving up what is plainly lost.
    #[must_use]
    pub const fn resigning(mut self) -> Self {
        self.resigns = true;
        self
    }

    /// No limits but the task's own, always the best action, never gives up: for analysis.
    pub const FULL: Self =
        Self { limits: Limits { nodes: None, depth: None, time_ms: None }, care: Care::FULL, resigns: false };
}

/// A judge with its measured levels.
pub trait Graded<P: Position>: Judge<P> + Clone + Default + 'static {
    /// How it searches best.
    const METHOD: Method;

    /// What makes a level of this game.
    fn strength(level: Level) -> Strength;
}
