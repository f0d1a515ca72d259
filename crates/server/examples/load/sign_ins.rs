//! People who sign in beside the games.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::server::Server;
use crate::wire::{cookie, http, post};
use crate::{Failure, ms};

const ACCOUNT: &str = r#"{"name":"knocker","password":"long enough for a house"}"#;
/// How long who was refused waits before the next try.
const REFUSED_PAUSE: Duration = Duration::from_millis(100);

/// How those were answered who signed in.
#[derive(Default)]
pub(crate) struct Knocks {
    pub(crate) let_in: usize,
    pub(crate) refused: usize,
}

/// Somebody signs up, and then so many sign in under that name until the end.
pub(crate) async fn knock_all(
    server: &Server,
    count: usize,
    end: Instant,
) -> Result<Vec<JoinHandle<Result<Knocks, Failure>>>, Failure> {
    if count > 0 {
        let cookie = cookie(server.address).await?;
        post(server.address, "/api/account", &cookie, ACCOUNT).await?;
    }
    let address = server.address;
    Ok((0..count).map(|_| tokio::spawn(knock(address, end))).collect())
}

async fn knock(address: SocketAddr, end: Instant) -> Result<Knocks, Failure> {
    let mut knocks = Knocks::default();
    while Instant::now() < end {
        if http(address, "POST /api/session", "", ACCOUNT).await?.starts_with("HTTP/1.1 200") {
            knocks.let_in += 1;
        } else {
            knocks.refused += 1;
            // As a page does that is told to wait.
            tokio::time::sleep(REFUSED_PAUSE).await;
        }
    }
    Ok(knocks)
}

/// How long a wrong password takes to be refused, for a name that exists and for one that does not: medians in milliseconds.
pub(crate) async fn compare(server: &Server, count: usize) -> Result<[f64; 2], Failure> {
    const WRONG: [&str; 2] =
        [r#"{"name":"knocker","password":"not that one"}"#, r#"{"name":"stranger","password":"not that one"}"#];
    let cookie = cookie(server.address).await?;
    post(server.address, "/api/account", &cookie, ACCOUNT).await?;
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..count {
        for (wrong, took) in WRONG.iter().zip(&mut took) {
            let began = Instant::now();
            let answer = http(server.address, "POST /api/session", "", wrong).await?;
            if !answer.starts_with("HTTP/1.1 401") {
                return Err(answer.into());
            }
            took.push(u64::try_from(began.elapsed().as_micros())?);
        }
    }
    Ok(took.map(|took| ms(took, 0.5)))
}
