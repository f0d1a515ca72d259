//! The guest's own name.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::body::Body;
use super::visitor::Player;
use crate::app::App;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::names;
use crate::store::Batch;

#[derive(Serialize)]
struct Me<'a> {
    id: PersonId,
    name: &'a str,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rename {
    name: String,
}

pub(super) async fn me(player: Player) -> Response {
    (player.cookie(), Json(Me { id: player.guest.id, name: &player.guest.name })).into_response()
}

pub(super) async fn rename(
    State(app): State<Arc<App>>,
    player: Player,
    Body(wish): Body<Rename>,
) -> Result<Response, Refused> {
    let name = names::normalized(&wish.name).ok_or_else(Refused::bad_name)?;
    let batch = Batch { rename: Some((player.guest.id, name.clone())), ..Batch::default() };
    app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    Ok((player.cookie(), Json(Me { id: player.guest.id, name: &name })).into_response())
}
