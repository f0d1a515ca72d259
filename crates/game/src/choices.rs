//! Named choices: rule options and ways to start, declared once for help, forms and records.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::{Refusal, text};

/// One named choice with its values.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name, as records and the command line write it.
    pub key: &'static str,
    /// The values, the default first; `N` stands for any number, `TEXT` for free text.
    pub values: &'static [&'static str],
    /// What it decides, in one short sentence.
    pub about: &'static str,
}

/// A struct of named choices that can be read and written by name.
pub trait Choices: Clone + Eq + Debug + Default + Send + Sync + 'static {
    /// Every choice, in the order in which texts list them.
    const CHOICES: &'static [Choice];

    /// The value of a choice as text; `None` if there is no choice of that name.
    fn get(&self, key: &str) -> Option<String>;

    /// Sets a choice from its text.
    ///
    /// # Errors
    /// `E_OPTION` if there is no such choice or it has no such value.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal>;
}

/// Nothing to choose.
impl Choices for () {
    const CHOICES: &'static [Choice] = &[];

    fn get(&self, _: &str) -> Option<String> {
        None
    }

    fn set(&mut self, key: &str, _: &str) -> Result<(), Refusal> {
        Err(unknown(key))
    }
}

/// A rule set that is commonly played, with a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name, as records and the command line write it.
    pub name: &'static str,
    /// Who plays so, in one short sentence.
    pub about: &'static str,
}

/// Presets whose results can be compared: whoever is strong at one is strong at the others, so they share a rating.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name, as the names of ratings write it.
    pub name: &'static str,
    /// The presets that belong to it, unchanged and from their usual start.
    pub presets: &'static [&'static str],
    /// Whether seats opposite each other are partners and win together.
    pub has_partners: bool,
}

/// The choices on which a game's players differ: a preset and what was changed of it.
pub trait Rules: Choices {
    /// All presets, the default first.
    const PRESETS: &'static [Preset];

    /// The presets by which players are rated; those in no family are for pleasure.
    const FAMILIES: &'static [Family] = &[];

    /// The preset of that name.
    fn preset(name: &str) -> Option<Self>;

    /// The name of the preset from which these rules started.
    fn base(&self) -> &'static str;

    /// Looks for combinations that make no sense together.
    ///
    /// # Errors
    /// `E_OPTION` with the choices that exclude each other.
    fn validate(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

/// Reads `PRESET;key=value;…` into rules and a way to start.
///
/// An empty text means the default preset; the preset's name may be left out.
///
/// # Errors
/// `E_OPTION` with the first part that is not known.
pub fn parse<R: Rules, S: Choices>(text: &str) -> Result<(R, S), Refusal> {
    let mut rules = R::default();
    let mut start = S::default();
    for (index, part) in text.split(';').map(str::trim).enumerate() {
        match part.split_once('=') {
            None if part.is_empty() => {}
            None if index == 0 => rules = R::preset(part).ok_or_else(|| unknown_preset::<R>(part))?,
            None => return Err(Refusal::option(format!("`{part}` is not of the form key=value"))),
            Some((key, value)) if has::<R>(key) => rules.set(key, value)?,
            Some((key, value)) if has::<S>(key) => start.set(key, value)?,
            Some((key, _)) => return Err(unknown(key)),
        }
    }
    rules.validate()?;
    Ok((rules, start))
}

/// Writes rules as `PRESET;key=value;…`, only the choices that differ from the preset.
#[must_use]
pub fn write<R: Rules>(rules: &R) -> String {
    let base = R::preset(rules.base()).unwrap_or_default();
    let mut text = rules.base().to_owned();
    for choice in R::CHOICES {
        let value = rules.get(choice.key);
        if value != base.get(choice.key) {
            text.push(';');
            text.push_str(choice.key);
            text.push('=');
            text.push_str(&value.unwrap_or_default());
        }
    }
    text
}

/// The value of one choice as it is written, however it was spelled.
///
/// # Errors
/// `E_OPTION` if there is no such choice or it has no such value.
pub fn canonical<C: Choices>(key: &str, value: &str) -> Result<String, Refusal> {
    let mut choices = C::default();
    choices.set(key, value)?;
    choices.get(key).ok_or_else(|| unknown(key))
}

/// The refusal of a choice that does not exist.
#[must_use]
pub fn unknown(key: &str) -> Refusal {
    Refusal::option(format!("there is no option `{key}`"))
}

/// The refusal of a value that a choice does not have.
#[must_use]
pub fn bad_value<C: Choices>(key: &str, value: &str) -> Refusal {
    let values = C::CHOICES.iter().find(|choice| choice.key == key).map_or(&[][..], |choice| choice.values);
    Refusal::option(format!("`{key}` cannot be `{value}`; it is one of {}", values.join(", ")))
}

/// Reads a number of that range, in its one spelling.
///
/// # Errors
/// `E_OPTION` if it is not one.
pub fn number_within<T>(key: &str, value: &str, range: RangeInclusive<T>) -> Result<T, Refusal>
where
    T: FromStr + PartialOrd + Display,
{
    text::number(value).filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        Refusal::option(format!("`{key}` cannot be `{value}`; it is a number from {least} to {most}"))
    })
}

fn has<C: Choices>(key: &str) -> bool {
    C::CHOICES.iter().any(|choice| choice.key == key)
}

fn unknown_preset<R: Rules>(name: &str) -> Refusal {
    let names: Vec<_> = R::PRESETS.iter().map(|preset| preset.name).collect();
    Refusal::option(format!("there is no preset `{name}`; the presets are {}", names.join(", ")))
}

/// Declares a [`small_enum!`](crate::small_enum) whose values have texts, for use in a [`Choices`]
/// struct.
///
/// ```
/// game::choice_enum! {
///     /// When a side may pass.
///     pub enum Pass { Never = "never", NotInCheck = "not_in_check" }
/// }
/// assert_eq!(Pass::from_text("never"), Some(Pass::Never));
/// assert_eq!(Pass::NotInCheck.text(), "not_in_check");
/// ```
#[macro_export]
macro_rules! choice_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $text:literal),+ $(,)?
    }) => {
        $crate::small_enum! {
            $(#[$meta])*
            $vis enum $name { $($(#[$variant_meta])* #[doc = concat!("Written `", $text, "`.")] $variant),+ }
        }

        impl $name {
            /// The texts of all values, in order.
            $vis const TEXTS: &'static [&'static str] = &[$($text),+];

            /// The text of this value.
            #[must_use]
            $vis const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The value with that text.
            #[must_use]
            $vis fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

/// Declares all options of a struct in one place, a line each: its name, its field, of which kind
/// it is, and what it decides.
///
/// A kind is an enum of [`choice_enum!`](crate::choice_enum); a number, with the values that forms
/// offer and its range; an enum in an `Option`, with the method that gives its value while nobody
/// has chosen; a side of [`sides!`](crate::sides); or anything else with a text, with the values
/// that forms offer and the function that reads it.
///
/// ```
/// game::choice_enum! {
///     /// Who begins.
///     pub enum First { Blue = "blue", Red = "red" }
/// }
///
/// #[derive(Clone, PartialEq, Eq, Debug)]
/// struct Options { first: First, limit: u8 }
///
/// impl Default for Options {
///     fn default() -> Self {
///         Self { first: First::Blue, limit: 100 }
///     }
/// }
///
/// game::options! {
///     Options {
///         ("first", first, First, "who begins"),
///         ("limit", limit, { number &["100", "N"], 0..=200 }, "how long it takes"),
///     }
/// }
///
/// use game::Choices as _;
/// let mut options = Options::default();
/// assert_eq!(options.set("limit", "40"), Ok(()));
/// assert_eq!(options.get("limit").as_deref(), Some("40"));
/// assert!(options.set("limit", "201").is_err() && options.set("first", "green").is_err());
/// ```
#[macro_export]
macro_rules! options {
    ($options:ty { $(($key:literal, $field:ident, $kind:tt, $about:literal)),+ $(,)? }) => {
        impl $crate::Choices for $options {
            const CHOICES: &'static [$crate::Choice] =
                &[$($crate::Choice { key: $key, values: $crate::options!(@values $kind), about: $about }),+];

            fn get(&self, key: &str) -> Option<String> {
                match key {
                    $($key => Some($crate::options!(@get $kind, self, $field)),)+
                    _ => None,
                }
            }

            fn set(&mut self, key: &str, value: &str) -> Result<(), $crate::Refusal> {
                #[allow(unused, reason = "kinds that say themselves what is wrong do not need it")]
                let bad = || $crate::choices::bad_value::<Self>(key, value);
                match key {
                    $($key => self.$field = $crate::options!(@set $kind, key, value, bad)?,)+
                    _ => return Err($crate::choices::unknown(key)),
                }
                Ok(())
            }
        }
    };
    (@values { number $values:expr, $range:expr }) => { $values };
    (@values { side $kind:ident }) => { $kind::NAMES };
    (@values { text $values:expr, $read:expr }) => { $values };
    (@values { option $kind:ident, $given:ident }) => { $kind::TEXTS };
    (@values $kind:ident) => { $kind::TEXTS };
    (@get { number $values:expr, $range:expr }, $options:ident, $field:ident) => { $options.$field.to_string() };
    (@get { side $kind:ident }, $options:ident, $field:ident) => { $options.$field.name().to_owned() };
    (@get { text $values:expr, $read:expr }, $options:ident, $field:ident) => { $options.$field.to_string() };
    (@get { option $kind:ident, $given:ident }, $options:ident, $field:ident) => { $options.$given().text().to_owned() };
    (@get $kind:ident, $options:ident, $field:ident) => { $options.$field.text().to_owned() };
    (@set { number $values:expr, $range:expr }, $key:ident, $text:ident, $bad:ident) => {
        $crate::choices::number_within($key, $text, $range)
    };
    (@set { side $kind:ident }, $key:ident, $text:ident, $bad:ident) => { $kind::from_name($text).ok_or_else($bad) };
    (@set { text $values:expr, $read:expr }, $key:ident, $text:ident, $bad:ident) => { $read($text) };
    (@set { option $kind:ident, $given:ident }, $key:ident, $text:ident, $bad:ident) => {
        $kind::from_text($text).map(Some).ok_or_else($bad)
    };
    (@set $kind:ident, $key:ident, $text:ident, $bad:ident) => { $kind::from_text($text).ok_or_else($bad) };
}
