//! Which sockets belong to which session, so that they end with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::ids::PersonId;

/// The sessions that have sockets.
#[derive(Clone, Default)]
pub(crate) struct Sessions {
    open: Arc<Mutex<HashMap<String, Open>>>,
}

struct Open {
    person: PersonId,
    end: watch::Sender<bool>,
}

impl Sessions {
    /// To be told when a session ends.
    #[must_use]
    pub(crate) fn watch(&self, token_hash: &str, person: PersonId) -> Watched {
        let mut open = self.lock();
        let one = open.entry(token_hash.to_owned()).or_insert_with(|| Open { person, end: watch::channel(false).0 });
        Watched(one.end.subscribe())
    }

    /// A session goes on under another token.
    pub(crate) fn renewed(&self, from: &str, to: &str) {
        let mut open = self.lock();
        if let Some(one) = open.remove(from) {
            open.insert(to.to_owned(), one);
        }
    }

    /// A session has ended.
    pub(crate) fn ended(&self, token_hash: &str) {
        if let Some(one) = self.lock().remove(token_hash) {
            one.end.send_replace(true);
        }
    }

    /// All sessions of a person have ended, but for one.
    pub(crate) fn ended_of(&self, person: PersonId, but: Option<&str>) {
        self.lock().retain(|hash, one| {
            let stays = one.person != person || Some(hash.as_str()) == but;
            if !stays {
                one.end.send_replace(true);
            }
            stays
        });
    }

    /// All that have sockets.
    pub(crate) fn open(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// Forgets sessions whose sockets are all gone.
    pub(crate) fn tidy(&self) {
        self.lock().retain(|_, one| !one.end.is_closed());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Someone who wants to know when a session ends.
pub(crate) struct Watched(watch::Receiver<bool>);

impl Watched {
    /// Waits for the end of the session.
    pub(crate) async fn ended(&mut self) {
        // A sender that is gone has been replaced, and nothing has ended.
        if self.0.wait_for(|ended| *ended).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::new_person;
    use futures_util::future::poll_immediate;

    #[tokio::test]
    async fn only_what_belongs_to_an_ended_session_ends() {
        let sessions = Sessions::default();
        let (one, other) = (new_person(), new_person());
        let mut watched =
            [("a", one), ("a", one), ("b", one), ("c", other)].map(|(hash, person)| sessions.watch(hash, person));
        sessions.renewed("b", "d");
        sessions.ended("b");
        sessions.ended("a");
        let mut ended = Vec::new();
        for each in &mut watched {
            ended.push(poll_immediate(each.ended()).await.is_some());
        }
        assert_eq!(ended, [true, true, false, false]);
        sessions.ended_of(one, Some("d"));
        assert!(poll_immediate(watched[2].ended()).await.is_none(), "but for the one that stays");
        sessions.ended_of(one, None);
        assert!(poll_immediate(watched[2].ended()).await.is_some());
        assert!(poll_immediate(watched[3].ended()).await.is_none(), "another person");
    }
}
