//! Puzzles: which to solve next, whether a try is right, and what people think of them.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Response};
use engine::puzzles::{self, Answer, Attempt, Goal, Puzzle};
use engine::{Limits, catalog};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::body::Body;
use super::visitor::Player;
use crate::app::App;
use crate::brains::{Errand, Place, Question, Study};
use crate::error::Refused;
use crate::ids::{self, PersonId};
use crate::store::{FirstTry, Puzzled, Solver, Track, Tried, first_rating};

/// Whoever has solved nothing yet begins here.
const NEAR_FIRST: i64 = 1000;
/// One of so many that are nearest in strength.
const NEAREST: usize = 6;
/// The most first tries of one person that are looked through.
const TRIED_MAX: u32 = 10_000;
/// How long a refutation is looked for.
const REFUTATION: Limits = Limits { nodes: Some(20_000), depth: None, time_ms: Some(1_000) };
/// So many votes or tries are enough to judge a puzzle.
const ENOUGH: i64 = 50;
/// So many more that dislike it hide it.
const DISLIKED: i64 = 20;

/// What is wished for.
#[derive(Deserialize)]
pub(super) struct Wanted {
    kind: Option<String>,
    theme: Option<String>,
    near: Option<u16>,
    /// The one that is left out.
    not: Option<String>,
}

/// A try, and whether its theme was wished for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TryWish {
    acts: Vec<String>,
    #[serde(default)]
    hints: u32,
    #[serde(default)]
    show: bool,
    #[serde(default)]
    theme: Option<String>,
}

/// Liked, disliked, or neither.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VoteWish {
    vote: i8,
}

#[derive(Serialize)]
struct Overview {
    kind: &'static str,
    count: usize,
    themes: Vec<ThemeSight>,
    you: Option<You>,
    daily: Option<DailySight>,
}

#[derive(Serialize)]
struct ThemeSight {
    id: &'static str,
    count: usize,
}

#[derive(Serialize)]
struct You {
    rating: i64,
    deviation: i64,
    tries: i64,
    solved: i64,
}

#[derive(Serialize)]
struct Daily {
    day: i64,
    ends_ms: i64,
    puzzles: Vec<DailySight>,
}

#[derive(Serialize)]
struct DailySight {
    kind: &'static str,
    id: &'static str,
    tried: Option<bool>,
}

/// A puzzle without its answer.
#[derive(Serialize)]
struct PuzzleSight {
    id: &'static str,
    kind: &'static str,
    rules: &'static str,
    seat: u8,
    goal: Goal,
    rating: i64,
    tried: Option<bool>,
    /// The board before the mistake.
    origin: Box<RawValue>,
    #[serde(flatten)]
    answer: Answer,
}

/// What comes of a try.
#[derive(Serialize)]
struct TrySight {
    #[serde(flatten)]
    answer: Answer,
    /// What the first try has done to the solver's rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    rated: Option<RatedSight>,
    /// All there is to know, once it is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<AboutSight>,
}

#[derive(Serialize)]
struct RatedSight {
    solved: bool,
    before: i64,
    after: i64,
}

#[derive(Serialize)]
struct AboutSight {
    themes: &'static [String],
    rating: i64,
    tries: i64,
    solved: i64,
    vote: i64,
    state: &'static str,
    acts: Vec<&'static str>,
}

pub(super) async fn overview(
    State(app): State<Arc<App>>,
    player: Player,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Refused> {
    let kind = wanted.kind()?;
    let store = &app.house.store;
    let you = store.solvers(player.guest.id).await.map_err(Refused::logged)?;
    let count =
        |theme: &str| puzzles::of_kind(kind).filter(|puzzle| puzzle.themes.iter().any(|own| own == theme)).count();
    let themes = puzzles::THEMES.iter().flat_map(|(_, names)| *names);
    let themes = themes.map(|id| ThemeSight { id, count: count(id) }).filter(|theme| theme.count > 0).collect();
    let day = puzzles::day_of(app.house.time.now_ms());
    let seen = Overview {
        kind,
        count: puzzles::of_kind(kind).count(),
        themes,
        you: you.iter().find(|solver| solver.kind == kind).map(You::of),
        daily: daily_of(&app, kind, day, player.guest.id).await?,
    };
    Ok((player.cookie(), Json(seen)).into_response())
}

/// One puzzle of every game, the same for everybody on that day.
pub(super) async fn daily(State(app): State<Arc<App>>, player: Player) -> Result<Response, Refused> {
    let day = puzzles::day_of(app.house.time.now_ms());
    let mut found = Vec::new();
    for game in catalog::games() {
        found.extend(daily_of(&app, game.about().kind, day, player.guest.id).await?);
    }
    let seen = Daily { day, ends_ms: puzzles::day_ends_ms(day), puzzles: found };
    Ok((player.cookie(), Json(seen)).into_response())
}

async fn daily_of(app: &App, kind: &'static str, day: i64, person: PersonId) -> Result<Option<DailySight>, Refused> {
    let Some(puzzle) = puzzles::daily(puzzles::of_kind(kind), day) else { return Ok(None) };
    let tried = app.house.store.first_try(person, &puzzle.id).await.map_err(Refused::logged)?;
    Ok(Some(DailySight { kind, id: &puzzle.id, tried: tried.map(|tried| tried.solved) }))
}

/// A puzzle of about the solver's strength that is new to them; when there is none left, the one not seen for longest.
pub(super) async fn next(
    State(app): State<Arc<App>>,
    player: Player,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Refused> {
    let (kind, store, person) = (wanted.kind()?, &app.house.store, player.guest.id);
    let tracks = store.tracks().await.map_err(Refused::logged)?;
    let tracks: HashMap<&str, &Track> = tracks.iter().map(|track| (track.id.as_str(), track)).collect();
    let tried = store.tried(person, kind, TRIED_MAX).await.map_err(Refused::logged)?;
    let solvers = store.solvers(person).await.map_err(Refused::logged)?;
    let own = solvers.iter().find(|solver| solver.kind == kind).map(|solver| solver.rating.shown());
    let near = wanted.near.map_or_else(|| own.unwrap_or(NEAR_FIRST), i64::from);
    let fits = |puzzle: &&Puzzle| {
        let hidden = tracks.get(puzzle.id.as_str()).is_some_and(|track| is_hidden(track));
        let skipped = wanted.not.as_ref() == Some(&puzzle.id);
        !hidden && !skipped && wanted.theme.as_ref().is_none_or(|theme| puzzle.themes.contains(theme))
    };
    let fitting: Vec<&'static Puzzle> = puzzles::of_kind(kind).filter(fits).collect();
    let rating =
        |puzzle: &Puzzle| tracks.get(puzzle.id.as_str()).map_or(i64::from(puzzle.rating), |track| track.rating.shown());
    let puzzle = chosen(&fitting, &tried, near, rating, random()).ok_or_else(Refused::no_puzzle)?;
    let tried = tried.iter().find(|tried| tried.puzzle == puzzle.id).map(|tried| tried.solved);
    Ok((player.cookie(), Json(sight(puzzle, rating(puzzle), tried)?)).into_response())
}

pub(super) async fn one(
    State(app): State<Arc<App>>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let puzzle = puzzles::find(&id).ok_or_else(Refused::no_puzzle)?;
    let track = app.house.store.track(&id).await.map_err(Refused::logged)?;
    let tried = app.house.store.first_try(player.guest.id, &id).await.map_err(Refused::logged)?;
    let rating = track.map_or(i64::from(puzzle.rating), |track| track.rating.shown());
    Ok((player.cookie(), Json(sight(puzzle, rating, tried.map(|tried| tried.solved))?)).into_response())
}

/// Tries a puzzle. What decides the first try is written: a wrong turn, help, or the solution.
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    player: Player,
    Path(id): Path<String>,
    Body(wish): Body<TryWish>,
) -> Result<Response, Refused> {
    app.limits.message(player.caller())?;
    let puzzle = puzzles::find(&id).ok_or_else(Refused::no_puzzle)?;
    let TryWish { acts, hints, show, theme } = wish;
    let tried = Attempt { acts, hints, show };
    let mut answer = puzzles::attempt(puzzle, &tried).map_err(Refused::of_rules)?;
    let settled = if tried.hints > 0 || !answer.ok { Some(false) } else { answer.done.then_some(true) };
    let rated = match settled {
        Some(solved) => Some(settle(&app, &player, puzzle, solved, theme.is_some()).await?),
        None => None,
    };
    if tried.show && !answer.ok {
        refute(&app, &player, puzzle, &mut answer).await?;
    }
    let about = if answer.done { Some(about(&app, puzzle, player.guest.id).await?) } else { None };
    let rated = rated.flatten();
    Ok((player.cookie(), Json(TrySight { answer, rated, about })).into_response())
}

/// Writes a first try; nothing if it was none.
async fn settle(
    app: &App,
    player: &Player,
    puzzle: &'static Puzzle,
    solved: bool,
    chosen: bool,
) -> Result<Option<RatedSight>, Refused> {
    let (store, person) = (&app.house.store, player.guest.id);
    if store.first_try(person, &puzzle.id).await.map_err(Refused::logged)?.is_some() {
        return Ok(None);
    }
    let at_ms = app.house.time.now_ms();
    let tried = Tried { person, puzzle, solved, chosen, at_ms };
    store.puzzled(Puzzled::Tried(tried)).await.map_err(Refused::logged)?;
    let first = store.first_try(person, &puzzle.id).await.map_err(Refused::logged)?;
    let seen = |first: FirstTry| RatedSight {
        solved: first.solved,
        before: first.before.round() as i64,
        after: first.after.round() as i64,
    };
    Ok(first.map(seen))
}

/// Shows how others answer a wrong try.
async fn refute(app: &App, player: &Player, puzzle: &Puzzle, answer: &mut Answer) -> Result<(), Refused> {
    let Some(seat) = answer.table.turn() else { return Ok(()) };
    app.limits.export(player.caller())?;
    let kind = catalog::find(&puzzle.kind).map(|game| game.about().kind).ok_or_else(Refused::no_kind)?;
    let study = Study { lines: 1, only: Vec::new(), limits: REFUTATION };
    let place = Place { game: ids::new_game(), seat };
    let errand = Errand {
        caller: player.caller(),
        place,
        kind,
        level: String::new(),
        seed: 0,
        question: Question::Study(answer.table.fork(), seat, study),
    };
    let mut thinking = app.house.thinkers.think(errand).map_err(|_| Refused::full())?;
    let latest = thinking.latest().clone();
    let done = thinking.outcome().await;
    app.house.thinkers.forget(place.game);
    let line = latest.borrow().first().map(|thought| thought.line.clone());
    if let (Some(_), Some(line)) = (done, line) {
        answer.refute(puzzle, &line);
    }
    Ok(())
}

async fn about(app: &App, puzzle: &'static Puzzle, person: PersonId) -> Result<AboutSight, Refused> {
    let store = &app.house.store;
    let track = store.track(&puzzle.id).await.map_err(Refused::logged)?;
    let vote = store.first_try(person, &puzzle.id).await.map_err(Refused::logged)?.map_or(0, |tried| tried.vote);
    let rating = track.as_ref().map_or_else(|| first_rating(puzzle).shown(), |track| track.rating.shown());
    let acts = puzzle.before.iter().chain(puzzle.turns.iter().flatten()).map(String::as_str).collect();
    let (tries, solved) = track.map_or((0, 0), |track| (track.tries, track.solved));
    Ok(AboutSight { themes: &puzzle.themes, rating, tries, solved, vote, state: &puzzle.state, acts })
}

/// Whoever has tried a puzzle may say whether they like it.
pub(super) async fn vote(
    State(app): State<Arc<App>>,
    player: Player,
    Path(id): Path<String>,
    Body(wish): Body<VoteWish>,
) -> Result<Response, Refused> {
    let vote = i64::from(wish.vote.signum());
    say(&app, player, &id, |person, id| Puzzled::Voted(person, id, vote)).await
}

/// Whoever has tried a puzzle may say that something is wrong with it.
pub(super) async fn report(
    State(app): State<Arc<App>>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    say(&app, player, &id, Puzzled::Reported).await
}

async fn say(
    app: &App,
    player: Player,
    id: &str,
    what: impl FnOnce(PersonId, String) -> Puzzled,
) -> Result<Response, Refused> {
    app.limits.message(player.caller())?;
    let (store, person) = (&app.house.store, player.guest.id);
    if store.first_try(person, id).await.map_err(Refused::logged)?.is_none() {
        return Err(Refused::no_puzzle());
    }
    store.puzzled(what(person, id.to_owned())).await.map_err(Refused::logged)?;
    Ok((axum::http::StatusCode::NO_CONTENT, player.cookie()).into_response())
}

impl Wanted {
    fn kind(&self) -> Result<&'static str, Refused> {
        let game = self.kind.as_deref().and_then(catalog::find).ok_or_else(Refused::no_kind)?;
        Ok(game.about().kind)
    }
}

impl You {
    fn of(solver: &Solver) -> Self {
        let Solver { rating, tries, solved, .. } = solver;
        Self { rating: rating.shown(), deviation: rating.deviation().round() as i64, tries: *tries, solved: *solved }
    }
}

fn sight(puzzle: &'static Puzzle, rating: i64, tried: Option<bool>) -> Result<PuzzleSight, Refused> {
    let (origin, answer) = puzzles::begin(puzzle).map_err(Refused::logged)?;
    let (id, kind, rules) = (&puzzle.id, &puzzle.kind, &puzzle.rules);
    Ok(PuzzleSight { id, kind, rules, seat: puzzle.seat, goal: puzzle.goal, rating, tried, origin, answer })
}

/// Disliked by many, or solved by next to nobody.
const fn is_hidden(track: &Track) -> bool {
    let disliked = track.ups + track.downs >= ENOUGH && track.downs - track.ups >= DISLIKED;
    let unsolved = track.tries >= ENOUGH && track.solved * 50 < track.tries;
    disliked || unsolved
}

/// One of the nearest that are new to somebody, or else the one that was tried longest ago.
fn chosen(
    fitting: &[&'static Puzzle],
    tried: &[FirstTry],
    near: i64,
    rating: impl Fn(&Puzzle) -> i64,
    random: usize,
) -> Option<&'static Puzzle> {
    let when = |puzzle: &Puzzle| tried.iter().find(|tried| tried.puzzle == puzzle.id).map(|tried| tried.at_ms);
    let mut fresh: Vec<&'static Puzzle> = fitting.iter().copied().filter(|puzzle| when(puzzle).is_none()).collect();
    if fresh.is_empty() {
        return fitting.iter().copied().min_by_key(|puzzle| when(puzzle));
    }
    fresh.sort_by_key(|puzzle| (rating(puzzle) - near).abs());
    fresh.truncate(NEAREST);
    fresh.get(random % fresh.len()).copied()
}

pub(super) fn random() -> usize {
    let mut bytes = [0; 8];
    // Without randomness the nearest will do.
    let _ = getrandom::fill(&mut bytes);
    usize::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratings::{Form, Rating};

    fn track(tries: i64, solved: i64, ups: i64, downs: i64) -> Track {
        Track { id: String::new(), rating: Rating::start(Form::Duel), tries, solved, ups, downs, reports: 0 }
    }

    #[test]
    fn puzzles_that_nobody_likes_or_solves_are_hidden() {
        assert!(!is_hidden(&track(10, 0, 0, 10)), "too few to judge");
        assert!(is_hidden(&track(60, 30, 15, 35)) && !is_hidden(&track(60, 30, 16, 35)));
        assert!(is_hidden(&track(100, 1, 0, 0)) && !is_hidden(&track(100, 2, 0, 0)));
    }

    #[test]
    fn the_nearest_that_is_new_is_chosen_and_then_the_oldest() {
        let all: Vec<&'static Puzzle> = puzzles::of_kind("janggi").collect();
        let rating = |puzzle: &Puzzle| i64::from(puzzle.rating);
        let first_try = |(index, puzzle): (usize, &&'static Puzzle)| FirstTry {
            puzzle: puzzle.id.clone(),
            solved: true,
            before: 0.0,
            after: 0.0,
            vote: 0,
            at_ms: 100 - index as i64,
        };
        for random in 0..50 {
            let one = chosen(&all, &[], 900, rating, random).expect("there are many");
            let nearer = all.iter().filter(|other| (rating(other) - 900).abs() < (rating(one) - 900).abs()).count();
            assert!(nearer < NEAREST, "{nearer}");
        }
        let tried: Vec<FirstTry> = all.iter().enumerate().map(first_try).collect();
        assert_eq!(chosen(&all, &tried, 900, rating, 3).map(|one| &one.id), all.last().map(|one| &one.id));
        assert!(chosen(&[], &[], 900, rating, 3).is_none());
    }
}
