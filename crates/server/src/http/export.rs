//! The past of a game: positions, records, images.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use game::{Seat, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::body::{Path, Query};
use super::games::game_id;
use super::visitor::Visitor;
use crate::app::App;
use crate::draw;
use crate::error::Refused;
use crate::owner::{Request, Shown};

/// The most positions at once.
const POSITIONS_MAX: usize = 200;
const SIZE_MIN: u32 = 120;
/// Twice as wide costs four times as much; print from the SVG.
const SIZE_MAX: u32 = 1024;
const SIZE: u32 = 720;
/// The same of a picture that moves.
const FILM_SIZE_MAX: u32 = 640;
const FILM_SIZE: u32 = 360;
/// All frames of it together have no more pixels than that, as if they were square: long games are drawn smaller.
const PIXELS_MAX: u32 = 40_000_000;
/// How long each position is shown.
const DELAY_MS: u32 = 700;
const DELAY_MS_MIN: u32 = 100;
const DELAY_MS_MAX: u32 = 5000;

#[derive(Deserialize)]
pub(super) struct Span {
    #[serde(default)]
    from: u32,
    to: Option<u32>,
}

#[derive(Serialize)]
struct Positions {
    positions: Vec<PositionSight>,
}

#[derive(Serialize)]
struct PositionSight {
    n: usize,
    view: Value,
}

pub(super) async fn positions(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(span): Query<Span>,
) -> Result<Response, Refused> {
    let shown = show(&app, &visitor, &id).await?;
    let from = span.from as usize;
    let to = span.to.map_or(usize::MAX, |to| to as usize).min(from.saturating_add(POSITIONS_MAX - 1));
    let positions = app.workshop.work(visitor.caller().network, move || views(&shown, from, to)).await??;
    Ok(Json(Positions { positions }).into_response())
}

pub(super) async fn show(app: &App, visitor: &Visitor, id: &str) -> Result<Shown, Refused> {
    app.limits.export(visitor.caller())?;
    let who = visitor.id();
    let shown = app.rooms.ask(game_id(id)?, |answer| Request::Show { who, answer }).await?;
    Ok(shown.ok_or_else(room::Refused::waiting)?)
}

/// The whole game as it stands.
pub(super) fn played(shown: &Shown) -> Result<Box<dyn Table>, Refused> {
    let mut table = shown.kind.load(&shown.record.rules, &shown.record.start).map_err(Refused::logged)?;
    for entry in &shown.record.entries {
        table.act(&entry.deed).map_err(Refused::logged)?;
    }
    Ok(table)
}

/// The views after `from` to `to` deeds, as far as the game has come.
fn views(shown: &Shown, from: usize, to: usize) -> Result<Vec<PositionSight>, Refused> {
    let mut views = Vec::new();
    let mut table = shown.kind.load(&shown.record.rules, &shown.record.start).map_err(Refused::logged)?;
    let mut add = |n: usize, table: &dyn Table| {
        if (from..=to).contains(&n) {
            views.push(PositionSight { n, view: table.view(shown.eyes) });
        }
    };
    add(0, table.as_ref());
    for (n, entry) in (1..=to).zip(&shown.record.entries) {
        table.act(&entry.deed).map_err(Refused::logged)?;
        add(n, table.as_ref());
    }
    Ok(views)
}

#[derive(Deserialize)]
pub(super) struct Picture {
    n: Option<u32>,
    size: Option<u32>,
    seat: Option<u32>,
}

pub(super) async fn svg(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(picture): Query<Picture>,
) -> Result<Response, Refused> {
    let shown = show(&app, &visitor, &id).await?;
    let (svg, _) = app.workshop.work(visitor.caller().network, move || image(&shown, &picture)).await??;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

pub(super) async fn png(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(picture): Query<Picture>,
) -> Result<Response, Refused> {
    let shown = show(&app, &visitor, &id).await?;
    let house = Arc::clone(&app.house);
    let kept = app.workshop.pictures();
    let png = app.workshop.work(visitor.caller().network, move || {
        let (svg, size) = image(&shown, &picture)?;
        kept.or_painted(&svg, || {
            house.metrics.pictures.add(1);
            draw::png(&svg, size).map(Bytes::from).ok_or_else(Refused::broken)
        })
    });
    Ok(([(header::CONTENT_TYPE, "image/png")], png.await??).into_response())
}

/// Which part of a game is animated, and how.
#[derive(Deserialize)]
pub(super) struct Film {
    #[serde(default)]
    from: u32,
    to: Option<u32>,
    size: Option<u32>,
    seat: Option<u32>,
    delay_ms: Option<u32>,
}

pub(super) async fn gif(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(film): Query<Film>,
) -> Result<Response, Refused> {
    app.limits.doors.film(visitor.caller().network)?;
    let shown = show(&app, &visitor, &id).await?;
    let gif = app.workshop.work(visitor.caller().network, move || animated(&shown, &film)).await??;
    let name = format!("inline; filename=\"daeguk-{id}.gif\"");
    Ok(([(header::CONTENT_TYPE, "image/gif".to_owned()), (header::CONTENT_DISPOSITION, name)], gif).into_response())
}

/// The latest positions where there are more than fit.
fn animated(shown: &Shown, film: &Film) -> Result<Vec<u8>, Refused> {
    let to = film.to.map_or(usize::MAX, |to| to as usize).min(shown.record.entries.len());
    let from = (film.from as usize).min(to).max((to + 1).saturating_sub(POSITIONS_MAX));
    let views = views(shown, from, to)?;
    let fitting = PIXELS_MAX.isqrt() / (views.len() as u32).max(1).isqrt().max(1);
    let size = film.size.unwrap_or(FILM_SIZE).clamp(SIZE_MIN, FILM_SIZE_MAX).min(fitting.max(SIZE_MIN));
    let bottom = bottom(shown, film.seat);
    let paint = |n: usize| {
        let svg = draw::svg(shown.kind.about().kind, &views.get(n)?.view, bottom, size)?;
        draw::pixels(&svg, size)
    };
    let delay_ms = film.delay_ms.unwrap_or(DELAY_MS).clamp(DELAY_MS_MIN, DELAY_MS_MAX);
    draw::gif(views.len(), paint, delay_ms).ok_or_else(Refused::no_format)
}

/// `record.FORMAT`.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path((id, file)): Path<(String, String)>,
) -> Result<Response, Refused> {
    let format = file.strip_prefix("record.").ok_or_else(Refused::no_route)?;
    record(&show(&app, &visitor, &id).await?, &id, format)
}

fn record(shown: &Shown, id: &str, format: &str) -> Result<Response, Refused> {
    if shown.is_secret && shown.kind.about().formats.iter().any(|known| known.name == format) {
        return Err(Refused::hidden());
    }
    attachment(shown.kind, &with_headers(shown), id, format)
}

/// A record as a file.
pub(super) fn attachment(
    kind: &dyn game::Game,
    record: &game::Record,
    id: &str,
    format: &str,
) -> Result<Response, Refused> {
    let about = kind.about();
    let format = about.formats.iter().find(|known| known.name == format).ok_or_else(Refused::no_format)?;
    let write = format.write.ok_or_else(Refused::no_format)?;
    let bytes = write(record).map_err(room::Refused::of_rules)?;
    let name = format!("attachment; filename=\"{}-{id}.{}\"", about.kind, format.name);
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}

/// The record with who played and when; the seats' names are the headers' names.
fn with_headers(shown: &Shown) -> game::Record {
    let mut record = shown.record.clone();
    record.set_header("Date", date(shown.created_ms));
    for (seat, name) in shown.kind.about().seats.iter().zip(&shown.names).filter(|(_, name)| !name.is_empty()) {
        let (first, rest) = seat.split_at(1);
        record.set_header(&format!("{}{rest}", first.to_ascii_uppercase()), name.as_str());
    }
    record
}

/// The day of a moment in UTC, as `2026.11.15`; days are counted from a March in year 0.
fn date(at_ms: i64) -> String {
    let days = at_ms.div_euclid(86_400_000) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

fn image(shown: &Shown, picture: &Picture) -> Result<(String, u32), Refused> {
    let size = picture.size.unwrap_or(SIZE).clamp(SIZE_MIN, SIZE_MAX);
    let n = picture.n.map_or(usize::MAX, |n| n as usize).min(shown.record.entries.len());
    let view = views(shown, n, n)?.pop().ok_or_else(Refused::no_game)?.view;
    let bottom = bottom(shown, picture.seat);
    let svg = draw::svg(shown.kind.about().kind, &view, bottom, size).ok_or_else(Refused::no_format)?;
    Ok((svg, size))
}

/// Who sits at the bottom: whoever is asked for, or the viewer.
fn bottom(shown: &Shown, wanted: Option<u32>) -> Seat {
    let seats = shown.kind.about().seats.len();
    let wanted = wanted.map(|seat| seat as usize).filter(|seat| *seat < seats).map(Seat::new);
    wanted.or(shown.eyes).unwrap_or(Seat::FIRST)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use game::Game;
    use game::rng::SplitMix;

    use super::*;

    /// How many actions of a random game are compared with others that are told alike.
    const ACTIONS: usize = 60;

    fn seen_by_anybody(kind: &'static dyn Game, table: &dyn Table) -> Shown {
        let (eyes, names) = (None, Vec::new());
        Shown { record: table.record(), kind, eyes, is_secret: true, names, created_ms: 0 }
    }

    /// What is drawn for anybody.
    fn pictures(shown: &Shown) -> (String, Vec<u8>) {
        let picture = Picture { n: None, size: Some(SIZE_MIN), seat: None };
        let from = u32::try_from(shown.record.entries.len().saturating_sub(2)).expect("a short game");
        let film = Film { from, to: None, size: Some(SIZE_MIN), seat: None, delay_ms: None };
        let svg = image(shown, &picture).map_err(|refused| refused.code).expect("a picture").0;
        (svg, animated(shown, &film).map_err(|refused| refused.code).expect("a film"))
    }

    fn after(table: &dyn Table, action: &str) -> Box<dyn Table> {
        let mut after = table.fork();
        after.play(action).expect("legal");
        after
    }

    /// Two actions that anybody is told alike, if there are such.
    fn twins(table: &dyn Table, legal: &[String]) -> Option<[String; 2]> {
        let mut told = HashMap::new();
        legal.iter().find_map(|action| {
            let text = after(table, action).told(table.deeds(), None).map(str::to_owned);
            told.insert(text, action).map(|first| [first.clone(), action.clone()])
        })
    }

    #[test]
    fn pictures_and_films_show_nothing_that_is_hidden() {
        let mut compared = 0;
        for kind in engine::catalog::games() {
            for (preset, seed) in kind.about().presets.iter().flat_map(|preset| (1..=4).map(move |seed| (preset, seed)))
            {
                let (mut table, mut rng) = (kind.start(preset.name).expect("a start"), SplitMix::new(seed));
                for _ in 0..ACTIONS {
                    let legal = table.legal();
                    let Some(mut action) = rng.pick(&legal).cloned() else { break };
                    if let Some(alike) = twins(table.as_ref(), &legal) {
                        let [one, other] = alike
                            .each_ref()
                            .map(|action| pictures(&seen_by_anybody(*kind, after(table.as_ref(), action).as_ref())));
                        assert!(one == other, "{alike:?} look different");
                        compared += 1;
                        let [hidden, _] = alike;
                        action = hidden;
                    }
                    table.play(&action).expect("legal");
                }
            }
        }
        assert!(compared >= 3, "something was there to hide: {compared}");
    }

    #[test]
    fn days_have_their_dates() {
        for (at_ms, text) in [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (1_763_236_112_000, "2025.11.15"),
            (4_102_444_799_999, "2099.12.31"),
        ] {
            assert_eq!(date(at_ms), text);
        }
    }
}
