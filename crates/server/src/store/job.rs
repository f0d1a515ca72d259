//! Thoughts that are thought elsewhere. They are written beside the one writer, on connections that wait for no disk: what is lost
//! here is asked again, and no game holds anything of it.

use sqlx::any::AnyRow;
use sqlx::{AnyPool, Row as _};

/// A statement that hands out the job that is due first; in `PostgreSQL` it passes over what somebody else is about to take.
macro_rules! claim {
    ($skip:literal) => {
        concat!(
            "UPDATE job SET worker = $1, claim = $2, taken_ms = $3,
            lease_ms = CASE WHEN $3 + run_ms < $4 THEN $3 + run_ms ELSE $4 END, tries = tries + 1, told = ''
            WHERE id = (SELECT id FROM job WHERE answer = '' AND lease_ms <= $3 AND until_ms > $3 AND tries < $5
                ORDER BY rank, made_ms, id LIMIT 1",
            $skip,
            ") RETURNING id, payload, run_ms, tries"
        )
    };
}

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const POST: &str = "INSERT INTO job
        (id, home, kind, payload, rank, run_ms, made_ms, until_ms, worker, claim, taken_ms, lease_ms, tries, told, answer, answered_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', '', 0, 0, 0, '', '', 0)";
    pub(in super::super) const CLAIM: &str = claim!("");
    pub(in super::super) const CLAIM_SKIPPING: &str = claim!(" FOR UPDATE SKIP LOCKED");
    pub(in super::super) const HELD: &str =
        "SELECT payload, taken_ms FROM job WHERE id = $1 AND claim = $2 AND answer = ''";
    pub(in super::super) const RENEW: &str = "UPDATE job SET
        lease_ms = CASE WHEN taken_ms + run_ms < $4 THEN taken_ms + run_ms ELSE $4 END,
        told = CASE WHEN $5 = '' THEN told ELSE $5 END
        WHERE id = $1 AND claim = $2 AND answer = '' AND lease_ms > $3";
    pub(in super::super) const ANSWER: &str = "UPDATE job SET answer = $3, answered_ms = $4
        WHERE id = $1 AND claim = $2 AND answer = ''";
    pub(in super::super) const RELEASE: &str =
        "UPDATE job SET worker = '', claim = '', lease_ms = 0, tries = tries - 1, told = ''
        WHERE id = $1 AND claim = $2 AND answer = ''";
    pub(in super::super) const BREAK: &str = "UPDATE job SET worker = '', claim = '', lease_ms = 0, told = ''
        WHERE id = $1 AND claim = $2 AND answer = ''";
    pub(in super::super) const NEWS: &str =
        "SELECT id, made_ms, taken_ms, lease_ms, tries, told, answer, answered_ms FROM job WHERE home = $1";
    pub(in super::super) const STAY: &str = "UPDATE job SET until_ms = $2 WHERE home = $1";
    pub(in super::super) const DROP: &str = "DELETE FROM job WHERE id = $1";
    pub(in super::super) const DROP_HOME: &str = "DELETE FROM job WHERE home = $1";
    pub(in super::super) const CLEAR: &str = "DELETE FROM job";
    pub(in super::super) const FORGET: &str = "DELETE FROM job WHERE until_ms <= $1";
    pub(in super::super) const SEEN: &str =
        "INSERT INTO worker (token, seen_ms, refused, aside_ms) VALUES ($1, $2, 0, 0)
        ON CONFLICT (token) DO UPDATE SET seen_ms = $2";
    pub(in super::super) const PRESENT: &str = "SELECT count(*) FROM worker WHERE seen_ms > $1 AND aside_ms <= $2";
    pub(in super::super) const LIED: &str =
        "INSERT INTO worker (token, seen_ms, refused, aside_ms) VALUES ($1, $2, 1, 0)
        ON CONFLICT (token) DO UPDATE SET refused = worker.refused + 1";
    pub(in super::super) const ASIDE: &str =
        "UPDATE worker SET refused = 0, aside_ms = $3 WHERE token = $1 AND refused >= $2";
    pub(in super::super) const UNTIL: &str = "SELECT aside_ms FROM worker WHERE token = $1";
    pub(in super::super) const GONE: &str = "DELETE FROM worker WHERE seen_ms <= $1 AND aside_ms <= $2";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[
        POST, CLAIM, HELD, RENEW, ANSWER, RELEASE, BREAK, NEWS, STAY, DROP, DROP_HOME, CLEAR, FORGET, SEEN, PRESENT,
        LIED, ASIDE, UNTIL, GONE,
    ];
}

/// Where jobs lie until somebody has done them.
pub(crate) struct Board {
    pool: AnyPool,
    claim: &'static str,
}

/// A job that is put up.
#[derive(Clone, Debug)]
pub(crate) struct NewJob {
    /// Its name, which nobody can guess.
    pub id: String,
    /// What it is for, in a word.
    pub kind: &'static str,
    /// What is asked.
    pub payload: String,
    /// Less is sooner.
    pub rank: i64,
    /// How long somebody may have it.
    pub run_ms: i64,
}

/// A job that somebody has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Which.
    pub id: String,
    /// What is asked.
    pub payload: String,
    /// How long one may have it.
    pub run_ms: i64,
    /// How often it was taken, this time included.
    pub tries: i64,
}

/// How a job stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Which.
    pub id: String,
    /// When it was put up.
    pub made_ms: i64,
    /// When it was last taken; 0 for never.
    pub taken_ms: i64,
    /// Until when whoever has it has it; 0 if nobody does.
    pub lease_ms: i64,
    /// How often it was taken.
    pub tries: i64,
    /// What was told on the way.
    pub told: String,
    /// What was answered; empty for nothing yet.
    pub answer: String,
    /// When.
    pub answered_ms: i64,
}

/// Who has a job: its name, and what was handed out with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold<'a> {
    /// Which job.
    pub id: &'a str,
    /// The secret of this one time that it was taken.
    pub claim: &'a str,
}

impl Board {
    pub(super) const fn new(pool: AnyPool, skips_locked: bool) -> Self {
        Self { pool, claim: if skips_locked { sql::CLAIM_SKIPPING } else { sql::CLAIM } }
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    /// Puts a job up.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn post(&self, home: &str, job: NewJob, now_ms: i64, until_ms: i64) -> Result<(), sqlx::Error> {
        let NewJob { id, kind, payload, rank, run_ms } = job;
        let query = sqlx::query(sql::POST).bind(id).bind(home).bind(kind).bind(payload).bind(rank);
        query.bind(run_ms).bind(now_ms).bind(until_ms).execute(&self.pool).await.map(drop)
    }

    /// Hands out the job that is due first, but none that was taken so often already.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn take(
        &self,
        worker: &str,
        claim: &str,
        (now_ms, lease_ms): (i64, i64),
        tries_max: i64,
    ) -> Result<Option<Taken>, sqlx::Error> {
        let query = sqlx::query(self.claim).bind(worker).bind(claim).bind(now_ms).bind(lease_ms).bind(tries_max);
        // All rows, of which there is one at most: the statement has come to its end then.
        let rows = query.fetch_all(&self.pool).await?;
        let read = |row: &AnyRow| {
            Ok(Taken { id: row.try_get(0)?, payload: row.try_get(1)?, run_ms: row.try_get(2)?, tries: row.try_get(3)? })
        };
        rows.first().map(read).transpose()
    }

    /// What was asked of whoever holds a job, and since when they have it; nothing if they hold it no longer.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn held(&self, hold: Hold<'_>) -> Result<Option<(String, i64)>, sqlx::Error> {
        let row = sqlx::query(sql::HELD).bind(hold.id).bind(hold.claim).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    /// Somebody still has a job, and may have something to tell; whether they do have it.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn renew(
        &self,
        hold: Hold<'_>,
        (now_ms, lease_ms): (i64, i64),
        told: &str,
    ) -> Result<bool, sqlx::Error> {
        let query = sqlx::query(sql::RENEW).bind(hold.id).bind(hold.claim).bind(now_ms).bind(lease_ms).bind(told);
        Ok(query.execute(&self.pool).await?.rows_affected() == 1)
    }

    /// Answers a job, once; whether this was the answer.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn answer(&self, hold: Hold<'_>, answer: &str, now_ms: i64) -> Result<bool, sqlx::Error> {
        let query = sqlx::query(sql::ANSWER).bind(hold.id).bind(hold.claim).bind(answer).bind(now_ms);
        Ok(query.execute(&self.pool).await?.rows_affected() == 1)
    }

    /// Gives a job back: as if it had not been taken, or, if something was wrong with the answer, as one that was tried.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn give_back(&self, hold: Hold<'_>, was_tried: bool) -> Result<bool, sqlx::Error> {
        let query = sqlx::query(if was_tried { sql::BREAK } else { sql::RELEASE }).bind(hold.id).bind(hold.claim);
        Ok(query.execute(&self.pool).await?.rows_affected() == 1)
    }

    /// How all jobs of a house stand.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn news(&self, home: &str) -> Result<Vec<Standing>, sqlx::Error> {
        let rows = sqlx::query(sql::NEWS).bind(home).fetch_all(&self.pool).await?;
        let read = |row: &AnyRow| {
            Ok(Standing {
                id: row.try_get(0)?,
                made_ms: row.try_get(1)?,
                taken_ms: row.try_get(2)?,
                lease_ms: row.try_get(3)?,
                tries: row.try_get(4)?,
                told: row.try_get(5)?,
                answer: row.try_get(6)?,
                answered_ms: row.try_get(7)?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Nobody wants a job any more.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn drop_job(&self, id: &str) -> Result<(), sqlx::Error> {
        sqlx::query(sql::DROP).bind(id).execute(&self.pool).await.map(drop)
    }

    /// A house begins: where only one can be, what is there is a former one's.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn begin(&self) -> Result<(), sqlx::Error> {
        if self.claim == sql::CLAIM { sqlx::query(sql::CLEAR).execute(&self.pool).await.map(drop) } else { Ok(()) }
    }

    /// A house ends, and wants none of its jobs.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn drop_home(&self, home: &str) -> Result<(), sqlx::Error> {
        sqlx::query(sql::DROP_HOME).bind(home).execute(&self.pool).await.map(drop)
    }

    /// A house still wants its jobs; those of houses that have not said so are forgotten, and workers who have not come for long.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn tidy(&self, home: &str, now_ms: i64, until_ms: i64, gone_ms: i64) -> Result<(), sqlx::Error> {
        sqlx::query(sql::STAY).bind(home).bind(until_ms).execute(&self.pool).await?;
        sqlx::query(sql::FORGET).bind(now_ms).execute(&self.pool).await?;
        sqlx::query(sql::GONE).bind(gone_ms).bind(now_ms).execute(&self.pool).await.map(drop)
    }

    /// A worker has asked for something to do.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn seen(&self, worker: &str, now_ms: i64) -> Result<(), sqlx::Error> {
        sqlx::query(sql::SEEN).bind(worker).bind(now_ms).execute(&self.pool).await.map(drop)
    }

    /// Whether workers have asked since then who are not set aside.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn has_workers(&self, since_ms: i64, now_ms: i64) -> Result<bool, sqlx::Error> {
        let row = sqlx::query(sql::PRESENT).bind(since_ms).bind(now_ms).fetch_one(&self.pool).await?;
        Ok(row.try_get::<i64, _>(0)? > 0)
    }

    /// A worker has answered what no honest one does; after so many such answers it is set aside until then.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn lied(&self, worker: &str, now_ms: i64, most: i64, until_ms: i64) -> Result<(), sqlx::Error> {
        sqlx::query(sql::LIED).bind(worker).bind(now_ms).execute(&self.pool).await?;
        sqlx::query(sql::ASIDE).bind(worker).bind(most).bind(until_ms).execute(&self.pool).await.map(drop)
    }

    /// Until when a worker is set aside.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn aside_until(&self, worker: &str) -> Result<i64, sqlx::Error> {
        let row = sqlx::query(sql::UNTIL).bind(worker).fetch_optional(&self.pool).await?;
        row.map_or(Ok(0), |row| row.try_get(0))
    }
}
