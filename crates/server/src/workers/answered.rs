//! What a worker sends, and what of it is believed.

use engine::Thought;
use engine::jobs::{Answer, Job};
use game::Refusal;
use serde::{Deserialize, Serialize};

/// The most bytes of an answer: five lines of 256 actions.
pub(crate) const TOLD_BYTES_MAX: usize = 60 * 1024;

/// An answer as it is sent, and as it waits on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answered {
    /// What was decided.
    pub(crate) answer: Answer,
    /// What it was worth.
    #[serde(default)]
    pub(crate) lines: Vec<Thought>,
    /// How long was thought.
    pub(crate) thought_ms: u64,
}

impl Answered {
    /// The same as far as the rules allow it, of a job that was taken so long ago.
    ///
    /// # Errors
    /// What no honest worker answers.
    pub(crate) fn believed(self, payload: &str, held_ms: i64) -> Result<Self, Refusal> {
        let Self { answer, lines, thought_ms } = self;
        let lines = read(payload)?.believed(Some(&answer), lines)?;
        // A clock is charged with this, and nobody has thought longer than the job was away.
        let thought_ms = thought_ms.min(u64::try_from(held_ms).unwrap_or(0));
        Ok(Self { answer, lines, thought_ms })
    }
}

/// What is told on the way, as far as the rules allow it.
///
/// # Errors
/// What no honest worker tells.
pub(crate) fn told(payload: &str, lines: Vec<Thought>) -> Result<Vec<Thought>, Refusal> {
    read(payload)?.believed(None, lines)
}

/// What is on the board we have written ourselves.
fn read(payload: &str) -> Result<Job, Refusal> {
    serde_json::from_str(payload).map_err(|_| Refusal::new("E_ANSWER", "the question cannot be read any more"))
}
