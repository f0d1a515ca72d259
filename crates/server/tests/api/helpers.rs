//! A server to talk to, and the ways to talk to it.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use engine::{Brain, Decision, Task, Thought};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use server::{Application, Config, Errand, Minds, Rates};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};

/// How long anything may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Instead of a status, if there is no connection any more.
const LOST: u16 = 0;

/// A player who does the first legal thing, so that tests need no engine.
pub(crate) struct FirstLegal;

impl Brain for FirstLegal {
    fn think(&mut self, task: &Task<'_>, _: &mut dyn FnMut(&Thought)) -> Decision {
        task.table.legal().into_iter().next().map_or(Decision::Resign, Decision::Act)
    }
}

/// A player who breaks down.
struct Breaks;

impl Brain for Breaks {
    fn think(&mut self, _: &Task<'_>, _: &mut dyn FnMut(&Thought)) -> Decision {
        panic!("a brain of the tests breaks down on purpose")
    }
}

/// The analyst of the house, with less patience.
struct Hasty(Box<dyn Brain>);

impl Brain for Hasty {
    fn think(&mut self, task: &Task<'_>, tell: &mut dyn FnMut(&Thought)) -> Decision {
        let nodes = task.limits.nodes.map(|nodes| if nodes == REVIEW_NODES { 500 } else { nodes });
        let limits = engine::Limits { nodes, ..task.limits };
        self.0.think(&Task { limits, ..*task }, tell)
    }
}

/// What a review spends on a question.
const REVIEW_NODES: u64 = 60_000;

pub(crate) struct TestMinds;

impl Minds for TestMinds {
    fn levels(&self, _: &str) -> Vec<&'static str> {
        vec!["beginner", "easy"]
    }

    fn brain(&self, _: &str, level: &str, _: u64) -> Option<Box<dyn Brain>> {
        Some(if level == "easy" { Box::new(FirstLegal) } else { Box::new(Breaks) })
    }

    fn analyst(&self, kind: &str) -> Option<Box<dyn Brain>> {
        Some(Box::new(Hasty(engine::catalog::analyst(kind)?)))
    }
}

/// The address of a `PostgreSQL` server in which all houses live, if they are not to have files of their own.
pub(crate) const POSTGRES: &str = "DAEGUK_TEST_POSTGRES";

/// If it is set, a house is two nodes, and everybody comes through the door of the one that has nothing: whatever they ask is passed on.
pub(crate) const NODES: &str = "DAEGUK_TEST_NODES";

/// Where a house in that folder keeps its games, also after it was killed.
pub(crate) fn database_of(folder: &Path) -> String {
    let Ok(server) = std::env::var(POSTGRES) else { return Config::in_folder(folder).database };
    let name = folder.file_name().expect("a name").as_encoded_bytes();
    let mut corner = "test_".to_owned();
    for byte in name {
        let _ = write!(corner, "{byte:02x}");
    }
    let text = format!("CREATE SCHEMA IF NOT EXISTS {corner}");
    let joint = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{joint}options[search_path]={corner}");
    let making = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async { sqlx::query(AssertSqlSafe(text)).execute(&mut beside(&server).await).await })
    });
    making.join().expect("no panic").expect("a corner");
    url
}

/// A connection beside the server's.
pub(crate) async fn beside(url: &str) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(url).await.expect("the database")
}

/// A server of this test's own.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    metrics: SocketAddr,
    folder: tempfile::TempDir,
    url: String,
    /// The one with the doors first.
    nodes: Vec<Running>,
}

/// A server that runs until it is told to end.
struct Running {
    stop: oneshot::Sender<()>,
    ended: tokio::task::JoinHandle<()>,
}

impl Running {
    fn start(application: Application) -> Self {
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(application.run_until(async {
            let _ = stopped.await;
        }));
        Self { stop, ended }
    }

    async fn end(self) {
        drop(self.stop);
        tokio::time::timeout(Duration::from_secs(5), self.ended).await.expect("within 5 s").expect("no panic");
    }

    /// A node, as soon as it knows who does what one does for all; the first does it itself.
    async fn node(config: Config) -> (Self, SocketAddr, SocketAddr) {
        let application = Application::build(config).await.expect("a server");
        let address = application.address().expect("an address");
        let metrics = application.metrics_address().expect("another address");
        let (node, anybody) = (Self::start(application), Guest { address, token: None });
        let asking = async {
            while anybody.get("/api/lobby").await.status == 503 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, asking).await.expect("somebody leads");
        (node, address, metrics)
    }
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::in_folder(folder, change).await
    }

    pub(crate) async fn in_folder(folder: tempfile::TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::in_folder(folder.path());
        config.database = database_of(folder.path());
        config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
        config.metrics = Some(config.listen);
        config.minds = Arc::new(TestMinds);
        config.rates = Rates {
            guests: server::Rate { count: 1000, seconds: 1 },
            doors: Rates::unlimited().doors,
            ..Rates::default()
        };
        change(&mut config);
        let url = config.database.clone();
        let mut nodes = Vec::new();
        if std::env::var_os(NODES).is_some() {
            crate::cluster::node_config(&mut config);
            nodes.push(Running::node(config.clone()).await.0);
            let (door, address, metrics) = Running::node(config).await;
            nodes.insert(0, door);
            return Self { address, metrics, folder, url, nodes };
        }
        let application = Application::build(config).await.expect("a server");
        let address = application.address().expect("an address");
        let metrics = application.metrics_address().expect("another address");
        nodes.push(Running::start(application));
        Self { address, metrics, folder, url, nodes }
    }

    /// Stops in an orderly way and starts anew with the same database.
    pub(crate) async fn reopened(self) -> Self {
        self.reopened_with(|_| {}).await
    }

    /// The same with another configuration.
    pub(crate) async fn reopened_with(mut self, change: impl FnOnce(&mut Config)) -> Self {
        self.close().await;
        let Self { folder, .. } = self;
        Self::in_folder(folder, change).await
    }

    pub(crate) async fn close(&mut self) {
        for node in self.nodes.drain(..) {
            node.end().await;
        }
    }

    /// Where it keeps its games.
    pub(crate) fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("daeguk.db")
    }

    /// Changes the database beside the server.
    pub(crate) async fn sql(&self, text: &'static str) {
        sqlx::query(text).execute(&mut self.beside().await).await.expect(text);
    }

    /// Asks the database until it counts so many.
    pub(crate) async fn until_sql(&self, text: &'static str, count: i64) {
        let asking = async {
            let mut beside = self.beside().await;
            while sqlx::query(text).fetch_one(&mut beside).await.expect(text).get::<i64, _>(0) != count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, asking).await.expect(text);
    }

    /// Does what whoever has the machine asks for, beside the server.
    pub(crate) async fn errand(&self, errand: Errand) -> Result<Vec<String>, String> {
        let url = self.url.clone();
        let done = tokio::task::spawn_blocking(move || server::run_errand(&url, &errand));
        done.await.expect("no panic").map_err(|error| error.to_string())
    }

    /// In how many rows a text stands in a column.
    pub(crate) async fn mentions(&self, table: &str, column: &str, text: &str) -> i64 {
        let query = format!("SELECT count(*) FROM {table} WHERE {column} LIKE '%{text}%'");
        sqlx::query(AssertSqlSafe(query)).fetch_one(&mut self.beside().await).await.expect("a count").get(0)
    }

    /// The address of its database.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    async fn beside(&self) -> AnyConnection {
        beside(&self.url).await
    }

    /// Someone who comes for the first time.
    pub(crate) async fn guest(&self) -> Guest {
        let mut guest = Guest { address: self.address, token: None };
        let response = guest.get("/api/me").await;
        let cookie = response.header("set-cookie").expect("a cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let token = cookie.strip_prefix("daeguk=").and_then(|rest| rest.split(';').next());
        guest.token = token.map(str::to_owned);
        guest
    }

    /// What the server counts of itself.
    pub(crate) async fn metrics(&self) -> String {
        Guest { address: self.metrics, token: None }.get("/metrics").await.text()
    }

    /// One of the counters.
    pub(crate) async fn counter(&self, name: &str) -> Option<i64> {
        let text = self.metrics().await;
        text.lines().find_map(|line| line.strip_prefix(&format!("daeguk_{name} "))?.parse().ok())
    }

    /// Someone without a name.
    pub(crate) fn stranger(&self) -> Guest {
        Guest { address: self.address, token: None }
    }
}

/// One who asks.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) token: Option<String>,
}

pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

impl Guest {
    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Response {
        self.send("POST", path, &[], Some(body.to_string())).await
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Response {
        self.try_send(method, path, headers, body).await.expect("an answer")
    }

    /// Posts to a server that may be killed meanwhile; nothing if it does not answer.
    pub(crate) async fn try_post(&self, path: &str, body: &Value) -> Option<Response> {
        self.try_send("POST", path, &[], Some(body.to_string())).await
    }

    /// Asks a server that may be killed meanwhile; nothing if it does not answer.
    pub(crate) async fn try_get(&self, path: &str) -> Option<Response> {
        self.try_send("GET", path, &[], None).await
    }

    /// Waits until both seats of a table are one's own.
    pub(crate) async fn until_seated(&self, game: &str) {
        let asking = async {
            while self.state(game).await["you"] != json!([0, 1]) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, asking).await.expect("the seats are theirs");
    }

    /// The same with a body that is no text.
    pub(crate) async fn send_bytes(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let head = self.head(method, path, headers, body.len());
        let stream = TcpStream::connect(self.address).await.expect("a connection");
        exchange_bytes(stream, &[head.as_bytes(), body].concat()).await.expect("an answer")
    }

    fn head(&self, method: &str, path: &str, headers: &[(&str, &str)], length: usize) -> String {
        let mut lines = vec![format!("Host: {}", self.address), "Connection: close".to_owned()];
        lines.extend(self.token.iter().map(|token| format!("Cookie: other=1; daeguk={token}")));
        lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
        lines.push(format!("Content-Length: {length}"));
        format!("{method} {path} HTTP/1.1\r\n{}\r\n\r\n", lines.join("\r\n"))
    }

    async fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Option<Response> {
        let is_typed = body.is_none() || headers.iter().any(|(name, _)| *name == "Content-Type");
        let json = (!is_typed).then_some(("Content-Type", "application/json"));
        let headers: Vec<_> = json.into_iter().chain(headers.iter().copied()).collect();
        let body = body.unwrap_or_default();
        let text = self.head(method, path, &headers, body.len()) + &body;
        exchange(TcpStream::connect(self.address).await.ok()?, &text).await
    }

    /// The same from another address of this machine; `None` if the server does not even listen.
    pub(crate) async fn get_from(&self, last: u8, path: &str) -> Option<Response> {
        let text = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        exchange(connect_from(last, self.address).await, &text).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Response {
        self.send("PUT", path, &[], Some(body.to_string())).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Response {
        self.send("DELETE", path, &[], None).await
    }

    /// Goes on with the cookie that came with an answer, as a browser does.
    pub(crate) fn took(&mut self, response: &Response) {
        let cookies = response.headers.iter().filter(|(key, _)| key == "set-cookie");
        let mut tokens = cookies.filter_map(|(_, cookie)| cookie.strip_prefix("daeguk=")?.split(';').next());
        if let Some(token) = tokens.next_back() {
            self.token = (!token.is_empty()).then(|| token.to_owned());
        }
    }

    /// Becomes a member; the recovery code.
    pub(crate) async fn sign_up(&mut self, name: &str, password: &str) -> String {
        let made = self.post("/api/account", &json!({ "name": name, "password": password })).await;
        assert_eq!(made.status, 201, "{}", made.text());
        self.took(&made);
        made.json()["recovery"].as_str().expect("a code").to_owned()
    }

    /// Signs in; the answer.
    pub(crate) async fn sign_in(&mut self, name: &str, password: &str) -> Response {
        let answer = self.post("/api/session", &json!({ "name": name, "password": password })).await;
        self.took(&answer);
        answer
    }

    /// Makes a game and tells its id.
    pub(crate) async fn game(&self, wish: &Value) -> String {
        let made = self.post("/api/games", wish).await;
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["id"].as_str().expect("an id").to_owned()
    }

    pub(crate) async fn state(&self, game: &str) -> Value {
        let response = self.get(&format!("/api/games/{game}")).await;
        assert_eq!(response.status, 200, "{}", response.text());
        response.json()
    }

    pub(crate) async fn say(&self, game: &str, message: &Value) -> Response {
        self.post(&format!("/api/games/{game}/messages"), message).await
    }

    pub(crate) async fn socket(&self, game: &str) -> Socket {
        self.socket_since(game, None).await
    }

    pub(crate) async fn socket_since(&self, game: &str, since: Option<u64>) -> Socket {
        let query = since.map(|since| format!("?v={since}")).unwrap_or_default();
        let path = format!("/api/games/{game}/socket{query}");
        self.upgrade(&path, Some(&format!("http://{}", self.address))).await.expect("an upgrade")
    }

    pub(crate) async fn upgrade(&self, path: &str, origin: Option<&str>) -> Result<Socket, u16> {
        let stream = TcpStream::connect(self.address).await.map_err(|_| LOST)?;
        self.upgrade_over(stream, path, origin).await
    }

    /// Opens a socket as a program does, which names no page.
    pub(crate) async fn upgrade_with(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().expect("a request");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        upgraded(request, TcpStream::connect(self.address).await.map_err(|_| LOST)?).await
    }

    pub(crate) async fn upgrade_over(
        &self,
        stream: TcpStream,
        path: &str,
        origin: Option<&str>,
    ) -> Result<Socket, u16> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().expect("a request");
        if let Some(token) = &self.token {
            request.headers_mut().insert("cookie", format!("daeguk={token}").parse().expect("a header"));
        }
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        upgraded(request, stream).await
    }
}

async fn upgraded(request: tungstenite::handshake::client::Request, stream: TcpStream) -> Result<Socket, u16> {
    match tokio_tungstenite::client_async(request, stream).await {
        Ok((stream, _)) => Ok(Socket { stream, state: Value::Null, others: Vec::new() }),
        Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
        // The server may have been killed in the middle of it.
        Err(_) => Err(LOST),
    }
}

/// A connection from `127.0.0.LAST`: another network, as the server sees it.
pub(crate) async fn connect_from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).expect("an address of this machine");
    socket.connect(to).await.expect("a connection")
}

/// Sends a request and reads until the other side is done.
pub(crate) async fn exchange(stream: TcpStream, text: &str) -> Option<Response> {
    exchange_bytes(stream, text.as_bytes()).await
}

async fn exchange_bytes(mut stream: TcpStream, request: &[u8]) -> Option<Response> {
    let _ = stream.write_all(request).await;
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("an answer in time");
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Option<Response> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let header = |line: &str| line.split_once(": ").map(|(key, value)| (key.to_ascii_lowercase(), value.to_owned()));
    let headers: Vec<_> = head.lines().skip(1).filter_map(header).collect();
    let chunked = headers.iter().any(|(key, value)| key == "transfer-encoding" && value == "chunked");
    let body = &bytes[end + 4..];
    Some(Response { status, headers, body: if chunked { unchunked(body) } else { body.to_vec() } })
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&bytes[..end]), 16).expect("a size");
        body.extend(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    body
}

/// A socket that keeps its state by the rule of the protocol.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<TcpStream>,
    pub(crate) state: Value,
    /// Everything that was neither a state nor an event.
    pub(crate) others: Vec<Value>,
}

/// What came out of a socket.
#[derive(Debug)]
pub(crate) enum Heard {
    Json(Value),
    Pong,
    Closed(Option<u16>),
}

impl Socket {
    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub(crate) async fn hear(&mut self) -> Heard {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("something in time");
            match frame {
                Some(Ok(Message::Text(text))) if text.as_str() == "0" => return Heard::Pong,
                Some(Ok(Message::Text(text))) => {
                    let value: Value = serde_json::from_str(text.as_str()).expect("JSON");
                    self.keep(&value);
                    return Heard::Json(value);
                }
                Some(Ok(Message::Close(frame))) => return Heard::Closed(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Heard::Closed(None),
            }
        }
    }

    fn keep(&mut self, value: &Value) {
        match value["t"].as_str() {
            Some("state") => self.state = value["d"].clone(),
            Some("event") if value["v"].as_u64() > self.state["v"].as_u64() => apply(&mut self.state, value),
            Some("event") => {}
            _ => self.others.push(value.clone()),
        }
    }

    /// Listens until something holds.
    pub(crate) async fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            match self.hear().await {
                Heard::Closed(code) => panic!("closed with {code:?}"),
                Heard::Json(_) | Heard::Pong => {}
            }
        }
    }

    pub(crate) async fn until_version(&mut self, version: u64) {
        self.until(|socket| socket.state["v"].as_u64() >= Some(version)).await;
    }

    /// Sends a message and waits for its answer.
    pub(crate) async fn ask(&mut self, message: Value) -> Value {
        let ack = message["a"].clone();
        self.send(&message).await;
        let is_answer =
            |other: &Value| other["a"] == ack && ["ack", "refused", "explained"].map(Value::from).contains(&other["t"]);
        self.until(|socket| socket.others.iter().any(is_answer)).await;
        let index = self.others.iter().position(is_answer).expect("just heard");
        self.others.remove(index)
    }

    pub(crate) async fn act(&mut self, ack: &str, action: &str) -> Value {
        let n = self.deeds();
        let answer = self.ask(json!({ "t": "act", "a": ack, "n": n, "d": action })).await;
        if answer["t"] == "ack" {
            self.until_version(answer["v"].as_u64().expect("a version")).await;
        }
        answer
    }

    pub(crate) fn deeds(&self) -> usize {
        self.state["deeds"].as_array().map_or(0, Vec::len)
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        let legal = self.state["legal"].as_array().cloned().unwrap_or_default();
        legal.iter().filter_map(|action| action.as_str().map(str::to_owned)).collect()
    }

    /// Listens until the server closes the socket; the code.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Heard::Closed(code) = self.hear().await {
                return code;
            }
        }
    }
}

fn apply(state: &mut Value, event: &Value) {
    for (key, value) in event["d"].as_object().expect("fields") {
        state[key] = value.clone();
    }
    if let Some(deeds) = event.get("deeds") {
        let list = state["deeds"].as_array_mut().expect("deeds");
        list.truncate(usize::try_from(deeds["from"].as_u64().expect("a number")).expect("small"));
        list.extend(deeds["add"].as_array().expect("deeds").iter().cloned());
    }
    state["v"] = event["v"].clone();
}

/// A quick game of janggi for these seats.
pub(crate) fn janggi(seats: &Value) -> Value {
    json!({ "kind": "janggi", "choose": false, "seats": seats })
}

pub(crate) fn hot_seat() -> Value {
    janggi(&json!([{ "type": "me" }, { "type": "me" }]))
}
