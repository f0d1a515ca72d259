//! Studies: whoever has the link reads one, and who has made it writes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use engine::studies::{BYTES_MAX, Study};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use super::body::{Body, Path};
use super::visitor::{Player, Visitor};
use crate::app::App;
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids;
use crate::store::{Amend, Batch, STUDIES_MAX, StudyRow};

/// The most bytes of a body that may hold a study, however it is written.
pub(super) const BODY_MAX: usize = 2 * BYTES_MAX;

/// One of a list.
#[derive(Serialize)]
struct StudyLine<'a> {
    id: &'a str,
    kind: &'a str,
    title: &'a str,
    nodes: i64,
    version: i64,
    changed_ms: i64,
}

impl<'a> StudyLine<'a> {
    fn of(row: &'a StudyRow) -> Self {
        let StudyRow { id, kind, title, nodes, version, changed_ms, .. } = row;
        Self { id, kind, title, nodes: *nodes, version: *version, changed_ms: *changed_ms }
    }
}

/// The whole of it.
#[derive(Serialize)]
struct StudySight {
    id: String,
    version: i64,
    changed_ms: i64,
    yours: bool,
    study: Box<RawValue>,
}

impl StudySight {
    fn of(row: StudyRow, visitor: &Visitor) -> Result<Self, Refused> {
        let yours = visitor.id() == Some(row.person);
        let study = RawValue::from_string(row.body).map_err(Refused::logged)?;
        Ok(Self { id: row.id, version: row.version, changed_ms: row.changed_ms, yours, study })
    }
}

/// One's own, the latest first.
pub(super) async fn list(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Refused> {
    let rows = match visitor.id() {
        Some(person) => app.house.store.studies(person).await.map_err(Refused::logged)?,
        None => Vec::new(),
    };
    let studies: Vec<StudyLine> = rows.iter().map(StudyLine::of).collect();
    Ok(Json(json!({ "studies": studies, "most": STUDIES_MAX })).into_response())
}

/// A study as it is kept, if all of it can be played.
async fn kept(app: &App, caller: Caller, study: Study) -> Result<StudyRow, Refused> {
    app.limits.doors.study(caller.network)?;
    let person = caller.person.ok_or_else(Refused::no_session)?;
    let body = study.text();
    if body.len() > BYTES_MAX {
        return Err(Refused::too_big());
    }
    let checked = app.workshop.work(caller.network, move || study.check().map(|()| study)).await?;
    let study = checked.map_err(Refused::of_rules)?;
    let (nodes, changed_ms) = (study.nodes.len() as i64, app.house.time.now_ms());
    let Study { kind, title, .. } = study;
    Ok(StudyRow { id: ids::new_game().to_string(), person, kind, title, body, nodes, version: 1, changed_ms })
}

async fn write(app: &App, amend: Amend) -> Result<(), Refused> {
    app.house.store.writer().write(Batch::about_people(vec![amend])).await.map_err(Refused::logged)
}

/// A new one.
pub(super) async fn add(
    State(app): State<Arc<App>>,
    player: Player,
    Body(study): Body<Study>,
) -> Result<Response, Refused> {
    let row = kept(&app, player.caller(), study).await?;
    // One after another, so that nobody keeps more than there is room for.
    let _one_at_a_time = app.studies.lock().await;
    if app.house.store.studies(row.person).await.map_err(Refused::logged)?.len() >= STUDIES_MAX {
        return Err(Refused::full());
    }
    let told = json!({ "id": row.id, "version": row.version });
    write(&app, Amend::Study(Box::new(row))).await?;
    Ok((StatusCode::CREATED, player.cookie(), Json(told)).into_response())
}

pub(super) async fn look(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let row = app.house.store.study(&id).await.map_err(Refused::logged)?.ok_or_else(Refused::no_study)?;
    Ok(Json(StudySight::of(row, &visitor)?).into_response())
}

/// A study, and which version of it was changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Changed {
    version: i64,
    study: Study,
}

/// Writes one's own anew, unless somebody has done so meanwhile, from another window or device; then the newer one is told.
pub(super) async fn change(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(Changed { version, study }): Body<Changed>,
) -> Result<Response, Refused> {
    own(&app, &visitor, &id).await?;
    let row = kept(&app, visitor.caller(), study).await?;
    let _one_at_a_time = app.studies.lock().await;
    let former = own(&app, &visitor, &id).await?;
    if former.version != version {
        let newer = StudySight::of(former, &visitor)?;
        let told = json!({ "code": "E_CHANGED", "detail": "the study was changed meanwhile", "newer": newer });
        return Ok((StatusCode::CONFLICT, Json(told)).into_response());
    }
    let row = StudyRow { id, version: version + 1, ..row };
    let told = json!({ "id": row.id, "version": row.version });
    write(&app, Amend::Study(Box::new(row))).await?;
    Ok(Json(told).into_response())
}

/// A study that is the visitor's to change.
async fn own(app: &App, visitor: &Visitor, id: &str) -> Result<StudyRow, Refused> {
    let row = app.house.store.study(id).await.map_err(Refused::logged)?.ok_or_else(Refused::no_study)?;
    if visitor.id() == Some(row.person) { Ok(row) } else { Err(Refused::no_role()) }
}

pub(super) async fn remove(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    let _one_at_a_time = app.studies.lock().await;
    let row = own(&app, &visitor, &id).await?;
    write(&app, Amend::DropStudy(row.person, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
