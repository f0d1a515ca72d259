//! Those who think for the house elsewhere: processes on other machines that ask for jobs (`http/jobs.rs`).
//!
//! The desk lends thoughts out (`brains/desk/lending.rs`), `lender.rs` puts them up on the board of the database and brings the
//! answers back, whichever node they came to. Nobody is trusted: what is answered goes through the rules (`answered.rs`).

mod answered;
mod lender;

use std::time::Duration;

use tokio::sync::Notify;

use crate::ids;
use crate::metrics::{Counter, Gauge, Histogram, Times};

pub(crate) use answered::{Answered, TOLD_BYTES_MAX, told};
pub(crate) use lender::keep_lending;

/// How often a job may be taken in vain before the house thinks by itself.
pub(crate) const TRIES_MAX: i64 = 2;
/// How many answers of a worker may be refused before it is set aside.
pub(crate) const REFUSED_MAX: i64 = 3;

/// How long is waited for whom.
#[derive(Clone, Copy, Debug)]
pub struct WorkWaits {
    /// How long a worker has a job unless it says that it still does.
    pub lease: Duration,
    /// How often it is to say so.
    pub renew: Duration,
    /// How long a request for a job waits for one.
    pub poll: Duration,
    /// After how long a job that nobody takes is done at home.
    pub untaken: Duration,
    /// How long a worker counts as there after it has asked.
    pub present: Duration,
    /// For how long one is set aside whose answers were refused.
    pub aside: Duration,
}

impl Default for WorkWaits {
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(15),
            renew: Duration::from_secs(5),
            poll: Duration::from_secs(7),
            untaken: Duration::from_secs(1),
            present: Duration::from_secs(15),
            aside: Duration::from_mins(10),
        }
    }
}

/// What is shared between those who ask for jobs and the one who puts them up.
pub(crate) struct Workers {
    /// Under this name our jobs are on the board.
    pub(crate) home: String,
    /// How long is waited for whom.
    pub(crate) waits: WorkWaits,
    /// There is something to do.
    pub(crate) posted: Notify,
    /// Something was told or answered.
    pub(crate) answered: Notify,
    /// What is counted.
    pub(crate) tally: Tally,
}

/// What is counted of jobs.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Those that wait for a worker.
    pub(crate) waiting: Gauge,
    /// Those that a worker has.
    pub(crate) taken: Gauge,
    /// Those that were answered.
    pub(crate) done: Counter,
    /// How often one was taken back from a worker who did not answer.
    pub(crate) retaken: Counter,
    /// How often the house did one itself after all.
    pub(crate) home: Counter,
    /// Answers that no honest worker gives.
    pub(crate) refused: Counter,
    /// From putting a job up to its answer.
    pub(crate) time: Histogram<Times>,
}

impl Workers {
    /// Nobody is there yet.
    #[must_use]
    pub(crate) fn new(waits: WorkWaits) -> Self {
        let (posted, answered) = (Notify::new(), Notify::new());
        Self { home: ids::short_secret(), waits, posted, answered, tally: Tally::default() }
    }
}
