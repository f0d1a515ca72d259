//! Getting an account, and getting back into it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use super::body::Body;
use super::doorway::{Doorway, Host, Member, Sudo};
use super::rulings::{self, Entry};
use super::visitor::Player;
use crate::accounts::{self, AccountPolicy, Password, RecoveryCode, new_ticket};
use crate::app::App;
use crate::error::Refused;
use crate::ids::{self, PersonId, Token};
use crate::names::{self, MemberName};
use crate::store::{Amend, Batch, Kind, Person, Role, Secret, SecretKind, Ticket, TicketKind, TokenChange};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAccount {
    name: String,
    password: String,
    #[serde(default)]
    ticket: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recovery {
    name: String,
    code: String,
    next: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPassword {
    password: String,
    next: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Redeemed {
    ticket: String,
    #[serde(default)]
    next: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TicketWish {
    kind: IssuedKind,
    #[serde(default)]
    name: String,
    #[serde(default)]
    why: String,
}

/// What a host may hand out.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum IssuedKind {
    Invite,
    Reset,
}

/// A guest becomes a member and keeps the id, so no game notices.
pub(super) async fn register(
    State(app): State<Arc<App>>,
    doorway: Doorway,
    player: Player,
    Body(wish): Body<NewAccount>,
) -> Result<Response, Refused> {
    match &wish.ticket {
        Some(_) => app.limits.doors.ticket(doorway.network)?,
        None => app.limits.doors.account(doorway.network)?,
    }
    if player.known.person.kind != Kind::Guest {
        return Err(Refused::no_account());
    }
    let name = MemberName::new(&wish.name).ok_or_else(Refused::bad_name)?;
    let password = Password::chosen(&wish.password, name.as_str(), app.config.password_min)?;
    let (id, now_ms, store) = (player.known.person.id, app.house.time.now_ms(), &app.house.store);
    accounts::free_name(store, name.key(), id, now_ms).await?;
    let hash = app.accounts.hasher.hash(password).await?;
    let _books = app.accounts.books().await;
    accounts::free_name(store, name.key(), id, now_ms).await?;
    let ticket = allowed(&app, wish.ticket.as_deref(), now_ms).await?;
    let (code, secrets) = accounts::credentials(id, hash, now_ms);
    let mut amends = vec![accounts::named(id, Kind::Member, &name)];
    amends.extend(secrets);
    if let Some(ticket) = ticket {
        amends.extend((ticket.kind == TicketKind::Host).then_some(Amend::Role(id, Role::Host)));
        amends.push(Amend::Used(ticket.hash, now_ms));
    }
    let token = renew(&app, &doorway, id, &player.known.session.token_hash, amends).await?;
    app.rooms.renamed(id).await;
    let told = json!({ "id": id, "recovery": code.shown() });
    Ok((StatusCode::CREATED, doorway.cookies(&token), Json(told)).into_response())
}

/// The ticket that allows an account, where the house asks for one.
async fn allowed(app: &App, ticket: Option<&str>, now_ms: i64) -> Result<Option<Ticket>, Refused> {
    let Some(ticket) = ticket else {
        let is_open = app.config.accounts == AccountPolicy::Open;
        return if is_open { Ok(None) } else { Err(Refused::no_account()) };
    };
    let ticket = good_ticket(app, ticket, now_ms).await?;
    match (ticket.kind, app.config.accounts) {
        (TicketKind::Host, _) | (TicketKind::Invite, AccountPolicy::Invite | AccountPolicy::Open) => Ok(Some(ticket)),
        _ => Err(Refused::no_ticket()),
    }
}

async fn good_ticket(app: &App, token: &str, now_ms: i64) -> Result<Ticket, Refused> {
    let ticket = app.house.store.ticket(&ids::sha256(token.as_bytes()), now_ms).await.map_err(Refused::logged)?;
    ticket.ok_or_else(Refused::no_ticket)
}

/// Writes changes together with a new token for the session; the device counts as known from now on.
async fn renew(
    app: &App,
    doorway: &Doorway,
    id: PersonId,
    from: &str,
    mut amends: Vec<Amend>,
) -> Result<Token, Refused> {
    let (token, now_ms) = (Token::random(), app.house.time.now_ms());
    let to = doorway.session(&token, now_ms);
    amends.push(known_device(id, doorway, now_ms));
    amends.push(Amend::Renew { from: from.to_owned(), to });
    app.house.store.writer().write(Batch::about_people(amends)).await.map_err(Refused::logged)?;
    app.accounts.sessions.renewed(from, &token.hash());
    Ok(token)
}

pub(super) fn known_device(person: PersonId, doorway: &Doorway, at_ms: i64) -> Amend {
    let (id, data) = (doorway.device.clone(), String::new());
    Amend::Secret(Secret { person, kind: SecretKind::Device, id, data, at_ms })
}

/// The password again, for what is dangerous.
pub(super) async fn change_password(
    State(app): State<Arc<App>>,
    doorway: Doorway,
    member: Member,
    Body(wish): Body<NewPassword>,
) -> Result<Response, Refused> {
    let id = member.person.id;
    prove(&app, &doorway, &member, &wish.password).await?;
    let password = Password::chosen(&wish.next, &member.person.name, app.config.password_min)?;
    let data = app.accounts.hasher.hash(password).await?;
    let at_ms = app.house.time.now_ms();
    let from = &member.session.token_hash;
    let secret = Secret { person: id, kind: SecretKind::Password, id: String::new(), data, at_ms };
    let amends =
        vec![Amend::Secret(secret), Amend::LeaveAll(id, from.clone()), Amend::Token(TokenChange::AllRevoked(id))];
    let token = renew(&app, &doorway, id, from, amends).await?;
    app.accounts.sessions.ended_of(id, Some(&token.hash()));
    Ok((StatusCode::NO_CONTENT, doorway.cookies(&token)).into_response())
}

/// Whether a member knows the own password; counted like signing in.
pub(super) async fn prove(app: &App, doorway: &Doorway, member: &Member, password: &str) -> Result<(), Refused> {
    app.limits.doors.sign_in(&names::key(&member.person.name), doorway.network)?;
    let stored = app.house.store.secret(member.person.id, SecretKind::Password).await.map_err(Refused::logged)?;
    let is_right = app.accounts.hasher.is_right(Password::given(password), stored.map(|secret| secret.data)).await?;
    if is_right { Ok(()) } else { Err(Refused::no_login()) }
}

/// A new recovery code in place of the old one.
pub(super) async fn new_code(State(app): State<Arc<App>>, Sudo(member): Sudo) -> Result<Response, Refused> {
    let (code, at_ms) = (RecoveryCode::random(), app.house.time.now_ms());
    let (person, kind, id) = (member.person.id, SecretKind::Recovery, String::new());
    let amend = Amend::Secret(Secret { person, kind, id, data: code.hash(), at_ms });
    app.house.store.writer().write(Batch::about_people(vec![amend])).await.map_err(Refused::logged)?;
    Ok(Json(json!({ "recovery": code.shown() })).into_response())
}

/// A name and its recovery code are as good as a password, once. Whoever is wrong is not told about what.
pub(super) async fn recover(
    State(app): State<Arc<App>>,
    doorway: Doorway,
    Body(wish): Body<Recovery>,
) -> Result<Response, Refused> {
    app.limits.doors.recovery(doorway.network)?;
    let member = app.house.store.member(&names::key(&wish.name)).await.map_err(Refused::logged)?;
    let name = member.as_ref().map_or(wish.name.as_str(), |member| member.name.as_str());
    let password = Password::chosen(&wish.next, name, app.config.password_min)?;
    let hash = app.accounts.hasher.hash(password).await?;
    let _books = app.accounts.books().await;
    let stored = match &member {
        Some(member) => app.house.store.secret(member.id, SecretKind::Recovery).await.map_err(Refused::logged)?,
        None => None,
    };
    let given = RecoveryCode::read(&wish.code).map(|code| code.hash());
    let is_right = stored.is_some_and(|stored| given.is_some_and(|given| stored.data == given));
    let member = member.filter(|_| is_right).ok_or_else(Refused::no_login)?;
    may_come_in(&app, &member)?;
    start_anew(&app, &doorway, member.id, hash, None).await
}

/// What a ticket is for; with a new password, that password is taken.
pub(super) async fn redeem(
    State(app): State<Arc<App>>,
    doorway: Doorway,
    Body(wish): Body<Redeemed>,
) -> Result<Response, Refused> {
    app.limits.doors.ticket(doorway.network)?;
    let now_ms = app.house.time.now_ms();
    let ticket = good_ticket(&app, &wish.ticket, now_ms).await?;
    let Some(next) = wish.next else {
        return Ok(Json(json!({ "kind": ticket.kind, "name": ticket.data })).into_response());
    };
    let person = ticket.person.parse().ok().filter(|_| ticket.kind == TicketKind::Reset);
    let person: PersonId = person.ok_or_else(Refused::no_ticket)?;
    let password = Password::chosen(&next, &ticket.data, app.config.password_min)?;
    let hash = app.accounts.hasher.hash(password).await?;
    let _books = app.accounts.books().await;
    let ticket = good_ticket(&app, &wish.ticket, now_ms).await?;
    let member = app.house.store.person(person).await.map_err(Refused::logged)?;
    may_come_in(&app, &member.filter(|member| member.kind.has_account()).ok_or_else(Refused::no_ticket)?)?;
    start_anew(&app, &doorway, person, hash, Some(ticket)).await
}

/// Told only to who has proven to be that person.
pub(super) fn may_come_in(app: &App, member: &Person) -> Result<(), Refused> {
    if member.banned_ms > app.house.time.now_ms() { Err(Refused::banned()) } else { Ok(()) }
}

/// Somebody is back: with a new password, a new code and a new session, and without all others and all tokens.
async fn start_anew(
    app: &App,
    doorway: &Doorway,
    id: PersonId,
    hash: String,
    ticket: Option<Ticket>,
) -> Result<Response, Refused> {
    let (token, now_ms) = (Token::random(), app.house.time.now_ms());
    let (code, secrets) = accounts::credentials(id, hash, now_ms);
    let mut amends = vec![
        Amend::LeaveAll(id, String::new()),
        Amend::Token(TokenChange::AllRevoked(id)),
        known_device(id, doorway, now_ms),
    ];
    amends.extend(secrets);
    amends.extend(ticket.map(|ticket| Amend::Used(ticket.hash, now_ms)));
    amends.push(Amend::Enter(id, doorway.session(&token, now_ms)));
    app.house.store.writer().write(Batch::about_people(amends)).await.map_err(Refused::logged)?;
    app.accounts.sessions.ended_of(id, None);
    Ok((doorway.cookies(&token), Json(json!({ "id": id, "recovery": code.shown() }))).into_response())
}

/// A host invites somebody, or helps who has lost password and code.
pub(super) async fn issue(
    State(app): State<Arc<App>>,
    Host(host): Host,
    Body(wish): Body<TicketWish>,
) -> Result<Response, Refused> {
    let (token, created_ms) = (ids::short_secret(), app.house.time.now_ms());
    let why = if wish.why.trim().is_empty() { String::new() } else { rulings::reason(&wish.why)? };
    let (kind, person, data) = match wish.kind {
        IssuedKind::Invite => (TicketKind::Invite, host.person.id, String::new()),
        IssuedKind::Reset => {
            let member = rulings::member(&app, &wish.name).await?;
            (TicketKind::Reset, member.id, member.name)
        }
    };
    let ticket = new_ticket(&token, kind, person.to_string(), data, created_ms);
    let expires_ms = ticket.expires_ms;
    let about = matches!(kind, TicketKind::Reset).then_some(person);
    let entry = Entry { about, what: kind.as_str(), why, game: None, until_ms: expires_ms };
    rulings::enter(&app, &host, entry, vec![Amend::Ticket(ticket)]).await?;
    Ok((StatusCode::CREATED, Json(json!({ "ticket": token, "expires_ms": expires_ms }))).into_response())
}
