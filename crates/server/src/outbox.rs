//! What waits to be sent into one socket. A channel of the library has room for 32 messages from the start; most sockets
//! wait for hours with none.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use tungstenite::Utf8Bytes;

/// How many messages may wait for a slow client.
const WAITING_MAX: usize = 64;

/// The way in. The socket is let go when the last one is dropped.
#[derive(Clone)]
pub(crate) struct Outbox(Arc<Way>);

/// The same, for whoever does not keep it open.
#[derive(Clone)]
pub(crate) struct WeakOutbox(Weak<Way>);

/// The way out.
pub(crate) struct Inbox(Arc<Mutex<State>>);

/// There was no room, or nobody reads any more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lost;

/// Closes itself behind the last who writes.
struct Way(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    waiting: VecDeque<Utf8Bytes>,
    reader: Option<Waker>,
    is_closed: bool,
}

/// A way into a socket.
#[must_use]
pub(crate) fn open() -> (Outbox, Inbox) {
    let state = Arc::<Mutex<State>>::default();
    (Outbox(Arc::new(Way(Arc::clone(&state)))), Inbox(state))
}

impl Outbox {
    /// Has something sent.
    ///
    /// # Errors
    /// If there is no room for it, or nobody reads any more.
    pub(crate) fn put(&self, message: Utf8Bytes) -> Result<(), Lost> {
        let reader = {
            let mut state = lock(&self.0.0);
            if state.is_closed || state.waiting.len() >= WAITING_MAX {
                return Err(Lost);
            }
            state.waiting.push_back(message);
            state.reader.take()
        };
        reader.into_iter().for_each(Waker::wake);
        Ok(())
    }

    /// Whether nobody reads any more.
    #[must_use]
    pub(crate) fn is_closed(&self) -> bool {
        lock(&self.0.0).is_closed
    }

    /// For whoever does not keep it open.
    #[must_use]
    pub(crate) fn downgrade(&self) -> WeakOutbox {
        WeakOutbox(Arc::downgrade(&self.0))
    }
}

impl WeakOutbox {
    /// The way in, if it is still open.
    #[must_use]
    pub(crate) fn upgrade(&self) -> Option<Outbox> {
        self.0.upgrade().map(Outbox)
    }
}

impl Inbox {
    /// The next message; none if nobody can write any more.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        std::future::poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &Context<'_>) -> Poll<Option<Utf8Bytes>> {
        let mut state = lock(&self.0);
        if let Some(message) = state.take() {
            return Poll::Ready(Some(message));
        }
        if state.is_closed {
            return Poll::Ready(None);
        }
        match &mut state.reader {
            Some(reader) => reader.clone_from(context.waker()),
            reader => *reader = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    /// The next message, if one waits.
    pub(crate) fn try_next(&mut self) -> Option<Utf8Bytes> {
        lock(&self.0).take()
    }
}

impl State {
    /// Nothing is kept for what no longer waits.
    fn take(&mut self) -> Option<Utf8Bytes> {
        let message = self.waiting.pop_front();
        if self.waiting.is_empty() {
            self.waiting = VecDeque::new();
        }
        message
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        lock(&self.0).is_closed = true;
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        let reader = {
            let mut state = lock(&self.0);
            state.is_closed = true;
            state.reader.take()
        };
        reader.into_iter().for_each(Waker::wake);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_come_in_their_order_and_the_last_one_before_the_end() {
        let (out, mut inbox) = open();
        out.put("a".into()).expect("room");
        out.put("b".into()).expect("room");
        assert_eq!(inbox.next().await.as_deref(), Some("a"));
        drop(out);
        assert_eq!(inbox.next().await.as_deref(), Some("b"));
        assert_eq!(inbox.next().await, None);
    }

    #[tokio::test]
    async fn whoever_waits_is_woken_by_a_message_and_by_the_end() {
        let (out, mut inbox) = open();
        let reading = tokio::spawn(async move { [inbox.next().await, inbox.next().await] });
        tokio::task::yield_now().await;
        out.put("a".into()).expect("room");
        tokio::task::yield_now().await;
        drop(out);
        assert_eq!(reading.await.expect("no panic"), [Some("a".into()), None]);
    }

    #[test]
    fn a_slow_reader_is_told_by_the_lack_of_room_and_one_who_is_gone_at_once() {
        let (out, mut inbox) = open();
        for _ in 0..WAITING_MAX {
            out.put("a".into()).expect("room");
        }
        assert_eq!(out.put("b".into()), Err(Lost));
        assert!(inbox.try_next().is_some());
        out.put("b".into()).expect("room again");
        drop(inbox);
        assert_eq!(out.put("c".into()), Err(Lost));
        assert!(out.is_closed());
    }

    #[test]
    fn only_those_who_keep_it_open_do() {
        let (out, _inbox) = open();
        let weak = out.downgrade();
        let other = weak.upgrade().expect("open");
        drop(out);
        other.put("a".into()).expect("still open");
        drop(other);
        assert!(weak.upgrade().is_none());
    }
}
