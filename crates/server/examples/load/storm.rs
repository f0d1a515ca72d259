//! Everybody comes back after the server was ended.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::Failure;
use crate::pairing::{Pairing, open_all};
use crate::server::Server;
use crate::wire::{http, many};

/// How many games are asked for at the same moment.
const AT_ONCE: usize = 200;

/// Opens games, ends the server without a word, starts it again and lets everybody come back at once: first by a look at every
/// game, which is what loading costs, then with the sockets.
pub(crate) async fn measure(arguments: &[String], folder: &Path, games: usize) -> Result<(), Failure> {
    let server = Server::new(arguments, folder)?;
    let seats: Vec<_> = open_all(&server, games).await?.into_iter().map(|table| (table.path, table.cookies)).collect();
    drop(server);
    for is_looking in [true, false] {
        let server = Server::new(arguments, folder)?;
        let (began, cpu_before, address) = (Instant::now(), server.cpu_us()?, server.address);
        let mut next = seats.iter().cloned();
        many(games, AT_ONCE, || {
            let (path, cookies) = next.next().unwrap_or_default();
            tokio::spawn(async move {
                if is_looking {
                    let state = http(address, &format!("GET {path}"), &cookies[0], "").await?;
                    return if state.starts_with("HTTP/1.1 200") { Ok(None) } else { Err(state.into()) };
                }
                Pairing::join(address, path, cookies).await.map(Some)
            })
        })
        .await?;
        report(
            if is_looking { "looked at" } else { "joined by two" },
            games,
            began.elapsed(),
            server.cpu_us()? - cpu_before,
        );
    }
    Ok(())
}

fn report(how: &str, games: usize, took: Duration, cpu_us: u64) {
    let _ = writeln!(
        std::io::stdout(),
        "{games} games {how} after a restart: {:.2} s, {:.0} a second, {:.0} us processor each",
        took.as_secs_f64(),
        games as f64 / took.as_secs_f64(),
        cpu_us as f64 / games as f64
    );
}
