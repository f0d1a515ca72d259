//! Refusals of parts that are not ours, in our own form.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};

use crate::error::Refused;

/// Every refusal is JSON with a code, whoever has refused. What else the answer says, such as `Allow`, stays.
pub(super) async fn in_our_words(response: Response) -> Response {
    let status = response.status();
    let is_refusal = status.is_client_error() || status.is_server_error();
    if !is_refusal || is_json(response.headers()) {
        return response;
    }
    let mut ours = Refused::of_status(status).into_response();
    for (name, value) in response.headers() {
        if ![header::CONTENT_TYPE, header::CONTENT_LENGTH, header::TRANSFER_ENCODING].contains(name) {
            ours.headers_mut().append(name, value.clone());
        }
    }
    ours
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}
