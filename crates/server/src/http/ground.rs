//! How fair the board of a game is that its players have made: one thought, told to whoever looks at the game.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use engine::fairness::{self, Fairness};
use engine::{Limits, catalog};
use game::Table;
use serde::Serialize;

use super::body::Path;
use super::export::{played, show};
use super::visitor::Visitor;
use crate::app::App;
use crate::brains::{Errand, Place, Question, Study, tenths};
use crate::caller::Caller;
use crate::error::Refused;
use crate::ids;

/// However slow the machine, the thought ends.
const THOUGHT_MS: u64 = 6_000;
/// So many boards are remembered.
const KEPT_MAX: usize = 256;

/// What was thought of boards, the latest last.
#[derive(Default)]
pub(crate) struct Grounds(Mutex<VecDeque<(String, f64)>>);

impl Grounds {
    fn known(&self, key: &str) -> Option<f64> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == key).map(|(_, share)| *share)
    }

    fn keep(&self, key: String, share: f64) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT_MAX {
            kept.pop_front();
        }
        kept.push_back((key, share));
    }
}

#[derive(Serialize)]
struct Judged {
    judged: Fairness,
    /// What every seat can expect there, from 0 to 100.
    w: [f64; 2],
}

pub(super) async fn judged(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let shown = show(&app, &visitor, &id).await?;
    let caller = visitor.caller();
    let kind = shown.kind.about().kind;
    let find = move || played(&shown).map(|table| fairness::laid(table.as_ref()));
    let table = app.workshop.work(caller.network, find).await??.ok_or_else(room::Refused::waiting)?;
    let key = format!("{kind} {}", table.state());
    let share = if let Some(share) = app.grounds.known(&key) {
        share
    } else {
        let share = thought(&app, caller, kind, table).await?;
        app.grounds.keep(key, share);
        share
    };
    Ok(Json(Judged { judged: Fairness::of(share), w: [tenths(share), tenths(100.0 - share)] }).into_response())
}

async fn thought(app: &App, caller: Caller, kind: &'static str, table: Box<dyn Table>) -> Result<f64, Refused> {
    let seat = table.turn().ok_or_else(room::Refused::over)?;
    let scale = catalog::scale(kind).ok_or_else(Refused::no_kind)?;
    let limits = Limits { nodes: Some(fairness::NODES), depth: None, time_ms: Some(THOUGHT_MS) };
    let desk = ids::new_game();
    let errand = Errand {
        caller,
        place: Place { game: desk, seat },
        kind,
        level: String::new(),
        seed: 0,
        question: Question::Study(table, seat, Study { lines: 1, only: Vec::new(), limits }),
    };
    let mut thinking = app.house.thinkers.think(errand).map_err(|_| Refused::full())?;
    let outcome = thinking.outcome().await;
    app.house.thinkers.forget(desk);
    let found = outcome.and_then(|_| thinking.latest().borrow().first().cloned());
    found.and_then(|thought| fairness::share(scale, seat, &thought)).ok_or_else(Refused::broken)
}
