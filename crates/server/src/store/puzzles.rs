//! Who has tried which puzzle, and how hard puzzles have turned out to be.

use ratings::{Form, Rating, solve};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::{Batch, NotWritten, Store};
use crate::ids::PersonId;

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const FIRST: &str = "INSERT INTO attempt
        (person, puzzle, kind, solved, rating_before, rating_after, vote, reported, at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $7) ON CONFLICT (person, puzzle) DO NOTHING";
    pub(in super::super) const PUZZLE: &str = "INSERT INTO puzzle
        (id, rating, deviation, volatility, tries, solved, ups, downs, reports) VALUES ($1, $2, $3, $4, 1, $5, 0, 0, 0)
        ON CONFLICT (id) DO UPDATE SET rating = $2, deviation = $3, volatility = $4,
            tries = puzzle.tries + 1, solved = puzzle.solved + $5";
    pub(in super::super) const SOLVER: &str = "INSERT INTO solver
        (person, kind, rating, deviation, volatility, tries, solved, at_ms) VALUES ($1, $2, $3, $4, $5, 1, $6, $7)
        ON CONFLICT (person, kind) DO UPDATE SET rating = $3, deviation = $4, volatility = $5,
            tries = solver.tries + 1, solved = solver.solved + $6, at_ms = $7";
    pub(in super::super) const VOTE: &str = "UPDATE attempt SET vote = $3 WHERE person = $1 AND puzzle = $2";
    pub(in super::super) const REPORT: &str = "UPDATE attempt SET reported = 1 WHERE person = $1 AND puzzle = $2";
    pub(in super::super) const COUNT: &str = "UPDATE puzzle SET
        ups = (SELECT COUNT(*) FROM attempt WHERE puzzle = $1 AND vote > 0),
        downs = (SELECT COUNT(*) FROM attempt WHERE puzzle = $1 AND vote < 0),
        reports = (SELECT COUNT(*) FROM attempt WHERE puzzle = $1 AND reported > 0) WHERE id = $1";
    pub(in super::super) const TRACKS: &str =
        "SELECT id, rating, deviation, volatility, tries, solved, ups, downs, reports FROM puzzle";
    pub(in super::super) const TRACK: &str =
        "SELECT id, rating, deviation, volatility, tries, solved, ups, downs, reports FROM puzzle WHERE id = $1";
    pub(in super::super) const OF_PERSON: &str =
        "SELECT kind, rating, deviation, volatility, tries, solved, at_ms FROM solver WHERE person = $1";
    pub(in super::super) const TRIED: &str = "SELECT puzzle, solved, rating_before, rating_after, vote, at_ms
        FROM attempt WHERE person = $1 AND kind = $2 ORDER BY at_ms DESC LIMIT $3";
    pub(in super::super) const ONE: &str = "SELECT puzzle, solved, rating_before, rating_after, vote, at_ms
        FROM attempt WHERE person = $1 AND puzzle = $2";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] =
        &[FIRST, PUZZLE, SOLVER, VOTE, REPORT, COUNT, TRACKS, TRACK, OF_PERSON, TRIED, ONE];
}

const DAY_MS: f64 = 24.0 * 60.0 * 60.0 * 1000.0;
/// How readily the rating of a puzzle changes, before anything is known.
const VOLATILITY: f64 = 0.06;

/// What somebody does with a puzzle. Written twice, each gives what it gives written once.
#[derive(Clone, Debug)]
pub(crate) enum Puzzled {
    /// The first try, right or not.
    Tried(Tried),
    /// Liked, disliked, or neither.
    Voted(PersonId, String, i64),
    /// Something is wrong with it.
    Reported(PersonId, String),
}

/// A first try.
#[derive(Clone, Debug)]
pub(crate) struct Tried {
    /// Whose.
    pub person: PersonId,
    /// At which puzzle.
    pub puzzle: &'static engine::puzzles::Puzzle,
    /// Whether it was right.
    pub solved: bool,
    /// Whether its theme had been wished for.
    pub chosen: bool,
    /// When.
    pub at_ms: i64,
}

/// What has become of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track {
    /// Its name.
    pub id: String,
    /// How hard it is.
    pub rating: Rating,
    /// How many have tried it.
    pub tries: i64,
    /// How many of them were right.
    pub solved: i64,
    /// How many like it.
    pub ups: i64,
    /// How many do not.
    pub downs: i64,
    /// How many say that something is wrong with it.
    pub reports: i64,
}

/// How well somebody solves the puzzles of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Solver {
    /// The game.
    pub kind: String,
    /// How well.
    pub rating: Rating,
    /// How many were tried.
    pub tries: i64,
    /// How many were solved.
    pub solved: i64,
    /// When the last was tried.
    pub at_ms: i64,
}

/// What came of somebody's first try at a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FirstTry {
    /// Which puzzle.
    pub puzzle: String,
    /// Whether it was right.
    pub solved: bool,
    /// The rating before it.
    pub before: f64,
    /// The rating after it.
    pub after: f64,
    /// Liked, disliked, or neither.
    pub vote: i64,
    /// When.
    pub at_ms: i64,
}

impl Puzzled {
    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let (query, puzzle) = match self {
            Self::Tried(tried) => return tried.write(connection).await,
            Self::Voted(person, puzzle, vote) => {
                (sqlx::query(sql::VOTE).bind(person.to_string()).bind(puzzle).bind(*vote), puzzle)
            }
            Self::Reported(person, puzzle) => (sqlx::query(sql::REPORT).bind(person.to_string()).bind(puzzle), puzzle),
        };
        query.execute(&mut *connection).await?;
        sqlx::query(sql::COUNT).bind(puzzle).execute(connection).await?;
        Ok(())
    }
}

impl Tried {
    /// Only the first try finds no row of its own; whatever comes after it changes nothing.
    async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let (person, puzzle) = (self.person.to_string(), &self.puzzle.id);
        let solvers = sqlx::query(sql::OF_PERSON).bind(&person).fetch_all(&mut *connection).await?;
        let solvers = solvers.iter().map(solver).collect::<Result<Vec<_>, _>>()?;
        let track = sqlx::query(sql::TRACK).bind(puzzle).fetch_optional(&mut *connection).await?;
        let track = track.as_ref().map(track_of).transpose()?;
        let own = self.rating_now(&solvers);
        let its = track.map_or_else(|| first_rating(self.puzzle), |track| track.rating);
        let (own_after, its_after) = solve(&own, &its, self.solved, self.chosen);
        let solved = i64::from(self.solved);
        let query = sqlx::query(sql::FIRST).bind(&person).bind(puzzle).bind(&self.puzzle.kind).bind(solved);
        let query = query.bind(own.points()).bind(own_after.points()).bind(self.at_ms);
        if query.execute(&mut *connection).await?.rows_affected() == 0 {
            return Ok(());
        }
        let query = sqlx::query(sql::PUZZLE).bind(puzzle).bind(its_after.points()).bind(its_after.deviation());
        query.bind(its_after.volatility()).bind(solved).execute(&mut *connection).await?;
        let query = sqlx::query(sql::SOLVER).bind(&person).bind(&self.puzzle.kind).bind(own_after.points());
        let query = query.bind(own_after.deviation()).bind(own_after.volatility()).bind(solved).bind(self.at_ms);
        query.execute(connection).await?;
        Ok(())
    }

    /// The person's rating, less sure the longer nothing was tried.
    fn rating_now(&self, solvers: &[Solver]) -> Rating {
        let own = solvers.iter().find(|solver| solver.kind == self.puzzle.kind);
        own.map_or_else(
            || Rating::start(Form::Duel),
            |own| own.rating.grown(Form::Duel, (self.at_ms - own.at_ms) as f64 / DAY_MS),
        )
    }
}

/// The rating of a puzzle that nobody has tried.
#[must_use]
pub(crate) fn first_rating(puzzle: &engine::puzzles::Puzzle) -> Rating {
    let rating = Rating::new(Form::Duel, puzzle.rating.into(), puzzle.rd.into(), VOLATILITY);
    rating.unwrap_or_else(|_| Rating::start(Form::Duel))
}

impl Store {
    /// Writes what somebody does with a puzzle.
    ///
    /// # Errors
    /// If it could not be written.
    pub(crate) async fn puzzled(&self, puzzled: Puzzled) -> Result<(), NotWritten> {
        self.writer.write(Batch { puzzled: Some(puzzled), ..Batch::default() }).await
    }

    /// What has become of all puzzles that somebody has tried.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn tracks(&self) -> Result<Vec<Track>, sqlx::Error> {
        sqlx::query(sql::TRACKS).fetch_all(&self.pool).await?.iter().map(track_of).collect()
    }

    /// The same of one.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn track(&self, puzzle: &str) -> Result<Option<Track>, sqlx::Error> {
        let row = sqlx::query(sql::TRACK).bind(puzzle).fetch_optional(&self.pool).await?;
        row.as_ref().map(track_of).transpose()
    }

    /// How well somebody solves puzzles, by game.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn solvers(&self, person: PersonId) -> Result<Vec<Solver>, sqlx::Error> {
        let rows = sqlx::query(sql::OF_PERSON).bind(person.to_string()).fetch_all(&self.pool).await?;
        rows.iter().map(solver).collect()
    }

    /// The latest first tries of somebody in a game.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn tried(&self, person: PersonId, kind: &str, limit: u32) -> Result<Vec<FirstTry>, sqlx::Error> {
        let query = sqlx::query(sql::TRIED).bind(person.to_string()).bind(kind.to_owned()).bind(i64::from(limit));
        query.fetch_all(&self.pool).await?.iter().map(first_try).collect()
    }

    /// The first try of somebody at a puzzle.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn first_try(&self, person: PersonId, puzzle: &str) -> Result<Option<FirstTry>, sqlx::Error> {
        let query = sqlx::query(sql::ONE).bind(person.to_string()).bind(puzzle.to_owned());
        query.fetch_optional(&self.pool).await?.as_ref().map(first_try).transpose()
    }
}

fn rating(row: &AnyRow, from: usize) -> Result<Rating, sqlx::Error> {
    let [points, deviation, volatility] = [row.try_get(from)?, row.try_get(from + 1)?, row.try_get(from + 2)?];
    Rating::new(Form::Duel, points, deviation, volatility).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

fn track_of(row: &AnyRow) -> Result<Track, sqlx::Error> {
    Ok(Track {
        id: row.try_get(0)?,
        rating: rating(row, 1)?,
        tries: row.try_get(4)?,
        solved: row.try_get(5)?,
        ups: row.try_get(6)?,
        downs: row.try_get(7)?,
        reports: row.try_get(8)?,
    })
}

fn solver(row: &AnyRow) -> Result<Solver, sqlx::Error> {
    let (tries, solved, at_ms) = (row.try_get(4)?, row.try_get(5)?, row.try_get(6)?);
    Ok(Solver { kind: row.try_get(0)?, rating: rating(row, 1)?, tries, solved, at_ms })
}

fn first_try(row: &AnyRow) -> Result<FirstTry, sqlx::Error> {
    let solved: i64 = row.try_get(1)?;
    Ok(FirstTry {
        puzzle: row.try_get(0)?,
        solved: solved > 0,
        before: row.try_get(2)?,
        after: row.try_get(3)?,
        vote: row.try_get(4)?,
        at_ms: row.try_get(5)?,
    })
}
