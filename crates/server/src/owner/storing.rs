//! What the owner of a game writes.

use std::sync::atomic::Ordering;

use ratings::Standing;
use room::{Chair, Event, GameId, PersonId, Phase, Plan, Refused, Sitting, Spoiled, Stamp};
use tokio::time::Instant;

use super::actor::{Actor, Broken};
use super::card;
use crate::house::House;
use crate::scores;
use crate::store::{Batch, NewGame, NotWritten};

impl Actor {
    /// Writes events that have happened since version `before`; the acknowledgment goes with the last.
    pub(super) async fn store(
        &mut self,
        before: u32,
        mut events: Vec<Event>,
        stamp: Stamp,
        receipt: Option<(PersonId, &str)>,
    ) -> Result<(), Broken> {
        if events.is_empty() {
            return Ok(());
        }
        if events.iter().any(|event| matches!(event, Event::Start(_))) {
            let chairs = self.sitting.chairs();
            let standing = Box::pin(self.house.standing(self.sitting.plan(), &chairs, stamp.at_ms)).await;
            self.sitting.counts(&standing, &mut events);
        }
        let mut batch = self.batch(before, &events, stamp, receipt).await.map_err(|error| {
            tracing::error!(%error, "events cannot be written");
            Broken
        })?;
        if let Some(ending) = &mut batch.ending {
            Box::pin(scores::note_bots(&self.house.store, ending)).await.map_err(|error| {
                tracing::error!(%error, "it cannot be found out who is a bot");
                Broken
            })?;
        }
        let is_due = batch.ending.as_ref().is_some_and(|ending| ending.is_due);
        let began = Instant::now();
        let resumes = self.handover.as_mut().is_some_and(|handover| std::mem::take(&mut handover.resumes));
        batch.resumed = resumes.then(|| self.sitting.id());
        if let Err(error) = self.house.store.writer().write(batch).await {
            self.has_moved.fetch_or(error == NotWritten::Moved, Ordering::Relaxed);
            return Err(Broken);
        }
        self.house.metrics.stored(events.len(), began.elapsed());
        if is_due {
            self.house.scores.ended();
        }
        self.ring(&events);
        if events.iter().any(|event| matches!(event, Event::Sit { .. } | Event::Adopt(_))) {
            Box::pin(self.learn()).await;
        }
        // Before anybody is answered, so that the next who looks for a table finds this one as it is.
        self.keep_listed().await;
        Ok(())
    }

    async fn batch(
        &self,
        before: u32,
        events: &[Event],
        stamp: Stamp,
        receipt: Option<(PersonId, &str)>,
    ) -> Result<Box<Batch>, Refused> {
        let id = self.sitting.id();
        let mut batch = Box::<Batch>::default();
        for event in events {
            match event {
                Event::Sit { who, .. } => batch.holders.extend(holder(&who.chair, id, stamp)),
                Event::Adopt(heir) => batch.holders.push((heir.to, id, stamp.at_ms)),
                Event::Rematch { game } => Box::pin(self.add_rematch(*game, stamp, &mut batch)).await?,
                _ => {}
            }
        }
        if card::is_due(&self.sitting, events) {
            batch.cards.push(card::card(&self.sitting));
        }
        batch.attended = self.attended(events, receipt.map(|(by, _)| by), stamp);
        add_events(&mut batch, id, before, events, stamp, receipt)?;
        if events.iter().any(Event::is_deed) {
            batch.ending = self.sitting.ending(stamp);
        }
        Ok(batch)
    }

    /// A game that leaves memory leaves a card behind that knows of all its moves.
    pub(super) async fn leave_card(&self) {
        let is_playing = self.sitting.phase() == Phase::Playing;
        let cards = if is_playing { vec![card::card(&self.sitting)] } else { Vec::new() };
        // One of several processes gives it up with that.
        let released = self.handover.as_ref().map(|_| self.sitting.id());
        if is_playing || released.is_some() {
            // What fails is in the log, and the card is made anew when somebody asks.
            let _ = self.house.store.writer().write(Batch { cards, released, ..Batch::default() }).await;
        }
    }

    async fn add_rematch(&self, game: GameId, stamp: Stamp, batch: &mut Batch) -> Result<(), Refused> {
        let plan = self.sitting.next_plan();
        let standing = self.house.standing(&plan, &plan.chairs, stamp.at_ms).await;
        let next = new_table(game, plan, &standing, stamp, &self.house)?;
        batch.game = next.game;
        batch.holders.extend(next.holders);
        batch.cards.extend(next.cards);
        batch.events.extend(next.events);
        Ok(())
    }
}

/// What is to be written of a new table.
pub(crate) fn new_table(
    id: GameId,
    plan: Plan,
    standing: &Standing,
    stamp: Stamp,
    house: &House,
) -> Result<Batch, Refused> {
    let text = serde_json::to_string(&plan).map_err(Spoiled::from)?;
    let mut batch = Batch {
        game: Some(NewGame { id, plan: text, created_ms: stamp.at_ms }),
        holders: plan.chairs.iter().filter_map(|chair| holder(chair, id, stamp)).collect(),
        ..Batch::default()
    };
    let (mut sitting, mut events) = Sitting::begun(id, plan, stamp, house)?;
    sitting.counts(standing, &mut events);
    batch.cards.push(card::card(&sitting));
    add_events(&mut batch, id, 0, &events, stamp, None)?;
    Ok(batch)
}

fn holder(chair: &Chair, game: GameId, stamp: Stamp) -> Option<(PersonId, GameId, i64)> {
    match chair {
        Chair::Person { guest, .. } => Some((*guest, game, stamp.at_ms)),
        _ => None,
    }
}

fn add_events(
    batch: &mut Batch,
    id: GameId,
    before: u32,
    events: &[Event],
    stamp: Stamp,
    receipt: Option<(PersonId, &str)>,
) -> Result<(), Spoiled> {
    let rows = room::rows(events, stamp, receipt)?;
    batch.events.extend((i64::from(before) + 1..).zip(rows).map(|(version, row)| (id, version, row)));
    Ok(())
}
