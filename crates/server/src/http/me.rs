//! One's own name.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::body::Body;
use super::inbox;
use super::people::{self, PoolRank};
use super::visitor::Player;
use crate::accounts::{self, RENAME_EVERY_MS};
use crate::app::App;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::names::{self, MemberName};
use crate::store::{Amend, Batch, Kind, Role, Secret, SecretKind};

#[derive(Serialize)]
struct Me<'a> {
    id: PersonId,
    name: &'a str,
    kind: Kind,
    role: Role,
    /// How many games wait for this person.
    pending: usize,
    ranks: Vec<PoolRank>,
}

impl<'a> Me<'a> {
    async fn of(app: &App, player: &Player, name: &'a str) -> Result<Self, Refused> {
        let person = &player.known.person;
        let ranks = people::ranks(app, person.id).await?;
        Ok(Self {
            id: person.id,
            name,
            kind: person.kind,
            role: person.role,
            pending: inbox::waiting(app, person.id).await?.len(),
            ranks,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rename {
    name: String,
}

pub(super) async fn me(State(app): State<Arc<App>>, player: Player) -> Result<Response, Refused> {
    let me = Me::of(&app, &player, &player.known.person.name).await?;
    Ok((player.cookie(), Json(me)).into_response())
}

pub(super) async fn rename(
    State(app): State<Arc<App>>,
    player: Player,
    Body(wish): Body<Rename>,
) -> Result<Response, Refused> {
    let name = match player.known.person.kind {
        Kind::Guest => relabel(&app, &player, &wish.name).await?,
        _ => rename_member(&app, &player, &wish.name).await?,
    };
    let me = Me::of(&app, &player, &name).await?;
    Ok((player.cookie(), Json(me)).into_response())
}

/// A guest may go by any name that is no member's.
async fn relabel(app: &App, player: &Player, name: &str) -> Result<String, Refused> {
    let name = names::normalized(name).ok_or_else(Refused::bad_name)?;
    let (id, now_ms) = (player.known.person.id, app.house.time.now_ms());
    accounts::free_name(&app.house.store, &names::key(&name), id, now_ms).await?;
    let batch = Batch::about_people(vec![Amend::Label(id, name.clone())]);
    app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    Ok(name)
}

/// A member takes another name once in a while; nobody else may have the old one for longer than that.
async fn rename_member(app: &App, player: &Player, name: &str) -> Result<String, Refused> {
    let name = MemberName::new(name).ok_or_else(Refused::bad_name)?;
    let (person, at_ms, store) = (&player.known.person, app.house.time.now_ms(), &app.house.store);
    let _books = app.accounts.books().await;
    let former = store.secret(person.id, SecretKind::Name).await.map_err(Refused::logged)?;
    let wait_ms = former.map_or(0, |former| former.at_ms + RENAME_EVERY_MS - at_ms);
    if wait_ms > 0 {
        return Err(Refused::rate(wait_ms.unsigned_abs()));
    }
    accounts::free_name(store, name.key(), person.id, at_ms).await?;
    let (kind, id, data) = (SecretKind::Name, names::key(&person.name), String::new());
    let former = Secret { person: person.id, kind, id, data, at_ms };
    let batch = Batch::about_people(vec![Amend::Secret(former), accounts::named(person.id, person.kind, &name)]);
    store.writer().write(batch).await.map_err(Refused::logged)?;
    app.rooms.renamed(person.id).await;
    Ok(name.as_str().to_owned())
}
