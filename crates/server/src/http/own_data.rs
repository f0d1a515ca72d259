//! One's own data: a copy to take along, and an end to it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use ratings::Pool;
use serde_json::{Value, json};

use super::doorway::{Member, Sudo};
use super::rulings::spare_last_host;
use super::tokens::TokenSight;
use super::visitor::gone_cookies;
use crate::accounts::erase;
use crate::app::App;
use crate::error::Refused;
use crate::ids::{GameId, PersonId};
use crate::store::{
    ApiToken, Attended, Batch, Learned, Point, Relation, Report, Score, Search, Session, Solver, Spine, Spoken, Store,
    Words,
};

/// The most games and devices that are told.
const ROWS_MAX: u32 = 10_000;
const NDJSON: [(HeaderName, &str); 2] = [
    (header::CONTENT_TYPE, "application/x-ndjson"),
    (header::CONTENT_DISPOSITION, "attachment; filename=\"daeguk.ndjson\""),
];

/// Everything that is kept about a member, a line each, without what is secret or others'.
pub(super) async fn export(State(app): State<Arc<App>>, member: Member) -> Result<Response, Refused> {
    app.limits.doors.data(member.person.id)?;
    let (store, person) = (&app.house.store, &member.person);
    let mut lines = vec![json!({
        "type": "person", "id": person.id, "name": person.name, "kind": person.kind, "role": person.role,
        "created_ms": person.created_ms,
    })];
    lines.extend(tokens(&app, person.id).await.map_err(Refused::logged)?);
    lines.extend(around(store, person.id).await.map_err(Refused::logged)?);
    lines.extend(played(store, person.id).await.map_err(Refused::logged)?);
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    Ok((NDJSON, lines.join("\n") + "\n").into_response())
}

/// Programs that may come in.
async fn tokens(app: &App, id: PersonId) -> Result<Vec<Value>, sqlx::Error> {
    let token = |token: &ApiToken| {
        let mut line = json!(TokenSight::of(token));
        line["type"] = "token".into();
        line
    };
    Ok(app.house.store.tokens(id, app.house.time.now_ms()).await?.iter().map(token).collect())
}

/// Devices, people, lessons, puzzles, games of strangers, what was said.
async fn around(store: &Store, id: PersonId) -> Result<Vec<Value>, sqlx::Error> {
    let session = |session: Session| json!({ "type": "session", "browser": session.browser, "created_ms": session.created_ms, "seen_ms": session.seen_ms });
    let mut lines: Vec<Value> = store.sessions(id, ROWS_MAX).await?.into_iter().map(session).collect();
    let relation = |relation: Relation| json!({ "type": "relation", "kind": relation.kind, "name": relation.name, "since_ms": relation.since_ms });
    lines.extend(store.relations(id).await?.into_iter().map(relation));
    for spine in every_volume(store, id).await? {
        lines.push(json!({ "type": "volume", "id": spine.id, "kind": spine.kind, "title": spine.title, "day": spine.day, "deeds": spine.deeds, "added_ms": spine.added_ms }));
    }
    let stage = |stars: Learned| json!({ "type": "stage", "kind": stars.kind, "lesson": stars.lesson, "stage": stars.stage, "stars": stars.stars });
    lines.extend(store.stars(id).await?.into_iter().map(stage));
    let attended =
        |one: Attended| json!({ "type": "attended", "game": one.game, "at_ms": one.at_ms, "left": one.is_gone });
    lines.extend(store.attended(id, ROWS_MAX).await?.into_iter().map(attended));
    let report = |report: Report| json!({ "type": "report", "reason": report.reason, "said": report.said, "game": report.game, "at_ms": report.at_ms });
    lines.extend(store.reports_by(id, ROWS_MAX).await?.into_iter().map(report));
    lines.extend(store.lines_of(id, ROWS_MAX).await?.into_iter().map(said));
    let solver = |solver: Solver| json!({ "type": "solver", "kind": solver.kind, "rating": solver.rating.points(), "deviation": solver.rating.deviation(), "tries": solver.tries, "solved": solver.solved, "at_ms": solver.at_ms });
    lines.extend(store.solvers(id).await?.into_iter().map(solver));
    lines.extend(studies(store, id).await?);
    Ok(lines)
}

fn said(Spoken { line, .. }: Spoken) -> Value {
    let (preset, text) = match &line.words {
        Words::Preset(preset) => (json!(preset), Value::Null),
        Words::Text(text) => (Value::Null, json!(text)),
    };
    json!({ "type": "line", "game": line.game, "preset": preset, "text": text, "at_ms": line.at_ms })
}

/// What somebody keeps; the records themselves are taken along from the library.
async fn every_volume(store: &Store, id: PersonId) -> Result<Vec<Spine>, sqlx::Error> {
    Ok(store.library(id, &Search::default(), (0, ROWS_MAX)).await?.0)
}

/// What somebody thinks of positions, whole.
async fn studies(store: &Store, id: PersonId) -> Result<Vec<Value>, sqlx::Error> {
    let mut lines = Vec::new();
    for line in store.studies(id).await? {
        let Some(row) = store.study(&line.id).await? else { continue };
        let study: Value = serde_json::from_str(&row.body).unwrap_or_default();
        lines.push(json!({ "type": "study", "id": row.id, "version": row.version, "changed_ms": row.changed_ms, "study": study }));
    }
    Ok(lines)
}

/// Games, and what they did to ratings.
async fn played(store: &Store, id: PersonId) -> Result<Vec<Value>, sqlx::Error> {
    let game = |(game, since_ms, plan): (GameId, i64, String)| {
        // The rest of a plan is about others, too.
        let plan: Value = serde_json::from_str(&plan).unwrap_or_default();
        json!({ "type": "game", "id": game, "kind": plan["kind"], "since_ms": since_ms })
    };
    let mut lines: Vec<Value> = store.held(id, ROWS_MAX).await?.into_iter().map(game).collect();
    let rating = |(pool, score): (Pool, Score)| {
        json!({ "type": "rating", "pool": pool, "rating": score.rating.points(), "deviation": score.rating.deviation(),
            "games": score.games, "won": score.won, "drawn": score.drawn, "lost": score.lost, "played_ms": score.played_ms })
    };
    lines.extend(store.scores_of(id).await?.into_iter().map(rating));
    let change = |point: Point| {
        json!({ "type": "change", "game": point.game, "pool": point.pool, "at_ms": point.at_ms, "rating": point.rating,
            "deviation": point.deviation })
    };
    lines.extend(store.history_of(id).await?.into_iter().map(change));
    Ok(lines)
}

/// Closes the account at once; a while later nothing is left of it but the id in its games. The last host stays.
pub(super) async fn close(State(app): State<Arc<App>>, Sudo(member): Sudo) -> Result<Response, Refused> {
    let id = member.person.id;
    let _books = app.accounts.books().await;
    spare_last_host(&app, &member.person).await?;
    let amends = erase::closing(id, app.house.time.now_ms());
    app.house.store.writer().write(Batch::about_people(amends)).await.map_err(Refused::logged)?;
    app.accounts.sessions.ended_of(id, None);
    app.rooms.renamed(id).await;
    Ok((StatusCode::NO_CONTENT, gone_cookies()).into_response())
}
