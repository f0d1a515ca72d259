//! The one owner of a game. It takes requests one by one; what it does is stored before anybody hears of it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use engine::Decision;
use game::Seat;
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::brains::{self, Errand, Question, Thinking};
use crate::error::Refused;
use crate::house::House;
use crate::ids::{GameId, GuestId};
use crate::room::event::{Event, Why};
use crate::room::heed::Heeded;
use crate::room::plan::Chair;
use crate::room::sight::{Looker, Presence};
use crate::room::sitting::{Moment, Phase, Sitting};
use crate::store::{Batch, Guest, StoredEvent};
use crate::wire::{Message, Wish};

/// How many requests may wait for one game.
const QUEUE: usize = 64;
/// How many flags may fall one after another.
const FALLS_MAX: usize = 500;

/// What a game can be asked.
pub(crate) enum Request {
    /// To do what a guest wants. Boxed, because every game keeps room for some requests.
    Message(Box<Asked>),
    /// To send all that happens into a socket.
    Join {
        /// Whose socket it is.
        who: Option<GuestId>,
        /// The last version that the socket's owner knows.
        since: Option<u32>,
        /// Into the socket.
        out: mpsc::Sender<Utf8Bytes>,
        /// Under which number the socket is known.
        joined: oneshot::Sender<u64>,
    },
    /// To forget a socket.
    Part {
        /// Its number.
        socket: u64,
    },
    /// To tell the whole state.
    Look {
        /// To whom.
        who: Option<GuestId>,
        /// The state as JSON.
        answer: oneshot::Sender<String>,
    },
    /// To show its past.
    Show {
        /// To whom.
        who: Option<GuestId>,
        /// What there is to show.
        answer: oneshot::Sender<Option<Shown>>,
    },
    /// To hear what a computer player has thought.
    Thought {
        /// Which thought.
        number: u64,
        /// For which seat.
        seat: Seat,
        /// What came of it.
        answer: brains::Answer,
    },
}

/// A message with its sender and where the answer goes.
pub(crate) struct Asked {
    /// Who wants it.
    pub(crate) who: Guest,
    /// What is wanted.
    pub(crate) message: Message,
    /// Where the answer goes.
    pub(crate) answer: Answer,
}

/// Where the answer to a message goes.
pub(crate) enum Answer {
    /// To one who waits: the version to which it led.
    Once(oneshot::Sender<Result<u32, Refused>>),
    /// Into a socket.
    Socket(u64),
}

/// The past of a game, for a viewer.
pub(crate) struct Shown {
    /// The record in full.
    pub record: game::Record,
    /// The kind of the game.
    pub kind: &'static dyn game::Game,
    /// Through whose eyes to look.
    pub eyes: Option<Seat>,
    /// Whether the record must not be given away yet.
    pub is_secret: bool,
    /// Who plays.
    pub names: Vec<String>,
    /// When the table was made.
    pub created_ms: i64,
}

/// A game's owner, as everybody else knows it.
#[derive(Clone)]
pub(crate) struct Room {
    requests: mpsc::Sender<Request>,
}

impl Room {
    /// Gives a game an owner. `gone` is called when it leaves memory.
    pub(crate) fn open(house: Arc<House>, sitting: Sitting, gone: impl FnOnce(GameId) + Send + 'static) -> Self {
        let (requests, queue) = mpsc::channel(QUEUE);
        let actor = Actor {
            presence: Presence { seats: vec![false; sitting.seats().count()], watchers: 0 },
            myself: requests.downgrade(),
            idle_at: Instant::now() + house.room_idle,
            house,
            sitting,
            sockets: Vec::new(),
            sockets_seen: 0,
            thinking: None,
            thoughts: 0,
        };
        tokio::spawn(actor.run(queue, gone));
        Self { requests }
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
}

/// The owner of a game has left memory; look for it again.
#[derive(Debug)]
pub(crate) struct Gone;

/// What went wrong is in the log; the game is loaded anew by whoever asks next.
struct Broken;

struct Actor {
    house: Arc<House>,
    sitting: Sitting,
    presence: Presence,
    sockets: Vec<Socket>,
    sockets_seen: u64,
    thinking: Option<(u64, Thinking)>,
    thoughts: u64,
    myself: mpsc::WeakSender<Request>,
    idle_at: Instant,
}

struct Socket {
    number: u64,
    who: Option<GuestId>,
    own: Vec<Seat>,
    out: mpsc::Sender<Utf8Bytes>,
}

#[derive(Serialize)]
struct Ack<'a> {
    t: &'static str,
    a: &'a str,
    v: u32,
}

#[derive(Serialize)]
struct RefusedMessage<'a> {
    t: &'static str,
    a: &'a str,
    code: &'static str,
    detail: &'a str,
    v: u32,
}

#[derive(Serialize)]
struct Here<'a> {
    t: &'static str,
    d: HereSight<'a>,
}

#[derive(Serialize)]
struct HereSight<'a> {
    seats: &'a [bool],
    watchers: usize,
}

impl Actor {
    async fn run(mut self, mut queue: mpsc::Receiver<Request>, gone: impl FnOnce(GameId)) {
        let id = self.sitting.id();
        self.house.metrics.rooms.add(1);
        let ended = self.serve(&mut queue).await;
        queue.close();
        gone(id);
        self.house.metrics.rooms.add(-1);
        if ended.is_err() {
            tracing::error!(game = %id, "a game was put aside after an error");
        }
    }

    async fn serve(&mut self, queue: &mut mpsc::Receiver<Request>) -> Result<(), Broken> {
        self.flags().await?;
        self.consider();
        loop {
            let request = tokio::select! {
                biased;
                request = queue.recv() => Some(request),
                () = tokio::time::sleep_until(self.wakes_at()) => None,
            };
            self.flags().await?;
            match request {
                Some(Some(request)) => {
                    self.idle_at = Instant::now() + self.house.room_idle;
                    self.handle(request).await?;
                }
                Some(None) => return Ok(()),
                None if self.is_idle() => return Ok(()),
                None => {}
            }
            self.consider();
        }
    }

    fn wakes_at(&self) -> Instant {
        let flag = self.sitting.deadline().map(|deadline| self.house.time.until_uptime(deadline));
        // A sleep may end a little early by the coarser clock; one more millisecond avoids a second one.
        let flag = flag.map(|flag| flag + Duration::from_millis(1));
        let idle = if self.sockets.is_empty() && self.thinking.is_none() {
            self.idle_at
        } else {
            Instant::now() + self.house.room_idle
        };
        flag.into_iter().chain([idle]).min().unwrap_or(idle)
    }

    fn is_idle(&self) -> bool {
        self.sockets.is_empty() && self.thinking.is_none() && Instant::now() >= self.idle_at
    }

    fn now(&self) -> Moment {
        Moment::now(&self.house.time)
    }

    async fn handle(&mut self, request: Request) -> Result<(), Broken> {
        match request {
            Request::Message(asked) => {
                let Asked { who, message, answer } = *asked;
                self.message(&who, &message, answer).await?;
            }
            Request::Join { who, since, out, joined } => self.join(who, since, out, joined),
            Request::Part { socket } => {
                self.sockets.retain(|other| other.number != socket);
                self.look_around();
            }
            Request::Look { who, answer } => {
                let own = self.own(who);
                let _ = answer.send(self.sitting.state_text(&self.looker(&own)));
            }
            Request::Show { who, answer } => {
                let _ = answer.send(self.show(who));
            }
            Request::Thought { number, seat, answer } => self.thought(number, seat, answer).await?,
        }
        Ok(())
    }

    fn own(&self, who: Option<GuestId>) -> Vec<Seat> {
        who.map(|who| self.sitting.seats_of(who)).unwrap_or_default()
    }

    fn looker<'a>(&'a self, own: &'a [Seat]) -> Looker<'a> {
        Looker { own, presence: &self.presence, moment: self.now() }
    }

    async fn message(&mut self, who: &Guest, message: &Message, answer: Answer) -> Result<(), Broken> {
        if let (Wish::Sync { v }, Answer::Socket(number)) = (&message.wish, &answer) {
            self.sync(*number, *v);
            return Ok(());
        }
        let (before, moment, fresh) = (self.sitting.version(), self.now(), GameId::random());
        let heeded = self.sitting.heed(who, message, moment, fresh);
        match heeded {
            Ok(Heeded::Already { version }) => self.answer(answer, &message.a, Ok(version)),
            Ok(Heeded::Now(events)) => {
                if self.store(before, &events, moment, Some((who.id, &message.a))).await.is_err() {
                    self.answer(answer, &message.a, Err(Refused::broken()));
                    return Err(Broken);
                }
                self.answer(answer, &message.a, Ok(self.sitting.version()));
                self.publish(before);
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

    fn answer(&self, answer: Answer, ack: &str, result: Result<u32, Refused>) {
        match answer {
            Answer::Once(waiting) => drop(waiting.send(result)),
            Answer::Socket(number) => {
                let text = match result {
                    Ok(v) => text(&Ack { t: "ack", a: ack, v }),
                    Err(Refused { code, ref detail, .. }) => {
                        text(&RefusedMessage { t: "refused", a: ack, code, detail, v: self.sitting.version() })
                    }
                };
                if let Some(socket) = self.sockets.iter().find(|socket| socket.number == number) {
                    let _ = socket.out.try_send(text);
                }
            }
        }
    }

    fn sync(&self, number: u64, since: Option<u32>) {
        let Some(socket) = self.sockets.iter().find(|socket| socket.number == number) else { return };
        let looker = self.looker(&socket.own);
        let message = match since {
            Some(version) => self.sitting.message_since(version, &looker),
            None => Some(self.sitting.state_message(&looker)),
        };
        if let Some(message) = message {
            let _ = socket.out.try_send(message.into());
        }
    }

    fn join(
        &mut self,
        who: Option<GuestId>,
        since: Option<u32>,
        out: mpsc::Sender<Utf8Bytes>,
        joined: oneshot::Sender<u64>,
    ) {
        self.sockets_seen += 1;
        let number = self.sockets_seen;
        let own = self.own(who);
        self.sockets.push(Socket { number, who, own, out });
        let _ = joined.send(number);
        self.look_around();
        self.sync(number, since);
    }

    /// Tells everybody who is here, if that has changed.
    fn look_around(&mut self) {
        for index in 0..self.sockets.len() {
            self.sockets[index].own = self.own(self.sockets[index].who);
        }
        let here = |seat: Seat| self.sockets.iter().any(|socket| socket.own.contains(&seat));
        let computer = |seat: Seat| self.sitting.computer(seat).is_some();
        let seats = self.sitting.seats().map(|seat| here(seat) || computer(seat)).collect();
        let watchers = self.sockets.iter().filter(|socket| socket.own.is_empty()).count();
        let presence = Presence { seats, watchers };
        if presence != self.presence {
            self.presence = presence;
            let message = text(&Here {
                t: "here",
                d: HereSight { seats: &self.presence.seats, watchers: self.presence.watchers },
            });
            self.sockets.retain(|socket| socket.out.try_send(message.clone()).is_ok());
        }
    }

    /// Tells every socket what has happened since a version. A socket that cannot keep up is let go;
    /// its owner comes back and asks for what was missed.
    fn publish(&mut self, since: u32) {
        if self.sitting.version() == since {
            return;
        }
        self.thinking = None;
        self.look_around();
        let mut made: Vec<(Vec<Seat>, Utf8Bytes)> = Vec::new();
        let mut sockets = std::mem::take(&mut self.sockets);
        sockets.retain(|socket| {
            let known = made.iter().find(|(own, _)| *own == socket.own).map(|(_, message)| message.clone());
            let message = known.or_else(|| {
                let message: Utf8Bytes = self.sitting.message_since(since, &self.looker(&socket.own))?.into();
                made.push((socket.own.clone(), message.clone()));
                Some(message)
            });
            message.is_none_or(|message| socket.out.try_send(message).is_ok())
        });
        self.sockets = sockets;
    }

    /// Writes events that have happened since version `before`; the acknowledgment goes with the last.
    async fn store(
        &self,
        before: u32,
        events: &[Event],
        moment: Moment,
        receipt: Option<(GuestId, &str)>,
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
        receipt: Option<(GuestId, &str)>,
    ) -> Result<Batch, crate::room::sitting::Spoiled> {
        let id = self.sitting.id();
        let mut batch = Batch::default();
        for event in events {
            match event {
                Event::Sit { chair: Chair::Person { guest, .. }, .. } => batch.holders.push((*guest, id, moment.at_ms)),
                Event::Rematch { game } => self.add_rematch(*game, moment, &mut batch)?,
                _ => {}
            }
        }
        batch.events.extend(rows(id, before, events, moment, receipt)?);
        Ok(batch)
    }

    fn add_rematch(
        &self,
        game: GameId,
        moment: Moment,
        batch: &mut Batch,
    ) -> Result<(), crate::room::sitting::Spoiled> {
        let plan = self.sitting.plan.moved_on(&self.sitting.chairs);
        let (_, next) = new_table(game, plan, moment)?;
        batch.game = next.game;
        batch.holders.extend(next.holders);
        batch.events.extend(next.events);
        Ok(())
    }

    /// Lets every flag fall that is due.
    async fn flags(&mut self) -> Result<(), Broken> {
        for _ in 0..FALLS_MAX {
            let moment = self.now();
            let Some(event) = self.sitting.fallen(moment) else { return Ok(()) };
            let before = self.sitting.version();
            if let Err(error) = self.sitting.happen(&event, moment) {
                tracing::error!(%error, "a flag could not fall");
                self.sitting.clock = None;
                return Ok(());
            }
            self.store(before, &[event], moment, None).await?;
            self.publish(before);
        }
        Ok(())
    }

    fn show(&self, who: Option<GuestId>) -> Option<Shown> {
        let is_over = self.sitting.phase() == Phase::Over;
        Some(Shown {
            record: self.sitting.record()?,
            kind: self.sitting.kind(),
            eyes: self.sitting.eyes(&self.own(who)),
            is_secret: !is_over && self.sitting.has_secrets(),
            names: self.sitting.names(),
            created_ms: self.sitting.created_ms,
        })
    }

    /// Sets a computer player to think, if it is one's turn and someone cares.
    fn consider(&mut self) {
        let someone_cares = !self.sockets.is_empty() || self.sitting.seats_of_people().next().is_some();
        if self.thinking.is_some() || !someone_cares {
            return;
        }
        let chooser = self.sitting.choosers().into_iter().find(|seat| self.sitting.computer(*seat).is_some());
        let errand = chooser.map(|seat| (seat, Question::Open(self.sitting.choices_known_to(seat)))).or_else(|| {
            let seat = self.sitting.turn()?;
            let table = self.sitting.table()?;
            self.sitting.computer(seat)?;
            Some((seat, Question::Act(table.fork(), self.time_to_think(seat))))
        });
        if let Some((seat, question)) = errand {
            self.think(seat, question);
        }
    }

    fn think(&mut self, seat: Seat, question: Question) {
        let Some(level) = self.sitting.computer(seat).map(str::to_owned) else { return };
        self.thoughts += 1;
        let (number, room) = (self.thoughts, self.myself.clone());
        let errand =
            Errand { kind: self.sitting.kind().about().kind, level, seat, seed: self.sitting.seed(), question };
        let tell = move |answer| async move {
            if let Some(room) = room.upgrade() {
                let _ = room.send(Request::Thought { number, seat, answer }).await;
            }
        };
        self.thinking = Some((number, self.house.thinkers.think(errand, tell)));
    }

    /// A twentieth of the main time and the increment, half a period, half a turn.
    fn time_to_think(&self, seat: Seat) -> Option<u64> {
        let reading = self.sitting.clock.as_ref()?.reading(self.now().uptime_ms);
        let own = reading.seats[seat];
        let account = (own.shown_ms() > 0).then(|| {
            let main = own.main_ms / 20 + reading.control.increment_ms / 2;
            main.max(own.period_ms / 2)
        });
        let turn = (reading.control.turn_ms > 0).then(|| reading.turn_ms.unwrap_or(reading.control.turn_ms) / 2);
        account.into_iter().chain(turn).min()
    }

    async fn thought(&mut self, number: u64, seat: Seat, answer: brains::Answer) -> Result<(), Broken> {
        if self.thinking.as_ref().is_none_or(|(current, _)| *current != number) {
            return Ok(());
        }
        self.thinking = None;
        let (before, moment) = (self.sitting.version(), self.now());
        let happened = match answer {
            brains::Answer::Act(decision) => self.decide(seat, decision, moment),
            brains::Answer::Open(value) => self.open(seat, value, moment),
        };
        let events = happened.map_err(|error| {
            tracing::error!(%error, "a computer player cannot go on");
            Broken
        })?;
        self.store(before, &events, moment, None).await?;
        self.publish(before);
        Ok(())
    }

    /// Does what a computer player has decided. If the rules refuse it, any other action will do.
    fn decide(&mut self, seat: Seat, decision: Decision, moment: Moment) -> Result<Vec<Event>, Refused> {
        let decided = match decision {
            Decision::Act(text) => self.sitting.play(seat, &text, moment),
            Decision::Resign => {
                let event = Event::Leave { seat: seat.index() as u8, why: Why::Resigned };
                self.sitting.happen(&event, moment).map(|()| event).map_err(Refused::logged)
            }
        };
        decided.or_else(|refused| self.stumble(seat, &refused, moment)).map(|event| vec![event])
    }

    fn stumble(&mut self, seat: Seat, refused: &Refused, moment: Moment) -> Result<Event, Refused> {
        tracing::error!(%refused, game = %self.sitting.id(), "a computer player chose badly");
        let table = self.sitting.table().ok_or_else(Refused::waiting)?;
        match brains::any_action(table) {
            Decision::Act(text) => self.sitting.play(seat, &text, moment),
            Decision::Resign => Err(Refused::broken()),
        }
    }

    fn open(&mut self, seat: Seat, value: Option<String>, moment: Moment) -> Result<Vec<Event>, Refused> {
        let first = self.sitting.offered(seat).into_iter().next().unwrap_or_default();
        let value = value.filter(|value| self.sitting.would_start(seat, value).is_ok()).unwrap_or(first);
        let mut events = self.sitting.choose_for(seat, &value, moment)?;
        events.extend(self.sitting.follow(moment, GameId::random())?);
        Ok(events)
    }
}

/// A new table and what is to be written of it.
pub(crate) fn new_table(
    id: GameId,
    plan: crate::room::plan::Plan,
    moment: Moment,
) -> Result<(Sitting, Batch), crate::room::sitting::Spoiled> {
    let text = serde_json::to_string(&plan)?;
    let mut sitting = Sitting::new(id, plan, moment.at_ms)?;
    let mut events = Vec::new();
    if let Some(event) = sitting.start_event() {
        sitting.happen(&event, moment)?;
        events.push(event);
    }
    let holder = |chair: &Chair| match chair {
        Chair::Person { guest, .. } => Some((*guest, id, moment.at_ms)),
        _ => None,
    };
    let batch = Batch {
        game: Some(crate::store::NewGame { id, plan: text, created_ms: moment.at_ms }),
        holders: sitting.chairs.iter().filter_map(holder).collect(),
        events: rows(id, 0, &events, moment, None)?,
        ..Batch::default()
    };
    Ok((sitting, batch))
}

fn rows(
    id: GameId,
    before: u32,
    events: &[Event],
    moment: Moment,
    receipt: Option<(GuestId, &str)>,
) -> Result<Vec<(GameId, i64, StoredEvent)>, serde_json::Error> {
    let last = before + events.len() as u32;
    let row = |(version, event): (u32, &Event)| {
        let receipt = receipt.filter(|_| version == last);
        let (guest, ack) = receipt.map_or((String::new(), ""), |(guest, ack)| (guest.to_string(), ack));
        let body = serde_json::to_string(event)?;
        let stored = StoredEvent { at_ms: moment.at_ms, guest, ack: ack.to_owned(), body };
        Ok((id, i64::from(version), stored))
    };
    (before + 1..).zip(events).map(row).collect()
}

/// All of these are plain data: writing them cannot fail.
fn text(value: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(value).unwrap_or_default().into()
}
