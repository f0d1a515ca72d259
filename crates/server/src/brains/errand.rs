//! What a thinking player is asked, and how it is asked.

use engine::jobs::{self, Answer, Job, Scene};
use engine::{Brain, Decision, Limits, Task, Thought, Timer};
use game::{Seat, Table};

use super::{Minds, Purpose};
use crate::caller::Caller;
use crate::ids::GameId;

/// Something to think about.
pub(crate) struct Errand {
    /// Who waits for it: whose share of the house it takes.
    pub(crate) caller: Caller,
    /// For whom.
    pub(crate) place: Place,
    /// Which game.
    pub(crate) kind: &'static str,
    /// How well to play it.
    pub(crate) level: String,
    /// Which of several good answers.
    pub(crate) seed: u64,
    /// What is wanted.
    pub(crate) question: Question,
}

/// A seat at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Place {
    /// Which table.
    pub(crate) game: GameId,
    /// Which seat.
    pub(crate) seat: Seat,
}

/// What is wanted of a thinking player.
pub(crate) enum Question {
    /// An action; no longer than so many milliseconds of thought, if the clock says so.
    Act(Box<dyn Table>, Option<u64>),
    /// An opening, knowing these choices.
    Open(String),
    /// What a position is worth to a seat.
    Study(Box<dyn Table>, Seat, Study),
}

/// How a position is to be studied.
#[derive(Clone, Debug)]
pub(crate) struct Study {
    /// How many lines are wanted.
    pub(crate) lines: usize,
    /// The only actions to look at; empty for all.
    pub(crate) only: Vec<String>,
    /// How long.
    pub(crate) limits: Limits,
}

impl Errand {
    /// How long the thought may take.
    pub(super) const fn cap_ms(&self) -> Option<u64> {
        match &self.question {
            Question::Act(_, cap_ms) => *cap_ms,
            Question::Open(_) => None,
            Question::Study(_, _, study) => study.limits.time_ms,
        }
    }

    /// Who comes first.
    pub(super) const fn purpose(&self) -> Purpose {
        match &self.question {
            Question::Act(..) | Question::Open(_) => Purpose::Game,
            Question::Study(..) => Purpose::Study,
        }
    }

    /// A player for it, if there is one.
    pub(super) fn brain(&self, minds: &dyn Minds) -> Option<Box<dyn Brain>> {
        guarded(|| match self.purpose() {
            Purpose::Game => minds.brain(self.kind, &self.level, self.seed),
            Purpose::Study => minds.analyst(self.kind),
        })
    }

    /// Asks the player. One that fails is lost, and still makes a move: the game must go on.
    pub(super) fn ask(
        &self,
        brain: Option<Box<dyn Brain>>,
        timer: &dyn Timer,
        tell: &mut dyn FnMut(&Thought),
    ) -> (Answer, Option<Box<dyn Brain>>) {
        let asked = guarded(|| {
            let mut brain = brain?;
            Some((self.answer(brain.as_mut(), timer, tell), brain))
        });
        match asked {
            Some((answer, brain)) => (answer, Some(brain)),
            None => (self.fallback(), None),
        }
    }

    fn answer(&self, brain: &mut dyn Brain, timer: &dyn Timer, tell: &mut dyn FnMut(&Thought)) -> Answer {
        let (table, seat, limits, lines, only) = match &self.question {
            Question::Open(choices) => return Answer::Open(brain.choose_opening(choices, self.place.seat)),
            Question::Act(table, cap_ms) => (table, self.place.seat, of_clock(*cap_ms), 0, &[][..]),
            Question::Study(table, seat, Study { lines, only, limits }) => (table, *seat, *limits, *lines, &only[..]),
        };
        let seen = self.seen(table.as_ref(), seat);
        let (table, known) = (seen.as_deref().unwrap_or(table.as_ref()), seen.is_some());
        Answer::Act(brain.think(&Task { table, seat, limits, timer, lines, only, known }, tell))
    }

    /// Of a game that hides something, what the seat knows, as it would be told elsewhere: so the answer is the same
    /// wherever it is thought of.
    fn seen(&self, table: &dyn Table, seat: Seat) -> Option<Box<dyn Table>> {
        let scene = Scene::hiding(self.kind, table, seat)?;
        scene.table(self.kind).inspect_err(|error| tracing::error!(%error, "what a seat knows is no game")).ok()
    }

    /// The same question for a player elsewhere, if it can be told.
    pub(super) fn question_elsewhere(&self) -> Option<Job> {
        let (kind, place) = (self.kind, self.place.seat);
        let (seat, question) = match &self.question {
            Question::Open(choices) => (place, jobs::Question::Open { choices: choices.clone() }),
            Question::Act(table, cap_ms) => {
                let scene = Scene::of(kind, table.as_ref(), place)?;
                (place, jobs::Question::Act { scene, limits: of_clock(*cap_ms) })
            }
            Question::Study(table, seat, Study { lines, only, limits }) => {
                let (scene, only) = (Scene::of(kind, table.as_ref(), *seat)?, only.clone());
                (*seat, jobs::Question::Study { scene, limits: *limits, lines: *lines, only })
            }
        };
        Some(Job { kind: kind.to_owned(), level: self.level.clone(), seed: self.seed, seat, question })
    }

    fn fallback(&self) -> Answer {
        match &self.question {
            Question::Act(table, _) | Question::Study(table, ..) => Answer::Act(any_action(table.as_ref())),
            Question::Open(_) => Answer::Open(None),
        }
    }
}

/// What a clock leaves to think.
fn of_clock(cap_ms: Option<u64>) -> Limits {
    Limits { time_ms: cap_ms, ..Limits::default() }
}

fn guarded<T>(think: impl FnOnce() -> Option<T>) -> Option<T> {
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
    thought.inspect_err(|_| tracing::error!("a brain panicked")).ok().flatten()
}

/// Some legal action, or giving up if there is none.
#[must_use]
pub(crate) fn any_action(table: &dyn Table) -> Decision {
    let mut legal = table.legal();
    let mut bytes = [0; 8];
    // Without randomness the first will do.
    let _ = getrandom::fill(&mut bytes);
    let index = usize::from_le_bytes(bytes).checked_rem(legal.len());
    index.map_or(Decision::Resign, |index| Decision::Act(legal.swap_remove(index)))
}
