//! What anybody may read of members: ratings, history, games, and who leads.

use ratings::{Form, Pool};
use sqlx::Row as _;
use sqlx::any::AnyRow;

use room::Rater;

use super::scores::{decode, key, level_of_key};
use super::{Kind, Score, Store};
use crate::ids::{GameId, PersonId};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const NAME: &str = "SELECT name FROM person WHERE id = $1 AND kind IN ('member', 'bot')";
    pub(in super::super) const RATINGS: &str =
        "SELECT pool, rating, deviation, volatility, games, won, drawn, lost, best, played_ms
        FROM rating WHERE person = $1 ORDER BY games DESC, pool";
    pub(in super::super) const HISTORY: &str =
        "SELECT pool, at_ms, rating_after, deviation_after, game FROM change WHERE person = $1
        ORDER BY at_ms DESC, game LIMIT $2";
    pub(in super::super) const GAMES: &str = "SELECT card.summary, result.pool, result.state, result.why,
            change.rating_before, change.rating_after
        FROM holder JOIN result ON result.game = holder.game JOIN card ON card.game = result.game
        LEFT JOIN change ON change.game = result.game AND change.person = holder.guest
        WHERE holder.guest = $1 ORDER BY result.ended_ms DESC, result.game LIMIT $2 OFFSET $3";
    pub(in super::super) const BEST_WINS: &str =
        "SELECT own.game, own.pool, own.at_ms, person.name, other.rating_before
        FROM change AS own JOIN change AS other ON other.game = own.game AND other.place > own.place
        JOIN person ON person.id = other.person
        WHERE own.person = $1 AND other.deviation_before <= $2 AND person.kind = 'member'
        ORDER BY other.rating_before DESC, own.game LIMIT $3";
    pub(in super::super) const LEADERS: &str =
        "SELECT person.name, rating, deviation, volatility, games, won, drawn, lost, best, played_ms
        FROM rating JOIN person ON person.id = rating.person
        WHERE pool = $1 AND person.kind = $7 AND banned_ms <= $6 AND deviation <= $2 AND games >= $3 AND played_ms >= $4
        ORDER BY rating DESC, person.name LIMIT $5";
    pub(in super::super) const COMPUTERS: &str =
        "SELECT person, rating, deviation, volatility, games, won, drawn, lost, best, played_ms
        FROM rating WHERE pool = $1 AND person LIKE 'house/%' ORDER BY rating DESC, person";
    pub(in super::super) const CHANGE: &str = "SELECT rating_before, rating_after, deviation_after
        FROM change WHERE game = $1 AND person = $2";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[NAME, RATINGS, HISTORY, GAMES, BEST_WINS, LEADERS, COMPUTERS, CHANGE];
}

/// The most leaders of a pool.
const LEADERS_MAX: i64 = 100;
/// The fewest games of a leader.
const LEADERS_GAMES_MIN: i64 = 10;
/// Who has not played for so long leads nobody.
const LEADERS_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// The most points of a graph.
const HISTORY_MAX: i64 = 1000;
/// Games on one page of a list.
pub(crate) const PAGE: u32 = 50;
/// How many best wins are told.
const WINS_MAX: i64 = 5;

/// A rating after one game.
#[derive(Debug)]
pub(crate) struct Point {
    /// Where.
    pub pool: Pool,
    /// When.
    pub at_ms: i64,
    /// The rating then.
    pub rating: f64,
    /// How sure it was.
    pub deviation: f64,
    /// By which game.
    pub game: GameId,
}

/// A finished game in the list of a member.
#[derive(Debug)]
pub(crate) struct Played {
    /// As JSON.
    pub summary: String,
    /// Where it counts; empty if nowhere.
    pub pool: String,
    /// Whether it has been rated.
    pub state: String,
    /// Why it does not count; empty if it does.
    pub why: String,
    /// The rating before and after it, if it moved.
    pub change: Option<(f64, f64)>,
}

/// A game won against somebody strong.
#[derive(Debug)]
pub(crate) struct Win {
    /// Which.
    pub game: GameId,
    /// Where.
    pub pool: Pool,
    /// When.
    pub at_ms: i64,
    /// Against whom.
    pub name: String,
    /// The other's rating before it.
    pub rating: f64,
}

impl Store {
    /// The name under which somebody has a profile.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn name_of_member(&self, person: PersonId) -> Result<Option<String>, sqlx::Error> {
        let row = sqlx::query(sql::NAME).bind(person.as_str()).fetch_optional(&self.pool).await?;
        row.map(|row| row.try_get(0)).transpose()
    }

    /// Somebody's ratings, the most played first. Pools that the house no longer has are left out.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn scores_of(&self, person: PersonId) -> Result<Vec<(Pool, Score)>, sqlx::Error> {
        let rows = sqlx::query(sql::RATINGS).bind(person.as_str()).fetch_all(&self.pool).await?;
        let read = |row: &AnyRow| {
            let pool: Pool = row.try_get::<String, _>(0).ok()?.parse().ok()?;
            let score = Score::read(row, 1, &pool).ok()?;
            Some((pool, score))
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Somebody's ratings after each of the latest games, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn history_of(&self, person: PersonId) -> Result<Vec<Point>, sqlx::Error> {
        let query = sqlx::query(sql::HISTORY).bind(person.as_str()).bind(HISTORY_MAX);
        let read = |row: &AnyRow| {
            let pool = row.try_get::<String, _>(0)?.parse().map_err(decode)?;
            let (at_ms, rating, deviation) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
            Ok(Point { pool, at_ms, rating, deviation, game: super::id(row, 4)? })
        };
        query.fetch_all(&self.pool).await?.iter().map(read).collect()
    }

    /// One page of somebody's finished games, the latest first, and one more if there are more.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn played_by(&self, person: PersonId, from: u32) -> Result<Vec<Played>, sqlx::Error> {
        let query = sqlx::query(sql::GAMES).bind(person.as_str()).bind(i64::from(PAGE) + 1).bind(i64::from(from));
        let read = |row: &AnyRow| {
            let change = row.try_get::<Option<f64>, _>(4)?.zip(row.try_get::<Option<f64>, _>(5)?);
            let (summary, pool) = (row.try_get(0)?, row.try_get(1)?);
            Ok(Played { summary, pool, state: row.try_get(2)?, why: row.try_get(3)?, change })
        };
        query.fetch_all(&self.pool).await?.iter().map(read).collect()
    }

    /// Somebody's wins against the strongest members whose strength was known.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn best_wins_of(&self, person: PersonId) -> Result<Vec<Win>, sqlx::Error> {
        let query = sqlx::query(sql::BEST_WINS).bind(person.as_str()).bind(Form::Four.deviation_provisional());
        let read = |row: &AnyRow| {
            let pool = row.try_get::<String, _>(1)?.parse().map_err(decode)?;
            let (at_ms, name, rating) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
            Ok(Win { game: super::id(row, 0)?, pool, at_ms, name, rating })
        };
        query.bind(WINS_MAX).fetch_all(&self.pool).await?.iter().map(read).collect()
    }

    /// The strongest members of a pool who have played lately, or the strongest bots, with their names.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn leaders(
        &self,
        pool: &Pool,
        form: Form,
        kind: Kind,
        now_ms: i64,
    ) -> Result<Vec<(String, Score)>, sqlx::Error> {
        let query = sqlx::query(sql::LEADERS).bind(pool.to_string()).bind(form.deviation_of_leaders());
        let rows = query.bind(LEADERS_GAMES_MIN).bind(now_ms - LEADERS_MS);
        let rows = rows.bind(LEADERS_MAX).bind(now_ms).bind(kind.as_str()).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, Score::read(row, 1, pool)?))).collect()
    }

    /// The computers of a pool by their levels, the strongest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn computers(&self, pool: &Pool) -> Result<Vec<(String, Score)>, sqlx::Error> {
        let rows = sqlx::query(sql::COMPUTERS).bind(pool.to_string()).fetch_all(&self.pool).await?;
        let read = |row: &AnyRow| {
            let level = level_of_key(row.try_get(0)?).ok_or_else(|| decode("no computer"))?;
            Ok((level.to_owned(), Score::read(row, 1, pool)?))
        };
        rows.iter().map(read).collect()
    }

    /// What a game did to a rating: before, after, and how sure it is since.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn change(&self, game: GameId, who: &Rater) -> Result<Option<(f64, f64, f64)>, sqlx::Error> {
        let query = sqlx::query(sql::CHANGE).bind(game.as_str()).bind(key(who));
        let row = query.fetch_optional(&self.pool).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))).transpose()
    }
}
