//! What fails in a house of several nodes: nodes that are killed, frozen, robbed and ended, and their database.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Doors;
use super::club::{Club, counted, is_kept};
use super::nginx::Nginx;
use super::node::Node;
use super::{
    GAMES, GAMES_USUAL, KILLS, KILLS_USUAL, count, deeds_of, is_whole, new_game, newcomer, number, run, state, timed,
    told,
};
use crate::scratch::Scratch;

/// Kills one node after the other, at any moment, and starts each anew where it was.
async fn kill_in_turn(nodes: &mut [Node], database: &str, kills: usize) {
    for round in 0..kills {
        tokio::time::sleep(Duration::from_millis(300 + (round as u64 * 173) % 700)).await;
        let node = &mut nodes[round % 2];
        let address = node.address;
        node.kill();
        tokio::time::sleep(Duration::from_millis((round as u64 * 97) % 500)).await;
        *node = tokio::task::block_in_place(|| Node::start_at(database, address));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_node_loses_nothing() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let club = Club::open(&Doors::of(&nodes), GAMES_USUAL).await;
    kill_in_turn(&mut nodes, &url, KILLS_USUAL).await;
    let (actions, losses) = club.close(&nodes, &url).await;
    assert!(losses > 0 && actions > GAMES_USUAL * KILLS_USUAL, "{actions} actions, {losses} losses");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_nginx_as_the_guide_has_it_a_dead_node_is_not_noticed() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let mut nodes = [Node::start(&url), Node::start(&url)];
    let (nginx, doors) = Nginx::doors(&nodes).await;
    if nginx.is_none() {
        return;
    }
    let (kills, games) = (count(KILLS, KILLS_USUAL), count(GAMES, GAMES_USUAL));
    let (began, club) = (Instant::now(), Club::open(&doors, games).await);
    kill_in_turn(&mut nodes, &url, kills).await;
    let (actions, losses) = club.close(&nodes, &url).await;
    let seconds = began.elapsed().as_secs();
    told(&format!("{kills} kills, {games} games, {actions} actions acknowledged, {losses} lines lost, {seconds} s"));
    assert!(losses > 0 && actions > games, "{actions} actions, {losses} losses");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_nginx_a_node_that_sleeps_longer_than_its_lease_forks_nothing() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let (_nginx, doors) = Nginx::doors(&nodes).await;
    let club = Club::open(&doors, GAMES_USUAL).await;
    for node in &nodes {
        tokio::time::sleep(Duration::from_secs(1)).await;
        tokio::task::block_in_place(|| node.freeze());
        tokio::time::sleep(Duration::from_secs(7)).await;
        node.signal("CONT");
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (actions, losses) = club.close(&nodes, &url).await;
    assert!(losses > 0 && actions > GAMES_USUAL, "{actions} actions, {losses} losses");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_nginx_a_database_that_stops_and_comes_back_costs_nobody_a_move_or_time() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let (_nginx, doors) = Nginx::doors(&nodes).await;
    let club = Club::open(&doors, GAMES_USUAL).await;
    let mut outages = Vec::new();
    for seconds in [3, 6] {
        tokio::time::sleep(Duration::from_secs(1)).await;
        tokio::task::block_in_place(|| scratch.crash());
        let down = Instant::now();
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        outages.push((down, Instant::now()));
        tokio::task::block_in_place(|| scratch.start());
        tokio::time::sleep(Duration::from_millis(2_500)).await;
    }
    let (actions, _) = club.close_after(&nodes, &url, &outages).await;
    assert!(actions > GAMES_USUAL, "{actions} actions");
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
        assert_eq!(deeds_of(&state(&guest, &game).await), ["a4b4", "i7h7", "b4a4"]);
    }
    is_whole(&url).await;
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
    // A thief of this kind tells nobody. Who plays on finds the owner, and the owner who is behind.
    tokio::time::sleep(Duration::from_secs(1)).await;
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
