//! The real process, killed at any moment: nothing that was acknowledged is lost.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Config, Rates};
use tokio::task::JoinHandle;

use crate::durable::Onlooker;
use crate::helpers::{Guest, Heard, Socket, TestMinds, database_of, hot_seat};

const FOLDER: &str = "DAEGUK_TEST_FOLDER";
/// How often the server is killed; a release is worth a hundred.
const ROUNDS: &str = "DAEGUK_CRASH_ROUNDS";
const ROUNDS_USUAL: u64 = 10;
const GAMES: usize = 8;

/// Not a test of its own: the process that the tests below start and kill.
#[test]
fn child() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let mut config = Config::in_folder(Path::new(&folder));
    config.database = database_of(Path::new(&folder));
    config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.minds = Arc::new(TestMinds);
    config.rates = Rates::unlimited();
    server::run(config, |address| {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "listening on {address}");
    })
    .expect("a server");
}

pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Process {
    pub(crate) fn start(folder: &Path) -> Self {
        Self::from(Command::new(std::env::current_exe().expect("this test")), folder)
    }

    /// One that takes it for an error, and not for its end, when a file may not grow.
    pub(crate) fn start_heedless(folder: &Path) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(std::env::current_exe().expect("this test"));
        Self::from(command, folder)
    }

    fn from(mut command: Command, folder: &Path) -> Self {
        let mut child = command
            .args(["--exact", "crash::child", "--nocapture"])
            .env(FOLDER, folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        let lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("listening on ")?.parse().ok())
            .expect("an address");
        Self { child, address }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(status.expect("kill").success());
    }
}

impl Process {
    /// Tells it to end and waits for that.
    pub(crate) fn end(mut self) {
        self.signal("TERM");
        let status = self.child.wait().expect("an end");
        assert!(status.success(), "{status}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Everybody at a table plays until the connection breaks; each gives every action that was acknowledged, with its number.
async fn all_play(tables: &[(Guest, String)]) -> Vec<JoinHandle<Vec<(usize, String)>>> {
    let until = Instant::now() + crate::helpers::PATIENCE;
    let mut players = Vec::new();
    for (odd, (guest, id)) in tables.iter().enumerate() {
        players.push(tokio::spawn(play(guest.socket(id).await, odd, until)));
    }
    players
}

async fn play(mut socket: Socket, odd: usize, until: Instant) -> Vec<(usize, String)> {
    let mut acknowledged: Vec<(usize, String)> = Vec::new();
    let mut pending: Option<(usize, String)> = None;
    while Instant::now() < until {
        // An acknowledgment comes before the event that goes with it.
        let is_news = acknowledged.last().is_none_or(|(n, _)| socket.deeds() > *n);
        if pending.is_none() && is_news && !socket.legal().is_empty() {
            let (n, legal) = (socket.deeds(), socket.legal());
            let action = legal[(n * 31 + odd) % legal.len()].clone();
            let ack = format!("{n}-{action}");
            socket.send(&json!({ "t": "act", "a": ack, "n": n, "d": action })).await;
            pending = Some((n, action));
        }
        match socket.hear().await {
            Heard::Closed(_) => break,
            Heard::Json(message) if message["t"] == "ack" => acknowledged.extend(pending.take()),
            Heard::Json(message) => assert_ne!(message["t"], "refused", "{message}"),
            Heard::Pong => {}
        }
    }
    acknowledged
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_acknowledged_survives_kill_9() {
    let folder = tempfile::tempdir().expect("a folder");
    let rounds = std::env::var(ROUNDS).ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS_USUAL);
    let mut process = Process::start(folder.path());
    let mut tables: Vec<(Guest, String)> = Vec::new();
    let mut acknowledged = vec![Vec::new(); GAMES];
    let mut total = 0;
    for round in 0..rounds {
        tables = seated(tables, process.address, &mut acknowledged).await;
        let players = all_play(&tables).await;
        tokio::time::sleep(Duration::from_millis(60 + round * 37 % 200)).await;
        process.signal("KILL");
        for (player, done) in players.into_iter().zip(&mut acknowledged) {
            let played = player.await.expect("no panic");
            total += played.len();
            done.extend(played);
        }
        drop(process);
        process = Process::start(folder.path());
        for (guest, _) in &mut tables {
            guest.address = process.address;
        }
        for ((guest, id), done) in tables.iter().zip(&acknowledged) {
            check(&guest.state(id).await, done);
        }
    }
    assert!(total > usize::try_from(rounds).expect("few") * 4, "only {total} actions in all");
    assert_eq!(Onlooker::of(&folder.path().join("daeguk.db")).await.verdict().await, "ok");
}

/// New games for those that are over.
async fn seated(
    tables: Vec<(Guest, String)>,
    address: SocketAddr,
    acknowledged: &mut [Vec<(usize, String)>],
) -> Vec<(Guest, String)> {
    let mut seated = Vec::new();
    for (index, done) in acknowledged.iter_mut().enumerate() {
        let old = tables.get(index);
        if let Some((guest, id)) = old
            && guest.state(id).await["phase"] == "playing"
        {
            seated.push((guest.clone(), id.clone()));
            continue;
        }
        let stranger = Guest { address, token: None };
        let cookie = stranger.get("/api/me").await.header("set-cookie").expect("a cookie").to_owned();
        let token = cookie.split(['=', ';']).nth(1).map(str::to_owned);
        let guest = Guest { address, token };
        let id = guest.game(&hot_seat()).await;
        done.clear();
        seated.push((guest, id));
    }
    seated
}

fn check(state: &Value, acknowledged: &[(usize, String)]) {
    for (n, action) in acknowledged {
        assert_eq!(state["deeds"][*n]["text"], json!(action), "deed {n} of {}", state["id"]);
    }
    // At most the one action whose acknowledgment did not arrive in each round is more.
    let deeds = state["deeds"].as_array().map_or(0, Vec::len);
    assert!(deeds >= acknowledged.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn told_to_end_it_ends_within_five_seconds_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Process::start(folder.path());
    let mut acknowledged = vec![Vec::new(); GAMES];
    let mut tables = seated(Vec::new(), process.address, &mut acknowledged).await;
    let players = all_play(&tables).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    process.signal("TERM");
    let status = tokio::task::block_in_place(|| process.child.wait()).expect("an end");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert!(status.success(), "{status}");
    for (player, done) in players.into_iter().zip(&mut acknowledged) {
        done.extend(player.await.expect("no panic"));
    }
    process = Process::start(folder.path());
    for ((guest, id), done) in tables.iter_mut().zip(&acknowledged) {
        guest.address = process.address;
        assert!(!done.is_empty());
        check(&guest.state(id).await, done);
    }
}
