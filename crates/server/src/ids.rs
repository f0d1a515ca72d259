//! Names that cannot be guessed: games, guests and their tokens.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Twelve of 62 letters: 71 bits.
const LENGTH: usize = 12;

/// A short random name of letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id([u8; LENGTH]);

/// The name of a game, part of its address.
pub(crate) type GameId = Id;
/// The public name of a guest.
pub(crate) type GuestId = Id;

impl Id {
    /// A new one.
    #[must_use]
    pub(crate) fn random() -> Self {
        let mut letters = [0; LENGTH];
        for letter in &mut letters {
            *letter = random_letter();
        }
        Self(letters)
    }

    /// The text.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Bytes of 248 and more would favor the first letters.
fn random_letter() -> u8 {
    loop {
        let [byte] = random_bytes::<1>();
        if byte < 248 {
            return ALPHABET[usize::from(byte % 62)];
        }
    }
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// The text is not an id.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an id")
    }
}

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let letters: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| NotAnId)?;
        letters.iter().all(u8::is_ascii_alphanumeric).then_some(Self(letters)).ok_or(NotAnId)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The secret of a guest: 256 bits, in hexadecimal. It is never stored and never printed.
pub(crate) struct Token(String);

impl Token {
    /// A new one.
    #[must_use]
    pub(crate) fn random() -> Self {
        Self(hex(&random_bytes::<32>()))
    }

    /// Takes what a client sent, if it has the form of a token.
    #[must_use]
    pub(crate) fn from_client(text: &str) -> Option<Self> {
        let is_token = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_token.then(|| Self(text.to_owned()))
    }

    /// What is stored instead of it.
    #[must_use]
    pub(crate) fn hash(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }

    /// For the cookie alone.
    #[must_use]
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back_and_nothing_else_is_one() {
        let id = Id::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        for text in ["", "short", "4kXw9ZsQp2L!", "4kXw9ZsQp2Lmm", "가나다라"] {
            assert_eq!(text.parse::<Id>(), Err(NotAnId), "{text}");
        }
        assert_ne!(Id::random(), Id::random());
    }

    #[test]
    fn only_the_form_of_a_token_is_taken_from_clients() {
        let token = Token::random();
        let again = Token::from_client(token.secret()).expect("a token");
        assert_eq!(again.hash(), token.hash());
        assert_ne!(again.hash(), token.secret());
        assert!(Token::from_client("").is_none());
        assert!(Token::from_client(&"g".repeat(64)).is_none());
    }
}
