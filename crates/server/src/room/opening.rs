//! What seats choose before the first action.

use game::{OpeningOrder, Seat, Table};
use serde::Serialize;
use std::collections::BTreeMap;

use crate::room::event::Event;
use crate::room::plan::Chair;
use crate::room::sitting::{Phase, Sitting};

/// The choosing, as a viewer may see it.
#[derive(Debug, Serialize)]
pub(super) struct OpeningSight {
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

impl Sitting {
    /// The seats that must choose now.
    #[must_use]
    pub(crate) fn choosers(&self) -> Vec<Seat> {
        let undecided = self.undecided();
        match self.order {
            OpeningOrder::None => Vec::new(),
            _ if self.table.is_some() || self.chairs.contains(&Chair::Open) => Vec::new(),
            OpeningOrder::Sealed => undecided,
            OpeningOrder::Open { .. } => undecided.into_iter().take(1).collect(),
        }
    }

    /// The seats that will have to choose, in their order.
    fn undecided(&self) -> Vec<Seat> {
        let first = match self.order {
            OpeningOrder::None => return Vec::new(),
            OpeningOrder::Sealed => 0,
            OpeningOrder::Open { first } => first.index(),
        };
        let count = self.chairs.len();
        let in_order = (0..count).map(|step| Seat::new((first + step) % count));
        in_order.filter(|seat| self.brought[seat.index()].is_none()).collect()
    }

    /// The beginning of the game, if nobody has to choose any more.
    #[must_use]
    pub(crate) fn start_event(&self) -> Option<Event> {
        if self.table.is_some() || !self.undecided().is_empty() {
            return None;
        }
        let record = self.plan.table(self.kind, &self.brought).ok()?.record();
        Some(Event::Start { rules: record.rules, start: record.start })
    }

    /// The first position as far as the viewer may know it.
    pub(super) fn preview(&self, viewer: &[Seat]) -> Option<Box<dyn Table>> {
        let known = self.seats().map(|seat| self.brought[seat.index()].clone().filter(|_| self.is_known(seat, viewer)));
        self.plan.table(self.kind, &known.collect::<Vec<_>>()).ok()
    }

    /// What was given when the table was made, and what is chosen openly, is known to all.
    fn is_known(&self, seat: Seat, viewer: &[Seat]) -> bool {
        self.order != OpeningOrder::Sealed || viewer.contains(&seat)
    }

    /// What a viewer sees of the choosing.
    pub(super) fn opening_sight(&self, viewer: &[Seat]) -> Option<OpeningSight> {
        let (order, first) = match self.order {
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
        let value = self.brought[seat.index()].clone()?;
        Some(if self.is_known(seat, viewer) { Chosen::Known(value) } else { Chosen::Secret(true) })
    }

    /// The values of a seat's choice that the rules offer.
    #[must_use]
    pub(crate) fn offered(&self, seat: Seat) -> Vec<String> {
        let about = self.kind.about();
        let key = about.seats[seat.index()];
        let values = about.starts.iter().find(|choice| choice.key == key).map_or(&[][..], |choice| choice.values);
        let values = values.iter().map(|value| (*value).to_owned());
        values.filter(|value| is_free(value) || self.would_start(seat, value).is_ok()).collect()
    }

    /// Whether the rules offer a value, whatever the others choose.
    pub(super) fn would_start(&self, seat: Seat, value: &str) -> Result<(), game::Refusal> {
        let mut brought = self.plan.given.clone();
        brought[seat.index()] = Some(value.to_owned());
        self.plan.table(self.kind, &brought).map(|_| ())
    }

    /// All choices as the brain of a seat may know them.
    #[must_use]
    pub(crate) fn choices_known_to(&self, seat: Seat) -> String {
        let known =
            self.seats().map(|other| self.brought[other.index()].clone().filter(|_| self.is_known(other, &[seat])));
        let known: Vec<_> = known.collect();
        self.plan.choices_with(self.kind.about().seats, &known).unwrap_or_default()
    }
}

/// Placeholders of the catalog for any number and any text.
fn is_free(value: &str) -> bool {
    matches!(value, "N" | "TEXT")
}
