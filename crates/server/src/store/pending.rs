//! For whom tables wait that nobody has to sit in front of. An index like cards, and written with them.

use room::Awaited;
use sqlx::{AnyConnection, Row as _};

use super::Store;
use super::card::{Listed, listed};
use crate::ids::{GameId, PersonId};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const FORGET: &str = "DELETE FROM pending WHERE game = $1";
    pub(in super::super) const AWAIT: &str =
        "INSERT INTO pending (person, game, since_ms, due_ms) VALUES ($1, $2, $3, $4)
        ON CONFLICT (person, game) DO UPDATE SET since_ms = $3, due_ms = $4";
    pub(in super::super) const OF_PERSON: &str = "SELECT pending.game, COALESCE(card.version, -1),
            COALESCE((SELECT MAX(event.version) FROM event WHERE event.game = pending.game), 0), COALESCE(card.summary, ''),
            pending.due_ms
        FROM pending LEFT JOIN card ON card.game = pending.game
        WHERE pending.person = $1
        ORDER BY CASE WHEN pending.due_ms = 0 THEN 1 ELSE 0 END, pending.due_ms, pending.since_ms LIMIT $2";
    pub(in super::super) const PAST_DUE: &str = "SELECT due_ms, game FROM pending
        WHERE due_ms > 0 AND due_ms <= $1 AND (due_ms > $2 OR (due_ms = $2 AND game > $3))
        ORDER BY due_ms, game LIMIT $4";
    pub(in super::super) const UNTOLD: &str = "SELECT game FROM card
        WHERE tempo = 'days' AND phase IN ('opening', 'playing')
            AND NOT EXISTS (SELECT 1 FROM pending WHERE pending.game = card.game)
        LIMIT $1";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[FORGET, AWAIT, OF_PERSON, PAST_DUE, UNTOLD];
}

/// A place in the order in which time runs out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct DueAt {
    /// When, on the clock that stands still in outages.
    pub due_ms: i64,
    /// In which game; empty before all of that moment.
    pub game: Option<GameId>,
}

/// Notes for whom a table waits from now on, and for nobody else.
pub(super) async fn write(
    game: GameId,
    awaited: &[Awaited],
    since_ms: i64,
    connection: &mut AnyConnection,
) -> Result<(), sqlx::Error> {
    sqlx::query(sql::FORGET).bind(game.as_str()).execute(&mut *connection).await?;
    for Awaited { who, due_ms } in awaited {
        // The house itself has no id.
        let who = who.map(|who| who.to_string()).unwrap_or_default();
        let query = sqlx::query(sql::AWAIT).bind(who).bind(game.as_str()).bind(since_ms).bind(*due_ms);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// The tables that wait for somebody, with when their time runs out (0: never); the next first.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn pending(&self, person: PersonId, limit: u32) -> Result<Vec<(Listed, i64)>, sqlx::Error> {
        let query = sqlx::query(sql::OF_PERSON).bind(person.as_str()).bind(i64::from(limit));
        let read = |row: &sqlx::any::AnyRow| Ok((listed(row)?, row.try_get(4)?));
        query.fetch_all(&self.pool).await?.iter().map(read).collect()
    }

    /// Where time has run out by then, after a place in that order.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn past_due(&self, by_ms: i64, after: &DueAt, limit: u32) -> Result<Vec<DueAt>, sqlx::Error> {
        let last = after.game.map(|game| game.to_string()).unwrap_or_default();
        let query = sqlx::query(sql::PAST_DUE).bind(by_ms).bind(after.due_ms).bind(last).bind(i64::from(limit));
        let read = |row: &sqlx::any::AnyRow| Ok(DueAt { due_ms: row.try_get(0)?, game: Some(super::id(row, 1)?) });
        query.fetch_all(&self.pool).await?.iter().map(read).collect()
    }

    /// Games over days of which it is not noted for whom they wait, as those of former versions.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn untold(&self, limit: u32) -> Result<Vec<GameId>, sqlx::Error> {
        let rows = sqlx::query(sql::UNTOLD).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        rows.iter().map(|row| super::id(row, 0)).collect()
    }
}
