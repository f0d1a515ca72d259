//! The routes for programs.

use axum::Json;
use axum::http::HeaderName;
use serde_json::{Map, Value, json};

use super::bearer::Access;
use super::catalog::FOR_ALL;
use super::routes::{self, BYTES, JSON, LANGUAGE, Route, TEXTS, TOPICS};
use crate::scopes::Scope;

/// What goes in and out, as JSON Schema. Answers hold nothing that is not described: a test compares them.
const SCHEMAS: &str = include_str!("schemas.json");

pub(super) async fn document() -> ([(HeaderName, &'static str); 1], Json<Value>) {
    let mut paths = Map::new();
    for route in routes::all() {
        let item = paths.entry(route.path).or_insert_with(|| json!({ "parameters": in_path(route.path) }));
        item[route.method] = operation(&route);
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "Daeguk", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "MIT OR Apache-2.0" } },
        "paths": paths,
        "components": { "schemas": schemas(), "securitySchemes": {
            "cookie": { "type": "apiKey", "in": "cookie", "name": "daeguk" },
            "bearer": { "type": "http", "scheme": "bearer" } } },
    });
    (FOR_ALL, Json(document))
}

fn operation(route: &Route) -> Value {
    let (status, body) = route.gives;
    let status = status.to_string();
    let refusal = json!({ "description": "refused", "content": { JSON: { "schema": reference("Refusal") } } });
    let mut done = json!({ "description": "done" });
    if let Some((content, schema)) = body {
        done["content"] = json!({ content: { "schema": reference(schema) } });
    }
    let parameter = |name: &&str| {
        let number = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
        let schema = match *name {
            LANGUAGE => json!({ "enum": ["ko", "en", "ja"] }),
            TOPICS => {
                json!({ "type": "string", "pattern": "^(me|lobby|live|tv:[a-z]+)(,(me|lobby|live|tv:[a-z]+))*$" })
            }
            text if TEXTS.contains(&text) => json!({ "type": "string" }),
            _ => number,
        };
        json!({ "name": name, "in": "query", "required": *name == TOPICS, "schema": schema })
    };
    let mut operation = json!({
        "summary": route.about,
        "parameters": route.query.iter().map(parameter).collect::<Vec<_>>(),
        "responses": { status: done, "default": refusal },
        "security": security(route.access),
    });
    if let Some(takes) = route.takes {
        let content = if takes == BYTES { "application/octet-stream" } else { JSON };
        operation["requestBody"] = json!({ "required": true, "content": { content: { "schema": reference(takes) } } });
    }
    operation
}

/// By what one may be known: a cookie, or a token that is good for something.
fn security(access: Access) -> Value {
    match access {
        Access::Anybody => json!([]),
        Access::Browsers => json!([{ "cookie": [] }]),
        Access::Scoped(Scope::Worker) => json!([{ "bearer": [Scope::Worker] }]),
        Access::Scoped(scope) => json!([{ "cookie": [] }, { "bearer": [scope] }]),
    }
}

/// What is filled into an address.
fn in_path(path: &str) -> Vec<Value> {
    let text = |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    ["id", "format", "kind", "lesson", "stage", "n"]
        .into_iter()
        .filter(|name| path.contains(&format!("{{{name}}}")))
        .map(text)
        .collect()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn schemas() -> Value {
    serde_json::from_str(SCHEMAS).expect("a test reads it")
}
