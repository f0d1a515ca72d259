//! Bodies, addresses and queries, refused in our own words.

use std::sync::Arc;

use axum::RequestPartsExt as _;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::Refused;

/// A body that is JSON of this form.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Refused> {
        let text = Text::from_request(request, app).await?;
        serde_json::from_str(&text.0).map(Self).map_err(|error| Refused::message(error.to_string()))
    }
}

/// A body that says that it is JSON, not yet read.
pub(super) struct Text(pub(super) String);

impl FromRequest<Arc<App>> for Text {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Refused> {
        if !is_json(request.headers()) {
            return Err(Refused::not_json());
        }
        let bytes = Bytes::from_request(request, app).await.map_err(|error| unread(&error))?;
        String::from_utf8(bytes.into()).map(Self).map_err(|_| Refused::message("the body is not UTF-8"))
    }
}

fn unread(error: &BytesRejection) -> Refused {
    let status = error.status();
    if status.is_client_error() { Refused::of_status(status) } else { Refused::message(error.to_string()) }
}

/// A form of a foreign page cannot say this.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json"))
}

/// The parts of an address that are filled in.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send + 'static> FromRequestParts<Arc<App>> for Path<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Refused> {
        let path = parts.extract::<axum::extract::Path<T>>().await;
        path.map(|path| Self(path.0)).map_err(|error| Refused::message(error.body_text()))
    }
}

/// What stands behind the question mark.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned + 'static> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Refused> {
        let query = parts.extract::<axum::extract::Query<T>>().await;
        query.map(|query| Self(query.0)).map_err(|error| Refused::message(error.body_text()))
    }
}
