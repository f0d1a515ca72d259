//! The description for programs against the real server: every route that is described answers as described.

use serde_json::{Value, json};

use crate::helpers::{Guest, House, Response, hot_seat, janggi};

/// What does not fit a schema; objects may hold nothing that is not described.
fn misfit(schemas: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let named = &schemas[name.rsplit('/').next().expect("a name")];
        return if named.is_null() {
            Some(format!("{at}: no schema {name}"))
        } else {
            misfit(schemas, named, value, at)
        };
    }
    if let Some(choices) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        let misfits: Option<Vec<_>> = choices.iter().map(|choice| misfit(schemas, choice, value, at)).collect();
        return misfits.map(|misfits| misfits.join(" and "));
    }
    if let Some(values) = schema["enum"].as_array() {
        return (!values.contains(value)).then(|| format!("{at}: {value} is not listed"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    if !types.contains(&type_of(value)) {
        return Some(format!("{at}: {value:.80} is not {types:?}"));
    }
    match value {
        Value::Array(items) => items.iter().find_map(|item| misfit(schemas, &schema["items"], item, at)),
        Value::Object(fields) => misfit_object(schemas, schema, fields, at),
        Value::Number(number) => {
            let (low, high) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
            let number = number.as_f64().unwrap_or(f64::INFINITY);
            let fits = low.is_none_or(|low| number >= low) && high.is_none_or(|high| number <= high);
            (!fits).then(|| format!("{at}: {number} is out of range"))
        }
        _ => None,
    }
}

fn misfit_object(schemas: &Value, schema: &Value, fields: &serde_json::Map<String, Value>, at: &str) -> Option<String> {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    if let Some(missing) = required.iter().find(|name| !fields.contains_key(name.as_str().unwrap_or_default())) {
        return Some(format!("{at}: {missing} is missing"));
    }
    fields.iter().find_map(|(name, value)| {
        let at = format!("{at}.{name}");
        match (schema["properties"].get(name), &schema["additionalProperties"]) {
            (Some(property), _) => misfit(schemas, property, value, &at),
            (None, Value::Bool(true)) => None,
            (None, other @ Value::Object(_)) => misfit(schemas, other, value, &at),
            (None, _) => Some(format!("{at}: not described")),
        }
    })
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[test]
fn the_comparison_notices_what_does_not_fit() {
    let schema = json!({ "type": "object", "required": ["a"], "properties": {
        "a": { "type": "integer", "maximum": 3 }, "b": { "type": "array", "items": { "enum": ["x"] } } } });
    let fits = |value: Value| misfit(&json!({}), &schema, &value, "").is_none();
    assert!(fits(json!({ "a": 1 })) && fits(json!({ "a": 1, "b": ["x"] })));
    for wrong in
        [json!({}), json!({ "a": "1" }), json!({ "a": 4 }), json!({ "a": 1, "b": ["y"] }), json!({ "a": 1, "c": 1 })]
    {
        assert!(!fits(wrong.clone()), "{wrong}");
    }
}

/// What is read without saying more than its address.
const JUST_READ: &[&str] = &[
    "/api/catalog",
    "/api/openapi.json",
    "/api/me",
    "/api/games",
    "/api/games/{id}",
    "/api/games/{id}/positions",
    "/api/games/{id}/ratings",
    "/api/people/{name}",
    "/api/people/{name}/games",
    "/api/people/{name}/ratings",
    "/api/leaders/{kind}/{family}/{tempo}",
    "/api/games/{id}/board.svg",
    "/api/games/{id}/board.png",
    "/api/games/{id}/game.gif",
    "/api/games/{id}/record.{format}",
    "/api/lobby",
    "/api/live",
    "/api/inbox",
    "/api/tv",
    "/api/lessons",
    "/api/lessons/{kind}",
    "/api/practice/{kind}",
    "/api/rules/{kind}",
    "/healthz",
];

/// A request that succeeds, for every route that is described. A new route needs a line here.
async fn example(house: &House, guest: &Guest, id: &str, method: &str, path: &str) -> Response {
    if let Some(response) = example_of_account(house, method, path).await {
        return response;
    }
    if path.starts_with("/api/library") {
        return crate::library::example(house, method, path).await;
    }
    if path.starts_with("/api/jobs") {
        return crate::jobs::example(house, path).await;
    }
    if path.starts_with("/api/studies") {
        return crate::studies::example(house, method, path).await;
    }
    if path.starts_with("/api/puzzles") {
        return example_of_puzzles(guest, method, path).await;
    }
    if ["/api/explorer", "/api/collections"].contains(&path) {
        return guest.get(&format!("{path}?kind=janggi")).await;
    }
    let body = match (method, path) {
        ("post", "/api/reports") => Some(json!({ "reason": "name", "name": crate::ratings::NAME })),
        ("put", "/api/me") => Some(json!({ "name": "민수" })),
        ("post", "/api/games") => Some(hot_seat()),
        ("post", "/api/positions") => Some(json!({ "kind": "janggi", "acts": ["a4b4"] })),
        ("post", "/api/positions/edit") => Some(json!({ "kind": "janggi", "edits": [{ "do": "take", "at": "e2" }] })),
        ("put", "/api/lessons") => Some(json!({ "stars": { "janggi": { "soldier": [3] } } })),
        ("post", "/api/lessons/{kind}/{lesson}/{stage}") => Some(json!({ "acts": [] })),
        ("post", "/api/games/{id}/messages") => Some(json!({ "t": "act", "a": "1", "n": 0, "d": "a4b4" })),
        ("post", "/api/lobby/match") => Some(json!({ "kind": "janggi", "clock": { "main_ms": 600_000 } })),
        ("post", "/api/records") => Some(json!({ "kind": "janggi", "text": "" })),
        ("put" | "delete", "/api/people/{name}/follow" | "/api/people/{name}/block") => {
            let mut member = house.guest().await;
            let letters: String = format!("{method}{path}").chars().filter(char::is_ascii_lowercase).rev().collect();
            member.sign_up(&letters[..20], "포를 넘는 포는 없다").await;
            let path = path.replace("{name}", crate::ratings::NAME);
            return member.send(&method.to_uppercase(), &path, &[], None).await;
        }
        ("get", "/api/stream") => return crate::programs::stream_head(guest, "me,lobby,live").await,
        ("get", "/api/games/{id}/socket" | "/api/analysis/socket" | "/api/socket") => {
            return upgraded(guest, &path.replace("{id}", id)).await;
        }
        ("get", "/api/games/{id}/ground") => {
            let id = guest.game(&json!({ "kind": "nanguk", "start": { "terrain": "plain" }, "seats": [{ "type": "me" }, { "type": "me" }] })).await;
            return guest.get(&path.replace("{id}", &id)).await;
        }
        ("get", path) if JUST_READ.contains(&path) => None,
        unknown => panic!("{unknown:?} has no example"),
    };
    let path = path.replace("{id}", id).replace("{format}", "jgn");
    let path = path.replace("{name}", crate::ratings::NAME).replace("{family}", "std").replace("{tempo}", "slow");
    let path = path.replace("{kind}", "janggi").replace("{lesson}", "soldier").replace("{stage}", "forward");
    guest.send(&method.to_uppercase(), &path, &[], body.map(|body| body.to_string())).await
}

const UPGRADE: [(&str, &str); 5] = [
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ("Content-Type", "none"),
];

/// The same for routes about puzzles, whose first one is tried before anything is said of it.
async fn example_of_puzzles(guest: &Guest, method: &str, path: &str) -> Response {
    let puzzle = engine::puzzles::of_kind("janggi").next().expect("there are puzzles");
    let path = path.replace("{id}", &puzzle.id);
    let solution = json!({ "acts": puzzle.turns.iter().step_by(2).flatten().collect::<Vec<_>>() });
    let solved = guest.post(&format!("/api/puzzles/{}/try", puzzle.id), &solution).await;
    assert_eq!(solved.status, 200, "{}", solved.text());
    match (method, path.rsplit('/').next()) {
        ("post", Some("try")) => guest.post(&path, &solution).await,
        ("post", Some("vote")) => guest.post(&path, &json!({ "vote": 1 })).await,
        ("post", _) => guest.post(&path, &json!({})).await,
        _ => guest.get(&format!("{path}?kind=janggi")).await,
    }
}

/// Asks for a socket.
async fn upgraded(guest: &Guest, path: &str) -> Response {
    let origin = format!("http://{}", guest.address);
    opened(guest, path, &[&UPGRADE[..], &[("Origin", &origin)]].concat()).await
}

/// The same for routes about accounts, each with a member of its own.
async fn example_of_account(house: &House, method: &str, path: &str) -> Option<Response> {
    const PASSWORD: &str = "포를 넘는 포는 없다";
    let is_about_people = ["/api/account", "/api/session", "/api/me", "/api/recovery", "/api/tickets", "/api/host"];
    if !is_about_people.iter().any(|start| path.starts_with(start)) {
        return None;
    }
    let letters: String = format!("{method}{path}").chars().filter(char::is_ascii_lowercase).rev().collect();
    let name: String = letters.chars().take(20).collect();
    let mut member = house.guest().await;
    let code = member.sign_up(&name, PASSWORD).await;
    house.sql("UPDATE person SET role = 'host'").await;
    let (method, path) = (method.to_uppercase(), path.to_owned());
    let body = match (method.as_str(), path.as_str()) {
        ("POST", "/api/account") => {
            let wish = json!({ "name": "newcomer", "password": PASSWORD });
            return Some(house.guest().await.post(&path, &wish).await);
        }
        ("POST", "/api/session") => json!({ "name": name, "password": PASSWORD }),
        ("POST", "/api/me/sudo") => json!({ "password": PASSWORD }),
        ("PUT", "/api/me/password") => json!({ "password": PASSWORD, "next": "차 떼고 포 떼고 장기" }),
        ("POST", "/api/me/recovery") => json!({}),
        ("POST", "/api/recovery") => json!({ "name": name, "code": code, "next": "차 떼고 포 떼고 장기" }),
        ("GET", "/api/host/people/{name}") => return Some(member.get(&path.replace("{name}", &name)).await),
        (_, "/api/host/reports/{id}" | "/api/host/lines" | "/api/host/unrated") => {
            return Some(example_of_order(house, &member, &method, &path).await);
        }
        ("POST", path) if path.starts_with("/api/host/") => ruling(path, &name),
        ("POST", "/api/tickets") => {
            let wish = json!({ "kind": "reset", "name": name });
            json!({ "ticket": member.post("/api/host/tickets", &wish).await.json()["ticket"] })
        }
        ("POST", "/api/me/tokens") => json!({ "label": "bot", "scopes": ["read"], "days": 30 }),
        ("DELETE", "/api/me/tokens/{id}") => {
            let made = member.post("/api/me/tokens", &json!({ "label": "bot", "scopes": ["read"] })).await.json();
            return Some(member.delete(&format!("/api/me/tokens/{}", made["id"].as_str().expect("a text"))).await);
        }
        ("POST", "/api/me/bot") => {
            house.sql("UPDATE person SET role = ''").await;
            json!({})
        }
        (
            "GET",
            "/api/host/actions" | "/api/host/settings" | "/api/host/people" | "/api/host/reports" | "/api/me/sessions"
            | "/api/me/export" | "/api/me/relations" | "/api/me/tokens",
        )
        | ("DELETE", "/api/me" | "/api/session") => Value::Null,
        ("DELETE", "/api/me/sessions/{n}") => {
            let devices = member.get("/api/me/sessions").await.json();
            let path = format!("/api/me/sessions/{}", devices["sessions"][0]["n"].as_str().expect("a text"));
            return Some(member.delete(&path).await);
        }
        _ => return None,
    };
    Some(member.send(&method, &path, &[], (!body.is_null()).then(|| body.to_string())).await)
}

/// What a host asks for about a member.
fn ruling(path: &str, name: &str) -> Value {
    match path {
        "/api/host/tickets" => json!({ "kind": "reset", "name": name }),
        "/api/host/names" => json!({ "name": name, "next": "another", "why": "욕설" }),
        "/api/host/roles" => json!({ "name": name, "role": "guide", "why": "욕설" }),
        "/api/host/mutes" => json!({ "name": name, "hours": 1, "why": "욕설" }),
        _ => json!({ "name": name, "why": "욕설" }),
    }
}

/// The same for what is done about a game: somebody has said something there, and was reported for it.
async fn example_of_order(house: &House, host: &Guest, method: &str, path: &str) -> Response {
    let [one, other] = &crate::ratings::members(house, 2).await[..] else { panic!("two") };
    let game = crate::ratings::played(one, other, &crate::ratings::wish()).await;
    crate::ratings::until_all_are_rated(house.url()).await;
    assert_eq!(one.say(&game, &json!({ "t": "say", "a": "say", "d": "나쁜 말" })).await.status, 200);
    let report = json!({ "reason": "chat", "game": game, "line": 1 });
    assert_eq!(other.post("/api/reports", &report).await.status, 204);
    let id = host.get("/api/host/reports").await.json()["reports"][0]["id"].as_str().expect("an id").to_owned();
    let body = match path {
        "/api/host/lines" => json!({ "game": game, "n": 1, "hidden": true, "why": "욕설" }),
        "/api/host/unrated" => json!({ "game": game, "why": "욕설" }),
        _ => json!({}),
    };
    let body = (method == "POST").then(|| body.to_string());
    let answer = host.send(method, &path.replace("{id}", &id), &[], body).await;
    house.sql("UPDATE person SET name_key = '', kind = 'guest' WHERE name LIKE 'player%'").await;
    answer
}

/// The head of the answer alone: what follows is a socket.
async fn opened(guest: &Guest, path: &str, headers: &[(&str, &str)]) -> Response {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let lines: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut stream = tokio::net::TcpStream::connect(guest.address).await.expect("a connection");
    let text = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{}\r\n", guest.address, lines.concat());
    stream.write_all(text.as_bytes()).await.expect("sent");
    let mut bytes = vec![0; 12];
    stream.read_exact(&mut bytes).await.expect("an answer");
    let status = String::from_utf8_lossy(&bytes[9..]).parse().expect("a status");
    Response { status, headers: Vec::new(), body: Vec::new() }
}

#[tokio::test]
async fn every_described_route_answers_as_described() {
    let house = House::open().await;
    let guest = house.guest().await;
    crate::ratings::enroll(house.url(), &house.guest().await, crate::ratings::NAME).await;
    let id = guest.game(&hot_seat()).await;
    let document = guest.get("/api/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let schemas = &document["components"]["schemas"];
    let mut count = 0;
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods").iter().filter(|(key, _)| *key != "parameters") {
            let response = example(&house, &guest, &id, method, path).await;
            let described = &operation["responses"][response.status.to_string()];
            assert!(described.is_object(), "{method} {path}: {} {}", response.status, response.text());
            for (kind, content) in described["content"].as_object().into_iter().flatten() {
                let told = response.header("content-type").expect("a type");
                assert_eq!(told.split(';').next(), Some(kind.as_str()), "{method} {path}");
                let is_json = kind == "application/json" && path != "/api/openapi.json";
                let misfit = is_json.then(|| misfit(schemas, &content["schema"], &response.json(), "")).flatten();
                assert_eq!(misfit, None, "{method} {path}");
            }
            count += 1;
        }
        for part in item.to_string().split("#/components/schemas/").skip(1) {
            assert!(!schemas[part.split('"').next().expect("a name")].is_null(), "{part:.40}");
        }
    }
    assert!(count >= 20, "{count}");
}

/// Every described route: its method, its address with something filled in, and who may ask.
fn routes(document: &Value) -> Vec<(String, String, Value)> {
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let filled = path.replace("{id}", "4kXw9ZsQp2Lm").replace("{kind}", "janggi").replace(['{', '}'], "x");
        for (method, route) in item.as_object().expect("methods").iter().filter(|(method, _)| *method != "parameters") {
            routes.push((method.to_uppercase(), filled.clone(), route["security"].clone()));
        }
    }
    routes
}

const FOREIGN: [(&str, &str); 3] =
    [("Origin", "http://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site")];

/// Whatever changes something, and whatever lasts, is refused to foreign pages, before anything else is looked at. What else they
/// ask for they cannot read.
#[tokio::test]
async fn no_route_does_anything_for_a_foreign_page() {
    let house = House::open().await;
    let guest = house.guest().await;
    let document = guest.get("/api/openapi.json").await.json();
    let mut count = 0;
    let cookie = format!("daeguk={}", guest.token.as_deref().expect("a token"));
    for (method, path, _) in routes(&document) {
        for foreign in FOREIGN {
            if path.ends_with("/socket") {
                let refused = opened(&guest, &path, &[&UPGRADE[..], &[foreign, ("Cookie", &cookie)]].concat()).await;
                assert_eq!(refused.status, 403, "{path} {foreign:?}");
                count += 1;
                continue;
            }
            let body = (method != "GET").then(|| "{}".to_owned());
            let stream = if path == "/api/stream" { "?topics=me" } else { "" };
            let answer = guest.send(&method, &format!("{path}{stream}"), &[foreign], body).await;
            let about = format!("{method} {path} {foreign:?}");
            if method != "GET" || path == "/api/stream" {
                assert_eq!((answer.status, answer.code().as_str()), (403, "E_ORIGIN"), "{about}");
            }
            let allowed = answer.headers.iter().find(|(name, _)| name.starts_with("access-control-"));
            assert_eq!(allowed, None, "{about}");
            assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{about}");
            count += 1;
        }
    }
    assert!(count >= 150, "{count}");
}

/// What no program may do, whatever its token is good for.
const FOR_BROWSERS: &[&str] = &[
    "POST /api/account",
    "POST /api/session",
    "DELETE /api/session",
    "GET /api/me/sessions",
    "DELETE /api/me/sessions/xnx",
    "POST /api/me/sudo",
    "PUT /api/me/password",
    "POST /api/me/recovery",
    "POST /api/recovery",
    "POST /api/tickets",
    "GET /api/me/tokens",
    "POST /api/me/tokens",
    "DELETE /api/me/tokens/4kXw9ZsQp2Lm",
    "POST /api/me/bot",
    "DELETE /api/me",
];

/// What may be done with a token, and what never: a new route is for browsers alone until somebody has thought of it.
#[tokio::test]
async fn no_route_heeds_a_token_that_is_not_good_for_it() {
    let house = House::with(|config| config.rates = server::Rates::unlimited()).await;
    let mut member = house.guest().await;
    member.sign_up("hana", "포를 넘는 포는 없다").await;
    house.sql("UPDATE person SET role = 'host'").await;
    let all = ["read", "play", "challenge", "chat", "worker"];
    let document = member.get("/api/openapi.json").await.json();
    let mut never = Vec::new();
    for (method, path, security) in routes(&document) {
        let about = format!("{method} {path}");
        let ask = async |scopes: &[&str]| {
            let bearer = format!("Bearer {}", crate::programs::token(&member, scopes).await);
            let body = (method != "GET").then(|| "{}".to_owned());
            let headers = [("Authorization", bearer.as_str()), ("Origin", "http://elsewhere.example")];
            house.stranger().send(&method, &path, &headers, body).await
        };
        let needed = security.as_array().expect("a list").iter().find_map(|way| way["bearer"][0].as_str());
        let answer = match needed {
            Some(needed) => {
                let others: Vec<&str> = all.into_iter().filter(|scope| *scope != needed).collect();
                let heeded = ask(&[needed]).await;
                assert!(!["E_SCOPE", "E_ORIGIN", "E_SESSION"].contains(&heeded.code().as_str()), "{about}");
                assert_eq!(heeded.header("set-cookie"), None, "{about}");
                ask(&others).await
            }
            None => ask(&all).await,
        };
        if security == json!([]) {
            assert!(answer.status < 300, "{about}: anybody may ask");
            continue;
        }
        assert_eq!((answer.status, answer.code().as_str()), (403, "E_SCOPE"), "{about}");
        if needed.is_none() {
            never.push(about);
        }
    }
    for dangerous in FOR_BROWSERS {
        assert!(never.iter().any(|route| route == *dangerous), "{dangerous}");
    }
    assert!(
        routes(&document)
            .iter()
            .all(|(method, path, _)| { !path.starts_with("/api/host") || never.contains(&format!("{method} {path}")) })
    );
}

#[tokio::test]
async fn every_state_of_every_game_is_described() {
    let house = House::with(|config| config.rates = server::Rates::unlimited()).await;
    let guest = house.guest().await;
    let document = guest.get("/api/openapi.json").await.json();
    let schemas = &document["components"]["schemas"];
    let fits = async |guest: &Guest, path: &str, schema: &str| {
        let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
        assert_eq!(misfit(schemas, &schema, &guest.get(path).await.json(), ""), None, "{path}");
    };
    for game in engine::catalog::games() {
        let about = game.about();
        let mut seats = vec![json!({ "type": "me" }), json!({ "type": "open" })];
        seats.resize(about.seats.len(), json!({ "type": "computer", "level": "easy" }));
        let clock = json!({ "main_ms": 600_000, "byoyomi_ms": 30_000, "periods": 3, "turn_ms": 60_000 });
        let id = guest.game(&json!({ "kind": about.kind, "seats": seats, "clock": clock })).await;
        let path = format!("/api/games/{id}");
        fits(&guest, &path, "State").await;
        let other = house.guest().await;
        other.say(&id, &json!({ "t": "sit", "a": "1", "seat": 1 })).await;
        fits(&guest, &path, "State").await;
        fits(&house.stranger(), &path, "State").await;
        other.say(&id, &json!({ "t": "stand", "a": "2" })).await;
        fits(&guest, "/api/games", "Games").await;
    }
    let two = house.guest().await;
    let id = guest.game(&janggi(&json!([{ "type": "me" }, { "type": "open" }]))).await;
    let path = format!("/api/games/{id}");
    two.say(&id, &json!({ "t": "sit", "a": "1", "seat": 1 })).await;
    guest.say(&id, &json!({ "t": "act", "a": "2", "n": 0, "d": "a4b4" })).await;
    guest.say(&id, &json!({ "t": "offer", "a": "3", "d": "draw" })).await;
    fits(&two, &path, "State").await;
    two.say(&id, &json!({ "t": "resign", "a": "4" })).await;
    fits(&guest, &path, "State").await;
    fits(&guest, "/api/games", "Games").await;
    fits(&guest, &format!("{path}/positions"), "Positions").await;
    fits(&guest, "/api/games/none", "Refusal").await;
}

/// The document is made of the list of routes, so a route outside that list would not be in it.
#[test]
fn no_route_is_declared_beside_the_list() {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("text");
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            found.extend(text.matches(".route(").map(|_| name.clone()));
        }
    }
    found.sort();
    assert_eq!(
        found,
        ["health.rs", "inside.rs", "routes.rs"],
        "the list, the counters and the nodes on addresses of their own"
    );
}
