//! JSON bodies, refused in our own words.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
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
            return Err(Refused::message("the body must be application/json"));
        }
        let bytes = Bytes::from_request(request, app).await.map_err(|error| Refused::message(error.to_string()))?;
        String::from_utf8(bytes.into()).map(Self).map_err(|_| Refused::message("the body is not UTF-8"))
    }
}

/// A form of a foreign page cannot say this.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json"))
}
