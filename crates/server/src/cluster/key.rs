//! What the nodes of a house have in common, and nobody else knows.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// Fewer letters can be guessed.
const LETTERS_MIN: usize = 32;
/// More fit into no header.
const LETTERS_MAX: usize = 256;

/// By this nodes know each other. It is never printed.
#[derive(Clone)]
pub struct ClusterKey(String);

/// The text is no key.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a cluster key is one line of 32 to 256 letters, digits and signs without spaces; `openssl rand -hex 32` makes one"
)]
pub struct NotAKey;

impl FromStr for ClusterKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let text = text.trim();
        let is_key =
            (LETTERS_MIN..=LETTERS_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| Self(text.to_owned())).ok_or(NotAKey)
    }
}

impl ClusterKey {
    /// For the header alone.
    #[must_use]
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// Whether somebody has named it. It takes the same time whatever was named.
    #[must_use]
    pub(crate) fn is(&self, named: &[u8]) -> bool {
        let (own, named) = (Sha256::digest(self.0.as_bytes()), Sha256::digest(named));
        own.iter().zip(named.iter()).fold(0, |differ, (own, named)| differ | (own ^ named)) == 0
    }
}

impl fmt::Debug for ClusterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClusterKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_long_and_is_not_printed() {
        let text = "0123456789abcdef0123456789abcdef";
        let key: ClusterKey = format!("{text}\n").parse().expect("a key");
        assert!(key.is(text.as_bytes()));
        assert!(!key.is(b"") && !key.is(&text.as_bytes()[1..]) && !key.is(b"0123456789abcdef0123456789abcdeF"));
        assert!(!format!("{key:?}").contains("0123"));
        for bad in ["", "short", "0123456789abcdef 0123456789abcdef", &"x".repeat(257)] {
            assert_eq!(bad.parse::<ClusterKey>().err(), Some(NotAKey), "{bad}");
        }
    }
}
