//! Who was at games of strangers to their end.

use sqlx::{AnyConnection, Row as _};

use super::Store;
use crate::ids::{GameId, PersonId};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    /// What was noted first stays: whoever has left does not come back by the end of the game.
    pub(in super::super) const NOTE: &str =
        "INSERT INTO attended (person, game, at_ms, gone) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    pub(in super::super) const LATEST: &str =
        "SELECT game, at_ms, gone FROM attended WHERE person = $1 ORDER BY at_ms DESC, game LIMIT $2";
    pub(in super::super) const TAKE_OVER: &str = "INSERT INTO attended (person, game, at_ms, gone)
        SELECT $2, game, at_ms, gone FROM attended WHERE person = $1 ON CONFLICT DO NOTHING";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[NOTE, LATEST, TAKE_OVER];
}

/// Whether somebody was at a game of strangers to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attended {
    /// Who.
    pub person: PersonId,
    /// Which game.
    pub game: GameId,
    /// When it ended, or they left.
    pub at_ms: i64,
    /// Whether they left.
    pub is_gone: bool,
}

impl Attended {
    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let query = sqlx::query(sql::NOTE).bind(self.person.as_str()).bind(self.game.as_str());
        query.bind(self.at_ms).bind(i64::from(self.is_gone)).execute(connection).await?;
        Ok(())
    }
}

impl Store {
    /// The latest games of strangers at which somebody was, the earliest of them first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn attended(&self, person: PersonId, limit: u32) -> Result<Vec<Attended>, sqlx::Error> {
        let query = sqlx::query(sql::LATEST).bind(person.as_str()).bind(i64::from(limit));
        let read = |row: &sqlx::any::AnyRow| {
            let (game, at_ms, is_gone) = (super::id(row, 0)?, row.try_get(1)?, row.try_get::<i64, _>(2)? != 0);
            Ok(Attended { person, game, at_ms, is_gone })
        };
        query.fetch_all(&self.pool).await?.iter().rev().map(read).collect()
    }
}
