//! What guides and hosts do to keep order. Each is entered in the log with its reason, together with what it does.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use super::body::Body;
use super::doorway::{Guide, Host, Member};
use super::games::game_id;
use super::order;
use super::reports::TEXT_CHARS_MAX;
use crate::accounts::{self, erase};
use crate::app::App;
use crate::error::Refused;
use crate::ids::{self, GameId, PersonId};
use crate::names::{self, MemberName};
use crate::scores;
use crate::store::{Action, Amend, Batch, Conduct, Order, Person, Role, Secret, SecretKind, Utter};
use crate::talk;
use crate::texts;

const HOUR_MS: i64 = 60 * 60 * 1000;
/// The longest that a guide lets somebody be silent.
const GUIDE_HOURS_MAX: u32 = 7 * 24;
/// The same of a host.
const HOST_HOURS_MAX: u32 = 366 * 24;
/// How far back what was lost to somebody is given back.
const REFUND_MS: i64 = 30 * 24 * HOUR_MS;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MuteWish {
    /// A member,
    #[serde(default)]
    name: Option<String>,
    /// or whoever a report is about.
    #[serde(default)]
    report: Option<String>,
    why: String,
    hours: u32,
}

/// Somebody may say nothing for some hours; with none, they may again.
pub(super) async fn mute(
    State(app): State<Arc<App>>,
    Guide(guide): Guide,
    Body(wish): Body<MuteWish>,
) -> Result<Response, Refused> {
    let why = reason(&wish.why)?;
    let most = if guide.person.role == Role::Host { HOST_HOURS_MAX } else { GUIDE_HOURS_MAX };
    if wish.hours > most {
        return Err(if wish.hours > HOST_HOURS_MAX {
            Refused::message("that is too long")
        } else {
            Refused::no_role()
        });
    }
    let target = target(&app, wish.name.as_deref(), wish.report.as_deref()).await?;
    if target.role != Role::None && guide.person.role != Role::Host {
        return Err(Refused::no_role());
    }
    let at_ms = app.house.time.now_ms();
    let until_ms = if wish.hours == 0 { 0 } else { at_ms + i64::from(wish.hours) * HOUR_MS };
    let what = if wish.hours == 0 { "unmute" } else { "mute" };
    let entry = Entry { about: Some(target.id), what, why, game: None, until_ms };
    enter(&app, &guide, entry, vec![Amend::Order(Order::Mute(target.id, until_ms))]).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HideWish {
    game: String,
    n: u32,
    hidden: bool,
    why: String,
}

/// A line goes out of everybody's sight, or comes back.
pub(super) async fn hide(
    State(app): State<Arc<App>>,
    Guide(guide): Guide,
    Body(wish): Body<HideWish>,
) -> Result<Response, Refused> {
    let (why, game) = (reason(&wish.why)?, game_id(&wish.game)?);
    let line = app.house.store.line(game, wish.n.into()).await.map_err(Refused::logged)?;
    let line = line.ok_or_else(Refused::no_line)?.line;
    let what = if wish.hidden { "hide" } else { "unhide" };
    let entry = Entry { about: Some(line.person), what, why, game: Some(game), until_ms: 0 };
    let done = enter(&app, &guide, entry, vec![Amend::Utter(Utter::Hide(game, line.n, wish.hidden))]).await?;
    if wish.hidden {
        app.rooms.tell_anywhere(game, talk::unsaid_message(line.n)).await;
    }
    Ok(done)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnrateWish {
    game: String,
    why: String,
}

/// A game counts for nobody any more: points go back, deviations stay.
pub(super) async fn unrate(
    State(app): State<Arc<App>>,
    Guide(guide): Guide,
    Body(wish): Body<UnrateWish>,
) -> Result<Response, Refused> {
    let (why, game) = (reason(&wish.why)?, game_id(&wish.game)?);
    let _books = app.house.scores.books().await;
    let order =
        scores::unrating(&app.house.store, game).await.map_err(Refused::logged)?.ok_or_else(Refused::not_rated)?;
    let entry = Entry { about: None, what: "unrate", why, game: Some(game), until_ms: 0 };
    enter(&app, &guide, entry, vec![Amend::Order(order)]).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ruling {
    name: String,
    why: String,
}

/// Closes an account as its owner could.
pub(super) async fn close(
    State(app): State<Arc<App>>,
    Host(host): Host,
    Body(wish): Body<Ruling>,
) -> Result<Response, Refused> {
    let why = reason(&wish.why)?;
    let _books = app.accounts.books().await;
    let member = member(&app, &wish.name).await?;
    spare_last_host(&app, &member).await?;
    let entry = Entry { about: Some(member.id), what: "close", why, game: None, until_ms: 0 };
    let done = enter(&app, &host, entry, erase::closing(member.id, app.house.time.now_ms())).await?;
    app.accounts.sessions.ended_of(member.id, None);
    app.rooms.renamed(member.id).await;
    Ok(done)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RenameRuling {
    name: String,
    next: String,
    why: String,
}

/// Gives a member another name, however long they have had theirs.
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    Host(host): Host,
    Body(wish): Body<RenameRuling>,
) -> Result<Response, Refused> {
    let why = reason(&wish.why)?;
    let next = MemberName::new(&wish.next).ok_or_else(Refused::bad_name)?;
    let (store, at_ms) = (&app.house.store, app.house.time.now_ms());
    let _books = app.accounts.books().await;
    let member = member(&app, &wish.name).await?;
    accounts::free_name(store, next.key(), member.id, at_ms).await?;
    let former =
        Secret { person: member.id, kind: SecretKind::Name, id: names::key(&member.name), data: String::new(), at_ms };
    let entry = Entry { about: Some(member.id), what: "rename", why, game: None, until_ms: 0 };
    let done =
        enter(&app, &host, entry, vec![Amend::Secret(former), accounts::named(member.id, member.kind, &next)]).await?;
    app.rooms.renamed(member.id).await;
    Ok(done)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoleRuling {
    name: String,
    role: GivenRole,
    why: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
enum GivenRole {
    #[serde(rename = "")]
    None,
    #[serde(rename = "guide")]
    Guide,
    #[serde(rename = "host")]
    Host,
}

/// A member may do more or less from now on, and signs in again. The last host stays one.
pub(super) async fn role(
    State(app): State<Arc<App>>,
    Host(host): Host,
    Body(wish): Body<RoleRuling>,
) -> Result<Response, Refused> {
    let why = reason(&wish.why)?;
    let (role, what) = match wish.role {
        GivenRole::None => (Role::None, "role_none"),
        GivenRole::Guide => (Role::Guide, "role_guide"),
        GivenRole::Host => (Role::Host, "role_host"),
    };
    let _books = app.accounts.books().await;
    let member = member(&app, &wish.name).await?;
    if role != Role::Host {
        spare_last_host(&app, &member).await?;
    }
    let entry = Entry { about: Some(member.id), what, why, game: None, until_ms: 0 };
    let amends = vec![Amend::Role(member.id, role), Amend::LeaveAll(member.id, String::new())];
    let done = enter(&app, &host, entry, amends).await?;
    app.accounts.sessions.ended_of(member.id, None);
    Ok(done)
}

/// What others have lost to a member in the last thirty days is theirs again.
pub(super) async fn refund(
    State(app): State<Arc<App>>,
    Host(host): Host,
    Body(wish): Body<Ruling>,
) -> Result<Response, Refused> {
    let why = reason(&wish.why)?;
    let since_ms = app.house.time.now_ms() - REFUND_MS;
    let _books = app.house.scores.books().await;
    let member = member(&app, &wish.name).await?;
    let people = app.house.store.losers_to(member.id, since_ms).await.map_err(Refused::logged)?;
    let entry = Entry { about: Some(member.id), what: "refund", why, game: None, until_ms: 0 };
    enter(&app, &host, entry, vec![Amend::Order(Order::Refund(member.id, since_ms))]).await?;
    Ok(Json(json!({ "people": people })).into_response())
}

/// What the log says of something.
pub(super) struct Entry {
    pub(super) about: Option<PersonId>,
    pub(super) what: &'static str,
    pub(super) why: String,
    pub(super) game: Option<GameId>,
    pub(super) until_ms: i64,
}

/// Does it and enters it in the log, or neither.
pub(super) async fn enter(app: &App, by: &Member, entry: Entry, mut amends: Vec<Amend>) -> Result<Response, Refused> {
    let Entry { about, what, why, game, until_ms } = entry;
    let (id, by, at_ms) = (ids::short_secret(), by.person.id.to_string(), app.house.time.now_ms());
    amends.push(Amend::Action(Action { id, by, about, what, why, game, at_ms, until_ms }));
    app.house.store.writer().write(Batch::about_people(amends)).await.map_err(Refused::logged)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Why, in words.
pub(super) fn reason(why: &str) -> Result<String, Refused> {
    texts::plain(why, TEXT_CHARS_MAX).ok_or_else(|| Refused::message("say why, in at most 500 characters"))
}

pub(super) async fn member(app: &App, name: &str) -> Result<Person, Refused> {
    let member = app.house.store.member(&names::key(name)).await.map_err(Refused::logged)?;
    member.ok_or_else(Refused::no_person)
}

/// Somebody has to be able to run the house.
pub(super) async fn spare_last_host(app: &App, member: &Person) -> Result<(), Refused> {
    let is_last = member.role == Role::Host && app.house.store.hosts().await.map_err(Refused::logged)? < 2;
    if is_last { Err(Refused::no_role()) } else { Ok(()) }
}

async fn target(app: &App, name: Option<&str>, report: Option<&str>) -> Result<Conduct, Refused> {
    let person = match (name, report) {
        (Some(name), None) => member(app, name).await?.id,
        (None, Some(report)) => order::find(app, report).await?.about,
        _ => return Err(Refused::message("name a member or a report")),
    };
    app.house.store.conduct(person).await.map_err(Refused::logged)?.ok_or_else(Refused::no_person)
}
