//! Jobs for those who think for the house elsewhere. Whoever asks has a host's token that is good for this and nothing else need be
//! known of them; what they answer goes through the rules.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use engine::Thought;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use super::body::{Path, Text};
use crate::app::{App, ended};
use crate::error::Refused;
use crate::ids;
use crate::network::Network;
use crate::scopes::Scope;
use crate::store::{Hold, Known, Role, Taken};
use crate::workers::{Answered, REFUSED_MAX, TOLD_BYTES_MAX, TRIES_MAX, Workers, told};

/// How often the board is looked at for jobs of other nodes; those of this one are told at once.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Somebody who thinks for the house: a program with a host's token.
pub(super) struct Worker {
    /// By what it is known.
    token: String,
    network: Network,
}

impl FromRequestParts<Arc<App>> for Worker {
    type Rejection = Refused;

    /// Its network was counted at the gate; it asks too often for the rate of a person.
    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let network = parts.extensions.get::<Network>().copied().ok_or_else(|| Refused::logged("no network"))?;
        // Only programs are known by then; a browser is not asked who uses it.
        let Known { person, session } = parts.extensions.get::<Known>().ok_or_else(Refused::no_session)?;
        if person.role != Role::Host || !session.scopes.has(Scope::Worker) {
            return Err(Refused::no_scope());
        }
        let token = session.token_hash.clone();
        let until_ms = app.house.store.board().aside_until(&token).await.map_err(Refused::logged)?;
        let now_ms = app.house.time.now_ms();
        if until_ms > now_ms { Err(Refused::aside(until_ms, now_ms)) } else { Ok(Self { token, network }) }
    }
}

/// A job as it is handed out.
#[derive(Serialize)]
struct JobSight {
    id: String,
    /// To be sent with everything about it.
    claim: String,
    /// How long it may be had.
    run_ms: i64,
    /// How often to say that one still has it.
    renew_ms: u64,
    question: Box<RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    claim: String,
    #[serde(default)]
    lines: Vec<Thought>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    claim: String,
    answered: Answered,
    /// Whether another job is wanted at once.
    #[serde(default)]
    next: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    claim: String,
    /// Whether it was tried and failed; somebody who only ends gives it back as it was.
    #[serde(default)]
    failed: bool,
}

/// Waits for a job, but not for long.
pub(super) async fn acquire(State(app): State<Arc<App>>, worker: Worker) -> Result<Response, Refused> {
    let Workers { waits, posted, .. } = &app.house.workers;
    let poll = waits.poll.min(app.config.waits.request * 3 / 4);
    let until = tokio::time::Instant::now() + poll;
    let mut ending = app.ending.clone();
    app.house.store.board().seen(&worker.token, app.house.time.now_ms()).await.map_err(Refused::logged)?;
    app.house.thinkers.have_workers(true);
    loop {
        let mut news = std::pin::pin!(posted.notified());
        news.as_mut().enable();
        if let Some(job) = take(&app, &worker).await? {
            return Ok(Json(json!({ "job": job })).into_response());
        }
        tokio::select! {
            () = news => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = tokio::time::sleep_until(until) => return Ok(Json(json!({ "job": null })).into_response()),
            () = ended(&mut ending) => return Err(Refused::ending()),
        }
    }
}

async fn take(app: &App, worker: &Worker) -> Result<Option<JobSight>, Refused> {
    let (claim, waits, now_ms) = (ids::short_secret(), app.house.workers.waits, app.house.time.now_ms());
    let lease_ms = now_ms + i64::try_from(waits.lease.as_millis()).unwrap_or(i64::MAX);
    let taken = app.house.store.board().take(&worker.token, &claim, (now_ms, lease_ms), TRIES_MAX).await;
    let Some(Taken { id, payload, run_ms, .. }) = taken.map_err(Refused::logged)? else { return Ok(None) };
    let question = RawValue::from_string(payload).map_err(Refused::logged)?;
    let renew_ms = u64::try_from(waits.renew.as_millis()).unwrap_or(u64::MAX);
    Ok(Some(JobSight { id, claim, run_ms, renew_ms, question }))
}

/// Says that one still has a job, and what was found so far.
pub(super) async fn progress(
    State(app): State<Arc<App>>,
    worker: Worker,
    Path(id): Path<String>,
    Text(text): Text,
) -> Result<Response, Refused> {
    let Told { claim, lines } = read(&app, &worker, &text).await?;
    let (board, hold) = (app.house.store.board(), Hold { id: &id, claim: &claim });
    let mut lines_told = String::new();
    if !lines.is_empty() {
        let (payload, _) = board.held(hold).await.map_err(Refused::logged)?.ok_or_else(Refused::no_job)?;
        let believed = app.workshop.work(worker.network, move || told(&payload, lines)).await?;
        let believed = refuse(&app, &worker, hold, believed).await?;
        lines_told = serde_json::to_string(&believed).map_err(Refused::logged)?;
    }
    let now_ms = app.house.time.now_ms();
    let lease_ms = now_ms + i64::try_from(app.house.workers.waits.lease.as_millis()).unwrap_or(i64::MAX);
    if !board.renew(hold, (now_ms, lease_ms), &lines_told).await.map_err(Refused::logged)? {
        return Err(Refused::no_job());
    }
    if !lines_told.is_empty() {
        app.house.workers.answered.notify_one();
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes an answer, the first to a job that is right, and hands out the next job if one is wanted.
pub(super) async fn answer(
    State(app): State<Arc<App>>,
    worker: Worker,
    Path(id): Path<String>,
    Text(text): Text,
) -> Result<Response, Refused> {
    let Done { claim, answered, next } = read(&app, &worker, &text).await?;
    let (board, hold) = (app.house.store.board(), Hold { id: &id, claim: &claim });
    let asked = board.held(hold).await.map_err(Refused::logged)?;
    let (payload, taken_ms) = asked.ok_or_else(Refused::no_job)?;
    let held_ms = app.house.time.now_ms() - taken_ms;
    let believed = app.workshop.work(worker.network, move || answered.believed(&payload, held_ms)).await?;
    let believed = refuse(&app, &worker, hold, believed).await?;
    let kept = serde_json::to_string(&believed).map_err(Refused::logged)?;
    if !board.answer(hold, &kept, app.house.time.now_ms()).await.map_err(Refused::logged)? {
        return Err(Refused::no_job());
    }
    app.house.workers.answered.notify_one();
    board.seen(&worker.token, app.house.time.now_ms()).await.map_err(Refused::logged)?;
    let next = if next { take(&app, &worker).await? } else { None };
    Ok(Json(json!({ "job": next })).into_response())
}

/// Gives a job back that one cannot do.
pub(super) async fn abort(
    State(app): State<Arc<App>>,
    worker: Worker,
    Path(id): Path<String>,
    Text(text): Text,
) -> Result<Response, Refused> {
    let Given { claim, failed } = read(&app, &worker, &text).await?;
    let hold = Hold { id: &id, claim: &claim };
    if !app.house.store.board().give_back(hold, failed).await.map_err(Refused::logged)? {
        return Err(Refused::no_job());
    }
    app.house.workers.posted.notify_one();
    app.house.workers.answered.notify_one();
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// What cannot be read no honest worker sends.
async fn read<T: serde::de::DeserializeOwned>(app: &App, worker: &Worker, text: &str) -> Result<T, Refused> {
    let told = if text.len() > TOLD_BYTES_MAX { Err("it is too long".to_owned()) } else { parsed(text) };
    match told {
        Ok(told) => Ok(told),
        Err(detail) => {
            lied(app, worker).await?;
            Err(Refused::message(detail))
        }
    }
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// A worker that answers what the rules do not allow loses the job; after a few such answers it is set aside.
async fn refuse<T>(
    app: &App,
    worker: &Worker,
    hold: Hold<'_>,
    believed: Result<T, game::Refusal>,
) -> Result<T, Refused> {
    match believed {
        Ok(believed) => Ok(believed),
        Err(refusal) => {
            // One whose job is not its own any more has been refused for that already.
            if app.house.store.board().give_back(hold, true).await.map_err(Refused::logged)? {
                app.house.workers.posted.notify_one();
                app.house.workers.answered.notify_one();
            }
            lied(app, worker).await?;
            Err(Refused::of_rules(refusal))
        }
    }
}

async fn lied(app: &App, worker: &Worker) -> Result<(), Refused> {
    app.house.workers.tally.refused.add(1);
    let (now_ms, aside) = (app.house.time.now_ms(), app.house.workers.waits.aside);
    let until_ms = now_ms + i64::try_from(aside.as_millis()).unwrap_or(i64::MAX);
    app.house.store.board().lied(&worker.token, now_ms, REFUSED_MAX, until_ms).await.map_err(Refused::logged)
}
