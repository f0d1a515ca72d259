//! The one writer. What arrives while it is at work is written together, in one transaction.
//!
//! A connection on which anything has failed is never used again: what it believes of its transactions may differ from
//! what the database did, and a commit within a transaction that never ends is no commit. A new connection is trusted
//! when a second one has read what it has committed; until then nothing is acknowledged.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{AnyConnection, AnyPool, Connection as _};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{Instant, sleep, timeout};

use super::batch::{self, Batch};
use super::checkpoint::{self, Checkpoints};
use super::door::Door;
use super::lock::Lock;
use super::pace::Pace;
use super::quill::{Quill, Stroke};
use crate::metrics::{Counts, Histogram, Spread};
use crate::time::Time;

/// How many batches may wait.
const QUEUE: usize = 4096;
/// How many batches are written in one transaction.
const GROUP: usize = 512;
/// How long a transaction may take before its connection is given up.
const WRITTEN_WITHIN: Duration = Duration::from_secs(10);
/// How long a new connection may take to be made, or to be proven.
const OPENED_WITHIN: Duration = Duration::from_secs(5);
/// How long a connection may take to end.
const CLOSED_WITHIN: Duration = Duration::from_secs(2);
/// How long batches in doubt wait for a connection on which they can be looked up.
const DOUBT_MAX: Duration = Duration::from_secs(8);
/// How often a database that is not well is tried again.
const RETRY_EVERY: Duration = Duration::from_millis(250);

/// The batch was not written, as far as is known. Where even that could not be found out, the game's versions tell:
/// one is never written twice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotWritten {
    /// Something failed.
    #[error("not written: {0}")]
    Failed(String),
    /// The database has refused what it was told, and is well.
    #[error("not written, because it does not fit what is there: {0}")]
    Refused(String),
    /// The game is another node's, or that version of it is written.
    #[error("not written: the game is another node's")]
    Moved,
}

impl NotWritten {
    fn failed(why: impl Into<String>) -> Self {
        Self::Failed(why.into())
    }

    fn untried() -> Self {
        Self::failed("the database takes nothing at present")
    }

    /// Whether the database was well, and nothing is in doubt.
    const fn is_answer(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Moved)
    }

    /// What one of several processes is told by `PostgreSQL`, whose statements fail without harm to their connection.
    fn of_node(error: sqlx::Error) -> Self {
        /// A constraint was broken, of whatever kind.
        const CONSTRAINTS: &str = "23";
        let Some(refusal) = error.as_database_error() else { return error.into() };
        match refusal.code() {
            Some(code) if code.starts_with(CONSTRAINTS) && refusal.table() == Some("event") => Self::Moved,
            Some(code) if code.starts_with(CONSTRAINTS) => Self::Refused(error.to_string()),
            _ => error.into(),
        }
    }
}

impl From<sqlx::Error> for NotWritten {
    fn from(error: sqlx::Error) -> Self {
        Self::failed(error.to_string())
    }
}

impl From<rusqlite::Error> for NotWritten {
    fn from(error: rusqlite::Error) -> Self {
        Self::failed(error.to_string())
    }
}

impl From<tokio::time::error::Elapsed> for NotWritten {
    fn from(_: tokio::time::error::Elapsed) -> Self {
        Self::failed("the database took too long")
    }
}

/// Hands batches to the one task that writes.
#[derive(Clone)]
pub(crate) struct Writer {
    jobs: mpsc::Sender<Job>,
    health: watch::Receiver<Health>,
    end: Arc<Notify>,
    groups: Arc<Histogram<Counts>>,
}

/// What came of the last write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Health {
    Well,
    Failing,
}

struct Job {
    batch: Box<Batch>,
    done: oneshot::Sender<Result<(), NotWritten>>,
}

impl Writer {
    /// Starts the task that writes; `lock` is let go when it has ended.
    pub(super) fn start(
        connection: AnyConnection,
        door: Door,
        readers: AnyPool,
        time: Arc<Time>,
        lock: Option<Lock>,
    ) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (health, watched) = watch::channel(Health::Well);
        let (end, groups) = (Arc::new(Notify::new()), Arc::<Histogram<Counts>>::default());
        let checkpoints = Checkpoints::start(&door);
        let quill = quill(&door);
        let desk = Desk {
            connection: Some(connection),
            quill,
            door,
            readers,
            time,
            health,
            proof_ms: 0,
            failing_since_ms: None,
            checkpoints,
        };
        tokio::spawn(work(desk, queue, Arc::clone(&end), lock, Arc::clone(&groups)));
        Self { jobs, health: watched, end, groups }
    }

    /// Writes a batch; when this returns it is on disk.
    ///
    /// # Errors
    /// If it could not be written.
    pub(crate) fn write(&self, batch: impl Into<Box<Batch>>) -> impl Future<Output = Result<(), NotWritten>> {
        let (done, written) = oneshot::channel();
        // Boxed here, because every game waits for this and would keep room for the batch itself.
        let job = Job { batch: batch.into(), done };
        async move {
            let ended = || NotWritten::failed("the writer has ended");
            self.jobs.send(job).await.map_err(|_| ended())?;
            written.await.map_err(|_| ended())?
        }
    }

    /// Whether the last write succeeded, and it keeps up.
    #[must_use]
    pub(crate) fn is_well(&self) -> bool {
        *self.health.borrow() == Health::Well && !self.jobs.is_closed() && self.jobs.capacity() > 0
    }

    /// How many batches wait to be written.
    #[must_use]
    pub(crate) fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// How many batches were written together.
    #[must_use]
    pub(crate) fn groups(&self) -> Spread<Counts> {
        self.groups.spread()
    }

    /// Takes no more batches, and returns when the last one is written and the data is free for others.
    pub(super) async fn end(&self) {
        self.end.notify_one();
        let mut health = self.health.clone();
        while health.changed().await.is_ok() {}
    }
}

async fn work(
    mut desk: Desk,
    mut queue: mpsc::Receiver<Job>,
    end: Arc<Notify>,
    lock: Option<Lock>,
    groups: Arc<Histogram<Counts>>,
) {
    let mut jobs = Vec::with_capacity(GROUP);
    let mut pace = Pace::default();
    loop {
        tokio::select! {
            biased;
            () = end.notified(), if !queue.is_closed() => {
                // What has been handed in is still taken.
                queue.close();
                continue;
            }
            () = gather(&mut queue, &mut jobs, desk.is_well()) => {}
        }
        // Whoever else has something to write now comes along.
        tokio::task::yield_now().await;
        take_waiting(&mut queue, &mut jobs);
        if let Some(wait) = pace.wait(Instant::now()) {
            sleep(wait).await;
            take_waiting(&mut queue, &mut jobs);
        }
        if jobs.is_empty() && queue.is_closed() {
            break;
        }
        if !jobs.is_empty() {
            pace.begin(Instant::now(), jobs.len());
            groups.were(jobs.len());
        }
        desk.write(&mut jobs).await;
    }
    desk.part().await;
    drop(lock);
}

/// Waits for jobs; comes back without any if the database must be tried again. It may be dropped midway.
async fn gather(queue: &mut mpsc::Receiver<Job>, jobs: &mut Vec<Job>, is_well: bool) {
    if is_well {
        queue.recv_many(jobs, GROUP).await;
    } else {
        sleep(RETRY_EVERY).await;
        take_waiting(queue, jobs);
    }
}

fn take_waiting(queue: &mut mpsc::Receiver<Job>, jobs: &mut Vec<Job>) {
    while jobs.len() < GROUP
        && let Ok(job) = queue.try_recv()
    {
        jobs.push(job);
    }
}

/// Where the writing is done.
struct Desk {
    /// None from a failure until a new one is proven.
    connection: Option<AnyConnection>,
    /// None where the database has none, and from a failure until a new one is proven.
    quill: Option<Quill>,
    door: Door,
    readers: AnyPool,
    time: Arc<Time>,
    health: watch::Sender<Health>,
    /// The last sign of life by which a connection was proven.
    proof_ms: i64,
    /// Since when nothing can be stored.
    failing_since_ms: Option<i64>,
    checkpoints: Option<Checkpoints>,
}

impl Desk {
    const fn is_well(&self) -> bool {
        self.connection.is_some()
    }

    /// Writes all in one transaction; if that fails, each alone, so that one bad batch does not spoil the rest.
    async fn write(&mut self, jobs: &mut Vec<Job>) {
        if !self.is_well()
            && let Ok(fresh) = self.open().await
        {
            self.prove(fresh).await;
        }
        if jobs.is_empty() || !self.is_well() {
            return jobs.drain(..).for_each(|job| answer(job, Err(NotWritten::untried())));
        }
        let batches: Vec<&Batch> = jobs.iter().map(|job| &*job.batch).collect();
        if self.transact(&batches).await.is_ok() {
            let rows = jobs.iter().map(|job| job.batch.events.len().max(1)).sum();
            jobs.drain(..).for_each(|job| answer(job, Ok(())));
            if self.checkpoints.as_mut().is_some_and(|checkpoints| checkpoints.wrote(rows)) {
                self.begin_log_anew().await;
            }
            return;
        }
        // What the database has refused is in no doubt.
        let found = if self.is_well() { vec![false; batches.len()] } else { self.look_up(&batches).await };
        for (job, is_written) in jobs.drain(..).zip(found) {
            let written = if is_written { Ok(()) } else { self.write_alone(&job.batch).await };
            answer(job, written);
        }
    }

    /// What was not even tried is in no doubt and need not be looked up.
    async fn write_alone(&mut self, batch: &Batch) -> Result<(), NotWritten> {
        if !self.is_well() {
            return Err(NotWritten::untried());
        }
        let written = self.transact(&[batch]).await;
        let is_doubtful = matches!(written, Err(NotWritten::Failed(_)));
        if is_doubtful && self.look_up(&[batch]).await == [true] { Ok(()) } else { written }
    }

    /// One transaction. If it fails, so has its connection.
    async fn transact(&mut self, batches: &[&Batch]) -> Result<(), NotWritten> {
        let Some(mut connection) = self.connection.take() else {
            return Err(NotWritten::untried());
        };
        let written = self.commit(&mut connection, batches).await;
        self.keep_if_well(connection, &written).await;
        written
    }

    async fn keep_if_well(&mut self, connection: AnyConnection, outcome: &Result<(), NotWritten>) {
        let Some(error) = outcome.as_ref().err().filter(|error| !error.is_answer()) else {
            self.connection = Some(connection);
            return;
        };
        tracing::error!(%error, "a transaction failed; the database is opened anew");
        self.health.send_replace(Health::Failing);
        self.failing_since_ms.get_or_insert(self.time.now_ms());
        self.quill = None;
        close(connection).await;
    }

    /// Copies what has been written since the log was copied beside; the next commit then begins at the log's start.
    async fn begin_log_anew(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let copied = match timeout(WRITTEN_WITHIN, checkpoint::copy(&mut connection)).await {
            Ok(copied) => copied.map_err(NotWritten::from),
            Err(late) => Err(late.into()),
        };
        self.keep_if_well(connection, &copied).await;
    }

    /// Outages that nobody has stored yet go first.
    async fn commit(&mut self, connection: &mut AnyConnection, batches: &[&Batch]) -> Result<(), NotWritten> {
        let outages = self.time.unstored();
        if outages.is_empty() && self.is_penned(batches)? {
            return Ok(());
        }
        let node = self.door.node().map(String::as_str);
        let written = timeout(WRITTEN_WITHIN, batch::transact(connection, &outages, batches, node)).await?;
        written.map_err(if node.is_some() { NotWritten::of_node } else { NotWritten::from })?;
        self.time.stored(outages.len());
        Ok(())
    }

    /// Writes what is nothing but events where that needs no other thread; whether that was done.
    fn is_penned(&mut self, batches: &[&Batch]) -> Result<bool, NotWritten> {
        let Some(quill) = &mut self.quill else { return Ok(false) };
        if !batches.iter().all(|batch| batch.is_events_only()) {
            return Ok(false);
        }
        let rows: Vec<_> = batches.iter().flat_map(|batch| &batch.events).collect();
        Ok(quill.write(&rows)? == Stroke::Written)
    }

    /// After a failed transaction: which of its batches are in the database all the same. The answer to a commit may be lost
    /// where the commit is not.
    async fn look_up(&mut self, batches: &[&Batch]) -> Vec<bool> {
        let mut found = vec![false; batches.len()];
        let Some(mut fresh) = self.open_patiently().await else { return found };
        for (batch, found) in batches.iter().zip(&mut found) {
            match timeout(OPENED_WITHIN, batch.is_in(&mut fresh)).await {
                Ok(Ok(is_in)) => *found = is_in,
                Ok(Err(_)) | Err(_) => break,
            }
        }
        self.prove(fresh).await;
        found
    }

    async fn open_patiently(&mut self) -> Option<AnyConnection> {
        let until = Instant::now() + DOUBT_MAX;
        loop {
            match self.open().await {
                Ok(fresh) => return Some(fresh),
                Err(_) if Instant::now() < until => sleep(RETRY_EVERY).await,
                Err(error) => {
                    tracing::error!(%error, "the database cannot be opened");
                    return None;
                }
            }
        }
    }

    async fn open(&mut self) -> Result<AnyConnection, NotWritten> {
        timeout(OPENED_WITHIN, self.door.open_to_write()).await?.map_err(|error| NotWritten::failed(error.to_string()))
    }

    /// Takes a connection for the work if a second one can read what it has committed. Nobody's clock has run since
    /// the last one failed.
    async fn prove(&mut self, mut fresh: AnyConnection) {
        let mut is_proven = self.is_read_back(&mut fresh).await;
        if is_proven && self.failing_since_ms.is_some_and(|since_ms| self.time.note_outage(since_ms)) {
            is_proven = self.is_read_back(&mut fresh).await;
        }
        if !is_proven {
            return close(fresh).await;
        }
        tracing::info!("the database takes what is written");
        (self.connection, self.failing_since_ms) = (Some(fresh), None);
        self.quill = quill(&self.door);
        self.health.send_replace(Health::Well);
    }

    /// Every proof is a sign of life of its own, so that none is taken for another.
    async fn is_read_back(&mut self, fresh: &mut AnyConnection) -> bool {
        self.proof_ms = self.time.now_ms().max(self.proof_ms + 1);
        let is_committed = self.commit(fresh, &[&Batch::alive(self.proof_ms)]).await.is_ok();
        let read = timeout(OPENED_WITHIN, super::last_alive(&self.readers, self.door.node()));
        is_committed && matches!(read.await, Ok(Ok(Some(read_ms))) if read_ms == self.proof_ms)
    }

    async fn part(&mut self) {
        if let Some(checkpoints) = self.checkpoints.take() {
            let _ = timeout(CLOSED_WITHIN, checkpoints.end()).await;
        }
        if let Some(connection) = self.connection.take() {
            close(connection).await;
        }
    }
}

/// Without one there is always the slower way.
fn quill(door: &Door) -> Option<Quill> {
    let opened = Quill::open(door).inspect_err(|error| tracing::warn!(%error, "moves are written the slower way"));
    opened.ok().flatten()
}

/// A connection that does not end in time is left to itself.
async fn close(connection: AnyConnection) {
    let _ = timeout(CLOSED_WITHIN, connection.close()).await;
}

/// Whoever no longer waits does not need the answer.
fn answer(job: Job, written: Result<(), NotWritten>) {
    if let Err(error) = &written
        && !error.is_answer()
    {
        tracing::error!(%error, "a batch was not written");
    }
    let _ = job.done.send(written);
}

/// Keeps the server's last sign of life fresh. One that fails is followed by the next.
pub(crate) async fn keep_alive(writer: Writer, time: Arc<Time>, every: Duration) {
    loop {
        // The writer itself has said what is wrong.
        let _ = writer.write(Batch::alive(time.now_ms())).await;
        sleep(every).await;
    }
}
