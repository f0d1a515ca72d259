//! Who follows whom, and who blocks whom.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::Store;
use super::person::RelationKind;
use crate::ids::PersonId;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const RELATE: &str =
        "INSERT INTO relation (person, other, kind, since_ms) VALUES ($1, $2, $3, $4)
        ON CONFLICT (person, other) DO UPDATE SET kind = $3, since_ms = $4 WHERE relation.kind <> $3";
    pub(in super::super) const UNRELATE: &str = "DELETE FROM relation WHERE person = $1 AND other = $2 AND kind = $3";
    pub(in super::super) const RELATIONS: &str = "SELECT person.name, relation.kind, relation.since_ms
        FROM relation JOIN person ON person.id = relation.other
        WHERE relation.person = $1 AND person.kind IN ('member', 'bot') ORDER BY relation.kind DESC, person.name_key LIMIT $2";
    pub(in super::super) const RELATION: &str = "SELECT kind FROM relation WHERE person = $1 AND other = $2";
    pub(in super::super) const BLOCKED: &str = "SELECT count(*) FROM relation WHERE kind = 'block'
        AND ((person = $1 AND other = $2) OR (person = $2 AND other = $1))";
    pub(in super::super) const COUNT: &str = "SELECT count(*) FROM relation WHERE person = $1";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[RELATE, UNRELATE, RELATIONS, RELATION, BLOCKED, COUNT];
}

/// The most that one person may have.
pub(crate) const RELATIONS_MAX: u32 = 1000;

/// How somebody stands to a member.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    /// The other's name.
    pub name: String,
    /// How.
    pub kind: RelationKind,
    /// Since when.
    pub since_ms: i64,
}

impl Store {
    /// Whom somebody follows or blocks, by name.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn relations(&self, person: PersonId) -> Result<Vec<Relation>, sqlx::Error> {
        let query = sqlx::query(sql::RELATIONS).bind(person.as_str()).bind(i64::from(RELATIONS_MAX));
        let read = |row: &AnyRow| {
            let kind = row.try_get::<&str, _>(1)?.try_into()?;
            Ok(Relation { name: row.try_get(0)?, kind, since_ms: row.try_get(2)? })
        };
        query.fetch_all(&self.pool).await?.iter().map(read).collect()
    }

    /// How somebody stands to somebody else.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn relation(&self, of: PersonId, to: PersonId) -> Result<Option<RelationKind>, sqlx::Error> {
        let query = sqlx::query(sql::RELATION).bind(of.as_str()).bind(to.as_str());
        query.fetch_optional(&self.pool).await?.map(|row| row.try_get::<&str, _>(0)?.try_into()).transpose()
    }

    /// Whether one of two blocks the other.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn is_blocked(&self, one: PersonId, other: PersonId) -> Result<bool, sqlx::Error> {
        let query = sqlx::query(sql::BLOCKED).bind(one.as_str()).bind(other.as_str());
        Ok(query.fetch_one(&self.pool).await?.try_get::<i64, _>(0)? > 0)
    }

    /// How many somebody follows or blocks.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn relations_count(&self, person: PersonId) -> Result<i64, sqlx::Error> {
        sqlx::query(sql::COUNT).bind(person.as_str()).fetch_one(&self.pool).await?.try_get(0)
    }
}
