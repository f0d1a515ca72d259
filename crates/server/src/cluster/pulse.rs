//! Signs of life, once a second, and what follows from those of the others.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::{Cluster, LEASE};
use crate::house::House;
use crate::rooms::Rooms;
use crate::store::Pulse;

/// How often.
const EVERY: Duration = Duration::from_secs(1);
/// After how many of them it is looked whether all games in memory are still ours.
const LOOKS_EVERY: u32 = 10;
/// How long one may take.
const WITHIN: Duration = Duration::from_secs(2);

/// Gives signs of life as long as the server runs.
pub(crate) async fn keep_beating(house: Arc<House>, rooms: Rooms) {
    let Some(cluster) = &house.cluster else { return };
    let mut pulse = None;
    // Since when they have come without a break. Whoever was silent must not take the others for dead: perhaps nobody could speak.
    let mut steady_since: Option<Instant> = None;
    let mut beats = 0_u32;
    loop {
        let began = Instant::now();
        let buries = steady_since.is_some_and(|since| since.elapsed() > LEASE);
        if timeout(WITHIN, beat(&house, cluster, &rooms, &mut pulse, buries)).await == Ok(true)
            && began.elapsed() < LEASE
        {
            steady_since.get_or_insert(began);
        } else {
            (pulse, steady_since) = (None, None);
        }
        beats = beats.wrapping_add(1);
        if beats.is_multiple_of(LOOKS_EVERY) {
            // What was taken from us unheard is found at the latest now.
            let _ = rooms.let_go_of_lost(cluster.id()).await;
        }
        cluster.note_lead();
        sleep(EVERY.saturating_sub(began.elapsed())).await;
    }
}

/// One sign of life; whether it was given.
async fn beat(house: &House, cluster: &Cluster, rooms: &Rooms, pulse: &mut Option<Pulse>, buries: bool) -> bool {
    if pulse.is_none() {
        *pulse = house.store.pulse().await.ok();
    }
    let Some(open) = pulse else { return false };
    let began = Instant::now();
    let was_current = cluster.is_current();
    let beat = match open.beat(cluster.id(), cluster.address(), buries).await {
        Ok(beat) => beat,
        Err(error) => {
            tracing::error!(%error, "no sign of life can be given");
            return false;
        }
    };
    house.time.follow(beat.now_ms, began.elapsed());
    // Whoever was silent for too long may have been robbed. Nobody is served before that is known.
    if !was_current && rooms.let_go_of_lost(cluster.id()).await.is_err() {
        return false;
    }
    cluster.learned(began, beat.peers);
    true
}

/// Gives up all games and duties, for the others to take.
pub(crate) async fn leave(house: &House) {
    let Some(cluster) = &house.cluster else { return };
    let leaving = async {
        let mut pulse = house.store.pulse().await.ok()?;
        pulse.leave(cluster.id()).await.ok()
    };
    if timeout(WITHIN, leaving).await.ok().flatten().is_none() {
        tracing::warn!("the other nodes find out by themselves that this one has left");
    }
    cluster.forget();
}
