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
use crate::store::{Amend, Batch, Kind, Role};

#[derive(Serialize)]
struct Me<'a> {
    id: PersonId,
    name: &'a str,
    kind: Kind,
    role: Role,
}

impl<'a> Me<'a> {
    const fn of(player: &Player, name: &'a str) -> Self {
        let person = &player.known.person;
        Self { id: person.id, name, kind: person.kind, role: person.role }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rename {
    name: String,
}

pub(super) async fn me(player: Player) -> Response {
    (player.cookie(), Json(Me::of(&player, &player.known.person.name))).into_response()
}

pub(super) async fn rename(
    State(app): State<Arc<App>>,
    player: Player,
    Body(wish): Body<Rename>,
) -> Result<Response, Refused> {
    let name = names::normalized(&wish.name).ok_or_else(Refused::bad_name)?;
    let batch = Batch::about_people(vec![Amend::Label(player.guest.id, name.clone())]);
    app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    Ok((player.cookie(), Json(Me::of(&player, &name))).into_response())
}
