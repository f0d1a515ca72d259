//! What exactly is wrong with a set-up, for pages that say it in their own words and at its cells.

use std::fmt::Display;

use serde::Serialize;

use crate::Seat;

/// The name of a flaw in its game, and what it is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Flaw {
    /// Such as `no_king`.
    #[serde(rename = "flaw")]
    pub name: &'static str,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Which man, as an editor's palette names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub man: Option<String>,
    /// Where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<String>,
    /// How many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// How many there must be at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// How many there may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

impl Flaw {
    /// A flaw about nothing in particular.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, seat: None, man: None, at: Vec::new(), count: None, least: None, most: None }
    }

    /// About a seat.
    #[must_use]
    pub fn seat(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }

    /// About a man.
    #[must_use]
    pub fn man(self, man: impl Display) -> Self {
        Self { man: Some(man.to_string()), ..self }
    }

    /// About some cells.
    #[must_use]
    pub fn at<T: Display>(self, cells: impl IntoIterator<Item = T>) -> Self {
        Self { at: cells.into_iter().map(|cell| cell.to_string()).collect(), ..self }
    }

    /// There are so many.
    #[must_use]
    pub fn count(self, count: impl Into<u32>) -> Self {
        Self { count: Some(count.into()), ..self }
    }

    /// There must be so many at least.
    #[must_use]
    pub fn least(self, least: impl Into<u32>) -> Self {
        Self { least: Some(least.into()), ..self }
    }

    /// There may be so many.
    #[must_use]
    pub fn most(self, most: impl Into<u32>) -> Self {
        Self { most: Some(most.into()), ..self }
    }
}
