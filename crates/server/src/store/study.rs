//! Studies: one row each, written by their owner and read by whoever has the link.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, Row as _};

use super::{Store, id};
use crate::ids::PersonId;

/// The most studies of a person.
pub(crate) const STUDIES_MAX: usize = 200;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const KEEP: &str =
        "INSERT INTO study (id, person, kind, title, body, nodes, version, changed_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (id) DO UPDATE SET kind = $3, title = $4, body = $5, nodes = $6, version = $7, changed_ms = $8";
    pub(in super::super) const DROP: &str = "DELETE FROM study WHERE person = $1 AND id = $2";
    pub(in super::super) const INHERIT: &str = "UPDATE study SET person = $2 WHERE person = $1";
    pub(in super::super) const OF_PERSON: &str =
        "SELECT id, person, kind, title, '', nodes, version, changed_ms FROM study
        WHERE person = $1 ORDER BY changed_ms DESC, id";
    pub(in super::super) const ONE: &str =
        "SELECT id, person, kind, title, body, nodes, version, changed_ms FROM study WHERE id = $1";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[KEEP, DROP, INHERIT, OF_PERSON, ONE];
}

/// A study as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StudyRow {
    /// Which.
    pub id: String,
    /// Whose.
    pub person: PersonId,
    /// Of which game.
    pub kind: String,
    /// What it is called.
    pub title: String,
    /// The study itself, as JSON; empty in lists.
    pub body: String,
    /// How many moves it has.
    pub nodes: i64,
    /// How often it was written.
    pub version: i64,
    /// When it was written last.
    pub changed_ms: i64,
}

impl StudyRow {
    fn read(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get(0)?,
            person: id(row, 1)?,
            kind: row.try_get(2)?,
            title: row.try_get(3)?,
            body: row.try_get(4)?,
            nodes: row.try_get(5)?,
            version: row.try_get(6)?,
            changed_ms: row.try_get(7)?,
        })
    }

    pub(super) fn query(&self) -> Query<'_, Any, AnyArguments> {
        let query = sqlx::query(sql::KEEP).bind(&self.id).bind(self.person.to_string()).bind(&self.kind);
        query.bind(&self.title).bind(&self.body).bind(self.nodes).bind(self.version).bind(self.changed_ms)
    }
}

impl Store {
    /// The studies of somebody, the latest first, without what is in them.
    ///
    /// # Errors
    /// If the database fails, as below.
    pub(crate) async fn studies(&self, person: PersonId) -> Result<Vec<StudyRow>, sqlx::Error> {
        let rows = sqlx::query(sql::OF_PERSON).bind(person.as_str()).fetch_all(&self.pool).await?;
        rows.iter().map(StudyRow::read).collect()
    }

    /// One of them, whoever asks.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn study(&self, id: &str) -> Result<Option<StudyRow>, sqlx::Error> {
        let row = sqlx::query(sql::ONE).bind(id.to_owned()).fetch_optional(&self.pool).await?;
        row.as_ref().map(StudyRow::read).transpose()
    }
}
