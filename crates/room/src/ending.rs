//! Whether a game counts, and what it gave.

use game::{Outcome, Seat};
use ratings::{Place, Standing};
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::host::Stamp;
use crate::ids::{GameId, PersonId};
use crate::plan::Chair;
use crate::sitting::{Phase, Sitting};

/// Whoever can have a rating.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rater {
    /// A person.
    Person(PersonId),
    /// A program with an account of its own, which counts as a computer. Only the host knows.
    Bot(PersonId),
    /// A computer of the house, by its level.
    House(String),
}

impl Rater {
    /// Who sits on a chair, if anybody does.
    #[must_use]
    pub fn on(chair: &Chair) -> Option<Self> {
        match chair {
            Chair::Person { guest, .. } => Some(Self::Person(*guest)),
            Chair::Computer { level } => Some(Self::House(level.clone())),
            Chair::Open | Chair::Invited { .. } => None,
        }
    }
}

/// One seat of a result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// Who sat there.
    pub who: Rater,
    /// Where it came in.
    pub place: Place,
}

/// A game that has just ended.
#[derive(Debug)]
pub struct Ended {
    /// Which.
    pub game: GameId,
    /// Whether it counts.
    pub standing: Standing,
    /// Whether ratings are still to be moved by it.
    pub is_due: bool,
    /// When.
    pub ended_ms: i64,
    /// By seat.
    pub seats: Vec<Seated>,
}

impl Sitting {
    /// Whether the game counts, once it has begun.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Who sits where.
    #[must_use]
    pub fn chairs(&self) -> Vec<Chair> {
        self.seats.held().map(|(_, chair)| chair.clone()).collect()
    }

    /// What was agreed when the table was made.
    #[must_use]
    pub const fn plan(&self) -> &crate::plan::Plan {
        &self.plan
    }

    /// Says whether the game counts, where it has just begun and before anybody has heard of it: that depends on what people
    /// did elsewhere, so it is for the host to know.
    pub fn counts(&mut self, standing: &Standing, events: &mut [Event]) {
        for event in events {
            if let Event::Start(begun) = event {
                begun.standing.clone_from(standing);
                self.standing.clone_from(standing);
            }
        }
    }

    /// What the game gave, if it has ended and every seat has had a part in it.
    #[must_use]
    pub fn ending(&self, stamp: Stamp) -> Option<Ended> {
        let course = self.course.as_ref().filter(|_| self.phase() == Phase::Over)?;
        let outcome = course.table.outcome()?;
        if !self.seats.all().all(|seat| course.has_acted(seat)) {
            return None;
        }
        let seated = |(seat, chair): (Seat, &Chair)| {
            let leaver = self.leavers.iter().find(|leaver| leaver.seat == seat);
            let who = leaver.map(|leaver| Rater::Person(leaver.who)).or_else(|| Rater::on(chair))?;
            Some(Seated { who, place: Place::new(self.place(seat, &outcome))? })
        };
        Some(Ended {
            game: self.id,
            standing: self.standing.clone(),
            is_due: self.is_due(),
            ended_ms: stamp.at_ms,
            seats: self.seats.held().map(seated).collect::<Option<_>>()?,
        })
    }

    /// Whoever has left is behind all who stayed, and who left first is last, whatever a computer made of the seat. Partners
    /// share what their seats have reached.
    fn place(&self, seat: Seat, outcome: &Outcome) -> u8 {
        let has_partners = self.plan.family(self.kind).is_some_and(|family| family.has_partners);
        if self.leavers.is_empty() || has_partners {
            return outcome.places[seat];
        }
        let left = |seat: Seat| self.leavers.iter().position(|leaver| leaver.seat == seat);
        if let Some(nth) = left(seat) {
            return (self.seats.count() - nth) as u8;
        }
        let is_before = |other: &Seat| left(*other).is_none() && outcome.places[*other] < outcome.places[seat];
        self.seats.all().filter(is_before).count() as u8 + 1
    }

    /// A computer is measured only by games in which nothing was tried twice.
    const fn is_due(&self) -> bool {
        match &self.standing {
            Standing::Rated { .. } => true,
            Standing::Measured { .. } => !self.has_taken_back,
            Standing::Casual { .. } | Standing::Unsaid {} => false,
        }
    }
}
