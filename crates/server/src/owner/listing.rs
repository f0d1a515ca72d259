//! What the owner of a game tells strangers: that its table waits for them, or that there is something to look at.

use std::time::Duration;

use room::{Chair, Event, Face, PersonId, Phase, Rater, Wish};
use tokio::time::Instant;

use super::actor::{Actor, Broken};
use crate::error::Refused;
use crate::lobby::{Picture, Rung, SitterSight, TableSight, UNRATED_STRENGTH};
use crate::store::{Guest, Kind};

/// What was last told of a table, and since when its maker is away.
#[derive(Default)]
pub(super) struct Listing {
    told: Option<TableSight>,
    /// After how many changes of seats and in which phase that was made.
    made: Option<(u32, Phase)>,
    /// On the clock that stands still in outages: nobody is away from a house that is down.
    away_since_ms: Option<i64>,
}

impl Actor {
    /// Keeps the lobby true.
    pub(super) async fn list(&mut self) {
        if !self.sitting.plan().listed {
            return;
        }
        let made = Some((self.sitting.seatings(), self.sitting.phase()));
        if self.listing.made != made {
            self.listing.told = Some(self.table_sight().await);
            self.listing.made = made;
        }
        self.note_maker();
        let (id, hidden) = (self.sitting.id(), self.house.lobby.waits.hidden);
        let is_shown = self.sitting.is_in_lobby() && self.away_for().is_none_or(|away| away < hidden);
        let lobby = &self.house.lobby;
        lobby.tables.see(id, self.listing.told.as_ref().filter(|_| is_shown));
        // Over days there is seldom anything to look at.
        let is_playing = self.sitting.phase() == Phase::Playing && !self.sitting.is_over_days();
        lobby.games.see(id, self.listing.told.as_ref().filter(|_| is_playing));
    }

    /// Whoever hears the bell elsewhere in the house comes when it rings; that is looked at anew before the table is hidden.
    fn note_maker(&mut self) {
        let maker = self.sitting.maker();
        let is_here = self.sockets.iter().any(|socket| socket.caller.person.is_some() && socket.caller.person == maker);
        let is_near = maker.is_some_and(|maker| self.house.lobby.bells.is_heard(maker));
        self.listing.away_since_ms = match self.listing.away_since_ms {
            _ if is_here => None,
            Some(since_ms) if !is_near => Some(since_ms),
            _ => Some(self.now().uptime_ms),
        };
    }

    /// How long the maker of a table has been away from it. Whoever plays over days need not be here.
    fn away_for(&self) -> Option<Duration> {
        let is_live = self.sitting.is_in_lobby() && !self.sitting.is_over_days();
        let since_ms = self.listing.away_since_ms.filter(|_| is_live)?;
        Some(Duration::from_millis(u64::try_from(self.now().uptime_ms - since_ms).unwrap_or(0)))
    }

    /// When to look at the lobby again: a table is hidden, later closed.
    pub(super) fn lists_at(&self) -> Option<Instant> {
        let (away, waits) = (self.away_for()?, self.house.lobby.waits);
        let next = [waits.hidden, waits.closed].into_iter().filter(|wait| *wait > away).min().unwrap_or(away);
        Some(Instant::now() + next.saturating_sub(away))
    }

    /// Whether the maker of a table has been away for too long.
    pub(super) fn is_abandoned(&self) -> bool {
        self.away_for().is_some_and(|away| away >= self.house.lobby.waits.closed)
    }

    /// Closes a table whose maker is not awaited any longer.
    pub(super) async fn close_abandoned(&mut self) -> Result<(), Broken> {
        let (before, stamp) = (self.sitting.version(), self.now());
        self.sitting.happen(&Event::Close, stamp).map_err(|_| Broken)?;
        self.store(before, vec![Event::Close], stamp, None).await?;
        self.publish(before);
        Ok(())
    }

    /// Nothing is told of a game any more that has left memory.
    pub(super) fn unlist(&self) {
        self.house.lobby.tables.see(self.sitting.id(), None);
        self.house.lobby.games.see(self.sitting.id(), None);
    }

    /// Shows the game as anybody may see it, if it is on.
    pub(super) fn air(&self) {
        let (kind, id, tv) = (self.sitting.kind().about().kind, self.sitting.id(), &self.house.lobby.tv);
        if !self.sitting.plan().listed || !tv.is_on(kind, id) {
            return;
        }
        let table = serde_json::to_string(&self.listing.told).unwrap_or_default();
        if let Some(screen) = self.sitting.screen_text(self.now()) {
            let has_result = self.sitting.table().is_some_and(|table| table.outcome().is_some());
            tv.show(kind, id, Picture { table, screen, made: Instant::now() }, has_result);
        }
    }

    async fn table_sight(&self) -> TableSight {
        let plan = self.sitting.plan();
        let chairs = self.sitting.chairs();
        let mut seats = Vec::with_capacity(chairs.len());
        for (name, chair) in self.sitting.names(&self.faces).into_iter().zip(&chairs) {
            seats.push(self.sitter_sight(chair, name).await);
        }
        let is_open = |chair: &&Chair| **chair == Chair::Open;
        TableSight {
            id: self.sitting.id(),
            kind: self.sitting.kind().about().kind,
            rules: plan.choices.clone(),
            pool: plan.pool(self.sitting.kind()),
            rated: plan.rated,
            clock: plan.control,
            free: chairs.iter().filter(is_open).count(),
            range: plan.range,
            members: plan.members,
            people: self.sitting.people().collect(),
            open: chairs.iter().position(|chair| *chair == Chair::Open).map(|seat| seat as u8),
            strength: seats.iter().find_map(|seat| seat.rating).unwrap_or(UNRATED_STRENGTH),
            since: self.listing.told.as_ref().map_or_else(Instant::now, |told| told.since),
            seats,
        }
    }

    async fn sitter_sight(&self, chair: &Chair, name: String) -> SitterSight {
        let face = |guest: &PersonId| Some(Face::word(self.faces.get(guest)));
        let (kind, person, level) = match chair {
            Chair::Open => ("open", None, None),
            Chair::Invited { guest } => ("invited", face(guest), None),
            Chair::Person { guest, .. } => ("person", face(guest), None),
            Chair::Computer { level } => ("computer", None, Some(level.clone())),
        };
        let rating = self.rating(Rater::on(chair).filter(|_| level.is_none())).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a rating cannot be looked up");
            None
        });
        let name = if level.is_some() { String::new() } else { name };
        SitterSight {
            kind,
            person,
            name,
            rating: rating.as_ref().map(ratings::Rating::shown),
            rank: rating.map(|r| r.rank()),
            level,
        }
    }

    async fn rating(&self, who: Option<Rater>) -> Result<Option<ratings::Rating>, sqlx::Error> {
        let Some((who, pool)) = who.zip(self.sitting.plan().pool(self.sitting.kind())) else { return Ok(None) };
        Ok(self.house.store.score(&who, &pool).await?.map(|score| score.rating))
    }

    /// Whether somebody wants to sit down at a table of the lobby.
    pub(super) fn asks_in(&self, wish: &Wish) -> bool {
        self.sitting.plan().listed && matches!(wish, Wish::Sit { .. })
    }

    /// Whether a stranger may sit down there.
    pub(super) async fn admits(&self, who: &Guest) -> Result<(), Refused> {
        let plan = self.sitting.plan();
        self.house.lets_join(who.id).await?;
        let known = self.house.store.rated_person(who.id).await.map_err(Refused::logged)?;
        let kind = known.map_or(Kind::Guest, |known| known.kind);
        if plan.members && kind == Kind::Guest {
            return Err(Refused::no_account());
        }
        // The game would not count, and whoever waits there wants it to.
        if plan.rated && kind == Kind::Bot && self.sitting.chairs().len() == 2 {
            return Err(Refused::no_points());
        }
        let rating = self.rating(Some(Rater::Person(who.id))).await.map_err(Refused::logged)?;
        if plan.range.is_some_and(|range| !range.has(rating.map_or(UNRATED_STRENGTH, |rating| rating.shown()))) {
            return Err(Refused::range());
        }
        for other in self.sitting.people() {
            if self.house.store.is_blocked(who.id, other).await.map_err(Refused::logged)? {
                return Err(Refused::blocked());
            }
        }
        Ok(())
    }

    /// Calls those who are concerned by what has just been stored.
    pub(super) fn ring(&self, events: &[Event]) {
        let has_sat = events.iter().any(|event| matches!(event, Event::Sit { .. }));
        let is_full = has_sat && self.sitting.phase() != Phase::Waiting;
        let offerer = events.iter().find_map(|event| match event {
            Event::Offer { seat, .. } => Some(usize::from(*seat)),
            _ => None,
        });
        let moves_on = events.iter().any(Event::moves_on);
        let to_act: Vec<_> = self.sitting.to_act().collect();
        for (seat, holder) in self.sitting.seats().zip(self.sitting.holders()) {
            let Some(person) = holder else { continue };
            let has_socket = self.sockets.iter().any(|socket| socket.caller.person == Some(person));
            let rung = match self.sitting.phase() {
                _ if is_full => Rung::Seated,
                _ if has_socket => continue,
                _ if offerer.is_some_and(|offerer| offerer != seat.index()) => Rung::Offer,
                _ if !moves_on => continue,
                Phase::Over => Rung::Over,
                _ if to_act.contains(&seat) => Rung::Turn,
                _ => continue,
            };
            self.house.ring(person, rung, self.sitting.id(), "");
        }
    }
}
