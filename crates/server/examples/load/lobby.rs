//! A full lobby beside the games: tables that wait, and people who watch them come and go.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

use crate::Failure;
use crate::wire::{Socket, cookie, many, post, socket, text_field, until};

const WISH: &str = r#"{"kind":"janggi","preset":"casual","listed":true,"choose":false,
    "clock":{"main_ms":600000,"byoyomi_ms":30000,"periods":3},"seats":[{"type":"me"},{"type":"open"}]}"#;
/// How often somebody sits down, and a new table takes the place of the one that is full.
const CHANGE_EVERY: Duration = Duration::from_millis(500);
/// How many tables or watchers come at a time.
const OPENED_AT_ONCE: usize = 25;

/// When somebody began to sit down at which table.
type Begun = Arc<Mutex<HashMap<String, Instant>>>;

/// The lobby while it is measured.
pub(crate) struct Lobby {
    tables: Vec<Table>,
    watchers: Vec<Socket>,
}

/// A table that waits, with the socket of its maker.
struct Table {
    id: String,
    _maker: Socket,
}

impl Table {
    async fn open(address: SocketAddr) -> Result<Self, Failure> {
        let maker = cookie(address).await?;
        let made = post(address, "/api/games", &maker, WISH).await?;
        let id = text_field(&made, "id").ok_or("no table")?.to_owned();
        Ok(Self { id, _maker: listener(address, "me", &maker).await? })
    }
}

async fn listener(address: SocketAddr, topic: &str, cookie: &str) -> Result<Socket, Failure> {
    let mut socket = socket(address, "/api", cookie).await?;
    socket.send(Message::text(format!(r#"{{"t":"watch","d":"{topic}"}}"#))).await?;
    Ok(socket)
}

async fn watcher(address: SocketAddr) -> Result<Socket, Failure> {
    let mut socket = listener(address, "lobby", &cookie(address).await?).await?;
    until(&mut socket, |text| text.contains(r#""t":"lobby""#)).await?;
    Ok(socket)
}

impl Lobby {
    /// So many tables, and so many who watch them.
    pub(crate) async fn open(address: SocketAddr, tables: usize, watchers: usize) -> Result<Self, Failure> {
        Ok(Self {
            tables: many(tables, OPENED_AT_ONCE, || tokio::spawn(Table::open(address))).await?,
            watchers: many(watchers, OPENED_AT_ONCE, || tokio::spawn(watcher(address))).await?,
        })
    }

    /// Lets people sit down until the end. Gives how long each watcher took to hear of each of them, in microseconds.
    pub(crate) fn stir(
        self,
        address: SocketAddr,
        begin: Instant,
        end: Instant,
    ) -> JoinHandle<Result<Vec<u64>, Failure>> {
        let sitting = Begun::default();
        let hearing: Vec<_> =
            self.watchers.into_iter().map(|socket| tokio::spawn(hear(socket, Arc::clone(&sitting), end))).collect();
        let mut tables = self.tables;
        tokio::spawn(async move {
            let mut next = begin;
            // Watchers need a last moment to hear.
            while !tables.is_empty() && next + CHANGE_EVERY * 2 < end {
                tokio::time::sleep_until(next.into()).await;
                let full = tables.remove(0);
                sit_down(address, &full.id, &sitting).await?;
                tables.push(Table::open(address).await?);
                next += CHANGE_EVERY;
            }
            let mut took = Vec::new();
            for heard in hearing {
                took.extend(heard.await??);
            }
            Ok(took)
        })
    }
}

async fn sit_down(address: SocketAddr, id: &str, sitting: &Begun) -> Result<(), Failure> {
    let sitter = cookie(address).await?;
    sitting.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), Instant::now());
    post(address, &format!("/api/games/{id}/messages"), &sitter, r#"{"t":"sit","a":"s","seat":1}"#).await?;
    Ok(())
}

async fn hear(mut socket: Socket, sitting: Begun, end: Instant) -> Result<Vec<u64>, Failure> {
    let mut took = Vec::new();
    while let Ok(frame) = tokio::time::timeout_at(end.into(), socket.next()).await {
        let Message::Text(text) = frame.ok_or("a watcher was let go")?? else { continue };
        if !text.contains(r#""t":"gone""#) {
            continue;
        }
        let id = text_field(&text, "id").ok_or("no table")?;
        let began = sitting.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied();
        took.extend(began.map(|began| u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX)));
    }
    Ok(took)
}
