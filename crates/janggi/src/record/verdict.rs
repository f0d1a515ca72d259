//! What a record says about the end of its game, and what the rules say to that.

use game::{Deed, Leaving, Match, Refusal};

use super::malformed;
use crate::{Action, EndReason, Ending, Position, Rules, Side};

/// How a game ended, as its record has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    /// The winner, or `None` for a draw.
    pub(super) winner: Option<Side>,
    pub(super) reason: Reason,
}

/// Why, as far as the record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// One of the reasons that the rules know.
    Rule(EndReason),
    /// A referee's decision.
    Infraction,
    /// It does not say.
    Unknown,
}

impl Reason {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Rule(reason) => reason.text(),
            Self::Infraction => "rules-infraction",
            Self::Unknown => "unknown",
        }
    }

    pub(super) fn from_text(text: &str) -> Option<Self> {
        match text {
            "rules-infraction" => Some(Self::Infraction),
            "unknown" => Some(Self::Unknown),
            _ => EndReason::from_text(text).map(Self::Rule),
        }
    }
}

impl Verdict {
    /// The verdict of a result text such as `han double-pass-score`.
    pub(super) fn from_text(text: &str) -> Result<Self, Refusal> {
        let read = || {
            let (winner, reason) = text.split_once(' ')?;
            let winner = match winner {
                "cho" => Some(Side::Cho),
                "han" => Some(Side::Han),
                "draw" => None,
                _ => return None,
            };
            let reason = Reason::from_text(reason.strip_suffix("-score").unwrap_or(reason))?;
            Some(Self { winner, reason })
        };
        read().ok_or_else(|| malformed(format!("`{text}` is no result; write it like `cho checkmate`")))
    }

    /// The result text, for ends that the rules cannot see on the board.
    pub(super) fn text(self) -> String {
        format!("{} {}", self.winner.map_or("draw", Side::name), self.reason.text())
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub(super) const fn score(self) -> &'static str {
        match self.winner {
            Some(Side::Cho) => "1-0",
            Some(Side::Han) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn agrees(self, ending: Ending) -> bool {
        self.winner == ending.winner && (self.reason == Reason::Unknown || self.reason == Reason::Rule(ending.reason))
    }

    /// What a seat or both did to end the game so.
    fn deed(self, position: &Position) -> Option<Deed<Action>> {
        let leave = |why| Some(Deed::Leave(self.winner?.other().seat(), why));
        match self.reason {
            Reason::Rule(EndReason::Resign) => leave(Leaving::Resigned),
            Reason::Rule(EndReason::Time) => leave(Leaving::Flagged),
            Reason::Rule(EndReason::Disconnect) => leave(Leaving::Forfeited),
            Reason::Rule(EndReason::Agreement) => {
                (position.adjudicated(EndReason::Agreement).winner == self.winner).then_some(Deed::Agree)
            }
            _ => None,
        }
    }
}

/// The verdict of a score token of PGN; `None` for `*`, a game that goes on.
///
/// # Errors
/// If it is not one of the four.
pub(super) fn from_score(token: &str, reason: Reason) -> Result<Option<Verdict>, Refusal> {
    let winner = match token {
        "*" => return Ok(None),
        "1-0" => Some(Side::Cho),
        "0-1" => Some(Side::Han),
        "1/2-1/2" => None,
        _ => return Err(malformed(format!("`{token}` is no result; it is one of 1-0, 0-1, 1/2-1/2, *"))),
    };
    Ok(Some(Verdict { winner, reason }))
}

/// The score token of a verdict, or of a game that goes on.
pub(super) fn score(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("*", Verdict::score)
}

/// Ends a game as its record says and gives the result text.
///
/// Under rules of ours the verdict must be what the rules find on the board, or something that no
/// board shows. Recorded games (§24) were played under rules unknown to us: there the record is
/// believed.
pub(super) fn conclude(game: &mut Match<Position>, verdict: Option<Verdict>) -> Result<Option<String>, Refusal> {
    let believed = *game.rules() == Rules::of_recorded_games();
    let Some(verdict) = verdict else {
        return match game.position().ending() {
            Some(ending) if !believed => Err(malformed(format!("the game has ended: {}", ending.text()))),
            _ => Ok(None),
        };
    };
    if game.turn().is_some()
        && let Some(deed) = verdict.deed(game.position())
    {
        game.do_deed(deed)?;
    }
    match game.position().ending() {
        Some(ending) if verdict.agrees(ending) => Ok(Some(ending.text())),
        None if matches!(verdict.reason, Reason::Unknown | Reason::Infraction) => Ok(Some(verdict.text())),
        _ if believed => Ok(Some(verdict.text())),
        Some(ending) => Err(malformed(format!("the result is `{}`, not `{}`", ending.text(), verdict.text()))),
        None => Err(malformed(format!("the game has not ended with `{}`", verdict.text()))),
    }
}
