//! How often one may knock: signing in, signing up, getting back in, taking one's data along.

use std::hash::{BuildHasher as _, RandomState};

use super::{By, Limit, Rate};
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::network::Network;

const QUARTER_S: u32 = 15 * 60;
const HOUR_S: u32 = 60 * 60;
const DAY_S: u32 = 24 * HOUR_S;

/// All of these rates; see section 14 of `docs/protocol.md`.
#[derive(Clone, Copy, Debug)]
pub struct DoorRates {
    /// Signing in under one name from one network.
    pub pair: Rate,
    /// Signing in from one network.
    pub network: Rate,
    /// Signing in under one name, from devices that have not done so before.
    pub name: Rate,
    /// Signing in, all together.
    pub all: Rate,
    /// New accounts, and recoveries, of one network.
    pub accounts: Rate,
    /// The same with a ticket: who was invited does not count among strangers, so that a club can sign up in one evening.
    pub tickets: Rate,
    /// Copies of one's own data, of one person.
    pub data: Rate,
    /// Seats kept for a member at new tables, of one network.
    pub challenges: Rate,
    /// Following and blocking, of one network.
    pub relations: Rate,
    /// Pictures that move, of one network.
    pub films: Rate,
    /// Tokens for programs, of one network.
    pub tokens: Rate,
    /// Reports of one person.
    pub reports: Rate,
    /// Reports of one network.
    pub network_reports: Rate,
    /// Files of records brought, of one network.
    pub imports: Rate,
    /// Studies written, of one network.
    pub studies: Rate,
}

impl Default for DoorRates {
    fn default() -> Self {
        Self {
            pair: Rate { count: 5, seconds: QUARTER_S },
            network: Rate { count: 20, seconds: QUARTER_S },
            name: Rate { count: 30, seconds: QUARTER_S },
            all: Rate { count: 60, seconds: 60 },
            accounts: Rate { count: 5, seconds: HOUR_S },
            tickets: Rate { count: 60, seconds: HOUR_S },
            data: Rate { count: 2, seconds: DAY_S },
            challenges: Rate { count: 20, seconds: HOUR_S },
            relations: Rate { count: 60, seconds: HOUR_S },
            films: Rate { count: 30, seconds: HOUR_S },
            tokens: Rate { count: 20, seconds: HOUR_S },
            reports: Rate { count: 10, seconds: DAY_S },
            network_reports: Rate { count: 40, seconds: DAY_S },
            imports: Rate { count: 10, seconds: HOUR_S },
            studies: Rate { count: 300, seconds: HOUR_S },
        }
    }
}

impl DoorRates {
    /// All of them the same.
    #[must_use]
    pub(super) const fn all_at(rate: Rate) -> Self {
        let (pair, network, name, all) = (rate, rate, rate, rate);
        let (accounts, tickets, data, challenges, relations) = (rate, rate, rate, rate, rate);
        let (films, tokens, reports, network_reports) = (rate, rate, rate, rate);
        let (imports, studies) = (rate, rate);
        Self {
            pair,
            network,
            name,
            all,
            accounts,
            tickets,
            data,
            challenges,
            relations,
            films,
            tokens,
            reports,
            network_reports,
            imports,
            studies,
        }
    }
}

/// Counts who knocks.
pub(crate) struct Doors {
    /// Names are counted by what they hash to, so that they need no memory of their own.
    names: RandomState,
    pair: By<(u64, Network)>,
    network: By<Network>,
    name: By<u64>,
    all: By<()>,
    accounts: By<Network>,
    recoveries: By<Network>,
    tickets: By<Network>,
    data: By<PersonId>,
    challenges: By<Network>,
    relations: By<Network>,
    films: By<Network>,
    tokens: By<Network>,
    reports: Limit,
    imports: By<Network>,
    studies: By<Network>,
}

impl Doors {
    /// Nobody has knocked yet.
    #[must_use]
    pub(super) fn new(rates: &DoorRates) -> Self {
        Self {
            names: RandomState::new(),
            pair: By::new(rates.pair),
            network: By::new(rates.network),
            name: By::new(rates.name),
            all: By::new(rates.all),
            accounts: By::new(rates.accounts),
            recoveries: By::new(rates.accounts),
            tickets: By::new(rates.tickets),
            data: By::new(rates.data),
            challenges: By::new(rates.challenges),
            relations: By::new(rates.relations),
            films: By::new(rates.films),
            tokens: By::new(rates.tokens),
            reports: Limit::new(rates.reports, rates.network_reports),
            imports: By::new(rates.imports),
            studies: By::new(rates.studies),
        }
    }

    /// Someone gives a name and a secret.
    ///
    /// # Errors
    /// If it is one too many, as all below.
    pub(crate) fn sign_in(&self, name_key: &str, network: Network) -> Result<(), Refused> {
        let name = self.names.hash_one(name_key);
        self.pair.check((name, network))?;
        self.network.check(network)?;
        self.all.check(())
    }

    /// The same, from a device on which nobody of that name has signed in yet: strangers must not lock a member out.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn strange_sign_in(&self, name_key: &str) -> Result<(), Refused> {
        self.name.check(self.names.hash_one(name_key))
    }

    /// A new account.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn account(&self, network: Network) -> Result<(), Refused> {
        self.accounts.check(network)
    }

    /// Someone gives a ticket.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn ticket(&self, network: Network) -> Result<(), Refused> {
        self.tickets.check(network)
    }

    /// Someone gives a recovery code.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn recovery(&self, network: Network) -> Result<(), Refused> {
        self.recoveries.check(network)
    }

    /// Someone takes their data along.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn data(&self, person: PersonId) -> Result<(), Refused> {
        self.data.check(person)
    }

    /// Someone keeps a seat for a member.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn challenge(&self, network: Network) -> Result<(), Refused> {
        self.challenges.check(network)
    }

    /// Someone follows or blocks somebody, or ends that.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn relation(&self, network: Network) -> Result<(), Refused> {
        self.relations.check(network)
    }

    /// Someone asks for a picture that moves.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn film(&self, network: Network) -> Result<(), Refused> {
        self.films.check(network)
    }

    /// Someone makes a token for a program.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn token(&self, network: Network) -> Result<(), Refused> {
        self.tokens.check(network)
    }

    /// Someone reports somebody.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn report(&self, caller: Caller) -> Result<(), Refused> {
        self.reports.check(caller)
    }

    /// Someone brings a file of records.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn import(&self, network: Network) -> Result<(), Refused> {
        self.imports.check(network)
    }

    /// Someone writes a study.
    ///
    /// # Errors
    /// If it is one too many.
    pub(crate) fn study(&self, network: Network) -> Result<(), Refused> {
        self.studies.check(network)
    }

    pub(super) fn tidy(&self) {
        self.pair.tidy();
        self.network.tidy();
        self.name.tidy();
        self.accounts.tidy();
        self.recoveries.tidy();
        self.tickets.tidy();
        self.data.tidy();
        self.challenges.tidy();
        self.relations.tidy();
        self.films.tidy();
        self.tokens.tidy();
        self.reports.tidy();
        self.imports.tidy();
        self.studies.tidy();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn the_sixth_knock_is_refused_and_other_names_are_not() {
        let doors = Doors::new(&DoorRates::default());
        let network = |last| Network::from(IpAddr::from([10, 0, 0, last]));
        for _ in 0..5 {
            assert!(doors.sign_in("min", network(1)).is_ok());
        }
        assert_eq!(doors.sign_in("min", network(1)).map_err(|refused| refused.code), Err("E_RATE"));
        assert!(doors.sign_in("yeong", network(1)).is_ok(), "another name");
        assert!(doors.sign_in("min", network(2)).is_ok(), "from elsewhere");
    }
}
