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

/// A client that knows sends nothing into a connection that is just being closed.
#[tokio::test]
async fn every_answer_says_how_long_the_connection_is_kept() {
    let house = House::open().await;
    assert_eq!(house.stranger().get("/healthz").await.header("keep-alive"), Some("timeout=8"));
}

#[tokio::test]
async fn every_answer_has_a_number_of_its_own() {
    let house = House::open().await;
    let mut numbers = std::collections::HashSet::new();
    for path in ["/", "/api/catalog", "/api/catalog", "/api/games/nothing", "/no/such/file.js"] {
        let response = house.stranger().get(path).await;
        assert!(numbers.insert(response.header("x-request-id").expect("a number").to_owned()), "{path}");
    }
}

#[tokio::test]
async fn files_have_a_tag_and_pages_of_the_app_are_the_app() {
    let house = House::open().await;
    let page = house.stranger().get("/").await;
    assert_eq!(page.status, 200, "the web folder is part of the server");
    assert!(page.text().contains("<!doctype html>"), "{}", page.text());
    let tag = page.header("etag").expect("a tag").to_owned();
    let again = house.stranger().send("GET", "/", &[("If-None-Match", &tag)], None).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(house.stranger().get("/g/4kXw9ZsQp2Lm").await.body, page.body);
    assert_eq!(house.stranger().get("/missing.js").await.status, 404);
    assert_eq!(house.stranger().get("/../Cargo.toml").await.status, 404);
    for encoding in ["br", "gzip"] {
        let packed = house.stranger().send("GET", "/", &[("Accept-Encoding", encoding)], None).await;
        assert_eq!(packed.header("content-encoding"), Some(encoding));
        assert_eq!(packed.header("vary"), Some("accept-encoding"));
        assert!(packed.body.len() < page.body.len());
        let packed_tag = packed.header("etag").expect("a tag");
        assert_ne!(packed_tag, tag, "other bytes, another tag");
        let headers = [("Accept-Encoding", encoding), ("If-None-Match", packed_tag)];
        assert_eq!(house.stranger().send("GET", "/", &headers, None).await.status, 304);
    }
}

#[tokio::test]
async fn a_link_to_us_names_its_picture_by_the_whole_address() {
    let house = House::with(|config| config.public_origin = Some("https://play.example".to_owned())).await;
    let page = house.stranger().get("/g/4kXw9ZsQp2Lm").await.text();
    assert!(page.contains(r#"og:image" content="https://play.example/style/preview.png""#), "{page}");
    let house = House::open().await;
    let page = house.stranger().get("/").await.text();
    assert!(page.contains(&format!(r#"og:image" content="http://{}/style/preview.png""#, house.address)), "{page}");
}

#[tokio::test]
async fn health_is_told_to_all_and_metrics_never_through_the_public_address() {
    let house = House::open().await;
    let guest = house.guest().await;
    guest.game(&hot_seat()).await;
    assert_eq!(guest.get("/healthz").await.text(), "ok");
    assert_eq!(house.counter("games_total").await, Some(1));
    assert_eq!(guest.get("/metrics").await.code(), "E_ROUTE");
    // A proxy on the same machine may add headers or not, and may name any host.
    for headers in [&[][..], &[("X-Forwarded-For", "10.0.0.1")], &[("Forwarded", "for=10.0.0.1")]] {
        for path in ["/metrics", "//metrics", "/metrics/", "/%6detrics"] {
            let text = guest.send("GET", path, headers, None).await.text();
            assert!(!text.contains("daeguk_"), "{path}: {text}");
        }
    }
}

#[tokio::test]
async fn nobody_in_between_keeps_what_one_viewer_was_told() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let of_game =
        ["", "/positions", "/board.svg", "/board.png", "/record.jgn"].map(|rest| format!("/api/games/{id}{rest}"));
    for path in
        ["/api/me", "/api/games", "/api/games/000000000000"].into_iter().chain(of_game.iter().map(String::as_str))
    {
        let response = guest.get(path).await;
        assert_eq!(response.header("cache-control"), Some("private, no-store"), "{path}");
    }
    for path in ["/api/catalog", "/api/openapi.json"] {
        assert_eq!(guest.get(path).await.header("cache-control"), Some("public, no-cache"), "{path}");
    }
}

#[tokio::test]
async fn every_refusal_is_json_with_a_code() {
    let house = House::open().await;
    let guest = house.guest().await;
    let id = guest.game(&hot_seat()).await;
    let game = format!("/api/games/{id}");
    let (positions, socket, messages) =
        (format!("{game}/positions?from=x"), format!("{game}/socket"), format!("{game}/messages"));
    let record = format!("{game}/record.nonsense");
    let (none, text, wrong) = (&[][..], &[("Content-Type", "text/plain")][..], &[("Upgrade", "h2c")][..]);
    for (method, path, headers, body, status, code) in [
        ("DELETE", "/api/games", none, None, 405, "E_METHOD"),
        ("DELETE", "/api/me", none, None, 403, "E_ACCOUNT"),
        ("BREW", "/api/games", none, None, 405, "E_METHOD"),
        ("GET", messages.as_str(), none, None, 405, "E_METHOD"),
        ("POST", "/", none, Some("{}"), 405, "E_METHOD"),
        ("GET", "/api/nonsense", none, None, 404, "E_ROUTE"),
        ("GET", "/api/", none, None, 404, "E_ROUTE"),
        ("GET", "/missing.js", none, None, 404, "E_ROUTE"),
        ("GET", record.as_str(), none, None, 404, "E_FORMAT"),
        ("GET", "/api/games/%FF", none, None, 400, "E_MESSAGE"),
        ("GET", positions.as_str(), none, None, 400, "E_MESSAGE"),
        ("GET", socket.as_str(), none, None, 426, "E_UPGRADE"),
        ("GET", socket.as_str(), wrong, None, 426, "E_UPGRADE"),
        ("POST", "/api/games", none, Some("{"), 400, "E_MESSAGE"),
        ("POST", "/api/games", text, Some("{}"), 415, "E_TYPE"),
    ] {
        let response = guest.send(method, path, headers, body.map(str::to_owned)).await;
        assert_eq!((response.status, response.code().as_str()), (status, code), "{method} {path}: {}", response.text());
        assert_eq!(response.header("content-type"), Some("application/json"), "{method} {path}");
        assert!(response.json()["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{method} {path}");
        assert_eq!(response.header("allow").is_some(), status == 405, "{method} {path}");
    }
}
