//! What a program may do with a token.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One thing that a token is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    /// To look, and to be told.
    Read,
    /// To take a seat and to play there.
    Play,
    /// To make tables, to challenge, and to choose whom one has to do with.
    Challenge,
    /// To say something.
    Chat,
    /// To think for the house.
    Worker,
}

impl Scope {
    const ALL: [Self; 5] = [Self::Read, Self::Play, Self::Challenge, Self::Chat, Self::Worker];

    /// As it is stored and told.
    #[must_use]
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Challenge => "challenge",
            Self::Chat => "chat",
            Self::Worker => "worker",
        }
    }
}

/// Several of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scopes(u8);

impl Scopes {
    /// What a browser may do in which somebody is known: everything.
    pub(crate) const ALL: Self = Self(0b1_1111);

    /// Whether one is among them.
    #[must_use]
    pub(crate) const fn has(self, scope: Scope) -> bool {
        self.0 & 1 << scope as u8 != 0
    }

    /// In their order.
    pub(crate) fn list(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.has(*scope))
    }

    /// Whether there is none.
    #[must_use]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<T: IntoIterator<Item = Scope>>(scopes: T) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | 1 << scope as u8))
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.list().map(Scope::as_str).collect();
        formatter.write_str(&words.join(" "))
    }
}

impl FromStr for Scopes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let scope = |word: &str| {
            let known = Scope::ALL.into_iter().find(|scope| scope.as_str() == word);
            known.ok_or_else(|| format!("`{word}` is no scope"))
        };
        text.split_whitespace().map(scope).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_as_they_are_written() {
        for bits in 0..32 {
            let scopes = Scopes(bits);
            assert_eq!(scopes.to_string().parse(), Ok(scopes));
            assert_eq!(scopes.list().collect::<Scopes>(), scopes);
        }
        assert_eq!("chat read".parse::<Scopes>().map(|scopes| scopes.to_string()), Ok("read chat".to_owned()));
        assert!("read host".parse::<Scopes>().is_err() && Scopes(0).is_empty());
        assert_eq!(Scopes::ALL.list().count(), Scope::ALL.len());
    }
}
