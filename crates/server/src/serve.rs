//! Connections: a bounded number in all and of each network, each with its time to speak and to listen.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service as _;

use crate::app::{App, ended};
use crate::limits::ConnectionPlace;
use crate::network::is_among;
use crate::stream::Stream;

/// The most bytes of headers.
const HEADERS_MAX: usize = 16 * 1024;
/// After a failed accept, such as too many open files.
const BREATH: Duration = Duration::from_millis(50);

/// Whose connection it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Who comes in at a listener.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entrance {
    /// Anybody; each network has so many connections.
    People,
    /// The other nodes of the house, on whose connections come all who have knocked there.
    Nodes,
}

pub(crate) async fn serve(listener: TcpListener, router: Router, app: Arc<App>, entrance: Entrance) {
    let mut ending = app.ending.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = ended(&mut ending) => return,
        };
        match accepted {
            Ok((stream, address)) => admit(stream, address, &router, &app, entrance),
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

/// Serves a connection if there is a place for it; else it is closed at once.
fn admit(stream: TcpStream, address: SocketAddr, router: &Router, app: &Arc<App>, entrance: Entrance) {
    let is_proxy = entrance == Entrance::Nodes || is_among(address.ip(), &app.config.proxies);
    let Some(place) = app.limits.connection((!is_proxy).then(|| address.ip().into())) else {
        app.house.metrics.turned_away.add(1);
        return;
    };
    let (router, app) = (router.clone(), Arc::clone(app));
    tokio::spawn(async move {
        app.house.metrics.connections.add(1);
        connection(stream, Peer(address), Arc::new(place), router, &app).await;
        app.house.metrics.connections.add(-1);
    });
}

async fn connection(stream: TcpStream, peer: Peer, place: Arc<ConnectionPlace>, router: Router, app: &App) {
    // Moves are small and must not wait for company.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        // A socket takes it along: it lives on when the connection is done with HTTP.
        request.extensions_mut().insert(Arc::clone(&place));
        router.clone().call(Request::from(request))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.waits.headers)
        .max_buf_size(HEADERS_MAX)
        .serve_connection(TokioIo::new(Stream::new(stream, app.config.waits.write)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut ending = app.ending.clone();
    tokio::select! {
        _ = connection.as_mut() => return,
        () = ended(&mut ending) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
