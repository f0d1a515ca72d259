//! How a game begins: the only question is who moves first (§4).

use game::choices::{bad_value, unknown};
use game::{Choice, Choices, Refusal};

use crate::Side;

/// The choices of a beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Who moves first.
    pub first: Side,
}

impl Default for Start {
    fn default() -> Self {
        Self { first: Side::South }
    }
}

impl Choices for Start {
    const CHOICES: &'static [Choice] =
        &[Choice { key: "first", values: Side::NAMES, about: "Which seat moves first." }];

    fn get(&self, key: &str) -> Option<String> {
        (key == "first").then(|| self.first.letter().to_string())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        if key != "first" {
            return Err(unknown(key));
        }
        let index = Side::NAMES.iter().position(|name| *name == value);
        self.first = index.map(Side::from_index).ok_or_else(|| bad_value::<Self>(key, value))?;
        Ok(())
    }
}
