//! A list of tables that is told of as it changes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::clock::Control;
use ratings::{Pool, Rank};
use room::{GameId, PersonId, Range};
use serde::Serialize;
use serde_json::json;
use tokio::sync::broadcast;
use tokio::time::Instant;
use tungstenite::Utf8Bytes;

/// The most tables that one list holds.
const ROWS_MAX: usize = 1000;
/// The most that are told at once.
const TOLD_MAX: usize = 500;
/// How much news may wait for somebody slow; who falls further behind gets the whole list.
const NEWS_KEPT: usize = 256;

/// A table as strangers see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct TableSight {
    /// Which.
    pub id: GameId,
    /// Of which game.
    pub kind: &'static str,
    /// Under which rules.
    pub rules: String,
    /// Where it counts, if anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<Pool>,
    /// Whether it is to be rated.
    pub rated: bool,
    /// The clock.
    pub clock: Option<Control>,
    /// How many seats are free for anybody.
    pub free: usize,
    /// By seat.
    pub seats: Vec<SitterSight>,
    /// How strong whoever sits down may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// Whether only members may sit down.
    pub members: bool,
    /// Who sits there.
    #[serde(skip)]
    pub people: Vec<PersonId>,
    /// The first free seat.
    #[serde(skip)]
    pub open: Option<u8>,
    /// How strong its maker is.
    #[serde(skip)]
    pub strength: i64,
    /// Since when it waits.
    #[serde(skip)]
    pub since: Instant,
}

/// A seat of such a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct SitterSight {
    /// As in the state of a game.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What somebody is, as in the state of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<&'static str>,
    /// The name; empty for guests without one.
    pub name: String,
    /// How strong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// The level of a computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// What has become of one table.
#[derive(Clone, Debug)]
pub(crate) struct News {
    /// Which.
    pub game: GameId,
    /// The message.
    pub text: Utf8Bytes,
}

/// The list.
pub(crate) struct Board {
    topic: &'static str,
    word: &'static str,
    rows: Mutex<HashMap<GameId, TableSight>>,
    news: broadcast::Sender<News>,
}

impl Board {
    /// An empty one; the whole is told under the one word, one table under the other.
    pub(super) fn new(topic: &'static str, word: &'static str) -> Self {
        Self { topic, word, rows: Mutex::default(), news: broadcast::channel(NEWS_KEPT).0 }
    }

    /// A table is as it is now, or is not here any more.
    pub(crate) fn see(&self, game: GameId, now: Option<&TableSight>) {
        let mut rows = self.lock();
        if rows.get(&game) == now || (rows.len() >= ROWS_MAX && !rows.contains_key(&game)) {
            return;
        }
        let text = if let Some(table) = now {
            rows.insert(game, table.clone());
            json!({ "t": self.word, "d": table })
        } else {
            rows.remove(&game);
            json!({ "t": "gone", "d": { "id": game, "of": self.topic } })
        };
        // Sent under the lock, so that news come in the order of what has happened. Nobody may be listening.
        let _ = self.news.send(News { game, text: text.to_string().into() });
    }

    /// All of them, those that have waited longest first.
    #[must_use]
    pub(crate) fn all(&self) -> Vec<TableSight> {
        let mut rows: Vec<_> = self.lock().values().cloned().collect();
        rows.sort_by_key(|row| row.since);
        rows.truncate(TOLD_MAX);
        rows
    }

    /// The whole list as a message, and all that happens to it afterwards.
    #[must_use]
    pub(crate) fn watch(&self) -> (Utf8Bytes, broadcast::Receiver<News>) {
        let news = self.listen();
        (json!({ "t": self.topic, "d": { "tables": self.all() } }).to_string().into(), news)
    }

    /// All that happens from now on.
    #[must_use]
    pub(crate) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, TableSight>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
