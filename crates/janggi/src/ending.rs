//! How a game ends (§10, §15–§21).

use game::{Moment, Outcome};

use crate::rules::{Pass, PerpetualCheck, RepetitionMode, Stalemate, Switch};
use crate::{Position, Role, Side};

game::choice_enum! {
    /// Why a game ended, in the words of records.
    pub enum EndReason {
        Checkmate = "checkmate",
        Stalemate = "stalemate",
        Bikjang = "bikjang",
        DoublePass = "double-pass",
        Repetition = "repetition",
        PerpetualCheck = "perpetual-check",
        NoCaptureLimit = "no-capture-limit",
        MoveLimit = "move-limit",
        Insufficient = "insufficient",
        Agreement = "agreement",
        Resign = "resign",
        Time = "time",
        Disconnect = "disconnect",
    }
}

/// How a game ended: who won, why, and whether points decided it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: EndReason,
    /// Whether the winner won on points.
    pub scored: bool,
}

impl Ending {
    /// A side has won, not on points.
    #[must_use]
    pub const fn won(winner: Side, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason, scored: false }
    }

    /// The text of results: `cho checkmate`, `han double-pass-score`, `draw repetition`.
    #[must_use]
    pub fn text(self) -> String {
        let winner = self.winner.map_or("draw", Side::name);
        let suffix = if self.scored { "-score" } else { "" };
        format!("{winner} {}{suffix}", self.reason.text())
    }

    /// The same for the contract.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self.winner {
            Some(side) => Outcome::won(side.seat(), self.reason.text()),
            None => Outcome::drawn(self.reason.text()),
        }
    }
}

/// The bits of [`Moment::mark`].
pub(crate) const MARK_CHECK: u8 = 1;
pub(crate) const MARK_HAN: u8 = 2;

/// What a moment remembers: the key, the side to move and whether it was in check.
#[must_use]
pub fn seen(moment: &Moment) -> (u64, Side, bool) {
    let side = if moment.mark & MARK_HAN == 0 { Side::Cho } else { Side::Han };
    (moment.key, side, moment.mark & MARK_CHECK != 0)
}

/// Below this many points on each side a repetition is counted and not forbidden (§16).
const FEW_POINTS: u32 = 30;

impl Position {
    /// Twice the points of a side, Han's extra points included (§17).
    #[must_use]
    pub fn half_points(&self, side: Side) -> u32 {
        let extra = if side == Side::Han { self.rules.dum.half_points() } else { 0 };
        2 * self.board.points(side) + extra
    }

    /// Who would win if the points were counted now; a tie is Han's.
    #[must_use]
    pub fn leader(&self) -> Side {
        self.lead().0
    }

    /// Who would win if the points were counted now, and by how many half points.
    #[must_use]
    pub fn lead(&self) -> (Side, u32) {
        let [cho, han] = Side::ALL.map(|side| self.half_points(side));
        (if cho > han { Side::Cho } else { Side::Han }, cho.abs_diff(han))
    }

    /// The end by points or by a draw, as the rules have it (§17).
    #[must_use]
    pub fn adjudicated(&self, reason: EndReason) -> Ending {
        let scored = self.rules.scores();
        Ending { winner: scored.then(|| self.leader()), reason, scored }
    }

    /// Tests whether the game is over, in the order of §20; accepted bikjang and double pass have
    /// been seen to when they were played.
    pub(crate) fn test_end(&self, past: &[Moment]) -> Option<Ending> {
        self.test_no_action(past)
            .or_else(|| self.test_material())
            .or_else(|| self.test_repetition(past))
            .or_else(|| self.test_limits())
    }

    fn test_no_action(&self, past: &[Moment]) -> Option<Ending> {
        if self.has_action(past) {
            None
        } else if self.in_check(self.turn) {
            Some(Ending::won(self.turn.other(), EndReason::Checkmate))
        } else {
            (self.rules.stalemate == Stalemate::Loss).then(|| Ending::won(self.turn.other(), EndReason::Stalemate))
        }
    }

    fn has_action(&self, past: &[Moment]) -> bool {
        if !self.forbids_repetition() {
            return self.has_legal();
        }
        let mut found = false;
        self.visit_legal(&mut |action| found = found || self.completes_repetition(action, past).is_none());
        found
    }

    /// The end that the rules demand of the board and the counters, mate and repetition aside.
    #[must_use]
    pub fn rule_end(&self) -> Option<Ending> {
        self.test_material().or_else(|| self.test_limits())
    }

    fn test_material(&self) -> Option<Ending> {
        let bare = self.board.occupied() == self.board.role(Role::King) | self.board.role(Role::Guard);
        (bare && self.rules.insufficient_material == Switch::On).then(|| self.adjudicated(EndReason::Insufficient))
    }

    fn test_repetition(&self, past: &[Moment]) -> Option<Ending> {
        let window = self.repetition_window(past)?;
        if self.rules.perpetual_check == PerpetualCheck::Loss
            && let Some(checker) = perpetual_checker(window)
        {
            return Some(Ending::won(checker.other(), EndReason::PerpetualCheck));
        }
        Some(self.adjudicated(EndReason::Repetition))
    }

    /// The moments from the earliest of the last N occurrences of this position to now.
    fn repetition_window<'a>(&self, past: &'a [Moment]) -> Option<&'a [Moment]> {
        let count = usize::from(self.rules.repetition_count);
        let now = past.last()?;
        let reversible = &past[past.len() - past.len().min(usize::from(self.halfmove) + 1)..];
        let mut same = reversible.iter().enumerate().rev().filter(|(_, moment)| moment.key == now.key);
        let (first, _) = same.nth(count.checked_sub(1)?)?;
        Some(&reversible[first..])
    }

    fn test_limits(&self) -> Option<Ending> {
        let reached = |limit: u16, count: u16| limit > 0 && count >= limit;
        if reached(self.rules.no_capture_limit, self.halfmove) {
            Some(self.adjudicated(EndReason::NoCaptureLimit))
        } else if reached(self.rules.total_ply_limit, self.plies) {
            Some(self.adjudicated(EndReason::MoveLimit))
        } else {
            None
        }
    }

    /// Whether repeating is forbidden now, rather than the end of the game (§16).
    #[must_use]
    pub fn forbids_repetition(&self) -> bool {
        self.rules.repetition_count > 0
            && match self.rules.repetition_mode {
                RepetitionMode::Adjudicate => false,
                RepetitionMode::Forbid => true,
                RepetitionMode::Kja30 => Side::ALL.iter().any(|side| self.board.points(*side) >= FEW_POINTS),
            }
    }

    /// The occurrence that a move would complete, if that forbids it. A side that could then do
    /// nothing at all although its rules know no such loss may repeat.
    pub(crate) fn forbidden_occurrence(&self, action: crate::Action, past: &[Moment]) -> Option<u8> {
        let occurrence = self.completes_repetition(action, past)?;
        let may_stand_still = self.rules.stalemate == Stalemate::Loss || self.rules.pass == Pass::NotInCheck;
        (may_stand_still || self.has_action(past)).then_some(occurrence)
    }

    /// Whether a move would complete a repetition; gives the number of the occurrence. Passes and
    /// moves out of check are exempt.
    fn completes_repetition(&self, action: crate::Action, past: &[Moment]) -> Option<u8> {
        let count = usize::from(self.rules.repetition_count);
        if action.is_pass() || past.len() < count || !self.forbids_repetition() {
            return None;
        }
        let key = self.quiet_key_after(action)?;
        let reversible = past.iter().rev().take(usize::from(self.halfmove) + 1);
        let seen = reversible.filter(|moment| moment.key == key).count();
        (seen + 1 >= count && !self.in_check(self.turn)).then_some(self.rules.repetition_count)
    }
}

/// The only side, if there is just one, that gave check with every move in the window.
fn perpetual_checker(window: &[Moment]) -> Option<Side> {
    let checks = |checker: Side| {
        let to_move = if checker == Side::Cho { MARK_HAN } else { 0 };
        window.iter().filter(|moment| moment.mark & MARK_HAN == to_move).all(|moment| moment.mark & MARK_CHECK != 0)
    };
    match (checks(Side::Cho), checks(Side::Han)) {
        (true, false) => Some(Side::Cho),
        (false, true) => Some(Side::Han),
        _ => None,
    }
}
