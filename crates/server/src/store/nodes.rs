//! Several processes on one `PostgreSQL`: who runs, who owns which game, and who does what one does for all. The time is the
//! database's.

use std::net::SocketAddr;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection as _, Row as _};

use super::Store;
use crate::ids::GameId;

/// The time of the database, and how long a node may be silent before it is taken for dead.
macro_rules! sql_now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}
/// For how long a sign of life is good. It stands in the SQL as well.
pub(crate) const LEASE_MS: i64 = 4_000;

/// Every statement; `PostgreSQL` alone knows them.
mod sql {
    pub(super) const BEAT: &str = concat!(
        "INSERT INTO node (id, address, beat_ms, proof_ms, leaving) VALUES ($1, $2, ",
        sql_now!(),
        ", 0, 0) ON CONFLICT (id) DO UPDATE SET beat_ms = ",
        sql_now!(),
        " RETURNING beat_ms"
    );
    /// Whoever is dead owns nothing any more; since when is noted, for the clocks.
    pub(super) const BURY: &str = concat!(
        "WITH dead AS (DELETE FROM node WHERE beat_ms < ",
        sql_now!(),
        " - 4000 RETURNING id, beat_ms)
        UPDATE held SET node = '', lost_ms = CASE WHEN lost_ms = 0 THEN dead.beat_ms ELSE lost_ms END
        FROM dead WHERE held.node = dead.id"
    );
    pub(super) const LEAD: &str = concat!(
        "INSERT INTO duty (name, node, until_ms) VALUES ('house', $1, ",
        sql_now!(),
        " + 4000) ON CONFLICT (name) DO UPDATE SET node = $1, until_ms = ",
        sql_now!(),
        " + 4000 WHERE duty.node = $1 OR duty.until_ms < ",
        sql_now!()
    );
    pub(super) const PEERS: &str = concat!(
        "SELECT node.id, node.address, CAST(CASE WHEN duty.until_ms > ",
        sql_now!(),
        " THEN 1 ELSE 0 END AS BIGINT) FROM node LEFT JOIN duty ON duty.name = 'house' AND duty.node = node.id
        WHERE node.leaving = 0 AND node.beat_ms > ",
        sql_now!(),
        " - 4000 ORDER BY node.id"
    );
    pub(super) const ALIVE: &str = concat!(
        "INSERT INTO alive (id, at_ms) VALUES (1, ",
        sql_now!(),
        ") ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms"
    );
    pub(super) const JOINING: &str =
        "SELECT pg_advisory_xact_lock(hashtext('daeguk join'), hashtext(current_schema()::text))";
    pub(super) const OTHERS: &str = "SELECT count(*) FROM node";
    pub(super) const NOW: &str = concat!("SELECT ", sql_now!());
    pub(super) const LAST: &str = "SELECT at_ms FROM alive WHERE id = 1";
    pub(super) const HOLDER: &str = concat!(
        "SELECT COALESCE(held.node, ''), COALESCE(held.lost_ms, 0), COALESCE(node.address, ''), COALESCE(node.beat_ms, 0),
            CAST(CASE WHEN node.leaving = 0 AND node.beat_ms > ",
        sql_now!(),
        " - 4000 THEN 1 ELSE 0 END AS BIGINT),
            CAST(CASE WHEN card.listed = 1 AND card.phase <> 'over' THEN 1 ELSE 0 END AS BIGINT)
        FROM game LEFT JOIN held ON held.game = game.id LEFT JOIN node ON node.id = held.node
            LEFT JOIN card ON card.game = game.id
        WHERE game.id = $1"
    );
    /// Only from whom it was seen with: of two who claim at once, one does.
    pub(super) const CLAIM: &str = "INSERT INTO held (game, node, lost_ms) VALUES ($1, $2, $3)
        ON CONFLICT (game) DO UPDATE SET node = $2, lost_ms = $3 WHERE held.node = $4";
    pub(super) const HELD_BY: &str = "SELECT game FROM held WHERE node = $1";
    pub(super) const LATEST: &str = "SELECT COALESCE(max(version), 0) FROM event WHERE game = $1";
    pub(super) const LEAVE: &str = "UPDATE node SET leaving = 1 WHERE id = $1";
    pub(super) const LET_GO: &str = concat!("UPDATE held SET node = '', lost_ms = ", sql_now!(), " WHERE node = $1");
    pub(super) const RESIGN: &str = "UPDATE duty SET until_ms = 0 WHERE node = $1";
    pub(super) const GONE: &str = "DELETE FROM node WHERE id = $1";
    /// Of a house of one process, whatever came before it.
    pub(super) const CLEAR: &[&str] = &["DELETE FROM held", "DELETE FROM node", "DELETE FROM duty"];
    pub(in super::super) const TAKE: &str = "INSERT INTO held (game, node, lost_ms) VALUES ($1, $2, 0)";
    pub(in super::super) const RELEASE: &str = "DELETE FROM held WHERE game = $1 AND node = $2";
    pub(in super::super) const RESUMED: &str = "UPDATE held SET lost_ms = 0 WHERE game = $1 AND node = $2";
    pub(in super::super) const PROVE: &str = "UPDATE node SET proof_ms = $1 WHERE id = $2";
    pub(in super::super) const PROOF: &str = "SELECT proof_ms FROM node WHERE id = $1";
    /// Whoever takes the duty over waits until what was begun under it is written.
    pub(in super::super) const LEADS: &str =
        concat!("SELECT 1 FROM duty WHERE name = 'house' AND node = $1 AND until_ms > ", sql_now!(), " FOR SHARE");
}
pub(super) use sql::{LEADS, PROOF, PROVE, RELEASE, RESUMED, TAKE};

/// A node as the others know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Peer {
    /// Of one run of one process.
    pub id: String,
    /// Where the others reach it.
    pub address: SocketAddr,
    /// Whether it does what one does for all.
    pub leads: bool,
}

/// What a sign of life has brought to light.
#[derive(Clone, Debug)]
pub(crate) struct Beat {
    /// The time of the database.
    pub now_ms: i64,
    /// All that run, oneself among them.
    pub peers: Vec<Peer>,
}

/// Who owns a game.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// The node; empty for nobody.
    pub node: String,
    /// Since when nobody has, though somebody should; 0 if not.
    pub lost_ms: i64,
    /// Where the others reach it, if it is known.
    pub address: Option<SocketAddr>,
    /// When it was last heard of; 0 if it is not known.
    pub beat_ms: i64,
    /// Whether it was heard of lately.
    pub is_alive: bool,
    /// Whether strangers find the game, and it is not over.
    pub is_listed: bool,
}

/// Gives signs of life, on a connection of its own that no work holds up.
pub(crate) struct Pulse(pub(super) AnyConnection);

impl Pulse {
    /// Says that a node runs, takes the duty if nobody has it, and buries the dead if it may.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn beat(&mut self, node: &str, address: SocketAddr, buries: bool) -> Result<Beat, sqlx::Error> {
        let query = sqlx::query(sql::BEAT).bind(node.to_owned()).bind(address.to_string());
        let now_ms = query.fetch_one(&mut self.0).await?.try_get(0)?;
        if buries {
            sqlx::query(sql::BURY).execute(&mut self.0).await?;
        }
        let leads = sqlx::query(sql::LEAD).bind(node.to_owned()).execute(&mut self.0).await?.rows_affected() > 0;
        if leads {
            sqlx::query(sql::ALIVE).execute(&mut self.0).await?;
        }
        let rows = sqlx::query(sql::PEERS).fetch_all(&mut self.0).await?;
        let peers = rows.iter().filter_map(|row| peer(row).transpose()).collect::<Result<_, _>>()?;
        Ok(Beat { now_ms, peers })
    }

    /// Lets everything go at once: the others take it from here on.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn leave(&mut self, node: &str) -> Result<(), sqlx::Error> {
        let mut transaction = self.0.begin().await?;
        for text in [sql::LEAVE, sql::LET_GO, sql::RESIGN] {
            sqlx::query(text).bind(node.to_owned()).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    /// The node is no more.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn end(&mut self, node: &str) -> Result<(), sqlx::Error> {
        sqlx::query(sql::GONE).bind(node.to_owned()).execute(&mut self.0).await.map(drop)
    }
}

fn peer(row: &AnyRow) -> Result<Option<Peer>, sqlx::Error> {
    let (id, address, leads): (String, String, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    Ok(address.parse().ok().map(|address| Peer { id, address, leads: leads == 1 }))
}

/// Enters a node; the time of the database. If nobody else runs, nobody's clock has since the last one did.
pub(super) async fn join(connection: &mut AnyConnection, node: &str, address: SocketAddr) -> Result<i64, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::query(sql::JOINING).execute(&mut *transaction).await?;
    sqlx::query(sql::BURY).execute(&mut *transaction).await?;
    let others: i64 = sqlx::query(sql::OTHERS).fetch_one(&mut *transaction).await?.try_get(0)?;
    let now_ms: i64 = sqlx::query(sql::NOW).fetch_one(&mut *transaction).await?.try_get(0)?;
    let last: Option<i64> =
        sqlx::query(sql::LAST).fetch_optional(&mut *transaction).await?.map(|row| row.try_get(0)).transpose()?;
    if let Some(from_ms) = last.filter(|last| others == 0 && *last < now_ms) {
        sqlx::query(super::batch::sql::NEW_OUTAGE).bind(from_ms).bind(now_ms).execute(&mut *transaction).await?;
    }
    let query = sqlx::query(sql::BEAT).bind(node.to_owned()).bind(address.to_string());
    query.execute(&mut *transaction).await?;
    sqlx::query(sql::ALIVE).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(now_ms)
}

/// Forgets nodes that are no more: this process is alone.
pub(super) async fn clear(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    for text in sql::CLEAR {
        sqlx::query(*text).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Who owns a game; nothing if there is no such game.
    ///
    /// # Errors
    /// If the database fails, as all below.
    pub(crate) async fn holder(&self, game: GameId) -> Result<Option<Held>, sqlx::Error> {
        let row = sqlx::query(sql::HOLDER).bind(game.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(held).transpose()
    }

    /// Takes a game from whoever was seen with it; whether it is ours. What was lost on the way is told to the clocks.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn claim(&self, game: GameId, node: &str, seen: &Held) -> Result<bool, sqlx::Error> {
        let is_taken = !seen.node.is_empty() && seen.node != node && seen.lost_ms == 0;
        let lost_ms = if is_taken { seen.beat_ms } else { seen.lost_ms };
        let query = sqlx::query(sql::CLAIM).bind(game.as_str()).bind(node.to_owned()).bind(lost_ms);
        Ok(query.bind(seen.node.clone()).execute(&self.pool).await?.rows_affected() > 0)
    }

    /// The games that a node owns.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn held_by(&self, node: &str) -> Result<Vec<GameId>, sqlx::Error> {
        let rows = sqlx::query(sql::HELD_BY).bind(node.to_owned()).fetch_all(&self.pool).await?;
        rows.iter().map(|row| super::id(row, 0)).collect()
    }

    /// The last version of a game.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn latest(&self, game: GameId) -> Result<i64, sqlx::Error> {
        sqlx::query(sql::LATEST).bind(game.as_str()).fetch_one(&self.pool).await?.try_get(0)
    }

    /// For signs of life.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub(crate) async fn pulse(&self) -> Result<Pulse, super::OpenError> {
        Ok(Pulse(self.door.open_beside().await?))
    }
}

fn held(row: &AnyRow) -> Result<Held, sqlx::Error> {
    let address: String = row.try_get(2)?;
    let (is_alive, is_listed): (i64, i64) = (row.try_get(4)?, row.try_get(5)?);
    Ok(Held {
        node: row.try_get(0)?,
        lost_ms: row.try_get(1)?,
        address: address.parse().ok(),
        beat_ms: row.try_get(3)?,
        is_alive: is_alive == 1,
        is_listed: is_listed == 1,
    })
}
