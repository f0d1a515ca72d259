//! Records that people bring: read, replayed, and handed back as plain acts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use game::{Format, Record, RecordError};
use serde::{Deserialize, Serialize};

use super::body::Body;
use super::visitor::Visitor;
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

pub(super) async fn read(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Body(brought): Body<Brought>,
) -> Result<Response, Refused> {
    app.limits.export(visitor.caller())?;
    let game = engine::catalog::find(&brought.kind).ok_or_else(Refused::no_kind)?;
    let formats = game.about().formats;
    let records = app.workshop.work(visitor.caller().network, move || best(formats, brought.text.as_bytes())).await?;
    Ok(Json(records).into_response())
}

/// Reads the text in every format and keeps what most games were found in.
fn best(formats: &[Format], bytes: &[u8]) -> Records {
    let read = formats.iter().map(|format| format.read(bytes));
    let found = |games: &Vec<Result<Record, RecordError>>| games.iter().filter(|game| game.is_ok()).count();
    // The first of equals: games name their own format first.
    let best = read.reduce(|one, other| if found(&other) > found(&one) { other } else { one });
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
