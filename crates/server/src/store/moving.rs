//! From one database into another, of whatever kind: every row of every table.

use futures_util::TryStreamExt as _;
use sha2::{Digest as _, Sha256};
use sqlx::any::{AnyRow, AnyTypeInfoKind};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _, ValueRef as _};

use super::door::Door;
use super::{OpenError, Store};

/// All tables but the migrations' own; a test compares the list with the tables that there are.
pub(super) const TABLES: &[&str] = &[
    "game",
    "event",
    "holder",
    "alive",
    "outage",
    "progress",
    "person",
    "credential",
    "session",
    "token",
    "ticket",
    "relation",
    "card",
    "pending",
    "result",
    "rating",
    "change",
    "line",
    "report",
    "action",
    "trace",
    "meet",
    "entrant",
    "pairing",
    "library",
    "attended",
    "collection",
    "opening",
    "beginning",
    "counted",
    "puzzle",
    "solver",
    "attempt",
    "study",
    "job",
    "worker",
];

/// What is true of processes that run and stays behind when a house moves.
#[cfg(test)]
pub(super) const OF_NODES: &[&str] = &["node", "held", "duty"];

/// Why a house has not moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// One of the databases cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// One of them has failed.
    #[error("a database has failed: {0}")]
    Failed(#[from] sqlx::Error),
    /// Nothing is mixed.
    #[error("the new database is not empty: it has rows in the table `{0}`")]
    Lived(&'static str),
    /// What came out is not what was put in.
    #[error("the table `{0}` came out differently; nothing was kept")]
    Differs(&'static str),
}

/// Copies everything into a database that is empty. It is kept only if every table came out as it was.
/// Tells how many rows.
///
/// # Errors
/// If it was not done; then the new database is as empty as before.
pub(crate) async fn move_house(from: &str, to: &str) -> Result<u64, MoveError> {
    // No server may have either of them as long as this takes.
    let (former, _) = Store::open(from).await?;
    let (latter, _) = Store::open(to).await?;
    let mut source = Door::of(from)?.open_beside().await?;
    let mut target = Door::of(to)?.open_beside().await?;
    let moved = copy_all(&mut source, &mut target).await;
    source.close().await?;
    target.close().await?;
    former.close().await;
    latter.close().await;
    moved
}

async fn copy_all(source: &mut AnyConnection, target: &mut AnyConnection) -> Result<u64, MoveError> {
    let mut transaction = target.begin().await?;
    let mut rows = 0;
    for table in TABLES {
        if summed(table, &mut transaction).await? != Sum::default() {
            return Err(MoveError::Lived(table));
        }
        let copied = copied(table, source, &mut transaction).await?;
        if summed(table, &mut transaction).await? != copied {
            return Err(MoveError::Differs(table));
        }
        rows += copied.rows;
    }
    transaction.commit().await?;
    Ok(rows)
}

/// How many rows, and a sum of their hashes, which does not depend on their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    rows: u64,
    hashes: u128,
}

impl Sum {
    fn add(&mut self, row: &[Cell]) {
        let mut hash = Sha256::new();
        for cell in row {
            let (kind, bytes) = cell.bytes();
            hash.update([kind]);
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        }
        let mut number = [0; size_of::<u128>()];
        number.copy_from_slice(&hash.finalize()[..size_of::<u128>()]);
        self.rows += 1;
        self.hashes = self.hashes.wrapping_add(u128::from_le_bytes(number));
    }
}

/// What one column of a row can hold.
enum Cell {
    Number(i64),
    Fraction(f64),
    Text(String),
}

impl Cell {
    fn all_of(row: &AnyRow) -> Result<Vec<Self>, sqlx::Error> {
        (0..row.len()).map(|column| Self::of(row, column)).collect()
    }

    fn of(row: &AnyRow, column: usize) -> Result<Self, sqlx::Error> {
        let kind = row.try_get_raw(column)?.type_info().kind();
        Ok(match kind {
            AnyTypeInfoKind::BigInt | AnyTypeInfoKind::Integer => Self::Number(row.try_get(column)?),
            AnyTypeInfoKind::Double => Self::Fraction(row.try_get(column)?),
            AnyTypeInfoKind::Text => Self::Text(row.try_get(column)?),
            _ => return Err(sqlx::Error::Decode("a column of a kind that we do not use".into())),
        })
    }

    fn bytes(&self) -> (u8, Vec<u8>) {
        match self {
            Self::Number(number) => (0, number.to_le_bytes().into()),
            Self::Fraction(fraction) => (1, fraction.to_bits().to_le_bytes().into()),
            Self::Text(text) => (2, text.clone().into_bytes()),
        }
    }
}

async fn summed(table: &str, connection: &mut AnyConnection) -> Result<Sum, sqlx::Error> {
    let mut rows = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {table}"))).fetch(connection);
    let mut sum = Sum::default();
    while let Some(row) = rows.try_next().await? {
        sum.add(&Cell::all_of(&row)?);
    }
    Ok(sum)
}

/// Copies a table row by row; what was read.
async fn copied(table: &str, source: &mut AnyConnection, target: &mut AnyConnection) -> Result<Sum, sqlx::Error> {
    let mut rows = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {table}"))).fetch(source);
    let mut sum = Sum::default();
    while let Some(row) = rows.try_next().await? {
        let cells = Cell::all_of(&row)?;
        sum.add(&cells);
        insert(table, &row, cells, target).await?;
    }
    Ok(sum)
}

async fn insert(table: &str, row: &AnyRow, cells: Vec<Cell>, target: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let names: Vec<&str> = row.columns().iter().map(sqlx::Column::name).collect();
    let places: Vec<String> = (1..=names.len()).map(|place| format!("${place}")).collect();
    let text = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(text));
    for cell in cells {
        query = match cell {
            Cell::Number(number) => query.bind(number),
            Cell::Fraction(fraction) => query.bind(fraction),
            Cell::Text(text) => query.bind(text),
        };
    }
    query.execute(target).await?;
    Ok(())
}
