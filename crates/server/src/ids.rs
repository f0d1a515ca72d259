//! Names that cannot be guessed, drawn from the system's randomness: games, people and the tokens of people.

pub(crate) use room::{GameId, PersonId};
use sha2::{Digest, Sha256};

/// The name of a new game.
#[must_use]
pub(crate) fn new_game() -> GameId {
    GameId::drawn(random_bytes())
}

/// The name of a new person.
#[must_use]
pub(crate) fn new_person() -> PersonId {
    PersonId::drawn(random_bytes())
}

/// Bytes that nobody can guess.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// The numbers below `count` in an order that nobody can guess.
#[must_use]
pub(crate) fn shuffled(count: usize) -> Vec<u8> {
    let drawn = |number: usize| (u64::from_le_bytes(random_bytes()), number as u8);
    let mut drawn: Vec<_> = (0..count).map(drawn).collect();
    drawn.sort_unstable();
    drawn.into_iter().map(|(_, number)| number).collect()
}

/// The secret of a session: 256 bits, in hexadecimal. It is never stored and never printed.
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
        sha256(self.0.as_bytes())
    }

    /// For the cookie alone.
    #[must_use]
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

/// The secret of a program: a word of ours and 43 letters, which are 256 bits.
pub(crate) struct ApiSecret(String);

impl ApiSecret {
    /// By this such secrets are found where they do not belong.
    pub(crate) const PREFIX: &str = "dgk_";
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const COUNT: usize = 43;

    /// A new one.
    #[must_use]
    pub(crate) fn random() -> Self {
        let mut text = Self::PREFIX.to_owned();
        while text.len() < Self::PREFIX.len() + Self::COUNT {
            // Four times all letters; what is above would make some of them likelier than others.
            let [byte] = random_bytes();
            if usize::from(byte) < 4 * Self::LETTERS.len() {
                text.push(char::from(Self::LETTERS[usize::from(byte) % Self::LETTERS.len()]));
            }
        }
        Self(text)
    }

    /// Takes what a client sent, if it has the form of such a secret.
    #[must_use]
    pub(crate) fn from_client(text: &str) -> Option<Self> {
        let letters = text.strip_prefix(Self::PREFIX)?;
        let is_secret = letters.len() == Self::COUNT && letters.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_secret.then(|| Self(text.to_owned()))
    }

    /// What is stored instead of it.
    #[must_use]
    pub(crate) fn hash(&self) -> String {
        sha256(self.0.as_bytes())
    }

    /// Shown to its owner, once.
    #[must_use]
    pub(crate) fn shown(&self) -> &str {
        &self.0
    }
}

/// A secret of 128 bits, in hexadecimal.
#[must_use]
pub(crate) fn short_secret() -> String {
    hex(&random_bytes::<16>())
}

/// What is stored of a secret, in hexadecimal.
#[must_use]
pub(crate) fn sha256(secret: &[u8]) -> String {
    hex(&Sha256::digest(secret))
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_is_drawn_twice() {
        assert_ne!(new_game(), new_game());
        assert_ne!(new_person(), new_person());
    }

    #[test]
    fn the_secret_of_a_program_has_its_form_and_nothing_else_has() {
        let secret = ApiSecret::random();
        assert_eq!(secret.shown().len(), 47);
        assert_ne!(secret.shown(), ApiSecret::random().shown());
        assert_eq!(ApiSecret::from_client(secret.shown()).map(|secret| secret.hash()), Some(secret.hash()));
        let (a, e) = ("a".repeat(43), "é".repeat(21));
        for wrong in
            [a.clone(), format!("dgk_{a}a"), format!("dgk_{}-", &a[1..]), format!("dgk_{e}a"), "dgk_".to_owned()]
        {
            assert!(ApiSecret::from_client(&wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn every_order_of_seats_is_dealt() {
        let orders: std::collections::BTreeSet<_> = (0..500).map(|_| shuffled(3)).collect();
        assert_eq!(orders.len(), 6);
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
