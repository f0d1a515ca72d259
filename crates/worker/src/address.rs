//! Where the house is, and the secret by which it knows us.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// The address of a house, such as `https://play.example.org`. Where others could listen there is HTTPS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(String);

/// Why a text is no address of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAddress {
    /// It is none at all.
    #[error("that is no address of a house; write https://play.example.org")]
    Form,
    /// The token would be sent where others listen.
    #[error(
        "others could read the token on the way; write https://, or http:// with an address of this machine or of the house's own network"
    )]
    Open,
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let bare = text.trim_end_matches('/');
        let (place, is_open) = match (bare.strip_prefix("https://"), bare.strip_prefix("http://")) {
            (Some(place), _) => (place, false),
            (_, Some(place)) => (place, true),
            _ => return Err(BadAddress::Form),
        };
        let is_place = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        if place.is_empty() || !place.chars().all(is_place) {
            return Err(BadAddress::Form);
        }
        if is_open && !is_near(place) { Err(BadAddress::Open) } else { Ok(Self(bare.to_owned())) }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Whether a host, with or without a port, is this machine or one of a private network.
fn is_near(place: &str) -> bool {
    let host = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, _)) => host,
        None => place.split(':').next().unwrap_or(place),
    };
    match host.parse() {
        Ok(IpAddr::V4(address)) => address.is_loopback() || address.is_private(),
        Ok(IpAddr::V6(address)) => address.is_loopback() || address.is_unique_local(),
        Err(_) => host == "localhost",
    }
}

/// The secret of a worker. It is sent to the house and shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// A text that is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("that is no token; a host makes one for a worker in the settings of the account")]
pub struct BadToken;

impl Token {
    const PREFIX: &str = "dgk_";
    const LETTERS: usize = 43;

    /// As it is sent.
    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl FromStr for Token {
    type Err = BadToken;

    fn from_str(text: &str) -> Result<Self, BadToken> {
        let text = text.trim();
        let letters = text.strip_prefix(Self::PREFIX).ok_or(BadToken)?;
        let is_token = letters.len() == Self::LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_token { Ok(Self(text.to_owned())) } else { Err(BadToken) }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_goes_where_nobody_listens() {
        for good in [
            "https://play.example.org/",
            "http://127.0.0.1:8080",
            "http://localhost:8080",
            "http://[::1]:80",
            "http://10.0.0.7",
        ] {
            assert!(good.parse::<Address>().is_ok(), "{good}");
        }
        for open in [
            "http://play.example.org",
            "http://8.8.8.8:8080",
            "http://localhost.example.org",
            "http://10.0.0.7.example.org",
        ] {
            assert_eq!(open.parse::<Address>(), Err(BadAddress::Open), "{open}");
        }
        for bad in [
            "",
            "play.example.org",
            "https://",
            "ftp://a",
            "https://a/b",
            "https://user@a",
            "https://a?b",
            "http://a b",
        ] {
            assert_eq!(bad.parse::<Address>(), Err(BadAddress::Form), "{bad}");
        }
    }

    #[test]
    fn a_token_is_shown_nowhere() {
        let secret = format!("dgk_{}", "aB3".repeat(15).get(..43).expect("letters"));
        let token: Token = format!("{secret}\n").parse().expect("a token");
        assert_eq!(token.bearer(), format!("Bearer {secret}"));
        assert_eq!(format!("{token:?}"), "Token");
        for bad in
            ["", "dgk_", "dgk_short", &secret.replace("dgk", "abc"), &format!("{secret}x"), &secret.replace('3', "-")]
        {
            assert!(bad.parse::<Token>().is_err(), "{bad}");
        }
    }
}
