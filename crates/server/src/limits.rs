//! How much one may ask for: one guest, one network, all together.

mod doors;

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::network::Network;
use crate::places::{Place, Places};

/// Files that are not connections: the database, the listeners, what the system itself opens.
const FILES_RESERVED: usize = 128;
/// No network holds more than one part in so many of all connections.
const NETWORKS_MIN: usize = 4;
/// How many analyses one network may have open.
pub(crate) const ANALYSES_OF_NETWORK: usize = 8;

pub use doors::DoorRates;
use doors::Doors;

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
    /// Requests to the API of one guest.
    pub requests: Rate,
    /// Messages of one guest.
    pub messages: Rate,
    /// New games of one guest, rematches included.
    pub games: Rate,
    /// New guests of one network.
    pub guests: Rate,
    /// Images, records and positions of one guest, which cost more.
    pub exports: Rate,
    /// Frames of one socket: heartbeats, pings and parts of messages are frames, too.
    pub frames: Rate,
    /// Sockets of one guest at once.
    pub sockets: usize,
    /// Of them, those that ask what positions are worth.
    pub analyses: usize,
    /// Connections at once, of all.
    pub connections: usize,
    /// What one network may ask for.
    pub network: NetworkRates,
    /// How often one may knock.
    pub doors: DoorRates,
}

/// What one network may ask for: enough for a club behind one address.
#[derive(Clone, Copy, Debug)]
pub struct NetworkRates {
    /// Requests to the API, counted before anything else is done.
    pub requests: Rate,
    /// Files of the web app.
    pub files: Rate,
    /// Messages.
    pub messages: Rate,
    /// New games, rematches included.
    pub games: Rate,
    /// Images, records and positions.
    pub exports: Rate,
    /// Lines that are said.
    pub lines: Rate,
    /// Sockets at once.
    pub sockets: usize,
    /// Of them, those that ask what positions are worth.
    pub analyses: usize,
    /// Connections at once.
    pub connections: usize,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            requests: Rate { count: 300, seconds: 60 },
            messages: Rate { count: 100, seconds: 20 },
            games: Rate { count: 20, seconds: 60 },
            guests: Rate { count: 60, seconds: 60 },
            exports: Rate { count: 60, seconds: 60 },
            frames: Rate { count: 300, seconds: 20 },
            sockets: 40,
            analyses: 2,
            connections: 20_000,
            network: NetworkRates::default(),
            doors: DoorRates::default(),
        }
    }
}

impl Default for NetworkRates {
    fn default() -> Self {
        Self {
            requests: Rate { count: 3000, seconds: 60 },
            files: Rate { count: 12_000, seconds: 60 },
            messages: Rate { count: 2000, seconds: 20 },
            games: Rate { count: 100, seconds: 60 },
            exports: Rate { count: 240, seconds: 60 },
            lines: Rate { count: 40, seconds: 10 },
            sockets: 200,
            analyses: ANALYSES_OF_NETWORK,
            connections: 400,
        }
    }
}

impl Rates {
    /// Practically none, for measurements on one machine.
    #[must_use]
    pub fn unlimited() -> Self {
        let rate = Rate { count: 1_000_000, seconds: 1 };
        let (requests, messages, games, exports, files, lines) = (rate, rate, rate, rate, rate, rate);
        let (sockets, analyses, connections) = (usize::MAX, usize::MAX, usize::MAX);
        let network = NetworkRates { requests, files, messages, games, exports, lines, sockets, analyses, connections };
        Self {
            requests,
            messages,
            games,
            guests: rate,
            exports,
            frames: rate,
            sockets,
            analyses,
            connections,
            network,
            doors: DoorRates::all_at(rate),
        }
    }

    /// With no more connections than files may be open, and some left for every other network.
    #[must_use]
    pub(crate) fn within(mut self, files: usize) -> Self {
        self.connections = self.connections.min(files.saturating_sub(FILES_RESERVED)).clamp(1, Semaphore::MAX_PERMITS);
        if self.network.connections < usize::MAX {
            let share = (self.connections / NETWORKS_MIN).max(1);
            self.network.connections = self.network.connections.min(share);
            self.network.sockets = self.network.sockets.min(share);
        }
        self
    }
}

/// Counts and refuses.
pub(crate) struct Limits {
    /// Signing in and the like.
    pub(crate) doors: Doors,
    rates: Rates,
    requests: Limit,
    messages: Limit,
    games: Limit,
    exports: Limit,
    guests: By<Network>,
    files: By<Network>,
    lines: By<Network>,
    connections: Arc<Semaphore>,
    connections_by: Places<Network>,
    sockets_by: Places<Network>,
    sockets_of: Places<PersonId>,
    analyses_by: Places<Network>,
    analyses_of: Places<PersonId>,
}

/// A place among all connections and, unless it is a proxy's, among those of its network.
pub(crate) struct ConnectionPlace {
    _total: OwnedSemaphorePermit,
    _network: Option<Place<Network>>,
}

/// A place among the sockets of a network and of a guest.
pub(crate) struct SocketPlace {
    _network: Place<Network>,
    _guest: Option<Place<PersonId>>,
}

impl SocketPlace {
    fn take(
        caller: Caller,
        (by, of): (&Places<Network>, &Places<PersonId>),
        (network, person): (usize, usize),
    ) -> Result<Self, Refused> {
        let network = by.take(caller.network, network).ok_or_else(Refused::full)?;
        let guest = match caller.person {
            Some(guest) => Some(of.take(guest, person).ok_or_else(Refused::full)?),
            None => None,
        };
        Ok(Self { _network: network, _guest: guest })
    }
}

impl Limits {
    /// Nobody has asked for anything yet.
    #[must_use]
    pub(crate) fn new(rates: &Rates) -> Self {
        let network = &rates.network;
        Self {
            doors: Doors::new(&rates.doors),
            rates: *rates,
            requests: Limit::new(rates.requests, network.requests),
            messages: Limit::new(rates.messages, network.messages),
            games: Limit::new(rates.games, network.games),
            exports: Limit::new(rates.exports, network.exports),
            guests: By::new(rates.guests),
            files: By::new(network.files),
            lines: By::new(network.lines),
            connections: Arc::new(Semaphore::new(rates.connections.min(Semaphore::MAX_PERMITS))),
            connections_by: Places::default(),
            sockets_by: Places::default(),
            sockets_of: Places::default(),
            analyses_by: Places::default(),
            analyses_of: Places::default(),
        }
    }

    /// One more request of a network, before it is known whose: this costs nothing but a look into a table.
    ///
    /// # Errors
    /// If it is one too many, as all below.
    pub(crate) fn request(&self, network: Network) -> Result<(), Refused> {
        self.requests.network.check(network)
    }

    /// The same request, now that it is known whose it is.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn request_of(&self, guest: PersonId) -> Result<(), Refused> {
        self.requests.guest.check(guest)
    }

    /// One more file of the web app.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn file(&self, network: Network) -> Result<(), Refused> {
        self.files.check(network)
    }

    /// One more message.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn message(&self, caller: Caller) -> Result<(), Refused> {
        self.messages.check(caller)
    }

    /// One more game, be it new or a rematch.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn game(&self, caller: Caller) -> Result<(), Refused> {
        self.games.check(caller)
    }

    /// One more guest.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn guest(&self, network: Network) -> Result<(), Refused> {
        self.guests.check(network)
    }

    /// One more image or record.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn export(&self, caller: Caller) -> Result<(), Refused> {
        self.exports.check(caller)
    }

    /// One more line that is said. How much one person says is counted where it is heard.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn line(&self, network: Network) -> Result<(), Refused> {
        self.lines.check(network)
    }

    /// One more connection. A proxy's are all people's, and only counted together.
    pub(crate) fn connection(&self, network: Option<Network>) -> Option<ConnectionPlace> {
        let place = |network| self.connections_by.take(network, self.rates.network.connections);
        let of_network = match network {
            Some(network) => Some(place(network)?),
            None => None,
        };
        let total = Arc::clone(&self.connections).try_acquire_owned().ok()?;
        Some(ConnectionPlace { _total: total, _network: of_network })
    }

    /// One more socket.
    ///
    /// # Errors
    /// If the network or the guest has too many already.
    pub(crate) fn socket(&self, caller: Caller) -> Result<SocketPlace, Refused> {
        let most = (self.rates.network.sockets, self.rates.sockets);
        SocketPlace::take(caller, (&self.sockets_by, &self.sockets_of), most)
    }

    /// One more socket that asks what positions are worth; it is a socket like others, too.
    ///
    /// # Errors
    /// If the network or the guest has too many already.
    pub(crate) fn analysis(&self, caller: Caller) -> Result<[SocketPlace; 2], Refused> {
        let most = (self.rates.network.analyses, self.rates.analyses);
        let own = SocketPlace::take(caller, (&self.analyses_by, &self.analyses_of), most)?;
        Ok([own, self.socket(caller)?])
    }

    /// The frames of one new socket.
    #[must_use]
    pub(crate) fn frames(&self) -> DefaultDirectRateLimiter {
        DefaultDirectRateLimiter::direct(quota(self.rates.frames))
    }

    /// Forgets who has not come for a while.
    pub(crate) fn tidy(&self) {
        for limit in [&self.requests, &self.messages, &self.games, &self.exports] {
            limit.tidy();
        }
        self.doors.tidy();
        self.guests.tidy();
        self.files.tidy();
        self.lines.tidy();
    }
}

/// One guest must not use up what its network may ask for, so guests are asked first.
struct Limit {
    guest: By<PersonId>,
    network: By<Network>,
}

impl Limit {
    fn new(guest: Rate, network: Rate) -> Self {
        Self { guest: By::new(guest), network: By::new(network) }
    }

    fn check(&self, caller: Caller) -> Result<(), Refused> {
        caller.person.map_or(Ok(()), |guest| self.guest.check(guest))?;
        self.network.check(caller.network)
    }

    fn tidy(&self) {
        self.guest.tidy();
        self.network.tidy();
    }
}

struct By<K: Copy + Hash + Eq>(DefaultKeyedRateLimiter<K>);

impl<K: Copy + Hash + Eq> By<K> {
    fn new(rate: Rate) -> Self {
        Self(DefaultKeyedRateLimiter::keyed(quota(rate)))
    }

    fn check(&self, key: K) -> Result<(), Refused> {
        self.0.check_key(&key).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Refused::rate(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1))
        })
    }

    fn tidy(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

fn quota(rate: Rate) -> Quota {
    let burst = NonZeroU32::new(rate.count).unwrap_or(NonZeroU32::MIN);
    let period = Duration::from_secs(u64::from(rate.seconds)) / burst.get();
    Quota::with_period(period).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn network(last: u8) -> Network {
        IpAddr::from([10, 0, 0, last]).into()
    }

    fn someone(last: u8) -> Caller {
        Caller { network: network(last), person: Some(crate::ids::new_person()) }
    }

    #[test]
    fn one_too_many_is_refused_and_others_are_not() {
        let limits = Limits::new(&Rates { messages: Rate { count: 3, seconds: 60 }, ..Rates::default() });
        let (one, other) = (someone(1), someone(1));
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

    #[test]
    fn many_guests_of_one_network_are_counted_together() {
        let mut rates = Rates::default();
        rates.network.games = Rate { count: 5, seconds: 100_000 };
        let limits = Limits::new(&rates);
        assert_eq!((0..20).filter(|_| limits.game(someone(1)).is_ok()).count(), 5);
        assert!(limits.game(someone(2)).is_ok(), "another network");
    }

    #[test]
    fn no_network_holds_all_connections() {
        let rates = Rates::default().within(1024);
        let limits = Limits::new(&rates);
        let held: Vec<_> = (0..2000).filter_map(|_| limits.connection(Some(network(1)))).collect();
        assert_eq!(held.len(), (1024 - FILES_RESERVED) / NETWORKS_MIN);
        assert!(limits.connection(Some(network(2))).is_some());
        let proxied: Vec<_> = (0..2000).filter_map(|_| limits.connection(None)).collect();
        assert_eq!(held.len() + proxied.len(), 1024 - FILES_RESERVED, "all that there are files for");
    }
}
