//! Keeping order: who is reported, who may not speak, what guides and hosts have done, and points that are given back.

use room::Rater;
use serde::{Deserialize, Serialize};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Row as _};

use super::person::{Kind, Role, word};
use super::scores::{decode, key};
use super::{Due, Store};
use crate::ids::{GameId, PersonId};

/// Every statement, so that a test can prepare them all.
pub(super) mod sql {
    pub(in super::super) const NEW_REPORT: &str =
        "INSERT INTO report (id, person, about, game, line, reason, said, state, at_ms, done_ms, done_by)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', $8, 0, '') ON CONFLICT (id) DO NOTHING";
    pub(in super::super) const HANDLED: &str =
        "UPDATE report SET state = 'done', done_ms = $2, done_by = $3 WHERE id = $1";
    pub(in super::super) const REPORTS: &str =
        "SELECT report.id, report.person, report.about, report.game, report.line, report.reason,
            report.said, report.at_ms, report.done_ms, COALESCE(done.name, '')
        FROM report LEFT JOIN person AS done ON done.id = report.done_by
        WHERE report.state = $1 ORDER BY report.at_ms DESC, report.id LIMIT $2 OFFSET $3";
    pub(in super::super) const REPORT: &str =
        "SELECT report.id, report.person, report.about, report.game, report.line, report.reason,
            report.said, report.at_ms, report.done_ms, COALESCE(done.name, '')
        FROM report LEFT JOIN person AS done ON done.id = report.done_by WHERE report.id = $1";
    pub(in super::super) const REPORTS_ABOUT: &str = "SELECT COUNT(*) FROM report WHERE about = $1 AND state = $2";
    pub(in super::super) const REPORTS_BY: &str =
        "SELECT id, person, about, game, line, reason, said, at_ms, done_ms, ''
        FROM report WHERE person = $1 ORDER BY at_ms DESC, id LIMIT $2";
    pub(in super::super) const MUTE: &str = "UPDATE person SET muted_ms = $2 WHERE id = $1";
    pub(in super::super) const ACTIONS: &str = "SELECT COALESCE(doer.name, ''), COALESCE(about.name, ''), action.what, action.why,
            action.game, action.at_ms, action.until_ms
        FROM action LEFT JOIN person AS doer ON doer.id = action.person LEFT JOIN person AS about ON about.id = action.about
        ORDER BY action.at_ms DESC, action.id LIMIT $1 OFFSET $2";
    pub(in super::super) const ACTIONS_ABOUT: &str =
        "SELECT COALESCE(doer.name, ''), '', action.what, action.why, action.game, action.at_ms, action.until_ms
        FROM action LEFT JOIN person AS doer ON doer.id = action.person
        WHERE action.about = $1 ORDER BY action.at_ms DESC, action.id LIMIT $2";
    pub(in super::super) const STANDING: &str =
        "SELECT id, kind, name, role, created_ms, muted_ms, banned_ms FROM person WHERE id = $1";
    pub(in super::super) const FOUND: &str = "SELECT id, kind, name, role, created_ms, muted_ms, banned_ms FROM person
        WHERE kind IN ('member', 'bot') AND name_key LIKE $1 ESCAPE '\\' ORDER BY name_key LIMIT $2";
    pub(in super::super) const RESULT: &str =
        "SELECT game, pool, ended_ms, seats FROM result WHERE game = $1 AND state IN ('due', 'done')";
    /// Taking a game out of one rating: written again, it finds no change and does nothing.
    pub(in super::super) const UNRATE: &str =
        "UPDATE rating SET games = games - 1, won = won - $4, drawn = drawn - $5, lost = lost - $6,
            rating = rating - (SELECT rating_after - rating_before FROM change WHERE game = $1 AND person = $2)
        WHERE person = $2 AND pool = $3 AND EXISTS (SELECT 1 FROM change WHERE game = $1 AND person = $2)";
    pub(in super::super) const UNCHANGE: &str = "DELETE FROM change WHERE game = $1";
    pub(in super::super) const UNCOUNT: &str = "UPDATE result SET state = 'casual', why = 'unrated' WHERE game = $1";
    /// Points that people have lost in games with somebody. Given back, they are lost no longer, so that nobody gets them twice.
    pub(in super::super) const REFUND: &str = "UPDATE rating SET rating = rating + (
            SELECT SUM(lost.rating_before - lost.rating_after) FROM change AS lost
            WHERE lost.person = rating.person AND lost.pool = rating.pool AND lost.at_ms >= $2
                AND lost.rating_after < lost.rating_before
                AND lost.game IN (SELECT theirs.game FROM change AS theirs WHERE theirs.person = $1))
        WHERE person <> $1 AND person NOT LIKE 'house/%' AND EXISTS (
            SELECT 1 FROM change AS lost
            WHERE lost.person = rating.person AND lost.pool = rating.pool AND lost.at_ms >= $2
                AND lost.rating_after < lost.rating_before
                AND lost.game IN (SELECT theirs.game FROM change AS theirs WHERE theirs.person = $1))";
    pub(in super::super) const REFUNDED: &str = "UPDATE change SET rating_after = rating_before
        WHERE person <> $1 AND person NOT LIKE 'house/%' AND at_ms >= $2 AND rating_after < rating_before
            AND game IN (SELECT theirs.game FROM change AS theirs WHERE theirs.person = $1)";
    pub(in super::super) const LOSERS: &str = "SELECT COUNT(DISTINCT person) FROM change
        WHERE person <> $1 AND person NOT LIKE 'house/%' AND at_ms >= $2 AND rating_after < rating_before
            AND game IN (SELECT theirs.game FROM change AS theirs WHERE theirs.person = $1)";
    #[cfg(test)]
    pub(in super::super) const ALL: &[&str] = &[
        NEW_REPORT,
        HANDLED,
        REPORTS,
        REPORT,
        REPORTS_ABOUT,
        REPORTS_BY,
        MUTE,
        ACTIONS,
        ACTIONS_ABOUT,
        STANDING,
        FOUND,
        RESULT,
        UNRATE,
        UNCHANGE,
        UNCOUNT,
        REFUND,
        REFUNDED,
        LOSERS,
    ];
}

word! {
    /// Why somebody is reported.
    #[derive(Deserialize)]
    Reason {
        /// For what they have said.
        Chat = "chat",
        /// For what they call themselves.
        Name = "name",
        /// For letting others wait.
        Stall = "stall",
        /// For help that they should not have had.
        Cheat = "cheat",
        /// For something else.
        Other = "other",
    }
}

word! {
    /// Whether somebody has looked at a report.
    ReportState {
        /// Not yet.
        Open = "open",
        /// Yes.
        Done = "done",
    }
}

/// What somebody has to say of somebody else.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// Which.
    pub id: String,
    /// Who says it.
    pub by: PersonId,
    /// Of whom.
    pub about: PersonId,
    /// At which table, if at one.
    pub game: Option<GameId>,
    /// Which line there; 0 for none.
    pub line: i64,
    /// Why.
    pub reason: Reason,
    /// In their words; may be empty.
    pub said: String,
    /// When.
    pub at_ms: i64,
    /// When somebody had looked at it; 0 if nobody has.
    pub done_ms: i64,
    /// Who had, by name.
    pub done_by: String,
}

/// An entry of the log.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Logged {
    /// Who did it; empty if at the machine itself.
    pub by: String,
    /// To whom; empty if to nobody in particular.
    pub about: String,
    /// What, in a word.
    pub what: String,
    /// Why.
    pub why: String,
    /// At which table; empty if at none.
    pub game: String,
    /// When.
    pub at_ms: i64,
    /// Until when it holds.
    pub until_ms: i64,
}

/// Somebody, as those see them who keep order.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Conduct {
    /// Who.
    #[serde(skip)]
    pub id: PersonId,
    /// With or without an account.
    pub kind: Kind,
    /// The name; empty if none.
    pub name: String,
    /// What they may do beyond playing.
    pub role: Role,
    /// Since when they are known.
    pub created_ms: i64,
    /// Until when they may say nothing.
    pub muted_ms: i64,
    /// Until when they may not come in.
    pub banned_ms: i64,
}

/// What a game counted for one seat of it.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// Whose.
    pub who: Rater,
    /// Won, drawn and lost.
    pub outcome: (i64, i64, i64),
}

/// What is done to keep order.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// Somebody is reported.
    Report(Report),
    /// A report was looked at: which, when, and by whom.
    Handled(String, i64, PersonId),
    /// Somebody may say nothing until then.
    Mute(PersonId, i64),
    /// A game counts for nobody any more. Where it was rated, its points go back.
    Unrate(Box<Due>, Vec<Counted>),
    /// What others have lost to somebody since then is theirs again.
    Refund(PersonId, i64),
}

impl Order {
    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        match self {
            Self::Unrate(due, counted) => {
                let game = due.game.to_string();
                for Counted { who, outcome: (won, drawn, lost) } in counted {
                    let query = sqlx::query(sql::UNRATE).bind(&game).bind(key(who)).bind(due.pool.to_string());
                    query.bind(*won).bind(*drawn).bind(*lost).execute(&mut *connection).await?;
                }
                for text in [sql::UNCHANGE, sql::UNCOUNT] {
                    sqlx::query(text).bind(&game).execute(&mut *connection).await?;
                }
            }
            Self::Refund(person, since_ms) => {
                for text in [sql::REFUND, sql::REFUNDED] {
                    sqlx::query(text).bind(person.to_string()).bind(*since_ms).execute(&mut *connection).await?;
                }
            }
            Self::Report(report) => {
                new_report(report).execute(connection).await?;
            }
            Self::Handled(id, at_ms, by) => {
                let query = sqlx::query(sql::HANDLED).bind(id).bind(*at_ms).bind(by.to_string());
                query.execute(connection).await?;
            }
            Self::Mute(person, until_ms) => {
                sqlx::query(sql::MUTE).bind(person.to_string()).bind(*until_ms).execute(connection).await?;
            }
        }
        Ok(())
    }
}

fn new_report(report: &Report) -> Query<'_, Any, AnyArguments> {
    let game = report.game.map(|game| game.to_string()).unwrap_or_default();
    let query =
        sqlx::query(sql::NEW_REPORT).bind(&report.id).bind(report.by.to_string()).bind(report.about.to_string());
    query.bind(game).bind(report.line).bind(report.reason.as_str()).bind(&report.said).bind(report.at_ms)
}

impl Store {
    /// Reports in a state, the latest first.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn reports(&self, state: ReportState, limit: u32, from: u32) -> Result<Vec<Report>, sqlx::Error> {
        let query = sqlx::query(sql::REPORTS).bind(state.as_str()).bind(i64::from(limit)).bind(i64::from(from));
        query.fetch_all(&self.pool).await?.iter().map(report).collect()
    }

    /// One report.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn report(&self, id: &str) -> Result<Option<Report>, sqlx::Error> {
        let row = sqlx::query(sql::REPORT).bind(id.to_owned()).fetch_optional(&self.pool).await?;
        row.as_ref().map(report).transpose()
    }

    /// How many reports there are about somebody, in a state.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn reports_about(&self, person: PersonId, state: ReportState) -> Result<i64, sqlx::Error> {
        let query = sqlx::query(sql::REPORTS_ABOUT).bind(person.as_str()).bind(state.as_str());
        query.fetch_one(&self.pool).await?.try_get(0)
    }

    /// What somebody has reported, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn reports_by(&self, person: PersonId, limit: u32) -> Result<Vec<Report>, sqlx::Error> {
        let query = sqlx::query(sql::REPORTS_BY).bind(person.as_str()).bind(i64::from(limit));
        query.fetch_all(&self.pool).await?.iter().map(report).collect()
    }

    /// The log, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn actions(&self, limit: u32, from: u32) -> Result<Vec<Logged>, sqlx::Error> {
        let query = sqlx::query(sql::ACTIONS).bind(i64::from(limit)).bind(i64::from(from));
        query.fetch_all(&self.pool).await?.iter().map(logged).collect()
    }

    /// What was done to somebody, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn actions_about(&self, person: PersonId, limit: u32) -> Result<Vec<Logged>, sqlx::Error> {
        let query = sqlx::query(sql::ACTIONS_ABOUT).bind(person.as_str()).bind(i64::from(limit));
        query.fetch_all(&self.pool).await?.iter().map(logged).collect()
    }

    /// How somebody stands.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn conduct(&self, person: PersonId) -> Result<Option<Conduct>, sqlx::Error> {
        let row = sqlx::query(sql::STANDING).bind(person.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(conduct).transpose()
    }

    /// Members whose names begin like that, by name.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn found(&self, name_key: &str, limit: u32) -> Result<Vec<Conduct>, sqlx::Error> {
        let escaped: String = name_key.chars().flat_map(escaped).collect();
        let query = sqlx::query(sql::FOUND).bind(format!("{escaped}%")).bind(i64::from(limit));
        query.fetch_all(&self.pool).await?.iter().map(conduct).collect()
    }

    /// The result of a game that counts, be it rated yet or not.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn counting(&self, game: GameId) -> Result<Option<Due>, sqlx::Error> {
        let row = sqlx::query(sql::RESULT).bind(game.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(super::scores::due).transpose()
    }

    /// How many people have lost points in games with somebody since then.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn losers_to(&self, person: PersonId, since_ms: i64) -> Result<i64, sqlx::Error> {
        sqlx::query(sql::LOSERS).bind(person.as_str()).bind(since_ms).fetch_one(&self.pool).await?.try_get(0)
    }
}

/// A letter for LIKE that means only itself.
fn escaped(letter: char) -> impl Iterator<Item = char> {
    let mark = matches!(letter, '%' | '_' | '\\').then_some('\\');
    mark.into_iter().chain([letter])
}

fn report(row: &AnyRow) -> Result<Report, sqlx::Error> {
    let game: String = row.try_get(3)?;
    Ok(Report {
        id: row.try_get(0)?,
        by: super::id(row, 1)?,
        about: super::id(row, 2)?,
        game: if game.is_empty() { None } else { Some(game.parse().map_err(|_| decode("not an id"))?) },
        line: row.try_get(4)?,
        reason: row.try_get::<&str, _>(5)?.try_into()?,
        said: row.try_get(6)?,
        at_ms: row.try_get(7)?,
        done_ms: row.try_get(8)?,
        done_by: row.try_get(9)?,
    })
}

fn logged(row: &AnyRow) -> Result<Logged, sqlx::Error> {
    Ok(Logged {
        by: row.try_get(0)?,
        about: row.try_get(1)?,
        what: row.try_get(2)?,
        why: row.try_get(3)?,
        game: row.try_get(4)?,
        at_ms: row.try_get(5)?,
        until_ms: row.try_get(6)?,
    })
}

fn conduct(row: &AnyRow) -> Result<Conduct, sqlx::Error> {
    Ok(Conduct {
        id: super::id(row, 0)?,
        kind: row.try_get::<&str, _>(1)?.try_into()?,
        name: row.try_get(2)?,
        role: row.try_get::<&str, _>(3)?.try_into()?,
        created_ms: row.try_get(4)?,
        muted_ms: row.try_get(5)?,
        banned_ms: row.try_get(6)?,
    })
}
