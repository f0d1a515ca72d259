//! Connections: a bounded number, each with its time to speak.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_service::Service as _;

use crate::app::{App, ended};

/// How long a client may take to send its headers.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// The most bytes of headers.
const HEADERS_MAX: usize = 16 * 1024;
/// After a failed accept, such as too many open files.
const BREATH: Duration = Duration::from_millis(50);

/// Whose connection it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

pub(crate) async fn serve(listener: TcpListener, router: Router, app: Arc<App>) {
    let places = Arc::new(Semaphore::new(app.config.rates.connections));
    let mut ending = app.ending.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = ended(&mut ending) => return,
        };
        match (accepted, Arc::clone(&places).try_acquire_owned()) {
            (Ok((stream, address)), Ok(place)) => {
                let (router, app) = (router.clone(), Arc::clone(&app));
                tokio::spawn(async move {
                    app.house.metrics.connections.add(1);
                    connection(stream, Peer(address), router, &app).await;
                    app.house.metrics.connections.add(-1);
                    drop(place);
                });
            }
            (Ok(_), Err(_)) => tracing::warn!("too many connections"),
            (Err(error), _) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

async fn connection(stream: TcpStream, peer: Peer, router: Router, app: &App) {
    // Moves are small and must not wait for company.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        router.clone().call(Request::from(request))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(HEADERS_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut ending = app.ending.clone();
    tokio::select! {
        _ = connection.as_mut() => return,
        () = ended(&mut ending) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
