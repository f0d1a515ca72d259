//! Every request has a number of its own, which its answer tells and by which whatever it left in the log is found.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;
use tracing::Instrument as _;

use crate::app::App;
use crate::ids;

/// What the number is called in an answer.
const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Tells the requests of one process from those of another.
static RUN: LazyLock<String> = LazyLock::new(|| ids::new_game().as_str().chars().take(6).collect());
static COUNT: AtomicU32 = AtomicU32::new(0);

/// Counts a request, numbers it, and notes how it went. Paths are noted as they are declared: what stands in them may be secret.
pub(super) async fn follow(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let metrics = &app.house.metrics;
    metrics.requests.add(1);
    let id = format!("{}-{}", *RUN, COUNT.fetch_add(1, Ordering::Relaxed));
    let path = request.extensions().get::<MatchedPath>().map_or("(file)", MatchedPath::as_str);
    let span = tracing::error_span!("request", id, method = %request.method(), path);
    let began = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status();
    if status == StatusCode::TOO_MANY_REQUESTS {
        metrics.limited.add(1);
    }
    span.in_scope(|| {
        tracing::debug!(status = status.as_u16(), took_us = began.elapsed().as_micros() as u64, "answered");
    });
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(HEADER, id);
    }
    response
}
