//! A game in one row, for lists. It is an index: what is missing or behind is made anew from the events.

use room::Awaited;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::{Store, pending};
use crate::ids::{GameId, PersonId};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const KEEP: &str =
        "INSERT INTO card (game, kind, pool, tempo, phase, rated, listed, version, due_ms, changed_ms, summary)
        VALUES ($1, $2, $3, $4, $5, $6, $11, $7, $8, $9, $10)
        ON CONFLICT (game) DO UPDATE SET pool = $3, tempo = $4, phase = $5, rated = $6, version = $7, due_ms = $8,
            changed_ms = $9, summary = $10
        WHERE card.version <= $7";
    pub(in super::super) const OF_PERSON: &str = "SELECT holder.game, COALESCE(card.version, -1),
            COALESCE((SELECT MAX(event.version) FROM event WHERE event.game = holder.game), 0), COALESCE(card.summary, '')
        FROM holder LEFT JOIN card ON card.game = holder.game
        WHERE holder.guest = $1 ORDER BY holder.since_ms DESC LIMIT $2";
    pub(in super::super) const RUNNING: &str = "SELECT holder.game, card.version,
            COALESCE((SELECT MAX(event.version) FROM event WHERE event.game = holder.game), 0), card.summary
        FROM holder JOIN card ON card.game = holder.game
        WHERE holder.guest = $1 AND card.phase <> 'over' ORDER BY holder.since_ms DESC LIMIT $2";
    pub(in super::super) const WAITING: &str =
        "SELECT game FROM card WHERE listed = 1 AND phase = 'waiting' ORDER BY changed_ms DESC LIMIT 1000";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[KEEP, OF_PERSON, RUNNING, WAITING];
}

/// What a list needs to know of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Card {
    /// Which.
    pub game: GameId,
    /// Of which kind.
    pub kind: &'static str,
    /// Where it counts, or would count before it has begun; empty if nowhere.
    pub pool: String,
    /// How fast it is played; empty without a clock.
    pub tempo: &'static str,
    /// Where it stands as a whole.
    pub phase: &'static str,
    /// Whether people's ratings move, or are meant to before it has begun.
    pub is_rated: bool,
    /// Whether strangers play there.
    pub is_listed: bool,
    /// After how many events.
    pub version: i64,
    /// When something happens by itself, such as a flag that falls, on the clock that stands still in outages; 0 for never.
    pub due_ms: i64,
    /// When something last happened.
    pub changed_ms: i64,
    /// The rest, as JSON.
    pub summary: String,
    /// For whom the table waits while they may be elsewhere.
    pub awaited: Vec<Awaited>,
}

/// A line of a list that is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Listed {
    /// Which game.
    pub game: GameId,
    /// Of the card, if there is one that knows of all that has happened.
    pub summary: Option<String>,
}

impl Card {
    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let query = sqlx::query(sql::KEEP).bind(self.game.as_str()).bind(self.kind).bind(&self.pool);
        let query = query.bind(self.tempo).bind(self.phase).bind(i64::from(self.is_rated));
        let query = query.bind(self.version).bind(self.due_ms).bind(self.changed_ms).bind(&self.summary);
        let query = query.bind(i64::from(self.is_listed));
        let is_news = query.execute(&mut *connection).await?.rows_affected() > 0;
        if is_news {
            pending::write(self.game, &self.awaited, self.changed_ms, connection).await?;
        }
        Ok(())
    }
}

/// Reads which game, what its card knows of, how many events there are, and what the card says.
pub(super) fn listed(row: &AnyRow) -> Result<Listed, sqlx::Error> {
    let (known, last): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
    let summary: String = row.try_get(3)?;
    Ok(Listed { game: super::id(row, 0)?, summary: (known == last).then_some(summary) })
}

impl Store {
    /// The tables that stand in the lobby.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn waiting(&self) -> Result<Vec<GameId>, sqlx::Error> {
        let rows = sqlx::query(sql::WAITING).fetch_all(&self.pool).await?;
        rows.iter().map(|row| super::id(row, 0)).collect()
    }

    /// The games in which somebody has held a seat, latest first, with what their cards say. No event is read.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn listed(&self, person: PersonId, limit: u32) -> Result<Vec<Listed>, sqlx::Error> {
        self.lines(sql::OF_PERSON, person, limit).await
    }

    /// The same of games that are not over.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn running(&self, person: PersonId, limit: u32) -> Result<Vec<Listed>, sqlx::Error> {
        self.lines(sql::RUNNING, person, limit).await
    }

    async fn lines(&self, text: &'static str, person: PersonId, limit: u32) -> Result<Vec<Listed>, sqlx::Error> {
        let query = sqlx::query(text).bind(person.as_str()).bind(i64::from(limit));
        query.fetch_all(&self.pool).await?.iter().map(listed).collect()
    }
}
