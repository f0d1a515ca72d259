//! The web app, health, metrics and the description of the API.

use crate::helpers::{House, hot_seat};

#[tokio::test]
async fn every_answer_carries_the_headers_that_protect_it() {
    let house = House::open().await;
    for path in ["/", "/api/catalog", "/no/such/file.js", "/healthz"] {
        let response = house.stranger().get(path).await;
        let policy = response.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
    }
}

#[tokio::test]
async fn files_have_a_tag_and_pages_of_the_app_are_the_app() {
    let house = House::open().await;
    let page = house.stranger().get("/").await;
    if page.status == 404 {
        // A build without the web folder serves the API alone.
        return;
    }
    let tag = page.header("etag").expect("a tag").to_owned();
    let again = house.stranger().send("GET", "/", &[("If-None-Match", &tag)], None).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(house.stranger().get("/g/4kXw9ZsQp2Lm").await.body, page.body);
    assert_eq!(house.stranger().get("/missing.js").await.status, 404);
    assert_eq!(house.stranger().get("/../Cargo.toml").await.status, 404);
    let packed = house.stranger().send("GET", "/", &[("Accept-Encoding", "gzip")], None).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
}

#[tokio::test]
async fn health_and_metrics_are_told() {
    let house = House::open().await;
    let guest = house.guest().await;
    guest.game(&hot_seat()).await;
    assert_eq!(guest.get("/healthz").await.text(), "ok");
    let metrics = guest.get("/metrics").await.text();
    assert!(metrics.contains("daeguk_games_total 1"), "{metrics}");
    let forwarded = guest.send("GET", "/metrics", &[("X-Forwarded-For", "10.0.0.1")], None).await;
    assert_eq!(forwarded.status, 404, "not through a proxy");
}

#[tokio::test]
async fn every_described_route_exists() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let document = guest.get("/api/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let format =
        engine::catalog::find("janggi").and_then(|game| game.about().formats.first().map(|format| format.name));
    for (path, item) in document["paths"].as_object().expect("paths") {
        for method in ["get", "put", "post"].into_iter().filter(|method| item.get(*method).is_some()) {
            let real = path.replace("{id}", &id).replace("{format}", format.unwrap_or("none"));
            let body = (method != "get").then(|| "{}".to_owned());
            let response = guest.send(&method.to_uppercase(), &real, &[], body).await;
            let exists = !matches!(response.status, 404 | 405) || format.is_none();
            assert!(exists, "{method} {real}: {}", response.status);
        }
        let text = item.to_string();
        for part in text.split("#/components/schemas/").skip(1) {
            let name = part.split('"').next().expect("a name");
            assert!(schemas.contains_key(name), "{name}");
        }
    }
}
