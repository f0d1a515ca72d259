//! Whom a member follows, and whom a member wants nothing of. Nobody else is told.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use super::body::Path;
use super::doorway::Member;
use crate::app::App;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::names;
use crate::store::{Amend, Batch, RELATIONS_MAX, Relation, RelationKind};

pub(super) async fn follow(app: State<Arc<App>>, member: Member, name: Path<String>) -> Result<Response, Refused> {
    relate(app, member, name, RelationKind::Follow).await
}

pub(super) async fn block(app: State<Arc<App>>, member: Member, name: Path<String>) -> Result<Response, Refused> {
    relate(app, member, name, RelationKind::Block).await
}

pub(super) async fn unfollow(app: State<Arc<App>>, member: Member, name: Path<String>) -> Result<Response, Refused> {
    end(app, member, name, RelationKind::Follow).await
}

pub(super) async fn unblock(app: State<Arc<App>>, member: Member, name: Path<String>) -> Result<Response, Refused> {
    end(app, member, name, RelationKind::Block).await
}

pub(super) async fn list(State(app): State<Arc<App>>, member: Member) -> Result<Response, Refused> {
    let relations = app.house.store.relations(member.person.id).await.map_err(Refused::logged)?;
    let sight =
        |relation: &Relation| json!({ "name": relation.name, "kind": relation.kind, "since_ms": relation.since_ms });
    let relations: Vec<_> = relations.iter().map(sight).collect();
    Ok(Json(json!({ "relations": relations })).into_response())
}

/// A pair has one relation: who is blocked is not followed any more.
async fn relate(
    State(app): State<Arc<App>>,
    member: Member,
    Path(name): Path<String>,
    kind: RelationKind,
) -> Result<Response, Refused> {
    let (own, other) = (member.person.id, other(&app, &member, &name).await?);
    let count = app.house.store.relations_count(own).await.map_err(Refused::logged)?;
    if count >= i64::from(RELATIONS_MAX) {
        return Err(Refused::full());
    }
    write(&app, Amend::Relate(own, other, kind, app.house.time.now_ms())).await
}

async fn end(
    State(app): State<Arc<App>>,
    member: Member,
    Path(name): Path<String>,
    kind: RelationKind,
) -> Result<Response, Refused> {
    let other = other(&app, &member, &name).await?;
    write(&app, Amend::Unrelate(member.person.id, other, kind)).await
}

/// The member of that name, who is not oneself.
async fn other(app: &App, member: &Member, name: &str) -> Result<PersonId, Refused> {
    app.limits.doors.relation(member.caller.network)?;
    let found = app.house.store.member(&names::key(name)).await.map_err(Refused::logged)?;
    let other = found.filter(|other| other.id != member.person.id);
    other.map(|other| other.id).ok_or_else(Refused::no_person)
}

async fn write(app: &App, amend: Amend) -> Result<Response, Refused> {
    app.house.store.writer().write(Batch::about_people(vec![amend])).await.map_err(Refused::logged)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
