//! The games: two people with a socket each, who move in turn.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use tokio_tungstenite::tungstenite::Message;

use crate::Failure;
use crate::server::Server;
use crate::wire::{Socket, cookie, many, post, socket, text_field, until};

/// Chariots that go to and fro; no rule of this game objects.
const MOVES: [&str; 4] = ["a1a2", "a10a9", "a2a1", "a9a10"];
const WISH: &str = r#"{"kind":"janggi","preset":"casual","options":{"repetition_count":"0","no_capture_limit":"0"},
    "choose":false,"seats":[{"type":"me"},{"type":"open"}]}"#;
/// How many games are opened at a time.
const OPENED_AT_ONCE: usize = 25;

/// What was measured of one move, in microseconds.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) acknowledged: u64,
    pub(crate) delivered: u64,
}

pub(crate) async fn open_all(server: &Server, games: usize) -> Result<Vec<Pairing>, Failure> {
    let (address, is_bare) = (server.address, server.is_bare);
    let open =
        |index| async move { if is_bare { Pairing::bare(address, index).await } else { Pairing::open(address).await } };
    let mut next = 0..games;
    many(games, OPENED_AT_ONCE, || tokio::spawn(open(next.next().unwrap_or_default()))).await
}

/// One game: two sockets, and how many moves it has had.
pub(crate) struct Pairing {
    sockets: [Socket; 2],
    is_bare: bool,
    /// The game's address, and the cookies of those who play it.
    pub(crate) path: String,
    pub(crate) cookies: [String; 2],
}

impl Pairing {
    async fn open(address: SocketAddr) -> Result<Self, Failure> {
        let (cho, han) = (cookie(address).await?, cookie(address).await?);
        let made = post(address, "/api/games", &cho, WISH).await?;
        let id = text_field(&made, "id").ok_or("no game")?.to_owned();
        let path = format!("/api/games/{id}");
        post(address, &format!("{path}/messages"), &han, r#"{"t":"sit","a":"s","seat":1}"#).await?;
        Self::join(address, path, [cho, han]).await
    }

    /// At a game that is there.
    pub(crate) async fn join(address: SocketAddr, path: String, cookies: [String; 2]) -> Result<Self, Failure> {
        let mut sockets = [socket(address, &path, &cookies[0]).await?, socket(address, &path, &cookies[1]).await?];
        for socket in &mut sockets {
            until(socket, |text| text.starts_with(r#"{"t":"state""#)).await?;
        }
        Ok(Self { sockets, is_bare: false, path, cookies })
    }

    async fn bare(address: SocketAddr, index: usize) -> Result<Self, Failure> {
        let url = |seat: usize| format!("ws://{address}/play?game={index}&seat={seat}");
        let mut sockets =
            [tokio_tungstenite::connect_async(url(0)).await?.0, tokio_tungstenite::connect_async(url(1)).await?.0];
        for socket in &mut sockets {
            until(socket, |text| text.starts_with(r#"{"t":"state""#)).await?;
        }
        Ok(Self { sockets, is_bare: true, path: String::new(), cookies: Default::default() })
    }

    /// One move in each `pace`, from `start`; samples are kept from `begin` to `end`.
    pub(crate) async fn play(
        mut self,
        start: Instant,
        pace: Duration,
        begin: Instant,
        end: Instant,
    ) -> Result<Vec<Sample>, Failure> {
        let mut samples = Vec::new();
        let mut next = start;
        for n in 0_usize.. {
            tokio::time::sleep_until(next.into()).await;
            if Instant::now() >= end {
                break;
            }
            let sample = self.step(n).await?;
            if next >= begin {
                samples.push(sample);
            }
            next += pace;
        }
        Ok(samples)
    }

    async fn step(&mut self, n: usize) -> Result<Sample, Failure> {
        let action = MOVES[n % 4];
        let message = if self.is_bare {
            format!(r#"{{"t":"move","d":"{action}"}}"#)
        } else {
            format!(r#"{{"t":"act","a":"{n}","n":{n},"d":"{action}"}}"#)
        };
        let [first, second] = &mut self.sockets;
        let (mover, other) = if n.is_multiple_of(2) { (first, second) } else { (second, first) };
        let began = Instant::now();
        mover.send(Message::text(message)).await?;
        let own = async {
            if !self.is_bare {
                until(mover, |text| text.starts_with(r#"{"t":"ack""#)).await?;
            }
            let acknowledged = began.elapsed();
            until(mover, is_move).await?;
            let seen = began.elapsed();
            Ok::<_, Failure>(if self.is_bare { seen } else { acknowledged })
        };
        let theirs = async {
            until(other, is_move).await?;
            Ok::<_, Failure>(began.elapsed())
        };
        let (acknowledged, delivered) = tokio::try_join!(own, theirs)?;
        let us = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Ok(Sample { acknowledged: us(acknowledged), delivered: us(delivered) })
    }
}

fn is_move(text: &str) -> bool {
    text.starts_with(r#"{"t":"event""#) || text.starts_with(r#"{"t":"move""#)
}
