//! How much one client may ask for.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::error::Refused;
use crate::ids::GuestId;

/// Who is counted: a guest, or an address as long as nobody is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Client {
    /// A known guest.
    Guest(GuestId),
    /// An address.
    Address(IpAddr),
}

/// So many at once, and again as many in `seconds`.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// How many.
    pub count: u32,
    /// In how many seconds.
    pub seconds: u32,
}

/// All rates; see section 14 of `docs/protocol.md`.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Requests to the API.
    pub requests: Rate,
    /// Messages through sockets.
    pub messages: Rate,
    /// New games.
    pub games: Rate,
    /// New guests of one address.
    pub guests: Rate,
    /// Images and records, which cost more.
    pub exports: Rate,
    /// Sockets of one client at once.
    pub sockets: usize,
    /// Connections at once, of all clients.
    pub connections: usize,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            requests: Rate { count: 300, seconds: 60 },
            messages: Rate { count: 100, seconds: 20 },
            games: Rate { count: 20, seconds: 60 },
            guests: Rate { count: 30, seconds: 60 },
            exports: Rate { count: 60, seconds: 60 },
            sockets: 40,
            connections: 20_000,
        }
    }
}

impl Rates {
    /// Practically none, for measurements on one machine.
    #[must_use]
    pub fn unlimited() -> Self {
        let rate = Rate { count: 1_000_000, seconds: 1 };
        let (requests, messages, games, guests, exports) = (rate, rate, rate, rate, rate);
        Self { requests, messages, games, guests, exports, sockets: 1_000_000, connections: 1_000_000 }
    }
}

/// Counts and refuses.
pub(crate) struct Limits {
    requests: Limit,
    messages: Limit,
    games: Limit,
    guests: Limit,
    exports: Limit,
}

struct Limit(DefaultKeyedRateLimiter<Client>);

impl Limits {
    /// Nobody has asked for anything yet.
    #[must_use]
    pub(crate) fn new(rates: &Rates) -> Self {
        Self {
            requests: Limit::new(rates.requests),
            messages: Limit::new(rates.messages),
            games: Limit::new(rates.games),
            guests: Limit::new(rates.guests),
            exports: Limit::new(rates.exports),
        }
    }

    /// One more request.
    ///
    /// # Errors
    /// If it is one too many, as all below.
    pub(crate) fn request(&self, client: Client) -> Result<(), Refused> {
        self.requests.check(client)
    }

    /// One more message through a socket.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn message(&self, client: Client) -> Result<(), Refused> {
        self.messages.check(client)
    }

    /// One more game.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn game(&self, client: Client) -> Result<(), Refused> {
        self.games.check(client)
    }

    /// One more guest.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn guest(&self, address: IpAddr) -> Result<(), Refused> {
        self.guests.check(Client::Address(address))
    }

    /// One more image or record.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn export(&self, client: Client) -> Result<(), Refused> {
        self.exports.check(client)
    }

    /// Forgets clients who have not come for a while.
    pub(crate) fn tidy(&self) {
        for limit in [&self.requests, &self.messages, &self.games, &self.guests, &self.exports] {
            limit.0.retain_recent();
            limit.0.shrink_to_fit();
        }
    }
}

impl Limit {
    fn new(rate: Rate) -> Self {
        let burst = NonZeroU32::new(rate.count).unwrap_or(NonZeroU32::MIN);
        let period = Duration::from_secs(u64::from(rate.seconds)) / burst.get();
        let quota = Quota::with_period(period).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
        Self(DefaultKeyedRateLimiter::keyed(quota))
    }

    fn check(&self, client: Client) -> Result<(), Refused> {
        self.0.check_key(&client).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Refused::rate(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_too_many_is_refused_and_others_are_not() {
        let limits = Limits::new(&Rates { messages: Rate { count: 3, seconds: 60 }, ..Rates::default() });
        let (one, other) = (Client::Guest(GuestId::random()), Client::Guest(GuestId::random()));
        for _ in 0..3 {
            assert!(limits.message(one).is_ok());
        }
        let refused = limits.message(one).expect_err("one too many");
        assert_eq!(refused.code, "E_RATE");
        assert!(refused.retry_ms.is_some_and(|retry| (1..=20_000).contains(&retry)));
        assert!(limits.message(other).is_ok());
        limits.tidy();
        assert!(limits.message(one).is_err());
    }
}
