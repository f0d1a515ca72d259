//! What anybody may read of members: profiles, games, ratings, and who leads.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use ratings::{Form, Pool, Rank, Rating};
use room::{PersonId, Rater};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::body::Path;
use super::games::game_id;
use super::visitor::Visitor;
use crate::app::App;
use crate::error::Refused;
use crate::names;
use crate::owner::{Request, card};
use crate::scores;
use crate::store::{Kind, PAGE, Person, Played, Point, Score, Win};

/// A rating as it is shown.
#[derive(Serialize)]
struct RatingSight {
    rating: i64,
    deviation: i64,
    rank: Rank,
    provisional: bool,
}

impl RatingSight {
    fn of(rating: &Rating, form: Form) -> Self {
        Self {
            rating: rating.shown(),
            deviation: rating.deviation().round() as i64,
            rank: rating.rank(),
            provisional: rating.is_provisional(form),
        }
    }
}

/// A rating with its history in numbers.
#[derive(Serialize)]
struct ScoreSight {
    #[serde(flatten)]
    rating: RatingSight,
    games: i64,
    won: i64,
    drawn: i64,
    lost: i64,
    best: Option<BestSight>,
    played_ms: i64,
}

#[derive(Serialize)]
struct BestSight {
    rating: i64,
    rank: Rank,
}

impl ScoreSight {
    fn of(score: &Score, form: Form) -> Self {
        let best = score.best.round() as i64;
        Self {
            rating: RatingSight::of(&score.rating, form),
            games: score.games,
            won: score.won,
            drawn: score.drawn,
            lost: score.lost,
            best: (best > 0).then(|| BestSight { rating: best, rank: Rank::of(best) }),
            played_ms: score.played_ms,
        }
    }
}

#[derive(Serialize)]
struct PoolSight {
    pool: Pool,
    #[serde(flatten)]
    score: ScoreSight,
}

/// How strong somebody is in one pool, in short.
#[derive(Serialize)]
pub(super) struct PoolRank {
    pool: Pool,
    #[serde(flatten)]
    rating: RatingSight,
}

/// How strong somebody is, where that is known; what was played the most comes first.
pub(super) async fn ranks(app: &App, id: PersonId) -> Result<Vec<PoolRank>, Refused> {
    let scores = app.house.store.scores_of(id).await.map_err(Refused::logged)?;
    let rank = |(pool, score): (Pool, Score)| {
        let rating = RatingSight::of(&score.rating, scores::form(&pool)?);
        Some(PoolRank { pool, rating })
    };
    Ok(scores.into_iter().filter_map(rank).collect())
}

fn pool_sight((pool, score): (Pool, Score)) -> Option<PoolSight> {
    let form = scores::form(&pool)?;
    Some(PoolSight { score: ScoreSight::of(&score, form), pool })
}

async fn member(app: &App, visitor: &Visitor, name: &str) -> Result<Person, Refused> {
    app.limits.export(visitor.caller())?;
    app.house.store.member(&names::key(name)).await.map_err(Refused::logged)?.ok_or_else(Refused::no_person)
}

pub(super) async fn profile(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Refused> {
    let Person { id, kind, name, created_ms, .. } = member(&app, &visitor, &name).await?;
    let scores = app.house.store.scores_of(id).await.map_err(Refused::logged)?;
    let wins = app.house.store.best_wins_of(id).await.map_err(Refused::logged)?;
    let win = |win: &Win| {
        let rating = win.rating.round() as i64;
        json!({ "game": win.game, "pool": win.pool, "at_ms": win.at_ms, "name": win.name,
            "rating": rating, "rank": Rank::of(rating) })
    };
    let ratings: Vec<_> = scores.into_iter().filter_map(pool_sight).collect();
    let wins: Vec<_> = wins.iter().map(win).collect();
    let relation = match visitor.id() {
        Some(own) => app.house.store.relation(own, id).await.map_err(Refused::logged)?,
        None => None,
    };
    let profile = json!({ "name": name, "kind": kind, "created_ms": created_ms, "ratings": ratings, "wins": wins,
        "relation": relation });
    Ok(Json(profile).into_response())
}

/// Which page of a list.
#[derive(Deserialize)]
pub(super) struct From {
    #[serde(default)]
    from: u32,
}

#[derive(Serialize)]
struct PlayedSight {
    #[serde(flatten)]
    summary: serde_json::Value,
    pool: Option<String>,
    why: Option<String>,
    before: Option<i64>,
    after: Option<i64>,
}

/// A line as the member sees it, whose seats are `you`.
fn played_sight(played: Played, summary: serde_json::Value) -> PlayedSight {
    let told = |text: String| (!text.is_empty()).then_some(text);
    let counts = played.why.is_empty() && played.state != "casual";
    PlayedSight {
        summary,
        pool: told(played.pool).filter(|_| counts),
        why: told(played.why),
        before: played.change.map(|change| change.0.round() as i64),
        after: played.change.map(|change| change.1.round() as i64),
    }
}

pub(super) async fn games(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(page): Query<From>,
) -> Result<Response, Refused> {
    let id = member(&app, &visitor, &name).await?.id;
    let mut played = app.house.store.played_by(id, page.from).await.map_err(Refused::logged)?;
    let more = played.len() > PAGE as usize;
    played.truncate(PAGE as usize);
    let summaries: Vec<String> = played.iter().map(|played| played.summary.clone()).collect();
    let lines = card::lines(&app.house.store, summaries, id).await.map_err(Refused::logged)?;
    let sight = |(played, line): (Played, Option<_>)| Some(played_sight(played, line?));
    let games: Vec<_> = played.into_iter().zip(lines).filter_map(sight).collect();
    Ok(Json(json!({ "games": games, "more": more })).into_response())
}

pub(super) async fn history(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Refused> {
    let id = member(&app, &visitor, &name).await?.id;
    let points = app.house.store.history_of(id).await.map_err(Refused::logged)?;
    let point = |point: &Point| {
        json!({ "pool": point.pool, "at_ms": point.at_ms, "rating": point.rating.round() as i64,
            "deviation": point.deviation.round() as i64, "game": point.game })
    };
    // The earliest first, as a graph is drawn.
    let points: Vec<_> = points.iter().rev().map(point).collect();
    Ok(Json(json!({ "points": points })).into_response())
}

pub(super) async fn leaders(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path((kind, family, tempo)): Path<(String, String, String)>,
) -> Result<Response, Refused> {
    app.limits.export(visitor.caller())?;
    let pool: Pool = format!("{kind}/{family}/{tempo}").parse().map_err(|_| Refused::no_pool())?;
    let form = scores::form(&pool).ok_or_else(Refused::no_pool)?;
    let (store, now_ms) = (&app.house.store, app.house.time.now_ms());
    let people = store.leaders(&pool, form, Kind::Member, now_ms).await.map_err(Refused::logged)?;
    let bots = store.leaders(&pool, form, Kind::Bot, now_ms).await.map_err(Refused::logged)?;
    let computers = store.computers(&pool).await.map_err(Refused::logged)?;
    let list = |key: &str, list: Vec<(String, Score)>| -> Vec<serde_json::Value> {
        let line = |(who, score): (String, Score)| {
            let mut line = serde_json::to_value(ScoreSight::of(&score, form)).unwrap_or_default();
            line[key] = who.into();
            line
        };
        list.into_iter().map(line).collect()
    };
    let (leaders, bots, computers) = (list("name", people), list("name", bots), list("level", computers));
    let answer = json!({ "pool": pool, "leaders": leaders, "bots": bots, "computers": computers });
    Ok(Json(answer).into_response())
}

/// Somebody at a table, as far as there is a rating to tell.
#[derive(Serialize)]
struct SeatSight {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingSight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<serde_json::Value>,
}

/// Everybody's rating at a table, and what the game did to it.
pub(super) async fn ratings(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    app.limits.export(visitor.caller())?;
    let id = game_id(&id)?;
    let seated = app.rooms.ask(id, |answer| Request::Seated { answer }).await?;
    let pool = seated.pool.as_ref().and_then(|pool| Some((pool, scores::form(pool)?)));
    let mut seats = Vec::with_capacity(seated.chairs.len());
    for chair in &seated.chairs {
        seats.push(match Rater::on(chair) {
            Some(who) => Some(seat_sight(&app, id, who, pool).await.map_err(Refused::logged)?),
            None => None,
        });
    }
    Ok(Json(json!({ "pool": seated.pool, "seats": seats })).into_response())
}

async fn seat_sight(
    app: &App,
    game: crate::ids::GameId,
    who: Rater,
    pool: Option<(&Pool, Form)>,
) -> Result<SeatSight, sqlx::Error> {
    let store = &app.house.store;
    let name = match &who {
        Rater::Person(person) | Rater::Bot(person) => store.name_of_member(*person).await?,
        Rater::House(_) => None,
    };
    let Some((pool, form)) = pool else { return Ok(SeatSight { name, rating: None, change: None }) };
    let known = store.score(&who, pool).await?;
    let change = store.change(game, &who).await?.map(|(before, after, deviation)| {
        json!({ "before": before.round() as i64, "after": after.round() as i64, "deviation": deviation.round() as i64,
            "rank": Rank::of(after.round() as i64), "provisional": deviation > form.deviation_provisional() })
    });
    Ok(SeatSight { name, rating: known.map(|known| RatingSight::of(&known.rating, form)), change })
}
