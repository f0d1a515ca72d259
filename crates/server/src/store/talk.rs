//! What is said at tables: written, read and forgotten.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, Row as _};

use super::Store;
use super::person::{Kind, word};
use crate::ids::{GameId, PersonId};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const NEW_LINE: &str = "INSERT INTO line (game, n, room, person, preset, said, at_ms, hidden)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 0) ON CONFLICT (game, n) DO NOTHING";
    pub(in super::super) const HIDE: &str = "UPDATE line SET hidden = $3 WHERE game = $1 AND n = $2";
    pub(in super::super) const FORGET: &str = "DELETE FROM line WHERE at_ms < $1";
    pub(in super::super) const IS_OLD: &str = "SELECT 1 FROM line WHERE at_ms < $1 LIMIT 1";
    pub(in super::super) const LAST: &str = "SELECT COALESCE(MAX(n), 0) FROM line WHERE game = $1";
    pub(in super::super) const LINES: &str =
        "SELECT line.game, line.n, line.room, line.person, line.preset, line.said, line.at_ms,
            line.hidden, COALESCE(person.kind, 'closed'), COALESCE(person.name, '')
        FROM line LEFT JOIN person ON person.id = line.person
        WHERE line.game = $1 AND line.hidden <= $2 AND line.room IN ('seats', $3) ORDER BY line.n DESC LIMIT $4";
    pub(in super::super) const LINE: &str =
        "SELECT line.game, line.n, line.room, line.person, line.preset, line.said, line.at_ms,
            line.hidden, COALESCE(person.kind, 'closed'), COALESCE(person.name, '')
        FROM line LEFT JOIN person ON person.id = line.person WHERE line.game = $1 AND line.n = $2";
    pub(in super::super) const LINES_OF: &str =
        "SELECT line.game, line.n, line.room, line.person, line.preset, line.said, line.at_ms,
            line.hidden, person.kind, person.name
        FROM line JOIN person ON person.id = line.person
        WHERE line.person = $1 ORDER BY line.at_ms DESC, line.n DESC LIMIT $2";
    pub(in super::super) const SPEAKER: &str = "SELECT kind, name, muted_ms FROM person WHERE id = $1";
    pub(in super::super) const BLOCKED_BY: &str = "SELECT other FROM relation WHERE person = $1 AND kind = 'block'";
    pub(in super::super) const BLOCKERS: &str =
        "SELECT person FROM relation WHERE other = $1 AND kind = 'block' ORDER BY since_ms DESC LIMIT $2";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] =
        &[NEW_LINE, HIDE, FORGET, IS_OLD, LAST, LINES, LINE, LINES_OF, SPEAKER, BLOCKED_BY, BLOCKERS];
}

/// The most people who have blocked one speaker that are looked up for a line.
const BLOCKERS_MAX: i64 = 10_000;

word! {
    /// Among whom something is said.
    Circle {
        /// Those who play; everybody hears it.
        Seats = "seats",
        /// Those who watch; players hear it when the game is over.
        Watchers = "watchers",
    }
}

word! {
    /// What anybody may say; everybody reads it in their own language.
    #[derive(Deserialize)]
    Preset {
        /// At the beginning.
        Hello = "hello",
        /// Before the first move.
        Luck = "luck",
        /// Of a move.
        Nice = "nice",
        /// For anything.
        Thanks = "thanks",
        /// For anything.
        Sorry = "sorry",
        /// After the end.
        Again = "again",
        /// When the door rings.
        Wait = "wait",
        /// At the end.
        Bye = "bye",
    }
}

/// What is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Words {
    /// In the reader's language.
    Preset(Preset),
    /// In the speaker's.
    Text(String),
}

/// Something that was said.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// At which table.
    pub game: GameId,
    /// Its number there, from 1.
    pub n: i64,
    /// Among whom.
    pub circle: Circle,
    /// By whom.
    pub person: PersonId,
    /// What.
    pub words: Words,
    /// When.
    pub at_ms: i64,
}

/// A line with what is known of its speaker.
#[derive(Clone, Debug)]
pub(crate) struct Spoken {
    /// The line.
    pub line: Line,
    /// Whether a guide has taken it out of sight.
    pub is_hidden: bool,
    /// Who speaks.
    pub kind: Kind,
    /// Under which name; empty if none.
    pub name: String,
}

/// Somebody who wants to say something.
#[derive(Clone, Debug)]
pub(crate) struct Speaker {
    /// With or without an account.
    pub kind: Kind,
    /// The chosen name.
    pub name: String,
    /// Until when they may say nothing.
    pub muted_ms: i64,
}

/// What changes of what was said.
#[derive(Clone, Debug)]
pub(crate) enum Utter {
    /// Something is said.
    Line(Line),
    /// A line goes out of sight, or comes back.
    Hide(GameId, i64, bool),
    /// What was said before then is forgotten.
    Forget(i64),
}

impl Utter {
    pub(super) fn query(&self) -> Query<'_, Any, AnyArguments> {
        match self {
            Self::Line(Line { game, n, circle, person, words, at_ms }) => {
                let (preset, said) = match words {
                    Words::Preset(preset) => (preset.as_str(), ""),
                    Words::Text(text) => ("", text.as_str()),
                };
                let query = sqlx::query(sql::NEW_LINE).bind(game.to_string()).bind(*n).bind(circle.as_str());
                query.bind(person.to_string()).bind(preset).bind(said).bind(*at_ms)
            }
            Self::Hide(game, n, is_hidden) => {
                sqlx::query(sql::HIDE).bind(game.to_string()).bind(*n).bind(i64::from(*is_hidden))
            }
            Self::Forget(before_ms) => sqlx::query(sql::FORGET).bind(*before_ms),
        }
    }
}

impl Store {
    /// The number of the last line of a game; 0 if there is none.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn last_line(&self, game: GameId) -> Result<i64, sqlx::Error> {
        sqlx::query(sql::LAST).bind(game.as_str()).fetch_one(&self.pool).await?.try_get(0)
    }

    /// The latest lines of a game in sight, the oldest first; those of watchers, too, if they may be heard.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn heard_lines(
        &self,
        game: GameId,
        hears_all: bool,
        limit: u32,
    ) -> Result<Vec<Spoken>, sqlx::Error> {
        self.some_lines(game, false, hears_all, limit).await
    }

    /// The latest lines of a game, also those that were hidden, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn all_lines(&self, game: GameId, limit: u32) -> Result<Vec<Spoken>, sqlx::Error> {
        self.some_lines(game, true, true, limit).await
    }

    async fn some_lines(
        &self,
        game: GameId,
        with_hidden: bool,
        hears_all: bool,
        limit: u32,
    ) -> Result<Vec<Spoken>, sqlx::Error> {
        let circle = if hears_all { Circle::Watchers } else { Circle::Seats };
        let query = sqlx::query(sql::LINES).bind(game.as_str()).bind(i64::from(with_hidden)).bind(circle.as_str());
        let mut lines = read(&query.bind(i64::from(limit)).fetch_all(&self.pool).await?)?;
        lines.reverse();
        Ok(lines)
    }

    /// One line.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn line(&self, game: GameId, n: i64) -> Result<Option<Spoken>, sqlx::Error> {
        let row = sqlx::query(sql::LINE).bind(game.as_str()).bind(n).fetch_optional(&self.pool).await?;
        row.as_ref().map(spoken).transpose()
    }

    /// What somebody has said lately, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn lines_of(&self, person: PersonId, limit: u32) -> Result<Vec<Spoken>, sqlx::Error> {
        let query = sqlx::query(sql::LINES_OF).bind(person.as_str()).bind(i64::from(limit));
        read(&query.fetch_all(&self.pool).await?)
    }

    /// Whether something was said before then.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn has_old_lines(&self, before_ms: i64) -> Result<bool, sqlx::Error> {
        Ok(sqlx::query(sql::IS_OLD).bind(before_ms).fetch_optional(&self.pool).await?.is_some())
    }

    /// Somebody who wants to say something.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn speaker(&self, person: PersonId) -> Result<Option<Speaker>, sqlx::Error> {
        let row = sqlx::query(sql::SPEAKER).bind(person.as_str()).fetch_optional(&self.pool).await?;
        let read = |row: AnyRow| {
            let kind = row.try_get::<&str, _>(0)?.try_into()?;
            Ok(Speaker { kind, name: row.try_get(1)?, muted_ms: row.try_get(2)? })
        };
        row.map(read).transpose()
    }

    /// Whom somebody has blocked.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn blocked_by(&self, person: PersonId) -> Result<HashSet<PersonId>, sqlx::Error> {
        let rows = sqlx::query(sql::BLOCKED_BY).bind(person.as_str()).fetch_all(&self.pool).await?;
        rows.iter().map(|row| super::id(row, 0)).collect()
    }

    /// Who has blocked somebody.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn blockers_of(&self, person: PersonId) -> Result<HashSet<PersonId>, sqlx::Error> {
        let rows = sqlx::query(sql::BLOCKERS).bind(person.as_str()).bind(BLOCKERS_MAX).fetch_all(&self.pool).await?;
        rows.iter().map(|row| super::id(row, 0)).collect()
    }
}

fn read(rows: &[AnyRow]) -> Result<Vec<Spoken>, sqlx::Error> {
    rows.iter().map(spoken).collect()
}

fn spoken(row: &AnyRow) -> Result<Spoken, sqlx::Error> {
    let preset: &str = row.try_get(4)?;
    let words = if preset.is_empty() { Words::Text(row.try_get(5)?) } else { Words::Preset(preset.try_into()?) };
    let line = Line {
        game: super::id(row, 0)?,
        n: row.try_get(1)?,
        circle: row.try_get::<&str, _>(2)?.try_into()?,
        person: super::id(row, 3)?,
        words,
        at_ms: row.try_get(6)?,
    };
    let kind = row.try_get::<&str, _>(8)?.try_into()?;
    Ok(Spoken { line, is_hidden: row.try_get::<i64, _>(7)? != 0, kind, name: row.try_get(9)? })
}
