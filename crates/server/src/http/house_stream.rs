//! What the house socket tells, as lines of a long answer: for programs that speak HTTP and nothing else.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use serde::Deserialize;
use serde::de::IntoDeserializer as _;
use serde::de::value::Error as NoTopic;
use serde_json::json;
use tokio::sync::watch::Receiver;
use tokio::time::Instant;
use tungstenite::Utf8Bytes;

use super::body::Query;
use super::inside::lead_lost;
use super::news::{News, Topic};
use super::origin;
use super::socket::{session_ended, watch};
use super::visitor::Visitor;
use crate::accounts::Watched;
use crate::app::{App, ended};
use crate::error::Refused;
use crate::limits::SocketPlace;

/// More words are not read; there are fewer topics.
const TOPICS_MAX: usize = 8;

#[derive(Deserialize)]
pub(super) struct Asked {
    topics: String,
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Result<Response, Refused> {
    if !origin::is_trusted(&headers, app.config.public_origin.as_deref()) {
        return Err(Refused::foreign());
    }
    if *app.ending.borrow() {
        return Err(Refused::ending());
    }
    let topics = topics(&asked.topics)?;
    let watched = watch(&app, &visitor).await?;
    let caller = visitor.caller();
    let place = app.limits.socket(caller)?;
    let mut news = News::new(Arc::clone(&app), caller.person);
    // Whoever has the first line misses nothing from then on.
    let whole: Vec<_> = topics.into_iter().filter_map(|topic| news.watch(topic)).collect();
    let lines = stream::unfold(Some(Lines::new(app, news, watched, place, lines_of(&whole))), |lines| async move {
        let mut lines = lines?;
        let told = lines.next().await;
        Some((Ok::<_, Infallible>(told.text), (!told.is_last).then_some(lines)))
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

/// The topics of a list, each once.
fn topics(list: &str) -> Result<Vec<Topic>, Refused> {
    let mut topics = Vec::new();
    for word in list.split(',').take(TOPICS_MAX) {
        let topic = Topic::deserialize(word.into_deserializer())
            .map_err(|error: NoTopic| Refused::message(format!("topics: {error}")))?;
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    Ok(topics)
}

/// Each on a line of its own.
fn lines_of(texts: &[Utf8Bytes]) -> String {
    texts.iter().flat_map(|text| [text.as_str(), "\n"]).collect()
}

/// Somebody who listens; it is counted as a socket.
struct Lines {
    app: Arc<App>,
    news: News,
    watched: Option<Watched>,
    ending: Receiver<bool>,
    /// What stands at the beginning.
    whole: Option<String>,
    /// When a blank line is due, so that both sides know that the other is still there.
    beats_at: Instant,
    _place: SocketPlace,
}

struct Told {
    text: String,
    is_last: bool,
}

impl Lines {
    fn new(app: Arc<App>, news: News, watched: Option<Watched>, place: SocketPlace, whole: String) -> Self {
        app.house.metrics.sockets.add(1);
        let ending = app.ending.clone();
        let whole = Some(if whole.is_empty() { "\n".to_owned() } else { whole });
        let beats_at = Instant::now() + app.config.waits.beat;
        Self { app, news, watched, ending, whole, beats_at, _place: place }
    }

    async fn next(&mut self) -> Told {
        let text = match self.whole.take() {
            Some(whole) => whole,
            None => match self.heard().await {
                Ok(text) => text,
                Err(code) => return Told { text: format!("{}\n", json!({ "t": "bye", "code": code })), is_last: true },
            },
        };
        self.beats_at = Instant::now() + self.app.config.waits.beat;
        Told { text, is_last: false }
    }

    /// The next lines, or why there will be none.
    async fn heard(&mut self) -> Result<String, &'static str> {
        loop {
            let texts = tokio::select! {
                biased;
                () = ended(&mut self.ending) => return Err("E_ENDING"),
                () = session_ended(&mut self.watched) => return Err("E_SESSION"),
                () = lead_lost(&self.app) => return Err("E_MOVED"),
                texts = self.news.next() => texts,
                () = tokio::time::sleep_until(self.beats_at) => return Ok("\n".to_owned()),
            };
            if !texts.is_empty() {
                return Ok(lines_of(&texts));
            }
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.app.house.metrics.sockets.add(-1);
    }
}
