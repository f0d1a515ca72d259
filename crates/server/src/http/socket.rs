//! One socket of one viewer of one game.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use room::{Message, Wish};
use serde::Deserialize;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tungstenite::protocol::CloseFrame;
use tungstenite::{Error, Message as Frame, Utf8Bytes};

use super::bearer;
use super::body::{Path, Query};
use super::frames::Flood;
use super::games::{self, game_id};
use super::handshake::{Upgrade, WebSocket};
use super::letters;
use super::origin;
use super::visitor::{Visitor, has_cookie};
use crate::accounts::Watched;
use crate::app::{App, ended};
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::{self, GameId};
use crate::limits::SocketPlace;
use crate::outbox::{self, Inbox, WeakOutbox};
use crate::owner::{Asked, Joining, Recipient, Request, Room};
use crate::scopes::Scopes;
use crate::store::{Guest, Known};
use crate::talk::{self, SayWish};

/// How many messages are written together.
const WRITTEN_TOGETHER: usize = 16;

/// How many lines of one socket may wait to be said.
const LINES_MAX: usize = 4;

/// How long a goodbye may take.
const GOODBYE_WITHIN: Duration = Duration::from_secs(1);

pub(super) mod close {
    //! Why a socket was closed.
    pub(crate) const ENDING: u16 = 1001;
    pub(crate) const BINARY: u16 = 1003;
    pub(crate) const NOT_JSON: u16 = 1007;
    /// Also of a session that has ended: coming back at once would be of no use.
    pub(crate) const TOO_MANY: u16 = 1008;
    pub(crate) const TOO_BIG: u16 = 1009;
    pub(crate) const OURS: u16 = 1011;
    /// What was here is another node's now.
    pub(crate) const MOVED: u16 = 1012;
}

#[derive(Deserialize)]
pub(super) struct Since {
    v: Option<u32>,
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(since): Query<Since>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    welcome(&app, &headers)?;
    let caller = visitor.caller();
    let watched = watch(&app, &visitor).await?;
    let place = app.limits.socket(caller)?;
    let id = game_id(&id)?;
    app.rooms.find(id).await?;
    let frames = app.limits.frames();
    Ok(upgrade.then(frames, move |socket| {
        // In one place of its own: futures move what they are given, and keep room for it on every stage of the way.
        let connection = Connection { socket, app, caller, known: visitor.known, watched, _place: place };
        Box::new(connection).run(id, since.v)
    }))
}

/// Refuses sockets of foreign pages, and all while the server ends.
pub(super) fn welcome(app: &App, headers: &HeaderMap) -> Result<(), Refused> {
    // A browser always names its page: a cookie without one is not ours to trust. It cannot name the secret of a program.
    let names_page = headers.contains_key(axum::http::header::ORIGIN);
    let is_own = origin::is_own_or_none(headers, app.config.public_origin.as_deref());
    if !bearer::is_program(headers) && (!is_own || (!names_page && has_cookie(headers))) {
        return Err(Refused::foreign());
    }
    if *app.ending.borrow() { Err(Refused::ending()) } else { Ok(()) }
}

struct Connection {
    socket: WebSocket,
    app: Arc<App>,
    caller: Caller,
    known: Option<Known>,
    watched: Option<Watched>,
    _place: SocketPlace,
}

/// A socket ends with the session in which it was opened, or with the token. One that has ended since it was looked up opens none.
pub(super) async fn watch(app: &App, visitor: &Visitor) -> Result<Option<Watched>, Refused> {
    let Some(Known { person, session }) = &visitor.known else { return Ok(None) };
    let watched = app.accounts.sessions.watch(&session.token_hash, person.id);
    let opens = app.house.store.opens(&session.token_hash, app.house.time.now_ms()).await.map_err(Refused::logged)?;
    if opens { Ok(Some(watched)) } else { Err(Refused::no_session()) }
}

/// Something of ours went wrong.
const BROKEN: End = End::Close(close::OURS, "E_BROKEN");
/// What was here is another node's now.
pub(super) const MOVED: End = End::Close(close::MOVED, "E_MOVED");

/// Why a connection ends: with a close code, or because the other side is gone.
pub(super) enum End {
    Close(u16, &'static str),
    Gone,
}

impl End {
    const fn reason(&self) -> &'static str {
        if let Self::Close(_, reason) = self { reason } else { "" }
    }

    /// Tells why, and lets what is still on its way arrive: a connection that is closed with bytes unread is reset,
    /// and the reason would be lost with it.
    pub(super) async fn tell(self, socket: &mut WebSocket) {
        let Self::Close(code, reason) = self else { return };
        let frame = CloseFrame { code: code.into(), reason: Utf8Bytes::from_static(reason) };
        let goodbye = async {
            let _ = socket.send(Frame::Close(Some(frame))).await;
            let stream = socket.get_mut();
            if stream.shutdown().await.is_ok() {
                stream.drain().await;
            }
        };
        let _ = tokio::time::timeout(GOODBYE_WITHIN, goodbye).await;
    }
}

/// Where a connection's messages come from and go to.
struct Lines {
    game: GameId,
    room: Room,
    number: u64,
    inbox: Inbox,
    /// The same way in; only the game's owner keeps it open.
    outbox: WeakOutbox,
    /// Once something was said.
    mouth: Option<mpsc::Sender<SayWish>>,
}

impl Connection {
    /// What happens once, at the beginning and at the end, is boxed: a socket that waits keeps no room for it.
    async fn run(mut self: Box<Self>, id: GameId, since: Option<u32>) {
        self.app.house.metrics.sockets.add(1);
        let end = match Box::pin(join(&self.app, id, self.caller, since)).await {
            Ok(mut lines) => {
                let end = self.talk(&mut lines).await;
                let _ = Box::pin(lines.room.ask(Request::Part { socket: lines.number })).await;
                end
            }
            Err(end) => end,
        };
        Box::pin(end.tell(&mut self.socket)).await;
        self.app.house.metrics.sockets.add(-1);
    }

    async fn talk(&mut self, lines: &mut Lines) -> End {
        let mut heard = Instant::now();
        // Waited for once and not anew for every message.
        let over = over(self.app.ending.clone(), self.watched.take());
        let mut over = std::pin::pin!(over);
        let silence_max = self.app.config.waits.silence;
        let silence = tokio::time::sleep(silence_max);
        let mut silence = std::pin::pin!(silence);
        loop {
            let step = tokio::select! {
                biased;
                letter = lines.inbox.next() => match letter {
                    None => Err(if lines.room.has_moved() { MOVED } else { BROKEN }),
                    Some(letter) => Box::pin(self.send_all(letter, &mut lines.inbox)).await,
                },
                frame = self.socket.next() => {
                    heard = Instant::now();
                    Box::pin(self.hear(frame, lines)).await
                }
                () = silence.as_mut() => {
                    silence.as_mut().reset(heard + silence_max);
                    if heard.elapsed() < silence_max { Ok(()) } else { Err(End::Gone) }
                }
                over = over.as_mut() => Box::pin(async {
                    match over {
                        Over::House => self.end(lines.game).await,
                        Over::Session => self.bye(close::TOO_MANY, "E_SESSION").await,
                    }
                })
                .await,
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// The server ends. Where others go on, everybody at a table is to come back there at the same moment, and not all tables at once.
    async fn end(&mut self, game: GameId) -> Result<(), End> {
        if self.app.house.cluster.is_some() {
            let after_ms = after_ms(game, self.app.house.metrics.sockets.get());
            let _ = self.send(json!({ "t": "bye", "code": "E_ENDING", "after_ms": after_ms }).to_string()).await;
            return Err(End::Close(close::ENDING, "E_ENDING"));
        }
        self.bye(close::ENDING, "E_ENDING").await
    }

    async fn bye(&mut self, close: u16, code: &'static str) -> Result<(), End> {
        let bye = json!({ "t": "bye", "code": code }).to_string();
        let _ = self.send(bye).await;
        Err(End::Close(close, code))
    }

    /// One letter, and with it others that wait.
    async fn send_all(&mut self, first: Utf8Bytes, inbox: &mut Inbox) -> Result<(), End> {
        let more = std::iter::from_fn(|| inbox.try_next()).take(WRITTEN_TOGETHER - 1);
        let letters = letters::framed(std::iter::once(first).chain(more));
        letters::write(&mut self.socket, &letters).await.map_err(|_| End::Gone)
    }

    async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), End> {
        let letter = letters::framed([text.into()]);
        letters::write(&mut self.socket, &letter).await.map_err(|_| End::Gone)
    }

    async fn hear(&mut self, frame: Option<Result<Frame, Error>>, lines: &mut Lines) -> Result<(), End> {
        match frame {
            None | Some(Ok(Frame::Close(_))) => Err(End::Gone),
            Some(Ok(Frame::Text(text))) if text.as_str() == "p" => Box::pin(self.send("0")).await,
            Some(Ok(Frame::Text(text))) => self.read(text.as_str(), lines).await,
            Some(Ok(Frame::Binary(_))) => Err(End::Close(close::BINARY, "E_MESSAGE")),
            // Counted with all frames.
            Some(Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_))) => Ok(()),
            Some(Err(error)) => Err(why(&error)),
        }
    }

    fn count(&self) -> Result<(), End> {
        self.app.limits.message(self.caller).map_err(|_| End::Close(close::TOO_MANY, "E_RATE"))
    }

    async fn read(&mut self, text: &str, lines: &mut Lines) -> Result<(), End> {
        self.count()?;
        self.app.house.metrics.messages.add(1);
        let message = match Message::read(text).map_err(Refused::from) {
            Ok(message) => message,
            Err(refused) => match SayWish::read(text) {
                Some(wish) => return Box::pin(self.say(wish, lines)).await,
                None => return Box::pin(self.misunderstood(text, &refused)).await,
            },
        };
        let who = match (&self.known, &message.wish) {
            (Some(known), _) => known.person.guest(),
            // Asking what has happened needs no name.
            (None, Wish::Sync { .. }) => Guest { id: ids::new_person(), name: String::new() },
            (None, _) => return Box::pin(self.send(refusal(&message.a, &room::Refused::not_your_seat().into()))).await,
        };
        let ack = message.a.clone();
        let admitted = match &self.known {
            Some(known) => games::admit(&self.app, known, message).await,
            None => Ok(message),
        };
        let counted = |message: &Message| games::count_table(&self.app, self.caller, message);
        let message = match admitted.and_then(|message| counted(&message).map(|()| message)) {
            Ok(message) => message,
            Err(refused) => return Box::pin(self.send(refusal(&ack, &refused))).await,
        };
        let asked = Asked { who, network: self.caller.network, message, answer: Recipient::Socket(lines.number) };
        let gone = |_| if lines.room.has_moved() { MOVED } else { BROKEN };
        lines.room.ask(Request::Message(Box::new(asked))).await.map_err(gone)
    }

    /// What is said goes its own way, in its order, so that no move waits for it.
    async fn say(&mut self, wish: SayWish, lines: &mut Lines) -> Result<(), End> {
        let scopes = self.known.as_ref().map_or(Scopes::ALL, |known| known.session.scopes);
        let (app, speaker, game, outbox) = (&self.app, (self.caller, scopes), lines.game, &lines.outbox);
        let mouth = lines.mouth.get_or_insert_with(|| mouth(Arc::clone(app), speaker, game, outbox.clone()));
        match mouth.try_send(wish) {
            Ok(()) => Ok(()),
            Err(unsaid) => self.send(refusal(&unsaid.into_inner().a, &Refused::rate(1000))).await,
        }
    }

    /// JSON that we do not know may come from a newer client; anything else is nonsense.
    async fn misunderstood(&mut self, text: &str, refused: &Refused) -> Result<(), End> {
        let Ok(value) = serde_json::from_str::<serde_json::Value>(text) else {
            return Err(End::Close(close::NOT_JSON, "E_MESSAGE"));
        };
        let ack = value.get("a").and_then(serde_json::Value::as_str).unwrap_or_default();
        self.send(refusal(ack, refused)).await
    }
}

/// When those at a table are to come back to another node, if so many sockets do.
fn after_ms(game: GameId, sockets: i64) -> u64 {
    /// Later nobody needs to.
    const SPREAD_MAX_MS: u64 = 3_000;
    let spread_ms = sockets.unsigned_abs().clamp(1, SPREAD_MAX_MS);
    game.as_str().bytes().fold(0_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte))) % spread_ms
}

/// Says one line after another; ends with the socket.
fn mouth(app: Arc<App>, (caller, scopes): (Caller, Scopes), game: GameId, out: WeakOutbox) -> mpsc::Sender<SayWish> {
    let (mouth, mut wishes) = mpsc::channel::<SayWish>(LINES_MAX);
    tokio::spawn(async move {
        while let Some(wish) = wishes.recv().await {
            let answer = match talk::say(&app, caller, scopes, game, &wish).await {
                Ok(version) => json!({ "t": "ack", "a": wish.a, "v": version }).to_string(),
                Err(refused) => refusal(&wish.a, &refused),
            };
            // A socket that is gone asks again when it comes back.
            let Some(out) = out.upgrade() else { return };
            let _ = out.put(answer.into());
        }
    });
    mouth
}

/// Has a game send all that happens.
async fn join(app: &App, id: GameId, caller: Caller, since: Option<u32>) -> Result<Lines, End> {
    let (out, inbox) = outbox::open();
    let elsewhere = |refused: Refused| if refused.code == MOVED.reason() { MOVED } else { BROKEN };
    let room = app.rooms.find(id).await.map_err(elsewhere)?;
    let (joined, number) = oneshot::channel();
    let outbox = out.downgrade();
    let lost = || if room.has_moved() { MOVED } else { BROKEN };
    room.ask(Request::Join(Box::new(Joining { caller, since, out, joined }))).await.map_err(|_| lost())?;
    let number = number.await.map_err(|_| lost())?;
    Ok(Lines { game: id, room, number, inbox, outbox, mouth: None })
}

/// What ends a socket that nobody on its other side has ended.
enum Over {
    House,
    Session,
}

async fn over(mut ending: watch::Receiver<bool>, mut watched: Option<Watched>) -> Over {
    tokio::select! {
        () = ended(&mut ending) => Over::House,
        () = session_ended(&mut watched) => Over::Session,
    }
}

pub(super) async fn session_ended(watched: &mut Option<Watched>) {
    match watched {
        Some(watched) => watched.ended().await,
        None => std::future::pending().await,
    }
}

pub(super) fn refusal(ack: &str, refused: &Refused) -> String {
    json!({ "t": "refused", "a": ack, "code": refused.code, "detail": refused.detail }).to_string()
}

pub(super) fn why(error: &Error) -> End {
    match error {
        Error::Capacity(_) => End::Close(close::TOO_BIG, "E_MESSAGE"),
        Error::Utf8(_) => End::Close(close::NOT_JSON, "E_MESSAGE"),
        Error::Io(error) if error.get_ref().and_then(|error| error.downcast_ref::<Flood>()).is_some() => {
            End::Close(close::TOO_MANY, "E_RATE")
        }
        _ => End::Gone,
    }
}
