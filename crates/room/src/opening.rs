//! What seats choose before the first action.

use game::{OpeningOrder, Seat, Table};
use ratings::Standing;
use serde::Serialize;
use std::collections::BTreeMap;

use crate::event::{Beginning, Event};
use crate::sitting::{Phase, Sitting};

/// The choosing, as a viewer may see it.
#[derive(Debug, Serialize)]
pub(crate) struct OpeningSight {
    order: &'static str,
    first: Option<Seat>,
    pending: Vec<Seat>,
    choices: BTreeMap<String, Option<Chosen>>,
    offered: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Chosen {
    Known(String),
    Secret(bool),
}

/// What the seats bring to the first position.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    pub(crate) order: OpeningOrder,
    brought: Vec<Option<String>>,
}

impl Openings {
    /// As it was agreed.
    pub(crate) const fn new(order: OpeningOrder, given: Vec<Option<String>>) -> Self {
        Self { order, brought: given }
    }

    /// What a seat brings.
    pub(crate) fn of(&self, seat: Seat) -> Option<&String> {
        self.brought[seat.index()].as_ref()
    }

    /// Nobody has chosen yet.
    pub(crate) fn begin_anew(&mut self, given: Vec<Option<String>>) {
        self.brought = given;
    }

    /// A seat brings something else from now on.
    pub(crate) fn bring(&mut self, seat: Seat, value: Option<String>) {
        self.brought[seat.index()] = value;
    }
}

impl Sitting {
    /// The seats that must choose now.
    #[must_use]
    pub fn choosers(&self) -> Vec<Seat> {
        let undecided = self.undecided();
        match self.openings.order {
            OpeningOrder::None => Vec::new(),
            _ if self.phase() != Phase::Opening => Vec::new(),
            OpeningOrder::Sealed => undecided,
            OpeningOrder::Open { .. } => undecided.into_iter().take(1).collect(),
        }
    }

    /// The seats that will have to choose, in their order.
    fn undecided(&self) -> Vec<Seat> {
        let first = match self.openings.order {
            OpeningOrder::None => return Vec::new(),
            OpeningOrder::Sealed => 0,
            OpeningOrder::Open { first } => first.index(),
        };
        let count = self.seats.count();
        let in_order = (0..count).map(|step| Seat::new((first + step) % count));
        in_order.filter(|seat| self.openings.of(*seat).is_none()).collect()
    }

    /// The beginning of the game, if all have come and nobody has to choose any more. Whether it counts is for the host to say
    /// ([`Sitting::counts`]): that depends on what people did elsewhere.
    #[must_use]
    pub(crate) fn start_event(&self) -> Option<Event> {
        if self.phase() != Phase::Opening || !self.undecided().is_empty() {
            return None;
        }
        let record = self.plan.table(self.kind, &self.openings.brought).ok()?.record();
        Some(Event::Start(Beginning { rules: record.rules, start: record.start, standing: Standing::default() }))
    }

    /// The first position as far as the viewer may know it.
    pub(crate) fn preview(&self, viewer: &[Seat]) -> Option<Box<dyn Table>> {
        let known = self.seats().map(|seat| self.openings.of(seat).cloned().filter(|_| self.is_known(seat, viewer)));
        self.plan.table(self.kind, &known.collect::<Vec<_>>()).ok()
    }

    /// What was given when the table was made, and what is chosen openly, is known to all.
    fn is_known(&self, seat: Seat, viewer: &[Seat]) -> bool {
        self.openings.order != OpeningOrder::Sealed || viewer.contains(&seat)
    }

    /// What a viewer sees of the choosing.
    pub(crate) fn opening_sight(&self, viewer: &[Seat]) -> Option<OpeningSight> {
        let (order, first) = match self.openings.order {
            _ if self.phase() != Phase::Opening => return None,
            OpeningOrder::None => return None,
            OpeningOrder::Sealed => ("sealed", None),
            OpeningOrder::Open { first } => ("open", Some(first)),
        };
        let pending = self.choosers();
        let own = pending.iter().filter(|seat| viewer.contains(seat));
        let choice = |seat: Seat| (seat.index().to_string(), self.choice_sight(seat, viewer));
        Some(OpeningSight {
            order,
            first,
            choices: self.seats().map(choice).collect(),
            offered: own.map(|seat| (seat.index().to_string(), self.offered(*seat))).collect(),
            pending,
        })
    }

    fn choice_sight(&self, seat: Seat, viewer: &[Seat]) -> Option<Chosen> {
        let value = self.openings.of(seat).cloned()?;
        Some(if self.is_known(seat, viewer) { Chosen::Known(value) } else { Chosen::Secret(true) })
    }

    /// The values of a seat's choice that the rules offer.
    #[must_use]
    pub fn offered(&self, seat: Seat) -> Vec<String> {
        let about = self.kind.about();
        let key = about.seats[seat.index()];
        let values = about.starts.iter().find(|choice| choice.key == key).map_or(&[][..], |choice| choice.values);
        let values = values.iter().map(|value| (*value).to_owned());
        values.filter(|value| is_free(value) || self.would_start(seat, value).is_ok()).collect()
    }

    /// Whether the rules offer a value, whatever the others choose.
    ///
    /// # Errors
    /// Why not.
    pub fn would_start(&self, seat: Seat, value: &str) -> Result<(), game::Refusal> {
        let mut brought = self.plan.given.clone();
        brought[seat.index()] = Some(value.to_owned());
        self.plan.table(self.kind, &brought).map(|_| ())
    }

    /// All choices as the brain of a seat may know them.
    #[must_use]
    pub fn choices_known_to(&self, seat: Seat) -> String {
        let known =
            self.seats().map(|other| self.openings.of(other).cloned().filter(|_| self.is_known(other, &[seat])));
        let known: Vec<_> = known.collect();
        self.plan.choices_with(self.kind.about().seats, &known).unwrap_or_default()
    }
}

/// Placeholders of the catalog for any number and any text.
fn is_free(value: &str) -> bool {
    matches!(value, "N" | "TEXT")
}
