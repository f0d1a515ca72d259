//! What has to be known of people before a game counts.

use sqlx::Row as _;

use super::{Kind, Store};
use crate::ids::PersonId;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const PERSON: &str = "SELECT kind, unrated_ms FROM person WHERE id = $1";
    pub(in super::super) const DEVICES: &str =
        "SELECT DISTINCT device FROM session WHERE person = $1 AND device <> '' AND seen_ms >= $2";
    pub(in super::super) const MEETINGS: &str = "SELECT COUNT(*) FROM change AS own
        JOIN change AS other ON other.game = own.game
        WHERE own.person = $1 AND other.person = $2 AND own.at_ms >= $3 AND own.pool LIKE $4";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[PERSON, DEVICES, MEETINGS];
}

/// What decides whether someone's games count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatedPerson {
    /// With or without an account.
    pub kind: Kind,
    /// Until when a host has excluded them from rated games.
    pub unrated_ms: i64,
}

impl Store {
    /// Somebody, as ratings see them.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn rated_person(&self, person: PersonId) -> Result<Option<RatedPerson>, sqlx::Error> {
        let row = sqlx::query(sql::PERSON).bind(person.as_str()).fetch_optional(&self.pool).await?;
        let read = |row: sqlx::any::AnyRow| {
            Ok(RatedPerson { kind: Kind::try_from(row.try_get::<&str, _>(0)?)?, unrated_ms: row.try_get(1)? })
        };
        row.map(read).transpose()
    }

    /// Whether two of these people have used one device since.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn share_device(&self, people: &[PersonId], since_ms: i64) -> Result<bool, sqlx::Error> {
        let mut seen: Vec<String> = Vec::new();
        for person in people {
            let query = sqlx::query(sql::DEVICES).bind(person.as_str()).bind(since_ms);
            let rows = query.fetch_all(&self.pool).await?;
            let devices = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
            if devices.iter().any(|device| seen.contains(device)) {
                return Ok(true);
            }
            seen.extend(devices);
        }
        Ok(false)
    }

    /// How many rated games of a kind two people have had with each other since.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn meetings(
        &self,
        kind: &str,
        one: PersonId,
        other: PersonId,
        since_ms: i64,
    ) -> Result<u32, sqlx::Error> {
        let query = sqlx::query(sql::MEETINGS).bind(one.as_str()).bind(other.as_str()).bind(since_ms);
        let row = query.bind(format!("{kind}/%")).fetch_one(&self.pool).await?;
        Ok(u32::try_from(row.try_get::<i64, _>(0)?).unwrap_or(u32::MAX))
    }
}
