//! What happens once in the house, whichever node does it, and whichever dies over it.

use std::time::{Duration, Instant};

use serde_json::json;

use super::node::Node;
use super::{newcomer, number, until};
use crate::helpers::{Guest, PATIENCE};
use crate::ratings::{check_profile, enroll, name_of, played, until_all_are_rated, wish};
use crate::scratch::Scratch;

/// How often whoever rates is killed between the end of a game and its rating.
const ROUNDS: usize = 4;

/// Whether this node does what one does for all: it alone answers without asking another.
async fn until_the_house_is_open(guest: &Guest) {
    until(|| async { (guest.get("/api/me").await.status == 200).then_some(()) }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_result_is_rated_once_whoever_dies_over_it() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let mut people = Vec::new();
    for number in 0..4 {
        let guest = newcomer(nodes[1].address).await;
        enroll(&url, &guest, &name_of(number)).await;
        people.push(guest);
    }
    for round in 0..ROUNDS {
        let (dies, lives) = (round % 2, 1 - round % 2);
        for person in &mut people {
            person.address = nodes[lives].address;
            until_the_house_is_open(person).await;
        }
        let pair = 2 * (round / 2 % 2);
        played(&people[pair], &people[pair + 1], &wish()).await;
        nodes[dies].kill();
        nodes[dies] = tokio::task::block_in_place(|| Node::start(&url));
    }
    until_all_are_rated(&url).await;
    assert_eq!(number(&url, "SELECT COUNT(*) FROM result WHERE state = 'done'").await, ROUNDS as i64);
    assert_eq!(number(&url, "SELECT COUNT(*) FROM change").await, 2 * ROUNDS as i64);
    until_the_house_is_open(&people[0]).await;
    for number in 0..people.len() {
        check_profile(&people[0], &url, &name_of(number)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_once_although_the_owner_of_the_clock_is_dead() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let mut guest = newcomer(nodes[0].address).await;
    let mut wish = crate::helpers::hot_seat();
    wish["clock"] = json!({ "main_ms": 3_000 });
    let game = super::new_game(&guest, &wish).await;
    let mut socket = guest.socket(&game).await;
    socket.until_version(1).await;
    assert_eq!(socket.act("1", "a4b4").await["t"], "ack");
    nodes[0].kill();
    guest.address = nodes[1].address;
    let began = Instant::now();
    let mut socket = until(|| async {
        let origin = format!("http://{}", guest.address);
        guest.upgrade(&format!("/api/games/{game}/socket"), Some(&origin)).await.ok()
    })
    .await;
    while socket.state["phase"] != "over" {
        assert!(began.elapsed() < 2 * PATIENCE, "{}", socket.state);
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.hear()).await;
    }
    let flags = "SELECT count(*) FROM event WHERE body LIKE '%\"flagged\"%'";
    assert_eq!(number(&url, flags).await, 1);
}
