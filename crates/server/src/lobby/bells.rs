//! A bell for each person who listens: what concerns them is told wherever they are.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use room::{GameId, PersonId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::broadcast;
use tungstenite::Utf8Bytes;

/// How much may wait for somebody slow.
const KEPT: usize = 16;

/// Why somebody is called.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rung {
    /// A seat is kept for them.
    Challenge,
    /// Their game has begun.
    Seated,
    /// It is their turn, or theirs to choose an opening, and they are not at the table.
    Turn,
    /// Somebody offers them something, and they are not at the table.
    Offer,
    /// Their game is over, and they are not at the table.
    Over,
}

/// All bells that somebody listens to.
#[derive(Default)]
pub(crate) struct Bells(Mutex<HashMap<PersonId, broadcast::Sender<Utf8Bytes>>>);

impl Bells {
    /// Calls somebody to a game.
    pub(crate) fn ring(&self, person: PersonId, why: Rung, game: GameId, from: &str) {
        let mut bells = self.lock();
        if let Some(bell) = bells.get(&person) {
            let text = json!({ "t": "me", "e": why, "d": { "game": game, "from": from } }).to_string();
            if bell.send(text.into()).is_err() {
                bells.remove(&person);
            }
        }
    }

    /// Listens for somebody.
    #[must_use]
    pub(crate) fn listen(&self, person: PersonId) -> broadcast::Receiver<Utf8Bytes> {
        let mut bells = self.lock();
        bells.retain(|_, bell| bell.receiver_count() > 0);
        bells.entry(person).or_insert_with(|| broadcast::channel(KEPT).0).subscribe()
    }

    /// Whether somebody hears their bell.
    #[must_use]
    pub(crate) fn is_heard(&self, person: PersonId) -> bool {
        self.lock().get(&person).is_some_and(|bell| bell.receiver_count() > 0)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PersonId, broadcast::Sender<Utf8Bytes>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
