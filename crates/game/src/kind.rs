//! A kind of game without type parameters: what a catalogue holds.

use std::marker::PhantomData;

use crate::choices::{self, Choice, Choices as _, Family, Preset, Rules as _};
use crate::edit::{Edit, Sketch};
use crate::{BenchPosition, Format, Match, OpeningOrder, Position, Problems, Record, Refusal, Table, Title};

/// What can be said of a game before it is played.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name in commands, addresses and records.
    pub kind: &'static str,
    /// The name for people.
    pub title: Title,
    /// The names of the seats.
    pub seats: &'static [&'static str],
    /// The presets, the default first.
    pub presets: &'static [Preset],
    /// The presets by which players are rated.
    pub families: &'static [Family],
    /// The rule options.
    pub options: &'static [Choice],
    /// The choices of a start.
    pub starts: &'static [Choice],
    /// The record formats, the game's own first.
    pub formats: &'static [Format],
    /// The positions of the benchmark.
    pub bench: &'static [BenchPosition],
}

/// A kind of game, as hosts see it.
pub trait Game: Send + Sync {
    /// What can be said of it before it is played.
    fn about(&self) -> About;
    /// The value of every option of a preset.
    ///
    /// # Errors
    /// If there is no such preset or option.
    fn options(&self, choices: &str) -> Result<Vec<(&'static str, String)>, Refusal>;
    /// The value of one choice, of the rules or of the start, as the game itself writes it.
    ///
    /// # Errors
    /// If there is no such choice, or it has no such value.
    fn canonical(&self, key: &str, value: &str) -> Result<String, Refusal>;
    /// Who chooses what before the first action.
    ///
    /// # Errors
    /// If there is no such preset or option.
    fn opening_order(&self, choices: &str) -> Result<OpeningOrder, Refusal>;
    /// What a form needs to offer starts that are written as text.
    fn stock(&self) -> Option<serde_json::Value>;
    /// A game from its beginning; `choices` as in `--rules`.
    ///
    /// # Errors
    /// If there is no such preset or option, or no such start.
    fn start(&self, choices: &str) -> Result<Box<dyn Table>, Refusal>;
    /// A game from a state string; `choices` as in `--rules`.
    ///
    /// # Errors
    /// If there is no such preset or option, or the string is not a state.
    fn load(&self, choices: &str, state: &str) -> Result<Box<dyn Table>, Refusal>;
    /// Everything that forbids playing from a state string, all at once.
    ///
    /// # Errors
    /// `E_OPTION` if the choices are not the game's.
    fn problems(&self, choices: &str, state: &str) -> Result<Problems, Refusal>;
    /// A set-up after some changes; without a state, of the start.
    ///
    /// # Errors
    /// If the choices are not the game's, the text is no set-up, or a change cannot be made.
    fn sketch(&self, choices: &str, state: Option<&str>, edits: &[Edit]) -> Result<Sketch, Refusal>;
    /// A game from its record.
    ///
    /// # Errors
    /// The number of the first refused deed, and why.
    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, (usize, Refusal)>;
}

/// The [`Game`] whose positions are `P`.
pub struct KindOf<P>(PhantomData<fn() -> P>);

impl<P> KindOf<P> {
    /// There is only one value.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<P> Default for KindOf<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Position> Game for KindOf<P> {
    fn about(&self) -> About {
        About {
            kind: P::KIND,
            title: P::TITLE,
            seats: P::SEATS,
            presets: P::Rules::PRESETS,
            families: P::Rules::FAMILIES,
            options: P::Rules::CHOICES,
            starts: P::Start::CHOICES,
            formats: P::FORMATS,
            bench: P::BENCH,
        }
    }

    fn options(&self, choices: &str) -> Result<Vec<(&'static str, String)>, Refusal> {
        let (rules, _) = choices::parse::<P::Rules, P::Start>(choices)?;
        let value = |choice: &Choice| (choice.key, rules.get(choice.key).unwrap_or_default());
        Ok(P::Rules::CHOICES.iter().map(value).collect())
    }

    fn canonical(&self, key: &str, value: &str) -> Result<String, Refusal> {
        if P::Rules::CHOICES.iter().any(|choice| choice.key == key) {
            choices::canonical::<P::Rules>(key, value)
        } else {
            choices::canonical::<P::Start>(key, value)
        }
    }

    fn opening_order(&self, choices: &str) -> Result<OpeningOrder, Refusal> {
        let (rules, _) = choices::parse::<P::Rules, P::Start>(choices)?;
        Ok(P::opening_order(&rules))
    }

    fn stock(&self) -> Option<serde_json::Value> {
        P::stock()
    }

    fn start(&self, choices: &str) -> Result<Box<dyn Table>, Refusal> {
        let (rules, start) = choices::parse::<P::Rules, P::Start>(choices)?;
        Ok(Box::new(Match::<P>::start(rules, &start)?))
    }

    fn load(&self, choices: &str, state: &str) -> Result<Box<dyn Table>, Refusal> {
        let (rules, _) = choices::parse::<P::Rules, P::Start>(choices)?;
        Ok(Box::new(Match::<P>::load(rules, state)?))
    }

    fn problems(&self, choices: &str, state: &str) -> Result<Problems, Refusal> {
        let (rules, _) = choices::parse::<P::Rules, P::Start>(choices)?;
        Ok(P::problems(&rules, state))
    }

    fn sketch(&self, choices: &str, state: Option<&str>, edits: &[Edit]) -> Result<Sketch, Refusal> {
        let (rules, start) = choices::parse::<P::Rules, P::Start>(choices)?;
        match state {
            Some(state) => P::sketch(&rules, state, edits),
            None => P::sketch(&rules, &P::start(&rules, &start)?.state(), edits),
        }
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, (usize, Refusal)> {
        Ok(Box::new(Match::<P>::replay(record)?))
    }
}
