//! Records that people bring: read, replayed, and handed back as plain acts.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest as _, FromRequestParts as _, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use game::{Format, Record, RecordError};
use serde::{Deserialize, Serialize};

use super::body::{Query, Text};
use super::library::is_file;
use super::visitor::{Player, Visitor};
use super::{BODY_MAX, explorer};
use crate::app::App;
use crate::error::Refused;
use crate::shelf::NotRead;

/// The most games that are handed back.
const GAMES_MAX: usize = 50;

/// What somebody has brought.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Brought {
    /// The name of the game.
    kind: String,
    /// The text of the file.
    text: String,
}

#[derive(Serialize)]
struct Records {
    games: Vec<Line>,
    refused: Vec<NotRead>,
}

#[derive(Serialize)]
struct Line {
    rules: String,
    state: String,
    acts: Vec<String>,
    headers: Vec<(String, String)>,
    result: Option<String>,
}

/// A text in JSON is handed back as games; a file becomes a collection.
pub(super) async fn read(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refused> {
    let (mut parts, body) = request.into_parts();
    if is_file(&parts.headers) {
        // Handing back is reading; making a collection is not.
        if parts.headers.contains_key(header::AUTHORIZATION) {
            return Err(Refused::no_scope());
        }
        let player = Player::from_request_parts(&mut parts, &app).await?;
        let Query(called) = Query::from_request_parts(&mut parts, &app).await?;
        return explorer::bring(&app, player, &called, Request::from_parts(parts, body)).await;
    }
    let visitor = Visitor::from_request_parts(&mut parts, &app).await?;
    let Text(text) = Text::from_request(Request::from_parts(parts, body), &app).await?;
    if text.len() > BODY_MAX {
        return Err(Refused::too_big());
    }
    let brought: Brought = serde_json::from_str(&text).map_err(|error| Refused::message(error.to_string()))?;
    app.limits.export(visitor.caller())?;
    let game = engine::catalog::find(&brought.kind).ok_or_else(Refused::no_kind)?;
    let formats = game.about().formats;
    let records = app.workshop.work(visitor.caller().network, move || best(formats, brought.text.as_bytes())).await?;
    Ok(Json(records).into_response())
}

/// Reads the text in every format and keeps what most games were found in; if none was, what was understood the farthest, so that
/// whoever brought it is told what is wrong with the record instead of with its beginning.
fn best(formats: &[Format], bytes: &[u8]) -> Records {
    let read = formats.iter().map(|format| format.read(bytes));
    let found = |games: &[Result<Record, RecordError>]| games.iter().filter(|game| game.is_ok()).count();
    let merit = |games: &[Result<Record, RecordError>]| match (found(games), games.first()) {
        (0, Some(Err(RecordError { line, .. }))) => (0, *line),
        (found, _) => (found, 0),
    };
    // The first of equals: games name their own format first.
    let best = read.reduce(|one, other| if merit(&other) > merit(&one) { other } else { one });
    let mut records = Records { games: Vec::new(), refused: Vec::new() };
    for game in best.into_iter().flatten().take(GAMES_MAX) {
        match game {
            Ok(record) => records.games.push(line(record)),
            Err(RecordError { line, refusal }) => {
                let (code, detail) = (refusal.code, refusal.detail.into_owned());
                records.refused.push(NotRead { line, code, detail });
            }
        }
    }
    records
}

fn line(record: Record) -> Line {
    let acts = record.deeds().map(str::to_owned).collect();
    let Record { headers, rules, start, result, .. } = record;
    Line { rules, state: start, acts, headers, result }
}
