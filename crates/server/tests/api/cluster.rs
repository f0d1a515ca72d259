//! Several real processes on one `PostgreSQL`, killed, frozen and ended at any moment: nothing that was acknowledged is lost, nothing
//! is written twice, and nobody pays for it with time.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Application, Config, NodeConfig, Rates};
use sqlx::{AssertSqlSafe, Row as _};
use tokio::task::JoinHandle;

use crate::helpers::{Guest, Heard, PATIENCE, Socket, TestMinds, beside, hot_seat, janggi};
use crate::scratch::Scratch;

/// Where the child's database is.
const DATABASE: &str = "DAEGUK_TEST_NODE";
/// Where the child listens; anywhere without it.
const LISTEN: &str = "DAEGUK_TEST_LISTEN";
/// How often nodes are killed; a release is worth fifty.
const KILLS: &str = "DAEGUK_CLUSTER_KILLS";
const KILLS_USUAL: usize = 4;
/// How many games go on meanwhile.
const GAMES: &str = "DAEGUK_CLUSTER_GAMES";
const GAMES_USUAL: usize = 8;
const KEY: &str = "a-key-of-the-tests-which-everybody-may-read";

fn config(database: &str) -> Config {
    let mut config = Config::with_database(database.to_owned());
    config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.minds = Arc::new(TestMinds);
    config.rates = Rates::unlimited();
    config
}

fn node_config(database: &str) -> Config {
    let mut config = config(database);
    let key = KEY.parse().expect("a key");
    config.node = Some(NodeConfig { address: config.listen, key });
    config
}

/// Not a test of its own: the process that the tests below start and kill.
#[test]
fn child() {
    let Ok(database) = std::env::var(DATABASE) else { return };
    let mut config = node_config(&database);
    if let Some(address) = std::env::var(LISTEN).ok().and_then(|address| address.parse().ok()) {
        (config.listen, config.next_free_port) = (address, false);
    }
    server::run(config, |address| {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "listening on {address}");
    })
    .expect("a server");
}

/// One of several processes.
struct Node {
    child: Child,
    address: SocketAddr,
}

impl Node {
    fn start(database: &str) -> Self {
        Self::start_at(database, SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    fn start_at(database: &str, listen: SocketAddr) -> Self {
        use std::io::BufRead as _;
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "cluster::child", "--nocapture"])
            .env(DATABASE, database)
            .env(LISTEN, listen.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut lines = std::io::BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening on ")?.parse().ok()).expect("an address");
        // Nobody must wait for a pipe that is full.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(status.expect("kill").success());
    }

    /// Stops it, and returns when none of its threads runs any more: on a busy machine that takes its time.
    fn freeze(&self) {
        self.signal("STOP");
        let tasks = format!("/proc/{}/task", self.child.id());
        let is_frozen = || {
            std::fs::read_dir(&tasks).expect("its threads").all(|task| {
                let stat = task.map(|task| std::fs::read_to_string(task.path().join("stat")).unwrap_or_default());
                stat.expect("a thread").rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
            })
        };
        let began = Instant::now();
        while !is_frozen() {
            assert!(began.elapsed() < PATIENCE, "it goes on");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("an end");
    }

    /// Tells it to end and waits for that.
    fn end(&mut self) {
        self.signal("TERM");
        assert!(self.child.wait().expect("an end").success());
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where one may knock at present, as a balancer would know it.
#[derive(Clone, Default)]
struct Doors(Arc<Mutex<Vec<SocketAddr>>>);

impl Doors {
    fn of(nodes: &[Node]) -> Self {
        let doors = Self::default();
        doors.are(nodes);
        doors
    }

    fn are(&self, nodes: &[Node]) {
        *self.0.lock().expect("no panic") = nodes.iter().map(|node| node.address).collect();
    }

    fn nth(&self, n: usize) -> SocketAddr {
        let doors = self.0.lock().expect("no panic");
        doors[n % doors.len()]
    }
}

/// What somebody has lived through in a game.
#[derive(Default)]
struct Played {
    /// Which.
    game: String,
    /// For how long it went on, and until when.
    lived: Duration,
    ended: Option<Instant>,
    /// What was acknowledged, by its number.
    acknowledged: BTreeMap<usize, String>,
    /// For how long nobody served the game, at the least.
    away: Duration,
    /// How often the way back was looked for.
    losses: usize,
    /// Codes with which sockets were closed.
    codes: Vec<Option<u16>>,
}

/// A person who plays on whatever happens, by whichever door is open.
struct Player {
    guest: Guest,
    game: String,
    doors: Doors,
    knocks: usize,
    played: Played,
    pending: Option<(usize, String)>,
}

impl Player {
    /// A way in; time that passes without one is noted. An attempt that succeeds may have been the first that was heard.
    async fn enter(&mut self, since: Option<u64>) -> Socket {
        let (lost, until) = (Instant::now(), Instant::now() + PATIENCE);
        let mut answers = BTreeMap::<Option<u16>, usize>::new();
        loop {
            let tried = Instant::now();
            self.guest.address = self.doors.nth(self.knocks);
            let query = since.map(|since| format!("?v={since}")).unwrap_or_default();
            let path = format!("/api/games/{}/socket{query}", self.game);
            let origin = format!("http://{}", self.guest.address);
            let entering = self.guest.upgrade(&path, Some(&origin));
            let entered = tokio::time::timeout(Duration::from_secs(6), entering).await;
            let refused = match entered {
                Ok(Ok(socket)) => {
                    self.played.away += tried - lost;
                    return socket;
                }
                Ok(Err(status)) => Some(status),
                Err(_) => None,
            };
            *answers.entry(refused).or_default() += 1;
            assert!(Instant::now() < until, "no way in to {}: {answers:?}", self.game);
            self.knocks += 1;
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Plays one game after another.
    async fn play_on(mut self, stop: Arc<AtomicBool>) -> Vec<Played> {
        let mut all = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            self.game = self.new_game().await;
            self.played = Played { game: self.game.clone(), ..Played::default() };
            let began = Instant::now();
            self.play(&stop).await;
            (self.played.lived, self.played.ended) = (began.elapsed(), Some(Instant::now()));
            all.push(std::mem::take(&mut self.played));
        }
        all
    }

    /// Tables are made by one node; as long as there is none, nobody makes any.
    async fn new_game(&mut self) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            self.guest.address = self.doors.nth(self.knocks);
            let made = self.guest.try_post("/api/games", &timed()).await;
            if let Some(id) = made.and_then(|made| made.json()["id"].as_str().map(str::to_owned)) {
                return id;
            }
            assert!(Instant::now() < until, "no table");
            self.knocks += 1;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn play(&mut self, stop: &AtomicBool) {
        let mut socket = self.enter(None).await;
        self.played.away = Duration::ZERO;
        socket.until_version(1).await;
        while !stop.load(Ordering::Relaxed) || self.pending.is_some() {
            let is_news = self.played.acknowledged.keys().next_back().is_none_or(|n| socket.deeds() > *n);
            if self.pending.is_none() && is_news && socket.legal().is_empty() {
                break;
            }
            if self.pending.is_none() && is_news {
                let (n, legal) = (socket.deeds(), socket.legal());
                self.pending = Some((n, legal[(n * 31) % legal.len()].clone()));
                self.send(&mut socket).await;
            }
            match socket.hear().await {
                Heard::Closed(code) => {
                    self.played.losses += 1;
                    self.played.codes.push(code);
                    let (state, since) = (socket.state.clone(), socket.state["v"].as_u64());
                    self.knocks += usize::from(code.is_none());
                    socket = self.enter(since).await;
                    socket.state = state;
                    self.send(&mut socket).await;
                }
                Heard::Json(message) if message["t"] == "ack" => self.played.acknowledged.extend(self.pending.take()),
                Heard::Json(message) => assert_ne!(message["t"], "refused", "{message}"),
                Heard::Pong => {}
            }
            // A game lasts longer than a kill.
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    async fn send(&self, socket: &mut Socket) {
        if let Some((n, action)) = &self.pending {
            let ack = format!("{n}-{action}");
            socket.send(&json!({ "t": "act", "a": ack, "n": n, "d": action })).await;
        }
    }
}

/// A guest who comes through that door.
async fn newcomer(address: SocketAddr) -> Guest {
    let mut guest = Guest { address, token: None };
    until(|| async {
        let answer = guest.get("/api/me").await;
        answer.header("set-cookie").and_then(|cookie| cookie.split(['=', ';']).nth(1).map(str::to_owned))
    })
    .await
    .clone_into(guest.token.insert(String::new()));
    guest
}

/// Asks until there is an answer.
async fn until<T, F: Future<Output = Option<T>>>(ask: impl Fn() -> F) -> T {
    let asking = async {
        loop {
            if let Some(answer) = ask().await {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.expect("an answer in time")
}

/// The state of a game through some door, as soon as somebody serves it.
async fn state(guest: &Guest, game: &str) -> Value {
    until(|| async {
        let answer = guest.get(&format!("/api/games/{game}")).await;
        assert!([200, 500, 503].contains(&answer.status), "{}", answer.text());
        (answer.status == 200).then(|| answer.json())
    })
    .await
}

async fn new_game(guest: &Guest, wish: &Value) -> String {
    until(|| async {
        let made = guest.post("/api/games", wish).await;
        made.json()["id"].as_str().map(str::to_owned)
    })
    .await
}

const MAIN_MS: u64 = 600_000;

fn timed() -> Value {
    let mut wish = hot_seat();
    wish["clock"] = json!({ "main_ms": MAIN_MS });
    wish
}

/// Games that go on until told to stop.
struct Club {
    players: Vec<(Guest, JoinHandle<Vec<Played>>)>,
    stop: Arc<AtomicBool>,
}

impl Club {
    async fn open(doors: &Doors, games: usize) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let mut players = Vec::new();
        for n in 0..games {
            let guest = newcomer(doors.nth(n)).await;
            let player = Player {
                guest: guest.clone(),
                game: String::new(),
                doors: doors.clone(),
                knocks: n,
                played: Played::default(),
                pending: None,
            };
            players.push((guest, tokio::spawn(player.play_on(Arc::clone(&stop)))));
        }
        Self { players, stop }
    }

    /// Stops and compares with what every node says; how many actions were acknowledged, and how many sockets were lost.
    async fn close(self, nodes: &[Node], database: &str) -> (usize, usize) {
        let all = self.end().await;
        for (guest, played) in &all {
            let state = is_kept(guest, played, nodes).await;
            is_not_charged(&state, played);
        }
        is_whole(database).await;
        counted(&all)
    }

    async fn end(self) -> Vec<(Guest, Played)> {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = Vec::new();
        for (guest, playing) in self.players {
            all.extend(playing.await.expect("no panic").into_iter().map(|played| (guest.clone(), played)));
        }
        all
    }
}

fn counted(all: &[(Guest, Played)]) -> (usize, usize) {
    let sum = |of: fn(&Played) -> usize| all.iter().map(|(_, played)| of(played)).sum();
    (sum(|played| played.acknowledged.len()), sum(|played| played.losses))
}

/// Every node says the same of a game: all that was acknowledged, once. What it says.
async fn is_kept(guest: &Guest, played: &Played, nodes: &[Node]) -> Value {
    let mut first = Value::Null;
    for node in nodes {
        let guest = Guest { address: node.address, ..guest.clone() };
        let state = state(&guest, &played.game).await;
        let deeds = state["deeds"].as_array().expect("deeds");
        for (n, action) in &played.acknowledged {
            assert_eq!(deeds[*n]["text"], json!(action), "deed {n} of {}", played.game);
        }
        assert!(deeds.len() <= played.acknowledged.len() + 1, "nothing was done twice");
        assert!(first.is_null() || first["v"] == state["v"], "all have converged");
        first = state;
    }
    first
}

/// No clock was charged for what somebody waited for a way in.
fn is_not_charged(state: &Value, played: &Played) {
    let left = |seat: usize| state["clock"]["seats"][seat]["main_ms"].as_u64().expect("a clock");
    let charged = Duration::from_millis(2 * MAIN_MS - left(0) - left(1));
    // A clock that still runs goes on until it is looked at.
    let running = played.ended.filter(|_| state["phase"] != "over").map(|ended| ended.elapsed()).unwrap_or_default();
    let most =
        played.lived.checked_sub(played.away).expect("it is a part of it") + running + Duration::from_millis(100);
    assert!(
        charged <= most,
        "{charged:?} charged, {:?} lived, {:?} away, {:?}",
        played.lived,
        played.away,
        played.codes
    );
}

/// Every version is there, once.
async fn is_whole(database: &str) {
    let text = "SELECT count(*) FROM (SELECT game FROM event GROUP BY game HAVING count(*) <> max(version)) AS broken";
    assert_eq!(number(database, text).await, 0);
}

async fn number(database: &str, text: &'static str) -> i64 {
    sqlx::query(text).fetch_one(&mut beside(database).await).await.expect(text).get(0)
}

async fn run(database: &str, text: String) {
    sqlx::query(AssertSqlSafe(text.clone())).execute(&mut beside(database).await).await.expect(&text);
}

fn count(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

fn told(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_node_loses_nothing() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = vec![Node::start(&url), Node::start(&url)];
    let doors = Doors::of(&nodes);
    let (kills, games) = (count(KILLS, KILLS_USUAL), count(GAMES, GAMES_USUAL));
    let club = Club::open(&doors, games).await;
    for round in 0..kills {
        tokio::time::sleep(Duration::from_millis(300 + (round as u64 * 173) % 700)).await;
        nodes[round % 2].kill();
        tokio::time::sleep(Duration::from_millis((round as u64 * 97) % 500)).await;
        nodes[round % 2] = tokio::task::block_in_place(|| Node::start(&url));
        doors.are(&nodes);
    }
    let (actions, losses) = club.close(&nodes, &url).await;
    told(&format!("{kills} kills, {games} games, {actions} actions acknowledged, {losses} sockets lost, nothing else"));
    assert!(losses > 0 && actions > games * kills, "{actions} actions, {losses} losses");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sleeper_cannot_write() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let (asleep, awake) = (&nodes[0], &nodes[1]);
    let mut guest = newcomer(asleep.address).await;
    let game = new_game(&guest, &timed()).await;
    let mut old = guest.socket(&game).await;
    old.until_version(1).await;
    assert_eq!(old.act("1", "a4b4").await["t"], "ack");
    let left = |state: &Value| state["clock"]["seats"][1]["main_ms"].as_u64().expect("a clock");
    let before = left(&state(&guest, &game).await);

    asleep.freeze();
    let slept = Instant::now();
    old.send(&json!({ "t": "act", "a": "late", "n": 1, "d": "a7b7" })).await;
    guest.address = awake.address;
    let taken = state(&guest, &game).await;
    let served = Instant::now();
    assert_eq!(taken["deeds"].as_array().map(Vec::len), Some(1));
    let charged = before.saturating_sub(left(&taken));
    assert!(
        u128::from(charged) + (served - slept).as_millis() <= slept.elapsed().as_millis() + 1_500,
        "{charged} ms charged"
    );
    for (n, action) in [(1, "i7h7"), (2, "b4a4")] {
        let done = guest.say(&game, &json!({ "t": "act", "a": format!("b{n}"), "n": n, "d": action })).await;
        assert_eq!(done.status, 200, "{}", done.text());
    }
    asleep.signal("CONT");
    assert_eq!(old.closed().await, Some(1012));
    assert!(old.others.iter().any(|other| other["t"] == "bye" && other["code"] == "E_MOVED"), "{:?}", old.others);
    assert!(!old.others.iter().any(|other| other["a"] == "late"), "{:?}", old.others);
    for node in &nodes {
        guest.address = node.address;
        let deeds: Vec<Value> = state(&guest, &game).await["deeds"]
            .as_array()
            .expect("deeds")
            .iter()
            .map(|deed| deed["text"].clone())
            .collect();
        assert_eq!(deeds, ["a4b4", "i7h7", "b4a4"]);
    }
    is_whole(&url).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_foreign_socket_is_forwarded() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let one = newcomer(nodes[0].address).await;
    let other = newcomer(nodes[1].address).await;
    let game = new_game(&one, &janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    let mut first = one.socket(&game).await;
    let mut second = other.socket(&game).await;
    second.until(|socket| socket.state["v"].is_u64()).await;
    assert_eq!(second.ask(json!({ "t": "sit", "a": "s", "seat": 1 })).await["t"], "ack");
    second.until(|socket| socket.state["phase"] == "playing").await;
    first.until(|socket| socket.state["phase"] == "playing").await;
    assert_eq!(first.act("1", "a4b4").await["t"], "ack");
    second.until(|socket| socket.deeds() == 1).await;
    assert_eq!(second.act("1", "a7b7").await["t"], "ack");
    first.until(|socket| socket.deeds() == 2).await;
    let done = other.say(&game, &json!({ "t": "offer", "a": "o", "d": "draw" })).await;
    assert!([200, 409].contains(&done.status), "{}", done.text());
    assert_eq!(number(&url, "SELECT count(DISTINCT node) FROM held WHERE node <> ''").await, 1, "one has it");
    for guest in [&one, &other] {
        assert_eq!(guest.get(&format!("/api/games/{game}/board.svg")).await.status, 200);
    }
    let foreign = other.upgrade(&format!("/api/games/{game}/socket"), Some("http://evil.example")).await;
    assert_eq!(foreign.err(), Some(403), "who forwards does not vouch for pages");
    nobody_comes_in_by_the_inner_door(&url, &one, &game).await;
}

/// The nodes' own addresses answer nobody who does not know the key.
async fn nobody_comes_in_by_the_inner_door(url: &str, guest: &Guest, game: &str) {
    let rows = sqlx::query("SELECT address FROM node").fetch_all(&mut beside(url).await).await.expect("nodes");
    assert_eq!(rows.len(), 2);
    for row in rows {
        let address: String = row.get(0);
        let inside = Guest { address: address.parse().expect("an address"), token: guest.token.clone() };
        for headers in [&[][..], &[("X-Daeguk-Cluster", "guess"), ("X-Daeguk-For", "10.0.0.1")][..]] {
            for path in [format!("/api/games/{game}"), "/api/me".to_owned(), "/healthz".to_owned()] {
                assert_eq!(inside.send("GET", &path, headers, None).await.status, 403, "{path}");
            }
            let note = json!({ "t": "moved", "game": game }).to_string();
            assert_eq!(inside.send("POST", "/cluster/notes", headers, Some(note)).await.status, 403);
        }
        let outside = guest.post("/cluster/notes", &json!({ "t": "sessions" })).await.status;
        assert!([404, 405].contains(&outside), "{outside}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stolen_games_do_not_fork() {
    const THEFTS: usize = 60;
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let club = Club::open(&Doors::of(&nodes), 4).await;
    for _ in 0..THEFTS {
        tokio::time::sleep(Duration::from_millis(40)).await;
        let other = "(SELECT node.id FROM node WHERE node.id <> held.node LIMIT 1)";
        run(&url, format!("UPDATE held SET node = {other} WHERE node <> ''")).await;
    }
    // Nobody was away, so clocks have run.
    let all = club.end().await;
    for (guest, played) in &all {
        is_kept(guest, played, &nodes).await;
    }
    is_whole(&url).await;
    let (actions, losses) = counted(&all);
    assert!(actions > THEFTS / 2 && losses > 4, "{actions} actions, {losses} losses");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_restarts_forks_nothing() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let club = Club::open(&Doors::of(&nodes), 4).await;
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        tokio::task::block_in_place(|| scratch.crash());
        tokio::time::sleep(Duration::from_millis(500)).await;
        tokio::task::block_in_place(|| scratch.start());
        tokio::time::sleep(Duration::from_millis(2_500)).await;
    }
    let (actions, _) = club.close(&nodes, &url).await;
    assert!(actions > 4, "{actions} actions");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_is_not_noticed() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = vec![Node::start(&url), Node::start(&url)];
    let doors = Doors::of(&nodes);
    let club = Club::open(&doors, 6).await;
    for turn in 0..2 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        tokio::task::block_in_place(|| nodes[turn].end());
        nodes[turn] = tokio::task::block_in_place(|| Node::start(&url));
        doors.are(&nodes);
    }
    let (actions, losses) = club.close(&nodes, &url).await;
    assert!(actions > 6 && losses >= 2, "{actions} actions, {losses} losses");
    assert_eq!(number(&url, "SELECT count(*) FROM node").await, 2, "whoever ends leaves nothing behind");
}

/// Debian's nginx, set up as the guide for hosts says.
struct Nginx {
    child: Child,
    _folder: tempfile::TempDir,
    address: SocketAddr,
}

impl Nginx {
    fn before(nodes: &[Node]) -> Option<Self> {
        const GUIDE: &str = include_str!("../../../../docs/hosting.md");
        if Command::new("nginx").arg("-v").stderr(Stdio::null()).status().is_err() {
            told("skipped: nginx is not installed");
            return None;
        }
        let address = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port");
        let from = GUIDE.find("map $uri $daeguk_key").expect("the guide has it");
        let block = &GUIDE[from..from + GUIDE[from..].find("```").expect("an end")];
        let block = block.replace("listen 8080", &format!("listen {address}"));
        let block = block.replace("127.0.0.1:8081", &nodes[0].address.to_string());
        let block = block.replace("127.0.0.1:8082", &nodes[1].address.to_string());
        let folder = tempfile::tempdir().expect("a folder");
        let text = format!("events {{}}\nhttp {{ access_log off;\n{block}}}\n");
        std::fs::write(folder.path().join("nginx.conf"), text).expect("written");
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder.path()).args([
            "-c",
            "nginx.conf",
            "-g",
            "daemon off; pid nginx.pid; error_log error.log;",
        ]);
        let child = command.stderr(Stdio::null()).spawn().expect("nginx");
        Some(Self { child, _folder: folder, address })
    }

    async fn ready(&self) {
        until(|| async { tokio::net::TcpStream::connect(self.address).await.ok() }).await;
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_nginx_as_the_guide_has_it_a_dead_node_is_not_noticed() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let Some(nginx) = Nginx::before(&nodes) else { return };
    nginx.ready().await;
    let doors = Doors(Arc::new(Mutex::new(vec![nginx.address])));
    let club = Club::open(&doors, 6).await;
    for node in &mut nodes {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let address = node.address;
        node.kill();
        tokio::time::sleep(Duration::from_millis(500)).await;
        *node = tokio::task::block_in_place(|| Node::start_at(&url, address));
    }
    let (actions, losses) = club.close(&nodes, &url).await;
    assert!(actions > 12 && losses >= 2, "{actions} actions, {losses} losses");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_is_one_and_outlives_its_node() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let (one, mut other) = (newcomer(nodes[0].address).await, newcomer(nodes[1].address).await);
    let mut house = other.upgrade("/api/socket", Some(&format!("http://{}", other.address))).await.expect("a socket");
    house.send(&json!({ "t": "watch", "d": "lobby" })).await;
    house.send(&json!({ "t": "watch", "d": "me" })).await;
    house.until(|socket| socket.others.iter().any(|other| other["t"] == "lobby")).await;
    let clock = json!({ "main_ms": 600_000, "increment_ms": 5_000 });
    let wish = json!({ "kind": "janggi", "clock": clock });
    let made = one.post("/api/lobby/match", &wish).await.json()["id"].clone();
    house.until(|socket| socket.others.iter().any(|other| other["t"] == "table" && other["d"]["id"] == made)).await;
    for guest in [&one, &other] {
        assert_eq!(guest.get("/api/lobby").await.json()["tables"][0]["id"], made);
    }
    // Whoever leads dies with the table, and the next one has it.
    nodes[0].kill();
    let found = until(|| async {
        let answer = other.get("/api/lobby").await;
        (answer.status == 200 && answer.json()["tables"][0]["id"] == made).then_some(())
    });
    found.await;
    let matched = until(|| async {
        let answer = other.post("/api/lobby/match", &wish).await;
        (answer.status == 200).then(|| answer.json()["id"].clone())
    });
    assert_eq!(matched.await, made, "two who come through different doors find each other");
    nodes[0] = tokio::task::block_in_place(|| Node::start(&url));
    other.address = nodes[0].address;
    assert_eq!(state(&other, made.as_str().expect("an id")).await["phase"], "opening");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bell_is_heard_through_any_door() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    for node in 0..2 {
        let (one, other) = (newcomer(nodes[node].address).await, newcomer(nodes[1 - node].address).await);
        let mut house =
            other.upgrade("/api/socket", Some(&format!("http://{}", other.address))).await.expect("a socket");
        house.send(&json!({ "t": "watch", "d": "me" })).await;
        house.send_text("p").await;
        while !matches!(house.hear().await, Heard::Pong) {}
        let game = new_game(&one, &janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
        let mut socket = one.socket(&game).await;
        socket.until_version(0).await;
        let sat = other.say(&game, &json!({ "t": "sit", "a": "s", "seat": 1 })).await;
        assert_eq!(sat.status, 200, "{}", sat.text());
        house.until(|socket| socket.others.iter().any(|told| told["t"] == "me" && told["d"]["game"] == game)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_alone_and_one_of_several_do_not_share_a_database() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let node = Node::start(&url);
    let refused = Application::build(config(&url)).await.err().expect("it is taken").to_string();
    assert!(refused.contains("in use") && refused.contains("--node-address"), "{refused}");
    drop(node);
    let alone = Application::build(config(&url)).await.expect("free again");
    let refused = Application::build(node_config(&url)).await.err().expect("it is taken").to_string();
    assert!(refused.contains("in use"), "{refused}");
    drop(alone);
    let folder = tempfile::tempdir().expect("a folder");
    let file = Config::in_folder(folder.path()).database;
    let refused = Application::build(node_config(&file)).await.err().expect("a file").to_string();
    assert!(refused.contains("PostgreSQL"), "{refused}");
}
