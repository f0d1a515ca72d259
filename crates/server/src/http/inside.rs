//! Between the nodes of a house: whole requests and short notes, over a network of their own, under a key that all of them have.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::body::Body as Json;
use super::forward::{Subject, subject};
use crate::app::{App, ended};
use crate::cluster::{Cluster, Note};
use crate::error::Refused;
use crate::limits::ConnectionPlace;
use crate::network::Network;
use crate::rooms::Place;

/// Under which the key is named.
const KEY: HeaderName = HeaderName::from_static("x-daeguk-cluster");
/// For whom a node asks.
const FOR: HeaderName = HeaderName::from_static("x-daeguk-for");
/// What concerns one connection alone, but for upgrades.
const OF_CONNECTION: [HeaderName; 5] =
    [header::TE, header::TRAILER, header::TRANSFER_ENCODING, header::PROXY_AUTHENTICATE, header::PROXY_AUTHORIZATION];
/// How long a connection may take to be made.
const CONNECTED_WITHIN: Duration = Duration::from_secs(1);
/// How long a note may take.
const BROUGHT_WITHIN: Duration = Duration::from_secs(2);
/// Where notes are brought.
const NOTES: &str = "/cluster/notes";

/// Somebody who asks through another node: lets in only those who know the key, and only what is here. Nothing is forwarded twice.
pub(super) async fn arrive(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let Some(cluster) = &app.house.cluster else { return Refused::no_route().into_response() };
    let named = request.headers_mut().remove(KEY);
    if !named.is_some_and(|named| cluster.key().is(named.as_bytes())) {
        tracing::warn!("somebody without the cluster's key has knocked at the inner door");
        return Refused::foreign().into_response();
    }
    let asker = request.headers_mut().remove(FOR);
    let asker = asker.and_then(|asker| asker.to_str().ok()?.parse::<IpAddr>().ok());
    request.extensions_mut().insert(asker.map_or(Network::HOUSE, Network::from));
    let is_here = cluster.is_current()
        && match subject(request.method(), request.uri().path()) {
            Subject::Game(id) => matches!(app.rooms.place(id).await, Ok(Place::Here)),
            Subject::House => cluster.leads(),
            Subject::Anybodys => true,
        };
    if is_here { next.run(request).await } else { Refused::moved().into_response() }
}

/// What nodes tell each other. It is on their own addresses alone, behind [`arrive`].
pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route(NOTES, post(noted))
}

/// Does what another node has asked for.
async fn noted(State(app): State<Arc<App>>, Json(note): Json<Note>) -> StatusCode {
    match note {
        Note::Ring { person, why, game, from } => app.house.lobby.bells.ring(person, why, game, &from),
        Note::Tell { game, text } => app.rooms.tell(game, text).await,
        Note::Renamed { person } => app.rooms.learn(person).await,
        Note::Moved { game } => app.rooms.let_go(game).await,
        Note::Sessions => crate::app::end_sessions(&app).await,
    }
    StatusCode::NO_CONTENT
}

/// Brings a note to another node.
pub(crate) async fn bring(cluster: &Cluster, address: SocketAddr, note: &Note) -> io::Result<()> {
    let bringing = async {
        let mut there = connected(address).await?;
        let body = serde_json::to_string(note).map_err(io::Error::other)?;
        let request = hyper::Request::post(NOTES)
            .header(header::HOST, address.to_string())
            .header(header::CONTENT_TYPE, "application/json")
            .header(KEY, cluster.key().secret());
        let request = request.body(Body::from(body)).map_err(io::Error::other)?;
        let status = there.send_request(request).await.map_err(io::Error::other)?.status();
        if status.is_success() { Ok(()) } else { Err(io::Error::other(status.to_string())) }
    };
    tokio::time::timeout(BROUGHT_WITHIN, bringing).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

/// A connection to another node.
///
/// # Errors
/// If there is none; `ConnectionRefused` if nobody listens there.
pub(super) async fn connected(address: SocketAddr) -> io::Result<SendRequest<Body>> {
    let connecting = TcpStream::connect(address);
    let stream = tokio::time::timeout(CONNECTED_WITHIN, connecting).await.map_err(|_| io::ErrorKind::TimedOut)??;
    stream.set_nodelay(true)?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    tokio::spawn(connection.with_upgrades());
    Ok(sender)
}

/// Has another node answer a request, and connects the two sides if it becomes a socket.
pub(super) async fn pass_on(
    app: &Arc<App>,
    cluster: &Cluster,
    (address, mut there): (SocketAddr, SendRequest<Body>),
    request: Request,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let ours = parts.extensions.remove::<OnUpgrade>();
    let place = parts.extensions.remove::<Arc<ConnectionPlace>>();
    let network = parts.extensions.get::<Network>().copied();
    parts.extensions.clear();
    parts.uri = parts.uri.path_and_query().map(|path| path.clone().into()).unwrap_or_default();
    dress(&mut parts.headers, cluster, network);
    let answered = tokio::select! {
        answered = there.send_request(Request::from_parts(parts, body)) => answered,
        // It may have been done or not; whoever asked asks again.
        () = cluster.gone(address) => return Refused::slow().into_response(),
        () = tokio::time::sleep(app.config.waits.request) => return Refused::slow().into_response(),
    };
    let Ok(mut answer) = answered else { return Refused::slow().into_response() };
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS
        && let Some(ours) = ours
    {
        let theirs = hyper::upgrade::on(&mut answer);
        tokio::spawn(join(Arc::clone(app), address, (ours, theirs), place));
    } else {
        strip(answer.headers_mut());
    }
    answer.map(Body::new)
}

/// Carries bytes both ways until one side ends, or a node does.
async fn join(
    app: Arc<App>,
    address: SocketAddr,
    (ours, theirs): (OnUpgrade, OnUpgrade),
    _place: Option<Arc<ConnectionPlace>>,
) {
    let Some(cluster) = &app.house.cluster else { return };
    let (Ok(ours), Ok(theirs)) = (ours.await, theirs.await) else { return };
    let (mut ours, mut theirs) = (TokioIo::new(ours), TokioIo::new(theirs));
    let mut ending = app.ending.clone();
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut ours, &mut theirs) => {}
        // Its owner may be frozen: whoever waits there is not to wait for long.
        () = cluster.gone(address) => {}
        () = ended(&mut ending) => {}
    }
}

fn dress(headers: &mut HeaderMap, cluster: &Cluster, network: Option<Network>) {
    strip(headers);
    if let Ok(key) = HeaderValue::try_from(cluster.key().secret()) {
        headers.insert(KEY, key);
    }
    if let Some(asker) = network.and_then(|network| HeaderValue::try_from(network.address().to_string()).ok()) {
        headers.insert(FOR, asker);
    }
}

/// Takes away what concerns one connection alone. What asks for a socket goes on.
fn strip(headers: &mut HeaderMap) {
    for name in OF_CONNECTION {
        headers.remove(name);
    }
    if !headers.contains_key(header::UPGRADE) {
        headers.remove(header::CONNECTION);
    }
}

/// Returns when this node does no longer what one does for all.
pub(super) async fn lead_lost(app: &App) {
    let Some(cluster) = &app.house.cluster else { return std::future::pending().await };
    let mut leads = cluster.watch_lead();
    let _ = leads.wait_for(|leads| !*leads).await;
}
