//! The one owner of a game. It takes requests one by one; what it does is stored before anybody hears of it.

mod thinking;

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tungstenite::Utf8Bytes;

use crate::brains::Outcome;
use crate::caller::Caller;
use crate::error::Refused;
use crate::house::House;
use crate::ids::{self, GameId, PersonId};
use crate::network::Network;
use crate::room::attendance::Attendance;
use crate::room::event::Event;
use crate::room::heed::Heeded;
use crate::room::plan::Chair;
use crate::room::sight::{Looker, Presence};
use crate::room::sitting::{Moment, Phase, Sitting};
use crate::store::{Batch, Guest, StoredEvent};
use crate::wire::{Message, Wish};

use self::thinking::Study;

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
        /// Whose socket it is, and from where.
        caller: Caller,
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
        /// To whom, and from where.
        caller: Caller,
        /// The state as JSON.
        answer: oneshot::Sender<String>,
    },
    /// To show its past.
    Show {
        /// To whom.
        who: Option<PersonId>,
        /// What there is to show.
        answer: oneshot::Sender<Option<Shown>>,
    },
}

/// A message with its sender and where the answer goes.
pub(crate) struct Asked {
    /// Who wants it.
    pub(crate) who: Guest,
    /// From where.
    pub(crate) network: Network,
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
            attendance: Attendance::new(sitting.seats().count()),
            seatings: sitting.seatings(),
            idle_at: Instant::now() + house.room_idle,
            house,
            sitting,
            sockets: Vec::new(),
            sockets_seen: 0,
            study: Study::default(),
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
    attendance: Attendance,
    /// How often someone had sat down or got up when the sockets' own seats were last looked up.
    seatings: u32,
    /// Those of players before those of watchers, so that players hear first.
    sockets: Vec<Socket>,
    sockets_seen: u64,
    study: Study,
    idle_at: Instant,
}

/// Why the owner wakes up.
enum Call {
    Request(Request),
    Thought(Option<Outcome>),
    Time,
    Gone,
}

struct Socket {
    number: u64,
    caller: Caller,
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
        self.house.thinkers.forget(id);
        self.house.metrics.rooms.add(-1);
        if ended.is_err() {
            tracing::error!(game = %id, "a game was put aside after an error");
        }
    }

    async fn serve(&mut self, queue: &mut mpsc::Receiver<Request>) -> Result<(), Broken> {
        self.flags().await?;
        self.consider();
        loop {
            let wakes_at = self.wakes_at();
            let call = tokio::select! {
                biased;
                request = queue.recv() => request.map_or(Call::Gone, Call::Request),
                outcome = self.study.outcome() => Call::Thought(outcome),
                () = tokio::time::sleep_until(wakes_at) => Call::Time,
            };
            self.flags().await?;
            match call {
                Call::Request(request) => {
                    self.idle_at = Instant::now() + self.house.room_idle;
                    self.handle(request).await?;
                }
                Call::Thought(outcome) => self.thought(outcome).await?,
                Call::Gone => return Ok(()),
                Call::Time if self.is_idle() => return Ok(()),
                Call::Time => {}
            }
            self.tell_who_is_here();
            self.consider();
        }
    }

    fn wakes_at(&self) -> Instant {
        let flag = self.sitting.deadline().map(|deadline| self.house.time.until_uptime(deadline));
        // A sleep may end a little early by the coarser clock; one more millisecond avoids a second one.
        let flag = flag.map(|flag| flag + Duration::from_millis(1));
        let idle = if self.sockets.is_empty() && !self.study.is_busy() {
            self.idle_at
        } else {
            Instant::now() + self.house.room_idle
        };
        let here = self.attendance.due_at(Instant::now());
        flag.into_iter().chain(self.study.wakes_at()).chain(here).chain([idle]).min().unwrap_or(idle)
    }

    fn is_idle(&self) -> bool {
        self.sockets.is_empty() && !self.study.is_busy() && Instant::now() >= self.idle_at
    }

    fn now(&self) -> Moment {
        Moment::now(&self.house.time)
    }

    async fn handle(&mut self, request: Request) -> Result<(), Broken> {
        match request {
            Request::Message(asked) => {
                let caller = Caller { network: asked.network, person: Some(asked.who.id) };
                let Asked { who, message, answer, .. } = *asked;
                if matches!(answer, Answer::Once(_)) {
                    self.asked_by(caller);
                }
                match self.refuses(&message, caller) {
                    Some(refused) => self.answer(answer, &message.a, Err(refused)),
                    None => self.message(&who, &message, answer).await?,
                }
            }
            Request::Join { caller, since, out, joined } => self.join(caller, since, out, joined),
            Request::Part { socket } => self.part(socket),
            Request::Look { caller, answer } => {
                self.asked_by(caller);
                let own = self.own(caller.person);
                let _ = answer.send(self.sitting.state_text(&self.looker(&own)));
            }
            Request::Show { who, answer } => {
                let _ = answer.send(self.show(who));
            }
        }
        Ok(())
    }

    fn own(&self, who: Option<PersonId>) -> Vec<Seat> {
        who.map(|who| self.sitting.seats_of(who)).unwrap_or_default()
    }

    fn looker<'a>(&'a self, own: &'a [Seat]) -> Looker<'a> {
        Looker { own, presence: self.attendance.now(), moment: self.now() }
    }

    async fn message(&mut self, who: &Guest, message: &Message, answer: Answer) -> Result<(), Broken> {
        if let (Wish::Sync { v }, Answer::Socket(number)) = (&message.wish, &answer) {
            self.sync(*number, *v);
            return Ok(());
        }
        let (before, moment, fresh) = (self.sitting.version(), self.now(), ids::new_game());
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

    fn join(&mut self, caller: Caller, since: Option<u32>, out: mpsc::Sender<Utf8Bytes>, joined: oneshot::Sender<u64>) {
        self.sockets_seen += 1;
        let number = self.sockets_seen;
        let own = self.own(caller.person);
        self.sockets.push(Socket { number, caller, own, out });
        let _ = joined.send(number);
        self.look_around();
        self.sync(number, since);
    }

    fn part(&mut self, number: u64) {
        let parting = self.sockets.iter().position(|socket| socket.number == number);
        if let Some(Socket { caller, .. }) = parting.map(|index| self.sockets.remove(index)) {
            self.study.forget_asking(caller);
        }
        self.look_around();
    }

    /// Notes who is here.
    fn look_around(&mut self) {
        if self.seatings != self.sitting.seatings() {
            self.seatings = self.sitting.seatings();
            for index in 0..self.sockets.len() {
                self.sockets[index].own = self.own(self.sockets[index].caller.person);
            }
        }
        self.sockets.sort_by_key(|socket| socket.own.is_empty());
        let here = |seat: Seat| self.sockets.iter().any(|socket| socket.own.contains(&seat));
        let computer = |seat: Seat| self.sitting.computer(seat).is_some();
        let seats = self.sitting.seats().map(|seat| here(seat) || computer(seat)).collect();
        let watchers = self.sockets.iter().filter(|socket| socket.own.is_empty()).count();
        self.attendance.see(Presence { seats, watchers });
    }

    /// Tells everybody who is here, if it is time to. Nobody is let go for having no room for it: it is
    /// told again.
    fn tell_who_is_here(&mut self) {
        let now = Instant::now();
        if self.attendance.due_at(now).is_none_or(|due_at| now < due_at) {
            return;
        }
        let Presence { seats, watchers } = self.attendance.now();
        let message = text(&Here { t: "here", d: HereSight { seats, watchers: *watchers } });
        let has_missed = |socket: &&Socket| !socket.out.is_closed() && socket.out.try_send(message.clone()).is_err();
        let missed = self.sockets.iter().filter(has_missed).count();
        self.attendance.told(now, missed == 0);
    }

    /// Tells every socket what has happened since a version. A socket that cannot keep up is let go;
    /// its owner comes back and asks for what was missed.
    fn publish(&mut self, since: u32) {
        if self.sitting.version() == since {
            return;
        }
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
        let plan = self.sitting.plan.moved_on(&self.sitting.chairs_of_next());
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

    fn show(&self, who: Option<PersonId>) -> Option<Shown> {
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
    receipt: Option<(PersonId, &str)>,
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
