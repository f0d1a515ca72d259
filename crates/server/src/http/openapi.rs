//! The table of routes for programs.

use axum::Json;
use serde_json::{Map, Value, json};

/// One route: method, address, what it does, what it takes, what it answers.
struct Route {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    takes: Option<&'static str>,
    gives: &'static str,
    content: &'static str,
}

const JSON: &str = "application/json";

const fn route(
    method: &'static str,
    path: &'static str,
    about: &'static str,
    takes: Option<&'static str>,
    gives: &'static str,
    content: &'static str,
) -> Route {
    Route { method, path, about, takes, gives, content }
}

const ROUTES: &[Route] = &[
    route("get", "/api/catalog", "What can be played, with every choice", None, "Catalog", JSON),
    route("get", "/api/me", "The guest's own name; makes a guest of a newcomer", None, "Me", JSON),
    route("put", "/api/me", "Changes the guest's name", Some("Rename"), "Me", JSON),
    route("get", "/api/games", "The guest's own games, latest first", None, "Games", JSON),
    route("post", "/api/games", "Makes a game", Some("GameWish"), "Made", JSON),
    route("get", "/api/games/{id}", "The state as the viewer may see it", None, "State", JSON),
    route("post", "/api/games/{id}/messages", "Does what a message asks for", Some("Message"), "Receipt", JSON),
    route("get", "/api/games/{id}/positions", "Views of past positions", None, "Positions", JSON),
    route("get", "/api/games/{id}/record.{format}", "The record", None, "Text", "text/plain"),
    route("get", "/api/games/{id}/board.svg", "The position as an image", None, "Text", "image/svg+xml"),
    route("get", "/api/games/{id}/board.png", "The position as an image", None, "Bytes", "image/png"),
    route("get", "/api/games/{id}/socket", "Upgrades to a WebSocket", None, "Text", "text/plain"),
    route("get", "/api/openapi.json", "This document", None, "Anything", JSON),
    route("get", "/healthz", "Whether the server is well", None, "Text", "text/plain"),
    route("get", "/metrics", "Counters for Prometheus, for callers from the same machine", None, "Text", "text/plain"),
];

pub(super) async fn document() -> Json<Value> {
    let mut paths = Map::new();
    for route in ROUTES {
        let item = paths.entry(route.path).or_insert_with(|| json!({ "parameters": parameters(route.path) }));
        item[route.method] = operation(route);
    }
    Json(json!({
        "openapi": "3.1.0",
        "info": { "title": "Daeguk", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "MIT OR Apache-2.0" } },
        "paths": paths,
        "components": { "schemas": schemas(), "securitySchemes": {
            "cookie": { "type": "apiKey", "in": "cookie", "name": "daeguk" },
            "bearer": { "type": "http", "scheme": "bearer" } } },
    }))
}

fn operation(route: &Route) -> Value {
    let status = if route.method == "post" && route.path == "/api/games" { "201" } else { "200" };
    let refusal = json!({ "description": "refused", "content": { JSON: { "schema": reference("Refusal") } } });
    let mut operation = json!({
        "summary": route.about,
        "responses": {
            status: { "description": "done", "content": { route.content: { "schema": reference(route.gives) } } },
            "default": refusal,
        },
    });
    if let Some(takes) = route.takes {
        operation["requestBody"] = json!({ "required": true, "content": { JSON: { "schema": reference(takes) } } });
    }
    operation
}

fn parameters(path: &str) -> Vec<Value> {
    let text = |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    let number = |name: &str| json!({ "name": name, "in": "query", "schema": { "type": "integer", "minimum": 0 } });
    let mut all: Vec<_> =
        ["id", "format"].into_iter().filter(|name| path.contains(&format!("{{{name}}}"))).map(text).collect();
    let query: &[&str] = match path.rsplit('/').next() {
        Some("positions") => &["from", "to"],
        Some("board.svg" | "board.png") => &["n", "size", "seat"],
        Some("socket") => &["v"],
        _ => &[],
    };
    all.extend(query.iter().map(|name| number(name)));
    all
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn object(required: &[&str], properties: &Value) -> Value {
    json!({ "type": "object", "required": required, "properties": properties })
}

fn schemas() -> Value {
    let text = json!({ "type": "string" });
    let number = json!({ "type": "integer" });
    let texts = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    json!({
        "Anything": { "type": "object" },
        "Text": text,
        "Bytes": { "type": "string", "format": "binary" },
        "Refusal": object(&["code", "detail"], &json!({ "code": text, "detail": text, "retry_ms": number })),
        "Me": object(&["id", "name"], &json!({ "id": text, "name": text })),
        "Rename": object(&["name"], &json!({ "name": text })),
        "Made": object(&["id"], &json!({ "id": text })),
        "Receipt": object(&["v"], &json!({ "v": number })),
        "Catalog": object(&["protocol", "version", "levels", "games"], &json!({
            "protocol": number, "version": text, "levels": { "type": "array", "items": text },
            "games": { "type": "array", "items": { "type": "object" } } })),
        "Games": object(&["games"], &json!({ "games": { "type": "array", "items": { "type": "object" } } })),
        "GameWish": object(&["kind", "seats"], &json!({
            "kind": text, "preset": text, "options": texts, "start": texts, "position": { "type": ["string", "null"] },
            "choose": { "type": "boolean" }, "seats": { "type": "array", "items": reference("SeatWish") },
            "clock": { "anyOf": [reference("Control"), { "type": "null" }] } })),
        "SeatWish": object(&["type"], &json!({
            "type": { "enum": ["me", "computer", "open"] }, "name": text, "level": text })),
        "Control": object(&[], &json!({
            "main_ms": number, "increment_ms": number, "byoyomi_ms": number, "periods": number,
            "turn_ms": number, "total_ms": number })),
        "Message": object(&["t"], &json!({
            "t": { "enum": ["act", "choose", "sit", "stand", "resign", "leave", "offer", "accept", "decline", "sync"] },
            "a": text, "n": number, "d": text, "seat": number, "name": text, "v": number })),
        "State": object(&["v", "id", "kind", "seats", "you", "phase", "turn", "legal", "view", "deeds"], &json!({
            "v": number, "id": text, "kind": text, "rules": text, "options": texts,
            "phase": { "enum": ["waiting", "opening", "playing", "over"] },
            "turn": { "type": ["integer", "null"] }, "legal": { "type": "array", "items": text },
            "view": { "type": "object" }, "deeds": { "type": "array", "items": { "type": "object" } } })),
        "Positions": object(&["positions"], &json!({ "positions": { "type": "array", "items": object(&["n", "view"], &json!({
            "n": number, "view": { "type": "object" } })) } })),
    })
}
