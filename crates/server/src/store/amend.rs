//! What changes in our books about people, and the SQL that changes it.

use sqlx::AnyConnection;

use super::person::Session;
use crate::ids::PersonId;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const ARRIVE: &str = "INSERT INTO person
        (id, kind, name, name_key, role, about, language, owner, created_ms, seen_ms, muted_ms, unrated_ms, banned_ms)
        VALUES ($1, 'guest', '', '', '', '', '', '', $2, $2, 0, 0, 0)";
    pub(in super::super) const ENTER: &str = "INSERT INTO session
        (token_hash, person, device, net, browser, created_ms, seen_ms, sudo_ms) VALUES ($1, $2, $3, '', $4, $5, $6, $7)";
    pub(in super::super) const LABEL: &str = "UPDATE person SET name = $2 WHERE id = $1";
    pub(in super::super) const HAS_SESSION: &str = "SELECT 1 FROM session WHERE token_hash = $1";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[ARRIVE, ENTER, LABEL, HAS_SESSION];
}

/// One change. Written twice, each gives what it gives written once, or is found by [`Amend::proof`].
#[derive(Clone, Debug)]
pub(crate) enum Amend {
    /// Somebody comes for the first time.
    Arrive(PersonId, i64),
    /// Somebody is known in a browser from now on.
    Enter(PersonId, Session),
    /// A guest goes by another name.
    Label(PersonId, String),
}

impl Amend {
    /// The hash of a token that is in the database only if this is.
    pub(super) fn proof(&self) -> Option<&str> {
        match self {
            Self::Enter(_, session) => Some(&session.token_hash),
            Self::Arrive(..) | Self::Label(..) => None,
        }
    }

    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let query = match self {
            Self::Arrive(person, at_ms) => sqlx::query(sql::ARRIVE).bind(person.as_str()).bind(*at_ms),
            Self::Enter(person, session) => {
                let query = sqlx::query(sql::ENTER).bind(&session.token_hash).bind(person.as_str());
                let query = query.bind(&session.device).bind(&session.browser).bind(session.created_ms);
                query.bind(session.seen_ms).bind(session.sudo_ms)
            }
            Self::Label(person, name) => sqlx::query(sql::LABEL).bind(person.as_str()).bind(name),
        };
        query.execute(connection).await?;
        Ok(())
    }
}
