//! What people have learned.

use sqlx::{AnyConnection, Row as _};

use super::{Batch, NotWritten, Store};
use crate::ids::PersonId;

/// The greater number of stars stays, so that merging in any order gives the same.
pub(super) const KEEP: &str = "INSERT INTO progress (person, kind, lesson, stage, stars, at_ms) VALUES ($1, $2, $3, $4, $5, $6) \
     ON CONFLICT (person, kind, lesson, stage) DO UPDATE SET stars = excluded.stars, at_ms = excluded.at_ms \
     WHERE progress.stars < excluded.stars";
pub(super) const OF_PERSON: &str = "SELECT kind, lesson, stage, stars FROM progress WHERE person = $1";

/// What was learned of one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Learned {
    /// The game.
    pub kind: String,
    /// The lesson.
    pub lesson: String,
    /// The stage.
    pub stage: String,
    /// 1 to 3.
    pub stars: u8,
}

/// Stars that somebody has earned.
#[derive(Debug)]
pub(crate) struct Earned {
    person: PersonId,
    stars: Vec<Learned>,
    at_ms: i64,
}

impl Earned {
    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        for one in &self.stars {
            let query = sqlx::query(KEEP).bind(self.person.as_str()).bind(&one.kind).bind(&one.lesson);
            let query = query.bind(&one.stage).bind(i64::from(one.stars)).bind(self.at_ms);
            query.execute(&mut *connection).await?;
        }
        Ok(())
    }
}

impl Store {
    /// Keeps stars where they are more than before.
    ///
    /// # Errors
    /// If they could not be written.
    pub(crate) async fn keep_stars(&self, person: PersonId, stars: Vec<Learned>, at_ms: i64) -> Result<(), NotWritten> {
        let earned = Earned { person, stars, at_ms };
        self.writer.write(Batch { earned: Some(earned), ..Batch::default() }).await
    }

    /// All stars of a person.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn stars(&self, person: PersonId) -> Result<Vec<Learned>, sqlx::Error> {
        let rows = sqlx::query(OF_PERSON).bind(person.as_str()).fetch_all(&self.pool).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let stars: i64 = row.try_get(3)?;
            let stars = u8::try_from(stars).unwrap_or(0);
            Ok(Learned { kind: row.try_get(0)?, lesson: row.try_get(1)?, stage: row.try_get(2)?, stars })
        };
        rows.iter().map(read).collect()
    }
}
