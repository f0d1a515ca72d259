//! Reading everything that is stored, beside whoever writes.

use sqlx::{AnyConnection, Connection as _, Row as _};

use super::copies::verdict;
use super::door::Door;
use super::{OpenError, StoredGame, event, id, read_time, sql as stored};
use crate::ids::GameId;
use crate::time::{Time, Wall};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const GAMES: &str = "SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2";
    pub(in super::super) const CARD: &str = "SELECT kind, pool, tempo, phase, rated, listed, version, due_ms, changed_ms, summary FROM card WHERE game = $1";
    pub(in super::super) const STUDIES: &str = "SELECT id, body FROM study WHERE id > $1 ORDER BY id LIMIT $2";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[GAMES, CARD, STUDIES];
}

/// A card as it is stored: the words, then the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredCard {
    /// Kind, pool, tempo, phase and the rest as JSON.
    pub words: [String; 5],
    /// Whether it is rated and listed, the version, when something is due, and when it changed.
    pub numbers: [i64; 5],
}

/// A connection that only reads.
pub(crate) struct Audit {
    connection: AnyConnection,
    is_file: bool,
}

impl Audit {
    /// Opens a database whose tables are up to date.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) async fn open(url: &str) -> Result<Self, OpenError> {
        let door = Door::of(url)?;
        Ok(Self { connection: door.open_beside().await?, is_file: door.file().is_some() })
    }

    /// What is wrong with the database itself, as far as it can tell.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn damage(&mut self) -> Result<Option<String>, sqlx::Error> {
        if !self.is_file {
            return Ok(None);
        }
        Ok(Some(verdict(&mut self.connection).await?).filter(|verdict| verdict != "ok"))
    }

    /// The time of its games.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn time(&mut self) -> Result<Time, sqlx::Error> {
        read_time(&mut self.connection, Wall::default()).await
    }

    /// The next games after one, by their ids.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn games(&mut self, after: &str, limit: u32) -> Result<Vec<GameId>, sqlx::Error> {
        let query = sqlx::query(sql::GAMES).bind(after.to_owned()).bind(i64::from(limit));
        query.fetch_all(&mut self.connection).await?.iter().map(|row| id(row, 0)).collect()
    }

    /// The card of a game, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn card(&mut self, game: GameId) -> Result<Option<StoredCard>, sqlx::Error> {
        let row = sqlx::query(sql::CARD).bind(game.as_str()).fetch_optional(&mut self.connection).await?;
        let Some(row) = row else { return Ok(None) };
        let words = [row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?, row.try_get(9)?];
        let numbers = [row.try_get(4)?, row.try_get(5)?, row.try_get(6)?, row.try_get(7)?, row.try_get(8)?];
        Ok(Some(StoredCard { words, numbers }))
    }

    /// A game with all its events.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn game(&mut self, game: GameId) -> Result<StoredGame, sqlx::Error> {
        let row = sqlx::query(stored::PLAN).bind(game.as_str()).fetch_one(&mut self.connection).await?;
        let rows = sqlx::query(stored::EVENTS).bind(game.as_str()).fetch_all(&mut self.connection).await?;
        let events = rows.iter().map(event).collect::<Result<_, _>>()?;
        Ok(StoredGame { plan: row.try_get(0)?, created_ms: row.try_get(1)?, events })
    }

    /// The next studies after one, by their ids.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn studies(&mut self, after: &str, limit: u32) -> Result<Vec<(String, String)>, sqlx::Error> {
        let query = sqlx::query(sql::STUDIES).bind(after.to_owned()).bind(i64::from(limit));
        let rows = query.fetch_all(&mut self.connection).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Lets the database go.
    pub(crate) async fn close(self) {
        // It was only read.
        let _ = self.connection.close().await;
    }
}
