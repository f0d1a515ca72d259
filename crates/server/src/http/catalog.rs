//! What can be played, with every choice: the pages make their forms of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use game::{About, Choice, Game, OpeningOrder, Title};
use room::PROTOCOL;
use serde::Serialize;

use crate::app::App;
use crate::brains::Minds;
use crate::talk::ChatPolicy;

#[derive(Serialize)]
pub(super) struct Catalog {
    protocol: u32,
    version: &'static str,
    levels: Vec<&'static str>,
    chat: ChatPolicy,
    games: Vec<GameSight>,
}

#[derive(Serialize)]
struct GameSight {
    kind: &'static str,
    title: Title,
    seats: &'static [&'static str],
    presets: Vec<PresetSight>,
    families: Vec<FamilySight>,
    options: Vec<ChoiceSight>,
    starts: Vec<ChoiceSight>,
    openings: BTreeMap<&'static str, OpeningOrder>,
    formats: Vec<FormatSight>,
    levels: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stock: Option<serde_json::Value>,
}

#[derive(Serialize)]
struct PresetSight {
    name: &'static str,
    about: &'static str,
    options: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct FamilySight {
    name: &'static str,
    presets: &'static [&'static str],
}

#[derive(Serialize)]
struct ChoiceSight {
    key: &'static str,
    values: &'static [&'static str],
    about: &'static str,
}

#[derive(Serialize)]
struct FormatSight {
    name: &'static str,
    about: &'static str,
    exact: bool,
}

/// The same for everybody: it may be kept, and is asked for again after an update.
pub(super) const FOR_ALL: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "public, no-cache")];

pub(super) async fn catalog(State(app): State<Arc<App>>) -> ([(HeaderName, &'static str); 1], Json<Catalog>) {
    let minds = app.house.thinkers.minds();
    let catalog = Catalog {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION"),
        levels: engine::levels::Level::EVERYWHERE.iter().map(|level| level.info().name).collect(),
        chat: app.config.chat,
        games: engine::catalog::games().iter().map(|game| game_sight(*game, minds)).collect(),
    };
    (FOR_ALL, Json(catalog))
}

fn game_sight(game: &dyn Game, minds: &dyn Minds) -> GameSight {
    let About { kind, title, seats, presets, families, options, starts, formats, .. } = game.about();
    let order = |name: &'static str| (name, game.opening_order(name).unwrap_or(OpeningOrder::None));
    let preset = |preset: &game::Preset| PresetSight {
        name: preset.name,
        about: preset.about,
        options: game.options(preset.name).unwrap_or_default().into_iter().collect(),
    };
    let writable = formats.iter().filter(|format| format.write.is_some());
    GameSight {
        kind,
        title,
        seats,
        presets: presets.iter().map(preset).collect(),
        families: families.iter().map(|f| FamilySight { name: f.name, presets: f.presets }).collect(),
        options: options.iter().map(choice_sight).collect(),
        starts: starts.iter().map(choice_sight).collect(),
        openings: presets.iter().map(|preset| order(preset.name)).collect(),
        formats: writable.map(|f| FormatSight { name: f.name, about: f.about, exact: f.exact }).collect(),
        levels: minds.levels(kind),
        stock: game.stock(),
    }
}

const fn choice_sight(choice: &Choice) -> ChoiceSight {
    ChoiceSight { key: choice.key, values: choice.values, about: choice.about }
}
