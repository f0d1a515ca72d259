//! Puts up on the board what the desk lends out, and brings back what comes of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use engine::Thought;
use tokio::time::Instant;

use super::{Answered, TRIES_MAX};
use crate::brains::{Loan, THOUGHT_MS_MAX};
use crate::house::House;
use crate::ids;
use crate::store::{NewJob, Standing};

/// How often it is looked what has come, while something is away; what comes to this house itself is brought at once.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How often it is looked who is there.
const COUNT_EVERY: Duration = Duration::from_secs(1);
/// How often the board is tidied, and how long a job outlasts a house that does not say that it wants it.
const TIDY_EVERY: Duration = Duration::from_secs(10);
const KEPT_MS: i64 = 40_000;
/// After how long a worker who does not come is forgotten.
const GONE_MS: i64 = 24 * 60 * 60 * 1000;
/// How much longer than its thought a job may take: to be read, to be told, to be sent.
const WAY_MS: u64 = 3_000;

/// Lends out until the house ends.
pub(crate) async fn keep_lending(house: Arc<House>) {
    if let Err(error) = house.store.board().begin().await {
        tracing::warn!(%error, "the board of jobs cannot be cleared");
    }
    let mut lender = Lender { out: HashMap::new(), counted_at: None, tidied_at: None, house };
    loop {
        if let Err(error) = lender.round().await {
            tracing::warn!(%error, "the board of jobs cannot be used");
            lender.all_home();
            tokio::time::sleep(COUNT_EVERY).await;
        }
        let (thinkers, workers) = (&lender.house.thinkers, &lender.house.workers);
        tokio::select! {
            () = thinkers.lends() => {}
            () = workers.answered.notified() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}

struct Lender {
    house: Arc<House>,
    /// What is on the board, by its name there.
    out: HashMap<String, Out>,
    counted_at: Option<Instant>,
    tidied_at: Option<Instant>,
}

/// A job that is away.
struct Out {
    number: u64,
    /// How often it had been taken when we last looked.
    tries: i64,
    /// The last that was told of it.
    told: String,
}

impl Lender {
    async fn round(&mut self) -> Result<(), sqlx::Error> {
        self.count().await?;
        let (loans, void) = self.house.thinkers.loans();
        for number in void {
            self.drop_job(number).await?;
        }
        for loan in loans {
            self.post(loan).await?;
        }
        if self.out.is_empty() {
            self.count_jobs(0, 0);
        } else {
            self.look().await?;
        }
        self.tidy().await
    }

    async fn count(&mut self) -> Result<(), sqlx::Error> {
        if self.counted_at.is_none_or(|at| at.elapsed() >= COUNT_EVERY) {
            let now_ms = self.house.time.now_ms();
            let since_ms = now_ms - millis(self.house.workers.waits.present);
            let has_workers = self.house.store.board().has_workers(since_ms, now_ms).await?;
            self.house.thinkers.have_workers(has_workers);
            self.counted_at = Some(Instant::now());
        }
        Ok(())
    }

    async fn post(&mut self, Loan { number, question, rank }: Loan) -> Result<(), sqlx::Error> {
        let Ok(payload) = serde_json::to_string(&question) else {
            self.house.thinkers.come_home(number);
            return Ok(());
        };
        let (id, now_ms) = (ids::short_secret(), self.house.time.now_ms());
        let kind = if question.is_study() { "study" } else { "move" };
        let run_ms = question.time_ms().unwrap_or(THOUGHT_MS_MAX).min(THOUGHT_MS_MAX) + WAY_MS;
        let job = NewJob { id: id.clone(), kind, payload, rank, run_ms: i64::try_from(run_ms).unwrap_or(i64::MAX) };
        // Known before it is there: whatever fails, it comes home.
        self.out.insert(id, Out { number, tries: 0, told: String::new() });
        self.house.store.board().post(&self.house.workers.home, job, now_ms, now_ms + KEPT_MS).await?;
        self.house.workers.posted.notify_one();
        Ok(())
    }

    async fn drop_job(&mut self, number: u64) -> Result<(), sqlx::Error> {
        let id = self.out.iter().find(|(_, out)| out.number == number).map(|(id, _)| id.clone());
        if let Some(id) = id {
            self.out.remove(&id);
            self.house.store.board().drop_job(&id).await?;
        }
        Ok(())
    }

    /// Looks how everything stands that is away.
    async fn look(&mut self) -> Result<(), sqlx::Error> {
        let standings = self.house.store.board().news(&self.house.workers.home).await?;
        let now_ms = self.house.time.now_ms();
        let is_taken = |standing: &&Standing| standing.lease_ms > now_ms && standing.answer.is_empty();
        let taken = standings.iter().filter(is_taken).count();
        let open = standings.iter().filter(|standing| standing.answer.is_empty()).count();
        self.count_jobs(open - taken, taken);
        let mut missing: Vec<String> = self.out.keys().cloned().collect();
        for standing in standings {
            missing.retain(|id| *id != standing.id);
            self.follow(standing, now_ms).await?;
        }
        // The board was emptied under us.
        for number in missing.into_iter().filter_map(|id| self.out.remove(&id)).map(|out| out.number) {
            self.house.thinkers.lend_again(number);
        }
        Ok(())
    }

    fn count_jobs(&self, waiting: usize, taken: usize) {
        self.house.workers.tally.waiting.set(waiting);
        self.house.workers.tally.taken.set(taken);
    }

    async fn follow(&mut self, standing: Standing, now_ms: i64) -> Result<(), sqlx::Error> {
        let House { thinkers, workers, store, .. } = &*self.house;
        let Some(out) = self.out.get_mut(&standing.id) else { return store.board().drop_job(&standing.id).await };
        if standing.tries > out.tries {
            let again = standing.tries - out.tries.max(1);
            workers.tally.retaken.add(u64::try_from(again).unwrap_or(0));
            out.tries = standing.tries;
        }
        if !standing.told.is_empty() && standing.told != out.told {
            if let Ok(lines) = serde_json::from_str::<Vec<Thought>>(&standing.told) {
                thinkers.told(out.number, &lines);
            }
            out.told.clone_from(&standing.told);
        }
        let answered = serde_json::from_str::<Answered>(&standing.answer);
        if let Ok(Answered { answer, lines, thought_ms }) = answered {
            thinkers.thought(out.number, answer, &lines, thought_ms);
            workers.tally.done.add(1);
            let took = u64::try_from(standing.answered_ms - standing.made_ms).unwrap_or(0);
            workers.tally.time.took(Duration::from_millis(took));
        } else if is_in_vain(&standing, now_ms, thinkers.thinks().then_some(workers.waits.untaken)) {
            workers.tally.home.add(1);
            thinkers.come_home(out.number);
        } else {
            return Ok(());
        }
        self.out.remove(&standing.id);
        store.board().drop_job(&standing.id).await
    }

    async fn tidy(&mut self) -> Result<(), sqlx::Error> {
        if self.tidied_at.is_none_or(|at| at.elapsed() >= TIDY_EVERY) {
            let now_ms = self.house.time.now_ms();
            let (home, board) = (&self.house.workers.home, self.house.store.board());
            board.tidy(home, now_ms, now_ms + KEPT_MS, now_ms - GONE_MS).await?;
            self.tidied_at = Some(Instant::now());
        }
        Ok(())
    }

    /// Without the board the house thinks by itself. What is left there nobody wants.
    fn all_home(&mut self) {
        self.house.thinkers.have_workers(false);
        self.counted_at = None;
        for (_, out) in self.out.drain() {
            self.house.thinkers.come_home(out.number);
        }
    }
}

/// Whether a job comes home: it was taken too often in vain, or nobody takes it, as far as there is a place at home.
fn is_in_vain(standing: &Standing, now_ms: i64, untaken: Option<Duration>) -> bool {
    if standing.lease_ms > now_ms {
        return false;
    }
    let since_ms = standing.made_ms.max(standing.lease_ms);
    standing.tries >= TRIES_MAX || untaken.is_some_and(|untaken| now_ms - since_ms > millis(untaken))
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
