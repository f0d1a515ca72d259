//! Processes that end with their test, and a few words of HTTP and WebSocket to talk to them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::binary::command;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// The blocks of the guide that are written in a language.
pub(super) fn guide(language: &str) -> impl Iterator<Item = String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
    let text = std::fs::read_to_string(file).expect("the guide is there");
    let begin = format!("```{language}\n");
    let blocks = text.split(&begin).skip(1).filter_map(|rest| rest.split("```").next());
    blocks.map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// A port that is free now.
pub(super) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

/// Asks until something holds.
pub(super) fn until<T>(what: &str, mut holds: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = holds() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A process that is killed with its test.
pub(super) struct Running(pub(super) Child);

impl Running {
    pub(super) fn of(command: &mut Command) -> Self {
        Self(command.spawn().expect("a process"))
    }

    /// Ends at once, without a word.
    pub(super) fn kill(&mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("gone");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A house; where it listens.
pub(super) fn house(folder: &Path, more: &[&str]) -> (Running, String) {
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    let mut running = Running::of(serve.arg(folder).args(more).stdout(Stdio::piped()).stderr(Stdio::null()));
    let mut line = String::new();
    BufReader::new(running.0.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim_end().rsplit_once("http://").and_then(|(_, place)| place.strip_suffix('/'));
    (running, address.expect("an address").to_owned())
}

/// What a server has answered.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The cookie that came with it, as it is sent back.
    pub(super) fn cookie(&self) -> Option<String> {
        let is_ours = |line: &&str| line.to_ascii_lowercase().starts_with("set-cookie: daeguk=");
        let mut lines =
            self.head.lines().filter(is_ours).filter_map(|line| line.split_once("daeguk=")).map(|(_, value)| value);
        lines.next_back().and_then(|value| value.split(';').next()).map(|token| format!("daeguk={token}"))
    }
}

fn connect(address: &str) -> TcpStream {
    let stream = until("it listens", || TcpStream::connect(address).ok());
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    stream
}

/// One request on a connection of its own.
pub(super) fn ask(address: &str, method: &str, path: &str, cookie: &str, body: Option<&Value>) -> Answer {
    let mut stream = connect(address);
    let body = body.map(Value::to_string).unwrap_or_default();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).expect("sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("an answer");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// A WebSocket, as far as short texts go.
pub(super) struct Socket(BufReader<TcpStream>);

impl Socket {
    pub(super) fn open(address: &str, path: &str, cookie: &str) -> Self {
        let mut stream = BufReader::new(connect(address));
        let text = format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.get_mut().write_all(text.as_bytes()).expect("sent");
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(stream.read_line(&mut head).expect("a head") > 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        Self(stream)
    }

    /// Masked with nothing, which is a mask.
    pub(super) fn send(&mut self, text: &str) {
        let length = u8::try_from(text.len()).ok().filter(|length| *length < 126).expect("a short text");
        let frame = [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat();
        self.0.get_mut().write_all(&frame).expect("sent");
    }

    /// The next frame, whatever it is.
    pub(super) fn hear(&mut self) -> String {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).expect("a frame");
        let mut length = usize::from(head[1] & 0x7f);
        if length == 126 {
            let mut long = [0; 2];
            self.0.read_exact(&mut long).expect("a length");
            length = usize::from(u16::from_be_bytes(long));
        }
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes).expect("a whole frame");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
