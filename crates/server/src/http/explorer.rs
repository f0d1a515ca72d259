//! What was played from a position, in which collection, and what came of it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use engine::positions::{self, Trial};
use game::Game;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::body::Query;
use super::library::{Called, file};
use super::visitor::{Player, Visitor};
use crate::app::App;
use crate::counting::{self, Whose};
use crate::error::Refused;
use crate::ids::{PersonId, short_secret};
use crate::shelf::{self, Bounds, Counted, Sums};
use crate::store::{Addition, Amend, Batch, Collection};

/// The most moves that are told.
const MOVES_MAX: usize = 50;
/// The most collections that one person brings.
const COLLECTIONS_MAX: i64 = 20;
/// The most characters of their names.
const NAME_MAX: usize = 60;

/// A position, and where to look it up.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    kind: String,
    rules: String,
    state: String,
    acts: String,
    collection: String,
}

#[derive(Serialize)]
struct MoveSight {
    act: String,
    n: i64,
    known: i64,
    w: Vec<i64>,
}

#[derive(Serialize)]
struct SetupSight {
    setup: String,
    n: i64,
    known: i64,
    w: Vec<i64>,
}

pub(super) async fn explore(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(asked): Query<Asked>,
) -> Result<Response, Refused> {
    let game = engine::catalog::find(&asked.kind).ok_or_else(Refused::no_kind)?;
    let (collection, is_behind) = find(&app, &visitor, game, &asked.collection).await?;
    let trial = Trial {
        kind: asked.kind,
        rules: asked.rules,
        state: Some(asked.state).filter(|state| !state.is_empty()),
        acts: asked.acts.split_whitespace().map(str::to_owned).collect(),
        trail: false,
    };
    let (table, _) = positions::reach(&trial).map_err(Refused::of_position)?;
    let store = &app.house.store;
    let wanted = store.nexts(&collection.id, shelf::spot(table.as_ref())).await.map_err(Refused::logged)?;
    let seats = game.about().seats.len();
    let w = |sums: &Sums| sums.by_seat[..seats].to_vec();
    let moves = shelf::nexts(table.as_ref(), &wanted).into_iter().take(MOVES_MAX);
    let moves: Vec<_> = moves.map(|(act, sums)| MoveSight { act, n: sums.n, known: sums.known, w: w(&sums) }).collect();
    let setups = store.setups(&collection.id).await.map_err(Refused::logged)?.into_iter();
    let setups: Vec<_> =
        setups.map(|(setup, sums)| SetupSight { setup, n: sums.n, known: sums.known, w: w(&sums) }).collect();
    let answer = json!({ "games": collection.games, "moves": moves, "setups": setups, "behind": is_behind });
    Ok(Json(answer).into_response())
}

/// The collection, and whether games of it are still to be counted, which begins now.
async fn find(
    app: &Arc<App>,
    visitor: &Visitor,
    game: &'static dyn Game,
    name: &str,
) -> Result<(Collection, bool), Refused> {
    let kind = game.about().kind;
    let whose = match (name, visitor.id()) {
        ("" | "house", _) => Whose::House,
        ("own", Some(person)) => Whose::Own(person),
        ("own", None) => return Err(Refused::no_collection()),
        (id, person) => {
            let known = app.house.store.collection(id).await.map_err(Refused::logged)?;
            let mine =
                |one: &Collection| one.person.is_empty() || person.is_some_and(|person| one.person == person.as_str());
            let known = known.filter(|one| one.kind == kind && mine(one)).ok_or_else(Refused::no_collection)?;
            return Ok((known, false));
        }
    };
    let before = counting::standing(app, whose, kind).await?;
    let is_behind = counting::is_behind(app, whose, &before).await?;
    if is_behind {
        tokio::spawn(counting::catch_up(Arc::clone(app), whose, game));
    }
    // What was counted since then is told with the moves, and so belongs to the sum.
    Ok((counting::standing(app, whose, kind).await?, is_behind))
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct OfKind {
    kind: String,
}

/// What can be asked.
pub(super) async fn collections(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(wanted): Query<OfKind>,
) -> Result<Response, Refused> {
    let game = engine::catalog::find(&wanted.kind).ok_or_else(Refused::no_kind)?;
    let kind = game.about().kind;
    let person = visitor.id().map(|person| person.to_string()).unwrap_or_default();
    let named = app.house.store.collections(kind, &person).await.map_err(Refused::logged)?;
    let mut all =
        vec![json!({ "id": "house", "name": "", "games": counting::standing(&app, Whose::House, kind).await?.games })];
    if let Some(person) = visitor.id() {
        all.push(json!({ "id": "own", "name": "", "games": counting::standing(&app, Whose::Own(person), kind).await?.games }));
    }
    let brought = named.into_iter().filter(|one| !one.name.is_empty());
    all.extend(brought.map(|one| json!({ "id": one.id, "name": one.name, "games": one.games })));
    Ok(Json(json!({ "collections": all })).into_response())
}

/// Counts the games of a file in a collection that only its owner asks.
pub(super) async fn bring(app: &App, player: Player, called: &Called, request: Request) -> Result<Response, Refused> {
    app.limits.doors.import(player.caller().network)?;
    let bytes = file(request).await?;
    let person = player.guest.id;
    if app.house.store.collections_count(person).await.map_err(Refused::logged)? >= COLLECTIONS_MAX {
        return Err(Refused::full());
    }
    let (ending, name) = (called.ending(), called.title(NAME_MAX));
    let network = player.caller().network;
    let mut known = std::collections::HashSet::new();
    let is_new = move |_: &'static str, game: &str| known.insert(game.to_owned());
    let counting = move || shelf::count_file(&bytes, &ending, Bounds::of_collection(), is_new);
    let counted = app.workshop.work(network, counting).await?;
    Ok((player.cookie(), Json(keep(app, person, name, counted).await?)).into_response())
}

async fn keep(app: &App, person: PersonId, name: String, counted: Counted) -> Result<Value, Refused> {
    let Counted { kind, tallies, refused } = counted;
    let id = (!tallies.is_empty()).then(|| format!("c{}", short_secret()));
    let mut games = 0;
    for tally in tallies {
        games += tally.games.len();
        let collection = Collection {
            id: id.clone().unwrap_or_default(),
            person: person.to_string(),
            kind: kind.to_owned(),
            name: name.clone(),
            games: tally.games.len() as i64,
            changed_ms: app.house.time.now_ms(),
        };
        let addition = Amend::Count(Box::new(Addition { collection, tally }));
        app.house.store.writer().write(Batch::about_people(vec![addition])).await.map_err(Refused::logged)?;
    }
    Ok(json!({ "kind": kind, "games": games, "refused": refused, "collection": id }))
}
