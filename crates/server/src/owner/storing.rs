//! What the owner of a game writes.

use room::{Chair, Event, GameId, Moment, PersonId, Phase, Plan, Sitting, Spoiled};
use tokio::time::Instant;

use super::actor::{Actor, Broken};
use super::card;
use crate::store::{Batch, NewGame};

impl Actor {
    /// Writes events that have happened since version `before`; the acknowledgment goes with the last.
    pub(super) async fn store(
        &self,
        before: u32,
        events: &[Event],
        moment: Moment,
        receipt: Option<(PersonId, &str)>,
    ) -> Result<(), Broken> {
        if events.is_empty() {
            return Ok(());
        }
        let batch = self.batch(before, events, moment, receipt).map_err(|error| {
            tracing::error!(%error, "events cannot be written");
            Broken
        })?;
        let began = Instant::now();
        self.house.store.writer().write(batch).await.map_err(|_| Broken)?;
        self.house.metrics.stored(events.len(), began.elapsed());
        Ok(())
    }

    fn batch(
        &self,
        before: u32,
        events: &[Event],
        moment: Moment,
        receipt: Option<(PersonId, &str)>,
    ) -> Result<Batch, Spoiled> {
        let id = self.sitting.id();
        let mut batch = Batch::default();
        for event in events {
            match event {
                Event::Sit { who, .. } => batch.holders.extend(holder(&who.chair, id, moment)),
                Event::Adopt(heir) => batch.holders.push((heir.to, id, moment.at_ms)),
                Event::Rematch { game } => self.add_rematch(*game, moment, &mut batch)?,
                _ => {}
            }
        }
        if card::is_due(&self.sitting, events) {
            batch.cards.push(card::card(&self.sitting));
        }
        add_events(&mut batch, id, before, events, moment, receipt)?;
        Ok(batch)
    }

    /// A game that leaves memory leaves a card behind that knows of all its moves.
    pub(super) async fn leave_card(&self) {
        if self.sitting.phase() == Phase::Playing {
            let cards = vec![card::card(&self.sitting)];
            // What fails is in the log, and the card is made anew when somebody asks.
            let _ = self.house.store.writer().write(Batch { cards, ..Batch::default() }).await;
        }
    }

    fn add_rematch(&self, game: GameId, moment: Moment, batch: &mut Batch) -> Result<(), Spoiled> {
        let next = new_table(game, self.sitting.next_plan(), moment)?;
        batch.game = next.game;
        batch.holders.extend(next.holders);
        batch.cards.extend(next.cards);
        batch.events.extend(next.events);
        Ok(())
    }
}

/// What is to be written of a new table.
pub(crate) fn new_table(id: GameId, plan: Plan, moment: Moment) -> Result<Batch, Spoiled> {
    let text = serde_json::to_string(&plan)?;
    let mut batch = Batch {
        game: Some(NewGame { id, plan: text, created_ms: moment.at_ms }),
        holders: plan.chairs.iter().filter_map(|chair| holder(chair, id, moment)).collect(),
        ..Batch::default()
    };
    let (sitting, events) = Sitting::begun(id, plan, moment)?;
    batch.cards.push(card::card(&sitting));
    add_events(&mut batch, id, 0, &events, moment, None)?;
    Ok(batch)
}

fn holder(chair: &Chair, game: GameId, moment: Moment) -> Option<(PersonId, GameId, i64)> {
    match chair {
        Chair::Person { guest, .. } => Some((*guest, game, moment.at_ms)),
        _ => None,
    }
}

fn add_events(
    batch: &mut Batch,
    id: GameId,
    before: u32,
    events: &[Event],
    moment: Moment,
    receipt: Option<(PersonId, &str)>,
) -> Result<(), Spoiled> {
    let rows = room::rows(events, moment, receipt)?;
    batch.events.extend((i64::from(before) + 1..).zip(rows).map(|(version, row)| (id, version, row)));
    Ok(())
}
