//! The one owner of a game. It takes requests one by one; what it does is stored before anybody hears of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::Seat;
use room::{Drawn, Event, Faces, GameId, Heeded, Heir, Looker, Message, Person, PersonId, Phase, Sitting, Stamp, Wish};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::attendance::Attendance;
use super::card;
use super::counsel::Counsel;
use super::handover::{Handover, Hold, moved};
use super::listing::Listing;
use super::request::{Asked, Recipient, Request, SeatedSight, Shown};
use super::sockets::{Socket, Stake};
use super::thinking::Study;
use crate::brains::Outcome;
use crate::error::Refused;
use crate::house::House;
use crate::store::Guest;

/// How many requests may wait for one game.
const QUEUE: usize = 64;
/// How many flags may fall one after another.
const FALLS_MAX: usize = 500;

/// A game's owner, as everybody else knows it.
#[derive(Clone)]
pub(crate) struct Room {
    requests: mpsc::Sender<Request>,
    has_moved: Arc<AtomicBool>,
}

impl Room {
    /// Gives a game an owner; `hold` says how this process came by it, and `has_lines` is true if something was said there.
    /// `gone` is called when it leaves memory.
    pub(crate) fn open(
        house: Arc<House>,
        sitting: Sitting,
        faces: Faces,
        (hold, has_lines): (Hold, bool),
        gone: impl FnOnce(GameId) + Send + 'static,
    ) -> Self {
        let (requests, queue) = mpsc::channel(QUEUE);
        let has_moved = Arc::<AtomicBool>::default();
        let actor = Box::new(Actor {
            attendance: Attendance::new(sitting.seats().count()),
            seatings: sitting.seatings(),
            idle_at: Instant::now() + house.room_idle,
            house,
            sitting,
            faces,
            sockets: Vec::new(),
            sockets_seen: 0,
            study: Study::default(),
            counsel: Counsel::default(),
            listing: Listing::default(),
            is_excused: false,
            has_lines,
            has_recalled: false,
            handover: None,
            has_moved: Arc::clone(&has_moved),
        });
        tokio::spawn(actor.run(hold, queue, gone));
        Self { requests, has_moved }
    }

    /// Asks for something.
    ///
    /// # Errors
    /// If the owner is gone; nothing was done then.
    pub(crate) async fn ask(&self, request: Request) -> Result<(), Gone> {
        self.requests.send(request).await.map_err(|_| Gone)
    }

    /// Whether the owner is gone.
    #[must_use]
    pub(crate) fn is_gone(&self) -> bool {
        self.requests.is_closed()
    }

    /// Whether the game is another node's now.
    #[must_use]
    pub(crate) fn has_moved(&self) -> bool {
        self.has_moved.load(Ordering::Relaxed)
    }
}

/// The owner of a game has left memory; look for it again.
#[derive(Debug)]
pub(crate) struct Gone;

/// What went wrong is in the log; the game is loaded anew by whoever asks next.
#[derive(Debug)]
pub(super) struct Broken;

/// The owner itself.
pub(super) struct Actor {
    pub(super) house: Arc<House>,
    pub(super) sitting: Sitting,
    /// What those at the table are called.
    pub(super) faces: Faces,
    pub(super) attendance: Attendance,
    /// How often someone had sat down or got up when the sockets' own seats were last looked up.
    pub(super) seatings: u32,
    /// Those of players before those of watchers, so that players hear first.
    pub(super) sockets: Vec<Socket>,
    pub(super) sockets_seen: u64,
    pub(super) study: Study,
    pub(super) counsel: Counsel,
    pub(super) listing: Listing,
    /// Whether nobody can be blamed for what happens by itself now.
    pub(super) is_excused: bool,
    /// Whether anything was ever said here.
    pub(super) has_lines: bool,
    /// Whether players have been told what was said among watchers.
    pub(super) has_recalled: bool,
    /// What one of several processes has to see to.
    pub(super) handover: Option<Handover>,
    /// Whether the game is another node's now.
    pub(super) has_moved: Arc<AtomicBool>,
    idle_at: Instant,
}

/// Why the owner wakes up.
enum Call {
    Request(Request),
    Thought(Option<Outcome>),
    Advice(Option<Outcome>),
    Time,
    Gone,
}

/// What is awaited here is boxed where it is more than waiting: a game waits nearly always, and would keep room for all
/// that can happen to it.
impl Actor {
    async fn run(mut self: Box<Self>, hold: Hold, mut queue: mpsc::Receiver<Request>, gone: impl FnOnce(GameId)) {
        let id = self.sitting.id();
        self.house.metrics.rooms.add(1);
        let ended = self.serve(hold, &mut queue).await;
        self.unlist();
        if ended.is_ok() {
            Box::pin(self.leave_card()).await;
        }
        let has_moved = self.has_moved.load(Ordering::Relaxed);
        if has_moved {
            self.tell_all(&moved());
        }
        queue.close();
        gone(id);
        self.house.thinkers.forget(id);
        self.house.metrics.rooms.add(-1);
        if has_moved {
            tracing::info!(game = %id, "a game is another node's now");
        } else if ended.is_err() {
            tracing::error!(game = %id, "a game was put aside after an error");
        }
    }

    async fn serve(&mut self, hold: Hold, queue: &mut mpsc::Receiver<Request>) -> Result<(), Broken> {
        Box::pin(self.resume(hold)).await?;
        self.on_time().await?;
        self.keep_listed().await;
        self.consider();
        let mut alarm = std::pin::pin!(tokio::time::sleep_until(self.wakes_at()));
        loop {
            // One that rings too early costs less than setting it anew with every move.
            let wakes_at = self.wakes_at();
            if alarm.is_elapsed() || wakes_at < alarm.deadline() {
                alarm.as_mut().reset(wakes_at);
            }
            let call = tokio::select! {
                biased;
                request = queue.recv() => request.map_or(Call::Gone, Call::Request),
                outcome = self.study.outcome() => Call::Thought(outcome),
                outcome = self.counsel.outcome() => Call::Advice(outcome),
                () = alarm.as_mut() => Call::Time,
            };
            self.on_time().await?;
            match call {
                Call::Request(request) => {
                    self.house.metrics.room_queue.were(queue.len());
                    self.idle_at = Instant::now() + self.house.room_idle;
                    Box::pin(self.handle(request)).await?;
                }
                Call::Thought(outcome) => Box::pin(self.thought(outcome)).await?,
                Call::Advice(outcome) => self.advise(outcome),
                Call::Gone => return Ok(()),
                Call::Time if self.is_idle() => return Ok(()),
                Call::Time => {}
            }
            if self.is_abandoned() {
                Box::pin(self.close_abandoned()).await?;
            }
            self.tell_who_is_here();
            self.keep_listed().await;
            self.consider();
        }
    }

    /// Lets flags fall, if any is due.
    async fn on_time(&mut self) -> Result<(), Broken> {
        if self.handover.is_some() {
            Box::pin(self.note_stalls()).await?;
        }
        if self.sitting.fallen(self.now()).is_some() { Box::pin(self.flags()).await } else { Ok(()) }
    }

    /// Keeps the lobby true, if it is told of this game.
    pub(super) async fn keep_listed(&mut self) {
        if self.sitting.plan().listed {
            Box::pin(self.list()).await;
        }
    }

    fn wakes_at(&self) -> Instant {
        let of_house = |deadline: i64| deadline + self.sitting.paused_ms();
        let flag = self.sitting.deadline().map(|deadline| self.house.time.until_uptime(of_house(deadline)));
        // A sleep may end a little early by the coarser clock; one more millisecond avoids a second one.
        let flag = flag.map(|flag| flag + Duration::from_millis(1));
        let idle = if self.sockets.is_empty() && !self.is_awaited() {
            self.idle_at
        } else {
            Instant::now() + self.house.room_idle
        };
        let here = self.attendance.due_at(Instant::now());
        flag.into_iter()
            .chain(self.lists_at())
            .chain(self.study.wakes_at())
            .chain(here)
            .chain([idle])
            .min()
            .unwrap_or(idle)
    }

    /// Whether it has something to do without anybody looking.
    fn is_awaited(&self) -> bool {
        self.study.is_busy() || self.sitting.is_in_lobby()
    }

    fn is_idle(&self) -> bool {
        self.sockets.is_empty() && !self.is_awaited() && Instant::now() >= self.idle_at
    }

    pub(super) fn now(&self) -> Stamp {
        self.sitting.lived(self.house.time.stamp())
    }

    async fn handle(&mut self, request: Request) -> Result<(), Broken> {
        match request {
            Request::Message(asked) => {
                let caller = asked.caller();
                let Asked { who, message, answer, .. } = *asked;
                if matches!(answer, Recipient::Once(_)) {
                    self.asked_by(caller);
                }
                let admitted = match self.refuses(&message, caller) {
                    Some(refused) => Err(refused),
                    None if self.asks_in(&message.wish) => Box::pin(self.admits(&who)).await,
                    None => Ok(()),
                };
                match admitted {
                    Err(refused) => self.answer(answer, &message.a, Err(refused)),
                    Ok(()) => self.message(&who, &message, answer).await?,
                }
            }
            Request::Join(joining) => {
                if Box::pin(self.is_behind(joining.since)).await {
                    return self.give_up();
                }
                self.join(*joining);
            }
            Request::Part { socket } => self.part(socket),
            Request::Look { caller, answer } => {
                self.asked_by(*caller);
                let stake = self.stake(caller.person);
                let _ = answer.send(self.sitting.state_text(&self.looker(&stake, &Drawn::default())));
            }
            Request::Adopt { heir, answer } => {
                let _ = answer.send(Box::pin(self.adopt(*heir)).await?);
            }
            Request::Expel { person, answer } => {
                let _ = answer.send(Box::pin(self.expel(person)).await?);
            }
            Request::List { answer } => {
                let _ = answer.send(card::card(&self.sitting).summary);
            }
            Request::Air => self.air(),
            Request::Seated { answer } => {
                let pool = self.sitting.standing().pool().cloned();
                let (chairs, version) = (self.sitting.chairs(), self.sitting.version());
                let _ = answer.send(SeatedSight { chairs, pool, version });
            }
            Request::Learn => {
                Box::pin(self.learn()).await;
                self.tell_anew();
            }
            Request::Said(said) => self.said(*said),
            Request::Tell { text } => self.tell_all(&text.into()),
            Request::Move => return self.give_up(),
            Request::Show { who, answer } => {
                let _ = answer.send(self.show(who));
            }
        }
        Ok(())
    }

    /// What is known here is not to be relied on: whoever asks next looks for the game anew.
    fn give_up(&self) -> Result<(), Broken> {
        self.has_moved.store(true, Ordering::Relaxed);
        Err(Broken)
    }

    pub(super) fn own(&self, who: Option<PersonId>) -> Vec<Seat> {
        who.map(|who| self.sitting.seats_of(who)).unwrap_or_default()
    }

    /// What somebody has at the table.
    pub(super) fn stake(&self, who: Option<PersonId>) -> Stake {
        Stake { own: self.own(who), invited: who.map(|who| self.sitting.kept_for(who)).unwrap_or_default() }
    }

    pub(super) fn looker<'a>(&'a self, Stake { own, invited }: &'a Stake, drawn: &'a Drawn) -> Looker<'a> {
        Looker { own, invited, presence: self.attendance.now(), faces: &self.faces, stamp: self.now(), drawn }
    }

    async fn message(&mut self, who: &Guest, message: &Message, answer: Recipient) -> Result<(), Broken> {
        if let (Wish::Sync { v }, Recipient::Socket(number)) = (&message.wish, &answer) {
            self.sync(*number, *v);
            return Ok(());
        }
        if message.wish.asks_for_help() {
            let Recipient::Socket(socket) = answer else {
                self.answer(answer, &message.a, Err(room::Refused::no_help().into()));
                return Ok(());
            };
            return Box::pin(self.help(who, message, socket)).await;
        }
        let (before, stamp, began) = (self.sitting.version(), self.now(), Instant::now());
        let person = Person { id: who.id, name: &who.name };
        let heeded = self.sitting.heed(person, message, stamp, &*self.house).map_err(Refused::from);
        match heeded {
            heeded if matches!(message.wish, Wish::Explain { .. }) => {
                self.explain(answer, &message.a, heeded.map(|_| before));
            }
            Ok(Heeded::Already { version }) => self.answer(answer, &message.a, Ok(version)),
            Ok(Heeded::Now(events)) => {
                if self.store(before, events, stamp, Some((who.id, &message.a))).await.is_err() {
                    self.unanswered(answer, &message.a);
                    return Err(Broken);
                }
                self.answer(answer, &message.a, Ok(self.sitting.version()));
                self.publish(before);
                self.house.metrics.tell.took(began.elapsed());
            }
            Err(refused) => {
                self.answer(answer, &message.a, Err(refused));
                // Events that have happened without being stored must be forgotten.
                if self.sitting.version() != before {
                    return Err(Broken);
                }
            }
        }
        Ok(())
    }

    /// A message of which nothing was stored. Where the game has gone elsewhere, it is to be sent there.
    fn unanswered(&self, answer: Recipient, ack: &str) {
        match (self.has_moved.load(Ordering::Relaxed), &answer) {
            (true, Recipient::Socket(_)) => {}
            (true, Recipient::Once(_)) => self.answer(answer, ack, Err(Refused::moved())),
            (false, _) => self.answer(answer, ack, Err(Refused::broken())),
        }
    }

    /// Asks what those at the table are called.
    pub(super) async fn learn(&mut self) {
        match self.house.store.faces(self.sitting.people()).await {
            Ok(faces) => self.faces = faces,
            Err(error) => tracing::error!(%error, "names cannot be looked up"),
        }
    }

    /// Asked twice, it does nothing the second time.
    async fn adopt(&mut self, heir: Heir) -> Result<bool, Broken> {
        if self.sitting.seats_of(heir.from).is_empty() {
            return Ok(false);
        }
        let (before, stamp, event) = (self.sitting.version(), self.now(), Event::Adopt(heir));
        self.sitting.happen(&event, stamp).map_err(|_| Broken)?;
        self.store(before, vec![event], stamp, None).await?;
        self.publish(before);
        Ok(true)
    }

    /// Asked twice, it does nothing the second time.
    async fn expel(&mut self, person: PersonId) -> Result<bool, Broken> {
        let (before, stamp) = (self.sitting.version(), self.now());
        let events = self.sitting.expel(person, stamp, &*self.house).map_err(|_| Broken)?;
        let has_left = !events.is_empty();
        self.store(before, events, stamp, None).await?;
        self.publish(before);
        Ok(has_left)
    }

    /// Lets every flag fall that is due.
    async fn flags(&mut self) -> Result<(), Broken> {
        for _ in 0..FALLS_MAX {
            let stamp = self.now();
            let Some(event) = self.sitting.fallen(stamp) else { return Ok(()) };
            let before = self.sitting.version();
            self.is_excused = self.was_cut_off(stamp);
            if let Err(error) = self.sitting.happen(&event, stamp) {
                tracing::error!(%error, "a flag could not fall");
                self.sitting.stop_clock();
                return Ok(());
            }
            let mut events = vec![event];
            events.extend(self.sitting.follow(stamp, &*self.house).map_err(|_| Broken)?);
            self.store(before, events, stamp, None).await?;
            self.publish(before);
        }
        Ok(())
    }

    fn show(&self, who: Option<PersonId>) -> Option<Shown> {
        let is_over = self.sitting.phase() == Phase::Over;
        Some(Shown {
            record: self.sitting.record()?,
            kind: self.sitting.kind(),
            eyes: self.sitting.eyes(&self.own(who)),
            is_secret: !is_over && self.sitting.has_secrets(),
            names: self.sitting.names(&self.faces),
            created_ms: self.sitting.created_ms(),
        })
    }
}
