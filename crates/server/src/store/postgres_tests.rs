//! A database in another process, which may end at any moment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::scratch::Scratch;
use super::*;
use crate::ids;

const PATIENCE: Duration = Duration::from_secs(30);

fn event(version: i64) -> StoredEvent {
    StoredEvent { at_ms: version, guest: String::new(), ack: format!("a{version}"), body: version.to_string() }
}

/// Writes one event after another until told to stop, and asks the database whenever something was refused, as a game
/// does. How many were acknowledged, which must be all.
async fn play(store: &Store, game: GameId, stop: &AtomicBool) -> usize {
    let created = NewGame { id: game, plan: "{}".to_owned(), created_ms: 7 };
    store.writer().write(Batch { game: Some(created), ..Batch::default() }).await.expect("written");
    let (mut version, mut acknowledged) = (0, Vec::new());
    while !stop.load(Ordering::Relaxed) {
        let events = vec![(game, version + 1, event(version + 1))];
        if store.writer().write(Batch { events, ..Batch::default() }).await.is_ok() {
            version += 1;
            acknowledged.push(version);
        } else if let Ok(stored) = store.game(game).await {
            version = i64::try_from(stored.expect("there").events.len()).expect("few");
        }
    }
    let stored = soon(|| store.game(game)).await.expect("there");
    let versions: Vec<_> = stored.events.iter().map(|event| event.at_ms).collect();
    assert!(acknowledged.iter().all(|version| versions.contains(version)), "{acknowledged:?} but {versions:?}");
    acknowledged.len()
}

/// Asks until there is an answer.
async fn soon<T, E, F: Future<Output = Result<T, E>>>(ask: impl Fn() -> F) -> T {
    let asking = async {
        loop {
            if let Ok(answer) = ask().await {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.expect("an answer in time")
}

async fn until_well(store: &Store, wanted: bool) {
    soon(|| async { if store.is_well().await == wanted { Ok(()) } else { Err(()) } }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_database_crashes_and_comes_back() {
    let Some(server) = Scratch::started() else { return };
    let (store, time) = Store::open(&server.url()).await.expect("PostgreSQL");
    let store = Arc::new(store);
    let alive = tokio::spawn(keep_alive(store.writer().clone(), time, Duration::from_millis(100)));
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..4)
        .map(|_| {
            let (store, stop) = (Arc::clone(&store), Arc::clone(&stop));
            tokio::spawn(async move { play(&store, ids::new_game(), &stop).await })
        })
        .collect();
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        tokio::task::block_in_place(|| server.crash());
        until_well(&store, false).await;
        tokio::task::block_in_place(|| server.start());
        until_well(&store, true).await;
    }
    stop.store(true, Ordering::Relaxed);
    for player in players {
        assert!(player.await.expect("no panic") > 3);
    }
    alive.abort();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_is_ended_midway_costs_nobody_a_move() {
    let Some(server) = Scratch::started() else { return };
    let (store, _) = Store::open(&server.url()).await.expect("PostgreSQL");
    let ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                 WHERE application_name LIKE 'daeguk writer%'";
    let game = ids::new_game();
    for version in 1..=200 {
        let events = vec![(game, version, event(version))];
        let write = store.writer().write(Batch { events, ..Batch::default() });
        let end = async {
            if version % 10 == 0 {
                tokio::time::sleep(Duration::from_micros(version.cast_unsigned() * 7)).await;
                let count: i64 = sqlx::query(ended).fetch_one(&store.pool).await.expect("well").get(0);
                assert!(count <= 1);
            }
        };
        let (written, ()) = futures_util::future::join(write, end).await;
        written.expect("looked up or written again");
    }
    let created = NewGame { id: game, plan: "{}".to_owned(), created_ms: 7 };
    store.writer().write(Batch { game: Some(created), ..Batch::default() }).await.expect("written");
    assert_eq!(store.game(game).await.expect("well").expect("there").events.len(), 200);
    assert!(store.is_well().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_has_one_writer() {
    let Some(server) = Scratch::started() else { return };
    let (store, _) = Store::open(&server.url()).await.expect("PostgreSQL");
    let refused = Store::open(&server.url()).await.err().expect("it is taken").to_string();
    assert!(refused.contains("in use"), "{refused}");
    store.close().await;
    Store::open(&server.url()).await.expect("free again");
}
