//! To find somebody: what stands in the lobby, what can be looked at, and one button that does the rest.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use game::clock::Control;
use room::{GameWish, Message, PersonId, Plan, Range, Rater, Wish};
use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;

use super::body::Body;
use super::games;
use super::visitor::{Player, Visitor};
use crate::app::App;
use crate::error::Refused;
use crate::ids::GameId;
use crate::lobby::{TableSight, UNRATED_STRENGTH};
use crate::owner::{Asked, Recipient, Request};
use crate::store::Kind;

/// How far apart two may be who are matched: this at first, and so much more for each second that one has waited.
const APART_FIRST: i64 = 150;
const APART_EACH_S: i64 = 10;
const APART_MOST: i64 = 600;
/// How many tables are tried.
const TRIES: usize = 5;
/// The level that plays on for who leaves a table for four.
const STAND_IN: &str = "normal";

pub(super) async fn tables(State(app): State<Arc<App>>, _: Visitor) -> Response {
    Json(json!({ "tables": app.house.lobby.tables.all() })).into_response()
}

pub(super) async fn live(State(app): State<Arc<App>>, _: Visitor) -> Response {
    Json(json!({ "tables": app.house.lobby.games.all() })).into_response()
}

/// What is on, of every kind of game.
pub(super) async fn tv(State(app): State<Arc<App>>, _: Visitor) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], app.house.lobby.tv.all(Instant::now())).into_response()
}

/// What somebody wants to play with anybody.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchWish {
    kind: String,
    #[serde(default)]
    preset: Option<String>,
    clock: Control,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    range: Option<Range>,
}

pub(super) async fn find(
    State(app): State<Arc<App>>,
    player: Player,
    Body(wish): Body<MatchWish>,
) -> Result<Response, Refused> {
    games::may_play(&app, &player.known.person)?;
    app.limits.game(player.caller())?;
    let plan = plan(&app, &player, wish)?;
    app.house.lets_join(player.guest.id).await?;
    // Whoever comes at the same time waits, and then finds this table.
    let _one_at_a_time = app.house.lobby.matching.lock().await;
    let id = match seated(&app, &player, &plan).await? {
        Some(id) => id,
        None => app.rooms.make(plan).await?,
    };
    Ok((player.cookie(), Json(json!({ "id": id }))).into_response())
}

/// A table as it would be listed if there is none yet. Only members play for points.
fn plan(app: &App, player: &Player, wish: MatchWish) -> Result<Plan, Refused> {
    let seats = engine::catalog::find(&wish.kind).ok_or_else(Refused::no_kind)?.about().seats.len();
    let is_rated = wish.rated && player.known.person.kind == Kind::Member;
    let levels = room::Host::levels(&*app.house, &wish.kind);
    let stand_in = levels.iter().find(|level| **level == STAND_IN).filter(|_| seats > 2 && !is_rated);
    let wish = GameWish {
        rated: is_rated,
        members: is_rated,
        range: wish.range,
        preset: wish.preset,
        stand_in: stand_in.map(|level| (*level).to_owned()),
        ..GameWish::for_strangers(wish.kind, seats, wish.clock)
    };
    Ok(Plan::new(wish, room::Person { id: player.guest.id, name: &player.guest.name }, &*app.house)?)
}

/// Seats somebody at the nearest table that fits; whoever waits at one already goes on waiting there.
async fn seated(app: &App, player: &Player, plan: &Plan) -> Result<Option<GameId>, Refused> {
    let who = player.guest.id;
    let mut fitting = app.house.lobby.tables.all();
    fitting.retain(|table| fits(table, plan));
    if let Some(own) = fitting.iter().find(|table| table.people.contains(&who)) {
        return Ok(Some(own.id));
    }
    let strength = strength(app, who, plan).await?;
    fitting.retain(|table| !plan.rated || (table.strength - strength).abs() <= apart(table));
    fitting.retain(|table| plan.range.is_none_or(|range| range.has(table.strength)));
    fitting.sort_by_key(|table| (table.strength - strength).abs());
    for table in fitting.into_iter().take(TRIES) {
        if let Some(seat) = table.open
            && sit(app, player, table.id, seat).await?.is_ok()
        {
            return Ok(Some(table.id));
        }
    }
    Ok(None)
}

fn fits(table: &TableSight, plan: &Plan) -> bool {
    table.kind == plan.kind && table.rules == plan.choices && table.clock == plan.control && table.rated == plan.rated
}

fn apart(table: &TableSight) -> i64 {
    let waited_s = i64::try_from(table.since.elapsed().as_secs()).unwrap_or(APART_MOST);
    APART_MOST.min(APART_FIRST + APART_EACH_S * waited_s.min(APART_MOST))
}

async fn strength(app: &App, who: PersonId, plan: &Plan) -> Result<i64, Refused> {
    let Some(pool) = plan.game().and_then(|kind| plan.pool(kind)) else { return Ok(UNRATED_STRENGTH) };
    let score = app.house.store.score(&Rater::Person(who), &pool).await.map_err(Refused::logged)?;
    Ok(score.map_or(UNRATED_STRENGTH, |score| score.rating.shown()))
}

/// Somebody else may have been quicker, and a table may not take everybody.
async fn sit(app: &App, player: &Player, id: GameId, seat: u8) -> Result<Result<u32, Refused>, Refused> {
    let asked = |answer| Asked {
        who: player.guest.clone(),
        network: player.caller().network,
        message: Message { a: String::new(), wish: Wish::Sit { seat, name: None } },
        answer: Recipient::Once(answer),
    };
    app.rooms.ask(id, |answer| Request::Message(Box::new(asked(answer)))).await
}
