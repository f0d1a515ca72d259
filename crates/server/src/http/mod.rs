//! The protocol of `docs/protocol.md` over HTTP and `WebSockets`.

mod assets;
mod body;
mod catalog;
mod export;
mod games;
mod health;
mod me;
mod openapi;
mod origin;
mod socket;
mod visitor;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::app::App;
use crate::error::Refused;

pub(crate) use socket::SocketCounts;

/// The most bytes of a body.
const BODY_MAX: usize = 64 * 1024;
/// How long a request may take.
const REQUEST_WITHIN: Duration = Duration::from_secs(10);

/// Only our own files run, only our own server is spoken to, and nobody frames us.
const CSP: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                   form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CSP)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// All routes.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let api = Router::new()
        .route("/api/catalog", get(catalog::catalog))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/me", get(me::me).put(me::rename))
        .route("/api/games", get(games::mine).post(games::make))
        .route("/api/games/{id}", get(games::look))
        .route("/api/games/{id}/messages", post(games::message))
        .route("/api/games/{id}/positions", get(export::positions))
        .route("/api/games/{id}/{file}", get(export::file))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_WITHIN));
    Router::new()
        .merge(api)
        // A socket outlives every timeout.
        .route("/api/games/{id}/socket", get(socket::open))
        .route("/healthz", get(health::health))
        .route("/metrics", get(health::metrics))
        .fallback(assets::file)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(Arc::clone(app), origin::guard))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(app), count))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::map_response(with_headers))
        .with_state(Arc::clone(app))
}

async fn count(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    app.house.metrics.requests.add(1);
    let response = next.run(request).await;
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        app.house.metrics.limited.add(1);
    }
    response
}

async fn with_headers(mut response: Response) -> Response {
    response.headers_mut().extend(HEADERS);
    response
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Refused::logged("a handler panicked").into_response()
}
