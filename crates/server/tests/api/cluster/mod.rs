//! Several real processes on one `PostgreSQL`, killed, frozen, cut off and ended at any moment: nothing that was acknowledged is lost,
//! nothing is written twice, everybody converges, and nobody pays for it with time.

mod client;
mod club;
mod copies;
mod cut;
mod doors;
mod failures;
mod nginx;
mod node;
mod once;
mod spans;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, NodeConfig, Rates};
use sqlx::{AssertSqlSafe, Row as _};

use crate::helpers::{Guest, PATIENCE, TestMinds, beside, hot_seat, janggi};

/// Where the child's database is.
const DATABASE: &str = "DAEGUK_TEST_NODE";
/// Where the child listens; anywhere without it.
const LISTEN: &str = "DAEGUK_TEST_LISTEN";
/// How often nodes are killed; a release is worth fifty.
const KILLS: &str = "DAEGUK_CLUSTER_KILLS";
const KILLS_USUAL: usize = 4;
/// How many games go on meanwhile; a release is worth two hundred.
const GAMES: &str = "DAEGUK_CLUSTER_GAMES";
const GAMES_USUAL: usize = 8;
const KEY: &str = "a-key-of-the-tests-which-everybody-may-read";
/// What everybody has on the clock.
const MAIN_MS: u64 = 600_000;

pub(crate) fn node_config(config: &mut Config) {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    config.node = Some(NodeConfig { address, key: KEY.parse().expect("a key") });
}

fn config(database: &str) -> Config {
    let mut config = Config::with_database(database.to_owned());
    config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.minds = Arc::new(TestMinds);
    config.rates = Rates::unlimited();
    config
}

/// Not a test of its own: the process that the tests below start and kill.
#[test]
fn child() {
    let Ok(database) = std::env::var(DATABASE) else { return };
    let mut config = config(&database);
    node_config(&mut config);
    if let Some(address) = std::env::var(LISTEN).ok().and_then(|address| address.parse().ok()) {
        (config.listen, config.next_free_port) = (address, false);
    }
    server::run(config, |address| {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "listening on {address}");
    })
    .expect("a server");
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

/// The deeds of a game in their words.
fn deeds_of(state: &Value) -> Vec<String> {
    let deeds = state["deeds"].as_array().cloned().unwrap_or_default();
    deeds.iter().filter_map(|deed| deed["text"].as_str().map(str::to_owned)).collect()
}

fn with_clock(mut wish: Value) -> Value {
    wish["clock"] = json!({ "main_ms": MAIN_MS });
    wish
}

fn timed() -> Value {
    with_clock(hot_seat())
}

fn against_the_computer() -> Value {
    with_clock(janggi(&json!([{ "type": "me" }, { "type": "computer", "level": "easy" }])))
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
