//! One socket for the whole house: whoever has it open hears of the lobby, of games to look at, and is called.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::time::Instant;
use tungstenite::{Error, Message as Frame, Utf8Bytes};

use super::handshake::{Upgrade, WebSocket};
use super::inside::lead_lost;
use super::news::{News, Topic};
use super::socket::{End, MOVED, close, refusal, session_ended, watch, welcome, why};
use super::visitor::Visitor;
use crate::app::{App, ended};
use crate::caller::Caller;
use crate::error::Refused;

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
        let news = News::new(Arc::clone(&app), caller.person);
        let mut connection = Connection { socket, app: Arc::clone(&app), caller, news };
        let end = tokio::select! {
            end = connection.talk() => end,
            () = session_ended(&mut watched) => End::Close(close::TOO_MANY, "E_SESSION"),
            () = lead_lost(&app) => MOVED,
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
    news: News,
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
                texts = self.news.next() => self.send_all(texts).await,
                () = tokio::time::sleep_until(silent_since + silence_max) => Err(End::Gone),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn send_all(&mut self, texts: impl IntoIterator<Item = Utf8Bytes>) -> Result<(), End> {
        for text in texts {
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
            Ok(Said::Watch(topic)) => {
                let whole = self.news.watch(topic);
                self.send_all(whole).await
            }
            Ok(Said::Unwatch(topic)) => {
                self.news.unwatch(topic);
                Ok(())
            }
            Err(error) if error.is_data() => self.send(refusal("", &Refused::message(error.to_string()))).await,
            Err(_) => Err(End::Close(close::NOT_JSON, "E_MESSAGE")),
        }
    }
}
