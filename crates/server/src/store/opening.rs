//! How games began, counted by collection.

use std::collections::HashMap;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row as _};

use super::Store;
use crate::ids::{GameId, PersonId};
use crate::shelf::{SEATS_MAX, Sums, Tally};

/// How many rows one statement counts at most.
const ROWS: usize = 64;
/// The columns of a step, and of a start.
const STEP: usize = 5 + SEATS_MAX;
const START: usize = 4 + SEATS_MAX;

/// Results that end at the same time may be written in another order.
const LATE_MS: i64 = 60_000;

/// Every statement but those that count several rows, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const FOUND: &str = "INSERT INTO collection (id, person, kind, name, games, changed_ms)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id) DO UPDATE SET games = collection.games + excluded.games, changed_ms = excluded.changed_ms";
    pub(in super::super) const MARK: &str =
        "INSERT INTO counted (collection, game) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    pub(in super::super) const DISSOLVE: &[&str] = &[
        "DELETE FROM opening WHERE collection = $1",
        "DELETE FROM beginning WHERE collection = $1",
        "DELETE FROM counted WHERE collection = $1",
        "DELETE FROM collection WHERE id = $1",
    ];
    pub(in super::super) const NEXTS: &str =
        "SELECT next, n, known, a, b, c, d FROM opening WHERE collection = $1 AND spot = $2";
    pub(in super::super) const SETUPS: &str =
        "SELECT setup, n, known, a, b, c, d FROM beginning WHERE collection = $1 ORDER BY setup";
    pub(in super::super) const COLLECTIONS: &str = "SELECT id, person, kind, name, games, changed_ms FROM collection
        WHERE kind = $1 AND (person = '' OR person = $2) ORDER BY person, name, id LIMIT 200";
    pub(in super::super) const COLLECTION: &str =
        "SELECT id, person, kind, name, games, changed_ms FROM collection WHERE id = $1";
    pub(in super::super) const OWNED: &str = "SELECT count(*) FROM collection WHERE person = $1 AND name <> ''";
    pub(in super::super) const HAS_MARK: &str = "SELECT 1 FROM counted WHERE collection = $1 AND game = $2";
    pub(in super::super) const MARKED: &str = "SELECT game FROM counted WHERE collection = $1";
    pub(in super::super) const DISSOLVABLE: &str = "SELECT id, person, kind, name, games, changed_ms FROM collection WHERE person = '' AND name <> '' ORDER BY name";
    pub(in super::super) const HOUSE: &str =
        "SELECT result.game, result.ended_ms FROM result JOIN card ON card.game = result.game
        WHERE result.ended_ms >= $1 AND card.kind = $2 AND card.listed = 1
            AND NOT EXISTS (SELECT 1 FROM counted WHERE counted.collection = $3 AND counted.game = result.game)
        ORDER BY result.ended_ms LIMIT $4";
    pub(in super::super) const OWN: &str = "SELECT holder.game FROM holder JOIN card ON card.game = holder.game
        JOIN result ON result.game = holder.game WHERE holder.guest = $1 AND card.kind = $2
            AND NOT EXISTS (SELECT 1 FROM counted WHERE counted.collection = $3 AND counted.game = holder.game) LIMIT $4";
    pub(in super::super) const SHELVED: &str = "SELECT library.id FROM library WHERE library.person = $1 AND library.kind = $2
            AND NOT EXISTS (SELECT 1 FROM counted WHERE counted.collection = $3 AND counted.game = library.id) LIMIT $4";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[
        FOUND,
        MARK,
        NEXTS,
        SETUPS,
        COLLECTIONS,
        COLLECTION,
        OWNED,
        HAS_MARK,
        MARKED,
        DISSOLVABLE,
        HOUSE,
        OWN,
        SHELVED,
    ];
}

/// Games that are counted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Collection {
    /// Which.
    pub id: String,
    /// Whose; empty for one that everybody may ask.
    pub person: String,
    /// Of which kind of game.
    pub kind: String,
    /// What it is called; empty for those that the house makes itself.
    pub name: String,
    /// How many games.
    pub games: i64,
    /// When something was last added.
    pub changed_ms: i64,
}

/// What is added to a collection, all or not at all. Its number of games is how many are added.
#[derive(Clone, Debug)]
pub(crate) struct Addition {
    /// Where.
    pub collection: Collection,
    /// What.
    pub tally: Tally,
}

impl Addition {
    pub(crate) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let Collection { id, person, kind, name, games, changed_ms } = &self.collection;
        let query = sqlx::query(sql::FOUND).bind(id).bind(person).bind(kind).bind(name).bind(*games);
        query.bind(*changed_ms).execute(&mut *connection).await?;
        for game in &self.tally.games {
            sqlx::query(sql::MARK).bind(id).bind(game).execute(&mut *connection).await?;
        }
        let mut steps: Vec<_> = self.tally.steps.iter().collect();
        // In the order of the keys, so that neighbors are written together.
        steps.sort_unstable_by_key(|(step, _)| **step);
        for rows in steps.chunks(ROWS) {
            let mut query = sqlx::query(AssertSqlSafe(count_text("opening", &["spot", "next"], rows.len())));
            for ((spot, next), sums) in rows {
                query = bound(query.bind(id).bind(*spot).bind(*next), sums);
            }
            query.execute(&mut *connection).await?;
        }
        let setups: Vec<_> = self.tally.setups.iter().collect();
        for rows in setups.chunks(ROWS) {
            let mut query = sqlx::query(AssertSqlSafe(count_text("beginning", &["setup"], rows.len())));
            for (setup, sums) in rows {
                query = bound(query.bind(id).bind(*setup), sums);
            }
            query.execute(&mut *connection).await?;
        }
        Ok(())
    }
}

/// Takes a collection away.
pub(super) async fn dissolve(collection: &str, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    for text in sql::DISSOLVE {
        sqlx::query(*text).bind(collection.to_owned()).execute(&mut *connection).await?;
    }
    Ok(())
}

fn bound<'a>(query: Query<'a, Any, AnyArguments>, sums: &Sums) -> Query<'a, Any, AnyArguments> {
    let query = query.bind(sums.n).bind(sums.known);
    sums.by_seat.iter().fold(query, |query, sum| query.bind(*sum))
}

/// Adds to rows, or makes them; holds nothing but names of ours and numbers of placeholders.
pub(super) fn count_text(table: &str, keys: &[&str], rows: usize) -> String {
    let columns = if keys.len() == 2 { STEP } else { START };
    let row = |row: usize| {
        let marks: Vec<_> = (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", marks.join(", "))
    };
    let sums: Vec<_> =
        ["n", "known", "a", "b", "c", "d"].map(|sum| format!("{sum} = {table}.{sum} + excluded.{sum}")).into();
    let keys = keys.join(", ");
    let rows: Vec<_> = (0..rows).map(row).collect();
    format!(
        "INSERT INTO {table} (collection, {keys}, n, known, a, b, c, d) VALUES {} ON CONFLICT (collection, {keys}) DO UPDATE SET {}",
        rows.join(", "),
        sums.join(", ")
    )
}

fn sums(row: &AnyRow) -> Result<Sums, sqlx::Error> {
    let by_seat = [row.try_get(3)?, row.try_get(4)?, row.try_get(5)?, row.try_get(6)?];
    Ok(Sums { n: row.try_get(1)?, known: row.try_get(2)?, by_seat })
}

pub(super) fn collection(row: &AnyRow) -> Result<Collection, sqlx::Error> {
    Ok(Collection {
        id: row.try_get(0)?,
        person: row.try_get(1)?,
        kind: row.try_get(2)?,
        name: row.try_get(3)?,
        games: row.try_get(4)?,
        changed_ms: row.try_get(5)?,
    })
}

impl Store {
    /// How games went on from a position.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn nexts(&self, collection: &str, spot: i64) -> Result<HashMap<i64, Sums>, sqlx::Error> {
        let query = sqlx::query(sql::NEXTS).bind(collection.to_owned()).bind(spot);
        query.fetch_all(&self.pool).await?.iter().map(|row| Ok((row.try_get(0)?, sums(row)?))).collect()
    }

    /// How games began.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn setups(&self, collection: &str) -> Result<Vec<(String, Sums)>, sqlx::Error> {
        let query = sqlx::query(sql::SETUPS).bind(collection.to_owned());
        query.fetch_all(&self.pool).await?.iter().map(|row| Ok((row.try_get(0)?, sums(row)?))).collect()
    }

    /// What somebody may ask.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn collections(&self, kind: &str, person: &str) -> Result<Vec<Collection>, sqlx::Error> {
        let query = sqlx::query(sql::COLLECTIONS).bind(kind.to_owned()).bind(person.to_owned());
        query.fetch_all(&self.pool).await?.iter().map(collection).collect()
    }

    /// One of them.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn collection(&self, id: &str) -> Result<Option<Collection>, sqlx::Error> {
        let row = sqlx::query(sql::COLLECTION).bind(id.to_owned()).fetch_optional(&self.pool).await?;
        row.as_ref().map(collection).transpose()
    }

    /// How many collections somebody has brought.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn collections_count(&self, person: PersonId) -> Result<i64, sqlx::Error> {
        sqlx::query(sql::OWNED).bind(person.as_str()).fetch_one(&self.pool).await?.try_get(0)
    }

    /// Games of strangers that have ended since then and are not counted yet, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn uncounted(
        &self,
        collection: &Collection,
        limit: u32,
    ) -> Result<Vec<(GameId, i64)>, sqlx::Error> {
        let query = sqlx::query(sql::HOUSE).bind(collection.changed_ms - LATE_MS).bind(collection.kind.clone());
        let rows = query.bind(collection.id.clone()).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((super::id(row, 0)?, row.try_get(1)?))).collect()
    }

    /// The same of somebody's own games.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn uncounted_of(
        &self,
        person: PersonId,
        collection: &Collection,
        limit: u32,
    ) -> Result<Vec<GameId>, sqlx::Error> {
        let query = sqlx::query(sql::OWN).bind(person.as_str()).bind(collection.kind.clone());
        let rows = query.bind(collection.id.clone()).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        rows.iter().map(|row| super::id(row, 0)).collect()
    }

    /// The same of somebody's library.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn uncounted_volumes(
        &self,
        person: PersonId,
        collection: &Collection,
        limit: u32,
    ) -> Result<Vec<String>, sqlx::Error> {
        let query = sqlx::query(sql::SHELVED).bind(person.as_str()).bind(collection.kind.clone());
        let rows = query.bind(collection.id.clone()).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }
}
