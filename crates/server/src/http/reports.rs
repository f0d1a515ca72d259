//! Somebody tells those who keep order about somebody else.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use room::Chair;
use serde::Deserialize;

use super::body::Body;
use super::games::game_id;
use super::visitor::Player;
use crate::app::App;
use crate::error::Refused;
use crate::ids::{self, GameId, PersonId};
use crate::names;
use crate::store::{Amend, Batch, Order, Reason, Report};
use crate::texts;

/// The longest text, of reports and of reasons.
pub(super) const TEXT_CHARS_MAX: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportWish {
    reason: Reason,
    #[serde(default)]
    said: String,
    /// A member,
    #[serde(default)]
    name: Option<String>,
    /// or somebody at a table:
    #[serde(default)]
    game: Option<String>,
    /// who has said that line,
    #[serde(default)]
    line: Option<u32>,
    /// or who has that seat.
    #[serde(default)]
    seat: Option<u8>,
}

pub(super) async fn report(
    State(app): State<Arc<App>>,
    player: Player,
    Body(wish): Body<ReportWish>,
) -> Result<Response, Refused> {
    let by = player.guest.id;
    let said = if wish.said.trim().is_empty() { Some(String::new()) } else { texts::plain(&wish.said, TEXT_CHARS_MAX) };
    // What is none of the usual reasons has to be said.
    let said = said.filter(|said| !said.is_empty() || wish.reason != Reason::Other);
    let said = said.ok_or_else(|| Refused::message("say what it is about, in at most 500 characters"))?;
    app.limits.doors.report(player.caller())?;
    let game = wish.game.as_deref().map(game_id).transpose()?;
    let about = whom(&app, &wish, game).await?;
    if about == by {
        return Err(Refused::no_person());
    }
    let report = Report {
        id: ids::short_secret(),
        by,
        about,
        game,
        line: wish.line.map_or(0, i64::from),
        reason: wish.reason,
        said,
        at_ms: app.house.time.now_ms(),
        done_ms: 0,
        done_by: String::new(),
    };
    let batch = Batch::about_people(vec![Amend::Order(Order::Report(report))]);
    app.house.store.writer().write(batch).await.map_err(Refused::logged)?;
    Ok((StatusCode::NO_CONTENT, player.cookie()).into_response())
}

/// Who is meant.
async fn whom(app: &App, wish: &ReportWish, game: Option<GameId>) -> Result<PersonId, Refused> {
    let store = &app.house.store;
    match (game, wish.line, wish.seat, &wish.name) {
        (Some(game), Some(n), None, None) => {
            let line = store.line(game, n.into()).await.map_err(Refused::logged)?;
            line.map(|spoken| spoken.line.person).ok_or_else(Refused::no_line)
        }
        (Some(game), None, Some(seat), None) => match app.rooms.chairs(game).await?.get(usize::from(seat)) {
            Some(Chair::Person { guest, .. }) => Ok(*guest),
            _ => Err(Refused::no_person()),
        },
        (game, None, None, Some(name)) => {
            if let Some(game) = game {
                app.rooms.chairs(game).await?;
            }
            let member = store.member(&names::key(name)).await.map_err(Refused::logged)?;
            member.map(|member| member.id).ok_or_else(Refused::no_person)
        }
        _ => Err(Refused::message("name a member, or a game with a line or a seat")),
    }
}
