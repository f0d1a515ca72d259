//! What is told of the whole house, to sockets and to streams alike: tables that wait, games to look at, and bells.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use room::{GameId, PersonId};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::Instant;
use tungstenite::Utf8Bytes;

use crate::app::App;
use crate::lobby;

/// News of tables are told no more often; what happens in between is told once, as it is then.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// What one can listen to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Topic {
    Me,
    Lobby,
    Live,
    /// The channel of a kind of game.
    Tv(&'static str),
}

impl<'de> Deserialize<'de> for Topic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match String::deserialize(deserializer)?.as_str() {
            "me" => Self::Me,
            "lobby" => Self::Lobby,
            "live" => Self::Live,
            other => {
                let kind = other.strip_prefix("tv:").and_then(engine::catalog::find);
                Self::Tv(kind.ok_or_else(|| D::Error::custom("there is no such topic"))?.about().kind)
            }
        })
    }
}

/// What somebody listens to, and what has been heard and not yet told.
pub(super) struct News {
    app: Arc<App>,
    person: Option<PersonId>,
    me: Option<broadcast::Receiver<Utf8Bytes>>,
    lobby: Option<broadcast::Receiver<lobby::News>>,
    live: Option<broadcast::Receiver<lobby::News>>,
    /// One channel at a time.
    tv: Option<(&'static str, broadcast::Receiver<Utf8Bytes>)>,
    /// By what it is about; of a channel only the latest picture counts.
    heard: HashMap<(Topic, Option<GameId>), Utf8Bytes>,
    told_at: Option<Instant>,
}

/// What an ear has heard.
enum Heard {
    Bell(Utf8Bytes),
    Table(Topic, lobby::News),
    Picture(Topic, Utf8Bytes),
    /// So much that the list is told anew.
    TooMuch(Topic),
    /// It is time to tell.
    Time,
}

impl News {
    /// Of nothing yet. Only a person has a bell.
    pub(super) fn new(app: Arc<App>, person: Option<PersonId>) -> Self {
        Self { app, person, me: None, lobby: None, live: None, tv: None, heard: HashMap::new(), told_at: None }
    }

    /// Listens from now on; the whole list, where there is one.
    pub(super) fn watch(&mut self, topic: Topic) -> Option<Utf8Bytes> {
        self.unwatch(topic);
        let lobby = &self.app.house.lobby;
        match topic {
            Topic::Me => {
                self.me = self.person.map(|person| lobby.bells.listen(person));
                None
            }
            Topic::Lobby => {
                let (whole, news) = lobby.tables.watch();
                self.lobby = Some(news);
                Some(whole)
            }
            Topic::Live => {
                let (whole, news) = lobby.games.watch();
                self.live = Some(news);
                Some(whole)
            }
            Topic::Tv(kind) => {
                let (now, pictures) = lobby.tv.watch(kind, Instant::now())?;
                // What the former channel has shown is of no interest any more.
                self.heard.retain(|(of, _), _| !matches!(of, Topic::Tv(_)));
                self.tv = Some((kind, pictures));
                Some(now)
            }
        }
    }

    /// Listens no longer.
    pub(super) fn unwatch(&mut self, topic: Topic) {
        self.heard.retain(|(of, _), _| *of != topic);
        match topic {
            Topic::Me => self.me = None,
            Topic::Lobby => self.lobby = None,
            Topic::Live => self.live = None,
            Topic::Tv(kind) => drop(self.tv.take_if(|(on, _)| *on == kind)),
        }
    }

    /// Waits for something, and gives what is to be told now: perhaps nothing yet. Nothing is lost where the waiting is given up.
    pub(super) async fn next(&mut self) -> Vec<Utf8Bytes> {
        match self.listen().await {
            Heard::Bell(text) => return vec![text],
            Heard::TooMuch(topic) => return self.watch(topic).into_iter().collect(),
            Heard::Table(topic, news) => drop(self.heard.insert((topic, Some(news.game)), news.text)),
            Heard::Picture(topic, text) => drop(self.heard.insert((topic, None), text)),
            Heard::Time => {}
        }
        self.due()
    }

    async fn listen(&mut self) -> Heard {
        let tells_at = self.told_at.map(|told_at| told_at + TELL_EVERY).filter(|_| !self.heard.is_empty());
        tokio::select! {
            bell = received(&mut self.me) => bell.map_or(Heard::TooMuch(Topic::Me), Heard::Bell),
            news = received(&mut self.lobby) => of(Topic::Lobby, news),
            news = received(&mut self.live) => of(Topic::Live, news),
            (topic, picture) = looked(&mut self.tv) => picture.map_or(Heard::TooMuch(topic), |text| Heard::Picture(topic, text)),
            () = sleep_until(tells_at) => Heard::Time,
        }
    }

    fn due(&mut self) -> Vec<Utf8Bytes> {
        let now = Instant::now();
        if self.told_at.is_some_and(|told_at| now < told_at + TELL_EVERY) {
            return Vec::new();
        }
        self.told_at = Some(now);
        self.heard.drain().map(|(_, text)| text).collect()
    }
}

/// The next picture of the channel that is on, if any is.
async fn looked(tv: &mut Option<(&'static str, broadcast::Receiver<Utf8Bytes>)>) -> (Topic, Option<Utf8Bytes>) {
    let Some((kind, pictures)) = tv else { return std::future::pending().await };
    match pictures.recv().await {
        Ok(picture) => (Topic::Tv(kind), Some(picture)),
        Err(RecvError::Lagged(_)) => (Topic::Tv(kind), None),
        Err(RecvError::Closed) => std::future::pending().await,
    }
}

fn of(topic: Topic, news: Option<lobby::News>) -> Heard {
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
