//! A game as a store keeps it: rows of text, from which it comes back as it was.

use crate::event::Event;
use crate::host::Stamp;
use crate::ids::{GameId, PersonId};
use crate::past::{self, Kept};
use crate::sitting::{Sitting, Spoiled};

/// A game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// What was agreed when the table was made, as JSON.
    pub plan: String,
    /// When that was.
    pub created_ms: i64,
    /// What has happened since, the first at version 1.
    pub events: Vec<StoredEvent>,
}

/// One event of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// When it happened.
    pub at_ms: i64,
    /// Whose message brought it about, and the id of that message; both empty if none did.
    pub guest: String,
    /// See `guest`.
    pub ack: String,
    /// The event as JSON.
    pub body: String,
}

/// The rows of events that have happened at once, for those versions; the receipt goes with the last.
///
/// # Errors
/// Never for events of ours.
pub fn rows(events: &[Event], stamp: Stamp, receipt: Option<(PersonId, &str)>) -> Result<Vec<StoredEvent>, Spoiled> {
    let row = |(number, event): (usize, &Event)| {
        let receipt = receipt.filter(|_| number == events.len());
        let (guest, ack) = receipt.map_or((String::new(), ""), |(guest, ack)| (guest.to_string(), ack));
        let body = serde_json::to_string(event)?;
        Ok(StoredEvent { at_ms: stamp.at_ms, guest, ack: ack.to_owned(), body })
    };
    (1..).zip(events).map(row).collect()
}

impl Sitting {
    /// A stored table with all that has happened. What was taken back is not played again. `uptime` knows what the
    /// clock that stands still in outages showed at a time on the wall.
    ///
    /// # Errors
    /// If something in the store is not what we wrote.
    pub fn restored(id: GameId, stored: &StoredGame, uptime: &dyn Fn(i64) -> i64) -> Result<Self, Spoiled> {
        let read = |row: &StoredEvent| serde_json::from_str(&row.body);
        let events: Vec<Event> = stored.events.iter().map(read).collect::<Result<_, _>>()?;
        let folded = Self::folded(id, stored, &events, &past::kept(&events), uptime);
        folded.or_else(|_| Self::folded(id, stored, &events, &vec![Kept::WHOLE; events.len()], uptime))
    }

    fn folded(
        id: GameId,
        stored: &StoredGame,
        events: &[Event],
        kept: &[Kept],
        uptime: &dyn Fn(i64) -> i64,
    ) -> Result<Self, Spoiled> {
        let made = Stamp { at_ms: stored.created_ms, uptime_ms: uptime(stored.created_ms) };
        let mut sitting = Self::new(id, serde_json::from_str(&stored.plan)?, made)?;
        for ((row, event), kept) in stored.events.iter().zip(events).zip(kept) {
            let stamp = sitting.lived(Stamp { at_ms: row.at_ms, uptime_ms: uptime(row.at_ms) });
            sitting.apply(event, *kept, stamp)?;
            if let Ok(person) = row.guest.parse() {
                sitting.journal.acknowledge(person, &row.ack);
            }
        }
        Ok(sitting)
    }
}
