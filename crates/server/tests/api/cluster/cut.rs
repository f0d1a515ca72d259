//! Nodes that all reach the database, and not each other. Nothing that they tell each other may be needed for more than haste.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

use super::client::Doors;
use super::club::{Club, counted, is_kept};
use super::node::Node;
use super::{is_whole, new_game, newcomer, run, state, timed, until};
use crate::helpers::beside;
use crate::scratch::Scratch;

/// What becomes of those who call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Open,
    /// Nobody is there.
    Refused,
    /// They are taken, and hear nothing.
    Silent,
}

/// The line by which the others reach a node.
struct Wire {
    address: SocketAddr,
    line: watch::Sender<Line>,
}

impl Wire {
    async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (line, lines) = watch::channel(Line::Open);
        tokio::spawn(serve(listener, target, lines));
        Self { address, line }
    }

    /// Lines to all nodes, in place of their own addresses.
    async fn to_all(database: &str) -> Vec<Self> {
        let mut wires = Vec::new();
        for (node, address) in nodes_of(database).await {
            let wire = Self::to(address).await;
            run(database, format!("UPDATE node SET address = '{}' WHERE id = '{node}'", wire.address)).await;
            wires.push(wire);
        }
        // Everybody has heard of them after two signs of life.
        sleep(Duration::from_millis(2_500)).await;
        wires
    }
}

/// Cuts all lines, or mends them.
fn set(wires: &[Wire], line: Line) {
    for wire in wires {
        wire.line.send_replace(line);
    }
}

async fn nodes_of(database: &str) -> Vec<(String, SocketAddr)> {
    let rows = sqlx::query("SELECT id, address FROM node").fetch_all(&mut beside(database).await).await.expect("nodes");
    let node = |row: &sqlx::any::AnyRow| -> (String, SocketAddr) {
        use sqlx::Row as _;
        (row.get(0), row.get::<String, _>(1).parse().expect("an address"))
    };
    rows.iter().map(node).collect()
}

async fn serve(listener: TcpListener, target: SocketAddr, mut lines: watch::Receiver<Line>) {
    let address = listener.local_addr().expect("an address");
    let mut listener = Some(listener);
    loop {
        let line = *lines.borrow_and_update();
        if line == Line::Refused {
            listener = None;
        } else if listener.is_none() {
            listener = Some(TcpListener::bind(address).await.expect("the same port"));
        }
        let called = async {
            match &listener {
                Some(listener) => listener.accept().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = lines.changed() => if changed.is_err() { return },
            Ok((stream, _)) = called => drop(tokio::spawn(carry(stream, target, lines.clone()))),
        }
    }
}

/// Until the line is cut; whoever hears nothing hears nothing until it is mended.
async fn carry(mut stream: TcpStream, target: SocketAddr, mut lines: watch::Receiver<Line>) {
    let Ok(mut there) = TcpStream::connect(target).await else { return };
    if *lines.borrow() == Line::Open {
        tokio::select! {
            _ = tokio::io::copy_bidirectional(&mut stream, &mut there) => return,
            _ = lines.wait_for(|line| *line != Line::Open) => {}
        }
    }
    let _ = lines.wait_for(|line| *line != Line::Silent).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_do_not_reach_each_other_fork_nothing() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let wires = Wire::to_all(&url).await;
    let club = Club::open(&Doors::of(&nodes), 6).await;
    for line in [Line::Refused, Line::Silent] {
        for now in [line, Line::Open] {
            sleep(Duration::from_millis(1_500)).await;
            set(&wires, now);
            sleep(Duration::from_millis(2_500)).await;
        }
    }
    // Somebody was always there by some door, so clocks have run.
    let all = club.end().await;
    for (guest, played) in &all {
        is_kept(guest, played, &nodes).await;
    }
    is_whole(&url).await;
    let (actions, losses) = counted(&all);
    assert!(actions > 12 && losses > 0, "{actions} actions, {losses} losses");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_note_tells_is_found_by_asking() {
    let Some(scratch) = Scratch::started() else { return };
    let url = scratch.url();
    let nodes = [Node::start(&url), Node::start(&url)];
    let wires = Wire::to_all(&url).await;
    let mut guest = newcomer(nodes[0].address).await;
    let game = new_game(&guest, &timed()).await;
    let mut socket = guest.socket(&game).await;
    socket.until_version(1).await;
    assert_eq!(socket.act("1", "a4b4").await["t"], "ack");
    set(&wires, Line::Refused);
    // The other node cannot be told anything, nor tell: it takes the game from whoever it does not reach.
    guest.address = nodes[1].address;
    let done = until(|| async {
        let done = guest.say(&game, &json!({ "t": "act", "a": "2", "n": 1, "d": "i7h7" })).await;
        (done.status == 200).then_some(done)
    });
    done.await;
    assert_eq!(
        socket.closed().await,
        Some(1012),
        "whoever waits at the former owner is sent away without a word of it"
    );
    assert!(socket.others.iter().any(|other| other["code"] == "E_MOVED"), "{:?}", socket.others);
    set(&wires, Line::Open);
    for node in &nodes {
        guest.address = node.address;
        assert_eq!(super::deeds_of(&state(&guest, &game).await), ["a4b4", "i7h7"]);
    }
    is_whole(&url).await;
}
