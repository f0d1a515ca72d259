//! Writes that fail, folders that are taken, files that are damaged: nothing is acknowledged that is not stored,
//! and what cannot work is said at once.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use server::{Application, Config};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqlSafeStr as _};

use crate::crash::Process;
use crate::helpers::{Guest, House, PATIENCE, hot_seat};

/// A second pair of eyes on a database, outside of the server.
pub(crate) struct Onlooker(SqliteConnection);

impl Onlooker {
    pub(crate) async fn of(database: &Path) -> Self {
        let options = SqliteConnectOptions::new().filename(database).optimize_on_close(false, None);
        Self(options.connect().await.expect("a database"))
    }

    async fn run(&mut self, text: &str) {
        sqlx::query(sqlx::AssertSqlSafe(text.to_owned()).into_sql_str()).execute(&mut self.0).await.expect(text);
    }

    async fn events(&mut self, game: &str) -> i64 {
        let query = sqlx::query("SELECT count(*) FROM event WHERE game = $1").bind(game.to_owned());
        query.fetch_one(&mut self.0).await.expect("well").get(0)
    }

    /// What `SQLite` says of its own file; `ok` if all is well.
    pub(crate) async fn verdict(&mut self) -> String {
        sqlx::query("PRAGMA integrity_check").fetch_one(&mut self.0).await.expect("well").get(0)
    }

    /// As on a full disk, `SQLite` takes the whole transaction back by itself.
    async fn spoil(&mut self, table: &str) {
        self.run(&format!(
            "CREATE TRIGGER full_{table} BEFORE INSERT ON {table}
             BEGIN SELECT RAISE(ROLLBACK, 'no space left, says the test'); END"
        ))
        .await;
    }

    async fn mend(&mut self, table: &str) {
        self.run(&format!("DROP TRIGGER full_{table}")).await;
    }
}

async fn is_well(anybody: &Guest) -> bool {
    match anybody.get("/healthz").await.status {
        200 => true,
        503 => false,
        other => panic!("{other}"),
    }
}

async fn until_well(anybody: &Guest, wanted: bool) {
    let soon = async {
        while is_well(anybody).await != wanted {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, soon).await.expect("a change of health in time");
}

/// Plays until there are so many deeds; all are acknowledged.
async fn play(guest: &Guest, game: &str, until: usize) {
    loop {
        let state = guest.state(game).await;
        let n = state["deeds"].as_array().map_or(0, Vec::len);
        if n >= until {
            return;
        }
        let legal = state["legal"].as_array().expect("legal actions");
        let action = &legal[(n * 31) % legal.len()];
        let done = guest.say(game, &json!({ "t": "act", "a": format!("deed {n}"), "n": n, "d": action })).await;
        assert_eq!(done.status, 200, "{}", done.text());
    }
}

fn deeds(state: &Value) -> usize {
    state["deeds"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn a_failed_commit_swallows_no_later_one() {
    let house = House::open().await;
    let mut guest = house.guest().await;
    let game = guest.game(&hot_seat()).await;
    let mut onlooker = Onlooker::of(&house.database()).await;
    let before = onlooker.events(&game).await;

    onlooker.spoil("person").await;
    for _ in 0..2 {
        assert_eq!(house.stranger().get("/api/me").await.status, 500);
    }
    onlooker.mend("person").await;

    play(&guest, &game, 10).await;
    assert_eq!(onlooker.events(&game).await, before + 10, "acknowledged and in the file");
    assert!(house.guest().await.token.is_some());
    let house = house.reopened().await;
    guest.address = house.address;
    assert_eq!(deeds(&guest.state(&game).await), 10);
}

#[tokio::test]
async fn health_follows_the_last_write_and_comes_back_by_itself() {
    let house = House::open().await;
    let guest = house.guest().await;
    let game = guest.game(&hot_seat()).await;
    let mut onlooker = Onlooker::of(&house.database()).await;
    assert!(is_well(&guest).await);

    for table in ["person", "alive", "event"] {
        onlooker.spoil(table).await;
    }
    assert_eq!(house.stranger().get("/api/me").await.status, 500);
    assert!(!is_well(&guest).await);
    let act = json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" });
    assert_eq!(guest.say(&game, &act).await.status, 500);
    assert_eq!(deeds(&guest.state(&game).await), 0, "what is not stored has not happened");

    for table in ["person", "alive", "event"] {
        onlooker.mend(table).await;
    }
    until_well(&guest, true).await;
    let again = guest.say(&game, &act).await;
    assert_eq!(again.status, 200, "{}", again.text());
    play(&guest, &game, 10).await;
    assert_eq!(deeds(&guest.state(&game).await), 10);
}

#[tokio::test]
async fn nobody_loses_time_while_nothing_can_be_stored() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut wish = hot_seat();
    wish["clock"] = json!({ "main_ms": 5_000 });
    let game = guest.game(&wish).await;
    guest.say(&game, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    let mut onlooker = Onlooker::of(&house.database()).await;
    for table in ["alive", "event"] {
        onlooker.spoil(table).await;
    }
    let act = json!({ "t": "act", "a": "2", "n": 1, "d": "a7b7" });
    assert_eq!(guest.say(&game, &act).await.status, 500);
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(!is_well(&guest).await);
    for table in ["alive", "event"] {
        onlooker.mend(table).await;
    }
    until_well(&guest, true).await;
    let done = guest.say(&game, &act).await;
    assert_eq!(done.status, 200, "{}", done.text());
    let mut guest = guest;
    let house = house.reopened().await;
    guest.address = house.address;
    assert_eq!(guest.state(&game).await["phase"], "playing");
}

#[tokio::test]
async fn a_socket_hears_that_its_move_was_not_stored_and_comes_back() {
    let house = House::open().await;
    let guest = house.guest().await;
    let game = guest.game(&hot_seat()).await;
    let mut socket = guest.socket(&game).await;
    socket.until_version(1).await;
    let mut onlooker = Onlooker::of(&house.database()).await;
    onlooker.spoil("event").await;
    socket.send(&json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    assert_eq!(socket.closed().await, Some(1011));
    assert!(!socket.others.iter().any(|other| other["t"] == "ack"), "{:?}", socket.others);
    onlooker.mend("event").await;
    let mut socket = guest.socket_since(&game, Some(1)).await;
    let answer = socket.ask(json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    assert_eq!(answer["t"], "ack", "{answer}");
    assert_eq!(onlooker.events(&game).await, 2);
}

/// A small disk of its own, if this user may mount one.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mounted(at: &Path) -> Option<Self> {
        let status = Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "daeguk-test"]).arg(at).output();
        status.is_ok_and(|done| done.status.success()).then(|| Self(at.to_owned()))
    }

    fn fill(&self) {
        use std::io::Write as _;
        let mut ballast = std::fs::File::create(self.0.join("ballast")).expect("a file");
        while ballast.write_all(&[7; 512]).is_ok() {}
    }

    fn free(&self) {
        std::fs::remove_file(self.0.join("ballast")).expect("filled before");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_was_full_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = SmallDisk::mounted(folder.path()) else {
        return skipped("a small disk cannot be mounted here");
    };
    let process = Process::start(folder.path());
    full_and_free(process, folder.path(), |_| disk.fill(), |_| disk.free()).await;
}

/// The same where nobody may mount a disk: no file may grow any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_could_not_grow_lose_nothing_that_was_acknowledged() {
    if Command::new("prlimit").arg("--version").output().is_err() {
        return skipped("there is no prlimit here");
    }
    let limit = |process: &Process, soft: &str| {
        let fsize = format!("--fsize={soft}:");
        let done = Command::new("prlimit").args(["--pid", &process.id().to_string(), &fsize]).status();
        assert!(done.expect("prlimit").success());
    };
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("daeguk.db-wal");
    let process = Process::start_heedless(folder.path());
    let stop = |process: &Process| {
        let length = std::fs::metadata(&log).expect("a log").len();
        limit(process, &length.to_string());
    };
    full_and_free(process, folder.path(), stop, |process| limit(process, "unlimited")).await;
}

/// Plays, fills the disk, asks for what cannot be stored, frees it, and plays on.
async fn full_and_free(process: Process, folder: &Path, fill: impl Fn(&Process), free: impl Fn(&Process)) {
    let mut guest = newcomer(&process).await.expect("a guest");
    let game = guest.game(&hot_seat()).await;
    play(&guest, &game, 3).await;
    fill(&process);
    // There may still be room in files that are there.
    let mut failed = 0;
    for _ in 0..2000 {
        failed += usize::from(newcomer(&process).await.is_none());
        if failed == 2 {
            break;
        }
    }
    assert_eq!(failed, 2, "it is full");
    assert!(!is_well(&guest).await);
    free(&process);

    until_well(&guest, true).await;
    play(&guest, &game, 13).await;
    let mut onlooker = Onlooker::of(&folder.join("daeguk.db")).await;
    assert!(onlooker.events(&game).await >= 13, "acknowledged and in the file");
    process.end();
    let process = Process::start(folder);
    guest.address = process.address;
    assert_eq!(deeds(&guest.state(&game).await), 13);
    assert_eq!(onlooker.verdict().await, "ok");
    let _ = onlooker.0.close().await;
}

/// A guest of a real process; none if it could not be stored.
async fn newcomer(process: &Process) -> Option<Guest> {
    let stranger = Guest { address: process.address, token: None };
    let response = stranger.get("/api/me").await;
    let cookie = response.header("set-cookie")?;
    let token = cookie.split(['=', ';']).nth(1).map(str::to_owned);
    Some(Guest { token, ..stranger })
}

fn skipped(why: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

#[tokio::test]
async fn a_second_server_on_the_same_data_does_not_start() {
    let mut house = House::open().await;
    let folder = house.database().parent().expect("a folder").to_owned();
    let build = || {
        let mut config = Config::in_folder(&folder);
        config.listen.set_port(0);
        Application::build(config)
    };
    let refused = build().await.err().expect("it is taken").to_string();
    assert!(refused.contains("daeguk.db") && refused.contains("in use"), "{refused}");
    let guest = house.guest().await;
    let game = guest.game(&hot_seat()).await;
    play(&guest, &game, 5).await;
    house.close().await;
    assert!(build().await.is_ok(), "whoever ends lets go");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_lets_go_of_its_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path());
    assert!(Application::build(Config::in_folder(folder.path())).await.is_err());
    process.signal("KILL");
    drop(process);
    assert!(newcomer(&Process::start(folder.path())).await.is_some());
}

#[tokio::test]
async fn a_damaged_file_is_told_at_once_and_before_the_port_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("daeguk.db");
    std::fs::write(&file, [0x5a; 8192]).expect("written");
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let mut config = Config::in_folder(folder.path());
    (config.listen, config.next_free_port) = (taken.local_addr().expect("an address"), false);
    let built = tokio::time::timeout(PATIENCE / 2, Application::build(config)).await.expect("at once");
    let error = built.err().expect("it is damaged").to_string();
    assert!(error.contains("damaged") && error.contains(file.to_str().expect("a plain name")), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt as _;
    let house = House::open().await;
    house.guest().await;
    let folder = house.database().parent().expect("a folder").to_owned();
    let mut seen = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("readable");
        let mode = entry.metadata().expect("readable").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.path().display());
        seen.push(entry.file_name().into_string().expect("plain"));
    }
    seen.sort();
    assert_eq!(seen, ["daeguk.db", "daeguk.db-shm", "daeguk.db-wal", "daeguk.db.lock"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_in_which_the_server_was_frozen_is_charged_to_nobody() {
    const FROZEN: Duration = Duration::from_secs(6);
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Process::start(folder.path());
    let mut guest = newcomer(&process).await.expect("a guest");
    let mut wish = hot_seat();
    wish["clock"] = json!({ "main_ms": 5_000 });
    let game = guest.game(&wish).await;
    let began = std::time::Instant::now();
    guest.say(&game, &json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })).await;
    process.signal("STOP");
    tokio::time::sleep(FROZEN).await;
    process.signal("CONT");
    let left = |state: &Value| state["clock"]["seats"][1]["main_ms"].as_u64().expect("a number");
    let state = guest.state(&game).await;
    // Whatever else took time here is all that may have been charged.
    let spent = u64::try_from(began.elapsed().saturating_sub(FROZEN).as_millis()).expect("little");
    assert_eq!(state["phase"], "playing", "{state}");
    assert!(left(&state) + spent + 100 >= 5_000, "{} left, {spent} spent", left(&state));
    let second = guest.say(&game, &json!({ "t": "act", "a": "2", "n": 1, "d": "a7b7" })).await;
    assert_eq!(second.status, 200, "{}", second.text());
    let clock = |state: &Value| state["deeds"][1]["clock_ms"].as_u64().expect("a number");
    let before = clock(&guest.state(&game).await);

    // It is stored, too; a kill gives back what lies behind the last sign of life.
    process.signal("KILL");
    drop(process);
    process = Process::start(folder.path());
    guest.address = process.address;
    assert!(clock(&guest.state(&game).await) >= before);
}
