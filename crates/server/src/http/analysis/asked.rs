//! What may be asked on the socket.

use engine::Limits;
use engine::positions::Trial;
use serde::Deserialize;

use crate::brains::Study;

/// The most lines at once.
const LINES_MAX: usize = 5;
/// The most positions for one question.
const NODES_MAX: u64 = 4_000_000;
/// The most positions for each question of a review.
const REVIEW_NODES: u64 = 60_000;
/// However slow the machine, a question of a review ends.
const REVIEW_MS: u64 = 4_000;
/// The longest thought of one question.
const MS_MAX: u64 = 8_000;

/// A question, or the wish to end one.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub(super) enum Asked {
    /// What a position is worth.
    Look(Look),
    /// What the next seat would do there if it were its turn.
    Threat(Look),
    /// What was done in a game, turn by turn.
    Review(Look),
    /// No more.
    Stop {
        /// Which question.
        #[serde(rename = "a")]
        ack: String,
    },
}

/// A position and how to look at it.
#[derive(Deserialize)]
pub(super) struct Look {
    /// The name of the question.
    #[serde(rename = "a")]
    pub(super) ack: String,
    /// The name of the game.
    pub(super) kind: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    acts: Vec<String>,
    #[serde(default)]
    lines: usize,
    #[serde(default)]
    only: Vec<String>,
    nodes: Option<u64>,
    ms: Option<u64>,
}

impl Asked {
    /// The name of the question.
    pub(super) fn ack(&self) -> &str {
        match self {
            Self::Look(look) | Self::Threat(look) | Self::Review(look) => &look.ack,
            Self::Stop { ack } => ack,
        }
    }
}

impl Look {
    /// Which position it is about.
    pub(super) fn trial(&self) -> Trial {
        let Self { kind, rules, state, acts, .. } = self;
        Trial { kind: kind.clone(), rules: rules.clone(), state: state.clone(), acts: acts.clone(), trail: false }
    }

    /// How much each question of a review is thought about: less for a first look.
    pub(super) fn glance(&self) -> Limits {
        let nodes = self.nodes.unwrap_or(REVIEW_NODES).clamp(1, REVIEW_NODES);
        Limits { nodes: Some(nodes), depth: None, time_ms: Some(REVIEW_MS) }
    }

    /// How it is to be studied, within what anybody may ask for.
    pub(super) fn study(&self) -> Study {
        let limits = Limits {
            nodes: Some(self.nodes.unwrap_or(NODES_MAX).clamp(1, NODES_MAX)),
            depth: None,
            time_ms: Some(self.ms.unwrap_or(MS_MAX).clamp(1, MS_MAX)),
        };
        Study { lines: self.lines.clamp(1, LINES_MAX), only: self.only.clone(), limits }
    }
}
