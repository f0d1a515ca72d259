//! Making games, looking at them, and playing without a socket.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use room::{GameWish, Message, Plan, SeatWish, Topic, Wish};
use serde_json::json;

use super::body::{Body, Path, Text};
use super::visitor::{Player, Visitor};
use crate::accounts::{self, GuestPolicy};
use crate::app::App;
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids::{GameId, PersonId};
use crate::names;
use crate::network::Network;
use crate::owner::{Asked, Recipient, Request, card};
use crate::scopes::Scope;
use crate::store::{Kind, Known, Person};
use crate::talk::{self, SayWish};

/// The longest list of games.
const LISTED_MAX: u32 = 50;
/// More seats no game has.
const SEATS_MAX: usize = 4;

pub(super) async fn make(
    State(app): State<Arc<App>>,
    player: Player,
    Body(mut wish): Body<GameWish>,
) -> Result<Response, Refused> {
    may_play(&app, &player.known.person)?;
    app.limits.game(player.caller())?;
    invite(&app, player.caller().network, player.guest.id, &mut wish).await?;
    let wish = labeled(&app, &player.known.person, wish).await?;
    let by = room::Person { id: player.guest.id, name: &player.guest.name };
    let plan = Plan::new(wish, by, &*app.house)?;
    if plan.has_computers() && !app.house.thinkers.has_room(player.caller()) {
        return Err(Refused::full());
    }
    if plan.listed {
        app.house.lets_join(player.guest.id).await?;
    }
    let id = app.rooms.make(plan).await?;
    Ok((StatusCode::CREATED, player.cookie(), Json(json!({ "id": id }))).into_response())
}

pub(super) async fn mine(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Refused> {
    let Some(guest) = visitor.id() else { return Ok(Json(json!({ "games": [] })).into_response()) };
    app.limits.export(visitor.caller())?;
    let mut games = Vec::new();
    for listed in app.house.store.listed(guest, LISTED_MAX).await.map_err(Refused::logged)? {
        // One game that cannot be read must not hide the others.
        games.extend(app.rooms.line(listed).await.ok());
    }
    let games = card::lines(&app.house.store, games, guest).await.map_err(Refused::logged)?;
    let games: Vec<_> = games.into_iter().flatten().collect();
    Ok(Json(json!({ "games": games })).into_response())
}

pub(super) async fn look(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let caller = visitor.caller();
    let state = app.rooms.ask(game_id(&id)?, |answer| Request::Look { caller: Box::new(caller), answer }).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], state).into_response())
}

pub(super) async fn message(
    State(app): State<Arc<App>>,
    player: Player,
    Path(id): Path<String>,
    Text(text): Text,
) -> Result<Response, Refused> {
    app.limits.message(player.caller())?;
    let message = match (Message::read(&text), SayWish::read(&text)) {
        (Err(_), Some(wish)) => {
            let version = talk::say(&app, player.caller(), player.known.session.scopes, game_id(&id)?, &wish).await?;
            return Ok((player.cookie(), Json(json!({ "v": version }))).into_response());
        }
        (message, _) => message?,
    };
    let message = admit(&app, &player.known, message).await?;
    count_table(&app, player.caller(), &message)?;
    let network = player.caller().network;
    let asked = |answer| Asked {
        who: player.guest.clone(),
        network,
        message: message.clone(),
        answer: Recipient::Once(answer),
    };
    let request = |answer| Request::Message(Box::new(asked(answer)));
    let version = app.rooms.ask(game_id(&id)?, request).await??;
    Ok((player.cookie(), Json(json!({ "v": version }))).into_response())
}

/// Finds out who is meant by the names in a wish.
async fn invite(app: &App, network: Network, by: PersonId, wish: &mut GameWish) -> Result<(), Refused> {
    for seat in wish.seats.iter_mut().take(SEATS_MAX) {
        if let SeatWish::Person { name } = seat {
            app.limits.doors.challenge(network)?;
            let member = app.house.store.member(&names::key(name)).await.map_err(Refused::logged)?;
            let member = member.filter(|member| member.id != by).ok_or_else(Refused::no_person)?;
            if app.house.store.is_blocked(by, member.id).await.map_err(Refused::logged)? {
                return Err(Refused::blocked());
            }
            *seat = SeatWish::Invited(member.id);
        }
    }
    Ok(())
}

/// Where guests may only watch, whoever plays has an account.
pub(super) fn may_play(app: &App, person: &Person) -> Result<(), Refused> {
    let only_watches = person.kind == Kind::Guest && app.config.guests == GuestPolicy::Watch;
    if only_watches { Err(Refused::no_account()) } else { Ok(()) }
}

/// A wish for a game in which seats have only labels that they may have: people around one screen are free to choose, a guest who
/// sits there alone takes no member's name, and a member has one.
async fn labeled(app: &App, person: &Person, mut wish: GameWish) -> Result<GameWish, Refused> {
    let mut labels: Vec<_> = wish.seats.iter_mut().filter_map(SeatWish::label).collect();
    if let [label] = labels.as_mut_slice() {
        **label = own_label(app, person, label.take()).await?;
    }
    Ok(wish)
}

async fn own_label(app: &App, person: &Person, label: Option<String>) -> Result<Option<String>, Refused> {
    let label = label.filter(|label| person.kind == Kind::Guest && !label.is_empty());
    if let Some(label) = &label {
        accounts::free_name(&app.house.store, &names::key(label), person.id, app.house.time.now_ms()).await?;
    }
    Ok(label)
}

/// What somebody may say at a table: nobody sits down under a name that is a member's, and no program plays that may only look.
///
/// # Errors
/// If they may not say it.
pub(super) async fn admit(app: &App, known: &Known, mut message: Message) -> Result<Message, Refused> {
    let person = &known.person;
    if !matches!(message.wish, Wish::Sync { .. }) {
        if !known.session.scopes.has(Scope::Play) {
            return Err(Refused::no_scope());
        }
        may_play(app, person)?;
    }
    if let Wish::Sit { name, .. } = &mut message.wish {
        *name = Box::pin(own_label(app, person, name.take())).await?;
    }
    Ok(message)
}

/// A rematch is a new table: it is counted like one where it is asked for.
///
/// # Errors
/// If it is one too many.
pub(super) fn count_table(app: &App, caller: Caller, message: &Message) -> Result<(), Refused> {
    match message.wish {
        Wish::Offer { d: Topic::Rematch } | Wish::Accept { d: Topic::Rematch } => app.limits.game(caller),
        _ => Ok(()),
    }
}

/// What is not an id is not a game either.
pub(super) fn game_id(text: &str) -> Result<GameId, Refused> {
    text.parse().map_err(|_| Refused::no_game())
}
