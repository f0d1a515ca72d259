//! Games that go on whatever happens, with people who play and people who watch; and what must be true of them afterwards.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::client::{Client, Doors, News};
use super::node::Node;
use super::spans::{Span, both, length};
use super::{MAIN_MS, against_the_computer, deeds_of, is_whole, newcomer, state, timed};
use crate::helpers::Guest;

/// How long somebody thinks, where few play; a crowd takes its time, so that the machine has some.
const THINKS: Duration = Duration::from_millis(25);
const FEW: usize = 8;
/// What a clock may be charged beyond what somebody has lived through.
const TOLERANCE: Duration = Duration::from_millis(100);

/// What people have lived through in a game.
pub(super) struct Played {
    /// Which.
    game: String,
    lived: Span,
    /// What was acknowledged, by its number.
    pub(super) acknowledged: BTreeMap<usize, String>,
    /// When nobody who wanted to had a line to it.
    away: Vec<Span>,
    /// Codes with which lines ended.
    codes: Vec<Option<u16>>,
    /// What all who looked have seen of it in the end.
    seen: Vec<Vec<String>>,
}

/// A person who plays one game after another.
struct Player {
    client: Client,
    wish: Value,
    thinks: Duration,
    pending: Option<(usize, String)>,
}

impl Player {
    async fn play_on(mut self, stop: Arc<AtomicBool>) -> Vec<Played> {
        let mut all = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let game = self.client.new_game(&self.wish).await;
            let (target, targets) = watch::channel(None);
            let watching =
                tokio::spawn(watch_on(self.client.doors.clone(), self.client.knocks + 1, game.clone(), targets));
            let began = Instant::now();
            self.client.go(&game).await;
            let acknowledged = self.play(&stop).await;
            let ended = Instant::now();
            let version = self.client.ask_state().await["v"].as_u64().expect("a version");
            target.send_replace(Some(version));
            self.client.converge(version).await;
            let watcher = watching.await.expect("no panic");
            all.push(Played {
                game,
                lived: (began, ended),
                acknowledged,
                away: both(&self.client.away, &watcher.away),
                codes: [&self.client.codes[..], &watcher.codes[..]].concat(),
                seen: vec![deeds_of(&self.client.state()), deeds_of(&watcher.state())],
            });
        }
        all
    }

    /// Plays until the game is over, or nobody wants to any more.
    async fn play(&mut self, stop: &AtomicBool) -> BTreeMap<usize, String> {
        let mut acknowledged = BTreeMap::new();
        while !stop.load(Ordering::Relaxed) || self.pending.is_some() {
            let socket = self.client.socket();
            let (deeds, legal) = (socket.deeds(), socket.legal());
            let is_news = acknowledged.keys().next_back().is_none_or(|n| deeds > *n);
            if self.pending.is_none() && is_news && socket.state["phase"] == "over" {
                break;
            }
            if self.pending.is_none() && is_news && !legal.is_empty() {
                self.pending = Some((deeds, legal[(deeds * 31) % legal.len()].clone()));
                self.send().await;
            }
            match self.client.hear().await {
                News::Back => self.send().await,
                News::Told(message) if message["t"] == "ack" => acknowledged.extend(self.pending.take()),
                News::Told(message) => assert_ne!(message["t"], "refused", "{message}"),
                News::Nothing => {}
            }
            // A game lasts longer than a kill.
            tokio::time::sleep(self.thinks).await;
        }
        acknowledged
    }

    async fn send(&mut self) {
        if let Some((n, action)) = &self.pending {
            self.client.act(*n, action).await;
        }
    }
}

/// A stranger who watches a game, until told how far it went and having seen all of it.
async fn watch_on(doors: Doors, knocks: usize, game: String, targets: watch::Receiver<Option<u64>>) -> Client {
    let nobody = Guest { address: doors.nth(knocks), token: None };
    let mut client = Client::new(nobody, doors, knocks);
    client.go(&game).await;
    loop {
        let target = *targets.borrow();
        if let Some(version) = target {
            client.converge(version).await;
            return client;
        }
        let _ = client.hear().await;
    }
}

/// Games that go on until told to stop.
pub(super) struct Club {
    players: Vec<(Guest, JoinHandle<Vec<Played>>)>,
    stop: Arc<AtomicBool>,
}

impl Club {
    /// Every fourth game is against a computer.
    pub(super) async fn open(doors: &Doors, games: usize) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let thinks = THINKS.mul_f64((games as f64 / FEW as f64).max(1.0));
        let mut players = Vec::new();
        for n in 0..games {
            let guest = newcomer(doors.nth(n)).await;
            let wish = if n % 4 == 3 { against_the_computer() } else { timed() };
            let client = Client::new(guest.clone(), doors.clone(), n);
            let player = Player { client, wish, thinks, pending: None };
            players.push((guest, tokio::spawn(player.play_on(Arc::clone(&stop)))));
        }
        Self { players, stop }
    }

    /// Stops and compares with what every node says; how many actions were acknowledged, and how many lines were lost.
    pub(super) async fn close(self, nodes: &[Node], database: &str) -> (usize, usize) {
        self.close_after(nodes, database, &[]).await
    }

    /// The same where nobody could be served at some times.
    pub(super) async fn close_after(self, nodes: &[Node], database: &str, outages: &[Span]) -> (usize, usize) {
        let all = self.end().await;
        for (guest, played) in &all {
            let state = is_kept(guest, played, nodes).await;
            is_not_charged(&state, played, outages);
        }
        is_whole(database).await;
        counted(&all)
    }

    pub(super) async fn end(self) -> Vec<(Guest, Played)> {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = Vec::new();
        for (guest, playing) in self.players {
            all.extend(playing.await.expect("no panic").into_iter().map(|played| (guest.clone(), played)));
        }
        all
    }
}

pub(super) fn counted(all: &[(Guest, Played)]) -> (usize, usize) {
    let sum = |of: fn(&Played) -> usize| all.iter().map(|(_, played)| of(played)).sum();
    (sum(|played| played.acknowledged.len()), sum(|played| played.codes.len()))
}

/// Every node says the same of a game, and everybody has seen it: all that was acknowledged, once. What they say.
pub(super) async fn is_kept(guest: &Guest, played: &Played, nodes: &[Node]) -> Value {
    let mut first = Value::Null;
    for node in nodes {
        let guest = Guest { address: node.address, ..guest.clone() };
        let state = state(&guest, &played.game).await;
        let deeds = deeds_of(&state);
        for (n, action) in &played.acknowledged {
            assert_eq!(deeds.get(*n), Some(action), "deed {n} of {}", played.game);
        }
        let own = state["deeds"].as_array().expect("deeds").iter().filter(|deed| is_own(&state, deed)).count();
        assert_eq!(own, played.acknowledged.len(), "nothing was done twice, or unasked, in {}", played.game);
        assert!(first.is_null() || first["v"] == state["v"], "all nodes have converged");
        for seen in &played.seen {
            assert_eq!(*seen, deeds, "everybody has converged in {}", played.game);
        }
        first = state;
    }
    first
}

/// Whether a deed was done by whoever asks, and not by a computer.
fn is_own(state: &Value, deed: &Value) -> bool {
    state["you"].as_array().is_some_and(|own| own.contains(&deed["seat"]))
}

/// No clock was charged for what people waited for a way in, nor for an outage.
fn is_not_charged(state: &Value, played: &Played, outages: &[Span]) {
    let left = |seat: usize| state["clock"]["seats"][seat]["main_ms"].as_u64().expect("a clock");
    let charged = Duration::from_millis(2 * MAIN_MS - left(0) - left(1));
    let lived = played.lived.1 - played.lived.0;
    let unserved = length(played.away.iter().chain(outages).copied(), played.lived);
    // A clock that still runs goes on until it is looked at.
    let is_over = state["phase"] == json!("over");
    let running = if is_over { Duration::ZERO } else { played.lived.1.elapsed() };
    assert!(
        charged <= lived.checked_sub(unserved).expect("it is a part of it") + running + TOLERANCE,
        "{charged:?} charged, {lived:?} lived, {unserved:?} of it unserved, {:?}",
        played.codes
    );
}
