//! The owner's part in thinking: what its computers are asked, for whom, and what becomes of the answers.

use std::time::Duration;

use engine::Decision;
use game::Seat;
use room::{Event, Message, PersonId, Stamp, Why, Wish};
use tokio::time::Instant;

use super::actor::{Actor, Broken};
use crate::brains::{self, Errand, Outcome, Place, Question, Thinking};
use crate::caller::Caller;
use crate::error::Refused;

/// How long someone who asks without a socket is taken to be there.
const PRESENT_FOR: Duration = Duration::from_secs(30);
/// When to ask again if there was no room for a thought.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// What the computers of a table are thinking about.
#[derive(Default)]
pub(super) struct Study {
    current: Option<(About, Thinking)>,
    again_at: Option<Instant>,
    /// Who has asked last without a socket, and until when that counts.
    asking: Option<(Caller, Instant)>,
}

/// What a thought is about. As long as it is the same, the thought is worth having.
#[derive(Clone, PartialEq, Eq, Debug)]
struct About {
    seat: Seat,
    deeds: usize,
    /// The choices that are known, while there is no table yet.
    opening: Option<String>,
}

impl Study {
    /// What comes of the thought; never, if there is none.
    pub(super) async fn outcome(&mut self) -> Option<Outcome> {
        match &mut self.current {
            Some((_, thinking)) => thinking.outcome().await,
            None => std::future::pending().await,
        }
    }

    /// Whether a computer thinks or waits for its turn to.
    pub(super) const fn is_busy(&self) -> bool {
        self.current.is_some() || self.again_at.is_some()
    }

    /// When to look whether to think anew, or no longer.
    pub(super) fn wakes_at(&self) -> Option<Instant> {
        let leaves_at = self.asking.filter(|_| self.is_busy()).map(|(_, until)| until);
        leaves_at.into_iter().chain(self.again_at).min()
    }

    /// Whoever had a socket and closed it is gone.
    pub(super) fn forget_asking(&mut self, caller: Caller) {
        self.asking = self.asking.filter(|(asking, _)| asking.person != caller.person);
    }

    /// Whether somebody has asked without a socket a short while ago.
    pub(super) fn is_asked_by(&self, who: PersonId) -> bool {
        self.asking.is_some_and(|(caller, _)| caller.person == Some(who))
    }

    fn rest(&mut self) {
        (self.current, self.again_at) = (None, None);
    }
}

impl Actor {
    /// Someone has asked without a socket; if it is someone who plays, computers think for them.
    pub(super) fn asked_by(&mut self, caller: Caller) {
        if !self.own(caller.person).is_empty() {
            self.study.asking = Some((caller, Instant::now() + PRESENT_FOR));
        }
    }

    /// Who waits for the computers: someone who plays, or else someone who looks on, or somebody who comes back in days.
    fn caller(&self) -> Option<Caller> {
        let players = self.sockets.iter().rev().find(|socket| !socket.stake.own.is_empty());
        let present = || self.study.asking.map(|(caller, _)| caller);
        let watcher = || self.sockets.last().map(|socket| socket.caller);
        let house = || self.sitting.goes_on_alone().then_some(Caller::HOUSE);
        players.map(|socket| socket.caller).or_else(present).or_else(watcher).or_else(house)
    }

    /// Whoever has more thoughts waiting than may wait cannot join a table that needs more of them.
    pub(super) fn refuses(&self, message: &Message, caller: Caller) -> Option<Refused> {
        let sits = matches!(message.wish, Wish::Sit { .. }) && self.sitting.has_computers();
        let asks = message.wish.asks_for_help();
        ((sits || asks) && !self.house.thinkers.has_room(caller)).then(Refused::full)
    }

    /// Sets a computer player to think, if it is one's turn and someone is there to wait for it. A thought goes on
    /// as long as it is about what is to be decided, whatever else happens.
    pub(super) fn consider(&mut self) {
        self.study.asking = self.study.asking.filter(|(_, until)| Instant::now() < *until);
        let (Some(caller), Some(about)) = (self.caller(), self.about()) else { return self.study.rest() };
        if self.study.current.as_ref().is_some_and(|(current, _)| *current == about) {
            return;
        }
        if self.study.again_at.is_some_and(|again_at| Instant::now() < again_at) {
            self.study.current = None;
            return;
        }
        self.study.rest();
        let Some(errand) = self.errand(caller, &about) else { return };
        match self.house.thinkers.think(errand) {
            Ok(thinking) => self.study.current = Some((about, thinking)),
            // It waits outside: nothing is lost but time, and that is not charged.
            Err(brains::Full) => self.study.again_at = Some(Instant::now() + AGAIN_AFTER),
        }
    }

    /// What a computer has to decide now.
    fn about(&self) -> Option<About> {
        let deeds = self.sitting.deeds();
        let chooser = self.sitting.choosers().into_iter().find(|seat| self.sitting.computer(*seat).is_some());
        if let Some(seat) = chooser {
            return Some(About { seat, deeds, opening: Some(self.sitting.choices_known_to(seat)) });
        }
        let seat = self.sitting.turn().filter(|seat| self.sitting.computer(*seat).is_some())?;
        Some(About { seat, deeds, opening: None })
    }

    fn errand(&self, caller: Caller, about: &About) -> Option<Errand> {
        let seat = about.seat;
        let question = match &about.opening {
            Some(choices) => Question::Open(choices.clone()),
            None => Question::Act(self.sitting.table()?.fork(), self.sitting.time_to_think(seat, self.now())),
        };
        Some(Errand {
            caller,
            place: Place { game: self.sitting.id(), seat },
            kind: self.sitting.kind().about().kind,
            level: self.sitting.computer(seat)?.to_owned(),
            seed: self.sitting.seed(),
            question,
        })
    }

    /// Does what was thought of, if it is still to be decided.
    pub(super) async fn thought(&mut self, outcome: Option<Outcome>) -> Result<(), Broken> {
        let current = self.study.current.take();
        let (Some((about, thinking)), Some(outcome)) = (current, outcome) else { return Ok(()) };
        if self.about().as_ref() != Some(&about) {
            return Ok(());
        }
        if let Some(thought) = thinking.latest().borrow().first() {
            let game = self.sitting.id();
            tracing::debug!(%game, thought.depth, thought.nodes, outcome.thought_ms, "a computer has thought");
        }
        let (before, stamp) = (self.sitting.version(), self.now());
        let happened = match outcome.answer {
            brains::Answer::Act(decision) => self.decide(about.seat, decision, outcome.thought_ms, stamp),
            brains::Answer::Open(value) => self.open(about.seat, value, stamp),
        };
        let events = happened.map_err(|error| {
            tracing::error!(%error, "a computer player cannot go on");
            Broken
        })?;
        self.store(before, events, stamp, None).await?;
        self.publish(before);
        Ok(())
    }

    /// Does what a computer player has decided, unless it has thought longer than its clock allows. If the rules
    /// refuse it, any other action will do.
    fn decide(&mut self, seat: Seat, decision: Decision, thought_ms: u64, stamp: Stamp) -> Result<Vec<Event>, Refused> {
        if let Some(event) = self.sitting.fallen_after(thought_ms, stamp) {
            self.sitting.happen(&event, stamp).map_err(Refused::logged)?;
            return Ok(vec![event]);
        }
        let thought_ms = self.sitting.has_clock().then_some(thought_ms);
        let decided = match decision {
            Decision::Act(text) => self.sitting.play(&text, thought_ms, stamp).map_err(Refused::from),
            Decision::Resign => {
                let event = Event::Leave { seat: seat.index() as u8, why: Why::Resigned };
                self.sitting.happen(&event, stamp).map(|()| event).map_err(Refused::logged)
            }
        };
        decided.or_else(|refused| self.stumble(&refused, thought_ms, stamp)).map(|event| vec![event])
    }

    fn stumble(&mut self, refused: &Refused, thought_ms: Option<u64>, stamp: Stamp) -> Result<Event, Refused> {
        tracing::error!(%refused, game = %self.sitting.id(), "a computer player chose badly");
        let table = self.sitting.table().ok_or_else(Refused::broken)?;
        match brains::any_action(table) {
            Decision::Act(text) => self.sitting.play(&text, thought_ms, stamp).map_err(Refused::from),
            Decision::Resign => Err(Refused::broken()),
        }
    }

    fn open(&mut self, seat: Seat, value: Option<String>, stamp: Stamp) -> Result<Vec<Event>, Refused> {
        let first = self.sitting.offered(seat).into_iter().next().unwrap_or_default();
        let value = value.filter(|value| self.sitting.would_start(seat, value).is_ok()).unwrap_or(first);
        let mut events = vec![self.sitting.choose_for(seat, &value, stamp)?];
        events.extend(self.sitting.follow(stamp, &*self.house)?);
        Ok(events)
    }
}
