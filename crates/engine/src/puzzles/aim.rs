//! What is to be reached, and whether it is.

use game::{Man, Outcome, Position, Seat, Table};
use serde::{Deserialize, Serialize};

/// What the solver is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// To win the game, or to put one of several opponents out, by force.
    Mate,
    /// To knock this turn.
    Knock,
    /// To take an enemy off the board this turn.
    Annihilate,
    /// To come out clearly ahead.
    Gain,
}

impl Goal {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Mate, Self::Knock, Self::Annihilate, Self::Gain];

    /// Whether reaching it is a matter of fact and not of judgment.
    #[must_use]
    pub const fn is_certain(self) -> bool {
        !matches!(self, Self::Gain)
    }
}

/// Ends at which somebody counts: they are nobody's mate.
const COUNTED: [&str; 10] = [
    "double-pass",
    "bikjang",
    "repetition",
    "perpetual-check",
    "no-capture-limit",
    "move-limit",
    "insufficient",
    "castles-judged",
    "adjudication",
    "impasse",
];

/// Whether a game that has ended for this reason was counted and not won.
pub(crate) fn is_counted(reason: &str) -> bool {
    COUNTED.contains(&reason)
}

/// What an aim asks of a position, be it of one game or of any.
pub(crate) trait Seen {
    fn ended(&self) -> Option<Outcome>;
    fn has_left(&self, seat: Seat) -> bool;
    fn number(&self, name: &str) -> Option<f64>;
    fn standing(&self) -> Vec<Man>;
}

/// Positions and tables say it in the same words, which no type has in common.
macro_rules! seen {
    () => {
        fn ended(&self) -> Option<Outcome> {
            self.outcome()
        }

        fn has_left(&self, seat: Seat) -> bool {
            self.is_out(seat)
        }

        fn number(&self, name: &str) -> Option<f64> {
            self.gauge(name)
        }

        fn standing(&self) -> Vec<Man> {
            self.men()
        }
    };
}

impl<P: Position> Seen for P {
    seen!();
}

impl Seen for dyn Table + '_ {
    seen!();
}

/// A goal for a seat, measured against where it began.
#[derive(Clone, PartialEq, Debug)]
pub struct Aim {
    seat: Seat,
    seats: usize,
    /// How many of the others were out already.
    out: usize,
    want: Want,
}

#[derive(Clone, PartialEq, Debug)]
enum Want {
    /// That somebody else is out.
    Out,
    /// That a number grows.
    Gauge { name: String, least: f64 },
    /// That others have fewer men.
    Men { most: usize },
    /// Nothing but the end of the game.
    End,
}

impl Aim {
    /// The goal of `seat` from `table` on: a knock and an annihilation are wanted `times` times.
    #[must_use]
    pub fn new(goal: Goal, table: &dyn Table, seat: Seat, times: usize) -> Self {
        let seats = table.seats().len();
        let want = match goal {
            Goal::Mate => Want::Out,
            Goal::Knock => {
                let name = format!("knocks:{}", table.seats()[seat.index()]);
                let least = table.gauge(&name).unwrap_or_default() + times as f64;
                Want::Gauge { name, least }
            }
            Goal::Annihilate => Want::Men { most: men_of_others(&table.men(), seat).saturating_sub(times) },
            Goal::Gain => Want::End,
        };
        let mut aim = Self { seat, seats, out: 0, want };
        aim.out = aim.others_out(table);
        aim
    }

    /// Whose aim it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether a table is where it is reached; a game that is over otherwise, or goes on, is not.
    #[must_use]
    pub fn is_reached(&self, table: &dyn Table) -> bool {
        self.reached(table) == Some(true)
    }

    /// Whether it is reached; nothing if the game goes on.
    pub(crate) fn reached<S: Seen + ?Sized>(&self, seen: &S) -> Option<bool> {
        if let Some(outcome) = seen.ended() {
            let won = outcome.winner() == Some(self.seat) && !is_counted(outcome.reason);
            return Some(won);
        }
        if seen.has_left(self.seat) {
            return Some(false);
        }
        let holds = match &self.want {
            Want::Out => self.others_out(seen) > self.out,
            Want::Gauge { name, least } => seen.number(name).is_some_and(|number| number >= *least),
            Want::Men { most } => men_of_others(&seen.standing(), self.seat) <= *most,
            Want::End => false,
        };
        holds.then_some(true)
    }

    fn others_out<S: Seen + ?Sized>(&self, seen: &S) -> usize {
        Seat::first(self.seats).filter(|other| *other != self.seat && seen.has_left(*other)).count()
    }
}

fn men_of_others(men: &[Man], seat: Seat) -> usize {
    men.iter().filter(|man| man.seat.is_some_and(|owner| owner != seat)).count()
}
