//! What was done in a game, turn by turn, against what would have been better.
//!
//! The unit is a turn: all actions of one seat in a row. Both questions of a turn are asked for the same seat and
//! with the same limits, so that values of different askers are never compared; several actions a turn, turns that
//! jump and four seats need no code of their own.

mod accuracy;
mod practice;

use game::{BySeat, Seat, Table};
use serde::Serialize;

use self::practice::practice;
use crate::why::why;
use crate::{Scale, Score, Thought, Why, catalog};

pub use accuracy::accuracy;

/// How bad a turn was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A little worse.
    Inaccuracy,
    /// Clearly worse.
    Mistake,
    /// It changes the game.
    Blunder,
}

impl Verdict {
    const ALL: [Self; 3] = [Self::Blunder, Self::Mistake, Self::Inaccuracy];

    /// How much of a hundred must be lost for it.
    const fn drop_min(self) -> f64 {
        match self {
            Self::Inaccuracy => 5.0,
            Self::Mistake => 10.0,
            Self::Blunder => 15.0,
        }
    }
}

/// A turn and what is thought of it.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The number of its first deed, from 0.
    pub n: usize,
    /// How many deeds it has.
    pub count: usize,
    /// Whose it is.
    pub seat: Seat,
    /// What every seat could expect before it, from 0 to 100.
    pub w: BySeat<f64>,
    /// What would have been best.
    pub best: Vec<String>,
    /// How others would have answered what was done; empty if it was the best.
    pub refutation: Vec<String>,
    /// How much of a hundred was lost.
    pub drop: f64,
    /// How bad that is, if it is bad.
    pub verdict: Option<Verdict>,
    /// Why, if the lines show it.
    pub why: Option<Why>,
    /// The themes of puzzles that practice what was missed or overlooked, the most particular first.
    pub themes: Vec<String>,
}

/// One question to an analyst.
pub struct Asked {
    /// The position.
    pub table: Box<dyn Table>,
    /// For whom.
    pub seat: Seat,
    /// The only actions to look at; empty for all.
    pub only: Vec<String>,
}

/// A finished game on its way through an analyst.
pub struct Review {
    kind: &'static str,
    table: Box<dyn Table>,
    scale: Scale,
    turns: Vec<Turn>,
    /// The turn in question.
    at: usize,
    /// What would be best there, once that is known.
    best: Option<Thought>,
    judged: Vec<Judged>,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    first: usize,
    count: usize,
    seat: Seat,
    /// Whether there was any choice in it.
    is_free: bool,
}

impl Review {
    /// A game as it stands; what somebody did who left is nobody's turn. None of a kind that has no scale.
    #[must_use]
    pub fn new(kind: &'static str, table: Box<dyn Table>) -> Option<Self> {
        let turns = turns(table.as_ref());
        Self::of(kind, table, turns)
    }

    /// One turn alone: the one to which deed `n` belongs, up to that deed.
    #[must_use]
    pub fn of_turn(kind: &'static str, table: Box<dyn Table>, n: usize) -> Option<Self> {
        let turns = turn_to(table.as_ref(), n).into_iter().collect();
        Self::of(kind, table, turns)
    }

    fn of(kind: &'static str, table: Box<dyn Table>, turns: Vec<Turn>) -> Option<Self> {
        let scale = catalog::scale(kind)?;
        Some(Self { kind, table, scale, turns, at: 0, best: None, judged: Vec::new() })
    }

    /// How many turns there are.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// The next question; none once all turns are judged.
    #[must_use]
    pub fn question(&self) -> Option<Asked> {
        let turn = self.turns.get(self.at)?;
        let is_played = self.best.is_some();
        // What was done is judged before its last action: the same seat is asked.
        let before = if is_played { turn.first + turn.count - 1 } else { turn.first };
        let only = self.table.deed(before).filter(|_| is_played).map(str::to_owned);
        Some(Asked { table: self.table.rewound(before), seat: turn.seat, only: only.into_iter().collect() })
    }

    /// Takes the answer to the last question; the turn, if that is judged now.
    pub fn answer(&mut self, thought: Option<&Thought>) -> Option<&Judged> {
        let turn = *self.turns.get(self.at)?;
        let judged = match (self.best.take(), thought) {
            (None, Some(best)) if turn.is_free && !self.is_as_played(turn, best) => {
                self.best = Some(best.clone());
                return None;
            }
            (None, Some(best)) => self.judge(turn, best, None),
            (Some(best), played) => self.judge(turn, &best, played),
            (None, None) => {
                self.at += 1;
                return None;
            }
        };
        self.at += 1;
        self.judged.push(judged);
        self.judged.last()
    }

    /// The accuracy of each seat so far, from 0 to 100; none for a seat without turns.
    #[must_use]
    pub fn accuracy(&self) -> BySeat<Option<f64>> {
        BySeat::from_fn(self.table.seats().len(), |seat| accuracy(&self.judged, seat))
    }

    fn is_as_played(&self, turn: Turn, best: &Thought) -> bool {
        let played = (turn.first..turn.first + turn.count).map(|index| self.table.deed(index));
        best.line.len() >= turn.count && played.zip(&best.line).all(|(deed, act)| deed == Some(act))
    }

    fn judge(&self, turn: Turn, best: &Thought, played: Option<&Thought>) -> Judged {
        let expected = |thought: &Thought| self.scale.expectations(turn.seat, thought);
        let w = expected(best);
        let (drop, verdict) = match played {
            Some(played) => verdict(w[turn.seat], best.score, expected(played)[turn.seat], played.score, w.count()),
            None => (0.0, None),
        };
        let refutation: Vec<String> =
            played.map(|played| played.line.iter().skip(1).cloned().collect()).unwrap_or_default();
        let (why, themes) = match verdict {
            Some(_) => self.explain(turn, &best.line, &refutation),
            None => (None, Vec::new()),
        };
        Judged {
            n: turn.first,
            count: turn.count,
            seat: turn.seat,
            w,
            best: best.line.clone(),
            refutation,
            drop,
            verdict,
            why,
            themes,
        }
    }

    /// Why a turn was worse than the best one, and what practices that.
    fn explain(&self, turn: Turn, best: &[String], refutation: &[String]) -> (Option<Why>, Vec<String>) {
        let before = self.table.rewound(turn.first);
        let done = (turn.first..turn.first + turn.count).filter_map(|index| self.table.deed(index)).map(str::to_owned);
        let played: Vec<String> = done.chain(refutation.iter().cloned()).collect();
        let why = why(before.as_ref(), turn.seat, &played, best);
        let themes = practice(self.kind, before.as_ref(), turn.count, (&played, best), why.as_ref());
        (why, themes)
    }
}

/// How much was lost, and how bad that is. Between two seats a certain end that is given away counts by what is left.
fn verdict(best: f64, could: Score, played: f64, did: Score, seats: usize) -> (f64, Option<Verdict>) {
    let drop = (best - played).max(0.0);
    let is_two = seats == 2;
    let lost_win = is_two && matches!(could, Score::WinIn(_)) && !matches!(did, Score::WinIn(_));
    let found_loss = is_two && matches!(did, Score::LossIn(_)) && !matches!(could, Score::LossIn(_));
    let verdict = if lost_win {
        Some(by_rest(100.0 - played))
    } else if found_loss {
        Some(by_rest(best))
    } else {
        Verdict::ALL.into_iter().find(|verdict| drop >= verdict.drop_min())
    };
    (drop, verdict)
}

/// What is lost of a hundred when an end is no longer certain, or suddenly is.
fn by_rest(lost: f64) -> Verdict {
    match lost {
        ..=10.0 => Verdict::Inaccuracy,
        ..=30.0 => Verdict::Mistake,
        _ => Verdict::Blunder,
    }
}

/// The turn of a deed, from its first deed to that one.
fn turn_to(table: &dyn Table, n: usize) -> Option<Turn> {
    let mark_at = |index: usize| {
        let before = table.rewound(index);
        before.turn().map(|seat| (seat, before.turn_mark()))
    };
    let (seat, mark) = mark_at(n)?;
    let first = (0..n).rev().take_while(|index| mark_at(*index) == Some((seat, mark))).last().unwrap_or(n);
    let is_free = (first..=n).any(|index| table.rewound(index).legal().len() > 1);
    Some(Turn { first, count: n + 1 - first, seat, is_free })
}

fn turns(table: &dyn Table) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut mark = None;
    for index in 0..table.deeds() {
        let before = table.rewound(index);
        let Some(seat) = before.turn() else { break };
        let legal = before.legal();
        if !table.deed(index).is_some_and(|deed| legal.iter().any(|act| act == deed)) {
            mark = None;
            continue;
        }
        let (own, is_free) = (Some((seat, before.turn_mark())), legal.len() > 1);
        match turns.last_mut().filter(|_| mark == own) {
            Some(turn) => {
                turn.count += 1;
                turn.is_free |= is_free;
            }
            None => turns.push(Turn { first: index, count: 1, seat, is_free }),
        }
        mark = own;
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_what_was_lost() {
        let value = Score::Value(0);
        let of = |best, played| verdict(best, value, played, value, 2).1;
        assert_eq!(of(60.0, 56.0), None);
        assert_eq!(of(60.0, 54.0), Some(Verdict::Inaccuracy));
        assert_eq!(of(60.0, 50.0), Some(Verdict::Mistake));
        assert_eq!(of(60.0, 40.0), Some(Verdict::Blunder));
        assert!(verdict(40.0, value, 60.0, value, 2).0 < 1e-9, "better than the best is not worse");
    }

    #[test]
    fn certain_ends_count_by_what_is_left() {
        let (win, loss, value) = (Score::WinIn(5), Score::LossIn(4), Score::Value(0));
        assert_eq!(verdict(100.0, win, 95.0, value, 2).1, Some(Verdict::Inaccuracy));
        assert_eq!(verdict(100.0, win, 75.0, value, 2).1, Some(Verdict::Mistake));
        assert_eq!(verdict(100.0, win, 50.0, value, 2).1, Some(Verdict::Blunder));
        assert_eq!(verdict(100.0, win, 100.0, Score::WinIn(9), 2).1, None, "a longer way is a way");
        assert_eq!(verdict(8.0, value, 0.0, loss, 2).1, Some(Verdict::Inaccuracy));
        assert_eq!(verdict(50.0, value, 0.0, loss, 2).1, Some(Verdict::Blunder));
        assert_eq!(verdict(52.0, win, 50.0, value, 4).1, None, "of four, a place is no win");
    }
}
