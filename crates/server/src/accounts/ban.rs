//! Whoever is shut out: sessions end, and running games are given up.

use crate::error::Refused;
use crate::ids::{self, PersonId};
use crate::owner::Request;
use crate::rooms::Rooms;
use crate::store::{Action, Amend, Batch, Store, Ticket, TicketKind, TokenChange};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The most running games of one person that are left at once; the rest follows.
const GAMES_MAX: u32 = 1000;

/// Who shuts whom out, why, and for how long.
pub(crate) struct Ban {
    /// By whom; empty if at the machine itself.
    pub(crate) by: String,
    /// Whom.
    pub(crate) person: PersonId,
    /// Why, as they say.
    pub(crate) why: String,
    /// For how many days; for ever if left out, and no longer if none.
    pub(crate) days: Option<u32>,
}

impl Ban {
    /// Whether it lets somebody in again.
    #[must_use]
    pub(crate) const fn is_lifted(&self) -> bool {
        matches!(self.days, Some(0))
    }

    /// What is written. From then on the work is done, now or after a crash.
    #[must_use]
    pub(crate) fn amends(self, at_ms: i64) -> Vec<Amend> {
        let is_lifted = self.is_lifted();
        let until_ms = match self.days {
            Some(0) => 0,
            Some(days) => at_ms + i64::from(days) * DAY_MS,
            None => i64::MAX,
        };
        let (about, what) = (self.person, if is_lifted { "unban" } else { "ban" });
        let (id, about_whom, game) = (ids::short_secret(), Some(about), None);
        let action = Action { id, by: self.by, about: about_whom, what, why: self.why, game, at_ms, until_ms };
        let mut amends = vec![Amend::Ban(about, until_ms), Amend::Action(action)];
        if !is_lifted {
            amends.extend([
                Amend::LeaveAll(about, String::new()),
                Amend::Token(TokenChange::AllRevoked(about)),
                Amend::Ticket(job(about, at_ms)),
            ]);
        }
        amends
    }
}

/// There is one such job a person.
fn job(person: PersonId, created_ms: i64) -> Ticket {
    let hash = ids::sha256(format!("expel {person}").as_bytes());
    let (kind, data) = (TicketKind::Expel, String::new());
    Ticket { hash, kind, person: person.to_string(), data, created_ms, expires_ms: i64::MAX }
}

/// Has everybody who was shut out leave all tables. A table that was left already does nothing.
///
/// # Errors
/// If it cannot be done; it is tried again.
pub(crate) async fn rest(store: &Store, rooms: &Rooms, now_ms: i64) -> Result<(), Refused> {
    for job in store.jobs(TicketKind::Expel, now_ms).await.map_err(Refused::logged)? {
        let Ok(person) = job.person.parse() else { continue };
        for listed in store.running(person, GAMES_MAX).await.map_err(Refused::logged)? {
            rooms.ask_anywhere(listed.game, |answer| Request::Expel { person, answer }).await?;
        }
        let used = Batch::about_people(vec![Amend::Used(job.hash, now_ms)]);
        store.writer().write(used).await.map_err(Refused::logged)?;
    }
    Ok(())
}
