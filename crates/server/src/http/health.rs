//! For whoever watches over the server.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::error::Refused;
use crate::house::House;

pub(super) async fn health(State(app): State<Arc<App>>) -> Result<&'static str, Refused> {
    if *app.ending.borrow() {
        return Err(Refused::ending());
    }
    // One of several that was not heard of for too long serves nobody.
    if app.house.cluster.as_ref().is_some_and(|cluster| !cluster.is_current()) {
        return Err(Refused::moved());
    }
    let store = &app.house.store;
    if store.writer().is_well() && store.is_well().await { Ok("ok") } else { Err(Refused::unwell()) }
}

/// The counters. They have an address of their own: a proxy on the same machine may forward anything under any
/// name, so no look at a request tells where it came from.
pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/metrics", get(metrics))
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let House { metrics, thinkers, workers, store, .. } = &*app.house;
    let writer = store.writer();
    let text = metrics.text(&thinkers.figures(), &workers.tally, &writer.groups(), writer.waiting());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
