//! Whoever signs in brings along what they have played as a guest.

use futures_util::future::join_all;

use room::Heir;

use crate::error::Refused;
use crate::ids::{PersonId, sha256};
use crate::owner::Request;
use crate::rooms::Rooms;
use crate::store::{Amend, Batch, Store, Ticket, TicketKind};

/// How many games come along, the latest first.
const GAMES_MAX: u32 = 200;
/// How many at a time: each is loaded and stored.
const AT_ONCE: usize = 8;

/// What is written together with signing in: from then on the work is done, now or after a crash.
#[must_use]
pub(crate) fn beginning(from: PersonId, to: PersonId, created_ms: i64) -> [Amend; 8] {
    let (person, data) = (to.to_string(), from.to_string());
    let job = Ticket { hash: job(from), kind: TicketKind::Adopt, person, data, created_ms, expires_ms: i64::MAX };
    [
        Amend::Ticket(job),
        Amend::Merge(from, to),
        Amend::Learned(from, to),
        Amend::Attended(from, to),
        Amend::Inherit(from, to),
        Amend::Solved(from, to),
        Amend::Tried(from, to),
        Amend::Studies(from, to),
    ]
}

/// There is one such job a guest.
fn job(from: PersonId) -> String {
    sha256(format!("adopt {from}").as_bytes())
}

/// Has every game of a guest give its seats to a member; how many did. A game that did already does nothing.
///
/// # Errors
/// If a game could not; the rest of the work is done later.
pub(crate) async fn all(
    store: &Store,
    rooms: &Rooms,
    from: PersonId,
    to: PersonId,
    now_ms: i64,
) -> Result<usize, Refused> {
    let games = store.games_of(from, GAMES_MAX).await.map_err(Refused::logged)?;
    let (mut brought, heir) = (0, Heir { from, to });
    for games in games.chunks(AT_ONCE) {
        let asked = games
            .iter()
            .map(|game| rooms.ask_anywhere(*game, |answer| Request::Adopt { heir: Box::new(heir), answer }));
        for answer in join_all(asked).await {
            brought += usize::from(answer?);
        }
    }
    let used = Batch::about_people(vec![Amend::Used(job(from), now_ms)]);
    store.writer().write(used).await.map_err(Refused::logged)?;
    Ok(brought)
}

/// Goes on with what was begun and not done.
///
/// # Errors
/// If it cannot; it is tried again.
pub(crate) async fn rest(store: &Store, rooms: &Rooms, now_ms: i64) -> Result<(), Refused> {
    for job in store.jobs(TicketKind::Adopt, now_ms).await.map_err(Refused::logged)? {
        if let (Ok(from), Ok(to)) = (job.data.parse(), job.person.parse()) {
            all(store, rooms, from, to, now_ms).await?;
        }
    }
    Ok(())
}
