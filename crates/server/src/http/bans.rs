//! A host shuts somebody out, or lets them in again.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::body::Body;
use super::doorway::Host;
use super::rulings::{member, reason, spare_last_host};
use crate::accounts::ban::{self, Ban};
use crate::app::App;
use crate::error::Refused;
use crate::store::Batch;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BanWish {
    name: String,
    why: String,
    #[serde(default)]
    days: Option<u32>,
}

/// Sessions end at once, and so do running games. The last host stays.
pub(super) async fn ban(
    State(app): State<Arc<App>>,
    Host(host): Host,
    Body(wish): Body<BanWish>,
) -> Result<Response, Refused> {
    let why = reason(&wish.why)?;
    let (store, now_ms) = (&app.house.store, app.house.time.now_ms());
    let _books = app.accounts.books().await;
    let member = member(&app, &wish.name).await?;
    let ban = Ban { by: host.person.id.to_string(), person: member.id, why, days: wish.days };
    let is_lifted = ban.is_lifted();
    if !is_lifted {
        spare_last_host(&app, &member).await?;
    }
    store.writer().write(Batch::about_people(ban.amends(now_ms))).await.map_err(Refused::logged)?;
    if !is_lifted {
        app.accounts.sessions.ended_of(member.id, None);
        ban::rest(store, &app.rooms, now_ms).await?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
