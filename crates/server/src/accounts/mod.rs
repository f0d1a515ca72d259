//! Accounts: who may have one, and what is kept of it.

pub(crate) mod adopt;
pub(crate) mod ban;
pub(crate) mod erase;
mod password;
mod recovery;
mod sessions;

use std::io;

use tokio::sync::{Mutex, MutexGuard};

pub(crate) use password::{CHARS_MIN, Hasher, Password, is_current};
pub(crate) use recovery::RecoveryCode;
pub(crate) use sessions::{Sessions, Watched};

use crate::error::Refused;
use crate::ids::{self, PersonId};
use crate::names::MemberName;
use crate::store::{Amend, Kind, Secret, SecretKind, Store, Ticket, TicketKind};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long nobody else may take a name that was given up.
pub(crate) const FORMER_NAME_MS: i64 = 180 * DAY_MS;
/// How long a member keeps a name at least.
pub(crate) const RENAME_EVERY_MS: i64 = 90 * DAY_MS;
/// How long after giving the password what is dangerous may be done.
pub(crate) const SUDO_MS: i64 = 15 * 60 * 1000;
/// How long an account that was closed can still be looked up by those who run the house.
pub(crate) const ERASED_AFTER_MS: i64 = 14 * DAY_MS;
/// How long a ticket that a host has issued is good.
const TICKET_MS: i64 = 7 * DAY_MS;
/// The same of one for the first host, who stands at the machine.
const HOST_TICKET_MS: i64 = 15 * 60 * 1000;

/// Who may have an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountPolicy {
    /// Nobody; all are guests.
    Off,
    /// Whoever was invited.
    Invite,
    /// Whoever wants one.
    #[default]
    Open,
}

/// What guests may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GuestPolicy {
    /// Play.
    #[default]
    Play,
    /// Watch.
    Watch,
}

/// What accounts need in memory.
pub(crate) struct Accounts {
    /// Hashes passwords.
    pub(crate) hasher: Hasher,
    /// Ends sockets with their sessions.
    pub(crate) sessions: Sessions,
    /// Who holds it may look whether something is free and then take it: this process is the only one that writes.
    books: Mutex<()>,
}

impl Accounts {
    /// Nobody is here yet.
    ///
    /// # Errors
    /// If the system has no threads for it.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { hasher: Hasher::new()?, sessions: Sessions::default(), books: Mutex::default() })
    }

    /// Nobody else takes a name or a ticket meanwhile.
    pub(crate) async fn books(&self) -> MutexGuard<'_, ()> {
        self.books.lock().await
    }
}

/// Looks whether a name is free.
///
/// # Errors
/// If somebody else has it, or one that looks like it.
pub(crate) async fn free_name(store: &Store, key: &str, by: PersonId, now_ms: i64) -> Result<(), Refused> {
    let taken = store.is_taken(key, by, now_ms - FORMER_NAME_MS).await.map_err(Refused::logged)?;
    if taken { Err(Refused::name_taken()) } else { Ok(()) }
}

/// A password and a recovery code for somebody, in place of those before.
pub(crate) fn credentials(person: PersonId, password_hash: String, at_ms: i64) -> (RecoveryCode, [Amend; 2]) {
    let code = RecoveryCode::random();
    let secret = |kind, data| Amend::Secret(Secret { person, kind, id: String::new(), data, at_ms });
    let amends = [secret(SecretKind::Password, password_hash), secret(SecretKind::Recovery, code.hash())];
    (code, amends)
}

/// A name for somebody with an account.
pub(crate) fn named(person: PersonId, kind: Kind, name: &MemberName) -> Amend {
    Amend::Name { person, name: name.as_str().to_owned(), key: name.key().to_owned(), kind }
}

/// A ticket whose token is only with whoever gets it.
pub(crate) fn new_ticket(token: &str, kind: TicketKind, person: String, data: String, created_ms: i64) -> Ticket {
    let lasts_ms = if kind == TicketKind::Host { HOST_TICKET_MS } else { TICKET_MS };
    Ticket { hash: ids::sha256(token.as_bytes()), kind, person, data, created_ms, expires_ms: created_ms + lasts_ms }
}

/// Where a ticket is used. What stands behind the `#` stays in the browser and in no log.
pub(crate) fn ticket_address(token: &str) -> String {
    format!("/ticket#{token}")
}
