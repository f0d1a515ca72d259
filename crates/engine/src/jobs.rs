//! A question for a thinking player as plain data, so that it can be answered elsewhere, and what may be believed of
//! the answer. It holds what the player's own seat knows and nothing else.

use game::{DEEDS_MAX, Entry, Leaving, Record, Refusal, Seat, Table};
use serde::{Deserialize, Serialize};

use crate::view::Knowledge;
use crate::{Brain, Decision, Limits, Task, Thought, Timer, catalog};

/// The most lines of an answer.
pub const LINES_MAX: usize = 5;
/// The most actions of a line.
pub const LINE_MAX: usize = 256;
/// The longest text of an action.
const TEXT_MAX: usize = 64;

/// What is asked of a thinking player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The name of the game.
    pub kind: String,
    /// How well to play it; empty where nobody plays.
    pub level: String,
    /// Which of several good answers.
    pub seed: u64,
    /// For whom to think.
    pub seat: Seat,
    /// What is wanted.
    pub question: Question,
}

/// What is wanted of a thinking player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// An action.
    Act {
        /// Where.
        scene: Scene,
        /// How long, beyond what the level says.
        limits: Limits,
    },
    /// An opening, knowing these choices.
    Open {
        /// As `--rules` writes them.
        choices: String,
    },
    /// What a position is worth.
    Study {
        /// Which.
        scene: Scene,
        /// How long.
        limits: Limits,
        /// How many lines.
        lines: usize,
        /// The only actions to look at; empty for all.
        only: Vec<String>,
    },
}

/// A game as a seat knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The rules, as `--rules` writes them.
    pub rules: String,
    /// A state string.
    pub start: String,
    /// What was done from there.
    #[serde(default)]
    pub deeds: Vec<String>,
    /// Whether it is what the seat sees and remembers of a game that hides something.
    #[serde(default)]
    pub known: bool,
}

/// What was decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// What to do.
    Act(Decision),
    /// What to bring, if there is an opinion.
    Open(Option<String>),
}

impl Scene {
    /// What a seat knows of a game of that kind; nothing if it is no game of that kind.
    #[must_use]
    pub fn of(kind: &str, table: &dyn Table, seat: Seat) -> Option<Self> {
        let Record { rules, start, entries, .. } = table.record();
        Some(match catalog::knowledge(kind, table, seat)? {
            Knowledge::Whole => {
                let deeds = entries.into_iter().map(|entry| entry.deed).collect();
                Self { rules, start, deeds, known: false }
            }
            Knowledge::State(start) => Self { rules, start, deeds: Vec::new(), known: true },
        })
    }

    /// The same of a game that hides something from the seat; nothing of any other.
    #[must_use]
    pub fn hiding(kind: &str, table: &dyn Table, seat: Seat) -> Option<Self> {
        match catalog::knowledge(kind, table, seat)? {
            Knowledge::Whole => None,
            Knowledge::State(start) => {
                Some(Self { rules: table.record().rules, start, deeds: Vec::new(), known: true })
            }
        }
    }

    /// The game itself.
    ///
    /// # Errors
    /// What of it the rules refuse.
    pub fn table(&self, kind: &str) -> Result<Box<dyn Table>, Refusal> {
        let game = catalog::find(kind).ok_or_else(|| Refusal::new("E_KIND", "there is no such game"))?;
        if self.deeds.len() > DEEDS_MAX {
            return Err(Refusal::new("E_LENGTH", format!("a game has at most {DEEDS_MAX} deeds")));
        }
        let record = Record {
            rules: self.rules.clone(),
            start: self.start.clone(),
            entries: self.deeds.iter().map(Entry::new).collect(),
            ..Record::default()
        };
        game.replay(&record).map_err(|(_, refusal)| refusal)
    }
}

impl Job {
    /// How long the thought may take, if the question says so.
    #[must_use]
    pub const fn time_ms(&self) -> Option<u64> {
        match &self.question {
            Question::Act { limits, .. } | Question::Study { limits, .. } => limits.time_ms,
            Question::Open { .. } => None,
        }
    }

    /// Whether somebody looks on while it is thought about.
    #[must_use]
    pub const fn is_study(&self) -> bool {
        matches!(self.question, Question::Study { .. })
    }

    /// Asks a player who has not been asked before: the same question gets the same answer, unless time runs out.
    ///
    /// # Errors
    /// If there is no such player, or no such position.
    pub fn carry_out(&self, timer: &dyn Timer, tell: &mut dyn FnMut(&Thought)) -> Result<Answer, Refusal> {
        let nobody = || Refusal::new("E_KIND", "nobody plays that game at that level");
        let made = if self.is_study() {
            catalog::analyst(&self.kind)
        } else {
            catalog::seeded_brain(&self.kind, &self.level, self.seed)
        };
        self.ask(made.ok_or_else(nobody)?.as_mut(), timer, tell)
    }

    fn ask(&self, brain: &mut dyn Brain, timer: &dyn Timer, tell: &mut dyn FnMut(&Thought)) -> Result<Answer, Refusal> {
        let (scene, limits, lines, only) = match &self.question {
            Question::Open { choices } => return Ok(Answer::Open(brain.choose_opening(choices, self.seat))),
            Question::Act { scene, limits } => (scene, limits, 0, &[][..]),
            Question::Study { scene, limits, lines, only } => (scene, limits, *lines, &only[..]),
        };
        let table = self.seated(scene)?;
        let (seat, known) = (self.seat, scene.known);
        let task = Task { table: table.as_ref(), seat, limits: *limits, timer, lines, only, known };
        Ok(Answer::Act(brain.think(&task, tell)))
    }

    /// The game, if it has a place for the seat.
    fn seated(&self, scene: &Scene) -> Result<Box<dyn Table>, Refusal> {
        let table = scene.table(&self.kind)?;
        let has_seat = self.seat.index() < table.seats().len();
        if has_seat { Ok(table) } else { Err(Refusal::syntax("that game has no such seat")) }
    }

    /// What may be believed of an answer by somebody whom nobody knows: what the rules allow. A line is cut where they
    /// no longer do.
    ///
    /// # Errors
    /// What no honest player answers.
    pub fn believed(&self, answer: Option<&Answer>, lines: Vec<Thought>) -> Result<Vec<Thought>, Refusal> {
        let (scene, wanted, only) = match &self.question {
            Question::Open { .. } => return believed_opening(answer, &lines).map(|()| lines),
            Question::Act { scene, .. } => (scene, 1, &[][..]),
            Question::Study { scene, lines, only, .. } => (scene, (*lines).clamp(1, LINES_MAX), &only[..]),
        };
        let table = self.seated(scene)?;
        let legal = table.legal();
        match answer {
            None => {}
            Some(Answer::Act(Decision::Act(text))) if legal.contains(text) => {}
            Some(Answer::Act(Decision::Resign)) if self.may_give_up(table.as_ref()) => {}
            Some(_) => return Err(Refusal::new("E_ANSWER", "the rules do not allow that")),
        }
        if lines.len() > wanted {
            return Err(Refusal::new("E_ANSWER", "these are more lines than were asked for"));
        }
        let begins = |line: &Thought| {
            line.line.first().is_none_or(|first| legal.contains(first) && (only.is_empty() || only.contains(first)))
        };
        let believed = |(index, line): (usize, Thought)| {
            if line.index != index || !begins(&line) || !is_sound(&line, table.seats().len()) {
                return Err(Refusal::new("E_ANSWER", "that is no line from here"));
            }
            Ok(if scene.known { line } else { cut(line, table.as_ref()) })
        };
        lines.into_iter().enumerate().map(believed).collect()
    }

    /// A study may find nothing to do; a player may give up where the rules let it.
    fn may_give_up(&self, table: &dyn Table) -> bool {
        self.is_study() || table.turn().is_none() || table.may_leave(self.seat, Leaving::Resigned)
    }
}

fn believed_opening(answer: Option<&Answer>, lines: &[Thought]) -> Result<(), Refusal> {
    let is_short = |value: &Option<String>| value.as_ref().is_none_or(|value| value.len() <= TEXT_MAX);
    match answer {
        Some(Answer::Open(value)) if lines.is_empty() && is_short(value) => Ok(()),
        None if lines.is_empty() => Ok(()),
        _ => Err(Refusal::new("E_ANSWER", "an opening was asked for")),
    }
}

fn is_sound(line: &Thought, seats: usize) -> bool {
    line.values.count() == seats && line.line.len() <= LINE_MAX && line.line.iter().all(|text| text.len() <= TEXT_MAX)
}

/// As far as the rules allow it.
fn cut(mut line: Thought, table: &dyn Table) -> Thought {
    let mut ahead = table.fork();
    let allowed = line.line.iter().take_while(|text| ahead.act(text).is_ok()).count();
    line.line.truncate(allowed);
    line
}
