//! The protocol of `docs/protocol.md` over HTTP and `WebSockets`.

mod account;
mod analysis;
mod assets;
mod bans;
mod bearer;
mod body;
mod catalog;
mod doorway;
mod explorer;
mod export;
mod forward;
mod frames;
mod games;
mod gate;
mod ground;
mod handshake;
mod health;
mod house_socket;
mod house_stream;
mod inbox;
mod inside;
mod jobs;
mod learn;
mod letters;
mod library;
mod lobby;
mod me;
mod news;
mod openapi;
mod order;
mod origin;
mod own_data;
mod packed;
mod people;
mod preview;
mod puzzles;
mod records;
mod refusals;
mod relations;
mod reports;
mod routes;
mod rulings;
mod session;
mod socket;
mod studies;
mod tokens;
mod trace;
mod visitor;
mod workshop;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::error::Refused;

pub(crate) use ground::Grounds;
pub(crate) use inside::bring;
pub(crate) use workshop::Workshop;

/// The most bytes of a body.
const BODY_MAX: usize = 64 * 1024;

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

/// Whoever has come by HTTPS comes by nothing else for a year.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// How long a connection is kept for the next request.
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");

/// So much earlier than it is closed, in seconds: a request that meets the end on its way is lost.
const KEPT_LESS_S: u64 = 2;

/// What most answers say depends on who asks: nobody in between may keep them.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-store");

/// Everything that the public address answers.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let inside = routes::router(app)
        .fallback(assets::file)
        .method_not_allowed_fallback(bad_method)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(Arc::clone(app), origin::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(app), forward::forward))
        .layer(middleware::from_fn_with_state(Arc::clone(app), gate::pass));
    dressed(inside, app)
}

/// Everything that the other nodes of the house are answered: what people have asked them, and their notes.
pub(crate) fn inner_router(app: &Arc<App>) -> Router {
    let inside = routes::router(app)
        .fallback(assets::file)
        .method_not_allowed_fallback(bad_method)
        .layer(middleware::from_fn_with_state(Arc::clone(app), origin::guard))
        .merge(inside::router())
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(Arc::clone(app), inside::arrive));
    dressed(inside, app)
}

/// The counters, for an address of their own.
pub(crate) fn metrics_router(app: &Arc<App>) -> Router {
    dressed(health::router(), app)
}

/// With everything that all answers have in common.
fn dressed(router: Router<Arc<App>>, app: &Arc<App>) -> Router {
    router
        .layer(middleware::from_fn_with_state(Arc::clone(app), trace::follow))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::map_response(refusals::in_our_words))
        .layer(middleware::map_response_with_state(Arc::clone(app), with_headers))
        .with_state(Arc::clone(app))
}

async fn with_headers(State(app): State<Arc<App>>, mut response: Response) -> Response {
    let is_switched = response.status().is_informational();
    let headers = response.headers_mut();
    // What another node has answered has them already.
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    if visitor::is_secure(&app) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(PRIVATE);
    if !is_switched && let Ok(kept) = HeaderValue::try_from(format!("timeout={}", kept_s(&app))) {
        headers.insert(KEEP_ALIVE, kept);
    }
    response
}

const fn kept_s(app: &App) -> u64 {
    app.config.waits.headers.as_secs().saturating_sub(KEPT_LESS_S)
}

async fn bad_method() -> Refused {
    Refused::bad_method()
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Refused::logged("a handler panicked").into_response()
}
