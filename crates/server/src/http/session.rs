//! Signing in and out, and the list of devices.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::account::{known_device, may_come_in, prove};
use super::body::{Body, Path};
use super::doorway::{Doorway, Member};
use super::visitor::{Visitor, gone_cookies};
use crate::accounts::{Password, adopt, is_current};
use crate::app::App;
use crate::error::Refused;
use crate::ids::Token;
use crate::names;
use crate::store::{Amend, Batch, Kind, Person, Secret, SecretKind, Session};

/// The most devices that are listed.
const LISTED_MAX: u32 = 100;
/// So many letters of the hash of a token tell a session from others of its person.
const NUMBER_LETTERS: usize = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    name: String,
    password: String,
    #[serde(default)]
    bring: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    password: String,
}

#[derive(Serialize)]
struct DeviceSight<'a> {
    n: &'a str,
    browser: &'a str,
    created_ms: i64,
    seen_ms: i64,
    here: bool,
}

/// A name and a password; whoever is wrong is not told which of the two. With `bring`, the games of the guest who signs in come along.
pub(super) async fn sign_in(
    State(app): State<Arc<App>>,
    doorway: Doorway,
    visitor: Visitor,
    Body(wish): Body<SignIn>,
) -> Result<Response, Refused> {
    let key = names::key(&wish.name);
    app.limits.doors.sign_in(&key, doorway.network)?;
    let member = app.house.store.member(&key).await.map_err(Refused::logged)?;
    let member = let_in(&app, &doorway, &key, member, &wish.password).await?;
    let (token, now_ms) = (Token::random(), app.house.time.now_ms());
    let mut amends = vec![known_device(member.id, &doorway, now_ms)];
    let guest = visitor.known.as_ref().map(|known| &known.person).filter(|person| person.kind == Kind::Guest);
    // What a person has played does not become a program's.
    let brings = guest.filter(|_| wish.bring && member.kind == Kind::Member).map(|guest| guest.id);
    if let Some(from) = brings {
        amends.extend(adopt::beginning(from, member.id, now_ms));
    }
    let before = visitor.known.map(|known| known.session.token_hash);
    amends.extend(before.clone().map(Amend::Leave));
    amends.push(Amend::Enter(member.id, doorway.session(&token, now_ms)));
    app.house.store.writer().write(Batch::about_people(amends)).await.map_err(Refused::logged)?;
    if let Some(before) = before {
        app.accounts.sessions.ended(&before);
    }
    let brought = match brings {
        Some(from) => adopt::all(&app.house.store, &app.rooms, from, member.id, now_ms).await?,
        None => 0,
    };
    Ok((doorway.cookies(&token), Json(json!({ "id": member.id, "brought": brought }))).into_response())
}

/// The member, if the password is right. It takes as long if there is no such member.
async fn let_in(
    app: &App,
    doorway: &Doorway,
    key: &str,
    member: Option<Person>,
    password: &str,
) -> Result<Person, Refused> {
    let store = &app.house.store;
    let (mut stored, mut is_device_known) = (None, false);
    if let Some(member) = &member {
        stored = store.secret(member.id, SecretKind::Password).await.map_err(Refused::logged)?;
        is_device_known = store.knows_device(member.id, &doorway.device).await.map_err(Refused::logged)?;
    }
    if !is_device_known {
        app.limits.doors.strange_sign_in(key)?;
    }
    let (given, hash) = (Password::given(password), stored.map(|secret| secret.data));
    let is_right = app.accounts.hasher.is_right(given.clone(), hash.clone()).await?;
    let member = member.filter(|_| is_right).ok_or_else(Refused::no_login)?;
    may_come_in(app, &member)?;
    if hash.is_some_and(|hash| !is_current(&hash)) {
        rehash(app, &member, given).await?;
    }
    Ok(member)
}

/// What was hashed as we did before is hashed as we do today.
async fn rehash(app: &App, member: &Person, password: Password) -> Result<(), Refused> {
    let data = app.accounts.hasher.hash(password).await?;
    let (person, kind, id) = (member.id, SecretKind::Password, String::new());
    let secret = Secret { person, kind, id, data, at_ms: app.house.time.now_ms() };
    app.house.store.writer().write(Batch::about_people(vec![Amend::Secret(secret)])).await.map_err(Refused::logged)
}

pub(super) async fn sign_out(State(app): State<Arc<App>>, member: Member) -> Result<Response, Refused> {
    end(&app, &member.session.token_hash).await?;
    Ok((StatusCode::NO_CONTENT, gone_cookies()).into_response())
}

async fn end(app: &App, token_hash: &str) -> Result<(), Refused> {
    let batch = Batch::about_people(vec![Amend::Leave(token_hash.to_owned())]);
    app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    app.accounts.sessions.ended(token_hash);
    Ok(())
}

pub(super) async fn devices(State(app): State<Arc<App>>, member: Member) -> Result<Response, Refused> {
    let sessions = app.house.store.sessions(member.person.id, LISTED_MAX).await.map_err(Refused::logged)?;
    let sight = |session: &Session| {
        json!(DeviceSight {
            n: number(session),
            browser: &session.browser,
            created_ms: session.created_ms,
            seen_ms: session.seen_ms,
            here: session.token_hash == member.session.token_hash,
        })
    };
    let sessions: Vec<_> = sessions.iter().map(sight).collect();
    Ok(Json(json!({ "sessions": sessions })).into_response())
}

/// Ends a session of one's own, be it this one.
pub(super) async fn revoke(
    State(app): State<Arc<App>>,
    member: Member,
    Path(n): Path<String>,
) -> Result<Response, Refused> {
    let sessions = app.house.store.sessions(member.person.id, LISTED_MAX).await.map_err(Refused::logged)?;
    let session = sessions.iter().find(|session| number(session) == n).ok_or_else(Refused::no_route)?;
    end(&app, &session.token_hash).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn number(session: &Session) -> &str {
    session.token_hash.get(..NUMBER_LETTERS).unwrap_or_default()
}

/// The password again, for what is dangerous.
pub(super) async fn sudo(
    State(app): State<Arc<App>>,
    doorway: Doorway,
    member: Member,
    Body(given): Body<Given>,
) -> Result<Response, Refused> {
    prove(&app, &doorway, &member, &given.password).await?;
    let amend = Amend::Sudo(member.session.token_hash, app.house.time.now_ms());
    app.house.store.writer().write(Batch::about_people(vec![amend])).await.map_err(Refused::logged)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
