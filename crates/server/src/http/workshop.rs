//! Work that takes milliseconds and memory, a few pieces at a time: nobody's game waits for somebody's pictures.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::error::Refused;
use crate::network::Network;
use crate::places::Places;

/// How many pieces of work are done at once. Each may hold the pixels of a picture.
const HANDS: usize = 2;
/// How many may be asked for at once; more are refused.
const QUEUE: usize = 64;
/// How many of them by one network.
const SHARE: usize = QUEUE / 2;
/// The most bytes of pictures that are kept.
const KEPT_BYTES_MAX: usize = 16 * 1024 * 1024;

/// A few hands, a queue, and a shelf of finished pictures.
pub(crate) struct Workshop {
    queue: Semaphore,
    shares: Places<Network>,
    hands: Arc<Semaphore>,
    pictures: Arc<Pictures>,
}

impl Default for Workshop {
    fn default() -> Self {
        let (queue, hands) = (Semaphore::new(QUEUE), Arc::new(Semaphore::new(HANDS)));
        Self { queue, shares: Places::default(), hands, pictures: Arc::default() }
    }
}

impl Workshop {
    /// Does a piece of work beside the tasks that serve games.
    ///
    /// # Errors
    /// If too much is waiting, of all or of this network, or if the work panicked.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        network: Network,
        piece: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let _share = self.shares.take(network, SHARE).ok_or_else(Refused::full)?;
        let _waiting = self.queue.try_acquire().map_err(|_| Refused::full())?;
        let hand = Arc::clone(&self.hands).acquire_owned().await.map_err(Refused::logged)?;
        let work = move || {
            let done = piece();
            // Held by the work and not by whoever waits for it, who may be gone.
            drop(hand);
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(Refused::logged)
    }

    /// The pictures that are kept.
    pub(super) fn pictures(&self) -> Arc<Pictures> {
        Arc::clone(&self.pictures)
    }
}

/// Pictures by the drawing that they show, so that two viewers share one only if they see the same.
#[derive(Default)]
pub(super) struct Pictures(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    kept: HashMap<[u8; 32], Bytes>,
    /// The oldest first.
    order: VecDeque<[u8; 32]>,
    bytes: usize,
}

impl Pictures {
    /// The picture of a drawing: a kept one, or a new one.
    ///
    /// # Errors
    /// Whatever painting it failed with.
    pub(super) fn or_painted(
        &self,
        drawing: &str,
        paint: impl FnOnce() -> Result<Bytes, Refused>,
    ) -> Result<Bytes, Refused> {
        let key: [u8; 32] = Sha256::digest(drawing.as_bytes()).into();
        if let Some(picture) = self.lock().kept.get(&key) {
            return Ok(picture.clone());
        }
        let picture = paint()?;
        self.lock().keep(key, picture.clone());
        Ok(picture)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn keep(&mut self, key: [u8; 32], picture: Bytes) {
        self.bytes += picture.len();
        match self.kept.insert(key, picture) {
            Some(same) => self.bytes -= same.len(),
            None => self.order.push_back(key),
        }
        while self.bytes > KEPT_BYTES_MAX
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.kept.remove(&oldest).map_or(0, |picture| picture.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// How many pieces are at work now, and how many were at most.
    #[derive(Default)]
    struct Counts {
        now: AtomicUsize,
        most: AtomicUsize,
    }

    impl Counts {
        fn piece(&self) {
            let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(now, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(5));
            self.now.fetch_sub(1, Ordering::SeqCst);
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_flood_is_done_a_few_at_a_time_and_what_is_too_much_is_refused() {
        let (workshop, counts) = (Workshop::default(), Arc::new(Counts::default()));
        let ask = |last: u8| {
            let counts = Arc::clone(&counts);
            workshop.work(IpAddr::from([10, 0, 0, last]).into(), move || counts.piece())
        };
        let flood = futures_util::future::join_all((0..QUEUE).map(|_| ask(1)));
        let (flood, other) = tokio::join!(flood, ask(2));
        assert_eq!(flood.iter().filter(|done| done.is_ok()).count(), SHARE);
        assert!(flood.iter().all(|done| done.is_ok() || *done == Err(Refused::full())));
        assert!(other.is_ok(), "another network is not in the way of that one");
        assert!(counts.most.load(Ordering::SeqCst) <= HANDS);
    }

    #[test]
    fn a_picture_is_painted_once_and_old_ones_make_room() {
        let pictures = Pictures::default();
        let painted = |drawing: &str| {
            let mut was_painted = false;
            let picture = pictures.or_painted(drawing, || {
                was_painted = true;
                Ok(Bytes::from(vec![0; KEPT_BYTES_MAX / 4]))
            });
            assert!(picture.is_ok());
            was_painted
        };
        assert!(painted("a") && !painted("a") && painted("b") && !painted("a"));
        assert!(painted("c") && painted("d") && painted("e"), "the fifth does not fit");
        assert!(painted("a") && !painted("e"));
        assert!(pictures.lock().bytes <= KEPT_BYTES_MAX);
    }
}
