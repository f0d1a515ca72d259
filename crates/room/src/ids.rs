//! Names that cannot be guessed: of games and of people.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Twelve of 62 letters: 71 bits.
const LENGTH: usize = 12;

/// What ids of all kinds have in common: a short random text of letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Letters([u8; LENGTH]);

impl Letters {
    /// The remainder of 128 bits by 62 to the twelfth favors no letter by more than one in 2⁵⁶.
    fn drawn(bytes: [u8; 16]) -> Self {
        let mut number = u128::from_le_bytes(bytes);
        Self(std::array::from_fn(|_| {
            let letter = ALPHABET[(number % 62) as usize];
            number /= 62;
            letter
        }))
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// The text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an id")
    }
}

impl std::error::Error for NotAnId {}

impl FromStr for Letters {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let letters: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| NotAnId)?;
        letters.iter().all(u8::is_ascii_alphanumeric).then_some(Self(letters)).ok_or(NotAnId)
    }
}

/// Ids of one kind: the same letters, and a type that cannot be mistaken for another.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Letters);

        impl $name {
            /// A new one of random bytes; who hosts the table has a source of them.
            #[must_use]
            pub fn drawn(bytes: [u8; 16]) -> Self {
                Self(Letters::drawn(bytes))
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                text.parse().map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

id! {
    /// The name of a game, part of its address.
    GameId
}

id! {
    /// The public name of a person: whoever may hold a seat.
    PersonId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back_and_nothing_else_is_one() {
        let id = GameId::drawn(*b"sixteen of bytes");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(serde_json::to_string(&id).ok().and_then(|text| serde_json::from_str(&text).ok()), Some(id));
        for text in ["", "short", "4kXw9ZsQp2L!", "4kXw9ZsQp2Lmm", "가나다라"] {
            assert_eq!(text.parse::<GameId>(), Err(NotAnId), "{text}");
            assert_eq!(text.parse::<PersonId>(), Err(NotAnId), "{text}");
        }
    }

    #[test]
    fn every_letter_depends_on_the_bytes() {
        let [zeros, ones] = [PersonId::drawn([0; 16]), PersonId::drawn([0xff; 16])];
        assert_eq!(zeros.as_str(), "000000000000");
        assert!(ones.as_str().bytes().filter(|letter| *letter == b'0').count() < 3, "{ones}");
    }
}
