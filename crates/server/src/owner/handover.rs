//! How a game comes to one of several nodes, and what that costs nobody: time in which it was not served.

use room::Event;
use serde_json::json;
use tungstenite::Utf8Bytes;

use super::actor::{Actor, Broken};
use crate::store::{Batch, LEASE_MS};

/// How this process came by a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hold {
    /// There is no other process.
    Alone,
    /// Nobody had it, and nobody should have.
    Free,
    /// It was here before.
    Kept,
    /// Whoever had it is gone, since then.
    Lost {
        /// By the clock of the database.
        since_ms: i64,
    },
}

/// What one of several processes has to see to in a game of its own.
#[derive(Debug)]
pub(super) struct Handover {
    /// How often this process had not run when that was last noted here.
    stalled: usize,
    /// Whether what is stored next ends the time in which nobody had the game.
    pub(super) resumes: bool,
}

impl Actor {
    /// Goes on where a former owner has stopped.
    pub(super) async fn resume(&mut self, hold: Hold) -> Result<(), Broken> {
        if hold == Hold::Alone {
            return Ok(());
        }
        let (stalls, stalled) = self.house.time.stalls();
        self.handover = Some(Handover { stalled, resumes: matches!(hold, Hold::Lost { .. }) });
        match hold {
            Hold::Alone | Hold::Free => Ok(()),
            Hold::Kept => {
                let missed_ms = stalls.iter().map(|stall| self.unserved_ms(stall.from_ms, stall.to_ms)).sum();
                self.pause(missed_ms).await
            }
            Hold::Lost { since_ms } => {
                let now_ms = self.now().at_ms;
                // Whoever has days need not be here; the others could not come.
                let to_ms = if self.sitting.is_over_days() { now_ms.min(since_ms + LEASE_MS) } else { now_ms };
                self.pause(self.unserved_ms(since_ms, to_ms)).await
            }
        }
    }

    /// Notes that this process did not run, if it did not since that was last looked at.
    pub(super) async fn note_stalls(&mut self) -> Result<(), Broken> {
        // Whoever asks for the time finds the gap.
        let _ = self.now();
        let Some(handover) = &mut self.handover else { return Ok(()) };
        if handover.stalled == self.house.time.stalled() {
            return Ok(());
        }
        let (stalls, stalled) = self.house.time.stalls();
        let noted = std::mem::replace(&mut handover.stalled, stalled);
        let new = stalls.iter().rev().take(stalled - noted);
        let missed_ms = new.map(|stall| self.unserved_ms(stall.from_ms, stall.to_ms)).sum();
        self.pause(missed_ms).await
    }

    /// Whether the game has gone on elsewhere, as it must have where somebody has seen more of it than is known here: it was taken from
    /// us and came back, and nobody could tell us.
    pub(super) async fn is_behind(&self, seen: Option<u32>) -> bool {
        let version = self.sitting.version();
        if self.handover.is_none() || seen.is_none_or(|seen| seen <= version) {
            return false;
        }
        // Anybody may say anything; the database knows.
        self.house.store.latest(self.sitting.id()).await.is_ok_and(|latest| latest > i64::from(version))
    }

    /// How long that was for this table: what lies before it was last served, or in an outage of all, does not count.
    fn unserved_ms(&self, from_ms: i64, to_ms: i64) -> i64 {
        let time = &self.house.time;
        (time.uptime_ms(to_ms) - time.uptime_ms(from_ms.max(self.sitting.served_ms()))).max(0)
    }

    /// Gives time back, and notes that the game is served again if it was not.
    async fn pause(&mut self, ms: i64) -> Result<(), Broken> {
        let ms = u64::try_from(ms).unwrap_or(0);
        if ms > 0 && self.sitting.has_clock() && self.sitting.table().is_some_and(|table| table.outcome().is_none()) {
            let (before, stamp) = (self.sitting.version(), self.now());
            let event = Event::Pause { ms };
            self.sitting.happen(&event, stamp).map_err(|_| Broken)?;
            self.store(before, vec![event], stamp, None).await?;
            self.publish(before);
        } else if let Some(handover) = self.handover.as_mut().filter(|handover| handover.resumes) {
            handover.resumes = false;
            let batch = Batch { resumed: Some(self.sitting.id()), ..Batch::default() };
            // What is not noted now is noted once more by whoever comes next.
            let _ = self.house.store.writer().write(batch).await;
        }
        Ok(())
    }
}

/// Tells a socket to come back at once: it finds the game elsewhere.
pub(super) fn moved() -> Utf8Bytes {
    json!({ "t": "bye", "code": "E_MOVED" }).to_string().into()
}
