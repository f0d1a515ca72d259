//! Copies of a house of several nodes, made while games go on, and moving house with all that happened there.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use server::{Checked, Config};
use sqlx::Row as _;

use super::client::Doors;
use super::club::Club;
use super::node::Node;
use super::{GAMES_USUAL, number, run, told};
use crate::helpers::beside;
use crate::scratch::Scratch;

/// Runs a program of the database; whether it is there at all.
fn tool(name: &str, arguments: &[&str]) -> bool {
    let Ok(output) = Command::new(name).args(arguments).output() else {
        told(&format!("skipped: there is no {name}"));
        return false;
    };
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    true
}

async fn checked(url: &str) -> Checked {
    let url = url.to_owned();
    let checking = tokio::task::spawn_blocking(move || server::check(&url, &mut |_| {}).expect("it can be read"));
    let checked = checking.await.expect("no panic");
    assert_eq!(checked.problems, 0);
    checked
}

async fn move_house(from: &str, to: &str) -> u64 {
    let (from, to) = (from.to_owned(), to.to_owned());
    let moving = tokio::task::spawn_blocking(move || server::move_house(&from, &to).expect("moved"));
    moving.await.expect("no panic")
}

/// Another database on the same server.
async fn database(url: &str, name: &str) -> String {
    run(url, format!("CREATE DATABASE {name}")).await;
    format!("{}/{name}", url.strip_suffix("/postgres").expect("the usual one"))
}

fn file(folder: &Path, name: &str) -> String {
    Config::in_folder(&folder.join(name)).database
}

/// Every event, in the order of games and versions.
async fn events(url: &str) -> Vec<(String, i64, String, String)> {
    let text = "SELECT game, version, ack, body FROM event ORDER BY game, version";
    let rows = sqlx::query(text).fetch_all(&mut beside(url).await).await.expect("events");
    rows.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_under_load_is_put_back_with_equal_hashes() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let club = Club::open(&Doors::of(&nodes), GAMES_USUAL).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let folder = tempfile::tempdir().expect("a folder");
    let dump = folder.path().join("club.dump").display().to_string();
    let before = events(&url).await;
    let options = ["--format=custom", "--file", &dump, &url];
    if !tokio::task::block_in_place(|| tool("pg_dump", &options)) {
        return;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (actions, _) = club.close(&nodes, &url).await;
    assert!(actions > GAMES_USUAL);

    let mut hashes = Vec::new();
    for name in ["copy", "again"] {
        let copy = database(&url, name).await;
        let place = format!("--dbname={copy}");
        tokio::task::block_in_place(|| tool("pg_restore", &[&place, &dump]));
        hashes.push(checked(&copy).await);
    }
    assert_eq!(hashes[0], hashes[1]);
    // One moment of everything: what was there when it began, and nothing that never was.
    let (copied, after) = (events(&url.replace("/postgres", "/copy")).await, events(&url).await);
    assert!(before.iter().all(|event| copied.binary_search(event).is_ok()), "nothing is missing");
    assert!(copied.iter().all(|event| after.binary_search(event).is_ok()), "nothing is invented");
    assert!(copied.len() < after.len(), "games went on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_moves_both_ways_with_equal_hashes_of_all_games() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let club = Club::open(&Doors::of(&nodes), 4).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    club.close(&nodes, &url).await;
    tokio::task::block_in_place(|| nodes.iter_mut().for_each(Node::end));
    let (folder, there) = (tempfile::tempdir().expect("a folder"), database(&url, "there").await);
    std::fs::create_dir(folder.path().join("club")).expect("a folder");
    let before = checked(&url).await;
    assert!(before.games > 3 && before.events > 20, "{before:?}");
    let small = file(folder.path(), "club");
    let rows = move_house(&url, &small).await;
    assert_eq!(checked(&small).await, before);
    assert_eq!(move_house(&small, &there).await, rows);
    assert_eq!(checked(&there).await, before);
    assert_eq!(events(&there).await, events(&url).await);
    let nodes = [Node::start(&there), Node::start(&there)];
    assert_eq!(number(&there, "SELECT count(*) FROM node").await, nodes.len() as i64, "and goes on there");
}
