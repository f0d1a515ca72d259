//! Requests and sockets, by hand.

use std::net::SocketAddr;

use futures_util::StreamExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::Failure;

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(crate) async fn until(socket: &mut Socket, holds: impl Fn(&str) -> bool) -> Result<(), Failure> {
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

pub(crate) async fn socket(address: SocketAddr, path: &str, cookie: &str) -> Result<Socket, Failure> {
    let mut request = format!("ws://{address}{path}/socket").into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    request.headers_mut().insert("origin", format!("http://{address}").parse()?);
    Ok(tokio_tungstenite::connect_async(request).await?.0)
}

/// A guest of one's own.
pub(crate) async fn cookie(address: SocketAddr) -> Result<String, Failure> {
    let answer = http(address, "GET /api/me", "", "").await?;
    let line = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).ok_or("no cookie")?;
    Ok(line.split(';').next().unwrap_or_default().to_owned())
}

pub(crate) async fn post(address: SocketAddr, path: &str, cookie: &str, body: &str) -> Result<String, Failure> {
    let answer = http(address, &format!("POST {path}"), cookie, body).await?;
    if answer.starts_with("HTTP/1.1 20") { Ok(answer) } else { Err(answer.into()) }
}

pub(crate) async fn http(address: SocketAddr, what: &str, cookie: &str, body: &str) -> Result<String, Failure> {
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

pub(crate) fn text_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let start = text.find(&format!("\"{name}\":\""))? + name.len() + 4;
    text[start..].split('"').next()
}

/// Makes many of one thing, some at a time.
pub(crate) async fn many<T>(
    count: usize,
    at_once: usize,
    mut next: impl FnMut() -> JoinHandle<Result<T, Failure>>,
) -> Result<Vec<T>, Failure> {
    let mut made = Vec::with_capacity(count);
    while made.len() < count {
        let some: Vec<_> = (made.len()..count).take(at_once).map(|_| next()).collect();
        for one in some {
            made.push(one.await??);
        }
    }
    Ok(made)
}
