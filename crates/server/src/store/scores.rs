//! What games gave, and what that did to ratings: written and read.

use ratings::{Place, Pool, Rating};
use room::{Ended, Rater, Seated};
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::Store;
use crate::ids::GameId;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const NEW_RESULT: &str =
        "INSERT INTO result (game, pool, state, why, ended_ms, seats) VALUES ($1, $2, $3, $4, $5, $6)";
    pub(in super::super) const DUE: &str =
        "SELECT game, pool, ended_ms, seats FROM result WHERE state = 'due' ORDER BY ended_ms, game LIMIT $1";
    pub(in super::super) const RATING: &str =
        "SELECT rating, deviation, volatility, games, won, drawn, lost, best, played_ms
        FROM rating WHERE person = $1 AND pool = $2";
    pub(in super::super) const KEEP_RATING: &str = "INSERT INTO rating
        (person, pool, rating, deviation, volatility, games, won, drawn, lost, best, played_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        ON CONFLICT (person, pool) DO UPDATE SET rating = $3, deviation = $4, volatility = $5,
            games = $6, won = $7, drawn = $8, lost = $9, best = $10, played_ms = $11";
    pub(in super::super) const NEW_CHANGE: &str = "INSERT INTO change
        (game, person, pool, at_ms, place, rating_before, deviation_before, rating_after, deviation_after)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    pub(in super::super) const DONE: &str = "UPDATE result SET state = 'done' WHERE game = $1";
    pub(in super::super) const IS_DONE: &str = "SELECT 1 FROM result WHERE game = $1 AND state = 'done'";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[NEW_RESULT, DUE, RATING, KEEP_RATING, NEW_CHANGE, DONE, IS_DONE];
}

/// What stands before a level where people have their id; no id has such a letter.
const HOUSE: &str = "house/";

/// Whoever has a rating, as the tables write it.
#[must_use]
pub(crate) fn key(who: &Rater) -> String {
    match who {
        Rater::Person(person) | Rater::Bot(person) => person.to_string(),
        Rater::House(level) => format!("{HOUSE}{level}"),
    }
}

/// The level of a computer that a table names.
pub(super) fn level_of_key(key: &str) -> Option<&str> {
    key.strip_prefix(HOUSE)
}

pub(super) async fn write_ending(ending: &Ended, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let pool = ending.standing.pool().map(ToString::to_string).unwrap_or_default();
    let why = ending.standing.why().map(word).unwrap_or_default();
    let state = if ending.is_due { "due" } else { "casual" };
    let seats = serde_json::to_string(&ending.seats).unwrap_or_default();
    let query = sqlx::query(sql::NEW_RESULT).bind(ending.game.as_str()).bind(pool).bind(state).bind(why);
    query.bind(ending.ended_ms).bind(seats).execute(connection).await?;
    Ok(())
}

/// A word of the wire as it is stored.
fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A result that has not been rated yet.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    /// Which game.
    pub game: GameId,
    /// Where it counts.
    pub pool: Pool,
    /// When it ended.
    pub ended_ms: i64,
    /// By seat.
    pub seats: Vec<Seated>,
}

/// A rating with its history in numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Score {
    /// How strong.
    pub rating: Rating,
    /// How many games it rests on.
    pub games: i64,
    /// Of these, won.
    pub won: i64,
    /// Of these, drawn.
    pub drawn: i64,
    /// Of these, lost.
    pub lost: i64,
    /// The best that was established; 0 if none was.
    pub best: f64,
    /// When the last of them ended.
    pub played_ms: i64,
}

/// What one game did to one rating.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Change {
    /// Whose.
    pub who: Rater,
    /// Where it came in.
    pub place: Place,
    /// From before the game.
    pub before: Rating,
    /// From after it.
    pub after: Rating,
}

/// A result with what it did.
#[derive(Clone, Debug)]
pub(crate) struct Rated {
    /// The result.
    pub due: Due,
    /// By seat; `None` where nothing moved.
    pub changes: Vec<Option<Change>>,
}

/// Results that were rated together, and the ratings after the last of them. Written twice, it gives what it gives written once.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// In their order.
    pub rated: Vec<Rated>,
    /// Whose, where, and what it is now.
    pub scores: Vec<(Rater, Pool, Score)>,
}

impl Tally {
    /// A game that is marked as rated only if all of this is written.
    pub(super) fn proof(&self) -> Option<GameId> {
        self.rated.last().map(|rated| rated.due.game)
    }

    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        for Rated { due, changes } in &self.rated {
            for change in changes.iter().flatten() {
                change.write(due, &mut *connection).await?;
            }
            sqlx::query(sql::DONE).bind(due.game.as_str()).execute(&mut *connection).await?;
        }
        for (who, pool, score) in &self.scores {
            score.write(who, pool, &mut *connection).await?;
        }
        Ok(())
    }
}

impl Change {
    async fn write(&self, due: &Due, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let query = sqlx::query(sql::NEW_CHANGE).bind(due.game.as_str()).bind(key(&self.who));
        let query = query.bind(due.pool.to_string()).bind(due.ended_ms).bind(i64::from(self.place.get()));
        let query = query.bind(self.before.points()).bind(self.before.deviation());
        query.bind(self.after.points()).bind(self.after.deviation()).execute(connection).await?;
        Ok(())
    }
}

impl Score {
    async fn write(&self, who: &Rater, pool: &Pool, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let query = sqlx::query(sql::KEEP_RATING).bind(key(who)).bind(pool.to_string());
        let query = query.bind(self.rating.points()).bind(self.rating.deviation()).bind(self.rating.volatility());
        let query = query.bind(self.games).bind(self.won).bind(self.drawn).bind(self.lost);
        query.bind(self.best).bind(self.played_ms).execute(connection).await?;
        Ok(())
    }

    /// Nine columns from `from` on.
    pub(super) fn read(row: &AnyRow, from: usize, pool: &Pool) -> Result<Self, sqlx::Error> {
        let number = |column: usize| row.try_get::<f64, _>(from + column);
        let form = crate::scores::form(pool).ok_or_else(|| decode("no such pool"))?;
        Ok(Self {
            rating: Rating::new(form, number(0)?, number(1)?, number(2)?).map_err(decode)?,
            games: row.try_get(from + 3)?,
            won: row.try_get(from + 4)?,
            drawn: row.try_get(from + 5)?,
            lost: row.try_get(from + 6)?,
            best: number(7)?,
            played_ms: row.try_get(from + 8)?,
        })
    }
}

impl Store {
    /// Results that have not been rated, the earliest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn due(&self, limit: u32) -> Result<Vec<Due>, sqlx::Error> {
        let rows = sqlx::query(sql::DUE).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        rows.iter().map(due).collect()
    }

    /// A rating, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn score(&self, who: &Rater, pool: &Pool) -> Result<Option<Score>, sqlx::Error> {
        let query = sqlx::query(sql::RATING).bind(key(who)).bind(pool.to_string());
        query.fetch_optional(&self.pool).await?.map(|row| Score::read(&row, 0, pool)).transpose()
    }
}

/// Four columns.
pub(super) fn due(row: &AnyRow) -> Result<Due, sqlx::Error> {
    let (pool, seats): (String, String) = (row.try_get(1)?, row.try_get(3)?);
    Ok(Due {
        game: super::id(row, 0)?,
        pool: pool.parse().map_err(decode)?,
        ended_ms: row.try_get(2)?,
        seats: serde_json::from_str(&seats).map_err(decode)?,
    })
}

pub(super) fn decode(error: impl std::fmt::Display) -> sqlx::Error {
    sqlx::Error::Decode(error.to_string().into())
}
