//! Whether a game counts: settled when it begins, and never changed by how it goes.

use game::clock::Control;
use serde::{Deserialize, Serialize};

use crate::{Form, Pool, Tempo};

/// Why a game does not count, in words of the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// Whoever made the table wished so.
    Casual,
    /// The preset has no family, or something of it was changed: an option, a handicap, a position.
    Rules,
    /// No seat's time is limited.
    Clock,
    /// A computer sits where only people count.
    Computer,
    /// Too few people.
    People,
    /// Someone has no account.
    Guest,
    /// One person holds two seats.
    Same,
    /// Two of them have used one device lately.
    Device,
    /// The same people have had enough rated games for now.
    Often,
    /// A host has excluded someone from rated games.
    Excluded,
}

/// Whether a game counts, as it is kept with the game's beginning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Standing {
    /// It moves everybody's rating.
    Rated {
        /// In which pool.
        rated: Pool,
    },
    /// It moves the computer's rating alone.
    Measured {
        /// In which pool.
        measured: Pool,
        /// Why nobody else's.
        why: Unrated,
    },
    /// It moves nothing.
    Casual {
        /// Why.
        why: Unrated,
    },
    /// It began before there were ratings.
    Unsaid {},
}

impl Default for Standing {
    fn default() -> Self {
        Self::Unsaid {}
    }
}

impl Standing {
    /// Whether people's ratings move.
    #[must_use]
    pub const fn is_rated(&self) -> bool {
        matches!(self, Self::Rated { .. })
    }

    /// Where something moves.
    #[must_use]
    pub const fn pool(&self) -> Option<&Pool> {
        match self {
            Self::Rated { rated: pool } | Self::Measured { measured: pool, .. } => Some(pool),
            Self::Casual { .. } | Self::Unsaid {} => None,
        }
    }

    /// Why people's ratings do not move.
    #[must_use]
    pub const fn why(&self) -> Option<Unrated> {
        match self {
            Self::Measured { why, .. } | Self::Casual { why } => Some(*why),
            Self::Rated { .. } | Self::Unsaid {} => None,
        }
    }
}

/// Who sits on a seat when the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sitter<Id> {
    /// A person with an account.
    Member {
        /// Who.
        id: Id,
        /// Whether a host has excluded this person from rated games.
        is_excluded: bool,
    },
    /// A person without one.
    Guest,
    /// A computer.
    Computer,
}

/// Everything on which it depends whether a game counts.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a, Id> {
    /// Whether the table was made to be rated.
    pub wished: bool,
    /// Which game.
    pub kind: &'a str,
    /// The family of its preset, if it has one and nothing of it was changed.
    pub family: Option<&'a str>,
    /// What the game looks like.
    pub form: Form,
    /// The clock.
    pub control: Option<Control>,
    /// Who sits there.
    pub sitters: &'a [Sitter<Id>],
    /// Whether two of them have used one device lately. A shared address never matters: a club sits behind one.
    pub shares_device: bool,
    /// The most rated games that the same people have had lately ([`Form::meetings_span_ms`]).
    pub meetings: u32,
}

impl<Id: Copy + PartialEq> Terms<'_, Id> {
    /// The pool in which the game counts, or the first reason why it does not.
    ///
    /// # Errors
    /// The reason. What the table's maker can change comes before what the people are.
    pub fn verdict(&self) -> Result<Pool, Unrated> {
        let refuse = |reason: Unrated, is_so: bool| if is_so { Err(reason) } else { Ok(()) };
        refuse(Unrated::Casual, !self.wished)?;
        let family = self.family.ok_or(Unrated::Rules)?;
        let tempo = self.control.as_ref().and_then(Tempo::of).ok_or(Unrated::Clock)?;
        let pool = Pool::new(self.kind, family, tempo).map_err(|_| Unrated::Rules)?;
        self.of_seats()?;
        refuse(Unrated::Device, self.shares_device)?;
        refuse(Unrated::Often, self.meetings >= self.form.meetings_max())?;
        Ok(pool)
    }

    /// The same with what it says of a computer at two seats, which a member measures.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match self.verdict() {
            Ok(rated) => Standing::Rated { rated },
            Err(why) => {
                self.measured().map_or(Standing::Casual { why }, |measured| Standing::Measured { measured, why })
            }
        }
    }

    fn measured(&self) -> Option<Pool> {
        let is_member = |sitter: &Sitter<Id>| matches!(sitter, Sitter::Member { is_excluded: false, .. });
        let measures = self.verdict() == Err(Unrated::Computer) && self.sitters.iter().any(is_member);
        let tempo = self.control.as_ref().and_then(Tempo::of)?;
        measures.then(|| Pool::new(self.kind, self.family?, tempo).ok()).flatten()
    }

    fn of_seats(&self) -> Result<(), Unrated> {
        let people = self.sitters.iter().filter(|sitter| !matches!(sitter, Sitter::Computer)).count();
        if self.form == Form::Duel && people < self.sitters.len() {
            return Err(Unrated::Computer);
        }
        if people < self.form.people_min() {
            return Err(Unrated::People);
        }
        let mut seen = Vec::with_capacity(people);
        for sitter in self.sitters {
            match sitter {
                Sitter::Guest => return Err(Unrated::Guest),
                Sitter::Member { id, .. } if seen.contains(id) => return Err(Unrated::Same),
                Sitter::Member { is_excluded: true, .. } => return Err(Unrated::Excluded),
                Sitter::Member { id, .. } => seen.push(*id),
                Sitter::Computer => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: Control =
        Control { main_ms: 600_000, increment_ms: 0, byoyomi_ms: 30_000, periods: 3, turn_ms: 0, total_ms: 0 };

    const fn member(id: u8) -> Sitter<u8> {
        Sitter::Member { id, is_excluded: false }
    }

    fn duel(sitters: &[Sitter<u8>]) -> Terms<'_, u8> {
        Terms {
            wished: true,
            kind: "janggi",
            family: Some("std"),
            form: Form::Duel,
            control: Some(CLOCK),
            sitters,
            shares_device: false,
            meetings: 0,
        }
    }

    #[test]
    fn two_members_with_a_clock_and_a_listed_preset_are_rated() {
        let sitters = [member(1), member(2)];
        let pool = duel(&sitters).verdict().expect("rated");
        assert_eq!(pool.to_string(), "janggi/std/slow");
        assert!(Terms { meetings: 9, ..duel(&sitters) }.verdict().is_ok());
    }

    #[test]
    fn every_reason_has_its_case() {
        let sitters = [member(1), member(2)];
        let table = duel(&sitters);
        let cases = [
            (Terms { wished: false, ..table }, Unrated::Casual),
            (Terms { family: None, ..table }, Unrated::Rules),
            (Terms { control: None, ..table }, Unrated::Clock),
            (Terms { control: Some(Control { total_ms: 60_000, ..Control::default() }), ..table }, Unrated::Clock),
            (Terms { sitters: &[member(1), Sitter::Computer], ..table }, Unrated::Computer),
            (Terms { sitters: &[Sitter::Guest, member(1)], ..table }, Unrated::Guest),
            (Terms { sitters: &[member(1), member(1)], ..table }, Unrated::Same),
            (Terms { sitters: &[member(1), Sitter::Member { id: 2, is_excluded: true }], ..table }, Unrated::Excluded),
            (Terms { shares_device: true, ..table }, Unrated::Device),
            (Terms { meetings: 10, ..table }, Unrated::Often),
        ];
        for (terms, reason) in cases {
            assert_eq!(terms.verdict(), Err(reason));
        }
    }

    #[test]
    fn a_member_measures_a_computer_and_a_guest_does_not() {
        let measured = duel(&[member(1), Sitter::Computer]).standing();
        assert_eq!((measured.is_rated(), measured.why()), (false, Some(Unrated::Computer)));
        assert_eq!(measured.pool().map(ToString::to_string).as_deref(), Some("janggi/std/slow"));
        let casual = duel(&[Sitter::Guest, Sitter::Computer]).standing();
        assert_eq!(casual, Standing::Casual { why: Unrated::Computer });
        assert_eq!(Terms { control: None, ..duel(&[member(1), Sitter::Computer]) }.standing().pool(), None);
        assert!(duel(&[member(1), member(2)]).standing().is_rated());
    }

    #[test]
    fn at_four_seats_two_people_suffice_and_doubles_take_four() {
        let sitters = [member(1), Sitter::Computer, member(2), Sitter::Computer];
        let four = Terms { kind: "yonin", family: Some("singles"), form: Form::Four, ..duel(&sitters) };
        assert!(four.verdict().is_ok());
        assert_eq!(Terms { meetings: 5, ..four }.verdict(), Err(Unrated::Often));
        assert_eq!(Terms { form: Form::Doubles, ..four }.verdict(), Err(Unrated::People));
        let alone = [member(1), Sitter::Computer, Sitter::Computer, Sitter::Computer];
        assert_eq!(Terms { sitters: &alone, ..four }.verdict(), Err(Unrated::People));
    }
}
