//! The tokens with which programs come in.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, Row as _};

use super::Store;
use super::person::{Known, Session, person};
use super::scores::decode;
use crate::ids::PersonId;
use crate::scopes::Scopes;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const KEEP: &str = "INSERT INTO token
        (hash, id, person, label, scopes, created_ms, used_ms, expires_ms) VALUES ($1, $2, $3, $4, $5, $6, 0, $7)
        ON CONFLICT (hash) DO NOTHING";
    pub(in super::super) const USED: &str = "UPDATE token SET used_ms = $2 WHERE hash = $1";
    pub(in super::super) const REVOKE: &str = "DELETE FROM token WHERE person = $1 AND id = $2";
    pub(in super::super) const REVOKE_ALL: &str = "DELETE FROM token WHERE person = $1";
    pub(in super::super) const EXPIRE: &str = "DELETE FROM token WHERE expires_ms <= $1";
    pub(in super::super) const BEARER: &str =
        "SELECT person.id, person.kind, person.name, person.role, person.created_ms, person.banned_ms,
            token.hash, token.scopes, token.created_ms, token.used_ms
        FROM token JOIN person ON person.id = token.person WHERE token.hash = $1 AND token.expires_ms > $2";
    pub(in super::super) const TOKENS: &str =
        "SELECT hash, id, label, scopes, created_ms, used_ms, expires_ms FROM token
        WHERE person = $1 AND expires_ms > $2 ORDER BY created_ms DESC, id LIMIT $3";
    pub(in super::super) const OPENS: &str = "SELECT 1 FROM session WHERE token_hash = $1
        UNION ALL SELECT 1 FROM token WHERE hash = $1 AND expires_ms > $2";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[KEEP, USED, REVOKE, REVOKE_ALL, EXPIRE, BEARER, TOKENS, OPENS];
}

/// The most that one person may have.
pub(crate) const TOKENS_MAX: u32 = 20;

/// A token as it is kept: nobody can read it out of our books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiToken {
    /// Of its secret.
    pub hash: String,
    /// By which its owner tells it from others.
    pub id: String,
    /// Whose.
    pub person: PersonId,
    /// What its owner calls it.
    pub label: String,
    /// What it is good for.
    pub scopes: Scopes,
    /// Since when.
    pub created_ms: i64,
    /// When it was last used, to the hour; 0 for never.
    pub used_ms: i64,
    /// Until when.
    pub expires_ms: i64,
}

/// What changes about tokens. Written twice, each gives what it gives written once.
#[derive(Clone, Debug)]
pub(crate) enum TokenChange {
    /// A program may come in with a new one.
    Made(ApiToken),
    /// The one of that hash is in use.
    Used(String, i64),
    /// Somebody's one of that id is worth nothing any more.
    Revoked(PersonId, String),
    /// All of somebody's are worth nothing any more.
    AllRevoked(PersonId),
    /// Those whose time is over are forgotten.
    Expired(i64),
}

impl TokenChange {
    pub(super) fn query(&self) -> Query<'_, Any, AnyArguments> {
        match self {
            Self::Made(ApiToken { hash, id, person, label, scopes, created_ms, expires_ms, .. }) => {
                let query = sqlx::query(sql::KEEP).bind(hash).bind(id).bind(person.to_string()).bind(label);
                query.bind(scopes.to_string()).bind(*created_ms).bind(*expires_ms)
            }
            Self::Used(hash, at_ms) => sqlx::query(sql::USED).bind(hash).bind(*at_ms),
            Self::Revoked(person, id) => sqlx::query(sql::REVOKE).bind(person.to_string()).bind(id),
            Self::AllRevoked(person) => sqlx::query(sql::REVOKE_ALL).bind(person.to_string()),
            Self::Expired(now_ms) => sqlx::query(sql::EXPIRE).bind(*now_ms),
        }
    }
}

impl Store {
    /// Whoever has the token of that hash, if it is still good. It counts as a session that may do less.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn bearer(&self, hash: &str, now_ms: i64) -> Result<Option<Known>, sqlx::Error> {
        let row = sqlx::query(sql::BEARER).bind(hash).bind(now_ms).fetch_optional(&self.pool).await?;
        let read = |row: &AnyRow| {
            let (device, browser) = (String::new(), String::new());
            let (token_hash, scopes) = (row.try_get(6)?, scopes(row, 7)?);
            let (created_ms, seen_ms) = (row.try_get(8)?, row.try_get(9)?);
            let session = Session { token_hash, device, browser, created_ms, seen_ms, sudo_ms: 0, scopes };
            Ok(Known { person: person(row)?, session })
        };
        row.as_ref().map(read).transpose()
    }

    /// Somebody's tokens that are still good, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn tokens(&self, person: PersonId, now_ms: i64) -> Result<Vec<ApiToken>, sqlx::Error> {
        let query = sqlx::query(sql::TOKENS).bind(person.as_str()).bind(now_ms).bind(i64::from(TOKENS_MAX));
        let read = |row: &AnyRow| {
            Ok(ApiToken {
                hash: row.try_get(0)?,
                id: row.try_get(1)?,
                person,
                label: row.try_get(2)?,
                scopes: scopes(row, 3)?,
                created_ms: row.try_get(4)?,
                used_ms: row.try_get(5)?,
                expires_ms: row.try_get(6)?,
            })
        };
        query.fetch_all(&self.pool).await?.iter().map(read).collect()
    }

    /// Whether a session or a token of that hash is in the books, so that its sockets may stay.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn opens(&self, hash: &str, now_ms: i64) -> Result<bool, sqlx::Error> {
        let query = sqlx::query(sql::OPENS).bind(hash).bind(now_ms);
        Ok(query.fetch_optional(&self.pool).await?.is_some())
    }
}

fn scopes(row: &AnyRow, column: usize) -> Result<Scopes, sqlx::Error> {
    row.try_get::<&str, _>(column)?.parse().map_err(decode)
}
