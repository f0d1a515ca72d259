//! One's own data: a copy to take along, and an end to it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::doorway::{Member, Sudo};
use super::visitor::gone_cookies;
use crate::accounts::ERASED_AFTER_MS;
use crate::app::App;
use crate::error::Refused;
use crate::ids::sha256;
use crate::store::{Amend, Batch, Role, Ticket, TicketKind};

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
    for session in store.sessions(person.id, ROWS_MAX).await.map_err(Refused::logged)? {
        lines.push(json!({
            "type": "session", "browser": session.browser, "created_ms": session.created_ms, "seen_ms": session.seen_ms,
        }));
    }
    for (game, since_ms, plan) in store.held(person.id, ROWS_MAX).await.map_err(Refused::logged)? {
        // The rest of a plan is about others, too.
        let plan: Value = serde_json::from_str(&plan).unwrap_or_default();
        lines.push(json!({ "type": "game", "id": game, "kind": plan["kind"], "since_ms": since_ms }));
    }
    for stars in store.stars(person.id).await.map_err(Refused::logged)? {
        lines.push(json!({
            "type": "stage", "kind": stars.kind, "lesson": stars.lesson, "stage": stars.stage, "stars": stars.stars,
        }));
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    Ok((NDJSON, lines.join("\n") + "\n").into_response())
}

/// Closes the account at once; a while later nothing is left of it but the id in its games. The last host stays.
pub(super) async fn close(State(app): State<Arc<App>>, Sudo(member): Sudo) -> Result<Response, Refused> {
    let id = member.person.id;
    let _books = app.accounts.books().await;
    if member.person.role == Role::Host && app.house.store.hosts().await.map_err(Refused::logged)? < 2 {
        return Err(Refused::no_role());
    }
    let now_ms = app.house.time.now_ms();
    let job = Ticket {
        hash: sha256(format!("erase {id}").as_bytes()),
        kind: TicketKind::Erase,
        person: id.to_string(),
        data: String::new(),
        created_ms: now_ms + ERASED_AFTER_MS,
        expires_ms: i64::MAX,
    };
    let amends = vec![Amend::LeaveAll(id, String::new()), Amend::Close(id), Amend::Ticket(job)];
    app.house.store.writer().write(Batch::about_people(amends)).await.map_err(Refused::logged)?;
    app.accounts.sessions.ended_of(id, None);
    Ok((StatusCode::NO_CONTENT, gone_cookies()).into_response())
}
