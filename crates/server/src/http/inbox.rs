//! The games that wait for somebody.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::visitor::Visitor;
use crate::app::App;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::owner::card::{self, Stored};

/// The most games over days that are told of, and the most others that are looked at.
const PENDING_MAX: u32 = 100;
const RUNNING_MAX: u32 = 50;

/// A game that waits for somebody.
pub(super) struct Waiting {
    /// As it is stored in a card.
    summary: String,
    /// When its time runs out, if the house does not stop; `None` if it does not run.
    due_ms: Option<i64>,
}

pub(super) async fn inbox(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Refused> {
    let Some(person) = visitor.id() else { return Ok(Json(json!({ "games": [] })).into_response()) };
    let waiting = waiting(&app, person).await?;
    let (summaries, due): (Vec<_>, Vec<_>) = waiting.into_iter().map(|one| (one.summary, one.due_ms)).unzip();
    let lines = card::lines(&app.house.store, summaries, person).await.map_err(Refused::logged)?;
    let mut games = Vec::new();
    for (line, due_ms) in lines.into_iter().zip(due) {
        games.extend(line.map(|mut line| {
            line["due_ms"] = json!(due_ms);
            line
        }));
    }
    Ok(Json(json!({ "games": games })).into_response())
}

/// Those whose time runs out next come first; behind them others in which people wait.
pub(super) async fn waiting(app: &App, person: PersonId) -> Result<Vec<Waiting>, Refused> {
    let mut waiting = Vec::new();
    let mut seen = HashSet::new();
    let now = app.house.time.stamp();
    for (listed, due_ms) in app.house.store.pending(person, PENDING_MAX).await.map_err(Refused::logged)? {
        seen.insert(listed.game);
        let due_ms = (due_ms > 0).then(|| now.at_ms + due_ms - now.uptime_ms);
        // One game that cannot be read must not hide the others.
        let summary = app.rooms.line(listed).await.ok();
        // Its owner may have found that its time has run out.
        let summary = summary.filter(|summary| Stored::read(summary).is_some_and(|stored| !stored.is_over()));
        waiting.extend(summary.map(|summary| Waiting { summary, due_ms }));
    }
    for listed in app.house.store.running(person, RUNNING_MAX).await.map_err(Refused::logged)? {
        if seen.insert(listed.game)
            && let Ok(summary) = app.rooms.line(listed).await
            && Stored::read(&summary).is_some_and(|stored| stored.awaits(person))
        {
            waiting.push(Waiting { summary, due_ms: None });
        }
    }
    Ok(waiting)
}
