//! Changing a set-up: what an editor does, in words that every game shares. Whoever edits knows
//! cells, men and dials by name and no notation; anything may be put together, and what is against
//! playing it is named, all at once.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Flaw, Problems, Refusal, Seat};

/// One change.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Puts something of the palette on a cell; what stood there is gone.
    Put {
        /// What, as [`Offer::man`] names it.
        man: String,
        /// Where.
        at: String,
    },
    /// Takes away what is on a cell.
    Take {
        /// Where.
        at: String,
    },
    /// Takes a man from one cell to another.
    Move {
        /// Where it stands.
        from: String,
        /// Where it will stand.
        to: String,
    },
    /// Turns a dial.
    Set {
        /// Which, as [`Dial::dial`] names it.
        dial: String,
        /// One of its values.
        to: String,
    },
    /// Takes everything off the board.
    Clear,
    /// Puts left where right was.
    Mirror,
}

/// A set-up and what can be done with it.
#[derive(Debug, Serialize)]
pub struct Sketch {
    /// The state string.
    pub state: String,
    /// The board, whether or not it can be played.
    pub view: Box<RawValue>,
    /// Everything that forbids playing.
    pub problems: Vec<Problem>,
    /// The palette.
    pub men: Vec<Offer>,
    /// What else can be set.
    pub dials: Vec<Dial>,
    /// Whether left and right can change places.
    pub mirrors: bool,
}

/// A reason why a set-up cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The rule book's code.
    pub code: &'static str,
    /// One English sentence.
    pub detail: String,
    /// The same for pages.
    #[serde(flatten)]
    pub flaw: Option<Flaw>,
}

impl Problem {
    fn of(refusal: &Refusal) -> Self {
        let flaw = refusal.flaw.as_deref().cloned();
        Self { code: refusal.code, detail: refusal.detail.to_string(), flaw }
    }
}

/// Something that can be put on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    /// Its name.
    pub man: String,
    /// Whose it is, if it is anybody's.
    pub seat: Option<Seat>,
}

/// Something that has one of several values, such as the side to move or what is in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Dial {
    /// Its name; after a colon, whose or where.
    pub dial: String,
    /// Its value.
    pub value: String,
    /// All of them.
    pub values: Vec<String>,
}

impl Dial {
    /// A dial with its values.
    pub fn new<T: ToString>(dial: impl Into<String>, value: &T, values: impl IntoIterator<Item = T>) -> Self {
        let values = values.into_iter().map(|value| value.to_string()).collect();
        Self { dial: dial.into(), value: value.to_string(), values }
    }
}

/// How a set-up is seen.
#[derive(Debug)]
pub struct Seen {
    /// The state string as a position writes it, if it is one.
    pub state: Option<String>,
    /// The board.
    pub view: Box<RawValue>,
    /// What forbids playing.
    pub problems: Problems,
}

impl Seen {
    /// A set-up that can be played.
    pub fn sound(state: String, view: &impl Serialize) -> Self {
        Self { state: Some(state), view: written(view), problems: Problems::default() }
    }

    /// One that cannot.
    pub fn flawed(problems: Problems, view: &impl Serialize) -> Self {
        Self { state: None, view: written(view), problems }
    }
}

fn written(view: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(view).unwrap_or_default()
}

/// A set-up that can be edited. Whatever it becomes, its text is read again as the same.
pub trait Diagram: Display + FromStr<Err = Problems> {
    /// The game's rules.
    type Rules;

    /// Whether left and right are alike in this game.
    const MIRRORS: bool = false;

    /// Makes one change.
    ///
    /// # Errors
    /// If there is no such cell, man, dial or value; then nothing has changed.
    fn change(&mut self, edit: &Edit, rules: &Self::Rules) -> Result<(), Refusal>;
    /// What can be put on cells.
    fn men(&self) -> Vec<Offer>;
    /// What else can be set.
    fn dials(&self, rules: &Self::Rules) -> Vec<Dial>;
    /// How it is seen under those rules.
    fn seen(&self, rules: &Self::Rules) -> Seen;
}

/// Reads a set-up, changes it and looks.
///
/// # Errors
/// What is wrong with the text, or the first change that cannot be made.
pub fn sketch<D: Diagram>(rules: &D::Rules, state: &str, edits: &[Edit]) -> Result<Sketch, Refusal> {
    let mut diagram: D = state.parse().map_err(Refusal::from)?;
    for edit in edits {
        diagram.change(edit, rules)?;
    }
    let Seen { state, view, problems } = diagram.seen(rules);
    Ok(Sketch {
        state: state.unwrap_or_else(|| diagram.to_string()),
        view,
        problems: problems.iter().map(Problem::of).collect(),
        men: diagram.men(),
        dials: diagram.dials(rules),
        mirrors: D::MIRRORS,
    })
}

/// The one of all things that is written so.
///
/// # Errors
/// `E_SYNTAX` if none is.
pub fn named<T: Display>(all: impl IntoIterator<Item = T>, text: &str) -> Result<T, Refusal> {
    all.into_iter().find(|thing| thing.to_string() == text).ok_or_else(|| unknown(text))
}

/// The refusal of a change that a game does not know.
#[must_use]
pub fn no_mirror() -> Refusal {
    Refusal::syntax("left and right are not alike in this game")
}

/// The refusal of a name that an editor does not know.
#[must_use]
pub fn unknown(text: &str) -> Refusal {
    let shown: String = text.chars().take(20).flat_map(char::escape_debug).collect();
    Refusal::syntax(format!("there is no cell, man, dial or value `{shown}`"))
}
