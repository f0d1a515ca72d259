//! Games that somebody keeps: records that were brought, one row each.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::Store;
use crate::ids::PersonId;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const SHELVE: &str =
        "INSERT INTO library (id, person, kind, digest, title, record, added_ms, words, day, setup, result, deeds)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING";
    pub(in super::super) const UNSHELVE: &str = "DELETE FROM library WHERE person = $1 AND id = $2";
    pub(in super::super) const UNSHELVE_ALL: &str = "DELETE FROM library WHERE person = $1";
    pub(in super::super) const INHERIT: &str = "UPDATE library SET person = $2 WHERE person = $1
        AND digest NOT IN (SELECT other.digest FROM library other WHERE other.person = $2)";
    pub(in super::super) const DIGESTS: &str = "SELECT digest FROM library WHERE person = $1";
    pub(in super::super) const PAGE: &str = "SELECT id, kind, title, day, setup, result, deeds, added_ms FROM library
        WHERE person = $1 AND kind LIKE $2 AND day LIKE $3 ESCAPE '!'
            AND words LIKE $4 ESCAPE '!' AND words LIKE $5 ESCAPE '!' AND words LIKE $6 ESCAPE '!'
            AND setup LIKE $7 ESCAPE '!' AND setup LIKE $8 ESCAPE '!'
        ORDER BY added_ms DESC, id LIMIT $9 OFFSET $10";
    pub(in super::super) const COUNT: &str = "SELECT count(*) FROM library
        WHERE person = $1 AND kind LIKE $2 AND day LIKE $3 ESCAPE '!'
            AND words LIKE $4 ESCAPE '!' AND words LIKE $5 ESCAPE '!' AND words LIKE $6 ESCAPE '!'
            AND setup LIKE $7 ESCAPE '!' AND setup LIKE $8 ESCAPE '!'";
    pub(in super::super) const ONE: &str = "SELECT id, kind, title, day, setup, result, deeds, added_ms, record
        FROM library WHERE person = $1 AND id = $2";
    pub(in super::super) const RECORDS: &str =
        "SELECT id, record FROM library WHERE person = $1 AND kind = $2 AND id > $3 ORDER BY id LIMIT $4";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] =
        &[SHELVE, UNSHELVE, UNSHELVE_ALL, INHERIT, DIGESTS, PAGE, COUNT, ONE, RECORDS];
}

/// How many words of a search count, and how many parts of a set-up.
const WORDS: usize = 3;
const PARTS: usize = 2;

/// A game that is kept, but for its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spine {
    /// Which.
    pub id: String,
    /// Of which kind of game.
    pub kind: String,
    /// Who played, as far as is known.
    pub title: String,
    /// When it was played, such as `2026.11.15`; a part of it, or nothing, where no more is known.
    pub day: String,
    /// How it began, such as `cho=inner;han=left`; nothing for a start without a name.
    pub setup: String,
    /// The rule book's text for the result.
    pub result: String,
    /// How many deeds.
    pub deeds: i64,
    /// When it was brought.
    pub added_ms: i64,
}

/// A game to be kept.
#[derive(Clone, Debug)]
pub(crate) struct Volume {
    /// What is told of it.
    pub spine: Spine,
    /// What tells it from other games.
    pub digest: String,
    /// What it is searched by.
    pub words: String,
    /// The record in the game's own format.
    pub record: String,
}

/// What is looked for; empty texts are found in every game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    /// The kind of the game.
    pub kind: String,
    /// Words, folded as those of the games.
    pub words: Vec<String>,
    /// The beginning of the day.
    pub day: String,
    /// Parts of the set-up, such as `cho=inner`.
    pub setup: Vec<String>,
}

impl Search {
    /// The patterns in the order of the statements.
    fn patterns(&self) -> Vec<String> {
        let inside = |texts: &[String], index: usize| format!("%{}%", texts.get(index).map_or("", String::as_str));
        let kind = if self.kind.is_empty() { "%".to_owned() } else { escaped(&self.kind) };
        let words: Vec<String> = self.words.iter().map(|word| escaped(word)).collect();
        let setup: Vec<String> = self.setup.iter().map(|part| escaped(part)).collect();
        let mut patterns = vec![kind, format!("{}%", escaped(&self.day))];
        patterns.extend((0..WORDS).map(|index| inside(&words, index)));
        patterns.extend((0..PARTS).map(|index| inside(&setup, index)));
        patterns
    }
}

/// Nothing in it stands for anything else.
fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

fn spine(row: &AnyRow) -> Result<Spine, sqlx::Error> {
    Ok(Spine {
        id: row.try_get(0)?,
        kind: row.try_get(1)?,
        title: row.try_get(2)?,
        day: row.try_get(3)?,
        setup: row.try_get(4)?,
        result: row.try_get(5)?,
        deeds: row.try_get(6)?,
        added_ms: row.try_get(7)?,
    })
}

impl Store {
    /// What tells the games that somebody keeps from others.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn digests(&self, person: PersonId) -> Result<Vec<String>, sqlx::Error> {
        let rows = sqlx::query(sql::DIGESTS).bind(person.as_str()).fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }

    /// The games that fit, latest first, and how many there are in all.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn library(
        &self,
        person: PersonId,
        search: &Search,
        (from, limit): (u32, u32),
    ) -> Result<(Vec<Spine>, i64), sqlx::Error> {
        let (mut page, mut count) = (sqlx::query(sql::PAGE), sqlx::query(sql::COUNT));
        (page, count) = (page.bind(person.as_str()), count.bind(person.as_str()));
        for pattern in search.patterns() {
            (page, count) = (page.bind(pattern.clone()), count.bind(pattern));
        }
        let rows = page.bind(i64::from(limit)).bind(i64::from(from)).fetch_all(&self.pool).await?;
        let count = count.fetch_one(&self.pool).await?.try_get(0)?;
        Ok((rows.iter().map(spine).collect::<Result<_, _>>()?, count))
    }

    /// One of them, with its record.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn volume(&self, person: PersonId, id: &str) -> Result<Option<(Spine, String)>, sqlx::Error> {
        let row = sqlx::query(sql::ONE).bind(person.as_str()).bind(id.to_owned()).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((spine(&row)?, row.try_get(8)?))).transpose()
    }

    /// The records of a kind of game behind that one, by their ids.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn records(
        &self,
        person: PersonId,
        kind: &str,
        behind: &str,
        limit: u32,
    ) -> Result<Vec<(String, String)>, sqlx::Error> {
        let query = sqlx::query(sql::RECORDS).bind(person.as_str()).bind(kind.to_owned()).bind(behind.to_owned());
        let rows = query.bind(i64::from(limit)).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }
}
