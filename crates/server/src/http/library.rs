//! One's own library: games that were brought as files, to be searched, opened, taken along and thrown away.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body as Bytes, Bytes as Whole};
use axum::extract::{FromRequest as _, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use game::Game;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::body::{Path, Query};
use super::export::attachment;
use super::visitor::{Player, Visitor};
use crate::app::App;
use crate::counting::Whose;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::shelf::{self, DAY_MAX, Found, NotRead, SHELF_MAX};
use crate::store::{Amend, Batch, Search, Spine};

/// How many games a page has.
const PAGE: u32 = 50;
/// How many games are written at once: others' moves wait no longer than for these.
const WRITTEN: usize = 50;
/// The most bytes of what is searched for.
const SEARCH_MAX: usize = 200;

/// What may stand behind the question mark.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Wanted {
    kind: String,
    find: String,
    day: String,
    setup: String,
    from: u32,
}

impl Wanted {
    fn search(&self) -> Result<Search, Refused> {
        if [&self.kind, &self.find, &self.day, &self.setup].iter().any(|text| text.len() > SEARCH_MAX) {
            return Err(Refused::message("that is too long to be looked for"));
        }
        let words = shelf::folded(&self.find).split(' ').map(str::to_owned).collect();
        let setup = shelf::folded(&self.setup).split(';').map(str::to_owned).collect();
        let day = shelf::folded(&self.day).replace('-', ".").chars().take(DAY_MAX).collect();
        Ok(Search { kind: shelf::folded(&self.kind), words, day, setup })
    }
}

#[derive(Serialize)]
struct SpineSight {
    id: String,
    kind: String,
    title: String,
    day: String,
    setup: String,
    result: String,
    deeds: i64,
    added_ms: i64,
}

impl From<Spine> for SpineSight {
    fn from(Spine { id, kind, title, day, setup, result, deeds, added_ms }: Spine) -> Self {
        Self { id, kind, title, day, setup, result, deeds, added_ms }
    }
}

/// The games that fit, latest first.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Refused> {
    let search = wanted.search()?;
    let (games, count) = match visitor.id() {
        Some(person) => app.house.store.library(person, &search, (wanted.from, PAGE)).await.map_err(Refused::logged)?,
        None => (Vec::new(), 0),
    };
    let games: Vec<SpineSight> = games.into_iter().map(SpineSight::from).collect();
    Ok(Json(json!({ "games": games, "count": count })).into_response())
}

/// How a file is called.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Called {
    name: String,
}

impl Called {
    /// What stands behind the last dot.
    pub(super) fn ending(&self) -> String {
        self.name.rsplit_once('.').map(|(_, ending)| ending.to_owned()).unwrap_or_default()
    }

    /// What stands before it, in one line and no longer than that.
    pub(super) fn title(&self, chars: usize) -> String {
        let title = self.name.rsplit_once('.').map_or(self.name.as_str(), |(title, _)| title);
        let title = shelf::short(title, chars);
        if title.is_empty() { "?".to_owned() } else { title }
    }
}

/// Reads a file and keeps what is new in it.
pub(super) async fn add(
    State(app): State<Arc<App>>,
    player: Player,
    Query(called): Query<Called>,
    request: Request,
) -> Result<Response, Refused> {
    app.limits.doors.import(player.caller().network)?;
    let bytes = file(request).await?;
    let ending = called.ending();
    let added_ms = app.house.time.now_ms();
    let network = player.caller().network;
    let found = app.workshop.work(network, move || shelf::read_file(&bytes, &ending, added_ms)).await?;
    let answer = keep(&app, player.guest.id, found).await?;
    Ok((player.cookie(), Json(answer)).into_response())
}

/// The bytes of a file, which says that it is one: a form of a foreign page cannot.
pub(super) async fn file(request: Request) -> Result<Whole, Refused> {
    if !is_file(request.headers()) {
        return Err(Refused::not_bytes());
    }
    Whole::from_request(request, &()).await.map_err(|error| Refused::of_status(error.status()))
}

/// Whether the body says that it is a file.
pub(super) fn is_file(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/octet-stream")
}

async fn keep(app: &App, person: PersonId, found: Found) -> Result<Value, Refused> {
    // One after another, so that nobody keeps more than there is room for.
    let _one_at_a_time = app.shelves.lock().await;
    let store = &app.house.store;
    let mut known: HashSet<String> = store.digests(person).await.map_err(Refused::logged)?.into_iter().collect();
    let Found { kind, volumes, mut refused } = found;
    let (all, room) = (volumes.len(), SHELF_MAX.saturating_sub(known.len()));
    let mut new: Vec<_> = volumes.into_iter().filter(|volume| known.insert(volume.digest.clone())).collect();
    let same = all - new.len();
    if new.len() > room {
        let detail = format!("a library has at most {SHELF_MAX} games");
        refused.push(NotRead { line: 1, code: "E_FULL", detail });
        new.truncate(room);
    }
    let ids: Vec<String> = new.iter().map(|volume| volume.spine.id.clone()).collect();
    let mut amends: Vec<Amend> = new.into_iter().map(|volume| Amend::Shelve(person, Box::new(volume))).collect();
    while !amends.is_empty() {
        let rest = amends.split_off(amends.len().min(WRITTEN));
        let batch = Batch::about_people(std::mem::replace(&mut amends, rest));
        store.writer().write(batch).await.map_err(Refused::logged)?;
    }
    Ok(json!({ "kind": kind, "added": ids, "known": same, "refused": refused }))
}

/// One game, as it can be opened.
#[derive(Serialize)]
struct VolumeSight {
    #[serde(flatten)]
    spine: SpineSight,
    rules: String,
    state: String,
    acts: Vec<String>,
    headers: Vec<(String, String)>,
    names: Vec<String>,
    outcome: Option<Value>,
}

pub(super) async fn look(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    app.limits.export(visitor.caller())?;
    let (spine, record) = volume(&app, &visitor, &id).await?;
    let sight = app.workshop.work(visitor.caller().network, move || opened(spine, &record)).await??;
    Ok(Json(sight).into_response())
}

async fn volume(app: &App, visitor: &Visitor, id: &str) -> Result<(Spine, String), Refused> {
    let person = visitor.id().ok_or_else(Refused::no_volume)?;
    let volume = app.house.store.volume(person, id).await.map_err(Refused::logged)?;
    volume.ok_or_else(Refused::no_volume)
}

fn opened(spine: Spine, text: &str) -> Result<VolumeSight, Refused> {
    let (game, record) = shelf::read_one(&spine.kind, text).ok_or_else(|| Refused::logged("a library is spoiled"))?;
    let end = game.replay(&record).map_err(|(_, refusal)| Refused::logged(refusal))?;
    // Of results that the board does not decide, such as points, the record is believed.
    let text = record.result.clone().or_else(|| end.result()).unwrap_or_default();
    let outcome = shelf::places(game, end.as_ref(), Some(&text)).map(|places| {
        let firsts: Vec<usize> = (0..places.len()).filter(|seat| places[*seat] == 1).collect();
        let reason = text.split_once(' ').map_or("", |(_, reason)| reason);
        let reason = end.outcome().map_or(reason, |outcome| outcome.reason);
        let winner = if let [winner] = firsts[..] { Some(winner) } else { None };
        json!({ "text": text, "reason": reason, "places": places, "winner": winner })
    });
    Ok(VolumeSight {
        names: shelf::names(game, &record),
        acts: record.deeds().map(str::to_owned).collect(),
        rules: record.rules,
        state: record.start,
        headers: record.headers,
        outcome,
        spine: spine.into(),
    })
}

/// `record.FORMAT` of one game.
pub(super) async fn record(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path((id, file)): Path<(String, String)>,
) -> Result<Response, Refused> {
    app.limits.export(visitor.caller())?;
    let format = file.strip_prefix("record.").ok_or_else(Refused::no_route)?.to_owned();
    let (spine, text) = volume(&app, &visitor, &id).await?;
    let written = app.workshop.work(visitor.caller().network, move || written(&spine, &text, &format));
    written.await?
}

fn written(spine: &Spine, text: &str, format: &str) -> Result<Response, Refused> {
    let (game, record) = shelf::read_one(&spine.kind, text).ok_or_else(|| Refused::logged("a library is spoiled"))?;
    attachment(game, &record, &spine.id, format)
}

/// Which games are taken along.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Exported {
    kind: String,
}

/// All games of a kind in its own format, one after another.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(wanted): Query<Exported>,
) -> Result<Response, Refused> {
    app.limits.export(visitor.caller())?;
    let game: &dyn Game = engine::catalog::find(&wanted.kind).ok_or_else(Refused::no_kind)?;
    let ending = game.about().formats.iter().find(|format| format.exact).map_or("txt", |format| format.name);
    let name = format!("attachment; filename=\"library-{}.{ending}\"", game.about().kind);
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, name.parse().map_err(Refused::logged)?);
    let body = match visitor.id() {
        Some(person) => Bytes::from_stream(records(app, person, wanted.kind)),
        None => Bytes::empty(),
    };
    Ok((headers, body).into_response())
}

/// A page of records after another, so that no library is in memory as a whole.
fn records(app: Arc<App>, person: PersonId, kind: String) -> impl stream::Stream<Item = Result<String, sqlx::Error>> {
    stream::try_unfold((app, kind, String::new()), move |(app, kind, behind)| async move {
        let page = app.house.store.records(person, &kind, &behind, PAGE).await?;
        let Some((last, _)) = page.last() else { return Ok(None) };
        let behind = last.clone();
        let texts: Vec<&str> = page.iter().map(|(_, record)| record.trim_end()).collect();
        let text = texts.join("\n\n") + "\n\n";
        Ok(Some((text, (app, kind, behind))))
    })
}

pub(super) async fn remove(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    volume(&app, &visitor, &id).await?;
    throw_away(&app, &visitor, Some(id)).await
}

pub(super) async fn remove_all(State(app): State<Arc<App>>, visitor: Visitor) -> Result<StatusCode, Refused> {
    throw_away(&app, &visitor, None).await
}

async fn throw_away(app: &App, visitor: &Visitor, id: Option<String>) -> Result<StatusCode, Refused> {
    if let Some(person) = visitor.id() {
        // What was counted of one's own games is counted anew.
        let own = |game: &&dyn Game| Amend::Dissolve(Whose::Own(person).id(game.about().kind));
        let mut amends: Vec<Amend> = engine::catalog::games().iter().map(own).collect();
        amends.push(Amend::Unshelve(person, id));
        let batch = Batch::about_people(amends);
        let _nobody_counts = app.counting.lock().await;
        app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    }
    Ok(StatusCode::NO_CONTENT)
}
