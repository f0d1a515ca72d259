//! The database, beside the server that has it: for what is done at the machine itself.

use sqlx::{AnyConnection, Connection as _, Row as _};

use super::OpenError;
use super::accounts::sql;
use super::amend::Amend;
use super::door::Door;
use super::person::{Person, person};

/// A connection of one's own. It changes people only, never games.
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

    /// The member whose name is compared by that.
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

    /// Changes all of it, or nothing.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn write(&mut self, amends: &[Amend]) -> Result<(), sqlx::Error> {
        let mut transaction = self.0.begin().await?;
        for amend in amends {
            amend.write(&mut transaction).await?;
        }
        transaction.commit().await
    }
}
