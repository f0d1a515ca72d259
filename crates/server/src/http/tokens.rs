//! Tokens for one's programs, and an account that is a program itself.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::body::{Body, Path};
use super::doorway::{Doorway, Member, Sudo};
use crate::app::App;
use crate::error::Refused;
use crate::ids::{self, ApiSecret};
use crate::scopes::{Scope, Scopes};
use crate::store::{Amend, ApiToken, Batch, Kind, Role, TOKENS_MAX, TokenChange};

/// The longest label.
const LABEL_CHARS_MAX: usize = 40;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The longest that a token is good.
const DAYS_MAX: u16 = 365;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenWish {
    label: String,
    scopes: Vec<Scope>,
    #[serde(default)]
    days: Option<u16>,
}

/// A token as its owner sees it, which is without its secret.
#[derive(Serialize)]
pub(super) struct TokenSight<'a> {
    id: &'a str,
    label: &'a str,
    scopes: Vec<Scope>,
    created_ms: i64,
    used_ms: i64,
    expires_ms: i64,
}

impl<'a> TokenSight<'a> {
    /// Of what is kept.
    pub(super) fn of(token: &'a ApiToken) -> Self {
        let ApiToken { id, label, scopes, created_ms, used_ms, expires_ms, .. } = token;
        let (created_ms, used_ms, expires_ms) = (*created_ms, *used_ms, *expires_ms);
        Self { id, label, scopes: scopes.list().collect(), created_ms, used_ms, expires_ms }
    }
}

pub(super) async fn list(State(app): State<Arc<App>>, member: Member) -> Result<Response, Refused> {
    let tokens = app.house.store.tokens(member.person.id, app.house.time.now_ms()).await.map_err(Refused::logged)?;
    let tokens: Vec<_> = tokens.iter().map(TokenSight::of).collect();
    Ok(Json(json!({ "tokens": tokens })).into_response())
}

/// The secret is told here and never again.
pub(super) async fn make(
    State(app): State<Arc<App>>,
    doorway: Doorway,
    Sudo(member): Sudo,
    Body(wish): Body<TokenWish>,
) -> Result<Response, Refused> {
    app.limits.doors.token(doorway.network)?;
    let scopes = scopes(wish.scopes)?;
    // Whoever thinks for the house decides what its computers do.
    if scopes.has(Scope::Worker) && member.person.role != Role::Host {
        return Err(Refused::no_role());
    }
    let (secret, now_ms) = (ApiSecret::random(), app.house.time.now_ms());
    let token = ApiToken {
        hash: secret.hash(),
        id: ids::short_secret(),
        person: member.person.id,
        label: label(&wish.label)?,
        scopes,
        created_ms: now_ms,
        used_ms: 0,
        expires_ms: now_ms + i64::from(days(wish.days)?) * DAY_MS,
    };
    let _books = app.accounts.books().await;
    let store = &app.house.store;
    if store.tokens(member.person.id, now_ms).await.map_err(Refused::logged)?.len() >= TOKENS_MAX as usize {
        return Err(Refused::full());
    }
    let mut told = json!(TokenSight::of(&token));
    told["token"] = secret.shown().into();
    let changes = [TokenChange::Expired(now_ms), TokenChange::Made(token)].map(Amend::Token);
    store.writer().write(Batch::about_people(changes.into())).await.map_err(Refused::logged)?;
    Ok((StatusCode::CREATED, Json(told)).into_response())
}

fn label(text: &str) -> Result<String, Refused> {
    let label = text.trim();
    let is_good = (1..=LABEL_CHARS_MAX).contains(&label.chars().count()) && !label.chars().any(char::is_control);
    if is_good { Ok(label.to_owned()) } else { Err(Refused::message("a label has 1 to 40 characters")) }
}

fn scopes(wished: Vec<Scope>) -> Result<Scopes, Refused> {
    let scopes: Scopes = wished.into_iter().collect();
    if scopes.is_empty() { Err(Refused::message("a token is good for something")) } else { Ok(scopes) }
}

fn days(wished: Option<u16>) -> Result<u16, Refused> {
    let days = wished.unwrap_or(DAYS_MAX);
    if (1..=DAYS_MAX).contains(&days) { Ok(days) } else { Err(Refused::message("a token is good for 1 to 365 days")) }
}

/// What was opened with it ends at once.
pub(super) async fn revoke(
    State(app): State<Arc<App>>,
    member: Member,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let (person, now_ms) = (member.person.id, app.house.time.now_ms());
    let tokens = app.house.store.tokens(person, now_ms).await.map_err(Refused::logged)?;
    let token = tokens.into_iter().find(|token| token.id == id).ok_or_else(Refused::no_route)?;
    let batch = Batch::about_people(vec![Amend::Token(TokenChange::Revoked(person, id))]);
    app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    app.accounts.sessions.ended(&token.hash);
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// An account without games becomes a bot, for good: nobody who has played as a person plays on as a program, or the other way round.
pub(super) async fn become_bot(State(app): State<Arc<App>>, Sudo(member): Sudo) -> Result<Response, Refused> {
    let id = member.person.id;
    let _books = app.accounts.books().await;
    if member.person.role != Role::None {
        return Err(Refused::no_role());
    }
    let has_played = !app.house.store.games_of(id, 1).await.map_err(Refused::logged)?.is_empty();
    if has_played || member.person.kind != Kind::Member {
        return Err(Refused::no_bot());
    }
    let batch = Batch::about_people(vec![Amend::Bot(id)]);
    app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    app.rooms.renamed(id).await;
    Ok(StatusCode::NO_CONTENT.into_response())
}
