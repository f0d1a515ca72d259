//! The database, beside the server that has it: for what is done at the machine itself.

use sqlx::{AnyConnection, Connection as _, Row as _};

use super::accounts::sql;
use super::amend::Amend;
use super::batch::Batch;
use super::door::Door;
use super::opening::{Addition, Collection, collection, dissolve, sql as opening};
use super::person::{Person, Ticket, TicketKind, person};
use super::{OpenError, Store};

/// A connection of one's own. It changes people and collections only, never games.
pub(crate) struct Beside(AnyConnection);

impl Beside {
    /// Opens a database whose tables are up to date.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) async fn open(url: &str) -> Result<Self, OpenError> {
        Ok(Self(Door::of(url)?.open_beside().await?))
    }

    /// Everybody with an account, by name.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn people(&mut self, limit: u32) -> Result<Vec<Person>, sqlx::Error> {
        let rows = sqlx::query(sql::PEOPLE).bind(i64::from(limit)).fetch_all(&mut self.0).await?;
        rows.iter().map(person).collect()
    }

    /// The member or bot whose name is compared by that.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn member(&mut self, name_key: &str) -> Result<Option<Person>, sqlx::Error> {
        let row = sqlx::query(sql::MEMBER).bind(name_key.to_owned()).fetch_optional(&mut self.0).await?;
        row.as_ref().map(person).transpose()
    }

    /// How many run the house.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn hosts(&mut self) -> Result<i64, sqlx::Error> {
        sqlx::query(sql::HOSTS).fetch_one(&mut self.0).await?.try_get(0)
    }

    /// The collections that were made at the machine.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn collections(&mut self) -> Result<Vec<Collection>, sqlx::Error> {
        let rows = sqlx::query(opening::DISSOLVABLE).fetch_all(&mut self.0).await?;
        rows.iter().map(collection).collect()
    }

    /// What tells the games that are counted in a collection from others.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn counted(&mut self, collection: &str) -> Result<Vec<String>, sqlx::Error> {
        let rows = sqlx::query(opening::MARKED).bind(collection.to_owned()).fetch_all(&mut self.0).await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }

    /// Counts some games, all or none.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn count(&mut self, addition: &Addition) -> Result<(), sqlx::Error> {
        let mut transaction = self.0.begin().await?;
        addition.write(&mut transaction).await?;
        transaction.commit().await
    }

    /// Takes a collection away.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn dissolve(&mut self, collection: &str) -> Result<(), sqlx::Error> {
        let mut transaction = self.0.begin().await?;
        dissolve(collection, &mut transaction).await?;
        transaction.commit().await
    }

    /// Changes all of it, or nothing. A server that runs is called to look.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn write(&mut self, mut amends: Vec<Amend>, now_ms: i64) -> Result<(), sqlx::Error> {
        amends.push(call(now_ms));
        let mut transaction = self.0.begin().await?;
        for amend in &amends {
            amend.write(&mut transaction).await?;
        }
        transaction.commit().await
    }
}

/// The one row under which a server is called; it is found by its key, so looking for it costs next to nothing.
const CALL: &str = "call";

fn call(created_ms: i64) -> Amend {
    let (hash, kind) = (CALL.to_owned(), TicketKind::Call);
    Amend::Ticket(Ticket { hash, kind, person: String::new(), data: String::new(), created_ms, expires_ms: i64::MAX })
}

impl Store {
    /// Whether something was changed beside the server since it last looked. Whoever asks does the work, or does it later.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn is_called(&self, now_ms: i64) -> Result<bool, sqlx::Error> {
        let is_called = self.ticket(CALL, now_ms).await?.is_some();
        if is_called {
            let used = Batch::about_people(vec![Amend::Used(CALL.to_owned(), now_ms)]);
            self.writer().write(used).await.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))?;
        }
        Ok(is_called)
    }
}
