//! Measures how long one person waits for a weak computer player while another has many strong ones think.
//!
//! ```text
//! cargo run --release -p daeguk-server --example crowd -- [--tables 20] [--moves 20] [--thinkers 1]
//! ```
//!
//! One guest plays beginners at janggi and yonin shogi, first alone, then beside another guest with so many tables:
//! of yonin shogi against three `hard` players each, and of janggi against `9d`. The other guest moves at once
//! whenever it may, first from another network, then from the same one. The server runs as a process of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use server::{Config, Rates};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How long the crowd thinks before anything is measured.
const WARM_UP: Duration = Duration::from_secs(2);
/// Between two moves of the one who is measured.
const PAUSE: Duration = Duration::from_millis(100);
const NEAR: &str = "192.0.2.1";
const FAR: &str = "198.51.100.1";

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match value(&arguments, "--serve") {
        Some(folder) => serve(folder, number(&arguments, "--thinkers", 1)?),
        None => tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(&arguments)),
    }
}

fn value<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let index = arguments.iter().position(|argument| argument == name)?;
    arguments.get(index + 1).map(String::as_str)
}

fn number(arguments: &[String], name: &str, default: usize) -> Result<usize, Failure> {
    value(arguments, name).map_or(Ok(default), |text| Ok(text.parse()?))
}

fn serve(folder: &str, thinkers: usize) -> Result<(), Failure> {
    let mut config = Config::in_folder(folder.as_ref());
    config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.rates = Rates::unlimited();
    // So that the guests can come from different networks.
    config.proxies = server::AddressRange::LOOPBACK.to_vec();
    config.thinkers = thinkers;
    server::run(config, |address| {
        let _ = writeln!(std::io::stdout(), "{address}");
    })?;
    Ok(())
}

/// The server under measurement.
struct Server {
    address: SocketAddr,
    child: Child,
    folder: std::path::PathBuf,
}

impl Server {
    fn new(thinkers: usize) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("daeguk-crowd-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--serve").arg(&folder).args(["--thinkers", &thinkers.to_string()]);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        Ok(Self { address: line.trim().parse()?, child, folder })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn measure(arguments: &[String]) -> Result<(), Failure> {
    let tables = number(arguments, "--tables", 20)?;
    let moves = number(arguments, "--moves", 20)?;
    let thinkers = number(arguments, "--thinkers", 1)?;
    let crowds = [
        ("alone", None),
        ("yonin shogi, 3 x hard, another network", Some((yonin("hard"), FAR))),
        ("janggi, 9d, another network", Some((janggi("9d"), FAR))),
        ("yonin shogi, 3 x hard, same network", Some((yonin("hard"), NEAR))),
        ("janggi, 9d, same network", Some((janggi("9d"), NEAR))),
        ("alone again", None),
    ];
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{tables} tables, {moves} moves of each game, {thinkers} thinking at once; the answer of a beginner:"
    )?;
    for (name, crowd) in crowds {
        let server = Server::new(thinkers)?;
        let mut players = Vec::new();
        if let Some((wish, from)) = crowd {
            let greedy = Guest::new(server.address, from).await?;
            for _ in 0..tables {
                let table = greedy.table(&wish).await?;
                players.push(tokio::spawn(table.play_on()));
            }
        }
        tokio::time::sleep(WARM_UP).await;
        let modest = Guest::new(server.address, NEAR).await?;
        for (game, wish) in [("janggi", janggi("beginner")), ("yonin shogi", yonin("beginner"))] {
            let mut table = modest.table(&wish).await?;
            let mut times = Vec::new();
            for _ in 0..moves {
                if table.is_over {
                    table = modest.table(&wish).await?;
                }
                times.push(table.answered().await?);
                tokio::time::sleep(PAUSE).await;
            }
            times.sort_unstable();
            let ms = |time: &Duration| time.as_secs_f64() * 1000.0;
            let (median, most) = (times.get(times.len() / 2).map_or(0.0, ms), times.last().map_or(0.0, ms));
            writeln!(out, "  {name:40} {game:12} p50 {median:8.1} ms  max {most:8.1} ms")?;
        }
        for player in &players {
            player.abort();
        }
    }
    Ok(())
}

fn janggi(level: &str) -> Value {
    let seats = json!([{ "type": "me" }, { "type": "computer", "level": level }]);
    json!({ "kind": "janggi", "choose": false, "seats": seats })
}

fn yonin(level: &str) -> Value {
    let computer = json!({ "type": "computer", "level": level });
    json!({ "kind": "yonin", "choose": false, "seats": [{ "type": "me" }, computer, computer, computer] })
}

struct Guest {
    address: SocketAddr,
    from: &'static str,
    cookie: String,
}

impl Guest {
    async fn new(address: SocketAddr, from: &'static str) -> Result<Self, Failure> {
        let mut guest = Self { address, from, cookie: String::new() };
        let answer = guest.http("GET /api/me", "").await?;
        let line = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).ok_or("no cookie")?;
        line.split(';').next().unwrap_or_default().clone_into(&mut guest.cookie);
        Ok(guest)
    }

    async fn http(&self, what: &str, body: &str) -> Result<String, Failure> {
        let mut stream = TcpStream::connect(self.address).await?;
        let request = format!(
            "{what} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {}\r\nX-Forwarded-For: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            self.cookie,
            self.from,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        if answer.starts_with("HTTP/1.1 20") { Ok(answer) } else { Err(answer.into()) }
    }

    async fn table(&self, wish: &Value) -> Result<Pairing, Failure> {
        let made = self.http("POST /api/games", &wish.to_string()).await?;
        let body: Value = serde_json::from_str(made.lines().last().ok_or("no body")?)?;
        let id = body["id"].as_str().ok_or("no game")?;
        let mut request = format!("ws://{}/api/games/{id}/socket", self.address).into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse()?);
        headers.insert("origin", format!("http://{}", self.address).parse()?);
        headers.insert("x-forwarded-for", self.from.parse()?);
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        let mut table = Pairing { socket, deeds: 0, legal: Vec::new(), is_over: false };
        table.until_own_turn().await?;
        Ok(table)
    }
}

/// One's own seat at a table.
struct Pairing {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    deeds: u64,
    legal: Vec<Value>,
    is_over: bool,
}

impl Pairing {
    /// Moves, and tells how long it took until it is one's turn again.
    async fn answered(&mut self) -> Result<Duration, Failure> {
        let began = Instant::now();
        self.step().await?;
        self.until_own_turn().await?;
        Ok(began.elapsed())
    }

    async fn step(&mut self) -> Result<(), Failure> {
        // Some middle one: the first is often to and fro.
        let action = self.legal.get(self.legal.len() / 2).ok_or("the game is over")?.clone();
        self.legal.clear();
        let message = json!({ "t": "act", "a": self.deeds.to_string(), "n": self.deeds, "d": action });
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    async fn until_own_turn(&mut self) -> Result<(), Failure> {
        while self.legal.is_empty() && !self.is_over {
            let frame = self.socket.next().await.ok_or("a socket was closed")??;
            let Message::Text(text) = frame else { continue };
            let message: Value = serde_json::from_str(text.as_str())?;
            match message["t"].as_str() {
                Some("state") => {
                    self.deeds = message["d"]["deeds"].as_array().map_or(0, Vec::len) as u64;
                    self.take(&message["d"]);
                }
                Some("event") => {
                    if let Some(from) = message["deeds"]["from"].as_u64() {
                        self.deeds = from + message["deeds"]["add"].as_array().map_or(0, Vec::len) as u64;
                    }
                    self.take(&message["d"]);
                }
                Some("refused") => return Err(text.as_str().into()),
                _ => {}
            }
        }
        Ok(())
    }

    fn take(&mut self, fields: &Value) {
        if let Some(legal) = fields["legal"].as_array() {
            self.legal.clone_from(legal);
        }
        self.is_over = !fields["result"].is_null();
    }

    /// Moves whenever it can, until the game is over.
    async fn play_on(mut self) -> Result<(), Failure> {
        while !self.is_over {
            self.answered().await?;
        }
        Ok(())
    }
}
