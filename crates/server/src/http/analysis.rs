//! What positions are worth: a socket that asks one question at a time, and hears the lines as they are found.

mod asked;
mod told;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use engine::review::Review;
use engine::{Limits, Scale, Thought, catalog};
use futures_util::{SinkExt as _, StreamExt as _};
use game::{Seat, Table};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;
use tungstenite::{Error, Message as Frame};

use self::asked::{Asked, Look};
use super::handshake::{Upgrade, WebSocket};
use super::socket::{End, close, refusal, session_ended, watch, welcome, why};
use super::visitor::Visitor;
use crate::app::{App, ended};
use crate::brains::{Errand, Outcome, Place, Question, Study, Thinking};
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::{self, GameId};

/// Lines are told no more often.
const TELL_EVERY: Duration = Duration::from_millis(200);

pub(super) async fn open(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    welcome(&app, &headers)?;
    let caller = visitor.caller();
    let mut watched = watch(&app, &visitor).await?;
    let places = app.limits.analysis(caller)?;
    let frames = app.limits.frames();
    Ok(upgrade.then(frames, move |socket| async move {
        app.house.metrics.sockets.add(1);
        let desk = ids::new_game();
        let mut connection = Connection { socket, app: Arc::clone(&app), caller, desk, current: None };
        let end = tokio::select! {
            end = connection.talk() => end,
            () = session_ended(&mut watched) => End::Close(close::TOO_MANY, "E_SESSION"),
        };
        connection.current = None;
        end.tell(&mut connection.socket).await;
        app.house.thinkers.forget(desk);
        app.house.metrics.sockets.add(-1);
        drop(places);
    }))
}

struct Connection {
    socket: WebSocket,
    app: Arc<App>,
    caller: Caller,
    /// Under this name the analyst of this socket stays warm between two questions.
    desk: GameId,
    current: Option<Current>,
}

/// A question that is thought about.
struct Current {
    ack: String,
    kind: &'static str,
    seat: Seat,
    scale: Scale,
    thinking: Thinking,
    /// What is told of it.
    latest: watch::Receiver<Vec<Thought>>,
    tells_at: Instant,
    /// The game that it belongs to, if a whole one is gone through.
    review: Option<Going>,
}

/// A game on its way through the analyst, and how much is thought about each question.
struct Going {
    review: Box<Review>,
    limits: Limits,
}

/// What has come of a question.
enum News {
    Lines,
    Done(Option<Outcome>),
}

impl Current {
    /// Waits for something that may be told now.
    async fn news(current: &mut Option<Self>) -> News {
        let Some(Self { thinking, latest, tells_at, review, .. }) = current else {
            return std::future::pending().await;
        };
        if review.is_some() {
            return News::Done(thinking.outcome().await);
        }
        let found = async {
            tokio::time::sleep_until(*tells_at).await;
            latest.changed().await
        };
        tokio::select! {
            outcome = thinking.outcome() => News::Done(outcome),
            Ok(()) = found => News::Lines,
        }
    }
}

impl Connection {
    async fn talk(&mut self) -> End {
        let mut heard = Instant::now();
        let mut ending = self.app.ending.clone();
        let silence_max = self.app.config.waits.silence;
        loop {
            let step = tokio::select! {
                biased;
                () = ended(&mut ending) => Err(End::Close(close::ENDING, "E_ENDING")),
                frame = self.socket.next() => {
                    heard = Instant::now();
                    self.hear(frame).await
                }
                news = Current::news(&mut self.current) => self.tell(news).await,
                () = tokio::time::sleep_until(heard + silence_max) => Err(End::Gone),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn send(&mut self, text: String) -> Result<(), End> {
        self.socket.send(Frame::Text(text.into())).await.map_err(|_| End::Gone)
    }

    async fn hear(&mut self, frame: Option<Result<Frame, Error>>) -> Result<(), End> {
        match frame {
            None | Some(Ok(Frame::Close(_))) => Err(End::Gone),
            Some(Ok(Frame::Text(text))) if text.as_str() == "p" => self.send("0".to_owned()).await,
            Some(Ok(Frame::Text(text))) => self.read(text.as_str()).await,
            Some(Ok(Frame::Binary(_))) => Err(End::Close(close::BINARY, "E_MESSAGE")),
            Some(Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_))) => Ok(()),
            Some(Err(error)) => Err(why(&error)),
        }
    }

    async fn read(&mut self, text: &str) -> Result<(), End> {
        self.app.limits.message(self.caller).map_err(|_| End::Close(close::TOO_MANY, "E_RATE"))?;
        self.app.house.metrics.messages.add(1);
        let asked: Asked = match serde_json::from_str(text) {
            Ok(asked) => asked,
            Err(error) if error.is_data() => {
                return self.send(refusal("", &Refused::message(error.to_string()))).await;
            }
            Err(_) => return Err(End::Close(close::NOT_JSON, "E_MESSAGE")),
        };
        // A new question stops the last one.
        self.current = None;
        let ack = asked.ack().to_owned();
        let begun = match asked {
            Asked::Stop { .. } => return self.send(json!({ "t": "stopped", "a": ack }).to_string()).await,
            Asked::Look(look) => self.look(&look).await,
            Asked::Threat(look) => self.threat(&look).await,
            Asked::Review(look) => self.review(look).await,
        };
        match begun {
            Ok(current) => self.current = Some(current),
            Err(refused) => self.send(refusal(&ack, &refused)).await?,
        }
        Ok(())
    }

    async fn reach(&mut self, look: &Look) -> Result<Box<dyn Table>, Refused> {
        let trial = look.trial();
        let reached = move || engine::positions::reach(&trial);
        let reached = self.app.workshop.work(self.caller.network, reached).await?;
        reached.map(|(table, _)| table).map_err(Refused::of_position)
    }

    async fn look(&mut self, look: &Look) -> Result<Current, Refused> {
        let table = self.reach(look).await?;
        self.study(look, table)
    }

    /// What the next seat would do if it were its turn.
    async fn threat(&mut self, look: &Look) -> Result<Current, Refused> {
        let table = self.reach(look).await?;
        let skipped = table.skipped().ok_or_else(Refused::no_threat)?;
        self.study(look, skipped)
    }

    async fn review(&mut self, look: Look) -> Result<Current, Refused> {
        let table = self.reach(&look).await?;
        // An analyst that remembers other positions judges a little otherwise; the same game is to be judged alike each time.
        let before = std::mem::replace(&mut self.desk, ids::new_game());
        self.app.house.thinkers.forget(before);
        let (kind, limits) = (kind(&look.kind)?, look.glance());
        let review = self.app.workshop.work(self.caller.network, move || Review::new(kind, table)).await?;
        let review = Box::new(review.ok_or_else(Refused::no_kind)?);
        self.next_of(look.ack, kind, Going { review, limits })?.ok_or_else(|| Refused::from(room::Refused::over()))
    }

    fn study(&self, look: &Look, table: Box<dyn Table>) -> Result<Current, Refused> {
        let seat = table.turn().ok_or_else(|| Refused::from(room::Refused::over()))?;
        self.begin(look.ack.clone(), kind(&look.kind)?, seat, table, look.study())
    }

    /// The next question of a review; none when all turns are judged.
    fn next_of(&self, ack: String, kind: &'static str, going: Going) -> Result<Option<Current>, Refused> {
        let Some(asked) = going.review.question() else { return Ok(None) };
        let study = Study { lines: 1, only: asked.only, limits: going.limits };
        let current = self.begin(ack, kind, asked.seat, asked.table, study)?;
        Ok(Some(Current { review: Some(going), ..current }))
    }

    fn begin(
        &self,
        ack: String,
        kind: &'static str,
        seat: Seat,
        table: Box<dyn Table>,
        study: Study,
    ) -> Result<Current, Refused> {
        let scale = catalog::scale(kind).ok_or_else(Refused::no_kind)?;
        let errand = Errand {
            caller: self.caller,
            place: Place { game: self.desk, seat: Seat::FIRST },
            kind,
            level: String::new(),
            seed: 0,
            question: Question::Study(table, seat, study),
        };
        let thinking = self.app.house.thinkers.think(errand).map_err(|_| Refused::full())?;
        let latest = thinking.latest().clone();
        Ok(Current { ack, kind, seat, scale, thinking, latest, tells_at: Instant::now(), review: None })
    }

    async fn tell(&mut self, news: News) -> Result<(), End> {
        match (news, self.current.as_mut()) {
            (_, None) | (News::Done(None), _) => {
                self.current = None;
                Ok(())
            }
            (News::Lines, Some(current)) => {
                current.tells_at = Instant::now() + TELL_EVERY;
                let lines = current.latest.borrow().clone();
                let text = told::lines(&current.ack, current.seat, current.scale, &lines, None);
                self.send(text).await
            }
            (News::Done(Some(outcome)), Some(_)) => self.done(&outcome).await,
        }
    }

    async fn done(&mut self, outcome: &Outcome) -> Result<(), End> {
        let Some(current) = self.current.take() else { return Ok(()) };
        let lines = current.latest.borrow().clone();
        let Current { ack, kind, seat, scale, review, .. } = current;
        match review {
            None => self.send(told::lines(&ack, seat, scale, &lines, Some(outcome.thought_ms))).await,
            Some(going) => self.go_on(ack, kind, going, lines.first()).await,
        }
    }

    /// A question of a review is answered: tells the turn, and asks the next one.
    async fn go_on(
        &mut self,
        ack: String,
        kind: &'static str,
        mut going: Going,
        thought: Option<&Thought>,
    ) -> Result<(), End> {
        let turns = going.review.turns();
        if let Some(judged) = going.review.answer(thought) {
            let text = told::turn(&ack, judged, turns);
            self.send(text).await?;
        }
        let accuracy = going.review.accuracy();
        match self.next_of(ack.clone(), kind, going) {
            Ok(Some(current)) => self.current = Some(current),
            Ok(None) => self.send(told::reviewed(&ack, &accuracy)).await?,
            Err(refused) => self.send(refusal(&ack, &refused)).await?,
        }
        Ok(())
    }
}

fn kind(name: &str) -> Result<&'static str, Refused> {
    catalog::find(name).map(|game| game.about().kind).ok_or_else(Refused::no_kind)
}
