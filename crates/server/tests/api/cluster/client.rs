//! Somebody who looks at a game, and comes back by whichever door is open.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::node::Node;
use super::spans::Span;
use crate::helpers::{Guest, Heard, PATIENCE, Socket};

/// After how long without a word it is asked whether anybody is there.
const QUIET: Duration = Duration::from_millis(1_500);
/// How long is waited for that answer, as browsers do.
const SILENCE: Duration = Duration::from_secs(5);
/// How long is waited before the first attempt that follows another, and at most; a crowd that knocks without a pause keeps out itself.
const BREATH: Duration = Duration::from_millis(30);
const BREATH_MAX: Duration = Duration::from_secs(1);
/// How long an attempt to come in may take.
const ENTERED_WITHIN: Duration = Duration::from_secs(6);

/// Where one may knock at present, as a balancer would know it.
#[derive(Clone, Default)]
pub(super) struct Doors(Arc<Mutex<Vec<SocketAddr>>>);

impl Doors {
    pub(super) fn of(nodes: &[Node]) -> Self {
        let doors = Self::default();
        doors.are(nodes);
        doors
    }

    /// One door before all nodes.
    pub(super) fn only(address: SocketAddr) -> Self {
        Self(Arc::new(Mutex::new(vec![address])))
    }

    pub(super) fn are(&self, nodes: &[Node]) {
        *self.0.lock().expect("no panic") = nodes.iter().map(|node| node.address).collect();
    }

    pub(super) fn nth(&self, n: usize) -> SocketAddr {
        let doors = self.0.lock().expect("no panic");
        doors[n % doors.len()]
    }
}

/// What came of listening.
pub(super) enum News {
    Told(Value),
    /// The line was lost, and found again.
    Back,
    Nothing,
}

/// Somebody with a line to one game.
pub(super) struct Client {
    pub(super) guest: Guest,
    pub(super) doors: Doors,
    pub(super) knocks: usize,
    pub(super) game: String,
    socket: Option<Socket>,
    /// Since when an answer is waited for that only says that somebody is there.
    asked: Option<Instant>,
    /// When there was no line.
    pub(super) away: Vec<Span>,
    /// Codes with which lines ended.
    pub(super) codes: Vec<Option<u16>>,
}

impl Client {
    pub(super) fn new(guest: Guest, doors: Doors, knocks: usize) -> Self {
        let game = String::new();
        Self { guest, doors, knocks, game, socket: None, asked: None, away: Vec::new(), codes: Vec::new() }
    }

    /// What the game looks like from here.
    pub(super) fn state(&self) -> Value {
        self.socket.as_ref().map(|socket| socket.state.clone()).unwrap_or_default()
    }

    pub(super) fn socket(&mut self) -> &mut Socket {
        self.socket.as_mut().expect("it has entered")
    }

    fn version(&self) -> Option<u64> {
        self.socket.as_ref().and_then(|socket| socket.state["v"].as_u64())
    }

    /// Goes to a game for the first time.
    pub(super) async fn go(&mut self, game: &str) {
        game.clone_into(&mut self.game);
        (self.socket, self.away, self.codes) = (None, Vec::new(), Vec::new());
        self.enter(Instant::now()).await;
        self.away.clear();
        self.converge(1).await;
    }

    /// Listens, at most until it is clear that nobody is there.
    pub(super) async fn hear(&mut self) -> News {
        let wait = if self.asked.is_some() { SILENCE } else { QUIET };
        match tokio::time::timeout(wait, self.socket().hear()).await {
            Ok(Heard::Json(message)) => {
                self.asked = None;
                News::Told(message)
            }
            Ok(Heard::Pong) => {
                self.asked = None;
                News::Nothing
            }
            Ok(Heard::Closed(code)) => self.come_back(code, Instant::now()).await,
            Err(_) => {
                if let Some(since) = self.asked {
                    return self.come_back(None, since).await;
                }
                self.asked = Some(Instant::now());
                self.socket().send_text("p").await;
                News::Nothing
            }
        }
    }

    /// Listens until it knows of that version.
    pub(super) async fn converge(&mut self, version: u64) {
        let until = Instant::now() + 2 * PATIENCE;
        while self.version() < Some(version) {
            assert!(Instant::now() < until, "{} does not come to version {version}: {}", self.game, self.state());
            let _ = self.hear().await;
        }
    }

    async fn come_back(&mut self, code: Option<u16>, lost: Instant) -> News {
        self.codes.push(code);
        self.asked = None;
        self.knocks += usize::from(code.is_none());
        self.enter(lost).await;
        News::Back
    }

    /// A way in; time that passes without one is noted. An attempt that succeeds may have been the first that was heard.
    async fn enter(&mut self, lost: Instant) {
        let until = Instant::now() + 2 * PATIENCE;
        let (since, state) = (self.version(), self.state());
        let query = since.map(|since| format!("?v={since}")).unwrap_or_default();
        let path = format!("/api/games/{}/socket{query}", self.game);
        let (mut answers, mut breath) = (BTreeMap::<Option<u16>, usize>::new(), BREATH);
        loop {
            let tried = Instant::now();
            self.guest.address = self.doors.nth(self.knocks);
            let origin = format!("http://{}", self.guest.address);
            let entering = self.guest.upgrade(&path, Some(&origin));
            let refused = match tokio::time::timeout(ENTERED_WITHIN, entering).await {
                Ok(Ok(mut socket)) => {
                    self.away.push((lost, tried));
                    socket.state = state;
                    self.socket = Some(socket);
                    return;
                }
                Ok(Err(status)) => Some(status),
                Err(_) => None,
            };
            *answers.entry(refused).or_default() += 1;
            assert!(Instant::now() < until, "no way in to {}: {answers:?}", self.game);
            self.knocks += 1;
            tokio::time::sleep(breath).await;
            breath = (2 * breath).min(BREATH_MAX);
        }
    }

    /// Tables are made by one node; as long as there is none, nobody makes any.
    pub(super) async fn new_game(&mut self, wish: &Value) -> String {
        let made = self.asks(|guest| async move { guest.try_post("/api/games", wish).await }).await;
        made["id"].as_str().expect("an id").to_owned()
    }

    /// What the house says of the game.
    pub(super) async fn ask_state(&mut self) -> Value {
        let path = format!("/api/games/{}", self.game);
        self.asks(|guest| {
            let path = path.clone();
            async move { guest.try_get(&path).await }
        })
        .await
    }

    /// Asks through one door after another until somebody does what is asked.
    async fn asks<F: Future<Output = Option<crate::helpers::Response>>>(&mut self, ask: impl Fn(Guest) -> F) -> Value {
        let (until, mut breath) = (Instant::now() + 2 * PATIENCE, BREATH);
        loop {
            self.guest.address = self.doors.nth(self.knocks);
            let answer = tokio::time::timeout(ENTERED_WITHIN, ask(self.guest.clone())).await.ok().flatten();
            if let Some(answer) = answer.filter(|answer| [200, 201].contains(&answer.status)) {
                return answer.json();
            }
            assert!(Instant::now() < until, "nobody answers");
            self.knocks += 1;
            tokio::time::sleep(breath).await;
            breath = (2 * breath).min(BREATH_MAX);
        }
    }

    /// What is sent again until it is acknowledged.
    pub(super) async fn act(&mut self, n: usize, action: &str) {
        let message = json!({ "t": "act", "a": format!("{n}-{action}"), "n": n, "d": action });
        self.socket().send(&message).await;
    }
}
