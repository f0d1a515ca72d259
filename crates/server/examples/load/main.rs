//! Measures the server under many games at once, on this machine.
//!
//! ```text
//! cargo run --release -p daeguk-server --example load -- [--games 1000] [--seconds 20] [--pace-ms 1000] [--sign-ins 100]
//!     [--tables 500 --watchers 1000] [--analyses 8] [--idle] [--database postgres://…]
//! cargo run --release -p daeguk-server --example load -- --games 1 --watchers 4000
//! cargo run --release -p daeguk-server --example load -- --storm --games 5000
//! cargo run --release -p daeguk-server --example load -- --wrong 200
//! cargo run --release -p daeguk-server --example load -- --bare PORT --pid PID …
//! ```
//!
//! Every game has two people with a socket each and one move in `pace-ms`. A move counts when the mover has its
//! acknowledgment and both sockets have seen it. The server runs as a process of its own, so that its processor
//! time and memory are its own. With `--sign-ins` so many people sign in all the time, each again as soon as there is an answer:
//! two passwords are hashed at once, 32 wait, and the rest are refused. With `--tables` and `--watchers` there is a lobby beside the games, in which
//! somebody sits down twice a second; without `--tables` those who watch come to look at the first game. With `--analyses` so many people look at one position after the other. With `--idle` games are only opened, for their memory.
//! With `--database` the server is one of several nodes on that `PostgreSQL`.
//! With `--storm` the server is killed and everybody comes back at once. With `--wrong` it plays nothing and tells whether wrong passwords take as long for names that exist as for others. With `--bare` the same traffic goes to `tools/load/bare.mjs` instead.

mod analyses;
mod lobby;
mod pairing;
mod server;
mod sign_ins;
mod spectators;
mod storm;
mod wire;

use std::io::Write as _;
use std::time::{Duration, Instant};

use crate::lobby::Lobby;
use crate::pairing::{Sample, open_all};
use crate::server::Server;
use crate::sign_ins::{Knocks, compare, knock_all};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const WARM_UP: Duration = Duration::from_secs(3);

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match value(&arguments, "--serve") {
        Some(folder) => server::serve(folder, value(&arguments, "--database")),
        None if value(&arguments, "--wrong").is_some() => {
            tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(wrong(&arguments))
        }
        // One thread, so that the server has a core of its own.
        None => tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(measure(&arguments)),
    }
}

fn has(arguments: &[String], name: &str) -> bool {
    arguments.iter().any(|argument| argument == name)
}

fn value<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let index = arguments.iter().position(|argument| argument == name)?;
    arguments.get(index + 1).map(String::as_str)
}

fn number(arguments: &[String], name: &str, default: u64) -> Result<u64, Failure> {
    value(arguments, name).map_or(Ok(default), |text| Ok(text.parse()?))
}

async fn measure(arguments: &[String]) -> Result<(), Failure> {
    let folder = scratch_folder()?;
    let games = usize::try_from(number(arguments, "--games", 1000)?)?;
    let seconds = Duration::from_secs(number(arguments, "--seconds", 20)?);
    let pace = Duration::from_millis(number(arguments, "--pace-ms", 1000)?);
    if has(arguments, "--storm") {
        storm::measure(arguments, &folder, games).await?;
        return Ok(std::fs::remove_dir_all(&folder)?);
    }
    let server = Server::new(arguments, &folder)?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let idle_kb = server.memory_kb()?;
    let tables = open_all(&server, games).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let open_kb = server.memory_kb()?;
    if has(arguments, "--idle") {
        report_idle(games, idle_kb, open_kb);
        drop((tables, server));
        return Ok(std::fs::remove_dir_all(&folder)?);
    }
    let looked_at = tables.first().map(|table| table.path.clone()).unwrap_or_default();
    let lobby = open_lobby(arguments, &server).await?;
    let begin = Instant::now() + WARM_UP;
    let end = begin + seconds;
    let crowd = knock_all(&server, usize::try_from(number(arguments, "--sign-ins", 0)?)?, end).await?;
    let analyses = usize::try_from(number(arguments, "--analyses", 0)?)?;
    let lookers = analyses::look_all(server.address, analyses, end);
    let stirred = lobby.map(|lobby| lobby.stir(server.address, begin, end));
    let stride = pace / u32::try_from(games.max(1))?;
    let players: Vec<_> = (0_u32..)
        .zip(tables)
        .map(|(index, table)| tokio::spawn(table.play(Instant::now() + stride * index, pace, begin, end)))
        .collect();
    tokio::time::sleep_until(begin.into()).await;
    let cpu_before = server.cpu_us()?;
    let spectators = look_on(arguments, &server, &looked_at, end).await?;
    tokio::time::sleep_until(end.into()).await;
    let cpu_us = server.cpu_us()? - cpu_before;
    let busy_kb = server.memory_kb()?;
    let mut samples = Vec::new();
    for player in players {
        samples.extend(player.await??);
    }
    report(&server, games, seconds, &samples, [idle_kb, open_kb, busy_kb], cpu_us);
    report_crowd(crowd).await?;
    spectators::report(spectators).await?;
    analyses::report(lookers).await?;
    report_lobby(stirred).await?;
    drop(server);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Whether the time of an answer tells which names exist.
async fn wrong(arguments: &[String]) -> Result<(), Failure> {
    let folder = scratch_folder()?;
    let server = Server::new(arguments, &folder)?;
    let [known, unknown] = compare(&server, usize::try_from(number(arguments, "--wrong", 200)?)?).await?;
    let _ = writeln!(std::io::stdout(), "refused after {known:.2} ms where the name exists, {unknown:.2} ms where not");
    drop(server);
    Ok(std::fs::remove_dir_all(&folder)?)
}

fn scratch_folder() -> Result<std::path::PathBuf, Failure> {
    let folder = std::env::temp_dir().join(format!("daeguk-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

async fn open_lobby(arguments: &[String], server: &Server) -> Result<Option<Lobby>, Failure> {
    let tables = usize::try_from(number(arguments, "--tables", 0)?)?;
    let watchers = usize::try_from(number(arguments, "--watchers", 0)?)?;
    Ok(if tables == 0 { None } else { Some(Lobby::open(server.address, tables, watchers).await?) })
}

fn report_idle(games: usize, idle_kb: u64, open_kb: u64) {
    let each = open_kb.saturating_sub(idle_kb) as f64 / games as f64;
    let _ = writeln!(std::io::stdout(), "{games} games open: {each:.1} kB each, {idle_kb} kB without any");
}

async fn report_lobby(stirred: Option<tokio::task::JoinHandle<Result<Vec<u64>, Failure>>>) -> Result<(), Failure> {
    let Some(stirred) = stirred else { return Ok(()) };
    let news = stirred.await??;
    let (heard, p50, p99) = (news.len(), ms(news.clone(), 0.5), ms(news, 0.99));
    let _ = writeln!(std::io::stdout(), "  lobby         {heard} news heard, p50 {p50:.2} ms  p99 {p99:.2} ms");
    Ok(())
}

async fn look_on(
    arguments: &[String],
    server: &Server,
    path: &str,
    end: Instant,
) -> Result<Vec<tokio::task::JoinHandle<spectators::Heard>>, Failure> {
    let count = usize::try_from(number(arguments, "--watchers", 0)?)?;
    if count == 0 || value(arguments, "--tables").is_some() {
        return Ok(Vec::new());
    }
    spectators::come(server.address, path, count, end).await
}

async fn report_crowd(crowd: Vec<tokio::task::JoinHandle<Result<Knocks, Failure>>>) -> Result<(), Failure> {
    if crowd.is_empty() {
        return Ok(());
    }
    let mut all = Knocks::default();
    for knocking in crowd {
        let Knocks { let_in, refused } = knocking.await??;
        all = Knocks { let_in: all.let_in + let_in, refused: all.refused + refused };
    }
    let _ = writeln!(std::io::stdout(), "  signed in     {}, and {} found the pool full", all.let_in, all.refused);
    Ok(())
}

/// What so large a share of them stays below, in milliseconds.
fn ms(mut times_us: Vec<u64>, share: f64) -> f64 {
    times_us.sort_unstable();
    let index = (times_us.len() as f64 * share) as usize;
    times_us.get(index.min(times_us.len().saturating_sub(1))).copied().unwrap_or(0) as f64 / 1000.0
}

fn report(server: &Server, games: usize, seconds: Duration, samples: &[Sample], memory_kb: [u64; 3], cpu_us: u64) {
    let acknowledged = || samples.iter().map(|sample| sample.acknowledged).collect::<Vec<_>>();
    let delivered = || samples.iter().map(|sample| sample.delivered).collect::<Vec<_>>();
    let [idle, open, busy] = memory_kb;
    let _ = writeln!(
        std::io::stdout(),
        "{}: {games} games, {} moves in {} s\n  acknowledged  p50 {:.2} ms  p99 {:.2} ms\n  delivered     p50 {:.2} ms  \
         p99 {:.2} ms  max {:.2} ms\n  processor     {:.1} us a move\n  memory        {:.1} kB a game open, {:.1} kB in play, \
         {idle} kB idle",
        if server.is_bare { "bare ws" } else { "daeguk" },
        samples.len(),
        seconds.as_secs(),
        ms(acknowledged(), 0.5),
        ms(acknowledged(), 0.99),
        ms(delivered(), 0.5),
        ms(delivered(), 0.99),
        ms(delivered(), 1.0),
        cpu_us as f64 / samples.len().max(1) as f64,
        open.saturating_sub(idle) as f64 / games as f64,
        busy.saturating_sub(idle) as f64 / games as f64,
    );
}
