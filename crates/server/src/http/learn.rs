//! Lessons and boards to try: the portable code of the engine behind addresses.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use engine::lessons::{self, Attempt, Book, BookSight, Language, Lesson, Stage, Standing};
use engine::positions::{self, Draft, Trial};
use engine::practice::{self, Dealt, Ending};
use serde::{Deserialize, Serialize};

use super::body::Body;
use super::visitor::{Player, Visitor};
use crate::app::App;
use crate::error::Refused;
use crate::ids::PersonId;
use crate::store::Learned;

/// The most stars of a stage.
const STARS_MAX: u8 = 3;

#[derive(Deserialize)]
pub(super) struct InLanguage {
    lang: Option<String>,
}

impl InLanguage {
    /// English where nothing or something unknown is asked for.
    pub(super) fn language(&self) -> Language {
        self.lang.as_deref().and_then(Language::from_code).unwrap_or(Language::English)
    }
}

/// Stars by game, lesson and place of the stage.
type Kept = BTreeMap<String, BTreeMap<String, Vec<u8>>>;

#[derive(Serialize)]
struct Overview {
    games: Vec<GameSight>,
}

#[derive(Serialize)]
struct GameSight {
    kind: &'static str,
    lessons: Vec<LessonSight>,
}

#[derive(Serialize)]
struct LessonSight {
    id: &'static str,
    article: &'static str,
    title: &'static str,
    stages: usize,
    stars: Vec<u8>,
}

/// What a browser has kept by itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Brought {
    stars: Kept,
}

pub(super) async fn position(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Body(trial): Body<Trial>,
) -> Result<Response, Refused> {
    let looked = if trial.trail {
        // As much as all positions of a game.
        app.limits.export(visitor.caller())?;
        app.workshop.work(visitor.caller().network, move || positions::look(&trial)).await?
    } else {
        positions::look(&trial)
    };
    Ok(match looked {
        Ok(sight) => Json(sight).into_response(),
        Err(refused) => (StatusCode::UNPROCESSABLE_ENTITY, Json(refused)).into_response(),
    })
}

/// A set-up after some changes, with everything that forbids playing it.
pub(super) async fn edit(_visitor: Visitor, Body(draft): Body<Draft>) -> Response {
    match positions::sketch(&draft) {
        Ok(sketch) => Json(sketch).into_response(),
        Err(refused) => (StatusCode::UNPROCESSABLE_ENTITY, Json(refused)).into_response(),
    }
}

pub(super) async fn overview(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(wanted): Query<InLanguage>,
) -> Result<Response, Refused> {
    let kept = match visitor.id() {
        Some(person) => app.house.store.stars(person).await.map_err(Refused::logged)?,
        None => Vec::new(),
    };
    Ok(listed(&kept, wanted.language()))
}

/// Merges what a browser has kept: the greater number stays.
pub(super) async fn merge(
    State(app): State<Arc<App>>,
    player: Player,
    Query(wanted): Query<InLanguage>,
    Body(brought): Body<Brought>,
) -> Result<Response, Refused> {
    keep(&app, player.guest.id, known(&brought.stars)).await?;
    let kept = app.house.store.stars(player.guest.id).await.map_err(Refused::logged)?;
    Ok((player.cookie(), listed(&kept, wanted.language())).into_response())
}

pub(super) async fn book(
    _: Visitor,
    Path(kind): Path<String>,
    Query(wanted): Query<InLanguage>,
) -> Result<Response, Refused> {
    let book = lessons::book(&kind).ok_or_else(Refused::no_lesson)?;
    Ok(Json(BookSight::new(book, wanted.language())).into_response())
}

pub(super) async fn rules(
    _: Visitor,
    Path(kind): Path<String>,
    Query(wanted): Query<InLanguage>,
) -> Result<Response, Refused> {
    let book = engine::rulebook::book(&kind, wanted.language()).ok_or_else(Refused::no_kind)?;
    Ok(Json(book).into_response())
}

/// Which ending, and how long its win is to be.
#[derive(Deserialize)]
pub(super) struct Wish {
    class: Option<String>,
    #[serde(default = "one")]
    moves: u8,
}

const fn one() -> u8 {
    1
}

#[derive(Serialize)]
struct Endings {
    endings: Vec<Ending>,
    /// A position of one of them, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    dealt: Option<Dealt>,
}

/// The endings of a game that are dealt from tables, and one that is dealt.
pub(super) async fn practice(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(kind): Path<String>,
    Query(Wish { class, moves }): Query<Wish>,
) -> Result<Response, Refused> {
    let kind = engine::catalog::find(&kind).ok_or_else(Refused::no_kind)?.about().kind;
    let dealt = match class {
        None => None,
        Some(class) => {
            let seed = super::puzzles::random() as u64;
            let deal = move || practice::deal(kind, &class, moves, seed);
            Some(app.workshop.work(visitor.caller().network, deal).await?.ok_or_else(Refused::no_lesson)?)
        }
    };
    Ok(Json(Endings { endings: practice::endings(kind), dealt }).into_response())
}

pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path((kind, lesson, stage)): Path<(String, String, String)>,
    Body(tried): Body<Attempt>,
) -> Result<Response, Refused> {
    let (book, lesson, stage) = find(&kind, &lesson, &stage).ok_or_else(Refused::no_lesson)?;
    let game = engine::catalog::find(&book.game).ok_or_else(Refused::no_lesson)?;
    let answer = match lessons::attempt(game, stage, &tried) {
        Ok(answer) => answer,
        Err(refused) => return Ok((StatusCode::UNPROCESSABLE_ENTITY, Json(refused)).into_response()),
    };
    if let (Standing::Done, Some(person)) = (answer.state, visitor.id()) {
        keep(&app, person, vec![stars(book, lesson, stage, answer.stars)]).await?;
    }
    Ok(Json(answer).into_response())
}

async fn keep(app: &App, person: PersonId, stars: Vec<Learned>) -> Result<(), Refused> {
    if stars.is_empty() {
        return Ok(());
    }
    app.house.store.keep_stars(person, stars, app.house.time.now_ms()).await.map_err(Refused::logged)
}

fn find(kind: &str, lesson: &str, stage: &str) -> Option<(&'static Book, &'static Lesson, &'static Stage)> {
    let book = lessons::book(kind)?;
    let lesson = book.lesson(lesson)?;
    Some((book, lesson, lesson.stage(stage)?))
}

fn stars(book: &Book, lesson: &Lesson, stage: &Stage, stars: u8) -> Learned {
    Learned { kind: book.game.clone(), lesson: lesson.id.clone(), stage: stage.id.clone(), stars }
}

/// What is brought is counted only for stages that there are.
fn known(brought: &Kept) -> Vec<Learned> {
    let stages = lessons::books().iter().flat_map(|book| book.lessons.iter().map(move |lesson| (book, lesson)));
    let given = stages.filter_map(|(book, lesson)| Some((book, lesson, brought.get(&book.game)?.get(&lesson.id)?)));
    let of_lesson = |(book, lesson, given): (&Book, &'static Lesson, &Vec<u8>)| {
        let pairs = lesson.stages.iter().zip(given).filter(|(_, count)| **count > 0);
        pairs.map(|(stage, count)| stars(book, lesson, stage, (*count).min(STARS_MAX))).collect::<Vec<_>>()
    };
    given.flat_map(of_lesson).collect()
}

fn listed(kept: &[Learned], language: Language) -> Response {
    let of_stage = |kind: &str, lesson: &str, stage: &Stage| {
        let own = |one: &&Learned| one.kind == kind && one.lesson == lesson && one.stage == stage.id;
        kept.iter().find(own).map_or(0, |one| one.stars)
    };
    let lesson_sight = |book: &'static Book, lesson: &'static Lesson| LessonSight {
        id: &lesson.id,
        article: &lesson.article,
        title: lesson.title.in_language(language),
        stages: lesson.stages.len(),
        stars: lesson.stages.iter().map(|stage| of_stage(&book.game, &lesson.id, stage)).collect(),
    };
    let game_sight = |book: &'static Book| GameSight {
        kind: &book.game,
        lessons: book.lessons.iter().map(|lesson| lesson_sight(book, lesson)).collect(),
    };
    Json(Overview { games: lessons::books().iter().map(game_sight).collect() }).into_response()
}
