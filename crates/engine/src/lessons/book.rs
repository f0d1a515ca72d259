//! What a lesson file says.

use serde::{Deserialize, Serialize};

/// The lessons of one game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// The name of the game in the catalog.
    pub game: String,
    /// The version of this form.
    pub version: u32,
    /// From the first steps on.
    pub lessons: Vec<Lesson>,
    /// Positions to be won against the computer.
    #[serde(default)]
    pub practice: Vec<Practice>,
}

/// A few stages about one thing.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name in addresses.
    pub id: String,
    /// The article of the rule book that it teaches.
    pub article: String,
    /// Its title.
    pub title: Text,
    /// What it teaches, in a sentence or two.
    pub about: Text,
    /// One after the other.
    pub stages: Vec<Stage>,
}

/// One position with a goal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its name in addresses.
    pub id: String,
    /// The article of the rule book that it is about.
    pub article: String,
    /// Rules as `--rules` writes them.
    pub rules: String,
    /// Where it begins.
    pub state: String,
    /// What is played before the learner's turn, so that a pass can be the past.
    #[serde(default)]
    pub before: Vec<String>,
    /// The learner's seat.
    pub seat: String,
    /// What is to be reached; all of it.
    #[serde(deserialize_with = "one_or_many")]
    pub goal: Vec<Goal>,
    /// When the goal is looked at.
    #[serde(default)]
    pub when: When,
    /// With `when: answered`: whether it must hold after every possible reply.
    #[serde(default)]
    pub surely: bool,
    /// What must not happen.
    #[serde(default)]
    pub avoid: Option<Goal>,
    /// Own actions of the best solution.
    pub par: u32,
    /// After so many own actions the stage begins again; `par` if it is not given.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Lines of own actions that solve it; with `par` 1 all of them.
    pub answers: Vec<Vec<String>>,
    /// What the others do, in order of preference.
    #[serde(default)]
    pub replies: Vec<String>,
    /// Cells with a star.
    #[serde(default)]
    pub marks: Vec<String>,
    /// Refusals from which one learns.
    #[serde(default)]
    pub refuse: Vec<Refused>,
    /// Legal actions from which one learns.
    #[serde(default)]
    pub wrong: Vec<Wrong>,
    /// The task.
    pub text: Text,
    /// The first step of help.
    pub hint: Text,
    /// What was learned.
    pub done: Text,
}

impl Stage {
    /// How many own actions the learner has.
    #[must_use]
    pub fn limit(&self) -> u32 {
        self.limit.unwrap_or(self.par)
    }
}

/// A text in the languages of the house.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Korean.
    pub ko: String,
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}

/// A refusal from which one learns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// The action that the rules refuse at the beginning.
    #[serde(rename = "try")]
    pub act: String,
    /// With this code.
    pub code: String,
    /// What is said; without it, what is always said of the code.
    #[serde(default)]
    pub text: Option<Text>,
}

/// A legal action from which one learns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// The action.
    pub act: String,
    /// What is said.
    pub text: Text,
}

/// A position to be won against the computer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// Its name in addresses.
    pub id: String,
    /// Rules as `--rules` writes them.
    pub rules: String,
    /// Where it begins.
    pub state: String,
    /// The learner's seat.
    pub seat: String,
    /// How the wanted result begins.
    pub result: String,
    /// Within so many own actions.
    pub limit: u32,
    /// The task.
    pub text: Text,
}

/// When a goal is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Right after the own action.
    #[default]
    Done,
    /// After the replies.
    Answered,
}

/// What is to be reached.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Goal {
    /// The last own action does the same as one of these.
    Act(Act),
    /// Men that stood there are gone or another's.
    Take {
        /// Where.
        at: Vec<String>,
        /// All of them, and not only one.
        #[serde(default)]
        all: bool,
    },
    /// An own man stands there.
    Reach {
        /// Where.
        at: Vec<String>,
        /// What kind of man.
        #[serde(default)]
        piece: Option<String>,
        /// Own men have stood on each of them.
        #[serde(default)]
        all: bool,
    },
    /// These seats are in check or danger.
    Check {
        /// Their names.
        seats: Vec<String>,
        /// They and no others.
        #[serde(default)]
        exactly: bool,
    },
    /// It is this seat's turn.
    Turn {
        /// Its name.
        seat: String,
    },
    /// The result begins so.
    Result {
        /// How.
        is: String,
    },
    /// A number of the game is such.
    Gauge(Measure),
    /// Nothing that the next seat can do at once does that.
    Safe(Threat),
    /// It can be forced against every reply.
    Force {
        /// What.
        goal: Box<Goal>,
        /// With so many own actions in all.
        within: u32,
    },
}

impl Goal {
    /// The cells that it is about.
    #[must_use]
    pub fn cells(&self) -> &[String] {
        match self {
            Self::Take { at, .. } | Self::Reach { at, .. } => at,
            _ => &[],
        }
    }
}

/// Actions that are wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Any of these, in any spelling.
    pub one_of: Vec<String>,
}

/// A number of the game and its bounds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// The name of the gauge.
    pub name: String,
    /// Exactly this.
    #[serde(default)]
    pub is: Option<f64>,
    /// This or more.
    #[serde(default)]
    pub least: Option<f64>,
    /// This or less.
    #[serde(default)]
    pub most: Option<f64>,
    /// Its change since the beginning, and not the number itself.
    #[serde(default)]
    pub change: bool,
}

/// What is to be prevented.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum Threat {
    /// An own man is taken.
    Take {
        /// On one of these cells; empty for any cell.
        #[serde(default)]
        at: Vec<String>,
        /// One of these kinds; empty for any kind.
        #[serde(default)]
        pieces: Vec<String>,
    },
    /// The own seat is in check or danger.
    Check {},
    /// The game ends with a result that begins so.
    Result {
        /// How.
        result: String,
    },
    /// A number grows to this.
    Gauge {
        /// The name of the gauge.
        name: String,
        /// How far.
        least: f64,
    },
}

impl Book {
    /// Reads a lesson file.
    ///
    /// # Errors
    /// Where the file does not have the form of a book.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// A lesson by its name.
    #[must_use]
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }
}

impl Lesson {
    /// A stage by its name.
    #[must_use]
    pub fn stage(&self, id: &str) -> Option<&Stage> {
        self.stages.iter().find(|stage| stage.id == id)
    }
}

fn one_or_many<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Goal>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        Many(Vec<Goal>),
        One(Goal),
    }
    Ok(match OneOrMany::deserialize(deserializer)? {
        OneOrMany::Many(goals) => goals,
        OneOrMany::One(goal) => vec![goal],
    })
}

impl Serialize for Text {
    /// All languages at once, for tools.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("ko", &self.ko), ("en", &self.en), ("ja", &self.ja)])
    }
}
