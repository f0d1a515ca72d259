//! Why something was not done.

use std::borrow::Cow;
use std::fmt;

use crate::Flaw;

/// An explained refusal: a stable code for programs and one sentence for people.
///
/// Codes travel, sentences are English for the terminal; the pages say the code in the reader's
/// own language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule book's code, such as `E_SYNTAX`.
    pub code: &'static str,
    /// Which rule forbids it, in one sentence.
    pub detail: Cow<'static, str>,
    /// The same for pages, if it is about a set-up.
    pub flaw: Option<Box<Flaw>>,
}

impl Refusal {
    /// A refusal with its code and sentence.
    pub fn new(code: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { code, detail: detail.into(), flaw: None }
    }

    /// The same, with what a page needs to say it in its own words.
    #[must_use]
    pub fn because(self, flaw: Flaw) -> Self {
        Self { flaw: Some(Box::new(flaw)), ..self }
    }

    /// An option or value that the game does not know.
    pub fn option(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new("E_OPTION", detail)
    }

    /// A state string that is not one of the game.
    pub fn state(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new("E_STATE", detail)
    }

    /// An action text that is not of any known form.
    pub fn syntax(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new("E_SYNTAX", detail)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.detail)
    }
}

impl std::error::Error for Refusal {}
