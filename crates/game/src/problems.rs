//! Everything that is wrong with a set-up, all at once.

use std::fmt;

use crate::Refusal;

/// What forbids playing from something that a person has put together, in the order in which it
/// was found. A player wants to hear the first reason, an editor all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problems(Vec<Refusal>);

impl Problems {
    /// Whether nothing is wrong.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Refusal> {
        self.0.iter()
    }

    /// One more.
    pub fn add(&mut self, problem: Refusal) {
        self.0.push(problem);
    }

    /// One more unless something holds.
    pub fn require(&mut self, holds: bool, problem: impl FnOnce() -> Refusal) {
        if !holds {
            self.0.push(problem());
        }
    }

    /// What was read; if it could not be, that is a problem, and reading goes on with something
    /// else in its place.
    pub fn take<T>(&mut self, read: Result<T, Refusal>, instead: T) -> T {
        read.unwrap_or_else(|problem| {
            self.0.push(problem);
            instead
        })
    }

    /// The value, if nothing is wrong with it.
    ///
    /// # Errors
    /// What is.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Refusal> for Problems {
    fn from(problem: Refusal) -> Self {
        Self(vec![problem])
    }
}

impl Extend<Refusal> for Problems {
    fn extend<I: IntoIterator<Item = Refusal>>(&mut self, problems: I) {
        self.0.extend(problems);
    }
}

/// All of them as one: the code of the first, every sentence.
impl From<Problems> for Refusal {
    fn from(problems: Problems) -> Self {
        Self::new(problems.0.first().map_or("E_STATE", |first| first.code), problems.to_string())
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            write!(f, "{}{}", if index > 0 { "; " } else { "" }, problem.detail)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_named_under_the_first_code() {
        let mut problems = Problems::default();
        assert_eq!(problems.clone().or(7), Ok(7));
        problems.require(true, || unreachable!("it holds"));
        problems.require(false, || Refusal::new("E_COUNT", "too many"));
        assert_eq!(problems.take(Err(Refusal::state("too few")), 3), 3);
        assert_eq!(problems.take(Ok(4), 3), 4);
        assert_eq!(problems.clone().or(7), Err(problems.clone()));
        assert_eq!(Refusal::from(problems), Refusal::new("E_COUNT", "too many; too few"));
    }
}
