//! A host shuts somebody out, or lets them in again.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::body::Body;
use super::doorway::Host;
use crate::accounts::ban::{self, Ban};
use crate::app::App;
use crate::error::Refused;
use crate::names;
use crate::store::{Batch, Role};

/// The longest reason.
const WHY_CHARS_MAX: usize = 500;

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
    if wish.why.trim().is_empty() || wish.why.chars().count() > WHY_CHARS_MAX {
        return Err(Refused::message("say why, in at most 500 characters"));
    }
    let (store, now_ms) = (&app.house.store, app.house.time.now_ms());
    let _books = app.accounts.books().await;
    let member = store.member(&names::key(&wish.name)).await.map_err(Refused::logged)?;
    let member = member.ok_or_else(Refused::no_person)?;
    let ban = Ban { by: host.person.id.to_string(), person: member.id, why: wish.why, days: wish.days };
    let is_lifted = ban.is_lifted();
    if !is_lifted && member.role == Role::Host && store.hosts().await.map_err(Refused::logged)? < 2 {
        return Err(Refused::no_role());
    }
    store.writer().write(Batch::about_people(ban.amends(now_ms))).await.map_err(Refused::logged)?;
    if !is_lifted {
        app.accounts.sessions.ended_of(member.id, None);
        ban::rest(store, &app.rooms, now_ms).await?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
