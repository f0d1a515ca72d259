//! How games end (§18, §19, §25).

use game::{Moment, Outcome, text};

use crate::piece::Role;
use crate::position::{Phase, Position};
use crate::rules::{Repeat, Stalemate, Variant};
use crate::side::Side;

/// Why a side has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinReason {
    /// The enemy king was killed.
    King,
    /// The enemy king was mated (`king=check`).
    Mate,
    /// The enemy has no action (`stalemate=loss`).
    Stalemate,
    /// The enemy resigned.
    Resigned,
    /// The castles were judged (§25).
    Judged,
    /// The enemy's time ran out.
    Time,
    /// The enemy went away.
    Forfeited,
}

/// Why nobody has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// A position occurred for the third time.
    Repetition,
    /// Too long without progress.
    NoProgress,
    /// The side to move has no action.
    Stalemate,
    /// Nobody can harm the other king any more.
    Dead,
    /// The players agreed.
    Agreed,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// One side has won.
    Won(Side, WinReason),
    /// Nobody has.
    Drawn(DrawReason),
}

const WINS: [(WinReason, char, &str); 7] = [
    (WinReason::King, 'K', "king-killed"),
    (WinReason::Mate, 'M', "mate"),
    (WinReason::Stalemate, 'S', "stalemate"),
    (WinReason::Resigned, 'R', "resignation"),
    (WinReason::Judged, 'J', "castles-judged"),
    (WinReason::Time, 'T', "time"),
    (WinReason::Forfeited, 'F', "forfeit"),
];

const DRAWS: [(DrawReason, char, &str); 5] = [
    (DrawReason::Repetition, '3', "repetition"),
    (DrawReason::NoProgress, 'N', "no-progress"),
    (DrawReason::Stalemate, 'S', "stalemate"),
    (DrawReason::Dead, 'D', "dead-position"),
    (DrawReason::Agreed, 'A', "agreement"),
];

impl Ending {
    pub(crate) const fn king_killed(loser: Side) -> Self {
        Self::Won(loser.other(), WinReason::King)
    }

    /// Who has won, if anybody.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side, _) => Some(side),
            Self::Drawn(_) => None,
        }
    }

    /// The result field of the state string, such as `b+K` or `=3`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Won(side, _) => format!("{}+{}", side.letter(), self.letter()),
            Self::Drawn(_) => format!("={}", self.letter()),
        }
    }

    /// The ending that [`text`](Self::text) writes so.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let (head, letter) = (text.get(..text.len().checked_sub(1)?)?, text.chars().last()?);
        if head == "=" {
            let row = DRAWS.iter().find(|row| row.1 == letter)?;
            return Some(Self::Drawn(row.0));
        }
        let row = WINS.iter().find(|row| row.1 == letter)?;
        Some(Self::Won(Side::from_letter(text::letter(head.strip_suffix('+')?)?)?, row.0))
    }

    fn letter(self) -> char {
        self.row().0
    }

    fn row(self) -> (char, &'static str) {
        match self {
            Self::Won(_, reason) => WINS.iter().find(|row| row.0 == reason).map_or(('?', ""), |row| (row.1, row.2)),
            Self::Drawn(reason) => DRAWS.iter().find(|row| row.0 == reason).map_or(('?', ""), |row| (row.1, row.2)),
        }
    }

    /// The places of both seats.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        let reason = self.row().1;
        match self {
            Self::Won(side, _) => Outcome::won(side.seat(), reason),
            Self::Drawn(_) => Outcome::drawn(reason),
        }
    }
}

impl Position {
    /// The tests after an action, in the order of §19. A loaded position has no action before it
    /// and is left alone.
    pub(crate) fn settle_battle(&mut self, past: &[Moment]) {
        if past.len() > 1 && self.ending.is_none() && self.phase == Phase::Battle {
            self.ending = self.find_ending(past);
        }
    }

    fn find_ending(&self, past: &[Moment]) -> Option<Ending> {
        if self.is_dead() {
            return Some(self.adjudicated(DrawReason::Dead));
        }
        if !self.has_battle_action()
            && let Some(ending) = self.no_action()
        {
            return Some(ending);
        }
        if self.rules.repeat == Repeat::Third && self.occurrences(past) >= 3 {
            return Some(self.adjudicated(DrawReason::Repetition));
        }
        let limit = self.rules.limit;
        (limit > 0 && self.quiet >= limit).then(|| self.adjudicated(DrawReason::NoProgress))
    }

    fn no_action(&self) -> Option<Ending> {
        let winner = self.turn.other();
        if self.is_mate_without_action() {
            return Some(Ending::Won(winner, WinReason::Mate));
        }
        match self.rules.stalemate {
            Stalemate::Draw => Some(Ending::Drawn(DrawReason::Stalemate)),
            Stalemate::Loss => Some(Ending::Won(winner, WinReason::Stalemate)),
            Stalemate::Pass => None,
        }
    }

    /// Progress cannot be undone, so nothing before it can be the same.
    fn occurrences(&self, past: &[Moment]) -> usize {
        let since_progress = self.quiet as usize + 1;
        past.iter().rev().take(since_progress).filter(|moment| moment.key == self.key).count()
    }

    /// §25: in a siege the castle with fewer broken squares wins instead of these draws.
    pub(crate) fn adjudicated(&self, reason: DrawReason) -> Ending {
        let broken = |side: Side| (self.breached & side.castle()).len();
        match broken(Side::Blue).cmp(&broken(Side::Red)) {
            std::cmp::Ordering::Less => Ending::Won(Side::Blue, WinReason::Judged),
            std::cmp::Ordering::Greater => Ending::Won(Side::Red, WinReason::Judged),
            std::cmp::Ordering::Equal => Ending::Drawn(reason),
        }
    }

    /// Whether neither side can harm the other's king any more (§19).
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.fuse.is_none() && Side::ALL.into_iter().all(|side| self.is_harmless(side))
    }

    fn is_harmless(&self, side: Side) -> bool {
        use Role::{Archer, Infantry, King, Ladder, Mortar, Ram, Spy, Swordsman};
        let (harmless, spent): (&[Role], &[Role]) = match self.rules.variant {
            Variant::Siege => (&[King, Archer, Ram, Ladder], &[Infantry, Swordsman]),
            Variant::Sea => (&[King, Spy], &[Infantry]),
            Variant::Firearms if self.bombs(side) == 0 => (&[King, Mortar], &[Infantry, Archer, Swordsman]),
            Variant::Base | Variant::Firearms => (&[King], &[Infantry, Archer, Swordsman]),
        };
        let harmful = self.board.of(side) & !self.board.any_of(side, harmless);
        (harmful & !(self.board.any_of(side, spent) & side.last_rank())).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back() {
        for side in Side::ALL {
            for (reason, ..) in WINS {
                let ending = Ending::Won(side, reason);
                assert_eq!(Ending::from_text(&ending.text()), Some(ending));
            }
        }
        for (reason, ..) in DRAWS {
            let ending = Ending::Drawn(reason);
            assert_eq!(Ending::from_text(&ending.text()), Some(ending));
        }
        for text in ["", "*", "b", "b+", "=", "=K", "b+N", "g+K", "b=K", "한"] {
            assert_eq!(Ending::from_text(text), None, "{text}");
        }
    }
}
