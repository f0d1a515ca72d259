//! What is read about accounts: names, secrets, devices, tickets.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::Store;
use super::person::{Person, Secret, SecretKind, Session, Ticket, TicketKind, person, session};
use crate::ids::{GameId, PersonId};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const MEMBER: &str = "SELECT id, kind, name, role, created_ms, banned_ms FROM person
        WHERE name_key = $1 AND kind IN ('member', 'bot')";
    pub(in super::super) const PEOPLE: &str = "SELECT id, kind, name, role, created_ms, banned_ms FROM person
        WHERE kind <> 'guest' AND kind <> 'merged' AND kind <> 'closed' ORDER BY name_key LIMIT $1";
    pub(in super::super) const PERSON: &str =
        "SELECT id, kind, name, role, created_ms, banned_ms FROM person WHERE id = $1";
    pub(in super::super) const HOSTS: &str = "SELECT count(*) FROM person WHERE role = 'host' AND kind = 'member'";
    pub(in super::super) const SECRET: &str = "SELECT id, data, created_ms FROM credential
        WHERE person = $1 AND kind = $2 ORDER BY created_ms DESC LIMIT 1";
    pub(in super::super) const KEY_TAKEN: &str = "SELECT 1 FROM person WHERE name_key = $1 AND id <> $2
        UNION ALL SELECT 1 FROM credential WHERE kind = 'name' AND id = $1 AND person <> $2 AND created_ms > $3 LIMIT 1";
    pub(in super::super) const DEVICE: &str =
        "SELECT 1 FROM credential WHERE person = $1 AND kind = 'device' AND id = $2";
    pub(in super::super) const SESSIONS: &str = "SELECT token_hash, device, browser, created_ms, seen_ms, sudo_ms
        FROM session WHERE person = $1 ORDER BY seen_ms DESC, token_hash LIMIT $2";
    pub(in super::super) const TICKET: &str = "SELECT hash, kind, person, data, created_ms, expires_ms FROM ticket
        WHERE hash = $1 AND used_ms = 0 AND expires_ms > $2";
    pub(in super::super) const JOBS: &str = "SELECT hash, kind, person, data, created_ms, expires_ms FROM ticket
        WHERE kind = $1 AND used_ms = 0 AND created_ms <= $2 ORDER BY created_ms LIMIT 100";
    pub(in super::super) const HELD: &str =
        "SELECT holder.game, holder.since_ms, game.plan FROM holder JOIN game ON game.id = holder.game
        WHERE holder.guest = $1 ORDER BY holder.since_ms DESC LIMIT $2";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] =
        &[MEMBER, PEOPLE, PERSON, HOSTS, SECRET, KEY_TAKEN, DEVICE, SESSIONS, TICKET, JOBS, HELD];
}

impl Store {
    /// The member or bot whose name is compared by that.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn member(&self, name_key: &str) -> Result<Option<Person>, sqlx::Error> {
        let row = sqlx::query(sql::MEMBER).bind(name_key).fetch_optional(&self.pool).await?;
        row.as_ref().map(person).transpose()
    }

    /// Somebody by the id.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn person(&self, id: PersonId) -> Result<Option<Person>, sqlx::Error> {
        let row = sqlx::query(sql::PERSON).bind(id.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(person).transpose()
    }

    /// How many run the house.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn hosts(&self) -> Result<i64, sqlx::Error> {
        sqlx::query(sql::HOSTS).fetch_one(&self.pool).await?.try_get(0)
    }

    /// The latest secret of a kind.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn secret(&self, person: PersonId, kind: SecretKind) -> Result<Option<Secret>, sqlx::Error> {
        let query = sqlx::query(sql::SECRET).bind(person.to_string()).bind(kind.as_str());
        let read = |row: AnyRow| {
            Ok(Secret { person, kind, id: row.try_get(0)?, data: row.try_get(1)?, at_ms: row.try_get(2)? })
        };
        query.fetch_optional(&self.pool).await?.map(read).transpose()
    }

    /// Whether somebody else has a name that looks like this one, or has had it since then.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn is_taken(&self, name_key: &str, by: PersonId, since_ms: i64) -> Result<bool, sqlx::Error> {
        let query = sqlx::query(sql::KEY_TAKEN).bind(name_key).bind(by.to_string()).bind(since_ms);
        Ok(query.fetch_optional(&self.pool).await?.is_some())
    }

    /// Whether somebody has signed in on a device before.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn knows_device(&self, person: PersonId, device: &str) -> Result<bool, sqlx::Error> {
        let query = sqlx::query(sql::DEVICE).bind(person.to_string()).bind(device);
        Ok(query.fetch_optional(&self.pool).await?.is_some())
    }

    /// Where somebody is known, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn sessions(&self, person: PersonId, limit: u32) -> Result<Vec<Session>, sqlx::Error> {
        let query = sqlx::query(sql::SESSIONS).bind(person.to_string()).bind(i64::from(limit));
        query.fetch_all(&self.pool).await?.iter().map(|row| session(row, 0)).collect()
    }

    /// A ticket that is still good.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn ticket(&self, hash: &str, now_ms: i64) -> Result<Option<Ticket>, sqlx::Error> {
        let query = sqlx::query(sql::TICKET).bind(hash).bind(now_ms);
        query.fetch_optional(&self.pool).await?.as_ref().map(ticket).transpose()
    }

    /// Work that was begun before a moment and is not done yet.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn jobs(&self, kind: TicketKind, before_ms: i64) -> Result<Vec<Ticket>, sqlx::Error> {
        let query = sqlx::query(sql::JOBS).bind(kind.as_str()).bind(before_ms);
        query.fetch_all(&self.pool).await?.iter().map(ticket).collect()
    }

    /// The games in which somebody has held a seat, each with since when and its plan.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn held(&self, person: PersonId, limit: u32) -> Result<Vec<(GameId, i64, String)>, sqlx::Error> {
        let rows = sqlx::query(sql::HELD).bind(person.to_string()).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((super::id(row, 0)?, row.try_get(1)?, row.try_get(2)?))).collect()
    }
}

fn ticket(row: &AnyRow) -> Result<Ticket, sqlx::Error> {
    Ok(Ticket {
        hash: row.try_get(0)?,
        kind: row.try_get::<&str, _>(1)?.try_into()?,
        person: row.try_get(2)?,
        data: row.try_get(3)?,
        created_ms: row.try_get(4)?,
        expires_ms: row.try_get(5)?,
    })
}
