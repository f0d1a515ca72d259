//! Measures the server under many games at once, on this machine.
//!
//! ```text
//! cargo run --release -p daeguk-server --example load -- [--games 1000] [--seconds 20] [--pace-ms 1000] [--sign-ins 100]
//! cargo run --release -p daeguk-server --example load -- --bare PORT --pid PID …
//! ```
//!
//! Every game has two people with a socket each and one move in `pace-ms`. A move counts when the mover has its
//! acknowledgment and both sockets have seen it. The server runs as a process of its own, so that its processor
//! time and memory are its own. With `--sign-ins` so many people sign in all the time, each again as soon as there is an answer:
//! two passwords are hashed at once, 32 wait, and the rest are refused. With `--bare` the same traffic goes to `tools/load/bare.mjs` instead.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use server::{Config, Rates};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Chariots that go to and fro; no rule of this game objects.
const MOVES: [&str; 4] = ["a1a2", "a10a9", "a2a1", "a9a10"];
const WISH: &str = r#"{"kind":"janggi","preset":"casual","options":{"repetition_count":"0","no_capture_limit":"0"},
    "choose":false,"seats":[{"type":"me"},{"type":"open"}]}"#;
const ACCOUNT: &str = r#"{"name":"knocker","password":"long enough for a house"}"#;
/// How long who was refused waits before the next try.
const REFUSED_PAUSE: Duration = Duration::from_millis(100);
const WARM_UP: Duration = Duration::from_secs(3);
/// How many games are opened at a time.
const OPENED_AT_ONCE: usize = 25;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match value(&arguments, "--serve") {
        Some(folder) => serve(folder),
        None => tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(&arguments)),
    }
}

fn value<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let index = arguments.iter().position(|argument| argument == name)?;
    arguments.get(index + 1).map(String::as_str)
}

fn number(arguments: &[String], name: &str, default: u64) -> Result<u64, Failure> {
    value(arguments, name).map_or(Ok(default), |text| Ok(text.parse()?))
}

fn serve(folder: &str) -> Result<(), Failure> {
    let mut config = Config::in_folder(folder.as_ref());
    config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.rates = Rates::unlimited();
    server::run(config, |address| {
        let _ = writeln!(std::io::stdout(), "{address}");
    })?;
    Ok(())
}

/// The server under measurement.
struct Server {
    address: SocketAddr,
    process: u32,
    child: Option<Child>,
    is_bare: bool,
}

impl Server {
    fn new(arguments: &[String], folder: &std::path::Path) -> Result<Self, Failure> {
        if let Some(port) = value(arguments, "--bare") {
            let address = SocketAddr::from(([127, 0, 0, 1], port.parse()?));
            let process = u32::try_from(number(arguments, "--pid", 0)?)?;
            return Ok(Self { address, process, child: None, is_bare: true });
        }
        let mut child =
            Command::new(std::env::current_exe()?).arg("--serve").arg(folder).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        Ok(Self { address: line.trim().parse()?, process: child.id(), child: Some(child), is_bare: false })
    }

    /// Processor time so far, in microseconds.
    fn cpu_us(&self) -> Result<u64, Failure> {
        const TICK_US: u64 = 10_000;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process))?;
        let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        Ok((fields[11].parse::<u64>()? + fields[12].parse::<u64>()?) * TICK_US)
    }

    fn memory_kb(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// What was measured of one move, in microseconds.
#[derive(Clone, Copy)]
struct Sample {
    acknowledged: u64,
    delivered: u64,
}

async fn measure(arguments: &[String]) -> Result<(), Failure> {
    let folder = std::env::temp_dir().join(format!("daeguk-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let games = usize::try_from(number(arguments, "--games", 1000)?)?;
    let seconds = Duration::from_secs(number(arguments, "--seconds", 20)?);
    let pace = Duration::from_millis(number(arguments, "--pace-ms", 1000)?);
    let server = Server::new(arguments, &folder)?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let idle_kb = server.memory_kb()?;
    let tables = open_all(&server, games).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let open_kb = server.memory_kb()?;
    let begin = Instant::now() + WARM_UP;
    let end = begin + seconds;
    let crowd = knock_all(&server, usize::try_from(number(arguments, "--sign-ins", 0)?)?, end).await?;
    let stride = pace / u32::try_from(games.max(1))?;
    let players: Vec<_> = (0_u32..)
        .zip(tables)
        .map(|(index, table)| tokio::spawn(table.play(Instant::now() + stride * index, pace, begin, end)))
        .collect();
    tokio::time::sleep_until(begin.into()).await;
    let cpu_before = server.cpu_us()?;
    tokio::time::sleep_until(end.into()).await;
    let cpu_us = server.cpu_us()? - cpu_before;
    let busy_kb = server.memory_kb()?;
    let mut samples = Vec::new();
    for player in players {
        samples.extend(player.await??);
    }
    report(&server, games, seconds, &samples, [idle_kb, open_kb, busy_kb], cpu_us);
    let mut knocks = Knocks::default();
    for knocking in crowd {
        let Knocks { let_in, refused } = knocking.await??;
        knocks = Knocks { let_in: knocks.let_in + let_in, refused: knocks.refused + refused };
    }
    let _ =
        writeln!(std::io::stdout(), "  signed in     {}, and {} found the pool full", knocks.let_in, knocks.refused);
    drop(server);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn report(server: &Server, games: usize, seconds: Duration, samples: &[Sample], memory_kb: [u64; 3], cpu_us: u64) {
    let ms = |mut times: Vec<u64>, share: f64| {
        times.sort_unstable();
        let index = (times.len() as f64 * share) as usize;
        times.get(index.min(times.len().saturating_sub(1))).copied().unwrap_or(0) as f64 / 1000.0
    };
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

/// How those were answered who signed in.
#[derive(Default)]
struct Knocks {
    let_in: usize,
    refused: usize,
}

/// Somebody signs up, and then so many sign in under that name until the end.
async fn knock_all(
    server: &Server,
    count: usize,
    end: Instant,
) -> Result<Vec<tokio::task::JoinHandle<Result<Knocks, Failure>>>, Failure> {
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

async fn open_all(server: &Server, games: usize) -> Result<Vec<Pairing>, Failure> {
    let mut tables = Vec::with_capacity(games);
    while tables.len() < games {
        let count = OPENED_AT_ONCE.min(games - tables.len());
        let (address, is_bare, first) = (server.address, server.is_bare, tables.len());
        let opening: Vec<_> = (first..first + count)
            .map(|index| {
                tokio::spawn(async move {
                    if is_bare { Pairing::bare(address, index).await } else { Pairing::open(address).await }
                })
            })
            .collect();
        for table in opening {
            tables.push(table.await??);
        }
    }
    Ok(tables)
}

/// One game: two sockets, and how many moves it has had.
struct Pairing {
    sockets: [Socket; 2],
    is_bare: bool,
}

impl Pairing {
    async fn open(address: SocketAddr) -> Result<Self, Failure> {
        let (cho, han) = (cookie(address).await?, cookie(address).await?);
        let made = post(address, "/api/games", &cho, WISH).await?;
        let id = text_field(&made, "id").ok_or("no game")?.to_owned();
        let path = format!("/api/games/{id}");
        post(address, &format!("{path}/messages"), &han, r#"{"t":"sit","a":"s","seat":1}"#).await?;
        let mut sockets = [socket(address, &path, &cho).await?, socket(address, &path, &han).await?];
        for socket in &mut sockets {
            until(socket, |text| text.starts_with(r#"{"t":"state""#)).await?;
        }
        Ok(Self { sockets, is_bare: false })
    }

    async fn bare(address: SocketAddr, index: usize) -> Result<Self, Failure> {
        let url = |seat: usize| format!("ws://{address}/play?game={index}&seat={seat}");
        let mut sockets =
            [tokio_tungstenite::connect_async(url(0)).await?.0, tokio_tungstenite::connect_async(url(1)).await?.0];
        for socket in &mut sockets {
            until(socket, |text| text.starts_with(r#"{"t":"state""#)).await?;
        }
        Ok(Self { sockets, is_bare: true })
    }

    /// One move in each `pace`, from `start`; samples are kept from `begin` to `end`.
    async fn play(
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

async fn until(socket: &mut Socket, holds: impl Fn(&str) -> bool) -> Result<(), Failure> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) if holds(text.as_str()) => return Ok(()),
            Some(Ok(Message::Text(text))) if text.starts_with(r#"{"t":"refused""#) => return Err(text.as_str().into()),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.into()),
            None => return Err("a socket was closed".into()),
        }
    }
}

async fn socket(address: SocketAddr, path: &str, cookie: &str) -> Result<Socket, Failure> {
    let mut request = format!("ws://{address}{path}/socket").into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    request.headers_mut().insert("origin", format!("http://{address}").parse()?);
    Ok(tokio_tungstenite::connect_async(request).await?.0)
}

/// A guest of one's own.
async fn cookie(address: SocketAddr) -> Result<String, Failure> {
    let answer = http(address, "GET /api/me", "", "").await?;
    let line = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).ok_or("no cookie")?;
    Ok(line.split(';').next().unwrap_or_default().to_owned())
}

async fn post(address: SocketAddr, path: &str, cookie: &str, body: &str) -> Result<String, Failure> {
    let answer = http(address, &format!("POST {path}"), cookie, body).await?;
    if answer.starts_with("HTTP/1.1 20") { Ok(answer) } else { Err(answer.into()) }
}

async fn http(address: SocketAddr, what: &str, cookie: &str, body: &str) -> Result<String, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "{what} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

fn text_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let start = text.find(&format!("\"{name}\":\""))? + name.len() + 4;
    text[start..].split('"').next()
}
