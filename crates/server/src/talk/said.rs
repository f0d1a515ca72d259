//! How lines are told.

use std::collections::HashSet;

use game::Seat;
use serde::Serialize;

use crate::ids::PersonId;
use crate::store::{Circle, Kind, Preset, Spoken, Words};

/// A line as viewers are told.
#[derive(Serialize)]
pub(crate) struct LineSight<'a> {
    n: i64,
    room: Circle,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    name: &'a str,
    person: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<Preset>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    at_ms: i64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
}

#[derive(Serialize)]
struct Told<T> {
    t: &'static str,
    d: T,
}

#[derive(Serialize)]
struct Lines<'a> {
    lines: Vec<LineSight<'a>>,
}

#[derive(Serialize)]
struct Unsaid {
    n: i64,
}

impl<'a> LineSight<'a> {
    /// A line whose speaker has that seat now, if any.
    #[must_use]
    pub(crate) fn of(spoken: &'a Spoken, seat: Option<Seat>) -> Self {
        let (preset, text) = match &spoken.line.words {
            Words::Preset(preset) => (Some(*preset), None),
            Words::Text(text) => (None, Some(text.as_str())),
        };
        Self {
            n: spoken.line.n,
            room: spoken.line.circle,
            seat: seat.map(Seat::index),
            name: if spoken.kind == Kind::Closed { "" } else { &spoken.name },
            person: spoken.kind,
            preset,
            text,
            at_ms: spoken.line.at_ms,
            hidden: spoken.is_hidden,
        }
    }
}

/// Whether a viewer hears what is said in a circle: players do not hear watchers before the end.
#[must_use]
pub(crate) const fn heard(circle: Circle, is_player: bool, is_over: bool) -> bool {
    matches!(circle, Circle::Seats) || !is_player || is_over
}

/// Something was said.
#[must_use]
pub(crate) fn said_message(spoken: &Spoken, seat: Option<Seat>) -> String {
    text(&Told { t: "said", d: LineSight::of(spoken, seat) })
}

/// What was said lately, but for what comes from those who are not heard.
#[must_use]
pub(crate) fn lines_message(
    lines: &[Spoken],
    unheard: &HashSet<PersonId>,
    seat_of: impl Fn(PersonId) -> Option<Seat>,
) -> String {
    let heard = lines.iter().filter(|spoken| !unheard.contains(&spoken.line.person));
    let lines = heard.map(|spoken| LineSight::of(spoken, seat_of(spoken.line.person))).collect();
    text(&Told { t: "lines", d: Lines { lines } })
}

/// A line is out of sight.
#[must_use]
pub(crate) fn unsaid_message(n: i64) -> String {
    text(&Told { t: "unsaid", d: Unsaid { n } })
}

/// All of these are plain data: writing them cannot fail.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
