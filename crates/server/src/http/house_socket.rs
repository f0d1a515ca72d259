//! One socket for the whole house: whoever has it open hears of the lobby, of games to look at, and is called.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::Instant;
use tungstenite::{Error, Message as Frame, Utf8Bytes};

use super::handshake::{Upgrade, WebSocket};
use super::socket::{End, close, refusal, session_ended, watch, welcome, why};
use super::visitor::Visitor;
use crate::app::{App, ended};
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::GameId;
use crate::lobby::{Board, News};

/// News of tables are told no more often; what happens in between is told once, as it is then.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// What one can listen to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Topic {
    Me,
    Lobby,
    Live,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "t", content = "d", rename_all = "snake_case")]
enum Said {
    Watch(Topic),
    Unwatch(Topic),
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    welcome(&app, &headers)?;
    let caller = visitor.caller();
    let mut watched = watch(&app, &visitor).await?;
    let place = app.limits.socket(caller)?;
    let frames = app.limits.frames();
    Ok(upgrade.then(frames, move |socket| async move {
        app.house.metrics.sockets.add(1);
        let mut connection = Connection { socket, app: Arc::clone(&app), caller, ears: Ears::default() };
        let end = tokio::select! {
            end = connection.talk() => end,
            () = session_ended(&mut watched) => End::Close(close::TOO_MANY, "E_SESSION"),
        };
        end.tell(&mut connection.socket).await;
        app.house.metrics.sockets.add(-1);
        drop(place);
    }))
}

struct Connection {
    socket: WebSocket,
    app: Arc<App>,
    caller: Caller,
    ears: Ears,
}

/// What a socket listens to, and what it has heard and not yet told.
#[derive(Default)]
struct Ears {
    me: Option<broadcast::Receiver<Utf8Bytes>>,
    lobby: Option<broadcast::Receiver<News>>,
    live: Option<broadcast::Receiver<News>>,
    heard: HashMap<(Topic, GameId), Utf8Bytes>,
    told_at: Option<Instant>,
}

/// What an ear has heard.
enum Heard {
    Bell(Utf8Bytes),
    Table(Topic, News),
    /// So much that the list is told anew.
    TooMuch(Topic),
    /// It is time to tell.
    Time,
}

impl Ears {
    async fn listen(&mut self) -> Heard {
        let tells_at = self.told_at.map(|told_at| told_at + TELL_EVERY).filter(|_| !self.heard.is_empty());
        tokio::select! {
            bell = received(&mut self.me) => bell.map_or(Heard::TooMuch(Topic::Me), Heard::Bell),
            news = received(&mut self.lobby) => of(Topic::Lobby, news),
            news = received(&mut self.live) => of(Topic::Live, news),
            () = sleep_until(tells_at) => Heard::Time,
        }
    }

    /// What is to be told now.
    fn due(&mut self) -> Vec<Utf8Bytes> {
        let now = Instant::now();
        if self.told_at.is_some_and(|told_at| now < told_at + TELL_EVERY) {
            return Vec::new();
        }
        self.told_at = Some(now);
        self.heard.drain().map(|(_, text)| text).collect()
    }
}

fn of(topic: Topic, news: Option<News>) -> Heard {
    news.map_or(Heard::TooMuch(topic), |news| Heard::Table(topic, news))
}

async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

/// What comes next; `None` if too much has come to tell it all.
async fn received<T: Clone>(ear: &mut Option<broadcast::Receiver<T>>) -> Option<T> {
    let Some(open) = ear else { return std::future::pending().await };
    match open.recv().await {
        Ok(heard) => Some(heard),
        Err(RecvError::Lagged(_)) => None,
        Err(RecvError::Closed) => {
            *ear = None;
            std::future::pending().await
        }
    }
}

impl Connection {
    async fn talk(&mut self) -> End {
        let mut silent_since = Instant::now();
        let mut ending = self.app.ending.clone();
        let silence_max = self.app.config.waits.silence;
        loop {
            let step = tokio::select! {
                biased;
                () = ended(&mut ending) => Err(End::Close(close::ENDING, "E_ENDING")),
                frame = self.socket.next() => {
                    silent_since = Instant::now();
                    self.hear(frame).await
                }
                heard = self.ears.listen() => self.tell(heard).await,
                () = tokio::time::sleep_until(silent_since + silence_max) => Err(End::Gone),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn tell(&mut self, heard: Heard) -> Result<(), End> {
        match heard {
            Heard::Bell(text) => return self.send(text).await,
            Heard::Table(topic, news) => drop(self.ears.heard.insert((topic, news.game), news.text)),
            Heard::TooMuch(topic) => return self.watch(topic).await,
            Heard::Time => {}
        }
        for text in self.ears.due() {
            self.socket.feed(Frame::Text(text)).await.map_err(|_| End::Gone)?;
        }
        self.socket.flush().await.map_err(|_| End::Gone)
    }

    async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), End> {
        self.socket.send(Frame::Text(text.into())).await.map_err(|_| End::Gone)
    }

    async fn hear(&mut self, frame: Option<Result<Frame, Error>>) -> Result<(), End> {
        match frame {
            None | Some(Ok(Frame::Close(_))) => Err(End::Gone),
            Some(Ok(Frame::Text(text))) if text.as_str() == "p" => self.send("0").await,
            Some(Ok(Frame::Text(text))) => self.read(text.as_str()).await,
            Some(Ok(Frame::Binary(_))) => Err(End::Close(close::BINARY, "E_MESSAGE")),
            Some(Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_))) => Ok(()),
            Some(Err(error)) => Err(why(&error)),
        }
    }

    async fn read(&mut self, text: &str) -> Result<(), End> {
        self.app.limits.message(self.caller).map_err(|_| End::Close(close::TOO_MANY, "E_RATE"))?;
        self.app.house.metrics.messages.add(1);
        match serde_json::from_str(text) {
            Ok(Said::Watch(topic)) => self.watch(topic).await,
            Ok(Said::Unwatch(topic)) => {
                self.unwatch(topic);
                Ok(())
            }
            Err(error) if error.is_data() => self.send(refusal("", &Refused::message(error.to_string()))).await,
            Err(_) => Err(End::Close(close::NOT_JSON, "E_MESSAGE")),
        }
    }

    /// Tells the whole list, and what happens to it from now on.
    async fn watch(&mut self, topic: Topic) -> Result<(), End> {
        let app = Arc::clone(&self.app);
        let board: &Board = match topic {
            Topic::Lobby => &app.house.lobby.tables,
            Topic::Live => &app.house.lobby.games,
            Topic::Me => {
                self.ears.me = self.caller.person.map(|person| app.house.lobby.bells.listen(person));
                return Ok(());
            }
        };
        self.unwatch(topic);
        let (whole, news) = board.watch();
        match topic {
            Topic::Lobby => self.ears.lobby = Some(news),
            _ => self.ears.live = Some(news),
        }
        self.send(whole).await
    }

    fn unwatch(&mut self, topic: Topic) {
        self.ears.heard.retain(|(of, _), _| *of != topic);
        match topic {
            Topic::Me => self.ears.me = None,
            Topic::Lobby => self.ears.lobby = None,
            Topic::Live => self.ears.live = None,
        }
    }
}
