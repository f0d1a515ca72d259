//! For whoever watches over the server.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::serve::Peer;

pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    if *app.ending.borrow() || !app.house.store.is_well().await {
        return (StatusCode::SERVICE_UNAVAILABLE, "not well").into_response();
    }
    "ok".into_response()
}

/// Only for direct callers from the same machine: a proxy would add its header.
pub(super) async fn metrics(State(app): State<Arc<App>>, request: Request) -> Response {
    let is_local = request.extensions().get::<Peer>().is_some_and(|peer| peer.0.ip().is_loopback());
    if !is_local || request.headers().contains_key("x-forwarded-for") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let text = app.house.metrics.text(&app.house.thinkers.figures());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
