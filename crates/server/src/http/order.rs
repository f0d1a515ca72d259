//! What those see who keep order: reports, people, and what was done.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::body::{Path, Query};
use super::doorway::Guide;
use crate::app::App;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::names;
use crate::store::{Amend, Batch, Conduct, Kind, Order, Report, ReportState, Role, Spoken};
use crate::talk::LineSight;

/// Entries on one page of a list.
const PAGE: u32 = 50;
/// The most lines that are shown of a table, or of one person.
const LINES_MAX: u32 = 100;
/// The most people that are found.
const FOUND_MAX: u32 = 30;

#[derive(Deserialize)]
pub(super) struct Page {
    #[serde(default)]
    from: u32,
    /// Whether those are asked for that somebody has looked at already.
    #[serde(default)]
    done: u8,
}

#[derive(Deserialize)]
pub(super) struct Find {
    #[serde(default)]
    find: String,
}

/// Somebody in a report.
#[derive(Serialize)]
struct Party {
    name: String,
    kind: Kind,
    role: Role,
    muted_ms: i64,
    banned_ms: i64,
}

impl Party {
    fn of(conduct: Option<Conduct>) -> Self {
        match conduct {
            Some(Conduct { name, kind, role, muted_ms, banned_ms, .. }) => {
                Self { name, kind, role, muted_ms, banned_ms }
            }
            None => Self { name: String::new(), kind: Kind::Closed, role: Role::None, muted_ms: 0, banned_ms: 0 },
        }
    }
}

/// Reports that nobody has looked at yet, or the others; the latest first, fifty a page.
pub(super) async fn reports(
    State(app): State<Arc<App>>,
    _: Guide,
    Query(page): Query<Page>,
) -> Result<Response, Refused> {
    let state = if page.done > 0 { ReportState::Done } else { ReportState::Open };
    let mut reports = app.house.store.reports(state, PAGE + 1, page.from).await.map_err(Refused::logged)?;
    let has_more = reports.len() > PAGE as usize;
    reports.truncate(PAGE as usize);
    let mut sights = Vec::new();
    for report in &reports {
        sights.push(sight(&app, report).await?);
    }
    Ok(Json(json!({ "reports": sights, "more": has_more })).into_response())
}

/// One report with all that was said at its table, also what is hidden.
pub(super) async fn report(State(app): State<Arc<App>>, _: Guide, Path(id): Path<String>) -> Result<Response, Refused> {
    let report = find(&app, &id).await?;
    let mut sight = sight(&app, &report).await?;
    let lines = match report.game {
        Some(game) => app.house.store.all_lines(game, LINES_MAX).await.map_err(Refused::logged)?,
        None => Vec::new(),
    };
    sight["lines"] = json!(lines.iter().map(|spoken| LineSight::of(spoken, None)).collect::<Vec<_>>());
    Ok(Json(sight).into_response())
}

/// Somebody has looked at a report.
pub(super) async fn handled(
    State(app): State<Arc<App>>,
    Guide(guide): Guide,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let report = find(&app, &id).await?;
    let order = Order::Handled(report.id, app.house.time.now_ms(), guide.person.id);
    let batch = Batch::about_people(vec![Amend::Order(order)]);
    app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A report that there is.
pub(super) async fn find(app: &App, id: &str) -> Result<Report, Refused> {
    app.house.store.report(id).await.map_err(Refused::logged)?.ok_or_else(Refused::no_report)
}

async fn sight(app: &App, report: &Report) -> Result<Value, Refused> {
    let store = &app.house.store;
    let party = async |person: PersonId| store.conduct(person).await.map(Party::of).map_err(Refused::logged);
    let line = match report.game.filter(|_| report.line > 0) {
        Some(game) => store.line(game, report.line).await.map_err(Refused::logged)?,
        None => None,
    };
    Ok(json!({
        "id": report.id,
        "reason": report.reason,
        "said": report.said,
        "at_ms": report.at_ms,
        "by": party(report.by).await?,
        "about": party(report.about).await?,
        "game": report.game,
        "line": line.as_ref().map(|spoken| LineSight::of(spoken, None)),
        "done_ms": report.done_ms,
        "done_by": report.done_by,
    }))
}

/// Members whose names begin like that.
pub(super) async fn people(
    State(app): State<Arc<App>>,
    _: Guide,
    Query(find): Query<Find>,
) -> Result<Response, Refused> {
    let key = names::key(&find.find.chars().take(names::NAME_CHARS_MAX).collect::<String>());
    let people = app.house.store.found(&key, FOUND_MAX).await.map_err(Refused::logged)?;
    Ok(Json(json!({ "people": people })).into_response())
}

/// What is known of a member's conduct.
pub(super) async fn person(
    State(app): State<Arc<App>>,
    _: Guide,
    Path(name): Path<String>,
) -> Result<Response, Refused> {
    let store = &app.house.store;
    let member = store.member(&names::key(&name)).await.map_err(Refused::logged)?.ok_or_else(Refused::no_person)?;
    let conduct = store.conduct(member.id).await.map_err(Refused::logged)?;
    let lines = store.lines_of(member.id, LINES_MAX).await.map_err(Refused::logged)?;
    let mut sight = json!(conduct);
    sight["reports"] = json!(store.reports_about(member.id, ReportState::Open).await.map_err(Refused::logged)?);
    sight["reports_done"] = json!(store.reports_about(member.id, ReportState::Done).await.map_err(Refused::logged)?);
    sight["actions"] = json!(store.actions_about(member.id, PAGE).await.map_err(Refused::logged)?);
    sight["lines"] = json!(lines.iter().map(with_game).collect::<Vec<_>>());
    Ok(Json(sight).into_response())
}

fn with_game(spoken: &Spoken) -> Value {
    let mut sight = json!(LineSight::of(spoken, None));
    sight["game"] = json!(spoken.line.game);
    sight
}

/// What was done to keep order, the latest first, fifty a page.
pub(super) async fn actions(
    State(app): State<Arc<App>>,
    _: Guide,
    Query(page): Query<Page>,
) -> Result<Response, Refused> {
    let mut actions = app.house.store.actions(PAGE + 1, page.from).await.map_err(Refused::logged)?;
    let has_more = actions.len() > PAGE as usize;
    actions.truncate(PAGE as usize);
    Ok(Json(json!({ "actions": actions, "more": has_more })).into_response())
}

/// What the house was started with, as far as it concerns people.
pub(super) async fn settings(State(app): State<Arc<App>>, _: Guide) -> Json<Value> {
    let config = &app.config;
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "accounts": config.accounts,
        "guests": config.guests,
        "chat": config.chat,
        "password_min": config.password_min,
        "public_url": config.public_origin,
    }))
}
