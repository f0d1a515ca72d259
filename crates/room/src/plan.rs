//! What was agreed when a table was made.

use std::fmt::Write as _;

use game::clock::Control;
use game::{Family, Game, OpeningOrder, Refusal, Table};
use ratings::{Pool, Tempo};
use serde::{Deserialize, Serialize};

use crate::host::{Host, Person};
use crate::ids::PersonId;
use crate::refused::Refused;
use crate::wire::{GameWish, SeatWish};

/// A table as it was made; stored once and never changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of its own on the wire, and none excludes another")]
pub struct Plan {
    /// Which game.
    pub kind: String,
    /// Rules and start as `PRESET;key=value;…`, without what seats choose.
    pub choices: String,
    /// A state to play from instead.
    pub position: Option<String>,
    /// Whether seats choose their openings.
    pub choose: bool,
    /// What each seat was given instead of choosing.
    pub given: Vec<Option<String>>,
    /// Who sits where at first.
    pub chairs: Vec<Chair>,
    /// The clock.
    pub control: Option<Control>,
    /// Whether it is to be rated, if it can be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether it stands in the lobby until it is full.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// Whether seats are dealt once all are taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shuffle: bool,
    /// How strong whoever sits down may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// Whether only members may sit down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub members: bool,
    /// The level of the computer that takes the seat of whoever leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// Whether whoever plays may be helped: never against people, and never for a rating.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub help: bool,
}

/// The ratings between which an opponent is looked for; the ends count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "[i64; 2]", into = "[i64; 2]")]
pub struct Range {
    low: i64,
    high: i64,
}

impl Range {
    /// Whether a rating is within it.
    #[must_use]
    pub const fn has(&self, rating: i64) -> bool {
        self.low <= rating && rating <= self.high
    }
}

/// The ends of a range are the wrong way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a range goes from the lower to the higher rating")]
pub struct NotARange;

impl TryFrom<[i64; 2]> for Range {
    type Error = NotARange;

    fn try_from([low, high]: [i64; 2]) -> Result<Self, NotARange> {
        if low <= high { Ok(Self { low, high }) } else { Err(NotARange) }
    }
}

impl From<Range> for [i64; 2] {
    fn from(range: Range) -> Self {
        [range.low, range.high]
    }
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chair {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// Who.
        guest: PersonId,
        /// Under which name; may be empty.
        name: String,
    },
    /// The computer.
    Computer {
        /// How well it plays.
        level: String,
    },
    /// Nobody yet, and kept for somebody.
    Invited {
        /// Whom.
        guest: PersonId,
    },
}

impl Plan {
    /// Looks whether a wish can be fulfilled.
    ///
    /// # Errors
    /// What does not fit, with the game's own code where it is the game that refuses.
    pub fn new(wish: GameWish, by: Person<'_>, host: &dyn Host) -> Result<Self, Refused> {
        let kind = engine::catalog::find(&wish.kind).ok_or_else(Refused::no_kind)?;
        let seats = kind.about().seats;
        let is_computer = |seat: &SeatWish| matches!(seat, SeatWish::Computer { .. });
        if wish.seats.len() != seats.len() || wish.seats.iter().all(is_computer) {
            return Err(Refused::bad_seats());
        }
        let is_known = |seat: &SeatWish| is_computer(seat) || matches!(seat, SeatWish::Me { .. });
        if wish.help && !wish.seats.iter().all(is_known) {
            return Err(Refused::no_help());
        }
        wish.fits(seats)?;
        if wish.clock.is_some_and(|control| !control.is_sound()) {
            return Err(Refused::bad_clock());
        }
        wish.is_for_the_lobby(host)?;
        let chair = |seat: &SeatWish| Chair::new(seat, &wish.kind, by, host);
        let mut plan = Self {
            choices: choices(&wish, kind).map_err(Refused::of_plan)?,
            given: given(&wish, kind).map_err(Refused::of_plan)?,
            chairs: wish.seats.iter().map(chair).collect::<Result<_, _>>()?,
            kind: wish.kind,
            position: wish.position,
            choose: wish.choose,
            control: wish.clock,
            rated: wish.rated && !wish.help,
            help: wish.help,
            listed: wish.listed,
            // Who looks for anybody and for points does not choose the better side.
            shuffle: wish.shuffle || (wish.listed && wish.rated),
            range: wish.range,
            members: wish.members,
            stand_in: wish.stand_in,
        };
        let table = plan.table(kind, &plan.given).map_err(Refused::of_plan)?;
        if plan.position.is_some() {
            plan.position = Some(table.record().start);
        }
        Ok(plan)
    }

    /// Which game, from the catalog.
    #[must_use]
    pub fn game(&self) -> Option<&'static dyn Game> {
        engine::catalog::find(&self.kind)
    }

    /// Whether someone at the table has to be thought for.
    #[must_use]
    pub fn has_computers(&self) -> bool {
        self.chairs.iter().any(|chair| matches!(chair, Chair::Computer { .. }))
    }

    /// Who chooses before the first action.
    #[must_use]
    pub fn opening_order(&self, kind: &dyn Game) -> OpeningOrder {
        if self.position.is_some() || !self.choose {
            return OpeningOrder::None;
        }
        kind.opening_order(&self.choices).unwrap_or(OpeningOrder::None)
    }

    /// The family by which players are rated, if nothing of its preset was changed and every seat chooses its own opening.
    #[must_use]
    pub fn family(&self, kind: &dyn Game) -> Option<&'static Family> {
        let about = kind.about();
        let mut parts = self.choices.split(';');
        let named = parts.next().filter(|name| !name.is_empty());
        let preset = named.or_else(|| about.presets.first().map(|preset| preset.name))?;
        let options = kind.options(preset).ok()?;
        let is_usual = |part: &str| {
            let (key, value) = part.split_once('=').unwrap_or_default();
            let of_start = about.starts.iter().any(|start| start.key == key && start.values.first() == Some(&value));
            of_start || options.iter().any(|option| option.0 == key && option.1 == value)
        };
        let is_chosen = self.choose || kind.opening_order(&self.choices) == Ok(OpeningOrder::None);
        let is_plain = self.position.is_none() && is_chosen && self.given.iter().all(Option::is_none);
        let family = about.families.iter().find(|family| family.presets.contains(&preset))?;
        (is_plain && parts.all(is_usual)).then_some(family)
    }

    /// The pool in which such a game counts, if its people let it.
    #[must_use]
    pub fn pool(&self, kind: &dyn Game) -> Option<Pool> {
        let tempo = self.control.as_ref().and_then(Tempo::of)?;
        Pool::new(kind.about().kind, self.family(kind)?.name, tempo).ok()
    }

    /// The first position if seats bring these values.
    ///
    /// # Errors
    /// If the rules do not offer them.
    pub fn table(&self, kind: &dyn Game, brought: &[Option<String>]) -> Result<Box<dyn Table>, Refusal> {
        let choices = self.choices_with(kind.about().seats, brought)?;
        match &self.position {
            Some(state) => kind.load(&choices, state),
            None => kind.start(&choices),
        }
    }

    /// All choices, those of the seats included.
    ///
    /// # Errors
    /// If a value could be mistaken for another choice.
    pub fn choices_with(&self, seats: &[&str], brought: &[Option<String>]) -> Result<String, Refusal> {
        let mut text = self.choices.clone();
        for (seat, value) in seats.iter().zip(brought) {
            if let Some(value) = value {
                add_choice(&mut text, seat, value)?;
            }
        }
        Ok(text)
    }

    /// The same table once more with everybody one seat on, which takes the place of dealing.
    #[must_use]
    pub(crate) fn moved_on(&self, mut chairs: Vec<Chair>) -> Self {
        chairs.rotate_right(1);
        Self { chairs, shuffle: false, ..self.clone() }
    }
}

impl Chair {
    fn new(wish: &SeatWish, kind: &str, by: Person<'_>, host: &dyn Host) -> Result<Self, Refused> {
        match wish {
            SeatWish::Open => Ok(Self::Open),
            SeatWish::Me { name } => Self::person(by, name.as_deref(), host),
            SeatWish::Computer { level } if host.levels(kind).contains(&level.as_str()) => {
                Ok(Self::Computer { level: level.clone() })
            }
            SeatWish::Computer { .. } => Err(Refused::bad_level()),
            SeatWish::Invited(guest) => Ok(Self::Invited { guest: *guest }),
            SeatWish::Person { .. } => Err(Refused::nobody()),
        }
    }

    /// A person under a name of this game's own, or the usual one.
    pub(crate) fn person(who: Person<'_>, name: Option<&str>, host: &dyn Host) -> Result<Self, Refused> {
        let name = match name.filter(|name| !name.is_empty()) {
            Some(name) => host.name(name).ok_or_else(Refused::bad_name)?,
            None => who.name.to_owned(),
        };
        Ok(Self::Person { guest: who.id, name })
    }

    /// Whether nobody sits there yet.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        matches!(self, Self::Open | Self::Invited { .. })
    }

    /// Whether it is kept for a person.
    #[must_use]
    pub fn is_kept_for(&self, who: PersonId) -> bool {
        matches!(self, Self::Invited { guest } if *guest == who)
    }

    /// Whether a person holds it.
    #[must_use]
    pub fn is_held_by(&self, who: PersonId) -> bool {
        matches!(self, Self::Person { guest, .. } if *guest == who)
    }
}

/// Rules and start in the game's own spelling, without what seats bring.
fn choices(wish: &GameWish, kind: &dyn Game) -> Result<String, Refusal> {
    let mut text = wish.preset.clone().unwrap_or_default();
    if text.contains([';', '=']) {
        return Err(Refusal::option(format!("there is no preset `{text}`")));
    }
    let seats = kind.about().seats;
    let starts = wish.start.iter().filter(|(key, _)| !seats.contains(&key.as_str()));
    for (key, value) in wish.options.iter().chain(starts) {
        add_choice(&mut text, key, &kind.canonical(key, value)?)?;
    }
    Ok(text)
}

/// What each seat was given, in the game's own spelling.
fn given(wish: &GameWish, kind: &dyn Game) -> Result<Vec<Option<String>>, Refusal> {
    let given = |seat: &&str| wish.start.get(*seat).map(|value| kind.canonical(seat, value)).transpose();
    kind.about().seats.iter().map(given).collect()
}

fn add_choice(text: &mut String, key: &str, value: &str) -> Result<(), Refusal> {
    if key.contains([';', '=']) || value.contains(';') {
        return Err(Refusal::option(format!("`{key}` cannot be `{value}`")));
    }
    let _ = write!(text, ";{key}={value}");
    Ok(())
}
